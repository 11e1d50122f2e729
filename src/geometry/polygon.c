// Conflicts and insides are found by a sweep over all edges (ring_sweep.h).
#include "geometry/polygon.h"

#include <math.h>

#include "geometry/ring_sweep.h"

static double x_of(const tr_plan_rings *rings, int32_t at)
{
    return *(const double *)(const void *)((const char *)rings->x_m + (size_t)at * rings->stride_bytes);
}

static double z_of(const tr_plan_rings *rings, int32_t at)
{
    return *(const double *)(const void *)((const char *)rings->z_m + (size_t)at * rings->stride_bytes);
}

// ---------------------------------------------------------------------------------------------------------
// Conflicts

static double side_of(const tr_ring_edge *e, const double at[2])
{
    return (e->at[1][0] - e->at[0][0]) * (at[1] - e->at[0][1]) - (e->at[1][1] - e->at[0][1]) * (at[0] - e->at[0][0]);
}

static tr_ring_conflict conflict_of(const tr_ring_edge *a, const tr_ring_edge *b)
{
    const double b0 = side_of(a, b->at[0]), b1 = side_of(a, b->at[1]);
    const double t = b0 != b1 ? fmin(fmax(b0 / (b0 - b1), 0), 1) : 0;
    return (tr_ring_conflict){.found = true,
                              .x_m = b->at[0][0] + t * (b->at[1][0] - b->at[0][0]),
                              .z_m = b->at[0][1] + t * (b->at[1][1] - b->at[0][1]),
                              .ring = {a->ring, b->ring},
                              .edge = {a->index, b->index}};
}

bool tr_rings_find_conflict(tr_context *context, const tr_plan_rings *rings, tr_ring_conflict *out, tr_error *err)
{
    *out = (tr_ring_conflict){0};
    tr_ring_edge *edges = tr_ring_edges_create(context, rings, err);
    tr_ring_sweep sweep = {0};
    const bool ok = edges && tr_ring_sweep_run(context, edges, tr_rings_count(rings), &sweep, err);
    if (ok && sweep.found[0]) *out = conflict_of(sweep.found[0], sweep.found[1]);
    tr_free(context, edges);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Turning

double tr_ring_area(const tr_plan_rings *rings, int32_t ring)
{
    const int32_t begin = tr_ring_begin(rings, ring);
    const double x0 = x_of(rings, begin), z0 = z_of(rings, begin);
    double sum = 0;
    for (int32_t i = begin + 1; i + 1 < rings->ring_end[ring]; i++) {
        sum += (x_of(rings, i) - x0) * (z_of(rings, i + 1) - z0) - (z_of(rings, i) - z0) * (x_of(rings, i + 1) - x0);
    }
    return sum;
}

bool tr_rings_find_reversed(tr_context *context, const tr_plan_rings *rings, bool *out, tr_error *err)
{
    tr_ring_edge *edges = tr_ring_edges_create(context, rings, err);
    tr_ring_sweep sweep = {.inside_left = out};
    const bool ok = edges && tr_ring_sweep_run(context, edges, tr_rings_count(rings), &sweep, err);
    // Of rings that cross each has its own inside.
    for (int32_t ring = 0; ok && ring < rings->ring_count; ring++)
        out[ring] = sweep.found[0] ? tr_ring_area(rings, ring) > 0 : !out[ring];
    tr_free(context, edges);
    return ok;
}
