// Contour lines: at which heights, how much of a pixel they cover, and where their heights are written.
#ifndef TR_MAP_CONTOURS_H
#define TR_MAP_CONTOURS_H

#include "map/field.h"

enum { MAP_CONTOURS_INDEX = 5, MAP_CONTOUR_LABELS_MAX = 256 };

// A number along a line, in a gap of it.
typedef struct tr_map_contour_label {
    float x, y;    // its middle, in pixels of the map
    float dx, dy;  // the direction of writing, of length 1
    float half_width_px, half_height_px;
    bool below_sea;
    char text[24];
} tr_map_contour_label;

typedef struct tr_map_contours {
    double interval_m;  // 0: none
    float sea_level_m;  // of the world's datum, which the levels count from; fields of heights count from the sea
    float unit_px;      // of widths and sizes
    int label_count;
    tr_map_contour_label labels[MAP_CONTOUR_LABELS_MAX];
} tr_map_contours;

// A step of 1, 2 or 5: so many levels that a map is not crowded, by the range of the heights and by how much they rise
// from pixel to pixel on average. 0 when that leaves no levels worth drawing.
double tr_map_contours_interval(double range_m, double rise_m_per_px, float unit_px);

// Heights without bumps of a pixel's size: lines drawn through those would tremble. The weights are binomial, 5 x 5.
float tr_map_contours_smooth(const tr_map_field *heights, int32_t x, int32_t y);

// Three rows of smoothed heights around a row of pixels, from x = -1.
typedef struct tr_map_contour_rows {
    const float *above, *here, *below;
} tr_map_contour_rows;

// What lines do to a pixel.
typedef struct tr_map_contour_ink {
    float share;  // 0..1: covered
    bool index;   // by one of the thick lines
} tr_map_contour_ink;

tr_map_contour_ink tr_map_contours_ink(const tr_map_contours *contours, const tr_map_contour_rows *rows, int32_t x,
                                       int32_t y);

// Chooses places for the heights of index lines: straight pieces, far from one another.
void tr_map_contours_place_labels(tr_map_contours *contours, const tr_map_field *heights);

#endif
