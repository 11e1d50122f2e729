#include "carve_input.h"

#include <math.h>
#include <string.h>

// Lines outside are read as long as what they carve could reach the raster: this far, or as far as was asked for.
#define MARGIN_M 1000.0

// ---------------------------------------------------------------------------------------------------------
// The raster

static bool convert_to_metres(tr_context *context, carve_dem *dem, tr_error *err)
{
    const tr_grid *values = &dem->raster.values;
    dem->ground = *values;
    if (dem->raster.unit_m == 1.0) {
        return true;
    }
    if (!tr_grid_create(context, values->width, values->height, 1, &dem->ground, err)) {
        return false;
    }
    dem->owns_ground = true;
    const int64_t count = (int64_t)values->width * values->height;
    for (int64_t i = 0; i < count; i++) {
        dem->ground.samples[i] = (float)((double)values->samples[i] * dem->raster.unit_m);
    }
    return true;
}

bool carve_dem_read(tr_context *context, const char *path, carve_dem *out, tr_error *err)
{
    *out = (carve_dem){.path = path};
    return tr_raster_read(context, path, &out->raster, err) && convert_to_metres(context, out, err);
}

void carve_dem_destroy(tr_context *context, carve_dem *dem)
{
    if (dem->owns_ground) {
        tr_grid_destroy(context, &dem->ground);
    }
    tr_raster_destroy(context, &dem->raster);
}

tr_sample_area carve_dem_area(const carve_dem *dem)
{
    return (tr_sample_area){.width = dem->ground.width, .height = dem->ground.height, .spacing_m = 1};
}

// The pixel before a coordinate and the share of the next one.
static int32_t split(double at_px, int32_t size, double *share)
{
    const double last = (double)(size - 1);
    const double inside = at_px > 0 ? (at_px < last ? at_px : last) : 0;
    const int32_t pixel = size > 1 && inside >= last ? size - 2 : (int32_t)inside;
    *share = inside - pixel;
    return pixel;
}

static bool ground_heights(void *user, const double *x_m, const double *z_m, int32_t count, float *out_m, tr_error *err)
{
    (void)err;
    const carve_dem *dem = user;
    const tr_grid *ground = &dem->ground;
    const int64_t down = ground->height > 1 ? ground->row_stride : 0, right = ground->width > 1 ? 1 : 0;
    for (int32_t i = 0; i < count; i++) {
        double u, v;
        const int32_t column = split(x_m[i] / dem->raster.pixel_m[0], ground->width, &u);
        const int32_t row = split(z_m[i] / dem->raster.pixel_m[1], ground->height, &v);
        const float *at = ground->samples + row * ground->row_stride + column;
        const double north = (double)at[0] + ((double)at[right] - (double)at[0]) * u;
        const double south = (double)at[down] + ((double)at[down + right] - (double)at[down]) * u;
        out_m[i] = (float)(north + (south - north) * v);
    }
    return true;
}

tr_ground carve_dem_ground(const carve_dem *dem)
{
    return (tr_ground){.heights = ground_heights, .user = (void *)dem};
}

// ---------------------------------------------------------------------------------------------------------
// The paths

static tr_path_file_def file_def(const carve_dem *dem, const carve_request *request, const tr_region *within_m)
{
    const tr_raster *raster = &dem->raster;
    tr_path_file_def def = tr_default_path_file_def(request->kind);
    def.layer = request->layer;
    def.kind_field = request->kind_field;
    def.wkt = raster->wkt;
    def.within_m = within_m;
    def.origin[0] = raster->west + 0.5 * raster->step[0];
    def.origin[1] = raster->north - 0.5 * raster->step[1];
    for (int i = 0; i < 2; i++) {
        def.scale[i] = raster->pixel_m[i] / raster->step[i];
    }
    return def;
}

static void apply_request(const carve_request *request, tr_path_def *path)
{
    const bool water = tr_path_kind_is_water(path->kind), level = tr_path_kind_is_level(path->kind);
    if (request->width_m && !path->area) {
        path->width_m = *request->width_m;
    }
    if (request->smoothing_m) {
        path->smoothing_m = *request->smoothing_m;
        path->max_side_slope = 0;
    }
    if (request->side_slope) {
        path->max_side_slope = *request->side_slope;
    }
    if (request->smoothness) {
        path->smoothness = *request->smoothness;
    }
    if (request->mode) {
        path->mode = *request->mode;
    }
    if (request->depth_m && water) {
        path->depth_m = *request->depth_m;
    }
    if (request->banking && !water && !level) {
        path->banking = *request->banking;
    }
    if (request->max_grade && !water && !level) {
        path->max_grade = *request->max_grade;
    }
}

static bool check_system(const carve_dem *dem, const char *path, const tr_path_list *list, tr_error *err)
{
    if (dem->raster.wkt || !list->system) {
        return true;
    }
    return tr_fail(err, TR_ERROR_FORMAT,
                   "%s has no coordinate system, but %s is in \"%s\": give the raster its own with "
                   "gdal_translate -a_srs EPSG:code",
                   dem->path, path, list->system);
}

static bool add_paths(const carve_request *request, tr_path_list *list, const char *file, tr_carving *carving,
                      tr_error *err)
{
    for (int32_t i = 0; i < list->count; i++) {
        apply_request(request, &list->paths[i]);
        tr_error cause;
        tr_path_id id;
        if (!tr_carving_add(carving, &list->paths[i], &id, &cause)) {
            return tr_fail(err, cause.code, "%s: %s", file, cause.message);
        }
    }
    return true;
}

bool carve_paths_read(tr_context *context, const carve_dem *dem, const char *path, const carve_request *request,
                      tr_carving *carving, carve_counts *counts, tr_error *err)
{
    const double requested_m =
        (request->width_m ? 0.5 * *request->width_m : 0) + (request->smoothing_m ? *request->smoothing_m : 0);
    const double margin_m = MARGIN_M + requested_m;
    const tr_region within_m = {(int64_t)floor(-margin_m), (int64_t)floor(-margin_m),
                                (int64_t)ceil(dem->ground.width * dem->raster.pixel_m[0] + margin_m),
                                (int64_t)ceil(dem->ground.height * dem->raster.pixel_m[1] + margin_m)};
    const tr_path_file_def def = file_def(dem, request, &within_m);
    tr_path_list list;
    int32_t skipped;
    if (!tr_path_list_read(context, path, &def, &list, &skipped, err)) {
        return false;
    }
    counts->paths += list.count;
    counts->skipped += skipped;
    counts->outside += list.outside_count;
    const bool done = check_system(dem, path, &list, err) && add_paths(request, &list, path, carving, err);
    tr_path_list_destroy(context, &list);
    return done;
}

bool carve_check_reach(const carve_dem *dem, const tr_carving *carving, const carve_counts *counts, tr_error *err)
{
    const tr_raster *raster = &dem->raster;
    const double width_m = dem->ground.width * raster->pixel_m[0], height_m = dem->ground.height * raster->pixel_m[1];
    tr_region reach;
    if (tr_carving_bounds(carving, &reach) && (double)reach.x0 < width_m && (double)reach.x1 > 0 &&
        (double)reach.z0 < height_m && (double)reach.z1 > 0) {
        return true;
    }
    return tr_fail(err, TR_ERROR_FORMAT,
                   "all %d lines and polygons lie outside of %s, which reaches from %.10g, %.10g to %.10g, %.10g%s",
                   (int)(counts->paths + counts->outside), dem->path, raster->west,
                   raster->north - dem->ground.height * raster->step[1],
                   raster->west + dem->ground.width * raster->step[0], raster->north,
                   raster->wkt ? " of its system: is the system of both files right?"
                               : " and has no coordinate system: are the lines in the same one?");
}
