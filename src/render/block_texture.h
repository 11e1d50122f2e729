// Textures of blocks, made from their colours: two layers of each kind, its top and its sides.
#ifndef TR_RENDER_BLOCK_TEXTURE_H
#define TR_RENDER_BLOCK_TEXTURE_H

#include "terrane/blocks.h"

enum {
    TR_BLOCK_TEXTURE_SIDE = 16,
    TR_BLOCK_TEXTURE_MIPS = 5,
    TR_BLOCK_TEXTURE_LAYERS = 2 * TR_BLOCK_KIND_COUNT,
    TR_BLOCK_TEXTURE_BYTES = 4 * TR_BLOCK_TEXTURE_SIDE * TR_BLOCK_TEXTURE_SIDE * TR_BLOCK_TEXTURE_LAYERS,
};

// RGBA, rows from the top, layer 2 kind is the top and 2 kind + 1 the side; sRGB. Alpha is 0 beside the stalks and
// leaves of plants.
void tr_block_texture_fill(uint8_t *texels);

#endif
