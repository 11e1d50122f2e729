// Chunks of Minecraft: columns of 16 x 384 x 16 blocks.
#ifndef TR_IO_ANVIL_CHUNK_H
#define TR_IO_ANVIL_CHUNK_H

#include "io/byte_list.h"
#include "terrane/blocks.h"

enum {
    TR_ANVIL_DATA_VERSION = 2975,  // of 1.18.2; later games bring it up to date
    TR_ANVIL_SIDE = 16,
    TR_ANVIL_LOWEST = -64,
    TR_ANVIL_HEIGHT = 384,
};

// A column of 32 x 384 x 32 blocks, from the lowest y of the format: x + 32 z + 1024 y. Four chunks.
typedef struct tr_anvil_column {
    tr_block blocks[TR_ANVIL_HEIGHT * TR_VOXEL_LAYER];
} tr_anvil_column;

// Appends one of its chunks as NBT; x and z are those of the chunk, whose low bits say which of the four it is.
void tr_anvil_chunk_append(tr_byte_list *out, const tr_anvil_column *column, int64_t x, int64_t z);

#endif
