// The shore of a lake as rings.
#ifndef TR_CARVE_PLAN_LAKE_OUTLINE_H
#define TR_CARVE_PLAN_LAKE_OUTLINE_H

#include "carve/plan/lake_basin.h"
#include "carve/plan/plan_line.h"

typedef struct tr_lake_rings {
    tr_plan_line line;  // the points of all rings, in samples from the first one of the ground
    int32_t *end;       // one past the last point of each ring; the shore first, then the islands
    int32_t count, capacity;
} tr_lake_rings;

// The line where the ground passes the level of the lake (marching squares), made smooth, with a point every few
// samples. No ring crosses itself or another. Islands of a few samples are left out.
bool tr_lake_outline(tr_context *context, const tr_drainage *drainage, const tr_lake_basins *basins, int32_t lake,
                     tr_lake_rings *out, tr_error *err);
void tr_lake_rings_destroy(tr_context *context, tr_lake_rings *rings);

#endif
