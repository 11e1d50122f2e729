// Stone circles, shrines and ponds.
#include "base/integers.h"
#include "voxel/decorate/structure_canvas.h"

enum { STONES = 1, GAP, RIM, REEDS, TILE };

// ---------------------------------------------------------------------------------------------------------
// Stone circles

static tr_block_kind menhir(const tr_build *build, int32_t x, int32_t y, int32_t z)
{
    const uint32_t number = tr_build_hash(build, TILE, x, y, z) % 100;
    if (number < (build->is_dry ? 5u : 35u)) return TR_BLOCK_MOSSY_COBBLE;
    return number < 60 ? TR_BLOCK_COBBLE : TR_BLOCK_STONE;
}

static void raise(const tr_build *build, int32_t x, int32_t z, int32_t high)
{
    for (int32_t y = -TR_BUILD_DEEP; y < 0; y++) tr_build_fill(build, x, y, z, TR_BLOCK_STONE);
    for (int32_t y = 0; y < high; y++) tr_build_put(build, x, y, z, menhir(build, x, y, z));
}

// Two stones with a third across, on one of the four axes.
static void draw_trilith(const tr_build *build, int32_t which, int32_t radius, int32_t high)
{
    const int8_t *way = tr_ways[2 * which];
    const int32_t x = radius * way[0], z = radius * way[1], ax = way[1] != 0, az = way[0] != 0;
    const bool broken = tr_build_hash(build, GAP, which, 0, 0) % 3 == 0;
    for (int32_t i = -2; i <= 2; i++) {
        const bool stone = i == -2 || i == 2;
        if (stone) raise(build, x + i * ax, z + i * az, broken && i > 0 ? high / 2 : high);
        if (!broken) tr_build_put(build, x + i * ax, high, z + i * az, menhir(build, x + i, high, z));
    }
    // The stone that fell.
    if (broken)
        for (int32_t i = -1; i <= 1; i++) raise(build, x - 2 * way[0] + i * ax, z - 2 * way[1] + i * az, 1);
}

void tr_structure_draw_circle(const tr_build *build)
{
    const tr_build_area area = tr_build_clip(build, build->half);
    const int32_t radius = build->half - 2, rim = build->half * build->half;
    for (int32_t z = area.z0; z <= area.z1; z++) {
        for (int32_t x = area.x0; x <= area.x1; x++) {
            const int32_t apart = x * x + z * z;
            if (apart > rim) continue;
            const bool worn = apart <= 9 || tr_build_hash(build, TILE, x, 0, z) % 100 < 8;
            if (worn)
                tr_build_level(build, x, z, TR_BLOCK_GRAVEL, build->soil);
            else
                tr_build_turf(build, x, z);
        }
    }
    const int32_t high = 4 + (int32_t)(build->hash >> 8 & 1);
    for (int32_t i = 0; i < 4; i++) draw_trilith(build, i, radius, high);
    // Lone stones between.
    for (int32_t i = 0; i < 4; i++) {
        const int8_t *way = tr_ways[2 * i + 1];
        const int32_t out = (radius * 181 + 128) / 256;
        raise(build, out * way[0], out * way[1], 1 + (int32_t)(tr_build_hash(build, STONES, i, 0, 0) % (uint32_t)high));
    }
    // An altar.
    for (int32_t i = -1; i <= 1; i++) raise(build, i, 0, 1);
}

// ---------------------------------------------------------------------------------------------------------
// Shrines

// A platform with a step, pillars at its corners, a roof where they still stand, and a lamp that burns.
void tr_structure_draw_shrine(const tr_build *build)
{
    const tr_build_area area = tr_build_clip(build, build->half);
    for (int32_t z = area.z0; z <= area.z1; z++) {
        for (int32_t x = area.x0; x <= area.x1; x++) {
            const int32_t out = tr_max_i32(x < 0 ? -x : x, z < 0 ? -z : z);
            if (out == build->half)
                tr_build_turf(build, x, z);
            else if (out > 4 && tr_build_hash(build, TILE, x, 0, z) % 100 < 60)
                tr_build_turf(build, x, z);
            else
                tr_build_level(build, x, z, out > 4 ? TR_BLOCK_COBBLE : tr_build_masonry(build, x, -1, z),
                               TR_BLOCK_COBBLE);
            if (out == 4 && tr_build_hash(build, GAP, x, 0, z) % 100 < 88)
                tr_build_put(build, x, 0, z, tr_build_masonry(build, x, 0, z));
            if (out < 4) tr_build_put(build, x, 0, z, TR_BLOCK_BRICKS);
        }
    }
    const uint32_t broken = tr_build_hash(build, GAP, 0, 1, 0) % 5;  // 4: none
    for (uint32_t i = 0; i < 4; i++) {
        const int32_t x = i & 1 ? 3 : -3, z = i & 2 ? 3 : -3;
        const int32_t high = i == broken ? 2 + (int32_t)(build->hash >> 12 & 1) : 5;
        for (int32_t y = 1; y <= high; y++) tr_build_put(build, x, y, z, tr_build_masonry(build, x, y, z));
    }
    // Beams from pillar to pillar, and a roof that steps in from them; the broken corner took its share along.
    for (int32_t z = -3; z <= 3; z++) {
        for (int32_t x = -3; x <= 3; x++) {
            const int32_t out = tr_max_i32(x < 0 ? -x : x, z < 0 ? -z : z);
            const int32_t bx = broken & 1 ? x : -x, bz = broken & 2 ? z : -z;
            if (broken < 4 && bx + bz > 0 && bx > -3 && bz > -3) continue;
            if (out == 3) tr_build_put(build, x, 6, z, tr_build_masonry(build, x, 6, z));
            if (out == 2 || out == 3) tr_build_put(build, x, 7, z, tr_build_masonry(build, x, 7, z));
            if (out <= 1 && broken == 4) tr_build_put(build, x, 8, z, tr_build_masonry(build, x, 8, z));
            if (out == 2 && broken == 4) tr_build_put(build, x, 8, z, tr_build_masonry(build, x, 8, z));
        }
    }
    tr_build_put(build, 0, 1, 0, TR_BLOCK_MOSSY_BRICKS);
    tr_build_put(build, 0, 2, 0, TR_BLOCK_LAMP);
}

// ---------------------------------------------------------------------------------------------------------
// Ponds

// How far a place is within the pond: above 0 inside, 1 in the middle of a round one.
static float wetness(const tr_build *build, int32_t x, int32_t z)
{
    const float radius = (float)(build->half - 2);
    const float apart = (float)(x * x + z * z) / (radius * radius);
    return 1.0f - apart - 0.45f * tr_build_noise(build, RIM, x, z, 4);
}

// The water lies one block below the lowest ground around; bed and banks are solid, so that it stays.
void tr_structure_draw_pond(const tr_build *build)
{
    const tr_build_area area = tr_build_clip(build, build->half);
    for (int32_t z = area.z0; z <= area.z1; z++) {
        for (int32_t x = area.x0; x <= area.x1; x++) {
            const float wet = wetness(build, x, z);
            float beside = wet;
            for (int i = 0; i < 8; i++) {
                const float other = wetness(build, x + tr_ways[i][0], z + tr_ways[i][1]);
                beside = other > beside ? other : beside;
            }
            if (beside <= 0) continue;
            const int32_t deep = wet <= 0 ? 0 : wet < 0.3f ? 1 : wet < 0.6f ? 2 : 3;
            for (int32_t y = -6; y < -1 - deep; y++) tr_build_fill(build, x, y, z, TR_BLOCK_CLAY);
            if (wet <= 0) {
                // Banks keep their ground, or get some.
                tr_build_fill(build, x, -2, z, build->soil);
                tr_build_fill(build, x, -1, z, build->ground);
                if (!build->is_snowy && tr_build_hash(build, REEDS, x, 0, z) % 100 < 30)
                    for (int32_t y = 0; y < 2; y++) tr_build_fill(build, x, y, z, TR_BLOCK_REEDS);
                continue;
            }
            tr_build_put(build, x, -1 - deep, z, build->is_dry ? TR_BLOCK_SAND : TR_BLOCK_MUD);
            for (int32_t y = -deep; y < 0; y++) tr_build_put(build, x, y, z, TR_BLOCK_WATER);
            for (int32_t y = 0; y < 3; y++) tr_build_put(build, x, y, z, TR_BLOCK_AIR);
        }
    }
}
