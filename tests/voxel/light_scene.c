#include "light_scene.h"

#include <stdlib.h>
#include <string.h>

#include "terrane/voxel.h"

static double chance(uint64_t seed, uint64_t what, int x, int y, int z)
{
    return tr_unit_from_hash(tr_hash_identity(seed, what, x, y, z));
}

size_t light_scene_at(const light_scene *scene, int x, int y, int z)
{
    return (size_t)x + (size_t)scene->size[0] * ((size_t)z + (size_t)scene->size[2] * (size_t)y);
}

static tr_block any_block(uint64_t seed, int x, int y, int z)
{
    static const tr_block some[] = {TR_BLOCK_AIR,
                                    TR_BLOCK_AIR,
                                    TR_BLOCK_STONE,
                                    TR_BLOCK_OAK_LEAVES,
                                    TR_BLOCK_WATER,
                                    TR_BLOCK_GLASS,
                                    TR_BLOCK_LAVA,
                                    TR_BLOCK_LAMP,
                                    TR_BLOCK_AIR,
                                    TR_BLOCK_TALL_GRASS,
                                    TR_BLOCK_GLOW_CRYSTAL,
                                    TR_BLOCK_AIR,
                                    TR_BLOCK_GRAVEL,
                                    TR_BLOCK_DIRT,
                                    TR_BLOCK_GLOW_MUSHROOM,
                                    TR_BLOCK_AIR,
                                    TR_BLOCK_AIR,
                                    TR_BLOCK_SAND,
                                    TR_BLOCK_WATER | 3 << TR_BLOCK_LEVEL_SHIFT,
                                    TR_BLOCK_LAVA | 5 << TR_BLOCK_LEVEL_SHIFT};
    return some[tr_index_from_hash(tr_hash_identity(seed, 5, x, y, z), sizeof some / sizeof *some)];
}

// Lumps of eight blocks, so that caves are wide enough to go through.
static bool is_cave(uint64_t seed, int x, int y, int z)
{
    return chance(seed, 1, x / 4, y / 3, z / 4) < 0.35 || chance(seed, 2, x / 9, y / 5, z / 7) < 0.3;
}

static tr_block hill(uint64_t seed, int x, int y, int z, int height)
{
    const int ground = height / 2 + (int)(16 * chance(seed, 3, x / 12, 0, z / 12)) - 8;
    if (y > ground + 12) return TR_BLOCK_AIR;
    if (y > ground + 6) return chance(seed, 4, x / 5, y / 3, z / 5) < 0.2 ? TR_BLOCK_OAK_LEAVES : TR_BLOCK_AIR;
    if (y > ground) return y < height / 2 + 2 ? TR_BLOCK_WATER : TR_BLOCK_AIR;
    return is_cave(seed, x, y, z) ? TR_BLOCK_AIR : TR_BLOCK_STONE;
}

static tr_block block_of(light_scene_kind kind, uint64_t seed, int x, int y, int z, int height)
{
    const double lamp = chance(seed, 6, x, y, z);
    switch (kind) {
    case LIGHT_OPEN: return hill(seed, x, y, z, height);
    case LIGHT_CAVES:
        if (!is_cave(seed, x, y, z)) return lamp < 0.002 ? TR_BLOCK_GLOW_CRYSTAL : TR_BLOCK_STONE;
        return y < 20 ? TR_BLOCK_LAVA : lamp < 0.003 ? TR_BLOCK_GLOW_MUSHROOM : TR_BLOCK_AIR;
    case LIGHT_SPONGE: return any_block(seed, x, y, z);
    case LIGHT_SPARSE: return lamp < 0.0005 ? any_block(seed, x, y, z) : TR_BLOCK_AIR;
    default: return lamp < 0.01 ? any_block(seed, x, y, z) : TR_BLOCK_STONE;
    }
}

void light_scene_pack(light_scene *scene)
{
    tr_block blocks[TR_VOXEL_COUNT];
    for (size_t i = 0; i < scene->chunk_count; i++) {
        const tr_voxel_at at = tr_voxel_box_at(&scene->box, i);
        const int x0 = (int)(at.x - scene->box.low.x) * TR_VOXEL_SIDE;
        const int y0 = (int)(at.y - scene->box.low.y) * TR_VOXEL_SIDE;
        const int z0 = (int)(at.z - scene->box.low.z) * TR_VOXEL_SIDE;
        for (int y = 0; y < TR_VOXEL_SIDE; y++)
            for (int z = 0; z < TR_VOXEL_SIDE; z++)
                memcpy(blocks + TR_VOXEL_LAYER * y + TR_VOXEL_SIDE * z,
                       scene->blocks + light_scene_at(scene, x0, y0 + y, z0 + z), TR_VOXEL_SIDE * sizeof *blocks);
        tr_voxel_chunk_destroy(scene->context, &scene->chunks[i]);
        if (!tr_voxel_chunk_pack(scene->context, &at, blocks, &scene->chunks[i], NULL)) abort();
    }
}

void light_scene_reference(light_scene *scene)
{
    const light_reference piece = {
        {scene->size[0], scene->size[1], scene->size[2]}, scene->blocks, scene->open, scene->light};
    light_reference_fill(&piece);
}

static void fill(light_scene *scene, light_scene_kind kind, uint64_t seed)
{
    for (int y = 0; y < scene->size[1]; y++)
        for (int z = 0; z < scene->size[2]; z++)
            for (int x = 0; x < scene->size[0]; x++)
                scene->blocks[light_scene_at(scene, x, y, z)] = block_of(kind, seed, x, y, z, scene->size[1]);
    for (int z = 0; z < scene->size[2]; z++)
        for (int x = 0; x < scene->size[0]; x++) {
            const bool open = chance(seed, 7, x / 6, 0, z / 6) < 0.7;
            const int32_t chunk = x / TR_VOXEL_SIDE + scene->box.size[0] * (z / TR_VOXEL_SIDE);
            scene->open[x + scene->size[0] * z] = open;
            scene->sky[chunk].rows[z % TR_VOXEL_SIDE] |= (uint32_t)open << x % TR_VOXEL_SIDE;
        }
}

light_scene *light_scene_create(tr_context *context, const int32_t size[3], light_scene_kind kind, uint64_t seed)
{
    light_scene *scene = calloc(1, sizeof *scene);
    *scene = (light_scene){.context = context, .box = {{-1, 2, -3}, {size[0], size[1], size[2]}}};
    size_t cells = 1;
    for (int axis = 0; axis < 3; axis++) {
        scene->size[axis] = size[axis] * TR_VOXEL_SIDE;
        cells *= (size_t)scene->size[axis];
    }
    scene->chunk_count = tr_voxel_box_count(&scene->box);
    scene->chunks = calloc(scene->chunk_count, sizeof *scene->chunks);
    scene->sky = calloc((size_t)size[0] * (size_t)size[2], sizeof *scene->sky);
    scene->blocks = calloc(cells, sizeof *scene->blocks);
    scene->open = calloc((size_t)scene->size[0] * (size_t)scene->size[2], sizeof *scene->open);
    scene->light = calloc(cells, sizeof *scene->light);
    fill(scene, kind, seed);
    light_scene_pack(scene);
    return scene;
}

void light_scene_destroy(light_scene *scene)
{
    for (size_t i = 0; i < scene->chunk_count; i++) tr_voxel_chunk_destroy(scene->context, &scene->chunks[i]);
    free(scene->chunks);
    free(scene->sky);
    free(scene->blocks);
    free(scene->open);
    free(scene->light);
    free(scene);
}
