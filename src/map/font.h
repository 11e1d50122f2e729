// Lettering: a built-in sans of strokes with round ends, at any size, weight and direction, anti-aliased.
//
// Printable ASCII and a few signs of maps (degree, superscript two, middle dot, minus); texts are UTF-8.
#ifndef TR_MAP_FONT_H
#define TR_MAP_FONT_H

#include "terrane/base.h"

typedef struct tr_font_style {
    float size_px;   // height of the capitals
    float weight;    // of the strokes, as a share of the size; 0: what reads well at the size
    uint8_t ink[3];  // its first channel for a grey image
    float opacity;   // 0: opaque
    float dx, dy;    // the direction of writing, of length 1; 0, 0: to the right
} tr_font_style;

// How far tails reach below the base line, as a share of the size.
#define FONT_DESCENT 0.3f

// The length of a text in pixels; 0 for "".
float tr_font_width(const tr_font_style *style, const char *text);

// Draws `text` on an 8-bit image from (x, y), where its base line begins. Pixels outside the image are left out;
// a character without a glyph is drawn as '?'.
void tr_font_draw(const tr_image *image, float x, float y, const tr_font_style *style, const char *text);

#endif
