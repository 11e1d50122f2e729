// The values under a picture: one per pixel, and a margin around it for what looks at neighbours.
#ifndef CLI_FIELD_H
#define CLI_FIELD_H

#include "terrane/base.h"

typedef struct field {
    tr_grid grid;                      // the samples with their margin; one plane or more
    int64_t row_stride;                // in floats; 0 when all rows are one (a noise of one dimension)
    int32_t width, height;             // of the picture
    int32_t left, top, right, bottom;  // samples of the margin; less than asked for at the end of the space
} field;

// Where values come from. Positions are whole numbers of the source's own units (noise_field.h, world_field.h).
typedef struct field_source {
    // Fills `out` with the samples whose upper left one lies at (x, y).
    bool (*fill)(const void *user, int64_t x, int64_t y, const tr_grid *out, const tr_progress *progress,
                 tr_error *err);
    const void *user;
    int64_t step;         // units per pixel
    int64_t first, last;  // the least and the largest position of each axis
    int32_t planes;
    bool one_row;  // all rows are alike
} field_source;

typedef struct field_def {
    int64_t x, y;           // of the upper left pixel
    int32_t width, height;  // pixels
    int32_t margin;         // wanted on every side
} field_def;

// Whether the picture itself (its margin may be cut) lies within the positions of the source.
bool field_fits(const field_source *source, const field_def *def);

// Evaluates a source. `progress` may be NULL. Release with field_destroy().
bool field_create(tr_context *context, const field_source *source, const field_def *def, const tr_progress *progress,
                  field *out, tr_error *err);
void field_destroy(tr_context *context, field *it);

// Rows [begin, begin + height) of a field as a picture of their own, with as much margin above and below as there is
// of `margin`. It shares the samples and is not destroyed.
field field_band(const field *it, int32_t begin, int32_t height, int32_t margin);

typedef struct field_stats {
    float low, high;
    double mean;
} field_stats;

// Of the first plane of the picture without its margin.
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
