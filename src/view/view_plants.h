// What stands on the ground in a square of the world: trees, bushes, grass, rocks, ready for the renderer.
#ifndef TR_VIEW_VIEW_PLANTS_H
#define TR_VIEW_VIEW_PLANTS_H

#include "view/view_levels.h"

enum {
    TR_VIEW_MAX_VARIANTS = 8,
    TR_VIEW_MODELS = TR_MODEL_COUNT * TR_VIEW_MAX_VARIANTS,  // a model and a variant of it
    TR_VIEW_PLANT_SHARES = 2,  // parts of the objects of a square that are left out one after the other, far away
};

// A square of the lattice of a set of the description.
typedef struct tr_view_tile {
    int32_t set;
    int64_t x, z;
} tr_view_tile;

// The side of a set's squares, metres.
int64_t tr_view_tile_side_m(const tr_world *world, int32_t set);
// How far from the eye, along the ground, objects of a set are shown; 0: nowhere.
double tr_view_plants_reach_m(const tr_world *world, const tr_view_shot *shot, int32_t set, double nearest_m);
// How much is left out of a square, 0 to 1: towards the end of the view fewer and fewer are shown, and the ground takes
// their colour.
double tr_view_tile_thinning(const tr_world *world, const tr_view_shot *shot, const tr_view_tile *tile);
// Whether something that stands in a square, or its shadow, can be seen by the camera.
bool tr_view_tile_is_seen(const tr_world *world, const tr_view_shot *shot, const tr_view_sector *seen,
                          const tr_view_tile *tile);

// A model as a part, with all its levels.
tr_render_part *tr_view_model_part(tr_context *context, int32_t model, tr_error *err);

typedef struct tr_view_tile_def {
    const tr_world *world;
    const tr_view_shot *shot;
    tr_view_tile tile;
    // For one camera: its heights of the ground as it is drawn, finest first, on which everything stands. What is too
    // small or too far away for that camera is left out. NULL: for any eye.
    const tr_view_heights *heights;
    int height_count;
} tr_view_tile_def;

// Objects of a square, sorted by their models.
typedef struct tr_view_plants {
    int32_t model;
    int32_t share;  // 0..TR_VIEW_PLANT_SHARES - 1: the lowest is left out first
    size_t first, count;
} tr_view_plants;

typedef struct tr_view_tile_plants {
    tr_render_instance *instances;
    size_t instance_count;
    tr_view_plants *items;
    int32_t count;
} tr_view_tile_plants;

// Asks the world for what stands in a square. Release with tr_view_tile_plants_destroy(); after a failure there is
// nothing to release.
bool tr_view_tile_plants_create(const tr_view_tile_def *def, const tr_progress *progress, tr_view_tile_plants *out,
                                tr_error *err);
void tr_view_tile_plants_destroy(tr_context *context, tr_view_tile_plants *plants);

#endif
