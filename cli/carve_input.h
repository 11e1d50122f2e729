// What `terrane carve` works on: a raster as ground, and the paths of files on it.
//
// Paths are in metres from the centre of the first pixel, x east and z south; samples are the pixels.
#ifndef CLI_CARVE_INPUT_H
#define CLI_CARVE_INPUT_H

#include "options.h"

#include "terrane/carve.h"
#include "terrane/io.h"

typedef struct carve_dem {
    const char *path;
    tr_raster raster;
    tr_grid ground;  // m; the values of the raster themselves when they are in metres
    bool owns_ground;
} carve_dem;

bool carve_dem_read(tr_context *context, const char *path, carve_dem *out, tr_error *err);
void carve_dem_destroy(tr_context *context, carve_dem *dem);

// All pixels.
tr_sample_area carve_dem_area(const carve_dem *dem);
// Heights between pixels, for the carving; outside, those of the border. `dem` must stay where it is.
tr_ground carve_dem_ground(const carve_dem *dem);

// What the user wants of all paths. Pointers are NULL when an option was not given.
typedef struct carve_request {
    const char *layer, *kind_field;
    tr_path_kind kind;
    const double *width_m, *smoothing_m, *side_slope, *smoothness, *banking, *depth_m, *max_grade;
    const tr_curve_mode *mode;
} carve_request;

typedef struct carve_counts {
    int32_t paths, skipped, outside;
} carve_counts;

// Adds the paths of a file to a carving and counts what was added and what was left out.
bool carve_paths_read(tr_context *context, const carve_dem *dem, const char *path, const carve_request *request,
                      tr_carving *carving, carve_counts *counts, tr_error *err);

// Fails with FORMAT unless something of the raster is carved.
bool carve_check_reach(const carve_dem *dem, const tr_carving *carving, const carve_counts *counts, tr_error *err);

#endif
