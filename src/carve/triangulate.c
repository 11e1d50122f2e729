// Ear clipping with a queue and a grid.
//
// A corner that is no ear becomes one only when a neighbour is clipped, so each corner is looked at once and then once
// for every neighbour that goes: at most three times the number of corners. Only corners that are not convex can lie in
// an ear; they are kept in a grid that is made anew when most of them are gone, so that a look costs about as much at
// the end as at the start.
#include "carve/triangulate.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "carve/ear_polygon.h"

typedef struct clipper {
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
} clipper;

// ---------------------------------------------------------------------------------------------------------
// The grid of corners that are not convex

static int32_t cell_axis(int32_t value, int32_t origin, int64_t size, int32_t count)
{
    return (int32_t)tr_min_i64(tr_max_i64(((int64_t)value - origin) / size, 0), count - 1);
}

static int32_t *cell_of(clipper *it, tr_lattice_point at)
{
    const int32_t column = cell_axis(at.x, it->x0, it->cell_size, it->columns);
    const int32_t row = cell_axis(at.z, it->z0, it->cell_size, it->rows);
    return it->cells + (size_t)row * (size_t)it->columns + column;
}

static void put_into_cell(clipper *it, int32_t i)
{
    tr_ear_node *node = &it->polygon.nodes[i];
    int32_t *head = cell_of(it, node->at);
    node->cell_previous = -1;
    node->cell_next = *head;
    if (*head >= 0) it->polygon.nodes[*head].cell_previous = i;
    *head = i;
    node->in_cell = true;
}

static void take_from_cell(clipper *it, int32_t i)
{
    tr_ear_node *node = &it->polygon.nodes[i];
    if (!node->in_cell) return;
    if (node->cell_previous >= 0)
        it->polygon.nodes[node->cell_previous].cell_next = node->cell_next;
    else
        *cell_of(it, node->at) = node->cell_next;
    if (node->cell_next >= 0) it->polygon.nodes[node->cell_next].cell_previous = node->cell_previous;
    node->in_cell = false;
    it->blocker_count--;
}

static void build_grid(clipper *it)
{
    tr_ear_node *nodes = it->polygon.nodes;
    int32_t x0 = INT32_MAX, z0 = INT32_MAX, x1 = INT32_MIN, z1 = INT32_MIN, i = it->first;
    it->blocker_count = 0;
    do {
        x0 = tr_min_i32(x0, nodes[i].at.x);
        x1 = tr_max_i32(x1, nodes[i].at.x);
        z0 = tr_min_i32(z0, nodes[i].at.z);
        z1 = tr_max_i32(z1, nodes[i].at.z);
        it->blocker_count += tr_ear_corner(&it->polygon, i) <= 0;
        i = nodes[i].next;
    } while (i != it->first);
    const int64_t width = (int64_t)x1 - x0 + 1, height = (int64_t)z1 - z0 + 1;
    const int32_t most = tr_min_i32(it->blocker_count + 1, it->cell_capacity);
    it->x0 = x0;
    it->z0 = z0;
    it->cell_size = (int64_t)sqrt((double)width * (double)height / most) + 1;
    // A thin polygon has more cells along than that, and one across.
    while ((width / it->cell_size + 1) * (height / it->cell_size + 1) > it->cell_capacity) it->cell_size *= 2;
    it->columns = (int32_t)(width / it->cell_size + 1);
    it->rows = (int32_t)(height / it->cell_size + 1);
    for (int32_t cell = 0; cell < it->columns * it->rows; cell++) it->cells[cell] = -1;
    do {
        nodes[i].in_cell = false;
        if (tr_ear_corner(&it->polygon, i) <= 0) put_into_cell(it, i);
        i = nodes[i].next;
    } while (i != it->first);
    it->blockers_at_build = it->blocker_count;
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
static bool blocks(const clipper *it, const tr_lattice_point triangle[3], int32_t i)
{
    const tr_ear_node *nodes = it->polygon.nodes;
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

static bool is_ear(const clipper *it, int32_t tip)
{
    const tr_ear_node *nodes = it->polygon.nodes;
    const int32_t before = nodes[tip].previous, after = nodes[tip].next;
    if (tr_ear_corner(&it->polygon, tip) <= 0) return false;
    const tr_lattice_point triangle[3] = {nodes[before].at, nodes[tip].at, nodes[after].at};
    int32_t x[2] = {triangle[0].x, triangle[0].x}, z[2] = {triangle[0].z, triangle[0].z};
    for (int k = 1; k < 3; k++) {
        x[0] = tr_min_i32(x[0], triangle[k].x);
        x[1] = tr_max_i32(x[1], triangle[k].x);
        z[0] = tr_min_i32(z[0], triangle[k].z);
        z[1] = tr_max_i32(z[1], triangle[k].z);
    }
    const int32_t column0 = cell_axis(x[0], it->x0, it->cell_size, it->columns);
    const int32_t column1 = cell_axis(x[1], it->x0, it->cell_size, it->columns);
    const int32_t row1 = cell_axis(z[1], it->z0, it->cell_size, it->rows);
    for (int32_t row = cell_axis(z[0], it->z0, it->cell_size, it->rows); row <= row1; row++) {
        for (int32_t column = column0; column <= column1; column++) {
            int32_t i = it->cells[(size_t)row * (size_t)it->columns + (size_t)column];
            for (; i >= 0; i = nodes[i].cell_next)
                if (i != before && i != tip && i != after && blocks(it, triangle, i)) return false;
        }
    }
    return true;
}

static void enqueue(clipper *it, int32_t i)
{
    if (it->polygon.nodes[i].queued) return;
    it->polygon.nodes[i].queued = true;
    it->queue[(it->queue_begin + it->queue_count++) % it->polygon.node_count] = i;
}

static int32_t dequeue(clipper *it)
{
    const int32_t i = it->queue[it->queue_begin];
    it->queue_begin = (it->queue_begin + 1) % it->polygon.node_count;
    it->queue_count--;
    it->polygon.nodes[i].queued = false;
    return i;
}

// Takes a corner off the outline, with or without its triangle.
static void clip(clipper *it, int32_t tip, bool as_triangle)
{
    tr_ear_node *nodes = it->polygon.nodes;
    const int32_t before = nodes[tip].previous, after = nodes[tip].next;
    if (as_triangle) {
        uint32_t *index = it->out->indices + it->out->index_count;
        index[0] = nodes[before].vertex;
        index[1] = nodes[tip].vertex;
        index[2] = nodes[after].vertex;
        it->out->index_count += 3;
    }
    take_from_cell(it, tip);
    nodes[before].next = after;
    nodes[after].previous = before;
    nodes[tip].previous = nodes[tip].next = -1;
    it->first = after;
    it->live_count--;
    const int32_t neighbours[2] = {before, after};
    for (int k = 0; k < 2; k++) {
        if (tr_ear_corner(&it->polygon, neighbours[k]) > 0) {
            take_from_cell(it, neighbours[k]);
            enqueue(it, neighbours[k]);
        }
    }
}

static void clip_ears(clipper *it)
{
    while (it->queue_count > 0 && it->live_count > 2) {
        const int32_t tip = dequeue(it);
        if (it->polygon.nodes[tip].next < 0 || !is_ear(it, tip)) continue;
        clip(it, tip, true);
        if (it->blocker_count < it->blockers_at_build / 4) build_grid(it);
    }
}

// Nothing is an ear: corners on a straight line are dropped, and when there are none the outline crosses itself and any
// convex corner goes. False when nothing with an area is left.
static bool get_unstuck(clipper *it)
{
    const tr_ear_node *nodes = it->polygon.nodes;
    const int32_t count = it->live_count;
    int32_t i = it->first, convex = -1;
    bool dropped = false;
    for (int32_t k = 0; k < count && it->live_count > 2; k++) {
        const int32_t next = nodes[i].next;
        const int64_t turn = tr_ear_corner(&it->polygon, i);
        if (turn > 0 && convex < 0) convex = i;
        if (turn == 0) {
            clip(it, i, false);
            dropped = true;
        }
        i = next;
    }
    if (dropped) return true;
    if (convex >= 0) clip(it, convex, true);
    return convex >= 0;
}

static void clip_outline(clipper *it, int32_t first)
{
    int32_t i = it->first = first;
    it->live_count = 0;
    do {
        it->live_count++;
        i = it->polygon.nodes[i].next;
    } while (i != first);
    build_grid(it);
    do {
        if (!it->polygon.nodes[i].in_cell) enqueue(it, i);
        i = it->polygon.nodes[i].next;
    } while (i != first);
    do clip_ears(it);
    while (it->live_count > 2 && get_unstuck(it));
    while (it->queue_count > 0) dequeue(it);
}

static bool clip_all(clipper *it, tr_error *err)
{
    const size_t count = (size_t)it->polygon.node_count;
    it->cell_capacity = it->polygon.node_count + 1;
    it->queue = tr_alloc_array(it->context, count, sizeof *it->queue, err);
    it->cells = tr_alloc_array(it->context, count + 1, sizeof *it->cells, err);
    it->out->indices = tr_alloc_array(it->context, 3 * count, sizeof *it->out->indices, err);
    if (!it->queue || !it->cells || !it->out->indices) return false;
    for (int32_t i = 0; i < it->polygon.outline_count; i++) clip_outline(it, it->polygon.outlines[i]);
    return true;
}

bool tr_triangulate(tr_context *context, const tr_lattice_point *points, const int32_t *ring_end, int32_t ring_count,
                    tr_triangles *out, tr_error *err)
{
    *out = (tr_triangles){0};
    clipper it = {.context = context, .out = out};
    if (ring_count < 1 || ring_end[ring_count - 1] < 3) return true;
    const bool ok =
        tr_ear_polygon_create(context, points, ring_end, ring_count, &it.polygon, err) && clip_all(&it, err);
    tr_ear_polygon_destroy(context, &it.polygon);
    tr_free(context, it.queue);
    tr_free(context, it.cells);
    if (!ok) {
        tr_free(context, out->indices);
        *out = (tr_triangles){0};
    }
    return ok;
}
