// The light of a scene after edits.
#include <string.h>

#include "base/integers.h"
#include "voxel/scene/scene.h"

static bool is_lit(const tr_voxel_scene_chunk *chunk)
{
    return chunk && chunk->light && chunk->made[TR_STAGE_LIGHT] == chunk->number[TR_STAGE_LIGHT];
}

static bool find_cell(void *user, const tr_voxel_at *at, tr_light_cell *out)
{
    tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(user, 0, at);
    if (!is_lit(chunk)) return false;
    *out = (tr_light_cell){&chunk->blocks->chunk, &chunk->light->light, &chunk->sky};
    return true;
}

// Light that a job reads is not changed: the chunk gets a copy.
static bool change_cell(void *user, const tr_voxel_at *at, tr_light_cell *out, tr_error *err)
{
    tr_voxel_scene *scene = user;
    tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, 0, at);
    const tr_voxel_light *before = &chunk->light->light;
    if (chunk->light->references == 1 && before->values) return true;
    tr_voxel_light light = {0};
    light.values = tr_alloc_array(scene->context, TR_VOXEL_COUNT, sizeof *light.values, err);
    if (!light.values) return false;
    if (before->values)
        memcpy(light.values, before->values, TR_VOXEL_COUNT * sizeof *light.values);
    else
        for (int i = 0; i < TR_VOXEL_COUNT; i++) light.values[i] = before->uniform;
    tr_voxel_scene_lights *own = tr_voxel_scene_hold_light(scene, &light, err);
    if (!own) {
        tr_voxel_light_destroy(scene->context, &light);
        return false;
    }
    tr_voxel_scene_release_light(scene, chunk->light);
    chunk->light = own;
    out->light = &own->light;
    return true;
}

// Meshes look one cell beyond their chunk, also over edges and corners.
static void change_meshes(void *user, const tr_voxel_at *at, unsigned faces)
{
    static const unsigned toward[3][3] = {{1u << TR_FACE_WEST, 0, 1u << TR_FACE_EAST},
                                          {1u << TR_FACE_DOWN, 0, 1u << TR_FACE_UP},
                                          {1u << TR_FACE_NORTH, 0, 1u << TR_FACE_SOUTH}};
    for (int i = 0; i < 27; i++) {
        const unsigned needed = toward[0][i % 3] | toward[1][i / 9] | toward[2][i / 3 % 3];
        if ((faces & needed) != needed) continue;
        const tr_voxel_at next = tr_at_around(at, i);
        tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(user, 0, &next);
        if (!chunk) continue;
        chunk->number[TR_STAGE_MESH]++;
        tr_voxel_scene_touch(user, chunk);
    }
}

// Chunks that light from an edit may reach are lit again by jobs: all of them, or those that a job is lighting now.
static void light_again(tr_voxel_scene *scene, const tr_voxel_at *edited, bool all)
{
    const int64_t bottom = tr_floor_div(scene->source.bottom, TR_VOXEL_SIDE) - 2;
    for (int i = 0; i < 9; i++) {
        tr_voxel_at at = {edited->x + i % 3 - 1, 0, edited->z + i / 3 - 1};
        for (at.y = bottom; at.y <= edited->y + 1; at.y++) {
            tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, 0, &at);
            if (!chunk || !(chunk->busy[TR_STAGE_LIGHT] || (all && chunk->light))) continue;
            chunk->number[TR_STAGE_LIGHT]++;
            tr_voxel_scene_touch(scene, chunk);
        }
    }
}

// The columns that are open above the chunks below an edit.
static void fall_below(tr_voxel_scene *scene, const tr_voxel_at *edited)
{
    tr_voxel_at at = *edited;
    const tr_voxel_scene_chunk *above = tr_voxel_scene_find(scene, 0, &at);
    while (is_lit(above)) {
        at.y--;
        tr_voxel_scene_chunk *below = tr_voxel_scene_find(scene, 0, &at);
        if (!is_lit(below)) return;
        const tr_voxel_light *light = &above->light->light;
        memset(&below->sky, 0, sizeof below->sky);
        for (int place = 0; place < TR_VOXEL_LAYER; place++) {
            const tr_light value = light->values ? light->values[place] : light->uniform;
            const uint32_t open = value >> TR_LIGHT_SKY_SHIFT == TR_LIGHT_MAX;
            below->sky.rows[place / TR_VOXEL_SIDE] |= open << place % TR_VOXEL_SIDE;
        }
        above = below;
    }
}

static unsigned faces_of(const tr_voxel_at *block)
{
    const int64_t x = block->x & 31, y = block->y & 31, z = block->z & 31;
    return (unsigned)(x == 0) << TR_FACE_WEST | (unsigned)(x == 31) << TR_FACE_EAST |
           (unsigned)(y == 0) << TR_FACE_DOWN | (unsigned)(y == 31) << TR_FACE_UP |
           (unsigned)(z == 0) << TR_FACE_NORTH | (unsigned)(z == 31) << TR_FACE_SOUTH;
}

void tr_voxel_scene_follow_light(tr_voxel_scene *scene, const tr_light_change *changes, size_t count)
{
    const tr_light_field field = {.user = scene, .find = find_cell, .change = change_cell, .changed = change_meshes};
    bool cut = false;
    tr_error failure;
    const bool done = tr_light_update(scene->context, &field, changes, count, &cut, &failure);
    if (!done) tr_log(scene->context, TR_LOG_WARNING, "light is made anew after an edit: %s", failure.message);
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at chunk = tr_chunk_of(&changes[i].at);
        change_meshes(scene, &chunk, faces_of(&changes[i].at));
        // Changes are in the order of chunks.
        if (i + 1 < count) {
            const tr_voxel_at next = tr_chunk_of(&changes[i + 1].at);
            if (tr_at_equal(&chunk, &next)) continue;
        }
        fall_below(scene, &chunk);
        light_again(scene, &chunk, cut || !done);
    }
    scene->requests_changed = true;
}
