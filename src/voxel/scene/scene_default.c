// Scenes of a generator, with or without a save.
#include <assert.h>

#include "voxel/scene/scene.h"

static bool generate(void *user, int32_t level, const tr_voxel_at *chunks, size_t count, tr_voxel_chunk *out,
                     tr_error *err)
{
    return tr_voxels_generate_level(user, &(tr_voxel_batch){level, chunks, count}, NULL, out, err);
}

static bool open_sky(void *user, const tr_voxel_box *box, tr_voxel_sky *out, tr_error *err)
{
    return tr_voxels_open_sky(user, box, out, err);
}

static bool mesh(tr_context *context, const tr_voxel_around *around, unsigned borders, tr_voxel_mesh *out,
                 tr_error *err)
{
    tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    def.borders = borders;
    return tr_voxel_mesh_make(context, around, &def, out, err);
}

static bool read_edits(const tr_voxel_scene_source *source, const tr_voxel_at *chunk, tr_placed_block **out,
                       size_t *count, tr_error *err)
{
    tr_chunk_edits edits;
    *out = NULL;
    *count = 0;
    if (!tr_voxel_save_read(source->save, chunk, &edits, err)) return false;
    bool done = true;
    if (edits.count > 0) {
        *out = tr_alloc_array(source->context, edits.count, sizeof **out, err);
        done = *out != NULL;
        for (size_t i = 0; i < edits.count && done; i++)
            (*out)[i] = (tr_placed_block){edits.places[i], edits.blocks[i]};
        *count = done ? edits.count : 0;
    }
    tr_chunk_edits_destroy(source->context, &edits);
    return done;
}

static bool write_edits(const tr_voxel_scene_source *source, const tr_block_edit *edits, size_t count, tr_error *err)
{
    return tr_voxel_save_write(source->save, edits, count, NULL, err);
}

tr_voxel_scene *tr_voxel_scene_create(const tr_voxels *voxels, const tr_voxel_scene_def *def, tr_error *err)
{
    assert(voxels && def);
    const tr_voxel_def *world = tr_voxel_def_of(voxels);
    tr_voxel_scene_source source = {.user = (void *)voxels,
                                    .context = tr_voxels_context(voxels),
                                    .bottom = world->bottom,
                                    .top = world->top,
                                    .generate = generate,
                                    .open_sky = open_sky,
                                    .mesh = mesh,
                                    .end_mesh = tr_voxel_mesh_destroy};
    if (def->save) {
        source.save = def->save;
        source.read_edits = read_edits;
        source.write_edits = write_edits;
    }
    return tr_voxel_scene_open(&source, def, err);
}
