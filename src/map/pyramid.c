#include "map/pyramid.h"

typedef struct level_job {
    const tr_map_field *source;  // level 0 only
    float scale;
    const tr_grid *fine;
    const tr_grid *coarse;
} level_job;

static int32_t clamp_index(int32_t i, int32_t size)
{
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

static bool fill_surface(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    const level_job *job = user;
    for (int64_t y = begin; y < end; y++) {
        const float *from = job->source->grid.samples + y * job->source->row_stride;
        float *to = job->coarse->samples + y * job->coarse->row_stride;
        for (int32_t x = 0; x < job->coarse->width; x++) {
            to[x] = from[x] > 0.0f ? from[x] * job->scale : 0.0f;
        }
    }
    return true;
}

// Four samples with weights 1 3 3 1: a plain mean of two would leave squares in the shading.
static bool fill_half(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    static const float weights[4] = {0.125f, 0.375f, 0.375f, 0.125f};
    const level_job *job = user;
    const tr_grid *fine = job->fine, *coarse = job->coarse;
    for (int64_t y = begin; y < end; y++) {
        for (int32_t x = 0; x < coarse->width; x++) {
            float sum = 0.0f;
            for (int32_t j = 0; j < 4; j++) {
                const float *row = fine->samples + clamp_index((int32_t)y * 2 - 1 + j, fine->height) * fine->row_stride;
                float row_sum = 0.0f;
                for (int32_t i = 0; i < 4; i++) {
                    row_sum += weights[i] * row[clamp_index(x * 2 - 1 + i, fine->width)];
                }
                sum += weights[j] * row_sum;
            }
            coarse->samples[y * coarse->row_stride + x] = sum;
        }
    }
    return true;
}

static bool make_level(tr_context *context, const level_job *job, int32_t width, int32_t height, tr_grid *out,
                       tr_error *err)
{
    if (!tr_grid_create(context, width, height, 1, out, err)) {
        return false;
    }
    return tr_parallel_for(context, &(tr_range_work){height, 16, job->source ? fill_surface : fill_half, (void *)job},
                           NULL, err);
}

bool tr_pyramid_create(tr_context *context, const tr_map_field *field, float scale, tr_pyramid *out, tr_error *err)
{
    *out = (tr_pyramid){0};
    int32_t width = field->grid.width, height = field->top + field->height + field->bottom;
    for (int level = 0; level < PYRAMID_LEVELS; level++) {
        tr_grid *coarse = &out->levels[level];
        const level_job job = level == 0 ? (level_job){.source = field, .scale = scale, .coarse = coarse}
                                         : (level_job){.fine = coarse - 1, .coarse = coarse};
        if (!make_level(context, &job, width, height, coarse, err)) {
            tr_pyramid_destroy(context, out);
            return false;
        }
        width = (width + 1) / 2;
        height = (height + 1) / 2;
    }
    return true;
}

void tr_pyramid_destroy(tr_context *context, tr_pyramid *pyramid)
{
    for (int level = 0; level < PYRAMID_LEVELS; level++) {
        if (pyramid->levels[level].samples) {
            tr_grid_destroy(context, &pyramid->levels[level]);
        }
    }
}

static float clamp_place(float place, int32_t size)
{
    const float last = (float)(size - 1);
    return place < 0.0f ? 0.0f : place > last ? last : place;
}

float tr_pyramid_sample(const tr_pyramid *pyramid, int level, float x, float y)
{
    static const float shrink[PYRAMID_LEVELS] = {1.0f, 0.5f, 0.25f, 0.125f, 0.0625f};
    const tr_grid *grid = &pyramid->levels[level];
    // A sample stands for the middle of what it covers.
    const float u = clamp_place((x + 0.5f) * shrink[level] - 0.5f, grid->width);
    const float v = clamp_place((y + 0.5f) * shrink[level] - 0.5f, grid->height);
    const int32_t column = (int32_t)u, row = (int32_t)v;
    const int32_t right = column + 1 < grid->width ? 1 : 0;
    const float *upper = grid->samples + row * grid->row_stride + column;
    const float *lower = row + 1 < grid->height ? upper + grid->row_stride : upper;
    const float s = u - (float)column, t = v - (float)row;
    const float a = upper[0] + (upper[right] - upper[0]) * s;
    const float b = lower[0] + (lower[right] - lower[0]) * s;
    return a + (b - a) * t;
}
