// What stands on and around a map: contour labels, graticule, frame, title, scale bar, north arrow.
#ifndef CLI_MAP_FRAME_H
#define CLI_MAP_FRAME_H

#include "map_contours.h"
#include "map_layout.h"

typedef struct map_frame_def {
    const map_layout *layout;
    const tr_area *area;
    const char *title, *subtitle;
    double graticule_m;  // distance of its lines; 0: none
} map_frame_def;

// Fills the page with paper.
void map_frame_paper(const tr_image *page);

// Draws the heights of contours into the map (an image of its pixels alone).
void map_frame_contour_labels(const tr_image *map, const map_contours *contours);

// Draws the graticule into the map and everything around it onto the page; a plain layout gets the graticule's lines
// alone.
void map_frame_draw(const tr_image *page, const map_frame_def *def);

// Inks of everything that is written or drawn on paper.
#define MAP_INK 44, 42, 40
#define MAP_SOFT_INK 104, 100, 94
#define MAP_PAPER 250, 248, 242

#endif
