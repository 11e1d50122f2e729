// The cheapest way over a map of nodes, where bends have a price: a search over (node, heading).
#ifndef TR_CARVE_PLAN_ROUTE_H
#define TR_CARVE_PLAN_ROUTE_H

#include "terrane/base.h"

// Moves in the order of their headings, clockwise from east. The one opposite to m is m ^ TR_ROUTE_HALF.
enum { TR_ROUTE_MOVES = 32, TR_ROUTE_HALF = TR_ROUTE_MOVES / 2, TR_ROUTE_ANY_HEADING = TR_ROUTE_MOVES };
static const int32_t tr_route_step_x[TR_ROUTE_MOVES] = {1,  3,  2,  3,  1,  2,  1,  1,  0, -1, -1, -2, -1, -3, -2, -3,
                                                        -1, -3, -2, -3, -1, -2, -1, -1, 0, 1,  1,  2,  1,  3,  2,  3};
static const int32_t tr_route_step_z[TR_ROUTE_MOVES] = {0, 1,  1,  2,  1,  3,  2,  3,  1,  3,  2,  3,  1,  2,  1,  1,
                                                        0, -1, -1, -2, -1, -3, -2, -3, -1, -3, -2, -3, -1, -2, -1, -1};

// No move, or none that may be made.
#define TR_ROUTE_CLOSED UINT32_MAX

// Prices are integers: sums are exact, and equal on every machine.
typedef struct tr_route_map {
    int32_t width, height;  // nodes; at most 2^27 in all
    const uint32_t *price;  // per node, of each of the first TR_ROUTE_HALF moves; as much the other way
    int turns;       // headings change by this many steps at most from a move to the next; 0 .. TR_ROUTE_HALF - 1
    uint32_t haste;  // a way may cost this many sixteenths more than the cheapest, to be found sooner
    uint32_t turn[TR_ROUTE_HALF];  // the price of a change by that many steps
} tr_route_map;

typedef struct tr_route {
    uint32_t *nodes;  // first and last included
    int32_t count;
    int last_heading;  // the last move; that of the start when there is none
    uint32_t price;
} tr_route;

// The cheapest of all, without haste; always the same one.
// @param heading  of the way that comes to `from`, or TR_ROUTE_ANY_HEADING
// @return false when memory is short, or with INVALID_ARGUMENT when no way leads there
bool tr_route_find(tr_context *context, const tr_route_map *map, uint32_t from, int heading, uint32_t to, tr_route *out,
                   tr_error *err);
void tr_route_destroy(tr_context *context, tr_route *route);

// A node with where it lies, so that its moves need no division.
typedef struct tr_route_place {
    uint32_t node;
    int32_t x, z;
} tr_route_place;

static inline tr_route_place tr_route_place_of(const tr_route_map *map, uint32_t node)
{
    return (tr_route_place){node, (int32_t)(node % (uint32_t)map->width), (int32_t)(node / (uint32_t)map->width)};
}

// The node that a move leads to; false when it leads out of the map.
static inline bool tr_route_step(const tr_route_map *map, const tr_route_place *from, int move, uint32_t *out)
{
    const int32_t dx = tr_route_step_x[move], dz = tr_route_step_z[move];
    if ((uint32_t)(from->x + dx) >= (uint32_t)map->width || (uint32_t)(from->z + dz) >= (uint32_t)map->height)
        return false;
    *out = (uint32_t)((int32_t)from->node + dz * map->width + dx);
    return true;
}

// The price of a move that leads from `node` to `next`.
static inline uint32_t tr_route_price(const tr_route_map *map, uint32_t node, int move, uint32_t next)
{
    return move < TR_ROUTE_HALF ? map->price[(size_t)node * TR_ROUTE_HALF + (size_t)move]
                                : map->price[(size_t)next * TR_ROUTE_HALF + (size_t)(move - TR_ROUTE_HALF)];
}

#endif
