// Rivers as lines of samples, from their sources to their mouths.
#ifndef TR_CARVE_PLAN_RIVER_NETWORK_H
#define TR_CARVE_PLAN_RIVER_NETWORK_H

#include "carve/plan/lake_basin.h"
#include "carve/plan/plan_line.h"

// How many samples a line goes on into a lake or the sea.
enum { TR_RIVER_INTO_WATER = 3 };

typedef struct tr_river_point {
    tr_plan_point at;  // in samples from the first one of the ground
    uint32_t sample;
    uint32_t cells;  // samples that drain into the river above
    double level_m;  // of the water
    int32_t line;    // that it belongs to
    bool joint;      // another river ends here
} tr_river_point;

typedef enum tr_river_end { TR_RIVER_TO_SEA, TR_RIVER_TO_LAKE, TR_RIVER_TO_RIVER, TR_RIVER_TO_BORDER } tr_river_end;

typedef struct tr_river_mouth {
    tr_river_end end;
    int32_t into;    // the lake or the line that it ends in; -1: neither
    uint32_t point;  // of all points: where it meets the line
} tr_river_mouth;

typedef struct tr_river_line {
    uint32_t first, count;  // points, downstream
    tr_river_mouth mouth;
    int32_t from_lake;  // that it begins in; -1: none
    bool has_inflows;   // other lines end in it
} tr_river_line;

// Lines in the order of what drains through their mouths, the greatest first: they come after the ones they end in.
typedef struct tr_river_network {
    tr_river_line *lines;
    int32_t line_count, line_capacity;
    tr_river_point *points;
    uint32_t point_count;
    int32_t point_capacity;
} tr_river_network;

// Wherever at least `min_cells` samples drain through one. At a confluence the river with the larger area goes on,
// and the others end. Rivers begin and end a few samples inside of lakes, and end as far inside of the sea.
bool tr_river_network_trace(tr_context *context, const tr_drainage *drainage, const tr_lake_basins *lakes,
                            double min_cells, tr_river_network *out, tr_error *err);
// Appends a copy of a point.
bool tr_river_network_push(tr_context *context, tr_river_network *network, const tr_river_point *point, tr_error *err);
void tr_river_network_destroy(tr_context *context, tr_river_network *network);

#endif
