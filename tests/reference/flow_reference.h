// Flow accumulation, slow and plain: no heap, no shared memory.
#ifndef TR_FLOW_REFERENCE_H
#define TR_FLOW_REFERENCE_H

#include "terrane/terrain.h"

enum { FLOW_REFERENCE_MAX = 4096 };

// At most FLOW_REFERENCE_MAX samples.
void flow_reference(double spacing_m, double sea_level_m, const tr_grid *height, const tr_grid *out);

#endif
