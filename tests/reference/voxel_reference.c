#include "voxel_reference.h"

#include <math.h>

#include "noise_reference.h"

#define TR_LANES 1
#include "simd/math_kernel.h"

// ---------------------------------------------------------------------------------------------------------
// Noises

static tr_node_def noise_def(int64_t salt, int octaves)
{
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.dims = 2;
    def.frequency = 1.0 / 1.01;
    def.seed = salt;
    def.fractal = octaves > 1 ? TR_FRACTAL_FBM : TR_FRACTAL_NONE;
    def.octaves = octaves;
    return def;
}

static ref_position place(int64_t x, int64_t z)
{
    return (ref_position){.at = {x, z, 0}};
}

// What is below 2^-62 counts as 0 wherever it is multiplied.
static float flushed(float value)
{
    return fabsf(value) < 0x1p-62f ? 0.0f : value;
}

static float sum_of_octaves(float mean)
{
    return flushed(mean) * 1.9375f;
}

static float signed_power(float value, float exponent)
{
    return copysignf(flushed(tr_pow(fabsf(value), exponent)), value);
}

// combined(a, b) at the scale 1 / blocks: a moved along x, and along z too where `diagonal`, by b.
static float combined(uint64_t seed, int64_t x, int64_t z, int64_t a, int64_t b, int octaves, double blocks,
                      double amplitude, bool diagonal)
{
    ref_position at = place(x, z);
    const tr_node_def moved = noise_def(a, octaves), by = noise_def(b, octaves);
    const float shift = ref_source(&by, 2, 1.0 / blocks, seed, &at);
    at.has_warp[0] = true;
    at.has_warp[1] = diagonal;
    at.warp[0] = at.warp[1] = ref_warp_shift(shift, amplitude);
    return ref_source(&moved, 2, 1.0 / blocks, seed, &at);
}

// ---------------------------------------------------------------------------------------------------------
// The ground

static float clamped(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static float ramp(float value, float threshold)
{
    return clamped((value - threshold) * 25.0f + 0.5f, 0.0f, 1.0f);
}

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float mix(float a, float b, float t)
{
    const float change = b - a;
    return a + t * change;
}

static tr_biome climate_biome(float moisture, float heat)
{
    static const float heats[5] = {0.05f, 0.18f, 0.4f, 0.6f, 0.8f}, moistures[5] = {0.2f, 0.3f, 0.5f, 0.6f, 0.7f};
    enum { I = TR_BIOME_ICE, U = TR_BIOME_TUNDRA, G = TR_BIOME_GRASSLAND, D = TR_BIOME_DESERT, W = TR_BIOME_WOODLAND };
    enum {
        S = TR_BIOME_SAVANNA,
        T = TR_BIOME_TAIGA,
        F = TR_BIOME_FOREST,
        J = TR_BIOME_JUNGLE,
        R = TR_BIOME_RAINFOREST
    };
    static const int table[6][6] = {{I, U, G, D, D, D}, {I, U, G, G, D, D}, {I, U, W, W, S, S},
                                    {I, U, T, W, S, S}, {I, U, T, F, J, J}, {I, U, T, F, R, J}};
    int row = 0, column = 0;
    while (row < 5 && moisture >= moistures[row]) row++;
    while (column < 5 && heat >= heats[column]) column++;
    return (tr_biome)table[row][column];
}

typedef struct ground {
    float height;
    tr_biome biome;
} ground;

static ground ground_at(uint64_t seed, int64_t x, int64_t z)
{
    const ref_position at = place(x, z);
    const tr_node_def hills_def = noise_def(0, 5);
    const float octaves = sum_of_octaves(ref_source(&hills_def, 2, 1.0 / 128, seed, &at));
    const float h = signed_power(octaves, 1.3f) + 0.1f;
    const float m = combined(seed, x, z, 5, 6, 1, 512.0, 1.0, true);
    const float t = combined(seed, x, z, 7, 8, 1, 512.0, 1.0, true);
    const float r = sum_of_octaves(combined(seed, x, z, 3, 4, 5, 16.0, 1.9375, false));
    const float v = sum_of_octaves(combined(seed, x, z, 1, 2, 5, 512.0, 1.9375 / 4, true));
    const float p = sum_of_octaves(combined(seed, x, z, 1, 3, 5, 512.0, 1.9375 / 4, true));

    const float cube = flushed(flushed(v) * flushed(v)) * flushed(v);
    const float peaks = signed_power(p, clamped(9.0f - 9.0f * cube, 1.0f, 18.0f));
    const float n = clamped(cube + peaks, -0.2f, 1.25f);
    const float middle = 0.5f + 0.02f * r, moisture = m + middle, warmth = t + middle;
    const float heat = clamped(warmth - 0.4f * n, 0.0f, 1.0f);

    const float rise = 256.0f * (flushed(n) * tr_rcp(1.0f + 2.0f * larger(n, 0.0f)));
    const float level = 32.0f * h + rise;
    const float desert = larger(smaller(1.0f - ramp(moisture, 0.3f), ramp(heat, 0.6f)),
                                smaller(1.0f - ramp(moisture, 0.2f), ramp(heat, 0.4f)));
    const float mountain = smaller(ramp(n, 0.1f), ramp(n + h, 0.2f));
    const float shore = 1.0f - smaller(fabsf(level) * (1.0f / 6.0f), 1.0f);
    const float roughness = mix(mix(mix(1.0f, 0.6f, desert), 2.0f, mountain), 0.2f, shore);
    const float scale = mix(mix(mix(1.0f, 0.6f, desert), 1.2f, mountain), 0.8f, shore);
    const float exponent = mix(mix(mix(1.0f, 1.2f, desert), 1.0f, mountain), 1.3f, shore);
    const float height = (32.0f * signed_power(h, exponent) + rise) * scale + 2.0f * roughness * r;
    const float valley = larger((fabsf(p) - 0.026f) * 150.0f, -4.0f);

    tr_biome biome = climate_biome(moisture, heat);
    if (n >= 0.1f && n + h >= 0.2f) biome = TR_BIOME_MOUNTAIN;
    if (height <= 1.25f && heat >= 0.18f) biome = TR_BIOME_BEACH;
    if (valley <= 1.0f) biome = TR_BIOME_RIVER;
    if (height <= 0.0f) biome = TR_BIOME_OCEAN;
    if ((biome == TR_BIOME_RIVER || biome == TR_BIOME_OCEAN) && warmth < 0.05f) biome = TR_BIOME_ICE;
    return (ground){smaller(height, valley), biome};
}

static void blocks_of(tr_biome biome, tr_block_kind *surface, tr_block_kind *under)
{
    switch (biome) {
    case TR_BIOME_OCEAN:
    case TR_BIOME_RIVER:
    case TR_BIOME_BEACH:
    case TR_BIOME_DESERT: *surface = *under = TR_BLOCK_SAND; return;
    case TR_BIOME_TUNDRA:
    case TR_BIOME_MOUNTAIN:
    case TR_BIOME_ICE: *surface = TR_BLOCK_SNOW, *under = TR_BLOCK_STONE; return;
    case TR_BIOME_TAIGA: *surface = TR_BLOCK_PODZOL, *under = TR_BLOCK_DIRT; return;
    default: *surface = TR_BLOCK_GRASS, *under = TR_BLOCK_DIRT; return;
    }
}

ref_classic_surface ref_classic_surface_at(uint64_t seed, int64_t x, int64_t z)
{
    const float north = ground_at(seed, x - 1, z - 1).height + ground_at(seed, x + 1, z - 1).height;
    const float south = ground_at(seed, x - 1, z + 1).height + ground_at(seed, x + 1, z + 1).height;
    ref_classic_surface surface = {.height = (north + south) * 0.25f, .biome = ground_at(seed, x, z).biome};
    surface.top = (int32_t)floorf(surface.height);
    surface.water = surface.top < 0 ? 0 : TR_COLUMN_DRY;
    blocks_of(surface.biome, &surface.surface, &surface.under);
    if (surface.top > 48) surface.surface = TR_BLOCK_SNOW;
    if (surface.top < 0) surface.surface = surface.under;
    return surface;
}

// ---------------------------------------------------------------------------------------------------------
// Blocks

static bool is_solid(const tr_column *column, int32_t cell, int32_t y)
{
    if (!column->bands) return y <= column->top[cell];
    const tr_column_band *band = &column->bands[cell];
    if (y < band->base) return true;
    return y - band->base < 64 && (band->solid >> (y - band->base) & 1);
}

static tr_block_kind rock_at(const tr_voxel_def *def, int32_t y)
{
    if (def->preset == TR_VOXEL_CLASSIC || y >= def->bottom + 128) return TR_BLOCK_STONE;
    return TR_BLOCK_DEEP_STONE;
}

tr_block_kind ref_fill_block(const tr_voxel_def *def, const tr_column *column, int32_t cell, int32_t y)
{
    if (is_solid(column, cell, y)) {
        if (def->preset == TR_VOXEL_WORLD && y == def->bottom) return TR_BLOCK_BEDROCK;
        if (!is_solid(column, cell, y + 1)) return column->surface[cell];
        for (int32_t depth = 1; depth <= column->under_depth[cell]; depth++)
            if (!is_solid(column, cell, y + depth + 1)) return column->under[cell];
        return rock_at(def, y);
    }
    if (y > column->water[cell]) return TR_BLOCK_AIR;
    const bool frozen = column->surface[cell] == TR_BLOCK_SNOW || column->biome[cell] == TR_BIOME_ICE;
    return y == column->water[cell] && frozen ? TR_BLOCK_ICE : TR_BLOCK_WATER;
}
