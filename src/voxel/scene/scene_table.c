// The chunks of a scene by level and place.
#include <string.h>

#include "base/integers.h"
#include "voxel/scene/scene.h"

enum { FIRST_CAPACITY = 1024 };

static uint32_t hash_of(int32_t level, const tr_voxel_at *at)
{
    uint64_t hash = (uint64_t)at->x * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)at->z;
    hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + (uint64_t)(at->y * 16 + level);
    hash = (hash ^ hash >> 32) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(hash >> 32);
}

static int32_t slot_of(const tr_voxel_scene_table *table, int32_t level, const tr_voxel_at *at)
{
    const uint32_t mask = (uint32_t)table->capacity - 1;
    uint32_t slot = hash_of(level, at) & mask;
    for (;; slot = (slot + 1) & mask) {
        const tr_voxel_scene_chunk *chunk = table->slots[slot];
        if (!chunk || (chunk->level == level && tr_at_equal(&chunk->at, at))) return (int32_t)slot;
    }
}

tr_voxel_scene_chunk *tr_voxel_scene_find(const tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at)
{
    const tr_voxel_scene_table *table = &scene->table;
    return table->capacity ? table->slots[slot_of(table, level, at)] : NULL;
}

void tr_voxel_scene_touch(tr_voxel_scene *scene, const tr_voxel_scene_chunk *chunk)
{
    for (int stage = 0; stage < TR_STAGE_COUNT && chunk->request >= 0; stage++)
        scene->cursor[stage] = tr_min_i32(scene->cursor[stage], chunk->request);
    scene->requests_changed = true;
}

static bool grow(tr_voxel_scene *scene, tr_error *err)
{
    tr_voxel_scene_table *table = &scene->table;
    tr_voxel_scene_table larger = {.capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY,
                                   .count = table->count};
    larger.slots = tr_alloc_array(scene->context, (size_t)larger.capacity, sizeof *larger.slots, err);
    if (!larger.slots) return false;
    memset(larger.slots, 0, (size_t)larger.capacity * sizeof *larger.slots);
    for (int32_t i = 0; i < table->capacity; i++) {
        tr_voxel_scene_chunk *chunk = table->slots[i];
        if (chunk) larger.slots[slot_of(&larger, chunk->level, &chunk->at)] = chunk;
    }
    scene->bytes += (uint64_t)(larger.capacity - table->capacity) * sizeof *larger.slots;
    tr_free(scene->context, table->slots);
    *table = larger;
    return true;
}

tr_voxel_scene_chunk *tr_voxel_scene_add(tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at, tr_error *err)
{
    tr_voxel_scene_table *table = &scene->table;
    if (2 * (table->count + 1) > table->capacity && !grow(scene, err)) return NULL;
    tr_voxel_scene_chunk *chunk = tr_alloc(scene->context, sizeof *chunk, err);
    if (!chunk) return NULL;
    *chunk = (tr_voxel_scene_chunk){.level = level, .at = *at, .request = -1};
    for (int stage = 0; stage < TR_STAGE_COUNT; stage++) chunk->number[stage] = 1;
    table->slots[slot_of(table, level, at)] = chunk;
    table->count++;
    scene->bytes += sizeof *chunk;
    scene->victims_outdated = true;
    return chunk;
}

// What lies behind a gap is put again, so that it is found.
static void close_gap(tr_voxel_scene_table *table, int32_t gap)
{
    const int32_t mask = table->capacity - 1;
    for (int32_t i = (gap + 1) & mask; table->slots[i]; i = (i + 1) & mask) {
        tr_voxel_scene_chunk *chunk = table->slots[i];
        table->slots[i] = NULL;
        table->slots[slot_of(table, chunk->level, &chunk->at)] = chunk;
    }
}

void tr_voxel_scene_remove(tr_voxel_scene *scene, tr_voxel_scene_chunk *chunk)
{
    const int32_t slot = slot_of(&scene->table, chunk->level, &chunk->at);
    scene->table.slots[slot] = NULL;
    scene->table.count--;
    close_gap(&scene->table, slot);
    tr_voxel_scene_touch(scene, chunk);
    if (chunk->request >= 0) scene->requests[chunk->request].chunk = NULL;
    scene->parts_changed |= chunk->has_mesh;
    tr_voxel_scene_release_blocks(scene, chunk->blocks);
    tr_voxel_scene_release_light(scene, chunk->light);
    if (chunk->has_mesh) {
        scene->bytes -= tr_voxel_scene_mesh_bytes(&chunk->mesh);
        scene->source.end_mesh(scene->context, &chunk->mesh);
    }
    scene->bytes -= sizeof *chunk;
    tr_free(scene->context, chunk);
}
