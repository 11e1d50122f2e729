// The values under a picture: one per pixel, and a margin around it for what looks at neighbours.
#ifndef CLI_FIELD_H
#define CLI_FIELD_H

#include "terrane/noise.h"

typedef struct field {
    tr_grid grid;                      // the samples with their margin
    int64_t row_stride;                // in floats; 0 when all rows are one (a noise of one dimension)
    int32_t width, height;             // of the picture
    int32_t left, top, right, bottom;  // samples of the margin; less than asked for at the end of the 64-bit space
} field;

typedef struct field_def {
    uint64_t seed;
    int64_t origin[3];      // of the upper left pixel
    int64_t step;           // units per pixel
    int32_t width, height;  // pixels
    int32_t margin;         // wanted on every side
    int dims;               // what the noise was compiled for
} field_def;

// Whether the picture itself (its margin may be cut) lies within 64-bit positions.
bool field_fits(const field_def *def);

// Evaluates the noise. `progress` may be NULL. Release with field_destroy().
bool field_create(tr_context *context, const tr_noise *noise, const field_def *def, const tr_progress *progress,
                  field *out, tr_error *err);
void field_destroy(tr_context *context, field *it);

typedef struct field_stats {
    float low, high;
    double mean;
} field_stats;

// Of the picture without its margin.
field_stats field_measure(const field *it);

// The row of pixels `y`, from x = 0.
static inline const float *field_row(const field *it, int32_t y)
{
    return it->grid.samples + (y + it->top) * it->row_stride + it->left;
}

// The value at a pixel or in the margin; beyond it the nearest one.
static inline float field_at(const field *it, int32_t x, int32_t y)
{
    const int32_t last_x = it->width + it->right - 1, last_y = it->height + it->bottom - 1;
    x = x < -it->left ? -it->left : x > last_x ? last_x : x;
    y = y < -it->top ? -it->top : y > last_y ? last_y : y;
    return field_row(it, y)[x];
}

#endif
