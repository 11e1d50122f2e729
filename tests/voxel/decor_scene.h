// Made-up ground for decorations and structures: hills, water, cliffs and biomes by formulas, without any other stage.
#ifndef TR_TEST_DECOR_SCENE_H
#define TR_TEST_DECOR_SCENE_H

#include "voxel/generate/stages.h"

typedef enum decor_ground {
    DECOR_FLAT,
    DECOR_HILLS,   // with ponds of water in the valleys
    DECOR_CLIFFS,  // terraces with steps of many blocks
    DECOR_GROUND_COUNT
} decor_ground;

typedef struct decor_scene {
    tr_voxel_rules rules;
    decor_ground ground;
    int biome;              // a tr_biome, or -1: patches of all of them
    int64_t x, z;           // of the first column of chunks
    int32_t side;           // columns of chunks along x and z, with one around that is only looked at
    int32_t low, high;      // chunks from low to high along y hold everything
    tr_column *columns;     // side x side
    uint8_t *blocks;        // of the inner columns as one piece: x + width (z + width y)
    int32_t width, height;  // of `blocks`, in blocks
} decor_scene;

// The y of the ground and of the water above it.
int32_t decor_scene_top(const decor_scene *scene, int64_t x, int64_t z);
int32_t decor_scene_water(const decor_scene *scene, int64_t x, int64_t z);
// As structures ask for it; `user` is a scene.
bool decor_scene_surface(void *user, int64_t x, int64_t z, tr_voxel_surface *out, tr_error *err);

// Makes columns with their roots. The rest of the scene is set; `rules` has context, definition and seed.
void decor_scene_make(decor_scene *scene);
void decor_scene_destroy(decor_scene *scene);

// The ground and water of a chunk alone.
void decor_scene_fill(const decor_scene *scene, const tr_column *column, int32_t chunk_y, uint8_t *blocks);
// A chunk with decorations, and with structures too; (x, z) counted from the first inner column.
void decor_scene_chunk(const decor_scene *scene, int32_t x, int32_t chunk_y, int32_t z, bool structures,
                       uint8_t blocks[TR_VOXEL_COUNT]);
// All chunks, brought together into `blocks`.
void decor_scene_assemble(decor_scene *scene, bool structures);
// The block at a place counted from the first of `blocks`; stone below and air beyond.
uint8_t decor_scene_at(const decor_scene *scene, int32_t x, int32_t y, int32_t z);

#endif
