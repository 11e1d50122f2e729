// What light meets in a chunk, as bits: where it passes, where it falls from the sky, where it comes from.
#ifndef TR_VOXEL_LIGHT_LIGHT_MASKS_H
#define TR_VOXEL_LIGHT_LIGHT_MASKS_H

#include "voxel/light/light_isa.h"

enum {
#define X(id, name, shape, top, side, light) +((light) != 0)
    TR_GLOW_KINDS = TR_BLOCK_LIST(X)  // kinds of blocks that glow
#undef X
};

// Cells that give the same light.
typedef struct tr_light_glow {
    uint8_t light[3];
    tr_light_mask mask;
} tr_light_glow;

typedef struct tr_light_masks {
    tr_light_mask pass;  // light goes through
    tr_light_mask sky;   // cells with nothing but open blocks above them, up to the sky: full sky light
    int glow_count;
    tr_light_glow glow[TR_GLOW_KINDS];
    uint32_t *storage;  // what the masks point to
} tr_light_masks;

// Whether light goes through a block at all, and whether it falls through from the sky without loss.
static inline bool tr_light_passes(tr_block_shape shape)
{
    return shape != TR_SHAPE_CUBE;
}
static inline bool tr_light_falls(tr_block_shape shape)
{
    return shape == TR_SHAPE_EMPTY || shape == TR_SHAPE_SPRITE || shape == TR_SHAPE_CLEAR;
}

// Makes the masks of a chunk. `state` has the columns that are open to the sky above it, and then those below it.
bool tr_light_masks_make(tr_context *context, const tr_light_table *table, const tr_voxel_chunk *chunk,
                         tr_voxel_sky *state, tr_light_masks *out, tr_error *err);
void tr_light_masks_destroy(tr_context *context, tr_light_masks *masks);

#endif
