// The levels that a view needs: fine ground near the camera, coarse ground far away, and only where it looks.
#ifndef CLI_VIEW_LEVELS_H
#define CLI_VIEW_LEVELS_H

#include "view_ground.h"

typedef struct view_levels {
    tr_view_level items[TR_VIEW_MAX_LEVELS];
    int count;
} view_levels;

// Asks the world for heights and colours. Eye and target of its view must be set.
// @param bridges  what will stand on the ground, which gives way to it
bool view_levels_create(const view_ground *ground, const bridge_meshes *bridges, const tr_progress *progress,
                        view_levels *out, tr_error *err);
void view_levels_destroy(const tr_world *world, view_levels *levels);

// The height of the ground as it is drawn at a place; false beyond all levels.
bool view_levels_height(const view_levels *levels, double x_m, double z_m, double *out_m);

// Samples of all levels together.
int64_t view_levels_samples(const view_levels *levels);

#endif
