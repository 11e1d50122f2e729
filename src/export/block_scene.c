// Blocks as a GLB scene: a mesh for each chunk and pass, with light in its colours.
#include "terrane/export.h"

#include "export/lit_blocks.h"

#include "terrane/io.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 96, BLOCKS_DEF_COOKIE = 0x78626c6b };

typedef struct scene_work {
    tr_context *context;
    double block_m;
    float daylight;
    tr_glb_mesh *items;
    tr_mesh *meshes;
    char (*names)[NAME_SIZE];
    int count;
} scene_work;

static double place_m(const scene_work *work, int64_t chunk)
{
    return (double)chunk * TR_VOXEL_SIDE * work->block_m;
}

static bool add_pass(scene_work *work, const tr_voxel_at *at, const tr_voxel_mesh *quads, bool translucent,
                     tr_error *err)
{
    const unsigned passes = translucent ? 1u << TR_PASS_TRANSLUCENT : 1u << TR_PASS_OPAQUE | 1u << TR_PASS_SPRITE;
    const tr_voxel_paint paint = {.origin = {place_m(work, at->x), place_m(work, at->y), place_m(work, at->z)},
                                  .cell_m = work->block_m,
                                  .daylight = work->daylight,
                                  .baked = true};
    tr_mesh *mesh = &work->meshes[work->count];
    if (!tr_voxel_mesh_triangles(work->context, quads, passes, &paint, mesh, err)) {
        return false;
    }
    if (mesh->index_count == 0) {
        tr_mesh_destroy(work->context, mesh);
        return true;
    }
    snprintf(work->names[work->count], NAME_SIZE, "%s %" PRId64 " %" PRId64 " %" PRId64,
             translucent ? "water" : "blocks", at->x, at->y, at->z);
    work->items[work->count] = (tr_glb_mesh){.name = work->names[work->count],
                                             .levels = mesh,
                                             .level_count = 1,
                                             .roughness = translucent ? 0.2f : 1.0f,
                                             .translucent = translucent};
    work->count++;
    return true;
}

static bool add_chunk(scene_work *work, const tr_voxel_lit *lit, size_t index, tr_export_blocks_report *report,
                      tr_error *err)
{
    tr_voxel_around around;
    tr_voxel_lit_around(lit, index, &around);
    if (around.chunks[13]->filled == 0) {
        return true;
    }
    const tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    tr_voxel_mesh quads;
    if (!tr_voxel_mesh_make(work->context, &around, &def, &quads, err)) {
        return false;
    }
    const tr_voxel_at *at = &around.chunks[13]->at;
    const bool done = add_pass(work, at, &quads, false, err) && add_pass(work, at, &quads, true, err);
    report->quads += quads.count;
    report->chunks += quads.count > 0;
    tr_voxel_mesh_destroy(work->context, &quads);
    return done;
}

static bool add_chunks(scene_work *work, const tr_voxel_lit *lit, tr_export_blocks_report *report, tr_error *err)
{
    for (size_t i = 0; i < tr_voxel_box_count(&lit->box); i++) {
        if (!add_chunk(work, lit, i, report, err)) {
            return false;
        }
    }
    report->triangles = 2 * report->quads;
    return true;
}

// Around the middle of the box, on its lowest chunk.
static void find_origin(const scene_work *work, const tr_voxel_box *box, double out[3])
{
    const double chunk_m = work->block_m * TR_VOXEL_SIDE;
    out[0] = ((double)box->low.x + 0.5 * box->size[0]) * chunk_m;
    out[1] = (double)box->low.y * chunk_m;
    out[2] = ((double)box->low.z + 0.5 * box->size[2]) * chunk_m;
}

static bool write_scene(scene_work *work, const tr_voxel_lit *lit, const char *path, tr_export_blocks_report *report,
                        tr_error *err)
{
    const size_t max_count = 2 * tr_voxel_box_count(&lit->box);
    work->items = tr_alloc_array(work->context, max_count, sizeof *work->items, err);
    work->meshes = tr_alloc_array(work->context, max_count, sizeof *work->meshes, err);
    work->names = tr_alloc_array(work->context, max_count, sizeof *work->names, err);
    if (!work->items || !work->meshes || !work->names || !add_chunks(work, lit, report, err)) {
        return false;
    }
    if (work->count == 0) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "there is nothing but air in these chunks");
    }
    find_origin(work, &lit->box, report->origin_m);
    return tr_glb_write(work->context, path, work->items, work->count, report->origin_m, err);
}

tr_export_blocks_def tr_default_export_blocks_def(void)
{
    return (tr_export_blocks_def){.cookie = BLOCKS_DEF_COOKIE, .daylight = 1.0};
}

bool tr_export_blocks(const tr_world *world, const tr_export_blocks_def *def, const char *path,
                      const tr_progress *progress, tr_export_blocks_report *report, tr_error *err)
{
    assert(def->cookie == BLOCKS_DEF_COOKIE);
    const tr_voxels *voxels = tr_world_voxels(world, err);
    if (!voxels) {
        return false;
    }
    const tr_voxel_source source = def->source ? *def->source : tr_voxels_source(voxels);
    tr_voxel_lit lit;
    if (!tr_voxel_lit_make(voxels, &source, &def->box, progress, &lit, err)) {
        return false;
    }
    scene_work work = {
        .context = source.context, .block_m = tr_voxel_def_of(voxels)->block_m, .daylight = (float)def->daylight};
    tr_export_blocks_report found = {.chunks = 0};
    const bool done = write_scene(&work, &lit, path, &found, err);
    for (int i = 0; i < work.count; i++) {
        tr_mesh_destroy(work.context, &work.meshes[i]);
    }
    tr_free(work.context, work.items);
    tr_free(work.context, work.meshes);
    tr_free(work.context, work.names);
    tr_voxel_lit_destroy(&lit);
    if (done && report) {
        *report = found;
    }
    return done;
}
