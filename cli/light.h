// Light on a surface of heights: suns from several directions, soft shadows and the sky.
#ifndef CLI_LIGHT_H
#define CLI_LIGHT_H

#include "color.h"
#include "pyramid.h"

typedef struct light_def {
    int direction;    // of the main sun: an index of horizon_directions
    float elevation;  // its tangent
    float shadow;     // 0..1: how much of the sun a shadow takes
    bool horizons;    // look for what hides the sun and the sky; else both are seen everywhere
} light_def;

// The north-west, 38 degrees high.
light_def light_default(void);

// What a pixel knows about its place.
typedef struct light_site {
    float height;            // the value of the field
    float slope_x, slope_y;  // rise per pixel, of the ground (under water too)
    float steepness;         // the tangent of the slope
    float sky, sun;          // shares of light that nothing stands in front of
} light_site;

// Looks around pixel (x, y) of a field, whose values are `scale` pixels high per unit. `surface` is its pyramid at the
// same scale; it may be NULL when the def asks for no horizons.
light_site light_look(const light_def *def, const field *it, const pyramid *surface, float scale, int32_t x, int32_t y);

// The light on a ground of this slope at the site.
color light_on(const light_def *def, const light_site *site, float slope_x, float slope_y);

// The light on open level ground.
color light_on_level(void);

#endif
