// Shapes on an 8-bit image, grey or RGB. What lies outside the image is left out; lines and edges are anti-aliased.
#ifndef TR_MAP_CANVAS_H
#define TR_MAP_CANVAS_H

#include "terrane/base.h"

typedef struct tr_canvas_pen {
    uint8_t ink[3];  // its first channel for a grey image
    float opacity;   // 0..1
    float width_px;  // of lines
} tr_canvas_pen;

typedef struct tr_canvas_point {
    float x, y;  // pixel (i, j) covers x = i .. i + 1, y = j .. j + 1
} tr_canvas_point;

void tr_canvas_fill(const tr_image *image, int32_t left, int32_t top, int32_t width, int32_t height,
                    const uint8_t ink[3]);
// An outline of `thickness` pixels around the outside of a rectangle.
void tr_canvas_frame(const tr_image *image, int32_t left, int32_t top, int32_t width, int32_t height, int32_t thickness,
                     const uint8_t ink[3]);
// Mixes `share` of the ink into a pixel.
void tr_canvas_blend(const tr_image *image, int32_t x, int32_t y, const uint8_t ink[3], float share);
// A straight line with round ends.
void tr_canvas_line(const tr_image *image, tr_canvas_point from, tr_canvas_point to, const tr_canvas_pen *pen);
// A filled triangle; its width is not used.
void tr_canvas_triangle(const tr_image *image, const tr_canvas_point corners[3], const tr_canvas_pen *pen);
// `from` must lie inside `to` and have its channels.
void tr_canvas_copy(const tr_image *from, const tr_image *to, int32_t left, int32_t top);

// The distance of a point from a straight line between two others.
float tr_canvas_distance(tr_canvas_point at, tr_canvas_point from, tr_canvas_point to);

#endif
