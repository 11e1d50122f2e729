// The ground of the preset CLASSIC over rows, compiled once per ISA.
#include "voxel/generate/classic_isa.h"

#include "voxel/generate/classic_kernel.h"

static void ground(const float *const noise[TR_CLASSIC_FIELD_COUNT], int32_t count, float *height, uint32_t *biome)
{
    for (int32_t i = 0; i < count; i += TR_LANES) {
        const tr_classic_noise at = {k_load(noise[TR_CLASSIC_H] + i), k_load(noise[TR_CLASSIC_M] + i),
                                     k_load(noise[TR_CLASSIC_T] + i), k_load(noise[TR_CLASSIC_R] + i),
                                     k_load(noise[TR_CLASSIC_N] + i), k_load(noise[TR_CLASSIC_P] + i)};
        const tr_classic_ground here = tr_classic_ground_of(at);
        k_store(height + i, here.height);
        k_store_u(biome + i, here.biome);
    }
}

static void smooth(const float *north, const float *south, int32_t count, float *out)
{
    for (int32_t i = 0; i < count; i += TR_LANES)
        k_store(out + i,
                tr_classic_smooth(k_load(north + i), k_load(north + i + 2), k_load(south + i), k_load(south + i + 2)));
}

const tr_classic_table TR_ISA_NAME(tr_classic_table) = {ground, smooth};
