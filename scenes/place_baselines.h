// The way of the source of placement, as it describes it, written plainly.
#ifndef TR_SCENES_PLACE_BASELINES_H
#define TR_SCENES_PLACE_BASELINES_H

#include "scenes/place_scenes.h"

enum { PLAIN_NONE = INT32_MAX };

typedef struct plain_object {
    float x, y, z;
    int32_t layer;  // PLAIN_NONE: none, so that it is the last of all
} plain_object;

typedef struct plain_map {
    tr_grid texture;
    float scale, offset, low, high;
} plain_map;

// One candidate after the other: its place, from a pattern that every cell repeats, and its height; then map for map
// until the sum of the densities exceeds its threshold. In the end all are sorted by layer, those without one last.
typedef struct plain_placing {
    tr_grid height;
    float low_m, rise_m;
    plain_map maps[PLACE_SCENE_LAYERS];
    float world_m, side_m;
    int32_t cells;  // of a side
    float pattern[64][2];
    float thresholds[8][8];
    plain_object *candidates;  // 64 of each cell
    plain_object *merged;      // of threads, each of which sorts its part
    int64_t candidate_count, object_count;
} plain_placing;

// @param world_m  the side of the square that the textures span
// @param side_m   the side of the square that is asked for
bool plain_placing_create(const place_scene *scene, double world_m, double side_m, plain_placing *out, tr_error *err);
void plain_placing_destroy(plain_placing *placing);
// @param context  its threads work on rows of cells and sort a half each; NULL: one after the other
bool plain_placing_run(plain_placing *placing, tr_context *context, tr_error *err);

#endif
