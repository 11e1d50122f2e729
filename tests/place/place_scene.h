// Placers for tests: a set on textures or on ground functions with known fields, and the reference for it.
#ifndef TR_TEST_PLACE_SCENE_H
#define TR_TEST_PLACE_SCENE_H

#include "place_reference.h"
#include "test_context.h"

enum { SCENE_MAX_LAYERS = TR_PLACE_MAX_LAYERS };

typedef struct place_scene {
    tr_context *context;
    tr_placer_def def;
    tr_place_set_def set;
    tr_place_layer_def layers[SCENE_MAX_LAYERS];
    tr_density_map maps[SCENE_MAX_LAYERS];
    tr_place_textures textures;
    double share;  // of the candidates that stand, about
} place_scene;

// Textures of different sizes over bounds: those of layers are `size` wide at most.
// @param share  about how many of the candidates stand
void place_scene_textures(place_scene *scene, tr_context *context, const tr_region *bounds, int32_t layer_count,
                          int32_t size, double share);
// All maps with one value each.
void place_scene_fill(place_scene *scene, int32_t layer, float value);
// Functions of the position, without bounds.
void place_scene_ground(place_scene *scene, tr_context *context, int32_t layer_count, double spacing_m, double share);
void place_scene_destroy(place_scene *scene);

// A placer of the scene.
tr_placer *place_scene_try(const place_scene *scene, tr_error *err);
// The same; a failure ends the test.
tr_placer *place_scene_placer(const place_scene *scene);
// What the reference makes of the scene.
reference_result place_scene_reference(const place_scene *scene, const tr_placer *placer, const tr_region *region);

// The objects of a region; a failure ends the test.
tr_placement *place_region(const tr_placer *placer, tr_region region);

// Ends the test unless a placement has the records of the reference, in order.
void assert_placement_is(const tr_placement *placement, const reference_result *expected);

#endif
