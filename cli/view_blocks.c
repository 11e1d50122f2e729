#include "view_blocks.h"

#include <math.h>

static double block_side_m(const tr_voxels *voxels)
{
    return tr_voxels_get_def(voxels)->block_m;
}

bool view_blocks_place(const tr_world *world, tr_view_def *def, tr_error *err)
{
    const double least_above = 2, surface = 0.875;
    const tr_voxels *voxels = tr_world_voxels(world, err);
    if (!voxels) {
        return false;
    }
    const double side_m = block_side_m(voxels);
    const int64_t x = (int64_t)floor(def->eye_m[0] / side_m), z = (int64_t)floor(def->eye_m[2] / side_m);
    tr_voxel_surface ground;
    if (!tr_voxels_surface(voxels, &(tr_region){x, z, x + 1, z + 1}, &ground, err)) {
        return false;
    }
    const int32_t top = ground.water > ground.top ? ground.water : ground.top;
    const double lift_m = (top + 1 + least_above) * side_m - def->eye_m[1];
    if (lift_m > 0) {
        def->eye_m[1] += lift_m;
        def->target_m[1] += lift_m;
    }
    // The upper side of the highest block of the sea.
    const double sea_m =
        tr_voxels_get_def(voxels)->preset == TR_VOXEL_CLASSIC ? 0 : tr_world_get_def(world)->sea_level_m;
    def->sea_level_m = (ceil(sea_m / side_m) - 1 + surface) * side_m;
    return true;
}

static bool gather(const tr_voxels *voxels, view_blocks *it, tr_error *err)
{
    const double side_m = block_side_m(voxels);
    const size_t count = tr_scene_parts(it->scene, NULL, 0, NULL, 0);
    tr_scene_part *parts = tr_alloc_array(it->context, count, sizeof *parts, err);
    it->parts = parts ? tr_alloc_array(it->context, count, sizeof *it->parts, err) : NULL;
    const size_t listed = it->parts ? tr_scene_parts(it->scene, NULL, 0, parts, count) : 0;
    for (size_t i = 0; i < listed; i++) {
        const double cell_m = side_m * (double)(INT64_C(1) << parts[i].level), chunk_m = cell_m * TR_VOXEL_SIDE;
        it->parts[it->count++] =
            (tr_view_blocks){.mesh = parts[i].mesh,
                             .origin_m = {(double)parts[i].at.x * chunk_m, (double)parts[i].at.y * chunk_m,
                                          (double)parts[i].at.z * chunk_m},
                             .cell_m = cell_m};
    }
    tr_free(it->context, parts);
    return it->parts != NULL;
}

static bool settle(const tr_voxels *voxels, const view_blocks_def *blocks, const tr_view_def *def,
                   const tr_progress *progress, view_blocks *it, tr_error *err)
{
    const double side_m = block_side_m(voxels);
    const double eye[3] = {def->eye_m[0] / side_m, def->eye_m[1] / side_m, def->eye_m[2] / side_m};
    tr_scene_def scene = tr_default_scene_def();
    scene.near_chunks = blocks->near_chunks;
    scene.far_chunks = blocks->far_chunks;
    scene.budget_bytes = tr_context_memory(it->context).budget_bytes / 2;
    if (blocks->save) {
        it->save = tr_save_open(voxels, blocks->save, TR_SAVE_READ, err);
        scene.save = it->save;
        if (!it->save) {
            return false;
        }
    }
    it->scene = tr_scene_create(voxels, &scene, err);
    return it->scene && tr_scene_settle(it->scene, eye, progress, err) && gather(voxels, it, err);
}

bool view_blocks_create(const tr_world *world, const view_blocks_def *blocks, tr_view_def *def,
                        const tr_progress *progress, view_blocks *out, tr_error *err)
{
    *out = (view_blocks){.context = tr_world_context(world)};
    const tr_voxels *voxels = tr_world_voxels(world, err);
    if (!voxels || !settle(voxels, blocks, def, progress, out, err)) {
        view_blocks_destroy(out);
        return false;
    }
    out->facts = tr_scene_get_facts(out->scene);
    def->blocks = out->parts;
    def->blocks_count = out->count;
    return true;
}

void view_blocks_destroy(view_blocks *blocks)
{
    tr_scene_destroy(blocks->scene);
    if (blocks->save) {
        tr_save_close(blocks->save, NULL);
    }
    tr_free(blocks->context, blocks->parts);
    *blocks = (view_blocks){0};
}
