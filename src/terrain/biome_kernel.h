// The weights of the biomes of a sample (docs/climate.md).
//
// Heat and moisture each fall softly into six classes; a cell of their table weighs the product of its two classes.
// What the ground makes of a place goes before the table: water, then beach, rock, swamp, each taking its share of what
// is left. Every share is taken off the rest exactly once, so all weights add up to 1.
#ifndef TR_TERRAIN_BIOME_KERNEL_H
#define TR_TERRAIN_BIOME_KERNEL_H

#include "terrain/derived_kernel.h"
#include "terrane/terrain.h"

#define TR_CLASSES 6

// Heat is 0 at -11 degC and 1 at 31 degC: its thresholds are -8.9, -3.4, 5.8, 14.2 and 22.6 degC.
#define TR_HEAT_0_DEGC -11.0f
#define TR_HEAT_PER_DEGC 0.0238095238f
#define TR_HEAT_THRESHOLDS             \
    {                                  \
        0.05f, 0.18f, 0.4f, 0.6f, 0.8f \
    }
#define TR_MOISTURE_THRESHOLDS       \
    {                                \
        0.2f, 0.3f, 0.5f, 0.6f, 0.7f \
    }
// A class passes into the next over this much to both sides of a threshold; and 1 over twice that.
#define TR_CLASS_SOFTNESS 0.04f
#define TR_CLASS_INVERSE 12.5f

// Rows from dry to wet, columns from cold to hot. In the wettest row the temperate cell is forest and the warm one
// rainforest, where the table of the voxel worlds has taiga and jungle; plains lie within grassland and woodland.
// clang-format off
#define TR_BIOME_TABLE {                                             \
    {T(ICE), T(TUNDRA), T(GRASSLAND), T(DESERT),    T(DESERT),     T(DESERT)},  \
    {T(ICE), T(TUNDRA), T(GRASSLAND), T(GRASSLAND), T(DESERT),     T(DESERT)},  \
    {T(ICE), T(TUNDRA), T(WOODLAND),  T(WOODLAND),  T(SAVANNA),    T(SAVANNA)}, \
    {T(ICE), T(TUNDRA), T(TAIGA),     T(WOODLAND),  T(SAVANNA),    T(SAVANNA)}, \
    {T(ICE), T(TUNDRA), T(TAIGA),     T(FOREST),    T(JUNGLE),     T(JUNGLE)},  \
    {T(ICE), T(TUNDRA), T(TAIGA),     T(FOREST),    T(RAINFOREST), T(JUNGLE)}}
// clang-format on

K_STRUCT(tr_biome_place, mf height; mf slope; mf degC; mf moisture; mf sea;)

// What is the same for all samples of an area.
typedef struct tr_biome_rules {
    float sea_level_m;
    float inverse_8_spacing;
    float beach_low_m, beach_inverse;  // the beach ends softly from here on, over 1 / inverse
    float beach_share;                 // 0 without beaches, else 1
} tr_biome_rules;

// 1 up to low, 0 from low + 1 / inverse on.
K_FN(kf) tr_fade_out(kf x, uf low, uf inverse)
{
    kf result = 1.0f - tr_op_smoothstep(x, low, inverse);
    return result;
}

// The shares of the classes between rising thresholds.
K_FN(void) tr_soft_classes(kf x, const uf *thresholds, kf *share)
{
    kf above = k_set(1.0f);
    for (int i = 0; i + 1 < TR_CLASSES; i++) {
        kf next = tr_op_smoothstep(x, thresholds[i] - TR_CLASS_SOFTNESS, TR_CLASS_INVERSE);
        share[i] = above - next;
        above = next;
    }
    share[TR_CLASSES - 1] = above;
}

// Steep ground, and less steep the higher it lies: rock at sea level from slopes of 0.7 to 1.1, on level ground from
// 2800 to 4400 m above the sea.
K_FN(kf) tr_rock_share(kf slope, kf above_m)
{
    kf score = slope + tr_flush(above_m) * 0.00025f;
    return tr_op_smoothstep(score, 0.7f, 2.5f);
}

// How much of the rock is under snow all year: from -2 to -7 degC, if snow can lie on it.
K_FN(kf) tr_snow_share(kf degC, kf slope)
{
    kf result = tr_fade_out(degC, -7.0f, 0.2f) * tr_fade_out(slope, 0.9f, 2.5f);
    return result;
}

K_FN(kf) tr_swamp_share(kf above_m, kf slope, kf heat, kf moisture)
{
    kf ground = tr_fade_out(above_m, 6.0f, 0.0714285714f) * tr_fade_out(slope, 0.03f, 16.6666667f);
    kf climate = tr_op_smoothstep(moisture, 0.55f, 6.66666667f) * tr_op_smoothstep(heat, 0.2f, 6.66666667f);
    kf result = tr_flush(ground) * tr_flush(climate);
    return result;
}

// How much of grassland and woodland is plains: level ground, neither too dry nor too wet, not cold.
K_FN(kf) tr_plains_share(kf slope, kf heat, kf moisture)
{
    kf ground = tr_fade_out(slope, 0.05f, 10.0f) * tr_op_smoothstep(heat, 0.28f, 12.5f);
    kf climate = tr_op_smoothstep(moisture, 0.22f, 12.5f) * tr_fade_out(moisture, 0.42f, 12.5f);
    kf result = tr_flush(ground) * tr_flush(climate);
    return result;
}

// What of a place is under water, or inland the level floor of a valley up to a metre above it.
K_FN(kf) tr_water_share(kf above_m, kf slope, kf inland)
{
    kf lift = inland * tr_fade_out(slope, 0.02f, 33.3333333f);
    kf above_floor = above_m - lift;
    kf result = tr_fade_out(above_floor, -0.5f, 1.0f);
    return result;
}

K_FN(kf) tr_beach_share(kf above_m, kf slope, kf inland, tr_biome_rules rules)
{
    kf low = tr_fade_out(above_m, rules.beach_low_m, rules.beach_inverse) * rules.beach_share;
    kf coastal = tr_fade_out(slope, 0.15f, 5.0f) * (1.0f - inland);
    kf result = tr_flush(low) * tr_flush(coastal);
    return result;
}

// The table on what the ground leaves of a place.
K_FN(void) tr_table_weights(kf rest, kf slope, kf heat, kf moisture, const kf *column, kf *weight)
{
#define T(name) TR_BIOME_##name
    static const int table[TR_CLASSES][TR_CLASSES] = TR_BIOME_TABLE;
#undef T
    static const uf moisture_thresholds[TR_CLASSES - 1] = TR_MOISTURE_THRESHOLDS;
    kf row[TR_CLASSES];
    tr_soft_classes(moisture, moisture_thresholds, row);
    for (int r = 0; r < TR_CLASSES; r++) {
        kf wet = tr_flush(row[r]) * rest;
        for (int c = 0; c < TR_CLASSES; c++) weight[table[r][c]] = weight[table[r][c]] + tr_flush(column[c]) * wet;
    }
    kf open = tr_plains_share(slope, heat, moisture);
    kf grass = weight[TR_BIOME_GRASSLAND] * open;
    kf trees = weight[TR_BIOME_WOODLAND] * open;
    weight[TR_BIOME_PLAINS] = grass + trees;
    weight[TR_BIOME_GRASSLAND] = weight[TR_BIOME_GRASSLAND] - grass;
    weight[TR_BIOME_WOODLAND] = weight[TR_BIOME_WOODLAND] - trees;
}

K_FN(void) tr_biome_weights_at(tr_biome_place at, tr_biome_rules rules, kf *weight)
{
    static const uf heat_thresholds[TR_CLASSES - 1] = TR_HEAT_THRESHOLDS;
    kf heat = (at.degC - TR_HEAT_0_DEGC) * TR_HEAT_PER_DEGC;
    kf column[TR_CLASSES];
    tr_soft_classes(heat, heat_thresholds, column);
    for (int i = 0; i < TR_BIOME_COUNT; i++) weight[i] = k_set(0.0f);

    kf above = at.height - rules.sea_level_m;
    kf inland = tr_fade_out(at.sea, 0.15f, 5.0f);
    kf water = tr_water_share(above, at.slope, inland);
    weight[TR_BIOME_RIVER] = tr_flush(water) * inland;
    weight[TR_BIOME_OCEAN] = water - weight[TR_BIOME_RIVER];
    kf rest = 1.0f - water;
    kf beach = tr_beach_share(above, at.slope, inland, rules) * (1.0f - column[0]) * rest;
    weight[TR_BIOME_BEACH] = beach;
    rest = rest - beach;
    kf rock = tr_rock_share(at.slope, above) * rest;
    kf snow = tr_snow_share(at.degC, at.slope) * rock;
    weight[TR_BIOME_MOUNTAIN] = rock - snow;
    weight[TR_BIOME_ICE] = snow;
    rest = rest - rock;
    kf swamp = tr_swamp_share(above, at.slope, heat, at.moisture) * rest;
    weight[TR_BIOME_SWAMP] = swamp;
    rest = rest - swamp;
    tr_table_weights(rest, at.slope, heat, at.moisture, column, weight);
}

// The number of the largest weight, the first of equal ones.
K_FN(kf) tr_max_weight(const kf *weight)
{
    kf best = weight[0];
    kf number = k_set(0.0f);
    for (int i = 1; i < TR_BIOME_COUNT; i++) {
        km larger = weight[i] > best;
        best = k_select(larger, weight[i], best);
        number = k_select(larger, k_set(k_uniform_f(i)), number);
    }
    return number;
}

#endif
