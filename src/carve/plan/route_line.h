// From the nodes of a route to the line of a road: straight where it may be, with round bends.
#ifndef TR_CARVE_PLAN_ROUTE_LINE_H
#define TR_CARVE_PLAN_ROUTE_LINE_H

#include "carve/plan/route_ground.h"

typedef struct tr_route_corner {
    tr_plan_point at;  // in nodes
    int32_t given;     // the number of the place that was given and must be kept; -1: none
} tr_route_corner;

typedef struct tr_route_line {
    tr_route_corner *corners;
    int32_t count, capacity;
} tr_route_line;

bool tr_route_line_push(tr_context *context, tr_route_line *line, tr_route_corner corner, tr_error *err);
void tr_route_line_destroy(tr_context *context, tr_route_line *line);

// Leaves out corners, so that the price of lines and bends is the least; given ones stay. First and last are given
// ones.
bool tr_route_line_straighten(tr_context *context, const tr_route_ground *ground, tr_route_line *line, tr_error *err);

typedef struct tr_route_bends {
    int32_t too_sharp;    // bends below the radius that the kind wants
    double min_radius_m;  // the smallest radius; HUGE_VAL without bends
    tr_plan_point where;  // of it, in nodes
} tr_route_bends;

// Moves corners that leave too little room for a bend, then puts arcs in their place and points on the straight parts,
// no farther apart than `step` nodes. Given corners stay.
bool tr_route_line_round(tr_context *context, const tr_route_ground *ground, double step, tr_route_line *line,
                         tr_route_bends *bends, tr_error *err);

#endif
