// Queries: what is asked is checked here, then the backend of the context does it.
#include "noise/eval.h"

#include <assert.h>
#include <float.h>

#include "noise/lattice.h"
#include "noise/ops_isa.h"

enum { MAX_SIZE = 1 << 24 };
static const int64_t max_step = (int64_t)1 << 31;

tr_noise_query tr_default_noise_query(void)
{
    return (tr_noise_query){.step = {1, 1, 1}, .size = {1, 1, 1}};
}

static bool check_axis(const tr_noise *noise, const tr_noise_query *query, int axis, int32_t out_size, tr_error *err)
{
    const char name = "xyz"[axis];
    int32_t size = query->size[axis];
    int64_t step = query->step[axis];
    if (size < 1 || size > MAX_SIZE)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the size along %c is %d; allowed are 1 to %d samples", name,
                       (int)size, MAX_SIZE);
    if (axis >= noise->dims && size != 1)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the size along %c is %d, but the noise was compiled for %d dimensions", name, (int)size,
                       noise->dims);
    if (step < 1 || step > max_step)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the step along %c is %lld; allowed are 1 to 2^31 units", name,
                       (long long)step);
    if (query->origin[axis] > INT64_MAX - step * (size - 1))
        return tr_fail(err, TR_ERROR_TOO_LARGE, "along %c the query ends beyond the largest 64-bit position", name);
    if (out_size != size)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "along %c the output has %d samples and the query %d", name,
                       (int)out_size, (int)size);
    return true;
}

static bool check_query(const tr_noise *noise, const tr_noise_query *query, const tr_grid *out, tr_error *err)
{
    const int32_t out_size[3] = {out->width, out->height, out->depth};
    for (int axis = 0; axis < 3; axis++)
        if (!check_axis(noise, query, axis, out_size[axis], err)) return false;
    bool rows_apart = out->row_stride >= out->width && out->row_stride <= INT64_MAX / 2 / out->height;
    if (!rows_apart || out->plane_stride < out->row_stride * (out->height - 1) + out->width ||
        out->plane_stride > INT64_MAX / 2 / out->depth)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the strides of the output make its rows or planes overlap");
    return true;
}

bool tr_noise_grid(const tr_noise *noise, const tr_noise_query *query, const tr_progress *progress, const tr_grid *out,
                   tr_error *err)
{
    assert(noise && query && out && out->samples);
    if (!check_query(noise, query, out, err)) return false;
    if (tr_context_backend(noise->context) == TR_BACKEND_GL) return tr_noise_grid_gl(noise, query, out, progress, err);
    return tr_noise_grid_cpu(noise, query, out, progress, err);
}

float tr_noise_point_limit(const tr_noise *noise)
{
    double limit = FLT_MAX;
    for (int s = 0; s < noise->source_count; s++) {
        const tr_source *source = &noise->sources[s];
        for (int k = 0; k < source->octave_count; k++) {
            // On the skewed lattice of simplex noise every axis adds to the displacement along each.
            const tr_octave *octave = &source->octaves[k];
            double steps_q40 = (double)octave->step_q40 + (source->dims - 1) * (double)octave->minor_q40;
            double reach = TR_MAX_DISPLACEMENT_CELLS / (steps_q40 * 0x1p-40);
            limit = reach < limit ? reach : limit;
        }
    }
    return (float)limit;
}

bool tr_noise_check_points(const tr_noise *noise, const tr_noise_point_query *query, float limit, size_t first,
                           size_t count, tr_error *err)
{
    const tr_ops_table *ops = TR_ISA_PICK(tr_ops_table, tr_context_isa(noise->context));
    const float *axes[3] = {query->x, query->y, query->z};
    for (int axis = 0; axis < noise->dims; axis++) {
        if (ops->all_within(axes[axis] + first, limit, count)) continue;
        size_t i = first;
        while (axes[axis][i] >= -limit && axes[axis][i] <= limit) i++;
        return tr_fail(err, TR_ERROR_NOT_FINITE,
                       "point %zu has %c = %g; allowed are finite numbers up to %g from the origin", i, "xyz"[axis],
                       (double)axes[axis][i], (double)limit);
    }
    return true;
}

bool tr_noise_points(const tr_noise *noise, const tr_noise_point_query *query, const tr_progress *progress, float *out,
                     tr_error *err)
{
    assert(noise && query && (out || query->count == 0));
    const float *axes[3] = {query->x, query->y, query->z};
    for (int axis = 0; axis < noise->dims; axis++)
        if (!axes[axis] && query->count > 0)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the noise has %d dimensions, but the points have no %c",
                           noise->dims, "xyz"[axis]);
    if (query->count == 0) return true;
    if (tr_context_backend(noise->context) == TR_BACKEND_GL)
        return tr_noise_points_gl(noise, query, out, progress, err);
    return tr_noise_points_cpu(noise, query, out, progress, err);
}

// ---------------------------------------------------------------------------------------------------------
// Grids as jobs

typedef struct grid_job {
    const tr_noise *noise;
    tr_noise_query query;
    tr_grid out;
} grid_job;

static bool report_to_job(void *user, double share)
{
    tr_job_set_share(user, share);
    return !tr_job_should_stop(user);
}

static bool run_grid_job(void *user, tr_job *job, tr_error *err)
{
    const grid_job *grid = user;
    tr_progress progress = {report_to_job, job};
    return tr_noise_grid(grid->noise, &grid->query, &progress, &grid->out, err);
}

static void release_grid_job(void *user)
{
    grid_job *job = user;
    tr_free(job->noise->context, job);
}

tr_job *tr_noise_grid_start(const tr_noise *noise, const tr_noise_query *query, tr_priority priority,
                            const tr_grid *out, tr_error *err)
{
    assert(noise && query && out && out->samples);
    if (!check_query(noise, query, out, err)) return NULL;
    grid_job *grid = tr_alloc(noise->context, sizeof *grid, err);
    if (!grid) return NULL;
    *grid = (grid_job){noise, *query, *out};
    tr_job_work def = {run_grid_job, release_grid_job, grid, priority};
    tr_job *job = tr_job_start(noise->context, &def, err);
    if (!job) tr_free(noise->context, grid);
    return job;
}
