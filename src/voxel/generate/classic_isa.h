// The ground of the preset CLASSIC over rows: one table per ISA.
#ifndef TR_VOXEL_GENERATE_CLASSIC_ISA_H
#define TR_VOXEL_GENERATE_CLASSIC_ISA_H

#include "base/isa.h"

// The noises of classic_kernel.h, in its order.
typedef enum tr_classic_field {
    TR_CLASSIC_H,
    TR_CLASSIC_M,
    TR_CLASSIC_T,
    TR_CLASSIC_R,
    TR_CLASSIC_N,
    TR_CLASSIC_P,
    TR_CLASSIC_FIELD_COUNT
} tr_classic_field;

typedef struct tr_classic_table {
    // Heights before smoothing and biomes; `count` is a multiple of 8. The heights may replace a noise.
    void (*ground)(const float *const noise[TR_CLASSIC_FIELD_COUNT], int32_t count, float *height, uint32_t *biome);
    // A row of smoothed heights from the rows before and after: sample i lies between i and i + 2.
    void (*smooth)(const float *north, const float *south, int32_t count, float *out);
} tr_classic_table;

TR_ISA_DECLARE(tr_classic_table, tr_classic_table);

#endif
