// How chunks of ground and water are filled, from the inside.
#ifndef TR_VOXEL_GENERATE_FILL_H
#define TR_VOXEL_GENERATE_FILL_H

#include "voxel/generate/fill_isa.h"
#include "voxel/generate/stages.h"

// What a chunk needs of its column.
void tr_fill_make_plan(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y, tr_fill_plan *out);

// Overhangs: puts the cells right whose band is not a single height. Returns by how much the count of blocks other than
// air changes.
int32_t tr_fill_bands(const tr_column *column, const tr_fill_plan *plan, int32_t chunk_y,
                      uint8_t blocks[TR_VOXEL_COUNT]);

// What a plan does not say: overhangs, the lowest layer. Returns the change of the count.
int32_t tr_fill_finish(const tr_column *column, const tr_fill_plan *plan, int32_t chunk_y,
                       uint8_t blocks[TR_VOXEL_COUNT]);

// On the GL backend: the requests with a plan of their own, many in a dispatch.
bool tr_fill_many_gl(const tr_voxel_rules *rules, tr_voxel_fill_request *requests, size_t count, tr_error *err);

#endif
