#include "ores_reference.h"

#include <stdbool.h>

#include "terrane/blocks.h"

typedef struct kind {
    uint8_t block;
    bool pocket;
    float tries, shallow, best, deep;
    int64_t radius, spread;
} kind;

static const kind kinds[8] = {
    {TR_BLOCK_COAL_ORE, false, 1.15f, -4.0f, -0.1f, 0.75f, 26, 24},
    {TR_BLOCK_COPPER_ORE, false, 0.85f, -0.5f, 0.2f, 0.8f, 23, 20},
    {TR_BLOCK_IRON_ORE, false, 1.10f, -4.0f, 0.45f, 1.1f, 21, 18},
    {TR_BLOCK_GOLD_ORE, false, 0.55f, 0.3f, 0.8f, 1.2f, 19, 16},
    {TR_BLOCK_DIAMOND_ORE, false, 0.30f, 0.6f, 1.0f, 1.4f, 16, 12},
    {TR_BLOCK_DIRT, true, 0.35f, -8.0f, 0.0f, 8.0f, 44, 36},
    {TR_BLOCK_GRAVEL, true, 0.30f, -8.0f, 0.0f, 8.0f, 42, 36},
    {TR_BLOCK_CLAY, true, 0.15f, -0.6f, 0.0f, 0.4f, 34, 30},
};

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static float expected_of(const ores_reference *reference, const kind *of, int64_t cell_y)
{
    const float span = reference->sea - (float)reference->bottom;
    const float depth = (reference->sea - (float)(cell_y * 16 + 8)) * (1.0f / (span > 64.0f ? span : 64.0f));
    if (depth <= of->shallow || depth >= of->deep) return 0.0f;
    const float share = depth < of->best ? (depth - of->shallow) / (of->best - of->shallow)
                                         : (of->deep - depth) / (of->deep - of->best);
    return of->tries * reference->factor * share;
}

static int64_t signed_part(uint64_t hash, int shift, int64_t limit)
{
    return ((int64_t)(hash >> shift & 0xff) * (2 * limit + 1) >> 8) - limit;
}

static int64_t min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// Whether a variant of a kind has the block at `at`, counted from the first block that the box around its balls
// touches. In sixteenths of a block, whose middle is at +8.
static bool is_in_shape(int k, int variant, const int64_t at[3])
{
    const kind *of = &kinds[k];
    const uint64_t hash = tr_hash_identity(0, 0x73686170, k, variant, 0);
    const int64_t radius[3] = {of->radius - (int64_t)(hash >> 48 & 7), of->radius,
                               of->radius - (int64_t)(hash >> 51 & 7)};
    int64_t apart[3] = {0};
    for (int axis = 0; axis < 3; axis++) {
        const int64_t place = (int64_t)(hash >> (8 * axis) & 15), step = signed_part(hash, 24 + 8 * axis, of->spread);
        const int64_t low = min(place - radius[1], min(place - step - radius[0], place + step - radius[2]));
        const int64_t middle = 16 * (at[axis] + floor_div(low, 16)) + 8;
        for (int ball = 0; ball < 3; ball++) {
            const int64_t d = middle - place - (ball - 1) * step;
            apart[ball] += d * d;
        }
    }
    for (int ball = 0; ball < 3; ball++)
        if (apart[ball] < radius[ball] * radius[ball]) return true;
    return false;
}

static uint64_t vein_hash(uint64_t seed, int k, int i)
{
    uint64_t word = seed + (uint64_t)(16 * k + i) * UINT64_C(0xd1342543de82ef95);
    word = (word ^ (word >> 31)) * UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ (word >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    return word ^ (word >> 32);
}

static bool is_in_vein(int k, uint64_t hash, const int64_t cell[3], const int64_t at[3])
{
    int64_t from[3];
    for (int axis = 0; axis < 3; axis++) {
        from[axis] = at[axis] - 16 * cell[axis] - (int64_t)(hash >> (52 + 4 * axis) & 15);
        if (from[axis] < 0 || from[axis] > 10) return false;
    }
    return is_in_shape(k, (int)(hash >> 40 & 63), from);
}

static uint8_t replaced(const ores_reference *reference, const int64_t cell[3], const int64_t at[3], int32_t top,
                        uint8_t before)
{
    const uint64_t seed = tr_hash_identity(reference->seed, 0x6f7265, cell[0], cell[1], cell[2]);
    for (int k = 0; k < 8; k++) {
        const float expected = expected_of(reference, &kinds[k], cell[1]);
        const uint64_t draw = seed * (2 * (uint64_t)k + 0x9e3779b97f4a7c15);
        int count = (int)expected;
        count += (int64_t)(draw >> 48) < (int64_t)((expected - (float)count) * 65536.0f);
        for (int i = 0; i < count; i++) {
            if (!is_in_vein(k, vein_hash(seed, k, i), cell, at)) continue;
            if (!kinds[k].pocket || at[1] + 28 > top) return kinds[k].block;
        }
    }
    return before;
}

uint8_t ores_reference_block(const ores_reference *reference, int64_t x, int64_t y, int64_t z, int32_t top,
                             uint8_t before)
{
    if (before != TR_BLOCK_STONE && before != TR_BLOCK_DEEP_STONE) return before;
    const int64_t at[3] = {x, y, z};
    for (int64_t dy = -1; dy <= 0; dy++)
        for (int64_t dz = -1; dz <= 0; dz++)
            for (int64_t dx = -1; dx <= 0; dx++) {
                const int64_t cell[3] = {floor_div(x, 16) + dx, floor_div(y, 16) + dy, floor_div(z, 16) + dz};
                const uint8_t block = replaced(reference, cell, at, top, before);
                if (block != before) return block;
            }
    return before;
}
