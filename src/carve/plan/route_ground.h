// What a way over the ground costs: the lattice that roads are searched on, with heights, slopes and water, and the
// price of going straight from one place to another. Prices are in metres of level road.
#ifndef TR_CARVE_PLAN_ROUTE_GROUND_H
#define TR_CARVE_PLAN_ROUTE_GROUND_H

#include "carve/plan/plan.h"
#include "carve/plan/plan_line.h"
#include "carve/plan/route.h"

// What a kind of way wants.
typedef struct tr_route_request {
    double max_grade;
    double radius_m;  // of the sharpest bend
    double step_m;    // from node to node, about
} tr_route_request;
tr_route_request tr_route_request_of(const tr_path_def *def);

typedef struct tr_route_node {
    float height_m;
    float slope_x, slope_z;  // rise over run
    float across, along;     // price per metre of water or bank: in any direction, and as much more along its course
    float flow_x, flow_z;    // the course; a unit vector
} tr_route_node;

typedef struct tr_route_ground {
    tr_route_request request;
    int32_t width, height, stride;  // nodes, and samples from node to node
    double spacing_m;               // from node to node
    tr_route_node *nodes;
    uint32_t *price;  // of moves, as tr_route_map wants them
} tr_route_ground;

bool tr_route_ground_create(tr_context *context, const tr_plan_ground *ground, const tr_route_request *request,
                            const tr_plan_paths *water, tr_route_ground *out, tr_error *err);
void tr_route_ground_destroy(tr_context *context, tr_route_ground *ground);

// Places are in nodes.
double tr_route_line_price(const tr_route_ground *ground, tr_plan_point from, tr_plan_point to);
// Of the bend from one line into another. Lines that are too short for the radius cost more.
double tr_route_bend_price(const tr_route_ground *ground, tr_plan_point before, tr_plan_point at, tr_plan_point after);

tr_route_map tr_route_ground_map(const tr_route_ground *ground);

#endif
