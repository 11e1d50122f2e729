#include "export/lit_blocks.h"

// Meshes look one chunk around, and the light of that chunk one further.
enum { MARGIN = 2 };

static tr_voxel_box grown(const tr_voxel_box *box, int32_t margin)
{
    return (tr_voxel_box){{box->low.x - margin, box->low.y - margin, box->low.z - margin},
                          {box->size[0] + 2 * margin, box->size[1] + 2 * margin, box->size[2] + 2 * margin}};
}

static bool make_light(const tr_voxels *voxels, tr_voxel_lit *lit, const tr_progress *progress, tr_error *err)
{
    tr_context *context = lit->blocks.context;
    const tr_voxel_box *wide = &lit->blocks.box, inner = grown(wide, -1);
    tr_voxel_sky *sky = tr_alloc_array(context, (size_t)wide->size[0] * (size_t)wide->size[2], sizeof *sky, err);
    tr_voxel_light *lights = tr_alloc_array(context, tr_voxel_box_count(&inner), sizeof *lights, err);
    const bool done =
        sky && lights && tr_voxels_open_sky(voxels, wide, sky, err) &&
        tr_voxel_light_box(context, &(tr_voxel_light_input){wide, lit->blocks.chunks, sky}, progress, lights, err);
    tr_free(context, sky);
    if (done) {
        lit->lights = lights;
    } else {
        tr_free(context, lights);
    }
    return done;
}

bool tr_voxel_lit_make(const tr_voxels *voxels, const tr_voxel_source *source, const tr_voxel_box *box,
                       const tr_progress *progress, tr_voxel_lit *out, tr_error *err)
{
    const tr_voxel_box wide = grown(box, MARGIN);
    *out = (tr_voxel_lit){.box = *box};
    if (!tr_voxel_blocks_read(source, &wide, progress, &out->blocks, err)) {
        return false;
    }
    if (make_light(voxels, out, NULL, err)) {
        return true;
    }
    tr_voxel_lit_destroy(out);
    return false;
}

void tr_voxel_lit_destroy(tr_voxel_lit *lit)
{
    if (lit->lights) {
        const tr_voxel_box inner = grown(&lit->blocks.box, -1);
        for (size_t i = 0; i < tr_voxel_box_count(&inner); i++) {
            tr_voxel_light_destroy(lit->blocks.context, &lit->lights[i]);
        }
        tr_free(lit->blocks.context, lit->lights);
    }
    tr_voxel_blocks_destroy(&lit->blocks);
    *lit = (tr_voxel_lit){0};
}

void tr_voxel_lit_around(const tr_voxel_lit *lit, size_t index, tr_voxel_around *out)
{
    const int64_t width = lit->box.size[0], depth = lit->box.size[2];
    const int64_t at[3] = {(int64_t)index % width, (int64_t)index / width / depth, (int64_t)index / width % depth};
    for (int i = 0; i < 27; i++) {
        const int64_t x = at[0] + i % 3 - 1, y = at[1] + i / 9 - 1, z = at[2] + i / 3 % 3 - 1;
        out->chunks[i] = tr_voxel_blocks_chunk(&lit->blocks, x + MARGIN, y + MARGIN, z + MARGIN);
        out->lights[i] = &lit->lights[x + 1 + (width + 2) * (z + 1 + (depth + 2) * (y + 1))];
    }
}
