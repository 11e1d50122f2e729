#include "carve/course/anchors.h"

#include <assert.h>

#include "geometry/polygon.h"

#include <math.h>
#include <stdio.h>

tr_path_title tr_path_title_of(const tr_path_def *def)
{
    tr_path_title title;
    if (def->name && def->name[0]) {
        snprintf(title.text, sizeof title.text, "path '%.60s'", def->name);
    } else {
        snprintf(title.text, sizeof title.text, "a path (%s)", tr_path_kind_name(def->kind));
    }
    return title;
}

static bool same_place(const tr_path_vertex *a, const tr_path_vertex *b)
{
    const double dx = a->x_m - b->x_m, dz = a->z_m - b->z_m;
    return sqrt(dx * dx + dz * dz) < TR_SAME_PLACE_M;
}

static void take_missing(float *value, float other)
{
    if (isnan(*value)) *value = other;
}

// One of two vertices at the same place takes what only the other one gives.
static void merge(tr_path_vertex *into, const tr_path_vertex *from)
{
    take_missing(&into->height_m, from->height_m);
    take_missing(&into->width_m, from->width_m);
    take_missing(&into->smoothing_m, from->smoothing_m);
    take_missing(&into->depth_m, from->depth_m);
    take_missing(&into->inclination, from->inclination);
}

static int32_t ring_count(const tr_path_def *def)
{
    return def->ring_count > 0 ? def->ring_count : 1;
}

static int32_t ring_end(const tr_path_def *def, int32_t ring)
{
    return def->ring_count > 0 ? def->ring_end[ring] : def->vertex_count;
}

// The different places of a ring or line; `out` may be NULL to count them only.
static int32_t collect(const tr_path_def *def, int32_t begin, int32_t end, tr_path_vertex *out)
{
    int32_t count = 0, last = begin;
    for (int32_t i = begin; i < end; i++) {
        const tr_path_vertex *vertex = &def->vertices[i];
        if (count > 0 && same_place(&def->vertices[last], vertex)) {
            if (out) merge(&out[count - 1], vertex);
            continue;
        }
        if (out) out[count] = *vertex;
        last = i;
        count++;
    }
    // Many files repeat the first vertex of a ring as its last.
    if (def->area && count > 1 && same_place(&def->vertices[begin], &def->vertices[last])) {
        count--;
        if (out) merge(&out[0], &out[count]);
    }
    return count;
}

static bool check_count(const tr_path_def *def, int32_t ring, int32_t count, tr_error *err)
{
    if (def->area && count < 3) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: ring %d has %d different places; at least 3 are needed",
                       tr_path_title_of(def).text, ring, count);
    }
    if (!def->area && count < 2) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: all %d vertices lie at (%.3f, %.3f); two places are needed",
                       tr_path_title_of(def).text, def->vertex_count, def->vertices[0].x_m, def->vertices[0].z_m);
    }
    return true;
}

bool tr_anchors_check(const tr_path_def *def, tr_error *err)
{
    for (int32_t ring = 0, begin = 0; ring < ring_count(def); ring++) {
        const int32_t end = ring_end(def, ring);
        if (!check_count(def, ring, collect(def, begin, end, NULL), err)) return false;
        begin = end;
    }
    return true;
}

bool tr_anchors_make(tr_context *context, const tr_path_def *def, tr_anchors *out, tr_error *err)
{
    *out = (tr_anchors){.ring_count = ring_count(def), .closed = def->area, .has_heights = true};
    out->items = tr_alloc_array(context, (size_t)def->vertex_count, sizeof *out->items, err);
    out->ring_end = out->items ? tr_alloc_array(context, (size_t)out->ring_count, sizeof *out->ring_end, err) : NULL;
    bool ok = out->ring_end != NULL;
    for (int32_t ring = 0, begin = 0; ok && ring < out->ring_count; ring++) {
        const int32_t end = ring_end(def, ring);
        const int32_t count = collect(def, begin, end, out->items + out->count);
        ok = check_count(def, ring, count, err);
        out->count += count;
        out->ring_end[ring] = out->count;
        begin = end;
    }
    if (!ok) {
        tr_anchors_destroy(context, out);
        return false;
    }
    for (int32_t i = 0; i < out->count; i++) out->has_heights = out->has_heights && !isnan(out->items[i].height_m);
    return true;
}

void tr_anchors_destroy(tr_context *context, tr_anchors *anchors)
{
    tr_free(context, anchors->ring_end);
    tr_free(context, anchors->items);
    *anchors = (tr_anchors){0};
}

int32_t tr_anchors_curve_count(const tr_anchors *anchors)
{
    return anchors->closed ? anchors->count : anchors->count - 1;
}

// ---------------------------------------------------------------------------------------------------------
// Outlines

static tr_plan_rings rings_of(const tr_anchors *anchors)
{
    return (tr_plan_rings){.x_m = &anchors->items->x_m,
                           .z_m = &anchors->items->z_m,
                           .stride_bytes = sizeof *anchors->items,
                           .ring_end = anchors->ring_end,
                           .ring_count = anchors->ring_count};
}

bool tr_anchors_check_outline(tr_context *context, const tr_path_def *def, const tr_anchors *anchors, tr_error *err)
{
    assert(anchors->closed);
    const tr_plan_rings rings = rings_of(anchors);
    tr_ring_conflict at;
    if (!tr_rings_find_conflict(context, &rings, &at, err)) return false;
    if (!at.found) return true;
    return tr_fail(
        err, TR_ERROR_INVALID_ARGUMENT,
        "%s: the outline crosses or touches itself near (%.3f, %.3f): edge %d of ring %d and edge %d of ring "
        "%d; outlines must not",
        tr_path_title_of(def).text, at.x_m, at.z_m, at.edge[0], at.ring[0], at.edge[1], at.ring[1]);
}

bool tr_anchors_ring_is_hole(const tr_anchors *anchors, int32_t ring)
{
    const tr_plan_rings rings = rings_of(anchors);
    return tr_ring_area(&rings, ring) > 0;
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

static bool turn_rings(tr_context *context, tr_anchors *anchors, tr_error *err)
{
    bool *reversed = tr_alloc_array(context, (size_t)anchors->ring_count, sizeof *reversed, err);
    if (!reversed) return false;
    const tr_plan_rings rings = rings_of(anchors);
    const bool done = tr_rings_find_reversed(context, &rings, reversed, err);
    for (int32_t ring = 0; done && ring < anchors->ring_count; ring++) {
        const int32_t begin = tr_anchors_ring_begin(anchors, ring);
        if (reversed[ring]) reverse(anchors->items + begin, anchors->ring_end[ring] - begin);
    }
    tr_free(context, reversed);
    return done;
}

bool tr_path_anchors(tr_context *context, const tr_path_def *def, tr_anchors *out, tr_error *err)
{
    if (!tr_anchors_make(context, def, out, err)) return false;
    if (!def->area || turn_rings(context, out, err)) return true;
    tr_anchors_destroy(context, out);
    return false;
}
