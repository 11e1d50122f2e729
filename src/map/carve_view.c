#include "map/carve_view.h"

#include <math.h>

// A pixel of the raster takes at most this many of the picture.
#define MAX_ENLARGED 12.0
#define MARGIN_SHARE 0.06

typedef struct picture_window {
    double x, z;  // of the upper left corner, in pixels of the raster; pixel i covers i .. i + 1
    double width, height;
} picture_window;

// ---------------------------------------------------------------------------------------------------------
// The window

static void widen(double *from, double *size, double wanted, double limit)
{
    if (wanted > limit) {
        wanted = limit;
    }
    if (*size < wanted) {
        *from -= 0.5 * (wanted - *size);
        *size = wanted;
    }
    *from = *from < 0 ? 0 : *from + *size > limit ? limit - *size : *from;
}

static picture_window window_of(const tr_map_carving_def *def)
{
    const double aspect = (double)def->width_px / (double)def->height_px;
    const double *pixel_m = def->raster->pixel_m;
    const double full_x = def->before->width, full_z = def->before->height;
    tr_region reach;
    if (!tr_carving_bounds(def->carving, &reach)) {
        return (picture_window){0, 0, full_x, full_z};
    }
    const double x0 = fmax((double)reach.x0 / pixel_m[0] + 0.5, 0),
                 x1 = fmin((double)reach.x1 / pixel_m[0] + 0.5, full_x);
    const double z0 = fmax((double)reach.z0 / pixel_m[1] + 0.5, 0),
                 z1 = fmin((double)reach.z1 / pixel_m[1] + 0.5, full_z);
    picture_window window = {x0, z0, x1 - x0, z1 - z0};
    widen(&window.x, &window.width, window.width * (1 + 2 * MARGIN_SHARE), full_x);
    widen(&window.z, &window.height, window.height * (1 + 2 * MARGIN_SHARE), full_z);
    // A path along one axis would make a thin strip.
    widen(&window.x, &window.width, 0.6 * aspect * window.height * pixel_m[1] / pixel_m[0], full_x);
    widen(&window.z, &window.height, 0.6 * window.width * pixel_m[0] / pixel_m[1] / aspect, full_z);
    return window;
}

// ---------------------------------------------------------------------------------------------------------
// Samples

static int32_t clamp_index(int32_t i, int32_t size)
{
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

// Weights of four neighbours around t in 0..1 (Catmull and Rom): through the values, with a smooth slope.
static void cubic_weights(float t, float out[4])
{
    out[0] = t * (-0.5f + t * (1.0f - 0.5f * t));
    out[1] = 1.0f + t * t * (-2.5f + 1.5f * t);
    out[2] = t * (0.5f + t * (2.0f - 1.5f * t));
    out[3] = t * t * (-0.5f + 0.5f * t);
}

static void linear_weights(float t, float out[4])
{
    out[0] = out[3] = 0.0f;
    out[1] = 1.0f - t;
    out[2] = t;
}

typedef struct resampling_work {
    const tr_grid *from;
    const uint8_t *marks;  // instead of `from` when not NULL: 1 counts as 1
    bool smooth;
} resampling_work;

static float value_at(const resampling_work *resampling, int32_t x, int32_t z)
{
    const int32_t column = clamp_index(x, resampling->from->width), row = clamp_index(z, resampling->from->height);
    if (resampling->marks) {
        return (float)resampling->marks[(int64_t)row * resampling->from->width + column];
    }
    return resampling->from->samples[row * resampling->from->row_stride + column];
}

static float enlarge(const resampling_work *resampling, double x, double z)
{
    const double left = floor(x - 0.5), top = floor(z - 0.5);
    float u[4], v[4];
    (resampling->smooth ? cubic_weights : linear_weights)((float)(x - 0.5 - left), u);
    (resampling->smooth ? cubic_weights : linear_weights)((float)(z - 0.5 - top), v);
    float sum = 0.0f;
    for (int32_t j = 0; j < 4; j++) {
        for (int32_t i = 0; i < 4; i++) {
            sum += u[i] * v[j] * value_at(resampling, (int32_t)left + i - 1, (int32_t)top + j - 1);
        }
    }
    return sum;
}

// The mean of the pixels that a pixel of the picture covers.
static float reduce(const resampling_work *resampling, double x0, double z0, double x1, double z1)
{
    const int32_t left = (int32_t)floor(x0), top = (int32_t)floor(z0);
    const int32_t right = (int32_t)ceil(x1), bottom = (int32_t)ceil(z1);
    double sum = 0;
    for (int32_t z = top; z < bottom; z++) {
        for (int32_t x = left; x < right; x++) {
            sum += (double)value_at(resampling, x, z);
        }
    }
    return (float)(sum / ((double)(right - left) * (double)(bottom - top)));
}

static bool resample(tr_context *context, const resampling_work *resampling, const picture_window *from, int32_t width,
                     int32_t height, tr_grid *out, tr_error *err)
{
    if (!tr_grid_create(context, width, height, 1, out, err)) {
        return false;
    }
    const double step_x = from->width / width, step_z = from->height / height;
    const bool smaller = step_x > 1.0 || step_z > 1.0;
    for (int32_t j = 0; j < height; j++) {
        for (int32_t i = 0; i < width; i++) {
            const double x = from->x + i * step_x, z = from->z + j * step_z;
            out->samples[j * out->row_stride + i] = smaller ? reduce(resampling, x, z, x + step_x, z + step_z)
                                                            : enlarge(resampling, x + 0.5 * step_x, z + 0.5 * step_z);
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The view

// Marks of pixels that are wet (or known); NULL with `err` set.
static uint8_t *mark(tr_context *context, const tr_map_carving_def *def, bool wet, tr_error *err)
{
    const tr_grid *after = def->after;
    const int64_t count = (int64_t)after->width * after->height;
    uint8_t *marks = tr_alloc(context, (size_t)count, err);
    for (int64_t i = 0; i < count && marks; i++) {
        const bool is_known = !def->raster->voids || !def->raster->voids[i];
        marks[i] = wet ? def->water->samples[i] > after->samples[i] : is_known;
    }
    return marks;
}

static bool resample_marks(tr_context *context, const tr_map_carving_def *def, bool wet, const picture_window *from,
                           const tr_grid *like, tr_grid *out, tr_error *err)
{
    uint8_t *marks = mark(context, def, wet, err);
    const resampling_work marked = {.from = def->after, .marks = marks};
    const bool done = marks && resample(context, &marked, from, like->width, like->height, out, err);
    tr_free(context, marks);
    return done;
}

// The smooth interpolation of heights overshoots beside steep slopes, which would show as cut beside every fill.
static bool resample_change(tr_context *context, const tr_map_carving_def *def, const picture_window *from,
                            const tr_grid *like, tr_grid *out, tr_error *err)
{
    const resampling_work before = {.from = def->before}, after = {.from = def->after};
    tr_grid ground = {0};
    const bool done = resample(context, &before, from, like->width, like->height, &ground, err) &&
                      resample(context, &after, from, like->width, like->height, out, err);
    for (int64_t i = 0; i < (int64_t)like->width * like->height && done; i++) {
        out->samples[i] -= ground.samples[i];
    }
    tr_grid_destroy(context, &ground);
    return done;
}

bool tr_carve_view_create(tr_context *context, const tr_map_carving_def *def, tr_carve_view *out, tr_error *err)
{
    *out = (tr_carve_view){0};
    const double *pixel_m = def->raster->pixel_m;
    const picture_window from = window_of(def);
    const double width_m = from.width * pixel_m[0], height_m = from.height * pixel_m[1];
    out->spacing_m =
        fmax(fmax(width_m / def->width_px, height_m / def->height_px), fmin(pixel_m[0], pixel_m[1]) / MAX_ENLARGED);
    const int32_t width = (int32_t)fmax(width_m / out->spacing_m, 1),
                  height = (int32_t)fmax(height_m / out->spacing_m, 1);
    const resampling_work before = {.from = def->before, .smooth = true}, after = {.from = def->after, .smooth = true};
    return resample(context, &before, &from, width, height, &out->before, err) &&
           resample(context, &after, &from, width, height, &out->after, err) &&
           resample_change(context, def, &from, &out->after, &out->change, err) &&
           resample_marks(context, def, true, &from, &out->after, &out->wet, err) &&
           resample_marks(context, def, false, &from, &out->after, &out->known, err);
}

void tr_carve_view_destroy(tr_context *context, tr_carve_view *view)
{
    tr_grid_destroy(context, &view->before);
    tr_grid_destroy(context, &view->after);
    tr_grid_destroy(context, &view->change);
    tr_grid_destroy(context, &view->wet);
    tr_grid_destroy(context, &view->known);
}
