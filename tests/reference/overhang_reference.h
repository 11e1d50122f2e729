// Overhangs, plain and slow, straight from docs/voxel.md: every block for itself, pieces by a flood fill over an array.
#ifndef TR_OVERHANG_REFERENCE_H
#define TR_OVERHANG_REFERENCE_H

#include "voxel/generate/stages.h"

// Whether the ground at (x, y, z) is solid before anything is taken away. `amplitude` is that of the column.
bool overhang_reference_solid(const tr_voxel_rules *rules, float height, float amplitude, int64_t x, int32_t y,
                              int64_t z);
float overhang_reference_amplitude(const tr_voxel_rules *rules, int64_t x, int64_t z);

// A box of blocks, x fastest, then z, then y; 1 where solid. Below the box all is ground.
typedef struct overhang_box {
    int32_t width, depth, height;
    uint8_t *solid;
} overhang_box;

// Takes away what hangs together with nothing below the box and has at most `max` blocks along each axis; what
// touches a side of the box is left. Returns the number of pieces that float and were left for their size alone.
int overhang_reference_remove(overhang_box *box, int32_t max);

#endif
