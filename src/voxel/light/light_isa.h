// Light by bits: what is done to whole rows of cells, one table per ISA.
//
// A mask has a bit per cell. Masks of a chunk are 32 x 32 rows of 32 bits (bit x of row z + 32 y). A window is a chunk
// with 16 cells around it: 64 layers of 64 rows of 64 bits, its layers held apart so that they can be exchanged.
#ifndef TR_VOXEL_LIGHT_LIGHT_ISA_H
#define TR_VOXEL_LIGHT_LIGHT_ISA_H

#include "base/isa.h"
#include "terrane/voxel.h"

enum {
    TR_LIGHT_REACH = TR_LIGHT_MAX - 1,  // steps that light goes from where it is full
    TR_WINDOW_MARGIN = 16,              // cells around the chunk, at least the reach and one
    TR_WINDOW_SIDE = TR_VOXEL_SIDE + 2 * TR_WINDOW_MARGIN,
    TR_WINDOW_GUARD = 4,  // rows of zeros before and behind a layer, which vectors may read
    TR_WINDOW_LAYER = TR_WINDOW_SIDE + 2 * TR_WINDOW_GUARD,
    TR_LIGHT_PLANES = 16,  // bits of a tr_light
};

_Static_assert(TR_WINDOW_SIDE == 64, "a row of a window is a word of 64 bits");

// A mask of a chunk; the same bits in every row where there are no rows.
typedef struct tr_light_mask {
    const uint32_t *rows;  // TR_VOXEL_LAYER of them, or NULL
    uint32_t uniform;
} tr_light_mask;

// The lit cells of a window: what lies below, the layer itself, and what lies above, at one level; then at the next.
typedef struct tr_light_step {
    const uint64_t *below, *here, *above, *pass;
    uint64_t *next;
    int first, end;  // rows
} tr_light_step;

typedef struct tr_light_table {
    // The mask of the cells of a chunk whose palette entry is chosen (0 or 1 by index). The chunk has indices,
    // of 8 bits at most: there are no more than 256 blocks.
    void (*select)(const tr_voxel_chunk *chunk, const uint8_t *chosen, uint32_t *rows);
    // Rows of a window from `count` rows of three chunks side by side along x, from row z + 32 y of theirs on.
    void (*join)(const tr_light_mask *const chunks[3], int first, int count, uint64_t *out);
    // Lights the neighbours of lit cells that light can pass. Returns whether there were any.
    bool (*spread)(const tr_light_step *step);
    // Adds the middle of a layer to planes of bits, modulo two.
    void (*count)(const uint64_t *layer, uint32_t *plane);
    // Values from planes of TR_VOXEL_LAYER rows each; those that are NULL are zero.
    void (*expand)(const uint32_t *const planes[TR_LIGHT_PLANES], tr_light *values);
} tr_light_table;

TR_ISA_DECLARE(tr_light_table, tr_light_table);

#endif
