// The ways that placement is compared with, as their source describes them, written plainly.
#ifndef CLI_PLACE_BASELINES_H
#define CLI_PLACE_BASELINES_H

#include "place_scenes.h"

// Dart throwing into a square of `side` footprints: a place is tried up to 25 times, and the first object that finds
// none ends it. Cells that hold one object at most make the test for collisions a matter of constant time.
typedef struct dart_throwing {
    double side;
    uint64_t state;  // of its random numbers
    int32_t cells;   // of a side
    int32_t *board;  // the object of each cell; -1: none
    double *x, *z;
    int64_t count;
} dart_throwing;

bool dart_throwing_create(double side, dart_throwing *out, tr_error *err);
void dart_throwing_destroy(dart_throwing *it);
void dart_throwing_run(dart_throwing *it);

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
void plain_placing_destroy(plain_placing *it);
// @param context  its threads work on rows of cells and sort a half each; NULL: one after the other
bool plain_placing_run(plain_placing *it, tr_context *context, tr_error *err);

#endif
