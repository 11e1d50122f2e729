#include "render/detail.h"

#include <math.h>

enum { SIDE = TR_DETAIL_SIDE };

static float lattice(uint64_t what, int cells, int x, int y)
{
    return (float)tr_unit_from_hash(tr_hash_identity(7, what, x & (cells - 1), y & (cells - 1), cells));
}

static float smooth(float t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

// Value noise on a lattice of `cells`^2 that repeats with the texture.
static float value_at(uint64_t what, int cells, int x, int y)
{
    const int cell = SIDE / cells, i = x / cell, j = y / cell;
    const float u = smooth((float)(x % cell) / (float)cell), v = smooth((float)(y % cell) / (float)cell);
    const float top = lattice(what, cells, i, j) + (lattice(what, cells, i + 1, j) - lattice(what, cells, i, j)) * u;
    const float bottom =
        lattice(what, cells, i, j + 1) + (lattice(what, cells, i + 1, j + 1) - lattice(what, cells, i, j + 1)) * u;
    return top + (bottom - top) * v - 0.5f;
}

static void fill_values(uint64_t what, float *out)
{
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            float sum = 0, weight = 0.8f;
            for (int cells = 8; cells <= 128; cells *= 2, weight *= 0.62f) sum += weight * value_at(what, cells, x, y);
            out[y * SIDE + x] = sum;
        }
    }
}

static uint8_t to_byte(float value)
{
    const float scaled = 127.5f + 127.5f * value;
    return (uint8_t)(scaled < 0 ? 0 : scaled > 255 ? 255 : lrintf(scaled));
}

void tr_detail_fill(uint8_t *texels, float *scratch)
{
    float *first = scratch, *second = scratch + SIDE * SIDE;
    fill_values(1, first);
    fill_values(2, second);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            const float *row = first + y * SIDE;
            const float across = row[(x + 1) % SIDE] - row[(x + SIDE - 1) % SIDE];
            const float along = first[(y + 1) % SIDE * SIDE + x] - first[(y + SIDE - 1) % SIDE * SIDE + x];
            uint8_t *texel = texels + 4 * (y * SIDE + x);
            texel[0] = to_byte(row[x]);
            texel[1] = to_byte(second[y * SIDE + x]);
            texel[2] = to_byte(across * 3);
            texel[3] = to_byte(along * 3);
        }
    }
}
