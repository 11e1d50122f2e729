// A line goes over the plane from west to east and keeps the edges that it meets in their order along it, in a treap
// whose priorities are hashes. Edges that cross are neighbours there before they do, so only neighbours are compared.
// All decisions are exact (turn.h): until a conflict is found the order has no contradictions.
//
// Of places with the same x the one with the lesser z comes first: as if the line leant a little.
#include "geometry/ring_sweep.h"

#include <math.h>
#include <stdlib.h>

#include "base/hash_value.h"
#include "geometry/turn.h"

// ---------------------------------------------------------------------------------------------------------
// Edges

static double x_of(const tr_plan_rings *rings, int32_t at)
{
    return *(const double *)(const void *)((const char *)rings->x_m + (size_t)at * rings->stride_bytes);
}

static double z_of(const tr_plan_rings *rings, int32_t at)
{
    return *(const double *)(const void *)((const char *)rings->z_m + (size_t)at * rings->stride_bytes);
}

tr_ring_edge *tr_ring_edges_create(tr_context *context, const tr_plan_rings *rings, tr_error *err)
{
    tr_ring_edge *edges = tr_alloc_array(context, (size_t)tr_rings_count(rings), sizeof *edges, err);
    if (!edges) return NULL;
    for (int32_t ring = 0; ring < rings->ring_count; ring++) {
        const int32_t begin = tr_ring_begin(rings, ring), end = rings->ring_end[ring];
        for (int32_t i = begin; i < end; i++) {
            const int32_t next = i + 1 < end ? i + 1 : begin;
            edges[i] = (tr_ring_edge){{{x_of(rings, i), z_of(rings, i)}, {x_of(rings, next), z_of(rings, next)}},
                                      ring,
                                      i - begin,
                                      end - begin};
        }
    }
    return edges;
}

static bool boxes_touch(const tr_ring_edge *a, const tr_ring_edge *b)
{
    for (int k = 0; k < 2; k++) {
        const double p0 = a->at[0][k], p1 = a->at[1][k], q0 = b->at[0][k], q1 = b->at[1][k];
        if (fmin(p0, p1) > fmax(q0, q1) || fmin(q0, q1) > fmax(p0, p1)) return false;
    }
    return true;
}

// Whether `second` follows `first` on its ring.
static bool follows(const tr_ring_edge *first, const tr_ring_edge *second)
{
    return first->ring == second->ring && second->index == (first->index + 1) % first->ring_edges;
}

static bool doubles_back(const tr_ring_edge *first, const tr_ring_edge *second)
{
    if (tr_turn(first->at[0], first->at[1], second->at[1]) != 0) return false;
    double dot = 0;
    for (int k = 0; k < 2; k++) dot += (first->at[1][k] - first->at[0][k]) * (second->at[1][k] - second->at[0][k]);
    return dot < 0;
}

bool tr_ring_edges_conflict(const tr_ring_edge *a, const tr_ring_edge *b)
{
    if (follows(a, b)) return doubles_back(a, b);
    if (follows(b, a)) return doubles_back(b, a);
    if (!boxes_touch(a, b)) return false;
    const int b0 = tr_turn(a->at[0], a->at[1], b->at[0]), b1 = tr_turn(a->at[0], a->at[1], b->at[1]);
    if (b0 * b1 > 0) return false;
    const int a0 = tr_turn(b->at[0], b->at[1], a->at[0]), a1 = tr_turn(b->at[0], b->at[1], a->at[1]);
    if (a0 * a1 > 0) return false;
    const bool touch = b0 == 0 || b1 == 0 || a0 == 0 || a1 == 0;
    return !touch || a->ring == b->ring;
}

// ---------------------------------------------------------------------------------------------------------
// The edges that the line meets

typedef struct treap_node {
    int32_t child[2], parent;  // -1: none
    int32_t size;              // of the subtree
    uint32_t priority;
} treap_node;

typedef struct sweep_event {
    double at[2];
    int32_t edge, ring;
    bool leaves;
} sweep_event;

typedef struct sweep {
    const tr_ring_edge *edges;
    treap_node *nodes;  // of each edge
    int32_t root;
    sweep_event *events;
} sweep;

static bool comes_first(const double a[2], const double b[2])
{
    return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

// The western (0) or eastern (1) end of an edge.
static const double *end_of(const tr_ring_edge *edge, int which)
{
    const int west = comes_first(edge->at[1], edge->at[0]);
    return edge->at[west ^ which];
}

// Whether an edge lies above (greater z) another that the line meets where it begins.
static bool is_above(const sweep *s, int32_t edge, int32_t other)
{
    const double *from = end_of(&s->edges[other], 0), *to = end_of(&s->edges[other], 1);
    const int start = tr_turn(from, to, end_of(&s->edges[edge], 0));
    if (start != 0) return start > 0;
    const int end = tr_turn(from, to, end_of(&s->edges[edge], 1));
    return end != 0 ? end > 0 : edge > other;
}

static int32_t size_of(const sweep *s, int32_t node)
{
    return node >= 0 ? s->nodes[node].size : 0;
}

static void update_size(sweep *s, int32_t node)
{
    s->nodes[node].size = 1 + size_of(s, s->nodes[node].child[0]) + size_of(s, s->nodes[node].child[1]);
}

static void replace_child(sweep *s, int32_t parent, int32_t child, int32_t by)
{
    if (parent < 0)
        s->root = by;
    else
        s->nodes[parent].child[s->nodes[parent].child[1] == child] = by;
    if (by >= 0) s->nodes[by].parent = parent;
}

// Puts a node in the place of its parent.
static void rotate_up(sweep *s, int32_t node)
{
    const int32_t parent = s->nodes[node].parent;
    const int side = s->nodes[parent].child[1] == node;
    const int32_t inner = s->nodes[node].child[!side];
    replace_child(s, s->nodes[parent].parent, parent, node);
    s->nodes[parent].child[side] = inner;
    if (inner >= 0) s->nodes[inner].parent = parent;
    s->nodes[node].child[!side] = parent;
    s->nodes[parent].parent = node;
    update_size(s, parent);
    update_size(s, node);
}

static void insert(sweep *s, int32_t edge)
{
    int32_t at = s->root, parent = -1;
    int side = 0;
    while (at >= 0) {
        s->nodes[at].size++;
        parent = at;
        side = is_above(s, edge, at);
        at = s->nodes[at].child[side];
    }
    s->nodes[edge] = (treap_node){{-1, -1}, parent, 1, (uint32_t)tr_hash_word((uint64_t)(uint32_t)edge, 0)};
    if (parent < 0)
        s->root = edge;
    else
        s->nodes[parent].child[side] = edge;
    while (s->nodes[edge].parent >= 0 && s->nodes[s->nodes[edge].parent].priority < s->nodes[edge].priority)
        rotate_up(s, edge);
}

static void take_out(sweep *s, int32_t edge)
{
    treap_node *node = &s->nodes[edge];
    while (node->child[0] >= 0 && node->child[1] >= 0) {
        const int side = s->nodes[node->child[0]].priority < s->nodes[node->child[1]].priority;
        rotate_up(s, node->child[side]);
    }
    replace_child(s, node->parent, edge, node->child[0] >= 0 ? node->child[0] : node->child[1]);
    for (int32_t at = node->parent; at >= 0; at = s->nodes[at].parent) s->nodes[at].size--;
}

// The next edge below (0) or above (1), or -1.
static int32_t neighbour(const sweep *s, int32_t edge, int side)
{
    int32_t at = s->nodes[edge].child[side];
    if (at >= 0) {
        while (s->nodes[at].child[!side] >= 0) at = s->nodes[at].child[!side];
        return at;
    }
    for (at = edge; s->nodes[at].parent >= 0; at = s->nodes[at].parent)
        if (s->nodes[s->nodes[at].parent].child[!side] == at) return s->nodes[at].parent;
    return -1;
}

static int32_t edges_below(const sweep *s, int32_t edge)
{
    int32_t below = size_of(s, s->nodes[edge].child[0]);
    for (int32_t at = edge, parent; (parent = s->nodes[at].parent) >= 0; at = parent)
        if (s->nodes[parent].child[1] == at) below += 1 + size_of(s, s->nodes[parent].child[0]);
    return below;
}

// ---------------------------------------------------------------------------------------------------------
// The sweep

static bool check_pair(const sweep *s, int32_t a, int32_t b, tr_ring_sweep *out)
{
    if (a < 0 || b < 0 || !tr_ring_edges_conflict(&s->edges[a], &s->edges[b])) return true;
    out->found[0] = &s->edges[a];
    out->found[1] = &s->edges[b];
    return false;
}

// Left of an edge that goes east is below.
static void note_inside(const sweep *s, int32_t edge, tr_ring_sweep *out)
{
    const tr_ring_edge *e = &s->edges[edge];
    if (!out->inside_left || e->index != 0) return;
    const bool goes_east = end_of(e, 0) == e->at[0], inside_below = edges_below(s, edge) % 2 == 1;
    out->inside_left[e->ring] = goes_east == inside_below;
}

// False at a conflict.
static bool pass_event(sweep *s, const sweep_event *event, tr_ring_sweep *out)
{
    const int32_t edge = event->edge;
    if (event->leaves) {
        const int32_t below = neighbour(s, edge, 0), above = neighbour(s, edge, 1);
        take_out(s, edge);
        return check_pair(s, below, above, out);
    }
    insert(s, edge);
    return check_pair(s, neighbour(s, edge, 0), edge, out) && check_pair(s, edge, neighbour(s, edge, 1), out);
}

// Place by place: what is below an edge is known when all that begin there are in.
static void pass_events(sweep *s, int32_t count, tr_ring_sweep *out)
{
    const sweep_event *events = s->events;
    for (int32_t begin = 0, end = 0; begin < 2 * count; begin = end) {
        for (; end < 2 * count && events[end].at[0] == events[begin].at[0] && events[end].at[1] == events[begin].at[1];
             end++)
            if (!pass_event(s, &events[end], out)) return;
        for (int32_t i = begin; i < end; i++)
            if (!events[i].leaves) note_inside(s, events[i].edge, out);
    }
}

// ---------------------------------------------------------------------------------------------------------
// What no two neighbours show

// By place; at one place edges leave before others come, which are put in by their directions.
static int in_order(const void *left, const void *right)
{
    const sweep_event *a = left, *b = right;
    for (int k = 0; k < 2; k++)
        if (a->at[k] != b->at[k]) return a->at[k] < b->at[k] ? -1 : 1;
    if (a->leaves != b->leaves) return a->leaves ? -1 : 1;
    if (a->ring != b->ring) return a->ring < b->ring ? -1 : 1;
    return (a->edge > b->edge) - (a->edge < b->edge);
}

static sweep_event event_at(const sweep *s, int32_t edge, const double at[2], bool leaves)
{
    return (sweep_event){{at[0], at[1]}, edge, s->edges[edge].ring, leaves};
}

// Edges that double back.
static bool check_turns(const sweep *s, int32_t count, tr_ring_sweep *out)
{
    for (int32_t i = 0; i < count; i++) {
        const tr_ring_edge *edge = &s->edges[i];
        const int32_t next = edge->index + 1 < edge->ring_edges ? i + 1 : i + 1 - edge->ring_edges;
        if (!check_pair(s, i, next, out)) return false;
    }
    return true;
}

// Two corners of one ring at one place.
static bool check_corners(sweep *s, int32_t count, tr_ring_sweep *out)
{
    for (int32_t i = 0; i < count; i++) s->events[i] = event_at(s, i, s->edges[i].at[0], false);
    qsort(s->events, (size_t)count, sizeof *s->events, in_order);
    for (int32_t i = 1; i < count; i++) {
        const sweep_event *a = &s->events[i - 1], *b = &s->events[i];
        if (a->at[0] != b->at[0] || a->at[1] != b->at[1] || a->ring != b->ring) continue;
        out->found[0] = &s->edges[a->edge];
        out->found[1] = &s->edges[b->edge];
        return false;
    }
    return true;
}

bool tr_ring_sweep_run(tr_context *context, const tr_ring_edge *edges, int32_t count, tr_ring_sweep *out, tr_error *err)
{
    sweep s = {.edges = edges, .root = -1};
    out->found[0] = out->found[1] = NULL;
    s.nodes = tr_alloc_array(context, (size_t)count, sizeof *s.nodes, err);
    s.events = s.nodes ? tr_alloc_array(context, 2 * (size_t)count, sizeof *s.events, err) : NULL;
    const bool ok = s.events != NULL;
    if (ok && check_turns(&s, count, out) && check_corners(&s, count, out)) {
        for (int32_t i = 0; i < count; i++) {
            s.events[2 * i] = event_at(&s, i, end_of(&edges[i], 0), false);
            s.events[2 * i + 1] = event_at(&s, i, end_of(&edges[i], 1), true);
        }
        qsort(s.events, 2 * (size_t)count, sizeof *s.events, in_order);
        pass_events(&s, count, out);
    }
    tr_free(context, s.events);
    tr_free(context, s.nodes);
    return ok;
}
