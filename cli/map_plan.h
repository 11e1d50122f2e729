// Which samples of a world a map shows: from what the user said about region, size and spacing.
#ifndef CLI_MAP_PLAN_H
#define CLI_MAP_PLAN_H

#include "terrane/world.h"

enum { MAP_LEAST_PX = 16, MAP_MOST_PX = 32768, MAP_MOST_PIXELS = 1 << 28, MAP_STANDARD_PX = 1000 };

typedef struct map_plan {
    tr_region region_m;
    int32_t width_px, height_px;  // 0: follows from the others
    double spacing_m;             // 0: follows
} map_plan;

// One sample per pixel. A spacing that is not given is the least multiple of 1/256 m at which the region fits the size,
// whose longer side is MAP_STANDARD_PX when nothing is given. With a size of both sides, what is around the region
// fills the rest; with both size and spacing, the map is that around the middle of the region.
bool map_plan_area(const map_plan *plan, tr_area *out, tr_error *err);

#endif
