// Decorations one after the other into one piece: no nine columns, no rejection by boxes. The rule for places that
// several want is written out: the higher rank of block stays, of one rank that of the earlier root.
#ifndef TR_DECORATIONS_REFERENCE_H
#define TR_DECORATIONS_REFERENCE_H

#include "voxel/generate/stages.h"

typedef struct decorations_reference {
    const tr_column *columns;  // side x side, rows along x
    int32_t side;
    int32_t low;            // y of the first chunk, in chunks
    int32_t width, height;  // of the piece, in blocks: the inner columns
    uint8_t *blocks;        // x + width (z + width y): the ground; gets the decorations
} decorations_reference;

void decorations_reference_put(const decorations_reference *reference);

// The blocks of one decoration alone, over ground of one height: `blocks` has 3 x 3 x 3 chunks, x + 96 (z + 96 y), with
// the root at (32, 32, 32).
void decorations_reference_shape(uint16_t kind, uint32_t variant, uint8_t *blocks);

#endif
