// Ear clipping with a queue and a grid.
//
// A corner that is no ear becomes one only when a neighbour is clipped, so each corner is looked at once and then once
// for every neighbour that goes: at most three times the number of corners. Only corners that are not convex can lie in
// an ear; they are kept in a grid that is made anew when most of them are gone, so that a look costs about as much at
// the end as at the start.
#include "geometry/triangulate.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "geometry/ear_polygon.h"

typedef struct ear_clipper {
    tr_context *context;
    tr_ear_polygon polygon;
    int32_t first;       // a node of the outline that is clipped
    int32_t live_count;  // its nodes
    int32_t *queue;      // ring buffer of candidates
    int32_t queue_begin, queue_count;
    int32_t *cells;  // first node of each cell, or -1
    int32_t cell_capacity;
    int32_t columns, rows;
    int32_t x0, z0;
    int64_t cell_size;
    int32_t blocker_count, blockers_at_build;  // corners that are not convex
    tr_triangles *out;
} ear_clipper;

// ---------------------------------------------------------------------------------------------------------
// The grid of corners that are not convex

static int32_t cell_axis(int32_t value, int32_t origin, int64_t size, int32_t count)
{
    return (int32_t)tr_min_i64(tr_max_i64(((int64_t)value - origin) / size, 0), count - 1);
}

static int32_t *cell_of(ear_clipper *clipper, tr_lattice_point at)
{
    const int32_t column = cell_axis(at.x, clipper->x0, clipper->cell_size, clipper->columns);
    const int32_t row = cell_axis(at.z, clipper->z0, clipper->cell_size, clipper->rows);
    return clipper->cells + (size_t)row * (size_t)clipper->columns + column;
}

static void put_into_cell(ear_clipper *clipper, int32_t i)
{
    tr_ear_node *node = &clipper->polygon.nodes[i];
    int32_t *head = cell_of(clipper, node->at);
    node->cell_previous = -1;
    node->cell_next = *head;
    if (*head >= 0) clipper->polygon.nodes[*head].cell_previous = i;
    *head = i;
    node->in_cell = true;
}

static void take_from_cell(ear_clipper *clipper, int32_t i)
{
    tr_ear_node *node = &clipper->polygon.nodes[i];
    if (!node->in_cell) return;
    if (node->cell_previous >= 0)
        clipper->polygon.nodes[node->cell_previous].cell_next = node->cell_next;
    else
        *cell_of(clipper, node->at) = node->cell_next;
    if (node->cell_next >= 0) clipper->polygon.nodes[node->cell_next].cell_previous = node->cell_previous;
    node->in_cell = false;
    clipper->blocker_count--;
}

static void build_grid(ear_clipper *clipper)
{
    tr_ear_node *nodes = clipper->polygon.nodes;
    int32_t x0 = INT32_MAX, z0 = INT32_MAX, x1 = INT32_MIN, z1 = INT32_MIN, i = clipper->first;
    clipper->blocker_count = 0;
    do {
        x0 = tr_min_i32(x0, nodes[i].at.x);
        x1 = tr_max_i32(x1, nodes[i].at.x);
        z0 = tr_min_i32(z0, nodes[i].at.z);
        z1 = tr_max_i32(z1, nodes[i].at.z);
        clipper->blocker_count += tr_ear_corner(&clipper->polygon, i) <= 0;
        i = nodes[i].next;
    } while (i != clipper->first);
    const int64_t width = (int64_t)x1 - x0 + 1, height = (int64_t)z1 - z0 + 1;
    const int32_t max = tr_min_i32(clipper->blocker_count + 1, clipper->cell_capacity);
    clipper->x0 = x0;
    clipper->z0 = z0;
    clipper->cell_size = (int64_t)sqrt((double)width * (double)height / max) + 1;
    // A thin polygon has more cells along than that, and one across.
    while ((width / clipper->cell_size + 1) * (height / clipper->cell_size + 1) > clipper->cell_capacity)
        clipper->cell_size *= 2;
    clipper->columns = (int32_t)(width / clipper->cell_size + 1);
    clipper->rows = (int32_t)(height / clipper->cell_size + 1);
    for (int32_t cell = 0; cell < clipper->columns * clipper->rows; cell++) clipper->cells[cell] = -1;
    do {
        nodes[i].in_cell = false;
        if (tr_ear_corner(&clipper->polygon, i) <= 0) put_into_cell(clipper, i);
        i = nodes[i].next;
    } while (i != clipper->first);
    clipper->blockers_at_build = clipper->blocker_count;
}

// ---------------------------------------------------------------------------------------------------------
// Ears

static bool strictly_within_corner(tr_lattice_point before, tr_lattice_point corner, tr_lattice_point after,
                                   tr_lattice_point place)
{
    return tr_lattice_turn(before, corner, place) > 0 && tr_lattice_turn(corner, after, place) > 0;
}

// Whether a corner of the polygon keeps a triangle from being clipped: it lies in it, or at one of its corners with an
// edge that leads into it.
static bool blocks(const ear_clipper *clipper, const tr_lattice_point triangle[3], int32_t i)
{
    const tr_ear_node *nodes = clipper->polygon.nodes;
    const tr_lattice_point at = nodes[i].at;
    for (int k = 0; k < 3; k++)
        if (tr_lattice_turn(triangle[k], triangle[(k + 1) % 3], at) < 0) return false;
    for (int k = 0; k < 3; k++) {
        if (at.x != triangle[k].x || at.z != triangle[k].z) continue;
        const tr_lattice_point before = triangle[(k + 2) % 3], after = triangle[(k + 1) % 3];
        return strictly_within_corner(before, at, after, nodes[nodes[i].previous].at) ||
               strictly_within_corner(before, at, after, nodes[nodes[i].next].at);
    }
    return true;
}

static bool is_ear(const ear_clipper *clipper, int32_t tip)
{
    const tr_ear_node *nodes = clipper->polygon.nodes;
    const int32_t before = nodes[tip].previous, after = nodes[tip].next;
    if (tr_ear_corner(&clipper->polygon, tip) <= 0) return false;
    const tr_lattice_point triangle[3] = {nodes[before].at, nodes[tip].at, nodes[after].at};
    int32_t x[2] = {triangle[0].x, triangle[0].x}, z[2] = {triangle[0].z, triangle[0].z};
    for (int k = 1; k < 3; k++) {
        x[0] = tr_min_i32(x[0], triangle[k].x);
        x[1] = tr_max_i32(x[1], triangle[k].x);
        z[0] = tr_min_i32(z[0], triangle[k].z);
        z[1] = tr_max_i32(z[1], triangle[k].z);
    }
    const int32_t column0 = cell_axis(x[0], clipper->x0, clipper->cell_size, clipper->columns);
    const int32_t column1 = cell_axis(x[1], clipper->x0, clipper->cell_size, clipper->columns);
    const int32_t row1 = cell_axis(z[1], clipper->z0, clipper->cell_size, clipper->rows);
    for (int32_t row = cell_axis(z[0], clipper->z0, clipper->cell_size, clipper->rows); row <= row1; row++) {
        for (int32_t column = column0; column <= column1; column++) {
            int32_t i = clipper->cells[(size_t)row * (size_t)clipper->columns + (size_t)column];
            for (; i >= 0; i = nodes[i].cell_next)
                if (i != before && i != tip && i != after && blocks(clipper, triangle, i)) return false;
        }
    }
    return true;
}

static void enqueue(ear_clipper *clipper, int32_t i)
{
    if (clipper->polygon.nodes[i].queued) return;
    clipper->polygon.nodes[i].queued = true;
    clipper->queue[(clipper->queue_begin + clipper->queue_count++) % clipper->polygon.node_count] = i;
}

static int32_t dequeue(ear_clipper *clipper)
{
    const int32_t i = clipper->queue[clipper->queue_begin];
    clipper->queue_begin = (clipper->queue_begin + 1) % clipper->polygon.node_count;
    clipper->queue_count--;
    clipper->polygon.nodes[i].queued = false;
    return i;
}

// Takes a corner off the outline, with or without its triangle.
static void clip(ear_clipper *clipper, int32_t tip, bool as_triangle)
{
    tr_ear_node *nodes = clipper->polygon.nodes;
    const int32_t before = nodes[tip].previous, after = nodes[tip].next;
    if (as_triangle) {
        uint32_t *index = clipper->out->indices + clipper->out->index_count;
        index[0] = nodes[before].vertex;
        index[1] = nodes[tip].vertex;
        index[2] = nodes[after].vertex;
        clipper->out->index_count += 3;
    }
    take_from_cell(clipper, tip);
    nodes[before].next = after;
    nodes[after].previous = before;
    nodes[tip].previous = nodes[tip].next = -1;
    clipper->first = after;
    clipper->live_count--;
    const int32_t neighbours[2] = {before, after};
    for (int k = 0; k < 2; k++) {
        if (tr_ear_corner(&clipper->polygon, neighbours[k]) > 0) {
            take_from_cell(clipper, neighbours[k]);
            enqueue(clipper, neighbours[k]);
        }
    }
}

static void clip_ears(ear_clipper *clipper)
{
    while (clipper->queue_count > 0 && clipper->live_count > 2) {
        const int32_t tip = dequeue(clipper);
        if (clipper->polygon.nodes[tip].next < 0 || !is_ear(clipper, tip)) continue;
        clip(clipper, tip, true);
        if (clipper->blocker_count < clipper->blockers_at_build / 4) build_grid(clipper);
    }
}

// Nothing is an ear: corners on a straight line are dropped, and when there are none the outline crosses itself and any
// convex corner goes. False when nothing with an area is left.
static bool get_unstuck(ear_clipper *clipper)
{
    const tr_ear_node *nodes = clipper->polygon.nodes;
    const int32_t count = clipper->live_count;
    int32_t i = clipper->first, convex = -1;
    bool dropped = false;
    for (int32_t k = 0; k < count && clipper->live_count > 2; k++) {
        const int32_t next = nodes[i].next;
        const int64_t turn = tr_ear_corner(&clipper->polygon, i);
        if (turn > 0 && convex < 0) convex = i;
        if (turn == 0) {
            clip(clipper, i, false);
            dropped = true;
        }
        i = next;
    }
    if (dropped) return true;
    if (convex >= 0) clip(clipper, convex, true);
    return convex >= 0;
}

static void clip_outline(ear_clipper *clipper, int32_t first)
{
    int32_t i = clipper->first = first;
    clipper->live_count = 0;
    do {
        clipper->live_count++;
        i = clipper->polygon.nodes[i].next;
    } while (i != first);
    build_grid(clipper);
    do {
        if (!clipper->polygon.nodes[i].in_cell) enqueue(clipper, i);
        i = clipper->polygon.nodes[i].next;
    } while (i != first);
    do clip_ears(clipper);
    while (clipper->live_count > 2 && get_unstuck(clipper));
    while (clipper->queue_count > 0) dequeue(clipper);
}

static bool clip_all(ear_clipper *clipper, tr_error *err)
{
    const size_t count = (size_t)clipper->polygon.node_count;
    clipper->cell_capacity = clipper->polygon.node_count + 1;
    clipper->queue = tr_alloc_array(clipper->context, count, sizeof *clipper->queue, err);
    clipper->cells = tr_alloc_array(clipper->context, count + 1, sizeof *clipper->cells, err);
    clipper->out->indices = tr_alloc_array(clipper->context, 3 * count, sizeof *clipper->out->indices, err);
    if (!clipper->queue || !clipper->cells || !clipper->out->indices) return false;
    for (int32_t i = 0; i < clipper->polygon.outline_count; i++) clip_outline(clipper, clipper->polygon.outlines[i]);
    return true;
}

bool tr_triangulate(tr_context *context, const tr_lattice_point *points, const int32_t *ring_end, int32_t ring_count,
                    tr_triangles *out, tr_error *err)
{
    *out = (tr_triangles){0};
    ear_clipper clipper = {.context = context, .out = out};
    if (ring_count < 1 || ring_end[ring_count - 1] < 3) return true;
    const bool ok =
        tr_ear_polygon_create(context, points, ring_end, ring_count, &clipper.polygon, err) && clip_all(&clipper, err);
    tr_ear_polygon_destroy(context, &clipper.polygon);
    tr_free(context, clipper.queue);
    tr_free(context, clipper.cells);
    if (!ok) {
        tr_free(context, out->indices);
        *out = (tr_triangles){0};
    }
    return ok;
}
