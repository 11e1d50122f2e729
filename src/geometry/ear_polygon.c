// Where rings touch, their edges are paired anew, each with the next one around the place: what is left are outlines
// and holes that do not touch. Holes are joined to the outside from west to east. From the westernmost corner of a hole
// a ray goes west; the first edge it meets belongs to the outside or to a hole that was joined before. One end of that
// edge, or a corner in between, sees the hole, and a bridge of two equal edges is laid to it (the method of D. Eberly,
// "Triangulation by Ear Clipping"). Edges are found by bands of latitude, so that many holes do not cost holes x
// corners.
#include "geometry/ear_polygon.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/integers.h"

int64_t tr_lattice_turn(tr_lattice_point a, tr_lattice_point b, tr_lattice_point c)
{
    return ((int64_t)b.z - a.z) * ((int64_t)c.x - a.x) - ((int64_t)b.x - a.x) * ((int64_t)c.z - a.z);
}

// ---------------------------------------------------------------------------------------------------------
// Rings

static bool same_place(tr_lattice_point a, tr_lattice_point b)
{
    return a.x == b.x && a.z == b.z;
}

static void link_nodes(tr_ear_polygon *polygon, int32_t before, int32_t after)
{
    polygon->nodes[before].next = after;
    polygon->nodes[after].previous = before;
}

// Twice the area that a ring of points surrounds; in double, for its sign and for rings of any size.
static double ring_area(const tr_lattice_point *points, int32_t begin, int32_t end)
{
    double sum = 0;
    for (int32_t i = begin; i < end; i++) {
        const tr_lattice_point a = points[i], b = points[i + 1 < end ? i + 1 : begin];
        sum += (double)((int64_t)a.z * b.x - (int64_t)a.x * b.z);
    }
    return sum;
}

static int32_t add_node(tr_ear_polygon *polygon, tr_lattice_point at, uint32_t vertex, int32_t ring)
{
    polygon->nodes[polygon->node_count] = (tr_ear_node){.at = at, .vertex = vertex, .ring = ring};
    return polygon->node_count++;
}

static void add_ring(tr_ear_polygon *polygon, const tr_lattice_point *points, int32_t begin, int32_t end, bool hole)
{
    const int32_t first = polygon->node_count;
    const bool turned = (ring_area(points, begin, end) > 0) == hole;
    for (int32_t i = 0; i < end - begin; i++) {
        const int32_t point = turned ? end - 1 - i : begin + i;
        if (polygon->node_count > first && same_place(polygon->nodes[polygon->node_count - 1].at, points[point]))
            continue;
        add_node(polygon, points[point], (uint32_t)point, -1);
    }
    while (polygon->node_count > first + 1 &&
           same_place(polygon->nodes[polygon->node_count - 1].at, polygon->nodes[first].at))
        polygon->node_count--;
    if (polygon->node_count - first < 3) {
        polygon->node_count = first;
        return;
    }
    for (int32_t i = first; i + 1 < polygon->node_count; i++) link_nodes(polygon, i, i + 1);
    link_nodes(polygon, polygon->node_count - 1, first);
}

// ---------------------------------------------------------------------------------------------------------
// Places that several corners share

typedef struct edge_ray {
    tr_lattice_point from, to;
    int32_t neighbour;
    bool leaves;  // the place; else it arrives there
} edge_ray;

// The half of the circle that a direction is in, counter-clockwise from east seen from above.
static int half_of(const edge_ray *ray)
{
    return ray->to.z > ray->from.z || (ray->to.z == ray->from.z && ray->to.x < ray->from.x);
}

static int around(const void *left, const void *right)
{
    const edge_ray *a = left, *b = right;
    if (half_of(a) != half_of(b)) return half_of(a) - half_of(b);
    const int64_t turn = tr_lattice_turn(a->from, a->to, b->to);
    return (turn < 0) - (turn > 0);
}

// The inside of a corner lies between the edge that leaves and, counter-clockwise, the one that arrives.
static bool alternates(const edge_ray *rays, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const edge_ray *next = &rays[(i + 1) % count];
        if (rays[i].leaves == next->leaves || around(&rays[i], next) == 0) return false;
    }
    return true;
}

// Pairs the edges of corners at one place anew. Where edges lie on each other there is no order, and all stays as it
// is.
static void part_place(tr_ear_polygon *polygon, const int32_t *corners, int32_t count, edge_ray *rays)
{
    for (int32_t i = 0; i < count; i++) {
        const tr_ear_node *node = &polygon->nodes[corners[i]];
        rays[2 * i] = (edge_ray){node->at, polygon->nodes[node->previous].at, node->previous, false};
        rays[2 * i + 1] = (edge_ray){node->at, polygon->nodes[node->next].at, node->next, true};
    }
    qsort(rays, 2 * (size_t)count, sizeof *rays, around);
    if (!alternates(rays, 2 * count)) return;
    const int32_t first = rays[0].leaves ? 0 : 1;
    for (int32_t i = 0; i < count; i++) {
        link_nodes(polygon, corners[i], rays[first + 2 * i].neighbour);
        link_nodes(polygon, rays[(first + 2 * i + 1) % (2 * count)].neighbour, corners[i]);
    }
}

typedef struct shared_place {
    tr_lattice_point at;
    int32_t corner;
} shared_place;

static int by_place(const void *left, const void *right)
{
    const shared_place *a = left, *b = right;
    if (a->at.z != b->at.z) return a->at.z < b->at.z ? -1 : 1;
    if (a->at.x != b->at.x) return a->at.x < b->at.x ? -1 : 1;
    return (a->corner > b->corner) - (a->corner < b->corner);
}

static void part_places(tr_ear_polygon *polygon, shared_place *places, int32_t *corners, edge_ray *rays)
{
    const int32_t count = polygon->node_count;
    for (int32_t i = 0; i < count; i++) places[i] = (shared_place){polygon->nodes[i].at, i};
    qsort(places, (size_t)count, sizeof *places, by_place);
    for (int32_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && same_place(places[end].at, places[begin].at); end++)
            corners[end - begin] = places[end].corner;
        if (end - begin > 1) part_place(polygon, corners, end - begin, rays);
    }
}

static bool part_touching(tr_context *context, tr_ear_polygon *polygon, tr_error *err)
{
    const size_t count = (size_t)polygon->node_count;
    shared_place *places = tr_alloc_array(context, count, sizeof *places, err);
    int32_t *corners = tr_alloc_array(context, count, sizeof *corners, err);
    edge_ray *rays = tr_alloc_array(context, 2 * count, sizeof *rays, err);
    const bool ok = places && corners && rays;
    if (ok) part_places(polygon, places, corners, rays);
    tr_free(context, places);
    tr_free(context, corners);
    tr_free(context, rays);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Bands

typedef struct band_entry {
    int32_t node;  // the start of an edge
    int32_t next;  // entry of the same band, or -1
} band_entry;

typedef struct band_list {
    tr_context *context;
    int32_t *heads;
    int32_t count;
    int32_t z0;
    int64_t height;
    band_entry *entries;
    int32_t entry_count, entry_capacity;
} band_list;

static int32_t band_of(const band_list *bands, int32_t z)
{
    const int64_t band = ((int64_t)z - bands->z0) / bands->height;
    return (int32_t)tr_min_i64(tr_max_i64(band, 0), bands->count - 1);
}

static bool add_entry(band_list *bands, int32_t band, int32_t node, tr_error *err)
{
    band_entry *entries = tr_array_reserve(bands->context, bands->entries, bands->entry_count, &bands->entry_capacity,
                                           sizeof *entries, err);
    if (!entries) return false;
    bands->entries = entries;
    entries[bands->entry_count] = (band_entry){node, bands->heads[band]};
    bands->heads[band] = bands->entry_count++;
    return true;
}

// Puts the edge that starts at a node into every band it passes.
static bool add_edge(band_list *bands, const tr_ear_polygon *polygon, int32_t node, tr_error *err)
{
    const int32_t za = polygon->nodes[node].at.z, zb = polygon->nodes[polygon->nodes[node].next].at.z;
    const int32_t from = band_of(bands, tr_min_i32(za, zb)), to = band_of(bands, tr_max_i32(za, zb));
    for (int32_t band = from; band <= to; band++)
        if (!add_entry(bands, band, node, err)) return false;
    return true;
}

// Bands as high as edges are on average, so that an edge lies in few of them.
static bool create_bands(band_list *bands, const tr_ear_polygon *polygon, tr_error *err)
{
    int32_t z0 = INT32_MAX, z1 = INT32_MIN;
    int64_t rise = 0;
    for (int32_t i = 0; i < polygon->node_count; i++) {
        const int32_t z = polygon->nodes[i].at.z, next_z = polygon->nodes[polygon->nodes[i].next].at.z;
        z0 = tr_min_i32(z0, z);
        z1 = tr_max_i32(z1, z);
        rise += llabs((int64_t)z - next_z);
    }
    bands->z0 = z0;
    bands->height = rise / polygon->node_count + 1;
    bands->count = (int32_t)tr_min_i64(((int64_t)z1 - z0) / bands->height + 1, polygon->node_count);
    bands->heads = tr_alloc_array(bands->context, (size_t)bands->count, sizeof *bands->heads, err);
    if (!bands->heads) return false;
    for (int32_t i = 0; i < bands->count; i++) bands->heads[i] = -1;
    for (int32_t i = 0; i < polygon->node_count; i++)
        if (!add_edge(bands, polygon, i, err)) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Bridges

typedef struct hole {
    int32_t corner;  // westernmost
    tr_lattice_point at;
} hole;

static int west_first(const void *left, const void *right)
{
    const hole *a = left, *b = right;
    if (a->at.x != b->at.x) return a->at.x < b->at.x ? -1 : 1;
    if (a->at.z != b->at.z) return a->at.z < b->at.z ? -1 : 1;
    return (a->corner > b->corner) - (a->corner < b->corner);
}

static int32_t westernmost(const tr_ear_polygon *polygon, int32_t first)
{
    int32_t best = first;
    for (int32_t i = polygon->nodes[first].next; i != first; i = polygon->nodes[i].next) {
        const tr_lattice_point at = polygon->nodes[i].at, min = polygon->nodes[best].at;
        if (at.x < min.x || (at.x == min.x && at.z < min.z)) best = i;
    }
    return best;
}

typedef struct bridge_search {
    tr_ear_polygon *polygon;
    band_list bands;
    bool *joined;  // by ring
} bridge_search;

// The edge that a ray to the west meets first; -1: none. Edges with the inside to their east run south.
static int32_t first_edge_west(const bridge_search *search, tr_lattice_point from, double *hit_x)
{
    int32_t best = -1;
    for (int32_t e = search->bands.heads[band_of(&search->bands, from.z)]; e >= 0; e = search->bands.entries[e].next) {
        const int32_t node = search->bands.entries[e].node;
        const tr_ear_node *a = &search->polygon->nodes[node], *b = &search->polygon->nodes[a->next];
        if (!search->joined[a->ring] || a->at.z > from.z || b->at.z < from.z || a->at.z == b->at.z) continue;
        if (tr_lattice_turn(a->at, b->at, from) < 0) continue;
        const double share = (double)((int64_t)from.z - a->at.z) / (double)((int64_t)b->at.z - a->at.z);
        const double x = a->at.x + share * (double)((int64_t)b->at.x - a->at.x);
        if (best < 0 || x > *hit_x) {
            best = node;
            *hit_x = x;
        }
    }
    return best;
}

// Whether a place lies between the two edges of a corner, on the inner side.
static bool corner_sees(const tr_ear_polygon *polygon, int32_t corner, tr_lattice_point place)
{
    const tr_ear_node *node = &polygon->nodes[corner];
    const tr_lattice_point before = polygon->nodes[node->previous].at, after = polygon->nodes[node->next].at;
    const bool left_of_first = tr_lattice_turn(before, node->at, place) >= 0;
    const bool left_of_second = tr_lattice_turn(node->at, after, place) >= 0;
    return tr_ear_corner(polygon, corner) > 0 ? left_of_first && left_of_second : left_of_first || left_of_second;
}

// Of the corners between the ray and the line to `end`, the one nearest to the ray's direction; it hides `end`, and
// nothing hides it.
static int32_t nearest_in_between(const bridge_search *search, tr_lattice_point from, double hit_x, int32_t end)
{
    const tr_ear_polygon *polygon = search->polygon;
    const tr_lattice_point goal = polygon->nodes[end].at;
    const int side = goal.z < from.z ? -1 : 1;
    // Where the ray meets a corner at the end of a bridge, it may be the twin of `end` that sees the hole.
    const bool end_sees = corner_sees(polygon, end, from);
    int32_t best = end;
    double best_slope = 0, best_run = 0;
    const int32_t last = band_of(&search->bands, goal.z);
    for (int32_t band = band_of(&search->bands, from.z);; band += side) {
        for (int32_t e = search->bands.heads[band]; e >= 0; e = search->bands.entries[e].next) {
            const int32_t i = search->bands.entries[e].node;
            const tr_ear_node *node = &polygon->nodes[i];
            const int64_t rise = side * ((int64_t)node->at.z - from.z), run = (int64_t)from.x - node->at.x;
            if (i == end || !search->joined[node->ring] || rise < 0 || run <= 0) continue;
            // Within the triangle of the hole's corner, the hit and `end`.
            if (side * tr_lattice_turn(from, goal, node->at) > 0) continue;
            const double share = goal.z == from.z ? 0 : (double)rise / (double)(side * ((int64_t)goal.z - from.z));
            if (share > 1 || node->at.x < hit_x + share * ((double)goal.x - hit_x)) continue;
            const double slope = (double)rise / (double)run;
            if (best != end && (slope > best_slope || (slope == best_slope && (double)run >= best_run))) continue;
            if ((end_sees && same_place(node->at, goal)) || !corner_sees(polygon, i, from)) continue;
            best = i;
            best_slope = slope;
            best_run = (double)run;
        }
        if (band == last) break;
    }
    return best;
}

static bool lay_bridge(bridge_search *search, int32_t outer, int32_t corner, tr_error *err)
{
    tr_ear_polygon *polygon = search->polygon;
    const tr_ear_node a = polygon->nodes[outer], b = polygon->nodes[corner];
    const int32_t outer_twin = add_node(polygon, a.at, a.vertex, a.ring);
    const int32_t corner_twin = add_node(polygon, b.at, b.vertex, b.ring);
    link_nodes(polygon, outer_twin, a.next);
    link_nodes(polygon, b.previous, corner_twin);
    link_nodes(polygon, corner_twin, outer_twin);
    link_nodes(polygon, outer, corner);
    return add_edge(&search->bands, polygon, outer, err) && add_edge(&search->bands, polygon, outer_twin, err) &&
           add_edge(&search->bands, polygon, corner_twin, err);
}

static bool join_hole(bridge_search *search, int32_t corner, tr_error *err)
{
    const tr_lattice_point from = search->polygon->nodes[corner].at;
    const int32_t ring = search->polygon->nodes[corner].ring;
    double hit_x = 0;
    const int32_t edge = first_edge_west(search, from, &hit_x);
    if (edge < 0) return true;  // a hole in nothing
    const int32_t other = search->polygon->nodes[edge].next;
    // The western end: no hole that is not yet joined can lie between.
    const int32_t end = search->polygon->nodes[edge].at.x <= search->polygon->nodes[other].at.x ? edge : other;
    const int32_t outer = nearest_in_between(search, from, hit_x, end);
    search->joined[ring] = true;
    return lay_bridge(search, outer, corner, err);
}

static bool bridge_holes(tr_context *context, tr_ear_polygon *polygon, hole *holes, int32_t hole_count,
                         int32_t ring_count, tr_error *err)
{
    qsort(holes, (size_t)hole_count, sizeof *holes, west_first);
    bridge_search search = {.polygon = polygon, .bands = {.context = context}};
    bool ok = (search.joined = tr_alloc_array(context, (size_t)ring_count, sizeof *search.joined, err)) &&
              create_bands(&search.bands, polygon, err);
    if (ok) {
        for (int32_t i = 0; i < ring_count; i++) search.joined[i] = false;
        for (int32_t i = 0; i < polygon->outline_count; i++)
            search.joined[polygon->nodes[polygon->outlines[i]].ring] = true;
        for (int32_t i = 0; ok && i < hole_count; i++) ok = join_hole(&search, holes[i].corner, err);
    }
    tr_free(context, search.bands.heads);
    tr_free(context, search.bands.entries);
    tr_free(context, search.joined);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// The whole

// Twice the area of the ring that a node belongs to; gives its nodes a number.
static double number_ring(tr_ear_polygon *polygon, int32_t first, int32_t ring)
{
    double area = 0;
    int32_t i = first;
    do {
        const tr_lattice_point a = polygon->nodes[i].at, b = polygon->nodes[polygon->nodes[i].next].at;
        area += (double)((int64_t)a.z * b.x - (int64_t)a.x * b.z);
        polygon->nodes[i].ring = ring;
        i = polygon->nodes[i].next;
    } while (i != first);
    return area;
}

// Rings that turn left are outlines, the others holes.
static bool sort_rings(tr_context *context, tr_ear_polygon *polygon, hole *holes, tr_error *err)
{
    int32_t hole_count = 0, ring_count = 0;
    for (int32_t i = 0; i < polygon->node_count; i++) {
        if (polygon->nodes[i].ring >= 0) continue;
        if (number_ring(polygon, i, ring_count++) > 0) {
            polygon->outlines[polygon->outline_count++] = i;
        } else {
            const int32_t corner = westernmost(polygon, i);
            holes[hole_count++] = (hole){corner, polygon->nodes[corner].at};
        }
    }
    return hole_count == 0 || bridge_holes(context, polygon, holes, hole_count, ring_count, err);
}

static bool build(tr_context *context, const tr_lattice_point *points, const int32_t *ring_end, int32_t ring_count,
                  tr_ear_polygon *out, tr_error *err)
{
    for (int32_t ring = 0; ring < ring_count; ring++)
        add_ring(out, points, ring > 0 ? ring_end[ring - 1] : 0, ring_end[ring], ring > 0);
    if (!part_touching(context, out, err)) return false;
    // A ring has three nodes or more, but where rings touch they may be parted into rings of two.
    hole *holes = tr_alloc_array(context, (size_t)out->node_count, sizeof *holes, err);
    const bool ok = holes && sort_rings(context, out, holes, err);
    tr_free(context, holes);
    return ok;
}

bool tr_ear_polygon_create(tr_context *context, const tr_lattice_point *points, const int32_t *ring_end,
                           int32_t ring_count, tr_ear_polygon *out, tr_error *err)
{
    *out = (tr_ear_polygon){0};
    // Every hole adds two nodes, and a hole has at least two.
    const size_t count = (size_t)ring_end[ring_count - 1];
    const bool ok = (out->nodes = tr_alloc_array(context, 2 * count, sizeof *out->nodes, err)) &&
                    (out->outlines = tr_alloc_array(context, count, sizeof *out->outlines, err)) &&
                    build(context, points, ring_end, ring_count, out, err);
    if (!ok) tr_ear_polygon_destroy(context, out);
    return ok;
}

void tr_ear_polygon_destroy(tr_context *context, tr_ear_polygon *polygon)
{
    tr_free(context, polygon->nodes);
    tr_free(context, polygon->outlines);
    *polygon = (tr_ear_polygon){0};
}
