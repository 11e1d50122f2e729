// What stands on the ground in a view: trees, bushes, grass, rocks.
#ifndef CLI_VIEW_PLANTS_H
#define CLI_VIEW_PLANTS_H

#include "view_levels.h"

typedef struct view_plants {
    tr_view_instances *groups;  // a model each
    int32_t group_count;
    size_t count;  // objects of all groups
    tr_mesh *meshes;
    int32_t mesh_count;
    tr_view_instance *instances;
} view_plants;

// Asks the world for what stands where the camera sees it, each set as far as its view reaches, and makes the models.
// Nothing where the description places nothing.
// @param levels  the ground as it is drawn: everything stands on that
bool view_plants_create(const tr_world *world, const tr_view_def *def, const view_levels *levels,
                        const tr_progress *progress, view_plants *out, tr_error *err);
void view_plants_destroy(const tr_world *world, view_plants *plants);

#endif
