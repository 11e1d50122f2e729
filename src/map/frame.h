// What stands on and around a map: contour labels, graticule, frame, title, scale bar, north arrow.
#ifndef TR_MAP_FRAME_H
#define TR_MAP_FRAME_H

#include "map/contours.h"
#include "map/layout.h"

typedef struct tr_map_frame_def {
    const tr_map_layout *layout;
    const tr_sample_area *area;
    const char *title, *subtitle;
    double graticule_m;  // distance of its lines; 0: none
    bool scale_bar;      // and the north arrow
} tr_map_frame_def;

// Fills the page with paper.
void tr_map_frame_paper(const tr_image *page);

// Draws the heights of contours into the map (an image of its pixels alone).
void tr_map_frame_contour_labels(const tr_image *map, const tr_map_contours *contours);

// Draws the graticule into the map and everything around it onto the page; a plain layout gets the graticule's lines
// alone.
void tr_map_frame_draw(const tr_image *page, const tr_map_frame_def *def);

// Inks of everything that is written or drawn on paper.
#define MAP_INK 44, 42, 40
#define MAP_SOFT_INK 104, 100, 94
#define MAP_PAPER 250, 248, 242

#endif
