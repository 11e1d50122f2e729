// From rivers as lines of samples to courses: without the steps of the grid, joined where they come together, with
// a level of the water at every point.
#ifndef TR_CARVE_PLAN_RIVER_COURSE_H
#define TR_CARVE_PLAN_RIVER_COURSE_H

#include "carve/plan/river_network.h"

// Sizes follow the square root of the drained area: 1 where `min_cells` drain.
typedef struct tr_river_size {
    double min_cells;
    double greatest;  // what it grows to at most
    double width;     // in samples, at size 1
    double bank_m;    // from the ground down to the water, at size 1
} tr_river_size;
double tr_river_size_at(const tr_river_size *size, uint32_t cells);

// Rounds the lines as far as their valleys allow. Of rivers that run side by side, the smaller one ends in the other
// where that begins; stubs are left with a count of 0.
bool tr_river_courses_shape(tr_context *context, tr_river_network *network, const tr_drainage *drainage,
                            const tr_lake_basins *lakes, const tr_river_size *size, tr_error *err);

// Levels that never rise downstream, stay below the ground where it allows that, and are those of the lake, the sea or
// the river at the ends. Hollows that are no lakes are cut through.
void tr_river_courses_level(tr_river_network *network, const tr_drainage *drainage, const tr_lake_basins *lakes,
                            const tr_river_size *size);

#endif
