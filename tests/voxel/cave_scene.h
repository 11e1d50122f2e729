// Ground without a world for tests of caves and ores: hills, a sea at y 0, a lake, roads and cliffs, anywhere.
#ifndef TR_TESTS_VOXEL_CAVE_SCENE_H
#define TR_TESTS_VOXEL_CAVE_SCENE_H

#include "voxel/generate/stages.h"

// A generator's rules with caves, of the preset WORLD but for its ground.
tr_voxel_rules cave_scene_rules(tr_context *context, uint64_t seed);

// The surface of a column, with `open` of the caves of the rules.
void cave_scene_column(const tr_voxel_rules *rules, int64_t x, int64_t z, tr_column *out);

// The nine columns around one.
typedef struct cave_scene_around {
    tr_column columns[9];
    const tr_column *pointers[9];
} cave_scene_around;
void cave_scene_make_around(const tr_voxel_rules *rules, int64_t x, int64_t z, cave_scene_around *out);

// Ground and water of a chunk.
void cave_scene_fill(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y,
                     uint8_t blocks[TR_VOXEL_COUNT]);

// A box of chunks with what is in it, as one array of blocks: x + size_x (z + size_z y).
typedef struct cave_scene_box {
    tr_voxel_box box;
    int32_t size[3];  // blocks along x, y, z
    uint8_t *blocks;
} cave_scene_box;
// @param ores  whether they are put too
cave_scene_box cave_scene_make_box(const tr_voxel_rules *rules, const tr_voxel_box *box, bool ores);
void cave_scene_destroy_box(cave_scene_box *box);

static inline uint8_t cave_scene_at(const cave_scene_box *box, int32_t x, int32_t y, int32_t z)
{
    return box->blocks[(size_t)x + (size_t)box->size[0] * (size_t)(z + box->size[2] * y)];
}

#endif
