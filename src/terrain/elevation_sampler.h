// Rows of samples from the pixels of a raster: first the four rows are mixed into one, then four of its pixels into
// each sample.
#ifndef TR_TERRAIN_ELEVATION_SAMPLER_H
#define TR_TERRAIN_ELEVATION_SAMPLER_H

#include "terrain/elevation_axis.h"

// The columns of a query: for each sample, its taps, and where they stand in the list of all columns that are read.
typedef struct tr_elevation_columns {
    int32_t count;           // samples
    int32_t needed_count;    // columns of the raster that are read
    int32_t *needed;         // ascending
    int32_t (*places)[4];    // of the taps of each sample, in `needed`
    tr_elevation_tap *taps;  // of each sample
} tr_elevation_columns;

bool tr_elevation_columns_create(tr_context *context, const tr_elevation_axis *axis, int64_t origin, int64_t step,
                                 int32_t count, tr_elevation_columns *out, tr_error *err);
void tr_elevation_columns_destroy(tr_context *context, tr_elevation_columns *columns);

// One row of samples by Catmull-Rom (through the pixels, once differentiable; level ground stays level to the bit) and
// by the cubic B-spline (smooth, within the range of the pixels). `mixed` holds needed_count floats of scratch, `out`
// gets count.
void tr_elevation_sample_cubic(const tr_elevation_columns *columns, const tr_grid *raster, const tr_elevation_tap *row,
                               float *mixed, float *out);
void tr_elevation_sample_spline(const tr_elevation_columns *columns, const tr_grid *raster, const tr_elevation_tap *row,
                                float *mixed, float *out);

#endif
