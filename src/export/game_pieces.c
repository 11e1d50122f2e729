// Light looks one chunk around, so a piece is read with a margin; what a piece then holds are its inner chunks.
#include "export/game_pieces.h"

#include "export/blocks.h"

enum { MARGIN = 1, SIDE = TR_VOXEL_SIDE };

static bool light_wide(const tr_game_pieces *pieces, const tr_voxel_blocks *wide, tr_voxel_light *lights, tr_error *err)
{
    tr_context *context = pieces->source->context;
    const tr_voxel_box *box = &wide->box;
    tr_voxel_sky *sky = tr_alloc_array(context, (size_t)box->size[0] * (size_t)box->size[2], sizeof *sky, err);
    const bool done = sky && tr_voxels_open_sky(pieces->voxels, box, sky, err) &&
                      tr_voxel_light_box(context, &(tr_voxel_light_input){box, wide->chunks, sky}, NULL, lights, err);
    tr_free(context, sky);
    return done;
}

static bool read_biomes(const tr_game_pieces *pieces, const tr_voxel_box *box, uint8_t *out, tr_error *err)
{
    tr_context *context = pieces->source->context;
    const size_t count = (size_t)box->size[0] * (size_t)box->size[2] * TR_VOXEL_LAYER;
    const tr_region columns = {box->low.x * SIDE, box->low.z * SIDE, (box->low.x + box->size[0]) * SIDE,
                               (box->low.z + box->size[2]) * SIDE};
    tr_voxel_surface *surfaces = tr_alloc_array(context, count, sizeof *surfaces, err);
    const bool done = surfaces && tr_voxels_surface(pieces->voxels, &columns, surfaces, err);
    for (size_t i = 0; done && i < count; i++) {
        out[i] = (uint8_t)surfaces[i].biome;
    }
    tr_free(context, surfaces);
    return done;
}

// Takes the inner chunks out of the wide box, and leaves air in their places.
static void take_chunks(tr_voxel_blocks *wide, const tr_voxel_box *box, tr_voxel_chunk *out)
{
    for (size_t i = 0; i < tr_voxel_box_count(box); i++) {
        const tr_voxel_at at = tr_voxel_box_at(box, i);
        tr_voxel_chunk *from = &wide->chunks[(at.x - wide->box.low.x) +
                                             wide->box.size[0] * ((at.z - wide->box.low.z) +
                                                                  wide->box.size[2] * (at.y - wide->box.low.y))];
        out[i] = *from;
        *from = tr_voxel_chunk_uniform(&at, TR_BLOCK_AIR);
    }
}

static bool allocate(tr_context *context, const tr_voxel_box *box, tr_block_piece *out, tr_error *err)
{
    const size_t count = tr_voxel_box_count(box);
    *out = (tr_block_piece){.box = *box};
    out->chunks = tr_alloc_array(context, count, sizeof *out->chunks, err);
    if (out->chunks) {
        out->lights = tr_alloc_array(context, count, sizeof *out->lights, err);
    }
    if (out->lights) {
        out->biomes = tr_alloc(context, (size_t)box->size[0] * (size_t)box->size[2] * TR_VOXEL_LAYER, err);
    }
    return out->biomes != NULL;
}

static void release(tr_context *context, tr_block_piece *piece)
{
    tr_free(context, piece->chunks);
    tr_free(context, piece->lights);
    tr_free(context, piece->biomes);
    *piece = (tr_block_piece){0};
}

static bool open_piece(void *user, const tr_voxel_box *box, tr_block_piece *out, tr_error *err)
{
    const tr_game_pieces *pieces = user;
    tr_context *context = pieces->source->context;
    const tr_voxel_box grown = {{box->low.x - MARGIN, box->low.y - MARGIN, box->low.z - MARGIN},
                                {box->size[0] + 2 * MARGIN, box->size[1] + 2 * MARGIN, box->size[2] + 2 * MARGIN}};
    tr_voxel_blocks wide = {0};
    // Light comes last: the others are released without it.
    const bool done = allocate(context, box, out, err) && read_biomes(pieces, box, out->biomes, err) &&
                      tr_voxel_blocks_read(pieces->source, &grown, NULL, &wide, err) &&
                      light_wide(pieces, &wide, out->lights, err);
    if (done) {
        take_chunks(&wide, box, out->chunks);
    } else {
        release(context, out);
    }
    tr_voxel_blocks_destroy(&wide);
    return done;
}

static void close_piece(void *user, tr_block_piece *piece)
{
    tr_context *context = ((const tr_game_pieces *)user)->source->context;
    for (size_t i = 0; i < tr_voxel_box_count(&piece->box); i++) {
        tr_voxel_chunk_destroy(context, &piece->chunks[i]);
        tr_voxel_light_destroy(context, &piece->lights[i]);
    }
    release(context, piece);
}

tr_block_pieces tr_game_pieces_hook(tr_game_pieces *pieces)
{
    return (tr_block_pieces){.user = pieces, .open = open_piece, .close = close_piece};
}
