// A small built-in bitmap font for labels in pictures: printable ASCII, proportional, drawn at integer scale.
#ifndef CLI_FONT_H
#define CLI_FONT_H

#include "terrane/base.h"

// Of a glyph at scale 1, in pixels: capitals reach FONT_ASCENT above the base line, tails FONT_DESCENT below it.
enum { FONT_ASCENT = 7, FONT_DESCENT = 2, FONT_HEIGHT = FONT_ASCENT + FONT_DESCENT };

// The width in pixels of `text` at `scale`; 0 for "".
int32_t font_width(const char *text, int32_t scale);

// Draws `text` with its upper left corner at (x, y) in `ink` (its first channel for a grey image) on an 8-bit
// image. Pixels outside the image are left out; a character without a glyph is drawn as '?'.
void font_draw(const tr_image *image, int32_t x, int32_t y, int32_t scale, const uint8_t ink[3], const char *text);

#endif
