// The way that generation of blocks is compared with, as its source describes it, written plainly.
#ifndef TR_SCENES_VOXEL_BASELINES_H
#define TR_SCENES_VOXEL_BASELINES_H

#include "terrane/base.h"

// A box of columns x layers x columns chunks, made one after the other: noises through pointers to functions for each
// column of blocks, then each block through a function of its own. No decorations and no light.
typedef struct voxel_serial voxel_serial;

// @param columns  along x and z
// @param layers   of chunks, half of them below the sea level
// @return NULL with OUT_OF_MEMORY
voxel_serial *voxel_serial_create(uint64_t seed, int32_t columns, int32_t layers, tr_error *err);
void voxel_serial_destroy(voxel_serial *serial);
// Makes all chunks, each time the next box to the east.
bool voxel_serial_run(voxel_serial *serial, tr_error *err);
// The blocks other than air of the last run.
int64_t voxel_serial_filled(const voxel_serial *serial);

#endif
