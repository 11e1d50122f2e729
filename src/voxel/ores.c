// Veins of ore in the stone of a chunk, and pockets of earth below the surface (stages.h).
//
// Each cell of 16^3 blocks has a fixed number of tries. A try is a kind, a place and three balls along a short line;
// where it lies decides whether the kind occurs there. A chunk looks at the cells around that may reach into it, so
// that its veins do not depend on who asks.
#include <assert.h>

#include "base/integers.h"
#include "voxel/stages.h"

enum {
    CELL = 16,
    REACH = 8,      // how far a vein reaches from its place, in blocks, at most
    UNIT_LOG2 = 4,  // places are counted in sixteenths of a block
    UNIT = 1 << UNIT_LOG2,
    BALLS = 3,
    NEAR_SURFACE = 28,  // pockets lie at most this deep
};

// A kind of vein. Depths are shares of the way from sea level down to the bottom of the world: negative ones lie above
// the sea. A kind is as frequent as said at its best depth, and less on the way to both ends.
typedef struct vein_kind {
    uint8_t block;
    bool pocket;  // near the surface only
    float tries;  // of a cell, at the factor 1
    float shallow, best, deep;
    int32_t radius, spread;  // of a ball, and between balls, in units
} vein_kind;

static const vein_kind kinds[] = {
    {TR_BLOCK_COAL_ORE, false, 1.15f, -4.0f, -0.1f, 0.75f, 26, 24},
    {TR_BLOCK_COPPER_ORE, false, 0.85f, -0.5f, 0.2f, 0.8f, 23, 20},
    {TR_BLOCK_IRON_ORE, false, 1.10f, -4.0f, 0.45f, 1.1f, 21, 18},
    {TR_BLOCK_GOLD_ORE, false, 0.55f, 0.3f, 0.8f, 1.2f, 19, 16},
    {TR_BLOCK_DIAMOND_ORE, false, 0.30f, 0.6f, 1.0f, 1.4f, 16, 12},
    {TR_BLOCK_DIRT, true, 0.35f, -8.0f, 0.0f, 8.0f, 44, 36},
    {TR_BLOCK_GRAVEL, true, 0.30f, -8.0f, 0.0f, 8.0f, 42, 36},
    {TR_BLOCK_CLAY, true, 0.15f, -0.6f, 0.0f, 0.4f, 34, 30},
};
enum { KINDS = sizeof kinds / sizeof *kinds, SEED_OF_VEIN = 0x6f7265 };

typedef struct vein {
    const vein_kind *kind;
    int32_t at[3];    // of the middle ball from the first block of the chunk, in units
    int32_t step[3];  // from ball to ball
    int32_t radius[BALLS];
} vein;

// How much of the tries of a kind there are at a depth.
static float share_at(const vein_kind *kind, float depth)
{
    if (depth <= kind->shallow || depth >= kind->deep) return 0.0f;
    return depth < kind->best ? (depth - kind->shallow) / (kind->best - kind->shallow)
                              : (kind->deep - depth) / (kind->deep - kind->best);
}

// A number in [-limit, limit] from 8 bits of a hash.
static int32_t spread_of(uint64_t hash, int shift, int32_t limit)
{
    return ((int32_t)(hash >> shift & 0xff) * (2 * limit + 1) >> 8) - limit;
}

static vein vein_of(const vein_kind *kind, uint64_t hash, const int32_t corner[3])
{
    vein out = {.kind = kind};
    for (int axis = 0; axis < 3; axis++) {
        out.at[axis] = corner[axis] * UNIT + (int32_t)(hash >> (8 * axis) & (CELL * UNIT - 1));
        out.step[axis] = spread_of(hash, 24 + 8 * axis, kind->spread);
    }
    // The middle one is the largest.
    out.radius[0] = kind->radius - (int32_t)(hash >> 48 & 7);
    out.radius[1] = kind->radius;
    out.radius[2] = kind->radius - (int32_t)(hash >> 51 & 7);
    return out;
}

// ---------------------------------------------------------------------------------------------------------
// Blocks of a vein

static bool may_replace(const vein_kind *kind, int32_t top, int32_t y, uint8_t block)
{
    if (block != TR_BLOCK_STONE && block != TR_BLOCK_DEEP_STONE) return false;
    return !kind->pocket || y + NEAR_SURFACE > top;
}

// The square of how far the middle of block i lies from a place.
static int32_t apart_of(int i, int32_t place)
{
    const int32_t d = i * UNIT + UNIT / 2 - place;
    return d * d;
}

// Whether a vein may have blocks of the chunk.
static bool reaches_chunk(const vein *it)
{
    for (int axis = 0; axis < 3; axis++) {
        const int32_t step = it->step[axis] < 0 ? -it->step[axis] : it->step[axis], reach = step + it->kind->radius;
        if (it->at[axis] + reach < 0 || it->at[axis] - reach > TR_VOXEL_SIDE * UNIT) return false;
    }
    return true;
}

static void put_ball(const vein *it, int ball, const tr_column *column, int32_t low, uint8_t *blocks)
{
    int32_t at[3], first[3], last[3];
    const int32_t radius = it->radius[ball], squared = radius * radius;
    for (int axis = 0; axis < 3; axis++) {
        at[axis] = it->at[axis] + (ball - 1) * it->step[axis];
        first[axis] = tr_max_i32((at[axis] - radius) >> UNIT_LOG2, 0);
        last[axis] = tr_min_i32((at[axis] + radius) >> UNIT_LOG2, TR_VOXEL_SIDE - 1);
        if (first[axis] > last[axis]) return;
    }
    for (int y = first[1]; y <= last[1]; y++)
        for (int z = first[2]; z <= last[2]; z++) {
            const int32_t left = squared - apart_of(y, at[1]) - apart_of(z, at[2]);
            const int row = TR_VOXEL_SIDE * z;
            if (left <= 0) continue;
            for (int x = first[0]; x <= last[0]; x++) {
                uint8_t *block = &blocks[x + row + TR_VOXEL_LAYER * y];
                if (apart_of(x, at[0]) < left && may_replace(it->kind, column->top[x + row], low + y, *block))
                    *block = it->kind->block;
            }
        }
}

// ---------------------------------------------------------------------------------------------------------
// Veins of a cell

typedef struct ore_work {
    const tr_column *column;
    uint64_t seed;
    int32_t low;
    float expected[KINDS];  // veins of a cell of the layer of cells that is looked at
    uint8_t *blocks;
} ore_work;

// How many veins there are in cells of a layer. Pockets are left out where none may lie in the chunk.
static void expect_veins(const tr_voxel_rules *rules, int64_t cell_y, bool pockets, ore_work *it)
{
    const float sea = rules->def.preset == TR_VOXEL_WORLD ? rules->ground.sea_level : 0.0f;
    const float span = sea - (float)rules->def.bottom;
    const float depth = (sea - (float)(cell_y * CELL + CELL / 2)) * (1.0f / (span > 64.0f ? span : 64.0f));
    for (int k = 0; k < KINDS; k++) {
        const bool occurs = pockets || !kinds[k].pocket;
        it->expected[k] = occurs ? kinds[k].tries * (float)rules->def.ores * share_at(&kinds[k], depth) : 0.0f;
    }
}

static void put_veins(const ore_work *it, int k, int count, uint64_t seed, const int32_t corner[3])
{
    for (int i = 0; i < count; i++) {
        const vein found = vein_of(&kinds[k], tr_hash_identity(seed, (uint64_t)k, i, 0, 0), corner);
        if (!reaches_chunk(&found)) continue;
        for (int ball = 0; ball < BALLS; ball++) put_ball(&found, ball, it->column, it->low, it->blocks);
    }
}

// Of each kind whole tries, and one more with the chance of the rest.
static void put_cell(const ore_work *it, const int64_t cell[3], const int32_t corner[3])
{
    const uint64_t seed = tr_hash_identity(it->seed, SEED_OF_VEIN, cell[0], cell[1], cell[2]);
    for (int k = 0; k < KINDS; k++) {
        // Each kind has bits of its own of one number, multiplied out.
        const uint64_t draw = seed * (2 * (uint64_t)k + 0x9e3779b97f4a7c15);
        const int whole = (int)it->expected[k];
        const bool one_more = (float)(int32_t)(draw >> 48) * 0x1p-16f < it->expected[k] - (float)whole;
        put_veins(it, k, whole + one_more, seed, corner);
    }
}

void tr_ores_put(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y, uint8_t blocks[TR_VOXEL_COUNT])
{
    ore_work it = {.column = column, .seed = rules->seed, .low = chunk_y * TR_VOXEL_SIDE, .blocks = blocks};
    if (it.low > column->highest) return;
    const bool pockets = it.low + TR_VOXEL_SIDE + NEAR_SURFACE > column->lowest;
    const int64_t x = column->x * TR_VOXEL_SIDE, z = column->z * TR_VOXEL_SIDE;
    for (int32_t dy = -CELL; dy < TR_VOXEL_SIDE + REACH; dy += CELL) {
        expect_veins(rules, (it.low + dy) / CELL, pockets, &it);
        for (int32_t dz = -CELL; dz < TR_VOXEL_SIDE + REACH; dz += CELL)
            for (int32_t dx = -CELL; dx < TR_VOXEL_SIDE + REACH; dx += CELL) {
                const int64_t cell[3] = {(x + dx) / CELL, (it.low + dy) / CELL, (z + dz) / CELL};
                put_cell(&it, cell, (const int32_t[3]){dx, dy, dz});
            }
    }
}
