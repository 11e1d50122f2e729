// Placement on the GL backend, with the bits of the CPU: candidates are chosen, counted and copied by shaders, and what
// a request has made stays on the device from one step to the next where nothing on the host has to look at it.
#ifndef TR_PLACE_PLACE_GL_H
#define TR_PLACE_PLACE_GL_H

#include "place/cells.h"

// Lays the blocks of textures down on the device, where all requests find them. Those that are too large for it stay on
// the host.
bool tr_place_gl_open(tr_placer *placer, tr_error *err);
void tr_place_gl_close(tr_placer *placer);

// Whether the device can take a band; else the CPU does.
bool tr_place_gl_can_choose(const tr_placer *placer, const tr_place_cells *cells, int32_t band);
// Layers of the rows of a band, whose cells are set.
// @param stays  the layers stay on the device for tr_place_gl_compact(); the band is the only one
bool tr_place_gl_choose(const tr_placer *placer, tr_place_cells *cells, int32_t band, bool stays, tr_error *err);

bool tr_place_gl_can_compact(const tr_placer *placer, const tr_place_cells *cells);
// Records, which stay in memory of the device: on the host they are seen there, unless `to_gl`.
bool tr_place_gl_compact(const tr_placer *placer, const tr_place_cells *cells, bool to_gl, tr_placed_set *out,
                         tr_error *err);
// Brings records of the host to the device.
bool tr_place_gl_upload(const tr_placer *placer, tr_placed_set *out, tr_error *err);

#endif
