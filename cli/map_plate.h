// A plate: a map with everything on and around it, as an image.
#ifndef CLI_MAP_PLATE_H
#define CLI_MAP_PLATE_H

#include "map_layout.h"
#include "map_look.h"

typedef struct map_plate_def {
    map_layer layer;
    map_colors colors;
    double contours_m, graticule_m;  // intervals; negative: chosen by the map, 0: none
    bool legend, shadows;
    bool plain;           // the map alone
    const char *title;    // not used by a plain map
    double exaggeration;  // of heights, for light; 0: chosen by the map
    double sun_azimuth_deg, sun_elevation_deg;
    bool quiet;  // no progress on stderr
} map_plate_def;

// What was drawn.
typedef struct map_plate_report {
    map_layout layout;
    double contours_m;  // 0: none
    float low, high;    // of the layer's values as they are shown; heights above the datum
    const char *unit;
} map_plate_report;

// Draws the area, a sample per pixel. Release `page` with tr_image_destroy().
bool map_plate_draw(const tr_world *world, const tr_area *area, const map_plate_def *def, map_plate_report *report,
                    tr_image *page, tr_error *err);

#endif
