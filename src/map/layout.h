// Where the parts of a map stand on its page.
#ifndef TR_MAP_LAYOUT_H
#define TR_MAP_LAYOUT_H

#include "terrane/world.h"

typedef struct tr_map_layout_def {
    int32_t map_width_px, map_height_px;
    bool plain;   // the map alone
    bool legend;  // beside the map
    bool labels;  // of the graticule around it
} tr_map_layout_def;

typedef struct tr_map_layout {
    float unit_px;  // sizes follow it: 1 for a map of about 1000 pixels
    bool plain;
    int32_t width, height;  // of the page
    int32_t map_left, map_top, map_width, map_height;
    int32_t frame_px;                               // width of the border around the map
    float title_y, subtitle_y;                      // base lines
    float left, right;                              // of the header and the footer
    float footer_y;                                 // upper edge of the scale bar
    int32_t legend_left, legend_width, legend_top;  // width 0: none
} tr_map_layout;

tr_map_layout tr_map_layout_make(const tr_map_layout_def *def);

// A scale bar: a length of 1, 2 or 5 steps that takes at most `max_px`, in equal segments.
typedef struct tr_map_scale_bar {
    double length_m;
    double length_px;  // length_m / spacing_m
    int segments;
} tr_map_scale_bar;

tr_map_scale_bar tr_map_scale_bar_make(double spacing_m, double max_px);

// The distance between lines of a graticule: a step of 1, 2 or 5 whose labels have room.
double tr_map_graticule_step(const tr_map_layout *layout, const tr_sample_area *area);

// The larger distance of the ends of an axis from the origin, in metres.
double tr_map_farthest_m(int64_t first, int32_t size, double spacing_m);

// Where a coordinate lies in pixels of the map; `first` is the area's x or z.
double tr_map_pixel_of(double coordinate_m, int64_t first, double spacing_m);

#endif
