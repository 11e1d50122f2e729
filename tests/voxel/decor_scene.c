#include "decor_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEA = 30 };

int32_t decor_scene_top(const decor_scene *scene, int64_t x, int64_t z)
{
    const double px = (double)x, pz = (double)z;
    const double wave = sin(px * 0.045) * cos(pz * 0.05) + 0.5 * sin(px * 0.11 + 1) * sin(pz * 0.09);
    switch (scene->ground) {
    case DECOR_FLAT: return 40;
    case DECOR_HILLS: return (int32_t)floor(36 + 10 * wave);
    default: return (int32_t)floor(40 + 9 * floor(2 * wave) + 2 * sin(px * 0.3));
    }
}

int32_t decor_scene_water(const decor_scene *scene, int64_t x, int64_t z)
{
    return decor_scene_top(scene, x, z) < SEA ? SEA : TR_COLUMN_DRY;
}

static int biome_at(const decor_scene *scene, int64_t x, int64_t z)
{
    if (scene->biome >= 0) return scene->biome;
    return (int)(tr_hash_identity(7, 7, x >> 4, 0, z >> 4) % TR_BIOME_COUNT);
}

static tr_block_kind surface_of(int biome)
{
    switch (biome) {
    case TR_BIOME_OCEAN:
    case TR_BIOME_BEACH:
    case TR_BIOME_DESERT: return TR_BLOCK_SAND;
    case TR_BIOME_TAIGA: return TR_BLOCK_PODZOL;
    case TR_BIOME_TUNDRA:
    case TR_BIOME_ICE: return TR_BLOCK_SNOW;
    case TR_BIOME_SAVANNA: return TR_BLOCK_DRY_GRASS;
    default: return TR_BLOCK_GRASS;
    }
}

bool decor_scene_surface(void *user, int64_t x, int64_t z, tr_voxel_surface *out, tr_error *err)
{
    const decor_scene *scene = user;
    (void)err;
    *out = (tr_voxel_surface){.top = decor_scene_top(scene, x, z),
                              .water = decor_scene_water(scene, x, z),
                              .biome = (uint16_t)biome_at(scene, x, z),
                              .block = (tr_block)surface_of(biome_at(scene, x, z))};
    return true;
}

static void make_column(const decor_scene *scene, tr_column *column)
{
    column->highest = INT32_MIN;
    column->lowest = INT32_MAX;
    for (int32_t i = 0; i < TR_COLUMN_CELLS; i++) {
        const int64_t x = column->x * TR_VOXEL_SIDE + i % TR_VOXEL_SIDE,
                      z = column->z * TR_VOXEL_SIDE + i / TR_VOXEL_SIDE;
        const int32_t top = decor_scene_top(scene, x, z), water = decor_scene_water(scene, x, z);
        const int32_t high = top > water ? top : water;
        column->top[i] = top;
        column->water[i] = water;
        column->biome[i] = (uint8_t)biome_at(scene, x, z);
        column->surface[i] = (uint8_t)surface_of(column->biome[i]);
        if (high > column->highest) column->highest = high;
        if (top < column->lowest) column->lowest = top;
    }
}

void decor_scene_make(decor_scene *scene)
{
    scene->columns = calloc((size_t)(scene->side * scene->side), sizeof *scene->columns);
    for (int32_t i = 0; i < scene->side * scene->side; i++) {
        tr_column *column = &scene->columns[i];
        column->x = scene->x + i % scene->side;
        column->z = scene->z + i / scene->side;
        make_column(scene, column);
        if (!tr_decorations_root(&scene->rules, column, NULL)) abort();
    }
    scene->width = (scene->side - 2) * TR_VOXEL_SIDE;
    scene->height = (scene->high - scene->low + 1) * TR_VOXEL_SIDE;
    scene->blocks = NULL;
}

void decor_scene_destroy(decor_scene *scene)
{
    for (int32_t i = 0; i < scene->side * scene->side; i++)
        tr_free(scene->rules.context, scene->columns[i].decorations);
    free(scene->columns);
    free(scene->blocks);
}

void decor_scene_fill(const decor_scene *scene, const tr_column *column, int32_t chunk_y, uint8_t *blocks)
{
    (void)scene;
    for (int32_t i = 0; i < TR_VOXEL_COUNT; i++) {
        const int32_t cell = i % TR_COLUMN_CELLS, y = chunk_y * TR_VOXEL_SIDE + i / TR_COLUMN_CELLS;
        const int32_t top = column->top[cell];
        blocks[i] = y < top                    ? TR_BLOCK_STONE
                    : y == top                 ? column->surface[cell]
                    : y <= column->water[cell] ? TR_BLOCK_WATER
                                               : TR_BLOCK_AIR;
    }
}

void decor_scene_chunk(const decor_scene *scene, int32_t x, int32_t chunk_y, int32_t z, bool structures,
                       uint8_t blocks[TR_VOXEL_COUNT])
{
    const tr_column *around[9];
    for (int32_t i = 0; i < 9; i++) around[i] = &scene->columns[x + i % 3 + scene->side * (z + i / 3)];
    decor_scene_fill(scene, around[4], chunk_y, blocks);
    tr_decorations_put(&scene->rules, around, chunk_y, blocks);
    if (!structures) return;
    if (!tr_structures_put(&scene->rules, around[4]->x, chunk_y, around[4]->z, decor_scene_surface, (void *)scene,
                           blocks, NULL))
        abort();
}

void decor_scene_assemble(decor_scene *scene, bool structures)
{
    static uint8_t blocks[TR_VOXEL_COUNT];
    if (!scene->blocks) scene->blocks = malloc((size_t)scene->width * (size_t)scene->width * (size_t)scene->height);
    const int32_t side = scene->side - 2;
    for (int32_t i = 0; i < side * side * (scene->high - scene->low + 1); i++) {
        const int32_t x = i % side, z = i / side % side, y = i / side / side;
        decor_scene_chunk(scene, x, scene->low + y, z, structures, blocks);
        for (int32_t row = 0; row < TR_VOXEL_LAYER; row++) {
            const size_t line = (size_t)(z * TR_VOXEL_SIDE + row % TR_VOXEL_SIDE) +
                                (size_t)scene->width * (size_t)(y * TR_VOXEL_SIDE + row / TR_VOXEL_SIDE);
            memcpy(&scene->blocks[(size_t)(x * TR_VOXEL_SIDE) + (size_t)scene->width * line],
                   &blocks[row * TR_VOXEL_SIDE], TR_VOXEL_SIDE);
        }
    }
}

uint8_t decor_scene_at(const decor_scene *scene, int32_t x, int32_t y, int32_t z)
{
    if (y < 0) return TR_BLOCK_STONE;
    if (x < 0 || z < 0 || x >= scene->width || z >= scene->width || y >= scene->height) return TR_BLOCK_AIR;
    return scene->blocks[(size_t)x + (size_t)scene->width * ((size_t)z + (size_t)scene->width * (size_t)y)];
}
