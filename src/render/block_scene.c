#include "render/block_scene.h"

#include <math.h>
#include <string.h>

static bool is_water(const tr_voxel_quad *quad)
{
    return (quad->block & TR_BLOCK_KIND_MASK) == TR_BLOCK_WATER;
}

static uint32_t copy_quads(tr_block_scene *scene, const tr_voxel_quad *quads, size_t count)
{
    const uint32_t first = (uint32_t)scene->count;
    memcpy(scene->quads + scene->count, quads, count * sizeof *quads);
    scene->count += count;
    return first;
}

// Of the translucent quads first those that are not water, then water: it is drawn apart.
static void add_translucent(tr_block_scene *scene, const tr_voxel_quad *quads, size_t count, tr_block_part *part)
{
    part->clear_first = (uint32_t)scene->count;
    for (size_t i = 0; i < count; i++)
        if (!is_water(&quads[i])) copy_quads(scene, &quads[i], 1);
    part->water_first = (uint32_t)scene->count;
    part->clear_count = part->water_first - part->clear_first;
    for (size_t i = 0; i < count; i++)
        if (is_water(&quads[i])) copy_quads(scene, &quads[i], 1);
    part->water_count = (uint32_t)scene->count - part->water_first;
    scene->has_water = scene->has_water || part->water_count > 0;
}

// Around the quads, not around the chunk, of which most may be empty.
static void grow_box(tr_block_part *part, const tr_voxel_quad *quad)
{
    // Which axes the two sizes of a quad lie along, by face.
    static const int8_t first[TR_FACE_COUNT] = {1, 1, 0, 0, 0, 0, 0, 0},
                        second[TR_FACE_COUNT] = {2, 2, 2, 2, 1, 1, 2, 2};
    const uint8_t at[3] = {quad->x, quad->y, quad->z};
    for (int axis = 0; axis < 3; axis++) {
        const int size = axis == first[quad->face] ? quad->width : axis == second[quad->face] ? quad->height : 1;
        const float low = part->origin[axis] + part->cell_m * (float)at[axis];
        part->box_low[axis] = fminf(part->box_low[axis], low);
        part->box_high[axis] = fmaxf(part->box_high[axis], low + part->cell_m * (float)size);
    }
}

static void place_part(tr_block_part *part, const double eye[3], const tr_view_blocks *blocks)
{
    const double side_m = TR_VOXEL_SIDE * blocks->cell_m;
    int64_t at[3];
    part->cell_m = (float)blocks->cell_m;
    for (int axis = 0; axis < 3; axis++) {
        part->origin[axis] = (float)(blocks->origin_m[axis] - eye[axis]);
        part->box_low[axis] = INFINITY;
        part->box_high[axis] = -INFINITY;
        at[axis] = (int64_t)floor(blocks->origin_m[axis] / side_m);
    }
    part->salt = (uint32_t)tr_hash_identity(0, 0, at[0], at[1], at[2]) & 0xffff;
    for (size_t i = 0; i < blocks->mesh->count; i++) grow_box(part, &blocks->mesh->quads[i]);
    const float far_x = fmaxf(fabsf(part->box_low[0]), fabsf(part->box_high[0]));
    const float far_z = fmaxf(fabsf(part->box_low[2]), fabsf(part->box_high[2]));
    part->box_low[1] -=
        (float)tr_camera_earth_drop_m(sqrt((double)far_x * (double)far_x + (double)far_z * (double)far_z));
}

static float box_distance(const tr_block_part *part)
{
    float sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const float off = fmaxf(fmaxf(part->box_low[axis], -part->box_high[axis]), 0);
        sum += off * off;
    }
    return sqrtf(sum);
}

static void add_part(tr_block_scene *scene, const tr_view_blocks *blocks, const double eye[3])
{
    const tr_voxel_mesh *mesh = blocks->mesh;
    tr_block_part *part = &scene->parts[scene->part_count++];
    const size_t solid = mesh->pass_end[TR_PASS_SPRITE];
    *part = (tr_block_part){.solid_count = (uint32_t)solid, .opaque_count = (uint32_t)mesh->pass_end[TR_PASS_OPAQUE]};
    place_part(part, eye, blocks);
    part->solid_first = copy_quads(scene, mesh->quads, solid);
    add_translucent(scene, mesh->quads + solid, mesh->count - solid, part);
    scene->nearest_m = fminf(scene->nearest_m, box_distance(part));
}

bool tr_block_scene_create(tr_context *context, const tr_view_def *def, tr_block_scene *out, tr_error *err)
{
    *out = (tr_block_scene){.nearest_m = INFINITY};
    size_t count = 0;
    for (int32_t i = 0; i < def->blocks_count; i++) count += def->blocks[i].mesh->count;
    if (count == 0) return true;
    if (count > INT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "the blocks have %zu quads; allowed is %d", count, INT32_MAX);
    out->quads = tr_alloc_array(context, count, sizeof *out->quads, err);
    if (out->quads) out->parts = tr_alloc_array(context, (size_t)def->blocks_count, sizeof *out->parts, err);
    if (!out->parts) {
        tr_block_scene_destroy(context, out);
        return false;
    }
    for (int32_t i = 0; i < def->blocks_count; i++)
        if (def->blocks[i].mesh->count > 0) add_part(out, &def->blocks[i], def->eye_m);
    return true;
}

void tr_block_scene_destroy(tr_context *context, tr_block_scene *scene)
{
    tr_free(context, scene->quads);
    tr_free(context, scene->parts);
    *scene = (tr_block_scene){0};
}
