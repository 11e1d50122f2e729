#include "voxel/light/light_masks.h"

#include <string.h>

enum {
    ROWS = TR_VOXEL_LAYER,
#define X(id, name, shape, top, side, light) +(TR_SHAPE_##shape == TR_SHAPE_LIQUID ? 1 + TR_BLOCK_MAX_LEVEL : 1)
    MAX_BLOCKS = TR_BLOCK_LIST(X)  // that there are, and so that a palette can have
#undef X
};

_Static_assert(MAX_BLOCKS <= 256, "masks are selected by indices of a byte at most");

// Which entries of a palette do something.
typedef struct palette_kinds {
    uint8_t passes[MAX_BLOCKS], falls[MAX_BLOCKS], glows[TR_GLOW_KINDS][MAX_BLOCKS];
} palette_kinds;

static void add_glow(tr_light_masks *masks, const tr_block_info *info, palette_kinds *kinds, int32_t entry)
{
    int at = 0;
    while (at < masks->glow_count && memcmp(masks->glow[at].light, info->light, sizeof info->light) != 0) at++;
    if (at == masks->glow_count) {
        memcpy(masks->glow[at].light, info->light, sizeof info->light);
        masks->glow_count++;
    }
    kinds->glows[at][entry] = 1;
}

static void read_palette(const tr_voxel_chunk *chunk, tr_light_masks *masks, palette_kinds *kinds)
{
    for (int32_t i = 0; i < chunk->palette_count; i++) {
        const tr_block_info *info = tr_block_info_of(chunk->palette[i]);
        kinds->passes[i] = tr_light_passes(info->shape);
        kinds->falls[i] = tr_light_falls(info->shape);
        if (info->light[0] | info->light[1] | info->light[2]) add_glow(masks, info, kinds, i);
    }
}

// Whether all entries are alike: 0 none is chosen, 1 all are, -1 neither.
static int alike(const uint8_t *chosen, int32_t count)
{
    for (int32_t i = 1; i < count; i++)
        if (chosen[i] != chosen[0]) return -1;
    return chosen[0];
}

static tr_light_mask make_mask(const tr_light_table *table, const tr_voxel_chunk *chunk, const uint8_t *chosen,
                               uint32_t *rows)
{
    const int all = alike(chosen, chunk->palette_count);
    if (all >= 0) return (tr_light_mask){.uniform = all ? UINT32_MAX : 0};
    table->select(chunk, chosen, rows);
    return (tr_light_mask){.rows = rows};
}

static bool same_columns(const tr_voxel_sky *state, uint32_t row)
{
    for (int z = 0; z < TR_VOXEL_SIDE; z++)
        if (state->rows[z] != row) return false;
    return true;
}

// Lets the sky fall through a chunk.
static tr_light_mask fall(const tr_light_mask *open, tr_voxel_sky *state, uint32_t *rows)
{
    if (same_columns(state, 0)) return (tr_light_mask){0};
    if (!open->rows && !open->uniform) {
        memset(state, 0, sizeof *state);
        return (tr_light_mask){0};
    }
    if (!open->rows && same_columns(state, UINT32_MAX)) return (tr_light_mask){.uniform = UINT32_MAX};
    for (int y = TR_VOXEL_SIDE - 1; y >= 0; y--)
        for (int z = 0; z < TR_VOXEL_SIDE; z++) {
            if (open->rows) state->rows[z] &= open->rows[TR_VOXEL_SIDE * y + z];
            rows[TR_VOXEL_SIDE * y + z] = state->rows[z];
        }
    return (tr_light_mask){.rows = rows};
}

bool tr_light_masks_make(tr_context *context, const tr_light_table *table, const tr_voxel_chunk *chunk,
                         tr_voxel_sky *state, tr_light_masks *out, tr_error *err)
{
    *out = (tr_light_masks){0};
    palette_kinds kinds = {0};
    read_palette(chunk, out, &kinds);
    const bool opaque = alike(kinds.passes, chunk->palette_count) == 0;
    if (opaque && out->glow_count == 0) {
        memset(state, 0, sizeof *state);
        return true;
    }
    const bool plain = chunk->palette_count == 1 && out->glow_count == 0 &&
                       (same_columns(state, UINT32_MAX) || same_columns(state, 0));
    if (!plain) {
        out->storage = tr_alloc_array(context, (size_t)(2 + out->glow_count) * ROWS, sizeof *out->storage, err);
        if (!out->storage) return false;
    }
    uint32_t *rows = out->storage;
    out->pass = make_mask(table, chunk, kinds.passes, rows);
    // The sky is made in the place of the mask that it falls through.
    uint32_t *falling = rows ? rows + ROWS : NULL;
    const tr_light_mask open = make_mask(table, chunk, kinds.falls, falling);
    out->sky = fall(&open, state, falling);
    for (int i = 0; i < out->glow_count; i++)
        out->glow[i].mask = make_mask(table, chunk, kinds.glows[i], rows + (size_t)(2 + i) * ROWS);
    return true;
}

void tr_light_masks_destroy(tr_context *context, tr_light_masks *masks)
{
    tr_free(context, masks->storage);
    *masks = (tr_light_masks){0};
}
