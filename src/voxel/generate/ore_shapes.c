// A vein is three balls along a short line (ore_shapes.h).
#include "voxel/generate/ore_shapes.h"

#include <assert.h>
#include <math.h>

#include "base/integers.h"
#include "voxel/generate/stages.h"

enum {
    UNIT_LOG2 = 4,  // places are counted in sixteenths of a block
    UNIT = 1 << UNIT_LOG2,
    BALLS = 3,
    SEED_OF_SHAPE = 0x73686170,
};

const tr_ore_kind tr_ore_kinds[TR_ORE_KINDS] = {
    {TR_BLOCK_COAL_ORE, false, 1.15f, -4.0f, -0.1f, 0.75f, 26, 24},
    {TR_BLOCK_COPPER_ORE, false, 0.85f, -0.5f, 0.2f, 0.8f, 23, 20},
    {TR_BLOCK_IRON_ORE, false, 1.10f, -4.0f, 0.45f, 1.1f, 21, 18},
    {TR_BLOCK_GOLD_ORE, false, 0.55f, 0.3f, 0.8f, 1.2f, 19, 16},
    {TR_BLOCK_DIAMOND_ORE, false, 0.30f, 0.6f, 1.0f, 1.4f, 16, 12},
    {TR_BLOCK_DIRT, true, 0.35f, -8.0f, 0.0f, 8.0f, 44, 36},
    {TR_BLOCK_GRAVEL, true, 0.30f, -8.0f, 0.0f, 8.0f, 42, 36},
    {TR_BLOCK_CLAY, true, 0.15f, -0.6f, 0.0f, 0.4f, 34, 30},
};

typedef struct ore_ball {
    int32_t at[3], radius;  // in units from the first corner of the vein
} ore_ball;

// A number in [-limit, limit] from 8 bits of a hash.
static int32_t spread_of(uint64_t hash, int shift, int32_t limit)
{
    return ((int32_t)(hash >> shift & 0xff) * (2 * limit + 1) >> 8) - limit;
}

// The first corner is that of the first block that the box around the balls touches.
static void make_balls(int kind, int variant, ore_ball balls[BALLS])
{
    const tr_ore_kind *ore_kind = &tr_ore_kinds[kind];
    const uint64_t hash = tr_hash_identity(0, SEED_OF_SHAPE, kind, variant, 0);
    // The middle one is the largest.
    balls[0].radius = ore_kind->radius - (int32_t)(hash >> 48 & 7);
    balls[1].radius = ore_kind->radius;
    balls[2].radius = ore_kind->radius - (int32_t)(hash >> 51 & 7);
    for (int axis = 0; axis < 3; axis++) {
        const int32_t place = (int32_t)(hash >> (8 * axis) & (UNIT - 1));
        const int32_t step = spread_of(hash, 24 + 8 * axis, ore_kind->spread);
        int32_t low = INT32_MAX;
        for (int i = 0; i < BALLS; i++) {
            balls[i].at[axis] = place + (i - 1) * step;
            low = tr_min_i32(low, balls[i].at[axis] - balls[i].radius);
        }
        for (int i = 0; i < BALLS; i++) balls[i].at[axis] -= (low >> UNIT_LOG2) * UNIT;
    }
}

// The blocks of the row at y and z whose middle is in a ball: bit x is block x.
static uint32_t blocks_in(const ore_ball *ball, int32_t y, int32_t z)
{
    const int32_t dy = y * UNIT + UNIT / 2 - ball->at[1], dz = z * UNIT + UNIT / 2 - ball->at[2];
    const int32_t square = ball->radius * ball->radius - dy * dy - dz * dz;
    if (square <= 0) return 0;
    const int32_t reach = (int32_t)sqrt(square - 1);  // the largest whole number whose square is less
    const int32_t low = ball->at[0] - reach - UNIT / 2, high = ball->at[0] + reach - UNIT / 2;
    const int32_t first = (low + UNIT - 1) >> UNIT_LOG2, end = (high >> UNIT_LOG2) + 1;
    assert(first >= 0 && first <= end && end <= TR_ORE_MAX_LENGTH);
    return (1u << end) - (1u << first);
}

// How many blocks along an axis the balls reach.
static int32_t length_of(const ore_ball balls[BALLS], int axis)
{
    int32_t end = 0;
    for (int i = 0; i < BALLS; i++) end = tr_max_i32(end, balls[i].at[axis] + balls[i].radius);
    return tr_min_i32((end + UNIT - 1) >> UNIT_LOG2, TR_ORE_MAX_LENGTH);
}

// Adds the rows of blocks at y and z to a shape. `rows` may be NULL: they are only counted.
static void add_rows(const ore_ball balls[BALLS], int32_t y, int32_t z, tr_ore_shape *to, tr_ore_row *rows)
{
    uint32_t blocks = 0;
    for (int i = 0; i < BALLS; i++) blocks |= blocks_in(&balls[i], y, z);
    for (int32_t count, x = 0; blocks >> x; x += count) {
        x += __builtin_ctz(blocks >> x);
        count = __builtin_ctz(~(blocks >> x));
        const int32_t end[3] = {x + count, y + 1, z + 1};
        for (int axis = 0; axis < 3; axis++) to->size[axis] = tr_max_i32(to->size[axis], end[axis]);
        const int32_t offset = x + TR_VOXEL_SIDE * z + TR_VOXEL_LAYER * y;
        if (rows) rows[to->first + to->count] = (tr_ore_row){(uint16_t)offset, (uint16_t)count};
        to->count++;
    }
}

static tr_ore_shape make_shape(const ore_ball balls[BALLS], uint32_t first, tr_ore_row *rows)
{
    tr_ore_shape out = {.first = first};
    const int32_t height = length_of(balls, 1), depth = length_of(balls, 2);
    for (int32_t y = 0; y < height; y++)
        for (int32_t z = 0; z < depth; z++) add_rows(balls, y, z, &out, rows);
    return out;
}

// Returns how many rows there are in all. `to` may be NULL.
static uint32_t make_shapes(tr_ore_shapes *to)
{
    uint32_t count = 0;
    for (int kind = 0; kind < TR_ORE_KINDS; kind++)
        for (int variant = 0; variant < TR_ORE_VARIANTS; variant++) {
            ore_ball balls[BALLS];
            make_balls(kind, variant, balls);
            const tr_ore_shape shape = make_shape(balls, count, to ? to->rows : NULL);
            if (to) to->of[kind][variant] = shape;
            count += shape.count;
        }
    return count;
}

bool tr_ores_make(tr_voxel_rules *rules, tr_error *err)
{
    const size_t count = make_shapes(NULL);
    rules->ores = tr_alloc(rules->context, sizeof *rules->ores + count * sizeof *rules->ores->rows, err);
    if (!rules->ores) return false;
    make_shapes(rules->ores);
    return true;
}

void tr_ores_destroy(tr_voxel_rules *rules)
{
    tr_free(rules->context, rules->ores);
    rules->ores = NULL;
}
