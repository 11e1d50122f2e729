// Records of a set, in order.
#ifndef TR_PLACE_COMPACT_H
#define TR_PLACE_COMPACT_H

#include "place/cells.h"

// Counts the candidates that have a layer and writes their records, by layer, row, cell and slot, on the backend of the
// context.
// @param to_gl  into a buffer of the device, for the host's GL; the backend is GL
bool tr_place_compact(const tr_placer *placer, const tr_place_cells *cells, bool to_gl, const tr_progress *progress,
                      tr_placed_set *out, tr_error *err);

#endif
