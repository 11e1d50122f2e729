// Random pieces of world for tests of light: ground with caves, woods, lakes, lamps and walls.
#ifndef TR_TEST_LIGHT_SCENE_H
#define TR_TEST_LIGHT_SCENE_H

#include "light_reference.h"

// A box of chunks with its blocks as one piece. The reference sees all of it; what the outermost chunks do not show is
// what an inner chunk cannot see either.
typedef struct light_scene {
    tr_context *context;
    tr_voxel_box box;
    size_t chunk_count;
    tr_voxel_chunk *chunks;
    tr_voxel_sky *sky;
    int size[3];  // in blocks
    tr_block *blocks;
    bool *open;
    tr_light *light;  // of the reference
} light_scene;

typedef enum light_scene_kind {
    LIGHT_OPEN,    // hills with trees and water
    LIGHT_CAVES,   // caves with lava and mushrooms
    LIGHT_SPONGE,  // every block is something else
    LIGHT_SPARSE,  // mostly air with few lamps
    LIGHT_SOLID,   // stone with few holes
    LIGHT_KINDS
} light_scene_kind;

// A piece of `size` chunks; ends the program when there is no memory.
light_scene *light_scene_create(tr_context *context, const int32_t size[3], light_scene_kind kind, uint64_t seed);
void light_scene_destroy(light_scene *scene);
size_t light_scene_at(const light_scene *scene, int x, int y, int z);
// Packs the blocks into chunks anew, and fills in the light of the reference.
void light_scene_pack(light_scene *scene);
void light_scene_reference(light_scene *scene);

#endif
