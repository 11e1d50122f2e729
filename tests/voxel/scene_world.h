// A world of blocks for tests of scenes, as a source that needs no generator: hills, caves, lakes, lamps, islands in
// the sky. What is drawn of a chunk is a hash of everything that a mesh may be made from.
#ifndef TR_TEST_SCENE_WORLD_H
#define TR_TEST_SCENE_WORLD_H

#include <pthread.h>

#include "voxel/scene/scene.h"

enum { SCENE_WORLD_BOTTOM = -96, SCENE_WORLD_TOP = 256 };

typedef struct scene_world {
    tr_context *context;
    // Edits as a save has them; `save` says whether there is one.
    bool save;
    pthread_mutex_t lock;
    tr_block_edit *edits;
    size_t edit_count, edit_capacity;
    _Atomic int fail_generate;  // how many of the next batches fail
} scene_world;

void scene_world_open(scene_world *world, tr_context *context);
void scene_world_close(scene_world *world);
tr_voxel_scene_source scene_world_source(scene_world *world);
// As it is generated.
tr_block scene_world_block(int64_t x, int64_t y, int64_t z);
bool scene_world_chunk(tr_context *context, const tr_voxel_at *at, tr_voxel_chunk *out, tr_error *err);
// The value of a mesh.
uint64_t scene_world_mesh_hash(const tr_voxel_around *around, unsigned borders);

#endif
