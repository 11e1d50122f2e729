#include "overhang_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "voxel/generate/overhang.h"

// ---------------------------------------------------------------------------------------------------------
// Amplitudes

typedef struct column_sample {
    float height, water;
    uint8_t cover;
} column_sample;

static column_sample sample_at(const tr_voxel_rules *rules, int64_t x, int64_t z)
{
    column_sample at;
    const tr_ground_samples out = {.height = &at.height, .water = &at.water, .cover = &at.cover};
    if (!rules->ground.sample(rules->ground.user, x, z, 1, 1, 1, &out, NULL)) abort();
    return at;
}

static float noise_at(const tr_noise *noise, uint64_t seed, int64_t a, int64_t b, int64_t c)
{
    float value;
    tr_noise_query query = tr_default_noise_query();
    query.seed = seed;
    query.origin[0] = a;
    query.origin[1] = b;
    query.origin[2] = c;
    const tr_grid out = {&value, 1, 1, 1, 1, 1};
    if (!tr_noise_grid(noise, &query, NULL, &out, NULL)) abort();
    return value;
}

static float smooth(float value, float low, float high)
{
    float t = (value - low) / (high - low);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t * t * (3 - 2 * t);
}

static float rugged_at(const tr_voxel_rules *rules, int64_t x, int64_t z)
{
    const int64_t x0 = x - (x & 3), z0 = z - (z & 3);
    float corner[2][2];
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
            corner[j][i] = noise_at(rules->overhangs->rugged, rules->seed, x0 + 4 * i, z0 + 4 * j, 0);
    const float south = (float)(z & 3) / 4;
    const float west = corner[0][0] + (corner[1][0] - corner[0][0]) * south;
    const float east = corner[0][1] + (corner[1][1] - corner[0][1]) * south;
    return west + (east - west) / 4 * (float)(x & 3);
}

// How many columns away, along the axis where it is farther, the nearest water or way is: up to 6.
static int clear_at(const tr_voxel_rules *rules, int64_t x, int64_t z)
{
    for (int away = 0; away < 6; away++)
        for (int j = -away; j <= away; j++)
            for (int i = -away; i <= away; i++) {
                const column_sample at = sample_at(rules, x + i, z + j);
                if (at.water > at.height || at.cover != TR_GROUND_BARE) return away;
            }
    return 6;
}

float overhang_reference_amplitude(const tr_voxel_rules *rules, int64_t x, int64_t z)
{
    const float east = (sample_at(rules, x + 1, z).height - sample_at(rules, x - 1, z).height) / 2;
    const float south = (sample_at(rules, x, z + 1).height - sample_at(rules, x, z - 1).height) / 2;
    const float steep = smooth(sqrtf(east * east + south * south), 0.8f, 1.4f);
    if (steep <= 0) return 0;
    const float wild = steep * smooth(rugged_at(rules, x, z), -0.2f, 0.2f);
    if (wild <= 0) return 0;
    const float free = (float)(clear_at(rules, x, z) - 1) * (1.0f / 5);
    const float full = (float)rules->def.overhangs * 52 * wild * free;
    return full < 2 ? 0 : full - 2;
}

// ---------------------------------------------------------------------------------------------------------
// Blocks

static float between(float a, float b, float t)
{
    return a + (b - a) * t;
}

bool overhang_reference_solid(const tr_voxel_rules *rules, float height, float amplitude, int64_t x, int32_t y,
                              int64_t z)
{
    if (!(amplitude > 0)) return (float)y + 0.5f < height;
    if ((float)y < height - 20) return true;
    if ((float)y > height + 20) return false;
    const int64_t x0 = x - (x & 3), z0 = z - (z & 3), y0 = y - (y & 3);
    const float tx = (float)(x & 3) / 4, ty = (float)(y & 3) / 4, tz = (float)(z & 3) / 4;
    float level[2];
    for (int k = 0; k < 2; k++) {
        float c[2][2];
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 2; i++)
                c[j][i] = noise_at(rules->overhangs->density, rules->seed, y0 + 4 * k, x0 + 4 * i, z0 + 4 * j);
        level[k] = between(between(c[0][0], c[0][1], tx), between(c[1][0], c[1][1], tx), tz);
    }
    float moved = between(level[0], level[1], ty) * amplitude;
    moved = moved < -14 ? -14 : moved > 14 ? 14 : moved;
    // Heights above the block that the noise begins at, as few bits are lost there.
    const int32_t base = ((int32_t)floorf(height) - 14) & ~3;
    return (float)(y - base) + 0.5f < moved + (height - (float)base);
}

// ---------------------------------------------------------------------------------------------------------
// Pieces

enum { AIR, SOLID, HELD, MEMBER };

typedef struct piece {
    int32_t low[3], high[3];
    size_t count;
} piece;

static void visit(overhang_box *box, size_t *stack, size_t *count, int32_t x, int32_t z, int32_t y, uint8_t mark)
{
    if (x < 0 || z < 0 || y < 0 || x >= box->width || z >= box->depth || y >= box->height) return;
    const size_t at = ((size_t)y * (size_t)box->depth + (size_t)z) * (size_t)box->width + (size_t)x;
    if (box->solid[at] != SOLID) return;
    box->solid[at] = mark;
    stack[(*count)++] = at;
}

static piece flood(overhang_box *box, size_t *stack, size_t count, uint8_t mark)
{
    piece out = {{INT32_MAX, INT32_MAX, INT32_MAX}, {-1, -1, -1}, 0};
    for (size_t next = 0; next < count; next++) {
        const size_t layer = (size_t)box->width * (size_t)box->depth;
        const int32_t at[3] = {(int32_t)(stack[next] % (size_t)box->width),
                               (int32_t)(stack[next] % layer / (size_t)box->width), (int32_t)(stack[next] / layer)};
        for (int axis = 0; axis < 3; axis++) {
            if (at[axis] < out.low[axis]) out.low[axis] = at[axis];
            if (at[axis] > out.high[axis]) out.high[axis] = at[axis];
        }
        for (int side = 0; side < 6; side++) {
            const int32_t step = side % 2 ? 1 : -1, axis = side / 2;
            visit(box, stack, &count, at[0] + (axis == 0 ? step : 0), at[1] + (axis == 1 ? step : 0),
                  at[2] + (axis == 2 ? step : 0), mark);
        }
    }
    out.count = count;
    return out;
}

int overhang_reference_remove(overhang_box *box, int32_t max)
{
    const size_t total = (size_t)box->width * (size_t)box->depth * (size_t)box->height;
    size_t *stack = malloc(total * sizeof *stack), count = 0;
    int large = 0;
    if (!stack) abort();
    for (int32_t z = 0; z < box->depth; z++)
        for (int32_t x = 0; x < box->width; x++) visit(box, stack, &count, x, z, 0, HELD);
    flood(box, stack, count, HELD);
    for (size_t at = 0; at < total; at++) {
        if (box->solid[at] != SOLID) continue;
        box->solid[at] = MEMBER;
        stack[0] = at;
        const piece found = flood(box, stack, 1, MEMBER);
        const bool open = found.low[0] == 0 || found.low[1] == 0 || found.high[0] == box->width - 1 ||
                          found.high[1] == box->depth - 1;
        bool small = true;
        for (int axis = 0; axis < 3; axis++) small = small && found.high[axis] - found.low[axis] < max;
        large += !open && !small;
        for (size_t i = 0; i < found.count; i++) box->solid[stack[i]] = !open && small ? AIR : HELD;
    }
    for (size_t at = 0; at < total; at++) box->solid[at] = box->solid[at] != AIR;
    free(stack);
    return large;
}
