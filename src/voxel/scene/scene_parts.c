// What of a scene is to be drawn: every place once, at its level where that is made, else at a finer or a coarser one.
#include <assert.h>

#include "voxel/scene/scene.h"

static bool add_part(tr_voxel_scene *scene, const tr_voxel_scene_chunk *chunk, tr_error *err)
{
    if (chunk->mesh.count == 0) return true;
    tr_voxel_scene_part *parts =
        tr_voxel_scene_grow(scene, scene->parts, scene->part_count, &scene->part_capacity, sizeof *parts, err);
    if (!parts) return false;
    scene->parts = parts;
    parts[scene->part_count++] = (tr_voxel_scene_part){chunk->level, chunk->at, &chunk->mesh, chunk->serial};
    return true;
}

static const tr_voxel_scene_chunk *drawn(const tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at)
{
    const tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, level, at);
    return chunk && chunk->has_mesh ? chunk : NULL;
}

static tr_voxel_at child_of(const tr_voxel_at *at, int index)
{
    return (tr_voxel_at){2 * at->x + (index & 1), 2 * at->y + (index >> 2 & 1), 2 * at->z + (index >> 1 & 1)};
}

// The eight chunks of the finer level in the place of one that is not made, if they are all there.
static bool add_finer(tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at, bool *there, tr_error *err)
{
    *there = false;
    for (int i = 0; i < 8; i++) {
        const tr_voxel_at child = child_of(at, i);
        if (!drawn(scene, level - 1, &child)) return true;
    }
    *there = true;
    for (int i = 0; i < 8; i++) {
        const tr_voxel_at child = child_of(at, i);
        if (!add_part(scene, drawn(scene, level - 1, &child), err)) return false;
    }
    return true;
}

static bool add_place(tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at, bool *there, tr_error *err)
{
    if (tr_voxel_scene_is_leaf(scene, level, at)) {
        const tr_voxel_scene_chunk *chunk = drawn(scene, level, at);
        *there = chunk != NULL;
        if (chunk) return add_part(scene, chunk, err);
        return level == 0 || add_finer(scene, level, at, there, err);
    }
    const int32_t before = scene->part_count;
    bool all = true;
    for (int i = 0; i < 8; i++) {
        const tr_voxel_at child = child_of(at, i);
        bool child_there;
        if (!tr_voxel_scene_ring_has(&scene->rings[level - 1], &child)) continue;
        if (!add_place(scene, level - 1, &child, &child_there, err)) return false;
        all = all && child_there;
    }
    const tr_voxel_scene_chunk *chunk = all ? NULL : drawn(scene, level, at);
    *there = all || chunk;
    if (!chunk) return true;
    scene->part_count = before;
    return add_part(scene, chunk, err);
}

bool tr_voxel_scene_list_parts(tr_voxel_scene *scene, tr_error *err)
{
    scene->part_count = 0;
    const int32_t last = scene->level_count - 1;
    const tr_voxel_scene_ring *ring = &scene->rings[last];
    tr_voxel_at at;
    for (at.y = ring->low.y; at.y < ring->high.y; at.y++)
        for (at.z = ring->low.z; at.z < ring->high.z; at.z++)
            for (at.x = ring->low.x; at.x < ring->high.x; at.x++) {
                bool there;
                if (!add_place(scene, last, &at, &there, err)) return false;
            }
    scene->parts_changed = false;
    return true;
}

// Whether a part lies wholly on the outer side of a plane.
static bool is_outside(const tr_voxel_scene *scene, const tr_voxel_scene_part *part, const double plane[4])
{
    const double side = (double)(TR_VOXEL_SIDE << part->level);
    const double low[3] = {(double)part->at.x * side, (double)part->at.y * side, (double)part->at.z * side};
    double farthest = plane[3];
    for (int axis = 0; axis < 3; axis++)
        farthest += plane[axis] * (low[axis] - scene->eye[axis] + (plane[axis] > 0.0 ? side : 0.0));
    return farthest < 0.0;
}

size_t tr_voxel_scene_parts(const tr_voxel_scene *scene, const double (*planes)[4], int plane_count,
                            tr_voxel_scene_part *out, size_t capacity)
{
    assert(scene && (out || capacity == 0));
    size_t count = 0;
    for (int32_t i = 0; i < scene->part_count; i++) {
        bool outside = false;
        for (int k = 0; planes && k < plane_count && !outside; k++)
            outside = is_outside(scene, &scene->parts[i], planes[k]);
        if (outside) continue;
        if (count < capacity) out[count] = scene->parts[i];
        count++;
    }
    return count;
}
