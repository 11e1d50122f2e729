// The values under a picture: one per pixel, and a margin around it for what looks at neighbours.
#ifndef TR_MAP_FIELD_H
#define TR_MAP_FIELD_H

#include "terrane/base.h"

typedef struct tr_map_field {
    tr_grid grid;                      // the samples with their margin; one plane or more
    int64_t row_stride;                // in floats; 0 when all rows are one (a noise of one dimension)
    int32_t width, height;             // of the picture
    int32_t left, top, right, bottom;  // samples of the margin; less than asked for at the end of the space
} tr_map_field;

// Where values come from. Positions are whole numbers of the source's own units (noise_field.h, world_field.h).
typedef struct tr_map_field_source {
    // Fills `out` with the samples whose upper left one lies at (x, y).
    bool (*fill)(const void *user, int64_t x, int64_t y, const tr_grid *out, const tr_progress *progress,
                 tr_error *err);
    const void *user;
    int64_t step;         // units per pixel
    int64_t first, last;  // the least and the largest position of each axis
    int32_t planes;
    bool one_row;  // all rows are alike
} tr_map_field_source;

typedef struct tr_map_field_def {
    int64_t x, y;           // of the upper left pixel
    int32_t width, height;  // pixels
    int32_t margin;         // wanted on every side
} tr_map_field_def;

// Whether the picture itself (its margin may be cut) lies within the positions of the source.
bool tr_map_field_fits(const tr_map_field_source *source, const tr_map_field_def *def);

// Evaluates a source. `progress` may be NULL. Release with tr_map_field_destroy().
bool tr_map_field_create(tr_context *context, const tr_map_field_source *source, const tr_map_field_def *def,
                         const tr_progress *progress, tr_map_field *out, tr_error *err);
void tr_map_field_destroy(tr_context *context, tr_map_field *field);

// Rows [begin, begin + height) of a field as a picture of their own, with as much margin above and below as there is
// of `margin`. It shares the samples and is not destroyed.
tr_map_field tr_map_field_band(const tr_map_field *field, int32_t begin, int32_t height, int32_t margin);

typedef struct tr_map_field_stats {
    float low, high;
    double mean;
} tr_map_field_stats;

// Of the first plane of the picture without its margin.
tr_map_field_stats tr_map_field_measure(const tr_map_field *field);

// The row of pixels `y`, from x = 0.
static inline const float *tr_map_field_row(const tr_map_field *field, int32_t y)
{
    return field->grid.samples + (y + field->top) * field->row_stride + field->left;
}

// The value at a pixel or in the margin; beyond it the nearest one.
static inline float tr_map_field_at(const tr_map_field *field, int32_t x, int32_t y)
{
    const int32_t last_x = field->width + field->right - 1, last_y = field->height + field->bottom - 1;
    x = x < -field->left ? -field->left : x > last_x ? last_x : x;
    y = y < -field->top ? -field->top : y > last_y ? last_y : y;
    return tr_map_field_row(field, y)[x];
}

#endif
