// A ground for tests that needs no world: ranges with steep flanks, lakes in the hollows, a road, all biomes.
#ifndef TR_TEST_GROUND_SCENE_H
#define TR_TEST_GROUND_SCENE_H

#include "voxel/generate/stages.h"

typedef struct ground_scene {
    tr_context *context;
    tr_noise *heights;
    tr_voxel_rules rules;
} ground_scene;

// Fails the test when it cannot be made.
void ground_scene_open(tr_context *context, uint64_t seed, ground_scene *out);
void ground_scene_close(ground_scene *scene);

// Columns of chunks x .. x + width, z .. z + depth in rows, made in groups of `group` columns a side.
tr_column **ground_scene_columns(const ground_scene *scene, int64_t x, int64_t z, int width, int depth, int group);
void ground_scene_release(const ground_scene *scene, tr_column **columns, int count);

// Whether a block of a column is solid ground.
bool ground_scene_is_solid(const tr_column *column, int cell, int32_t y);

#endif
