// Push-pull (Gortler and others, "The Lumigraph", 1996) with relaxation: levels of half the size hold the means of what
// is known; from the coarsest to the finest, a void starts from the level below it in bilinear form and is then relaxed
// towards the mean of its neighbours. The coarse levels carry values over wide voids, so that few sweeps are enough on
// each.
#include "io/elevation_fill.h"

#include <math.h>

enum { MAX_LEVELS = 32, SWEEPS = 24 };

typedef struct void_level {
    float *values;
    uint8_t *is_void;
    int32_t width, height;
    int64_t stride;
} void_level;

typedef struct void_pyramid {
    tr_context *context;
    void_level levels[MAX_LEVELS];
    int count;
} void_pyramid;

static int64_t count_voids(const tr_grid *raster)
{
    int64_t count = 0;
    for (int32_t y = 0; y < raster->height; y++) {
        const float *row = raster->samples + y * raster->row_stride;
        for (int32_t x = 0; x < raster->width; x++) count += isnan(row[x]) ? 1 : 0;
    }
    return count;
}

static void mark_voids(const void_level *level)
{
    for (int32_t y = 0; y < level->height; y++) {
        const float *row = level->values + y * level->stride;
        uint8_t *marks = level->is_void + (int64_t)y * level->width;
        for (int32_t x = 0; x < level->width; x++) marks[x] = (uint8_t)(isnan(row[x]) ? 1 : 0);
    }
}

// The mean of the known values among the (up to) four finer ones, NaN when there is none.
static float mean_of_four(const void_level *fine, int32_t x, int32_t y)
{
    float sum = 0;
    int known = 0;
    for (int32_t j = 2 * y; j < 2 * y + 2 && j < fine->height; j++) {
        for (int32_t i = 2 * x; i < 2 * x + 2 && i < fine->width; i++) {
            const float value = fine->values[j * fine->stride + i];
            if (isnan(value)) continue;
            sum += value;
            known++;
        }
    }
    return known > 0 ? sum / (float)known : NAN;
}

static bool add_level(void_pyramid *pyramid, tr_error *err)
{
    const void_level *fine = &pyramid->levels[pyramid->count - 1];
    void_level *coarse = &pyramid->levels[pyramid->count];
    *coarse = (void_level){.width = (fine->width + 1) / 2, .height = (fine->height + 1) / 2};
    coarse->stride = coarse->width;
    pyramid->count++;
    const size_t size = (size_t)coarse->width * (size_t)coarse->height;
    coarse->values = tr_alloc_array(pyramid->context, size, sizeof(float), err);
    coarse->is_void = coarse->values ? tr_alloc(pyramid->context, size, err) : NULL;
    if (!coarse->is_void) return false;
    for (int32_t y = 0; y < coarse->height; y++)
        for (int32_t x = 0; x < coarse->width; x++) coarse->values[y * coarse->stride + x] = mean_of_four(fine, x, y);
    mark_voids(coarse);
    return true;
}

static bool build(void_pyramid *pyramid, const tr_grid *raster, tr_error *err)
{
    pyramid->levels[0] = (void_level){.values = raster->samples, .width = raster->width, .height = raster->height};
    pyramid->levels[0].stride = raster->row_stride;
    pyramid->count = 1;
    pyramid->levels[0].is_void = tr_alloc_array(pyramid->context, (size_t)raster->width, (size_t)raster->height, err);
    if (!pyramid->levels[0].is_void) return false;
    mark_voids(&pyramid->levels[0]);
    while (pyramid->levels[pyramid->count - 1].width > 1 || pyramid->levels[pyramid->count - 1].height > 1)
        if (!add_level(pyramid, err)) return false;
    return true;
}

static void release(void_pyramid *pyramid)
{
    for (int i = 0; i < pyramid->count; i++) {
        tr_free(pyramid->context, pyramid->levels[i].is_void);
        if (i > 0) tr_free(pyramid->context, pyramid->levels[i].values);
    }
}

// A coarse value lies in the middle of its four finer ones: 3/4 of the nearer and 1/4 of the farther, along each axis.
static float upsample(const void_level *coarse, int32_t x, int32_t y)
{
    const int32_t x0 = x / 2, y0 = y / 2;
    int32_t x1 = x0 + (x % 2 == 0 ? -1 : 1), y1 = y0 + (y % 2 == 0 ? -1 : 1);
    x1 = x1 < 0 || x1 >= coarse->width ? x0 : x1;
    y1 = y1 < 0 || y1 >= coarse->height ? y0 : y1;
    const float *near_row = coarse->values + y0 * coarse->stride, *far_row = coarse->values + y1 * coarse->stride;
    const float near_value = 0.75f * near_row[x0] + 0.25f * near_row[x1];
    const float far_value = 0.75f * far_row[x0] + 0.25f * far_row[x1];
    return 0.75f * near_value + 0.25f * far_value;
}

static void push(const void_level *coarse, const void_level *fine)
{
    for (int32_t y = 0; y < fine->height; y++) {
        const uint8_t *marks = fine->is_void + (int64_t)y * fine->width;
        for (int32_t x = 0; x < fine->width; x++)
            if (marks[x]) fine->values[y * fine->stride + x] = upsample(coarse, x, y);
    }
}

// The mean of the neighbours; at the border of the raster it has fewer of them, which makes the surface end level
// there.
static float mean_of_neighbours(const void_level *level, int32_t x, int32_t y)
{
    const float *at = level->values + y * level->stride + x;
    float sum = 0;
    int count = 0;
    if (x > 0) sum += at[-1], count++;
    if (x + 1 < level->width) sum += at[1], count++;
    if (y > 0) sum += at[-level->stride], count++;
    if (y + 1 < level->height) sum += at[level->stride], count++;
    return count > 0 ? sum / (float)count : *at;
}

// Red and black squares in turn, so that the order within a colour does not matter.
static void relax(const void_level *level)
{
    for (int half_sweep = 0; half_sweep < 2 * SWEEPS; half_sweep++) {
        for (int32_t y = 0; y < level->height; y++) {
            const uint8_t *marks = level->is_void + (int64_t)y * level->width;
            for (int32_t x = (y + half_sweep) % 2; x < level->width; x += 2)
                if (marks[x]) level->values[y * level->stride + x] = mean_of_neighbours(level, x, y);
        }
    }
}

bool tr_elevation_fill(tr_context *context, const tr_grid *raster, int64_t *void_count, tr_error *err)
{
    *void_count = count_voids(raster);
    if (*void_count == 0) return true;
    if (*void_count == (int64_t)raster->width * raster->height)
        return tr_fail(err, TR_ERROR_FORMAT, "all of its %d x %d pixels are voids", raster->width, raster->height);
    void_pyramid pyramid = {.context = context};
    const bool built = build(&pyramid, raster, err);
    for (int i = pyramid.count - 2; built && i >= 0; i--) {
        push(&pyramid.levels[i + 1], &pyramid.levels[i]);
        relax(&pyramid.levels[i]);
    }
    release(&pyramid);
    return built;
}
