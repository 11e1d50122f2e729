// Memory of a scene: shared between its chunks and its jobs, counted, and made room for.
#include "base/array.h"
#include "voxel/scene/scene.h"

static uint64_t blocks_bytes(const tr_voxel_scene_blocks *blocks)
{
    return sizeof *blocks + tr_voxel_chunk_bytes(&blocks->chunk);
}

static uint64_t light_bytes(const tr_voxel_scene_lights *light)
{
    return sizeof *light + (light->light.values ? TR_VOXEL_COUNT * sizeof(tr_light) : 0);
}

tr_voxel_scene_blocks *tr_voxel_scene_hold_blocks(tr_voxel_scene *scene, const tr_voxel_chunk *chunk, tr_error *err)
{
    tr_voxel_scene_blocks *blocks = tr_alloc(scene->context, sizeof *blocks, err);
    if (!blocks) return NULL;
    *blocks = (tr_voxel_scene_blocks){.chunk = *chunk, .references = 1};
    scene->bytes += blocks_bytes(blocks);
    return blocks;
}

tr_voxel_scene_lights *tr_voxel_scene_hold_light(tr_voxel_scene *scene, const tr_voxel_light *light, tr_error *err)
{
    tr_voxel_scene_lights *lights = tr_alloc(scene->context, sizeof *lights, err);
    if (!lights) return NULL;
    *lights = (tr_voxel_scene_lights){.light = *light, .references = 1};
    scene->bytes += light_bytes(lights);
    return lights;
}

void tr_voxel_scene_release_blocks(tr_voxel_scene *scene, tr_voxel_scene_blocks *blocks)
{
    if (!blocks || --blocks->references > 0) return;
    scene->bytes -= blocks_bytes(blocks);
    tr_voxel_chunk_destroy(scene->context, &blocks->chunk);
    tr_free(scene->context, blocks);
}

void tr_voxel_scene_release_light(tr_voxel_scene *scene, tr_voxel_scene_lights *light)
{
    if (!light || --light->references > 0) return;
    scene->bytes -= light_bytes(light);
    tr_voxel_light_destroy(scene->context, &light->light);
    tr_free(scene->context, light);
}

uint64_t tr_voxel_scene_mesh_bytes(const tr_voxel_mesh *mesh)
{
    return mesh->count * sizeof *mesh->quads;
}

void tr_voxel_scene_set_mesh(tr_voxel_scene *scene, tr_voxel_scene_chunk *chunk, const tr_voxel_mesh *mesh)
{
    if (chunk->has_mesh) {
        scene->bytes -= tr_voxel_scene_mesh_bytes(&chunk->mesh);
        scene->source.end_mesh(scene->context, &chunk->mesh);
    }
    chunk->mesh = *mesh;
    chunk->has_mesh = true;
    chunk->serial = ++scene->next_serial;
    scene->parts_changed = true;
    scene->bytes += tr_voxel_scene_mesh_bytes(mesh);
}

static bool is_busy(const tr_voxel_scene_chunk *chunk)
{
    for (int stage = 0; stage < TR_STAGE_COUNT; stage++)
        if (chunk->busy[stage]) return true;
    return chunk->pinned;
}

bool tr_voxel_scene_make_room(tr_voxel_scene *scene, double distance, uint64_t bytes)
{
    while (scene->bytes + scene->reserved + bytes > scene->def.budget_bytes) {
        const tr_voxel_scene_victim *victim = &scene->victims[scene->next_victim];
        if (scene->next_victim == scene->victim_count || victim->distance <= distance) {
            // What has come since they were listed may be farther.
            if (!scene->victims_outdated || !tr_voxel_scene_list_victims(scene, NULL)) return false;
            continue;
        }
        scene->next_victim++;
        tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, victim->level, &victim->at);
        if (!chunk || is_busy(chunk)) continue;
        scene->dropped += chunk->blocks != NULL;
        tr_voxel_scene_remove(scene, chunk);
    }
    return true;
}

void *tr_voxel_scene_grow(tr_voxel_scene *scene, void *array, int32_t count, int32_t *capacity, size_t size,
                          tr_error *err)
{
    const int32_t before = *capacity;
    void *grown = tr_array_reserve(scene->context, array, count, capacity, size, err);
    if (grown) scene->bytes += (uint64_t)(*capacity - before) * size;
    return grown;
}

void tr_voxel_scene_free_array(tr_voxel_scene *scene, void *array, int32_t capacity, size_t size)
{
    scene->bytes -= (uint64_t)capacity * size;
    tr_free(scene->context, array);
}
