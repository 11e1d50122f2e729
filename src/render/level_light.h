// What light reaches each sample of a level: its normal, how much of the sun and how much of the sky it sees.
//
// Levels are done from the coarsest to the finest; each takes what lies beyond its border from the next coarser one, so
// that a far mountain throws its shadow through all levels.
#ifndef TR_RENDER_LEVEL_LIGHT_H
#define TR_RENDER_LEVEL_LIGHT_H

#include "terrane/render.h"

typedef struct tr_level_light {
    int16_t *texels;   // 4 per sample: normal x and z, sun, sky; -32767..32767 is -1..1
    float *ceiling_m;  // the height below which the sun does not reach
    float *reach_m;    // distance to what throws that shadow
    float *hollow;     // how deep the sample lies in its surroundings, summed over their sizes
} tr_level_light;

// @param coarser  the light of the next level, NULL for the last one
bool tr_level_light_create(tr_context *context, const tr_view_def *def, const tr_view_level *level,
                           const tr_view_level *coarser_level, const tr_level_light *coarser, tr_level_light *out,
                           tr_error *err);
// Whether a place lies over an area, at any height.
bool tr_level_is_over(const tr_area *area, const double at_m[3]);
// How much of the sun and of the sky reaches a place over a level, which may lie above its ground. The light must not
// be trimmed yet. Places beyond the border have what is there.
typedef struct tr_place_light {
    float sun, sky;
} tr_place_light;
tr_place_light tr_level_light_at(const tr_view_def *def, const tr_view_level *level, const tr_level_light *light,
                                 const double at_m[3]);
// Frees everything; a struct of zeroes is allowed.
void tr_level_light_destroy(tr_context *context, tr_level_light *light);
// Frees all but the texels, when the next finer level is done.
void tr_level_light_trim(tr_context *context, tr_level_light *light);

#endif
