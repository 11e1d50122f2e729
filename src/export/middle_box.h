#ifndef TR_EXPORT_MIDDLE_BOX_H
#define TR_EXPORT_MIDDLE_BOX_H

#include "terrane/voxel.h"

// Columns of chunks around a place in metres, from some way below the lowest ground to above the highest block.
bool tr_box_around(const tr_voxels *voxels, int32_t columns, const double middle_m[2], tr_voxel_box *out,
                   tr_error *err);

#endif
