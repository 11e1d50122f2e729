// Light on a surface of heights: suns from several directions, soft shadows and the sky.
#ifndef TR_MAP_LIGHT_H
#define TR_MAP_LIGHT_H

#include "map/color.h"
#include "map/pyramid.h"

typedef struct tr_map_light_def {
    int direction;    // of the main sun: an index of tr_horizon_directions
    float elevation;  // its tangent
    float shadow;     // 0..1: how much of the sun a shadow takes
    bool horizons;    // look for what hides the sun and the sky; else both are seen everywhere
} tr_map_light_def;

// The north-west, 38 degrees high.
tr_map_light_def tr_map_light_default(void);

// What a pixel knows about its place.
typedef struct tr_map_light_site {
    float height;            // the value of the field
    float slope_x, slope_y;  // rise per pixel, of the ground (under water too)
    float steepness;         // the tangent of the slope
    float sky, sun;          // shares of light that nothing stands in front of
} tr_map_light_site;

// Looks around pixel (x, y) of a field, whose values are `scale` pixels high per unit. `surface` is its pyramid at the
// same scale; it may be NULL when the def asks for no horizons.
tr_map_light_site tr_map_light_look(const tr_map_light_def *def, const tr_map_field *field, const tr_pyramid *surface,
                                    float scale, int32_t x, int32_t y);

// The light on a ground of this slope at the site.
tr_color tr_map_light_on(const tr_map_light_def *def, const tr_map_light_site *site, float slope_x, float slope_y);

// The light on open level ground.
tr_color tr_map_light_on_level(void);

#endif
