#include "voxel/decorate/decoration_noise.h"

#include <assert.h>

void tr_slow_noise_make(tr_slow_noise *noise, uint64_t seed, uint64_t what, const tr_column *column, int32_t log2)
{
    assert(log2 >= 3);
    const int64_t x = column->x * TR_VOXEL_SIDE, z = column->z * TR_VOXEL_SIDE, mask = ((int64_t)1 << log2) - 1;
    noise->log2 = log2;
    noise->x = (int32_t)(x & mask);
    noise->z = (int32_t)(z & mask);
    const int32_t side = (TR_VOXEL_SIDE >> log2 > 0 ? TR_VOXEL_SIDE >> log2 : 1) + 1;
    for (int32_t k = 0; k < side; k++) {
        for (int32_t i = 0; i < side; i++) {
            const uint64_t hash = tr_hash_identity(seed, what, (x >> log2) + i, 0, (z >> log2) + k);
            noise->corners[i + TR_SLOW_CORNERS * k] = (float)(hash >> 40) * 0x1p-24f;
        }
    }
}

static float fade(float t)
{
    return t * t * (3.0f - 2.0f * t);
}

float tr_slow_noise_at(const tr_slow_noise *noise, int32_t x, int32_t z)
{
    const int32_t px = noise->x + x, pz = noise->z + z, mask = (1 << noise->log2) - 1;
    const float scale = 1.0f / (float)(mask + 1);
    const float u = fade(((float)(px & mask) + 0.5f) * scale), v = fade(((float)(pz & mask) + 0.5f) * scale);
    const float *at = &noise->corners[(px >> noise->log2) + TR_SLOW_CORNERS * (pz >> noise->log2)];
    const float low = at[0] + (at[1] - at[0]) * u;
    const float high = at[TR_SLOW_CORNERS] + (at[TR_SLOW_CORNERS + 1] - at[TR_SLOW_CORNERS]) * u;
    return low + (high - low) * v;
}
