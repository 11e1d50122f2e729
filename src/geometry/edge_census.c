// Boxes are sorted by their western edge; each is compared with those that begin before it ends. That is quadratic at
// its worst, so tests are counted, and counting ends at the limit.
#include "geometry/edge_census.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/ring_sweep.h"
#include "geometry/turn.h"

// Edges [begin, end), which go on in one quarter of the compass.
typedef struct edge_run {
    double x0, z0, x1, z1;
    int32_t begin, end;
} edge_run;

static int by_west(const void *left, const void *right)
{
    const edge_run *a = left, *b = right;
    if (a->x0 != b->x0) return a->x0 < b->x0 ? -1 : 1;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

static edge_run run_of(const tr_ring_edge *edge, int32_t number)
{
    const double *a = edge->at[0], *b = edge->at[1];
    return (edge_run){fmin(a[0], b[0]), fmin(a[1], b[1]), fmax(a[0], b[0]), fmax(a[1], b[1]), number, number + 1};
}

static int quarter_of(const tr_ring_edge *edge)
{
    return 2 * (edge->at[1][0] >= edge->at[0][0]) + (edge->at[1][1] >= edge->at[0][1]);
}

static int32_t list_runs(const tr_ring_edge *edges, int32_t count, bool joined, edge_run *out)
{
    int32_t runs = 0;
    for (int32_t i = 0; i < count; i++) {
        const edge_run own = run_of(&edges[i], i);
        edge_run *last = runs > 0 ? &out[runs - 1] : NULL;
        if (joined && last && edges[i].index > 0 && quarter_of(&edges[i]) == quarter_of(&edges[i - 1])) {
            last->x0 = fmin(last->x0, own.x0), last->z0 = fmin(last->z0, own.z0);
            last->x1 = fmax(last->x1, own.x1), last->z1 = fmax(last->z1, own.z1);
            last->end = i + 1;
        } else {
            out[runs++] = own;
        }
    }
    return runs;
}

static bool cross(const tr_ring_edge *a, const tr_ring_edge *b)
{
    return tr_turn(a->at[0], a->at[1], b->at[0]) * tr_turn(a->at[0], a->at[1], b->at[1]) < 0 &&
           tr_turn(b->at[0], b->at[1], a->at[0]) * tr_turn(b->at[0], b->at[1], a->at[1]) < 0;
}

// Counts the pairs of runs; of single edges their crossings too, where `edges` are given.
static void count_pairs(const edge_run *runs, int32_t count, const tr_ring_edge *edges, const tr_edge_limits *limits,
                        tr_edge_census *out)
{
    for (int32_t i = 0; i < count; i++) {
        const edge_run *a = &runs[i];
        for (int32_t j = i + 1; j < count && runs[j].x0 <= a->x1; j++) {
            const edge_run *b = &runs[j];
            out->tests++;
            if (b->z0 > a->z1 || b->z1 < a->z0) continue;
            out->pairs++;
            if (edges && cross(&edges[a->begin], &edges[b->begin])) out->crossings++;
        }
        if (!tr_edge_census_is_within(out, limits)) return;
    }
}

bool tr_edge_census_take(tr_context *context, const tr_plan_rings *rings, const tr_edge_limits *limits,
                         tr_edge_census *out, tr_error *err)
{
    *out = (tr_edge_census){0};
    const int32_t count = tr_rings_count(rings);
    tr_ring_edge *edges = tr_ring_edges_create(context, rings, err);
    edge_run *runs = edges ? tr_alloc_array(context, (size_t)count, sizeof *runs, err) : NULL;
    const bool ok = runs != NULL;
    for (int joined = 1; ok && joined >= 0 && tr_edge_census_is_within(out, limits); joined--) {
        const int32_t run_count = list_runs(edges, count, joined, runs);
        qsort(runs, (size_t)run_count, sizeof *runs, by_west);
        count_pairs(runs, run_count, joined ? NULL : edges, limits, out);
    }
    tr_free(context, runs);
    tr_free(context, edges);
    return ok;
}
