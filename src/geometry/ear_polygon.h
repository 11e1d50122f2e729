// The polygons that ears are clipped off: rings of nodes, and the bridges that join holes to what surrounds them.
#ifndef TR_GEOMETRY_EAR_POLYGON_H
#define TR_GEOMETRY_EAR_POLYGON_H

#include "geometry/triangulate.h"

// A corner of the polygon. A corner at the end of a bridge is there twice.
typedef struct tr_ear_node {
    tr_lattice_point at;
    uint32_t vertex;
    int32_t previous, next;            // -1 when it was clipped
    int32_t ring;                      // that it belongs to, before bridges; -1: to none yet
    int32_t cell_previous, cell_next;  // others of its cell, see triangulate.c
    bool in_cell, queued;
} tr_ear_node;

typedef struct tr_ear_polygon {
    tr_ear_node *nodes;
    int32_t node_count;
    int32_t *outlines;  // a node of each outline, holes joined
    int32_t outline_count;
} tr_ear_polygon;

// Points that follow each other at one place count once; rings of less than three corners are left out. Rings that
// touch are joined or parted where they do, so that no outline passes a place twice with something else between.
bool tr_ear_polygon_create(tr_context *context, const tr_lattice_point *points, const int32_t *ring_end,
                           int32_t ring_count, tr_ear_polygon *out, tr_error *err);
void tr_ear_polygon_destroy(tr_context *context, tr_ear_polygon *polygon);

static inline int64_t tr_ear_turn(const tr_ear_polygon *polygon, int32_t a, int32_t b, int32_t c)
{
    return tr_lattice_turn(polygon->nodes[a].at, polygon->nodes[b].at, polygon->nodes[c].at);
}

// The turn of the outline at a node: positive where the corner is convex.
static inline int64_t tr_ear_corner(const tr_ear_polygon *polygon, int32_t node)
{
    return tr_ear_turn(polygon, polygon->nodes[node].previous, node, polygon->nodes[node].next);
}

#endif
