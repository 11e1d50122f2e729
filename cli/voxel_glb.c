#include "voxel_glb.h"

#include "voxel_lit.h"

#include "terrane/io.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 96 };

typedef struct scene {
    tr_context *context;
    const voxel_glb_def *def;
    tr_glb_mesh *items;
    tr_mesh *meshes;
    char (*names)[NAME_SIZE];
    int count;
} scene;

static double place_m(const scene *it, int64_t chunk)
{
    return (double)chunk * TR_VOXEL_SIDE * it->def->block_m;
}

static bool add_pass(scene *it, const tr_voxel_at *at, const tr_voxel_mesh *quads, bool translucent, tr_error *err)
{
    const unsigned passes = translucent ? 1u << TR_PASS_TRANSLUCENT : 1u << TR_PASS_OPAQUE | 1u << TR_PASS_SPRITE;
    const tr_voxel_paint paint = {.origin = {place_m(it, at->x), place_m(it, at->y), place_m(it, at->z)},
                                  .cell_m = it->def->block_m,
                                  .daylight = it->def->daylight,
                                  .baked = true};
    tr_mesh *mesh = &it->meshes[it->count];
    if (!tr_voxel_mesh_triangles(it->context, quads, passes, &paint, mesh, err)) {
        return false;
    }
    if (mesh->index_count == 0) {
        tr_mesh_destroy(it->context, mesh);
        return true;
    }
    snprintf(it->names[it->count], NAME_SIZE, "%s %" PRId64 " %" PRId64 " %" PRId64, translucent ? "water" : "blocks",
             at->x, at->y, at->z);
    it->items[it->count] = (tr_glb_mesh){.name = it->names[it->count],
                                         .levels = mesh,
                                         .level_count = 1,
                                         .roughness = translucent ? 0.2f : 1.0f,
                                         .translucent = translucent};
    it->count++;
    return true;
}

static bool add_chunk(scene *it, const voxel_lit *lit, size_t index, voxel_glb_facts *facts, tr_error *err)
{
    tr_voxel_around around;
    voxel_lit_around(lit, index, &around);
    if (around.chunks[13]->filled == 0) {
        return true;
    }
    const tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    tr_voxel_mesh quads;
    if (!tr_voxel_mesh_make(it->context, &around, &def, &quads, err)) {
        return false;
    }
    const tr_voxel_at *at = &around.chunks[13]->at;
    const bool done = add_pass(it, at, &quads, false, err) && add_pass(it, at, &quads, true, err);
    facts->quads += quads.count;
    facts->chunks += quads.count > 0;
    tr_voxel_mesh_destroy(it->context, &quads);
    return done;
}

static bool add_chunks(scene *it, const voxel_lit *lit, voxel_glb_facts *facts, tr_error *err)
{
    for (size_t i = 0; i < tr_voxel_box_count(&lit->box); i++) {
        if (!add_chunk(it, lit, i, facts, err)) {
            return false;
        }
    }
    facts->triangles = 2 * facts->quads;
    return true;
}

static bool write_scene(scene *it, const voxel_lit *lit, voxel_glb_facts *facts, tr_error *err)
{
    const size_t most = 2 * tr_voxel_box_count(&lit->box);
    it->items = tr_alloc_array(it->context, most, sizeof *it->items, err);
    it->meshes = tr_alloc_array(it->context, most, sizeof *it->meshes, err);
    it->names = tr_alloc_array(it->context, most, sizeof *it->names, err);
    if (!it->items || !it->meshes || !it->names || !add_chunks(it, lit, facts, err)) {
        return false;
    }
    if (it->count == 0) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "there is nothing but air in these chunks");
    }
    return tr_glb_write(it->context, it->def->path, it->items, it->count, it->def->origin, err);
}

bool voxel_glb_write(const tr_voxels *voxels, const tr_voxel_source *source, const tr_voxel_box *box,
                     const voxel_glb_def *def, const tr_progress *progress, voxel_glb_facts *facts, tr_error *err)
{
    voxel_lit lit;
    *facts = (voxel_glb_facts){0};
    if (!voxel_lit_make(voxels, source, box, progress, &lit, err)) {
        return false;
    }
    scene it = {.context = source->context, .def = def};
    const bool done = write_scene(&it, &lit, facts, err);
    for (int i = 0; i < it.count; i++) {
        tr_mesh_destroy(it.context, &it.meshes[i]);
    }
    tr_free(it.context, it.items);
    tr_free(it.context, it.meshes);
    tr_free(it.context, it.names);
    voxel_lit_destroy(&lit);
    return done;
}
