#include "voxel/decorate/structure_canvas.h"

#include "base/integers.h"

enum { NOISE = 100, MASONRY, TURF };

float tr_build_noise(const tr_build *build, uint32_t what, int32_t x, int32_t z, int32_t size)
{
    const int32_t i = (int32_t)tr_floor_div(x, size), k = (int32_t)tr_floor_div(z, size);
    const float u = (float)(x - i * size) / (float)size, v = (float)(z - k * size) / (float)size;
    float corners[4];
    for (int32_t c = 0; c < 4; c++)
        corners[c] = (float)(tr_build_hash(build, NOISE + 16 * what, i + (c & 1), 0, k + (c >> 1)) >> 8) * 0x1p-24f;
    const float near = corners[0] + (corners[1] - corners[0]) * u, far = corners[2] + (corners[3] - corners[2]) * u;
    return near + (far - near) * v;
}

tr_block_kind tr_build_masonry(const tr_build *build, int32_t x, int32_t y, int32_t z)
{
    const uint32_t number = tr_build_hash(build, MASONRY, x, y, z) % 100;
    const uint32_t moss = build->is_dry ? 4 : y < 2 ? 45 : y < 6 ? 25 : 12;
    if (number < moss) return TR_BLOCK_MOSSY_BRICKS;
    if (number < moss + 18) return TR_BLOCK_CRACKED_BRICKS;
    return number < moss + 24 ? TR_BLOCK_COBBLE : TR_BLOCK_BRICKS;
}

tr_build_area tr_build_clip(const tr_build *build, int32_t half)
{
    return (tr_build_area){tr_max_i32(-half, -build->x), tr_max_i32(-half, -build->z),
                           tr_min_i32(half, TR_VOXEL_SIDE - 1 - build->x),
                           tr_min_i32(half, TR_VOXEL_SIDE - 1 - build->z)};
}

void tr_build_level(const tr_build *build, int32_t x, int32_t z, tr_block_kind floor, tr_block_kind below)
{
    for (int32_t y = -TR_BUILD_DEEP; y < -1; y++) tr_build_fill(build, x, y, z, below);
    tr_build_put(build, x, -1, z, floor);
    for (int32_t y = 0; y < TR_BUILD_CLEAR; y++) tr_build_put(build, x, y, z, TR_BLOCK_AIR);
}

void tr_build_turf(const tr_build *build, int32_t x, int32_t z)
{
    tr_build_level(build, x, z, build->ground, build->soil);
    const uint32_t number = tr_build_hash(build, TURF, x, 0, z) % 100;
    if (build->is_snowy || number >= (build->is_dry ? 6 : 30)) return;
    const tr_block_kind green = number < 4 ? TR_BLOCK_WHITE_FLOWER : number < 12 ? TR_BLOCK_FERN : TR_BLOCK_TALL_GRASS;
    tr_build_put(build, x, 0, z, build->is_dry ? TR_BLOCK_DRY_TUFT : green);
}
