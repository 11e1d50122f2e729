// The ground of the preset CLASSIC: from the noises of a column of blocks to its height and its biome
// (docs/voxel.md has the formulas, and why they are not those of the source throughout).
//
// What a biome does to the ground (roughness, scale, exponent) fades in and out around the thresholds of the biomes, so
// that no cliff follows their borders.
#ifndef TR_VOXEL_GENERATE_CLASSIC_KERNEL_H
#define TR_VOXEL_GENERATE_CLASSIC_KERNEL_H

#include "noise/ops_kernel.h"
#include "voxel/generate/classic_layout.h"

// Hills, moisture, temperature, roughness, mountains and peaks as the graphs give them: -1..1, without factors and
// exponents.
K_STRUCT(tr_classic_noise, mf h; mf m; mf t; mf r; mf n; mf p;)
// The height before it is smoothed, in blocks, and the tr_biome.
K_STRUCT(tr_classic_ground, mf height; mu biome;)
// What a biome makes of hills.
K_STRUCT(tr_classic_style, mf roughness; mf scale; mf exponent;)

// 0 below the threshold, 1 above, a straight line over TR_CLASSIC_FADE between.
K_FN(kf) tr_classic_ramp(kf value, uf threshold)
{
    kf ramp = (value - threshold) * TR_CLASSIC_INVERSE_FADE + 0.5f;
    return tr_clamp(ramp, k_set(0.0f), k_set(1.0f));
}

// The sum of octaves whose weights were divided by their sum.
K_FN(kf) tr_classic_octaves(kf mean)
{
    kf sum = tr_flush(mean) * TR_CLASSIC_OCTAVE_SUM;
    return sum;
}

K_FN(kf) tr_classic_cube(kf value)
{
    kf base = tr_flush(value);
    kf square = base * base;
    kf cube = tr_flush(square) * base;
    return cube;
}

// Mountains n with the peaks p: n^3 + sign(p) |p|^(9 (1 - n^3)).
K_FN(kf) tr_classic_mountains(kf n, kf p)
{
    kf mountains = tr_classic_cube(n);
    kf exponent = 9.0f - 9.0f * mountains;
    kf peaks = tr_signed_power(p, tr_clamp(exponent, k_set(1.0f), k_set(18.0f)));
    kf sum = mountains + peaks;
    kf lowest = k_set(TR_CLASSIC_MIN_MOUNTAIN);
    return tr_clamp(sum, lowest, k_set(TR_CLASSIC_MAX_MOUNTAIN));
}

// Mountains grow ever slower, towards 1/2: a cube would have walls for slopes.
K_FN(kf) tr_classic_limited(kf mountains)
{
    kf divisor = 1.0f + 2.0f * k_max(mountains, k_set(0.0f));
    kf limited = tr_flush(mountains) * tr_rcp(divisor);
    return limited;
}

K_STRUCT_FN(tr_classic_style) tr_classic_toward(tr_classic_style from, kf share, uf roughness, uf scale, uf exponent)
{
    tr_classic_style to;
    to.roughness = tr_lerp(from.roughness, k_set(roughness), share);
    to.scale = tr_lerp(from.scale, k_set(scale), share);
    to.exponent = tr_lerp(from.exponent, k_set(exponent), share);
    return to;
}

// `level`: the ground without any biome, in blocks.
K_STRUCT_FN(tr_classic_style) tr_classic_style_at(kf level, kf hills, kf moisture, kf heat, kf mountains)
{
    kf dry = 1.0f - tr_classic_ramp(moisture, TR_CLASSIC_DRY);
    kf very_dry = 1.0f - tr_classic_ramp(moisture, TR_CLASSIC_VERY_DRY);
    kf desert = k_max(k_min(dry, tr_classic_ramp(heat, TR_CLASSIC_HOT)),
                      k_min(very_dry, tr_classic_ramp(heat, TR_CLASSIC_WARM)));
    kf high = mountains + hills;
    kf mountain = k_min(tr_classic_ramp(mountains, TR_CLASSIC_MOUNTAIN), tr_classic_ramp(high, TR_CLASSIC_HIGH));
    kf away = k_abs(level) * TR_CLASSIC_INVERSE_SHORE;
    kf shore = 1.0f - k_min(away, k_set(1.0f));
    tr_classic_style style;
    style.roughness = k_set(1.0f);
    style.scale = k_set(1.0f);
    style.exponent = k_set(1.0f);
    style = tr_classic_toward(style, desert, 0.6f, 0.6f, 1.2f);
    style = tr_classic_toward(style, mountain, 2.0f, 1.2f, 1.0f);
    return tr_classic_toward(style, shore, 0.2f, 0.8f, 1.3f);
}

// The table of moisture and heat.
K_FN(ku) tr_classic_climate_biome(kf moisture, kf heat)
{
    km dry = moisture < k_set(TR_CLASSIC_DRY);
    km fair = moisture < k_set(TR_CLASSIC_FAIR);
    km moist = moisture < k_set(TR_CLASSIC_MOIST);
    km wet = moisture < k_set(TR_CLASSIC_WET);
    ku cool = k_select_u(fair, k_set_u(TR_CLASSIC_WOODLAND), k_set_u(TR_CLASSIC_TAIGA));
    cool = k_select_u(dry, k_set_u(TR_CLASSIC_GRASSLAND), cool);
    ku warm = k_select_u(moist, k_set_u(TR_CLASSIC_WOODLAND), k_set_u(TR_CLASSIC_FOREST));
    warm = k_select_u(dry, k_set_u(TR_CLASSIC_GRASSLAND), warm);
    warm = k_select_u(moisture < k_set(TR_CLASSIC_VERY_DRY), k_set_u(TR_CLASSIC_DESERT), warm);
    ku steamy = k_select_u(heat < k_set(TR_CLASSIC_TORRID), k_set_u(TR_CLASSIC_RAINFOREST), k_set_u(TR_CLASSIC_JUNGLE));
    ku hot = k_select_u(wet, k_set_u(TR_CLASSIC_JUNGLE), steamy);
    hot = k_select_u(moist, k_set_u(TR_CLASSIC_SAVANNA), hot);
    hot = k_select_u(dry, k_set_u(TR_CLASSIC_DESERT), hot);
    ku biome = k_select_u(heat < k_set(TR_CLASSIC_HOT), warm, hot);
    biome = k_select_u(heat < k_set(TR_CLASSIC_WARM), cool, biome);
    biome = k_select_u(heat < k_set(TR_CLASSIC_COOL), k_set_u(TR_CLASSIC_TUNDRA), biome);
    return k_select_u(heat < k_set(TR_CLASSIC_COLD), k_set_u(TR_CLASSIC_ICE), biome);
}

// How high the ground may be beside the line of p = 0, along which rivers run.
K_FN(kf) tr_classic_valley(kf p)
{
    kf beyond = (k_abs(p) - TR_CLASSIC_RIVER_HALF_WIDTH) * TR_CLASSIC_VALLEY_SLOPE;
    return k_max(beyond, k_set(TR_CLASSIC_RIVER_BED));
}

K_STRUCT_FN(tr_classic_ground) tr_classic_ground_of(tr_classic_noise noise)
{
    kf hills = tr_signed_power(tr_classic_octaves(noise.h), k_set(1.3f)) + TR_CLASSIC_HILLS_OFFSET;
    kf rough = tr_classic_octaves(noise.r);
    kf line = tr_classic_octaves(noise.p);
    kf mountains = tr_classic_mountains(tr_classic_octaves(noise.n), line);
    kf middle = 0.5f + TR_CLASSIC_RAGGED * rough;
    kf moisture = noise.m + middle;
    kf warmth = noise.t + middle;
    kf cooled = warmth - 0.4f * mountains;
    kf heat = tr_clamp(cooled, k_set(0.0f), k_set(1.0f));
    kf rise = 256.0f * tr_classic_limited(mountains);
    kf level = 32.0f * hills + rise;
    tr_classic_style style = tr_classic_style_at(level, hills, moisture, heat, mountains);
    kf shaped = 32.0f * tr_signed_power(hills, style.exponent) + rise;
    kf ground = shaped * style.scale + 2.0f * style.roughness * rough;
    kf valley = tr_classic_valley(line);

    kf high = mountains + hills;
    km is_mountain = k_both(mountains >= k_set(TR_CLASSIC_MOUNTAIN), high >= k_set(TR_CLASSIC_HIGH));
    ku biome = tr_classic_climate_biome(moisture, heat);
    biome = k_select_u(is_mountain, k_set_u(TR_CLASSIC_MOUNTAIN_BIOME), biome);
    km is_beach = k_both(ground <= k_set(TR_CLASSIC_BEACH_TOP), heat >= k_set(TR_CLASSIC_COOL));
    biome = k_select_u(is_beach, k_set_u(TR_CLASSIC_BEACH), biome);
    ku water = k_select_u(ground <= k_set(0.0f), k_set_u(TR_CLASSIC_OCEAN), k_set_u(TR_CLASSIC_RIVER));
    km is_water = k_either(ground <= k_set(0.0f), valley <= k_set(TR_CLASSIC_RIVER_BANK));
    water = k_select_u(warmth < k_set(TR_CLASSIC_COLD), k_set_u(TR_CLASSIC_ICE), water);
    tr_classic_ground result;
    result.height = k_min(ground, valley);
    result.biome = k_select_u(is_water, water, biome);
    return result;
}

// The mean of the four diagonal neighbours.
K_FN(kf) tr_classic_smooth(kf north_west, kf north_east, kf south_west, kf south_east)
{
    kf north = north_west + north_east;
    kf south = south_west + south_east;
    kf mean = (north + south) * 0.25f;
    return mean;
}

#endif
