// Crossings are looked for in boxes that are halved until few edges remain in each: that adapts to outlines with dense
// and sparse parts, where a grid of equal cells would not.
#include "carve/polygon.h"

#include <assert.h>
#include <math.h>

enum { FEW_EDGES = 12, DEEPEST = 40 };

typedef struct edge {
    double x[2], z[2];
    int32_t ring, index, ring_edges;  // index within the ring
} edge;

// ---------------------------------------------------------------------------------------------------------
// Two edges

static double side_of(const edge *e, double x, double z)
{
    return (e->x[1] - e->x[0]) * (z - e->z[0]) - (e->z[1] - e->z[0]) * (x - e->x[0]);
}

static bool boxes_touch(const edge *a, const edge *b)
{
    return fmin(a->x[0], a->x[1]) <= fmax(b->x[0], b->x[1]) && fmin(b->x[0], b->x[1]) <= fmax(a->x[0], a->x[1]) &&
           fmin(a->z[0], a->z[1]) <= fmax(b->z[0], b->z[1]) && fmin(b->z[0], b->z[1]) <= fmax(a->z[0], a->z[1]);
}

// Whether `second` follows `first` on its ring.
static bool follows(const edge *first, const edge *second)
{
    return first->ring == second->ring && second->index == (first->index + 1) % first->ring_edges;
}

static bool doubles_back(const edge *first, const edge *second)
{
    const double ax = first->x[1] - first->x[0], az = first->z[1] - first->z[0];
    const double bx = second->x[1] - second->x[0], bz = second->z[1] - second->z[0];
    return ax * bz - az * bx == 0 && ax * bx + az * bz < 0;
}

static bool edges_conflict(const edge *a, const edge *b)
{
    if (follows(a, b)) return doubles_back(a, b);
    if (follows(b, a)) return doubles_back(b, a);
    if (!boxes_touch(a, b)) return false;
    const double b0 = side_of(a, b->x[0], b->z[0]), b1 = side_of(a, b->x[1], b->z[1]);
    const double a0 = side_of(b, a->x[0], a->z[0]), a1 = side_of(b, a->x[1], a->z[1]);
    const bool apart = (b0 > 0 && b1 > 0) || (b0 < 0 && b1 < 0) || (a0 > 0 && a1 > 0) || (a0 < 0 && a1 < 0);
    if (apart) return false;
    const bool touch = b0 == 0 || b1 == 0 || a0 == 0 || a1 == 0;
    return !touch || a->ring == b->ring;
}

// ---------------------------------------------------------------------------------------------------------
// Halving

typedef struct box {
    double x0, z0, x1, z1;
} box;

typedef struct search {
    tr_context *context;
    const edge *edges;
    const edge *found[2];
    tr_error *err;
    bool failed;
} search;

// Whether an edge passes through a box; true for some that pass close to it.
static bool edge_in_box(const edge *e, box b)
{
    if (fmax(e->x[0], e->x[1]) < b.x0 || fmin(e->x[0], e->x[1]) > b.x1) return false;
    if (fmax(e->z[0], e->z[1]) < b.z0 || fmin(e->z[0], e->z[1]) > b.z1) return false;
    const double reach = fabs(e->x[1] - e->x[0]) * (b.z1 - b.z0) + fabs(e->z[1] - e->z[0]) * (b.x1 - b.x0);
    const double middle = side_of(e, 0.5 * (b.x0 + b.x1), 0.5 * (b.z0 + b.z1));
    return fabs(middle) <= 0.5 * reach * (1 + 1e-9) + 1e-9;
}

static void search_pairs(search *s, const int32_t *list, int32_t count)
{
    for (int32_t i = 0; i < count && !s->found[0]; i++) {
        for (int32_t j = i + 1; j < count; j++) {
            if (!edges_conflict(&s->edges[list[i]], &s->edges[list[j]])) continue;
            s->found[0] = &s->edges[list[i]];
            s->found[1] = &s->edges[list[j]];
            break;
        }
    }
}

static int32_t keep_inside(const search *s, const int32_t *list, int32_t count, box b, int32_t *out)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        if (edge_in_box(&s->edges[list[i]], b)) out[kept++] = list[i];
    }
    return kept;
}

static void search_box(search *s, const int32_t *list, int32_t count, box b, int depth)
{
    if (s->found[0] || s->failed) return;
    if (count <= FEW_EDGES || depth == DEEPEST) {
        search_pairs(s, list, count);
        return;
    }
    int32_t *half = tr_alloc_array(s->context, (size_t)count, sizeof *half, s->err);
    if (!half) {
        s->failed = true;
        return;
    }
    box halves[2] = {b, b};
    if (b.x1 - b.x0 > b.z1 - b.z0) {
        halves[0].x1 = halves[1].x0 = 0.5 * (b.x0 + b.x1);
    } else {
        halves[0].z1 = halves[1].z0 = 0.5 * (b.z0 + b.z1);
    }
    for (int i = 0; i < 2; i++) {
        const int32_t kept = keep_inside(s, list, count, halves[i], half);
        search_box(s, half, kept, halves[i], depth + 1);
    }
    tr_free(s->context, half);
}

static bool refuse(const tr_path_def *def, const edge *a, const edge *b, tr_error *err)
{
    const double b0 = side_of(a, b->x[0], b->z[0]), b1 = side_of(a, b->x[1], b->z[1]);
    const double t = b0 != b1 ? fmin(fmax(b0 / (b0 - b1), 0), 1) : 0;
    return tr_fail(
        err, TR_ERROR_INVALID_ARGUMENT,
        "%s: the outline crosses or touches itself near (%.3f, %.3f): edge %d of ring %d and edge %d of ring "
        "%d; outlines must not",
        tr_path_title_of(def).text, b->x[0] + t * (b->x[1] - b->x[0]), b->z[0] + t * (b->z[1] - b->z[0]), a->index,
        a->ring, b->index, b->ring);
}

static void list_edges(const tr_anchors *anchors, edge *edges, int32_t *list)
{
    for (int32_t ring = 0; ring < anchors->ring_count; ring++) {
        const int32_t begin = tr_anchors_ring_begin(anchors, ring), end = anchors->ring_end[ring];
        for (int32_t i = begin; i < end; i++) {
            const tr_path_vertex *a = &anchors->items[i], *b = &anchors->items[tr_anchors_next(anchors, ring, i)];
            edges[i] = (edge){{a->x_m, b->x_m}, {a->z_m, b->z_m}, ring, i - begin, end - begin};
            list[i] = i;
        }
    }
}

static box bounds_of(const tr_anchors *anchors, int32_t begin, int32_t end)
{
    box b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int32_t i = begin; i < end; i++) {
        b.x0 = fmin(b.x0, anchors->items[i].x_m);
        b.z0 = fmin(b.z0, anchors->items[i].z_m);
        b.x1 = fmax(b.x1, anchors->items[i].x_m);
        b.z1 = fmax(b.z1, anchors->items[i].z_m);
    }
    return b;
}

bool tr_polygon_check(tr_context *context, const tr_path_def *def, const tr_anchors *anchors, tr_error *err)
{
    assert(anchors->closed);
    edge *edges = tr_alloc_array(context, (size_t)anchors->count, sizeof *edges, err);
    int32_t *list = edges ? tr_alloc_array(context, (size_t)anchors->count, sizeof *list, err) : NULL;
    bool ok = list != NULL;
    if (ok) {
        list_edges(anchors, edges, list);
        search s = {.context = context, .edges = edges, .err = err};
        search_box(&s, list, anchors->count, bounds_of(anchors, 0, anchors->count), 0);
        ok = !s.failed && (!s.found[0] || refuse(def, s.found[0], s.found[1], err));
    }
    tr_free(context, list);
    tr_free(context, edges);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Turning

// Twice the area: negative when the inside lies to the left (x east, z south).
static double signed_area(const tr_anchors *anchors, int32_t ring)
{
    const int32_t begin = tr_anchors_ring_begin(anchors, ring);
    const tr_path_vertex *origin = &anchors->items[begin];
    double sum = 0;
    for (int32_t i = begin + 1; i + 1 < anchors->ring_end[ring]; i++) {
        const tr_path_vertex *a = &anchors->items[i], *b = &anchors->items[i + 1];
        sum += (a->x_m - origin->x_m) * (b->z_m - origin->z_m) - (a->z_m - origin->z_m) * (b->x_m - origin->x_m);
    }
    return sum;
}

static bool ring_contains(const tr_anchors *anchors, int32_t ring, double x, double z)
{
    const int32_t begin = tr_anchors_ring_begin(anchors, ring), end = anchors->ring_end[ring];
    bool inside = false;
    for (int32_t i = begin; i < end; i++) {
        const tr_path_vertex *p = &anchors->items[i], *q = &anchors->items[tr_anchors_next(anchors, ring, i)];
        if ((p->z_m > z) == (q->z_m > z)) continue;
        if (p->x_m + (q->x_m - p->x_m) * ((z - p->z_m) / (q->z_m - p->z_m)) > x) inside = !inside;
    }
    return inside;
}

// Rings may touch at vertices, so it is asked for the middle of an edge.
static bool is_hole(const tr_anchors *anchors, const box *bounds, int32_t ring)
{
    const tr_path_vertex *a = &anchors->items[tr_anchors_ring_begin(anchors, ring)];
    const double x = 0.5 * (a[0].x_m + a[1].x_m), z = 0.5 * (a[0].z_m + a[1].z_m);
    bool hole = false;
    for (int32_t other = 0; other < anchors->ring_count; other++) {
        const box *b = &bounds[other];
        if (other == ring || x < b->x0 || x > b->x1 || z < b->z0 || z > b->z1) continue;
        if (ring_contains(anchors, other, x, z)) hole = !hole;
    }
    return hole;
}

static void reverse(tr_path_vertex *items, int32_t count)
{
    // The first one stays the first: lengths along the ring begin there.
    for (int32_t i = 1, j = count - 1; i < j; i++, j--) {
        const tr_path_vertex other = items[i];
        items[i] = items[j];
        items[j] = other;
    }
}

bool tr_polygon_turn(tr_context *context, tr_anchors *anchors, tr_error *err)
{
    box *bounds = tr_alloc_array(context, (size_t)anchors->ring_count, sizeof *bounds, err);
    if (!bounds) return false;
    for (int32_t ring = 0; ring < anchors->ring_count; ring++) {
        bounds[ring] = bounds_of(anchors, tr_anchors_ring_begin(anchors, ring), anchors->ring_end[ring]);
    }
    for (int32_t ring = 0; ring < anchors->ring_count; ring++) {
        const int32_t begin = tr_anchors_ring_begin(anchors, ring);
        const bool inside_left = signed_area(anchors, ring) < 0;
        if (inside_left == is_hole(anchors, bounds, ring)) {
            reverse(anchors->items + begin, anchors->ring_end[ring] - begin);
        }
    }
    tr_free(context, bounds);
    return true;
}

bool tr_polygon_ring_is_hole(const tr_anchors *anchors, int32_t ring)
{
    return signed_area(anchors, ring) > 0;
}

bool tr_path_anchors(tr_context *context, const tr_path_def *def, tr_anchors *out, tr_error *err)
{
    if (!tr_anchors_make(context, def, out, err)) return false;
    if (!def->area || tr_polygon_turn(context, out, err)) return true;
    tr_anchors_destroy(context, out);
    return false;
}
