#include "biome_reference.h"

#include <stdlib.h>

static const double heat_thresholds[5] = {0.05, 0.18, 0.4, 0.6, 0.8};
static const double moisture_thresholds[5] = {0.2, 0.3, 0.5, 0.6, 0.7};

// Rows from dry to wet, columns from cold to hot.
static const char *const table[6] = {
    "itgddd",  // ice, tundra, grassland, desert
    "itggdd",  //
    "itwwss",  // woodland, savanna
    "itTwss",  // taiga
    "itTfjj",  // forest, jungle
    "itTfrj",  // rainforest
};

static tr_biome biome_of(char letter)
{
    switch (letter) {
    case 'i': return TR_BIOME_ICE;
    case 't': return TR_BIOME_TUNDRA;
    case 'g': return TR_BIOME_GRASSLAND;
    case 'd': return TR_BIOME_DESERT;
    case 'w': return TR_BIOME_WOODLAND;
    case 's': return TR_BIOME_SAVANNA;
    case 'T': return TR_BIOME_TAIGA;
    case 'f': return TR_BIOME_FOREST;
    case 'j': return TR_BIOME_JUNGLE;
    default: return TR_BIOME_RAINFOREST;
    }
}

// 0 at a, 1 at b, whichever is larger.
static double ramp(double x, double a, double b)
{
    const double t = (x - a) / (b - a), u = t < 0 ? 0 : t > 1 ? 1 : t;
    return u * u * (3 - 2 * u);
}

static double class_share(double x, const double thresholds[5], int index)
{
    const double entered = index == 0 ? 1 : ramp(x, thresholds[index - 1] - 0.04, thresholds[index - 1] + 0.04);
    const double left = index == 5 ? 0 : ramp(x, thresholds[index] - 0.04, thresholds[index] + 0.04);
    return entered - left;
}

void biome_reference(const biome_reference_place *p, double weights[TR_BIOME_COUNT])
{
    const double heat = (p->degC + 11) / 42, inland = ramp(p->sea, 0.35, 0.15);
    const double floor_m = inland * ramp(p->slope, 0.05, 0.02);
    const double water = ramp(p->above_sea_m - floor_m, 0.5, -0.5);
    const double beach_end = p->beach_height_m;
    const double beach = beach_end <= 0
                             ? 0
                             : ramp(p->above_sea_m, 1.25 * beach_end, 0.75 * beach_end) * ramp(p->slope, 0.35, 0.15) *
                                   (1 - inland) * (1 - class_share(heat, heat_thresholds, 0));
    const double rock = ramp(p->slope + p->above_sea_m / 4000, 0.7, 1.1);
    const double snow = ramp(p->degC, -2, -7) * ramp(p->slope, 1.3, 0.9);
    const double swamp =
        ramp(p->above_sea_m, 20, 6) * ramp(p->slope, 0.09, 0.03) * ramp(p->moisture, 0.55, 0.7) * ramp(heat, 0.2, 0.35);
    const double plains = ramp(p->slope, 0.15, 0.05) * ramp(heat, 0.28, 0.36) * ramp(p->moisture, 0.22, 0.3) *
                          ramp(p->moisture, 0.5, 0.42);
    for (int i = 0; i < TR_BIOME_COUNT; i++) weights[i] = 0;
    const double dry = 1 - water, open = dry * (1 - beach), soil = open * (1 - rock), rest = soil * (1 - swamp);
    weights[TR_BIOME_OCEAN] = water * (1 - inland);
    weights[TR_BIOME_RIVER] = water * inland;
    weights[TR_BIOME_BEACH] = dry * beach;
    weights[TR_BIOME_MOUNTAIN] = open * rock * (1 - snow);
    weights[TR_BIOME_ICE] = open * rock * snow;
    weights[TR_BIOME_SWAMP] = soil * swamp;
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 6; c++) {
            const tr_biome biome = biome_of(table[r][c]);
            const double cell =
                rest * class_share(heat, heat_thresholds, c) * class_share(p->moisture, moisture_thresholds, r);
            const double level = biome == TR_BIOME_GRASSLAND || biome == TR_BIOME_WOODLAND ? plains : 0;
            weights[biome] += cell * (1 - level);
            weights[TR_BIOME_PLAINS] += cell * level;
        }
}

bool biome_reference_is_of_climate(tr_biome biome)
{
    for (int i = 0; i < 36; i++)
        if (biome_of(table[i / 6][i % 6]) == biome) return true;
    return false;
}

bool biome_reference_are_neighbours(tr_biome a, tr_biome b)
{
    for (int i = 0; i < 36; i++)
        for (int k = 0; k < 36; k++) {
            const bool near = abs(i / 6 - k / 6) <= 1 && abs(i % 6 - k % 6) <= 1;
            if (near && biome_of(table[i / 6][i % 6]) == a && biome_of(table[k / 6][k % 6]) == b) return true;
        }
    return false;
}
