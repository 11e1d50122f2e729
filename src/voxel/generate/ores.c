// Veins of ore in the stone of a chunk, and pockets of earth below the surface (stages.h).
//
// Each cell of 16^3 blocks has a fixed number of tries. A try is a kind, a variant of its shapes and the place of its
// first corner in the cell; where the cell lies decides whether the kind occurs there. A chunk looks at the cells that
// may reach into it, so that its veins do not depend on who asks.
#include <assert.h>

#include "base/integers.h"
#include "voxel/generate/cell_hash.h"
#include "voxel/generate/ore_shapes.h"
#include "voxel/generate/stages.h"

enum {
    CELL = 16,
    NEAR_SURFACE = 28,  // pockets lie at most this deep
    MAX_TRIES = 16,     // of a kind in a cell
    SEED_OF_VEIN = 0x6f7265,
};
_Static_assert(TR_ORE_MAX_LENGTH <= CELL + 1, "veins reach from a cell into the next one at most");

// A kind that occurs in a layer of cells.
typedef struct expectation {
    int kind, whole;
    int32_t more;  // chance of one more, in 2^-16
} expectation;

typedef struct ore_work {
    const tr_ore_shapes *shapes;
    const tr_column *column;
    uint64_t seed;
    int32_t low;
    uint8_t *blocks;
    expectation expected[TR_ORE_KINDS];  // of the layer of cells that is looked at
    int expected_count;
} ore_work;

// A vein: places are in blocks of the chunk.
typedef struct ore_vein {
    const tr_ore_kind *kind;
    const tr_ore_shape *shape;
    int32_t at[3];
} ore_vein;

// ---------------------------------------------------------------------------------------------------------
// Blocks of a vein

static bool is_stone(uint8_t block)
{
    return block == TR_BLOCK_STONE || block == TR_BLOCK_DEEP_STONE;
}

static int32_t index_of(const ore_vein *vein)
{
    return vein->at[0] + TR_VOXEL_SIDE * vein->at[2] + TR_VOXEL_LAYER * vein->at[1];
}

static void put_row(uint8_t *blocks, int32_t count, uint8_t block)
{
    for (int32_t i = 0; i < count; i++)
        if (is_stone(blocks[i])) blocks[i] = block;
}

// Of a pocket: only what lies less deep than NEAR_SURFACE.
static void put_row_near_surface(uint8_t *blocks, const int32_t *top, int32_t y, int32_t count, uint8_t block)
{
    for (int32_t i = 0; i < count; i++)
        if (is_stone(blocks[i]) && y + NEAR_SURFACE > top[i]) blocks[i] = block;
}

// One that lies in the chunk as a whole.
static void put_whole(const ore_work *work, const ore_vein *found)
{
    uint8_t *blocks = work->blocks + index_of(found);
    const tr_ore_row *row = work->shapes->rows + found->shape->first, *end = row + found->shape->count;
    for (; row < end; row++) put_row(blocks + row->offset, row->count, found->kind->block);
}

// One that may leave the chunk, or of which parts may lie too deep.
static void put_part(const ore_work *work, const ore_vein *found, bool near_surface)
{
    const tr_ore_row *row = work->shapes->rows + found->shape->first, *end = row + found->shape->count;
    for (; row < end; row++) {
        const int32_t y = found->at[1] + row->offset / TR_VOXEL_LAYER,
                      z = found->at[2] + row->offset / TR_VOXEL_SIDE % TR_VOXEL_SIDE,
                      x = found->at[0] + row->offset % TR_VOXEL_SIDE;
        if ((uint32_t)(y | z) >= TR_VOXEL_SIDE) continue;
        const int32_t first = tr_max_i32(x, 0), count = tr_min_i32(x + row->count, TR_VOXEL_SIDE) - first;
        if (count <= 0) continue;
        const int32_t cell = first + TR_VOXEL_SIDE * z;
        uint8_t *blocks = work->blocks + cell + TR_VOXEL_LAYER * y;
        if (near_surface)
            put_row_near_surface(blocks, work->column->top + cell, work->low + y, count, found->kind->block);
        else
            put_row(blocks, count, found->kind->block);
    }
}

static void put_vein(const ore_work *work, const ore_vein *found)
{
    bool is_whole = true;
    for (int axis = 0; axis < 3; axis++) {
        const int32_t end = found->at[axis] + found->shape->size[axis];
        if (end <= 0) return;
        is_whole &= found->at[axis] >= 0 && end <= TR_VOXEL_SIDE;
    }
    const int32_t low = work->low + found->at[1];
    if (low > work->column->highest) return;
    if (found->kind->pocket && low + found->shape->size[1] + NEAR_SURFACE <= work->column->lowest) return;
    const bool near_surface = found->kind->pocket && low + NEAR_SURFACE <= work->column->highest;
    if (is_whole && !near_surface)
        put_whole(work, found);
    else
        put_part(work, found, near_surface);
}

// ---------------------------------------------------------------------------------------------------------
// Veins of a cell

// How much of the tries of a kind there are at a depth.
static float share_at(const tr_ore_kind *kind, float depth)
{
    if (depth <= kind->shallow || depth >= kind->deep) return 0.0f;
    return depth < kind->best ? (depth - kind->shallow) / (kind->best - kind->shallow)
                              : (kind->deep - depth) / (kind->deep - kind->best);
}

// Which veins there are in cells of a layer. Pockets are left out where all of them lie too deep.
static void expect_veins(const tr_voxel_rules *rules, int64_t cell_y, ore_work *work)
{
    const float sea = rules->def.preset == TR_VOXEL_WORLD ? rules->ground.sea_level : 0.0f;
    const float span = sea - (float)rules->def.bottom;
    const float depth = (sea - (float)(cell_y * CELL + CELL / 2)) * (1.0f / (span > 64.0f ? span : 64.0f));
    const bool pockets = (cell_y + 1) * CELL + TR_ORE_MAX_LENGTH + NEAR_SURFACE > work->column->lowest;
    work->expected_count = 0;
    for (int k = 0; k < TR_ORE_KINDS; k++) {
        const tr_ore_kind *kind = &tr_ore_kinds[k];
        if (kind->pocket && !pockets) continue;
        const float tries = kind->tries * (float)rules->def.ores * share_at(kind, depth);
        const int whole = (int)tries;
        assert(whole < MAX_TRIES);
        const int32_t more = (int32_t)((tries - (float)whole) * 0x1p16f);
        if (whole || more) work->expected[work->expected_count++] = (expectation){k, whole, more};
    }
}

static void put_veins(const ore_work *work, int k, int count, uint64_t seed, const int32_t corner[3])
{
    for (int i = 0; i < count; i++) {
        const uint64_t hash = tr_cell_hash(seed, MAX_TRIES * k + i);
        ore_vein found = {&tr_ore_kinds[k], &work->shapes->of[k][hash >> 40 & (TR_ORE_VARIANTS - 1)], {0}};
        for (int axis = 0; axis < 3; axis++) found.at[axis] = corner[axis] + (int32_t)(hash >> (52 + 4 * axis) & 15);
        put_vein(work, &found);
    }
}

// Of each kind whole tries, and one more with the chance of the rest.
static void put_cell(const ore_work *work, const int64_t cell[3], const int32_t corner[3])
{
    const uint64_t seed = tr_hash_identity(work->seed, SEED_OF_VEIN, cell[0], cell[1], cell[2]);
    for (int i = 0; i < work->expected_count; i++) {
        const expectation *of = &work->expected[i];
        // Each kind has bits of its own of one number, multiplied out.
        const uint64_t draw = seed * (2 * (uint64_t)of->kind + 0x9e3779b97f4a7c15);
        put_veins(work, of->kind, of->whole + ((int32_t)(draw >> 48) < of->more), seed, corner);
    }
}

void tr_ores_put(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y, uint8_t blocks[TR_VOXEL_COUNT])
{
    assert(rules->ores);
    ore_work work = {
        .shapes = rules->ores, .column = column, .seed = rules->seed, .low = chunk_y * TR_VOXEL_SIDE, .blocks = blocks};
    const int64_t x = column->x * TR_VOXEL_SIDE, z = column->z * TR_VOXEL_SIDE;
    for (int32_t dy = -CELL; dy < TR_VOXEL_SIDE && work.low + dy <= column->highest; dy += CELL) {
        expect_veins(rules, (work.low + dy) / CELL, &work);
        for (int32_t dz = -CELL; dz < TR_VOXEL_SIDE && work.expected_count; dz += CELL)
            for (int32_t dx = -CELL; dx < TR_VOXEL_SIDE; dx += CELL) {
                const int64_t cell[3] = {(x + dx) / CELL, (work.low + dy) / CELL, (z + dz) / CELL};
                put_cell(&work, cell, (const int32_t[3]){dx, dy, dz});
            }
    }
}
