// How entangled rings are: what it costs to repair them.
#ifndef TR_GEOMETRY_EDGE_CENSUS_H
#define TR_GEOMETRY_EDGE_CENSUS_H

#include "geometry/polygon.h"

// How far to count. A count that has reached its limit may be more.
typedef struct tr_edge_limits {
    int64_t tests;      // of two boxes
    int64_t pairs;      // edges, or runs of edges that turn by less than a quarter, whose boxes meet
    int64_t crossings;  // of two edges, at a place that is an end of neither
} tr_edge_limits;

typedef struct tr_edge_census {
    int64_t tests, pairs, crossings;
} tr_edge_census;

bool tr_edge_census_take(tr_context *context, const tr_plan_rings *rings, const tr_edge_limits *limits,
                         tr_edge_census *out, tr_error *err);

static inline bool tr_edge_census_is_within(const tr_edge_census *census, const tr_edge_limits *limits)
{
    return census->tests < limits->tests && census->pairs < limits->pairs && census->crossings < limits->crossings;
}

#endif
