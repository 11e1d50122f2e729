// Hollows that are deep and large enough to hold a lake.
#ifndef TR_CARVE_PLAN_LAKE_BASIN_H
#define TR_CARVE_PLAN_LAKE_BASIN_H

#include "carve/plan/drainage.h"

typedef struct tr_lake_basin {
    double level_m;  // of the water: a little below where it runs over
    double depth_m;  // at its deepest
    double area_m2;
    uint32_t drained;        // samples that drain into it, its own included
    int32_t x0, z0, x1, z1;  // of these samples, both ends included
} tr_lake_basin;

typedef struct tr_lake_basins {
    tr_lake_basin *basins;
    int32_t count, capacity;
    int32_t *lake_of;  // per sample: 1 + the basin it belongs to; 0 or less: none
} tr_lake_basins;

// What makes a hollow a lake.
typedef struct tr_lake_min {
    double area_m2;  // HUGE_VAL: there are none
    double depth_m;
    double cells;  // samples that drain into it: others are dry
} tr_lake_min;

bool tr_lake_basins_find(tr_context *context, const tr_drainage *drainage, const tr_lake_min *min, tr_lake_basins *out,
                         tr_error *err);
void tr_lake_basins_destroy(tr_context *context, tr_lake_basins *basins);

// 0 where there is none, else 1 + the basin.
static inline int32_t tr_lake_at(const tr_lake_basins *basins, uint32_t sample)
{
    return basins->lake_of[sample] > 0 ? basins->lake_of[sample] : 0;
}

#endif
