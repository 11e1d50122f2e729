// What light reaches each sample of a level: its normal, how much of the sun and how much of the sky it sees.
//
// Levels are done from the coarsest to the finest; each takes what lies beyond its border from the next coarser one, so
// that a far mountain throws its shadow through all levels.
#ifndef TR_RENDER_LEVEL_LIGHT_H
#define TR_RENDER_LEVEL_LIGHT_H

#include "terrane/render.h"

// A level with its light. The first members are given.
typedef struct tr_lit_level {
    tr_sample_area area;
    tr_grid height;    // without gaps between rows
    float sun[3];      // unit vector
    float sea_m;       // water throws and takes shadows at its surface; far below everything: there is none
    uint16_t *texels;  // 4 half floats per sample: normal x and z, sun, sky
    float *ceiling_m;  // the height below which the sun does not reach
    float *reach_m;    // distance to what throws that shadow
    float *hollow;     // how deep the sample lies in its surroundings, summed over their sizes
} tr_lit_level;

// @param coarser  lit; NULL for the last one
bool tr_lit_level_compute(tr_context *context, tr_lit_level *level, const tr_lit_level *coarser, tr_error *err);
// Whether a place lies over an area, at any height.
bool tr_level_is_over(const tr_sample_area *area, const double at_m[3]);
// How much of the sun and of the sky reaches a place over a level, which may lie above its ground. Places beyond the
// border have what is there.
typedef struct tr_place_light {
    float sun, sky;
} tr_place_light;
tr_place_light tr_lit_level_at(const tr_lit_level *level, const double at_m[3]);
// Frees what was computed; heights too.
void tr_lit_level_destroy(tr_context *context, tr_lit_level *level);

// A number as a half float, to the nearest; beyond its range infinite.
uint16_t tr_half_from_float(float value);

#endif
