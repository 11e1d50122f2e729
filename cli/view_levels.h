// The levels that a view needs: fine ground near the camera, coarse ground far away, and only where it looks.
#ifndef CLI_VIEW_LEVELS_H
#define CLI_VIEW_LEVELS_H

#include "view_bridges.h"

typedef struct view_levels {
    tr_view_level items[TR_VIEW_MAX_LEVELS];
    int count;
} view_levels;

// Asks the world for heights and colours. Eye and target of `def` must be set.
// @param bridges  what will stand on the ground, which gives way to it
bool view_levels_create(const tr_world *world, const tr_view_def *def, const view_bridges *bridges,
                        const tr_progress *progress, view_levels *out, tr_error *err);
void view_levels_destroy(const tr_world *world, view_levels *levels);

// Samples of all levels together.
int64_t view_levels_samples(const view_levels *levels);

#endif
