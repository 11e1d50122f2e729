// Chunks of Minecraft: columns of 16 x 16 blocks, as high as the world.
#ifndef TR_IO_ANVIL_CHUNK_H
#define TR_IO_ANVIL_CHUNK_H

#include "io/byte_list.h"
#include "terrane/blocks.h"

enum {
    TR_ANVIL_DATA_VERSION = 2975,  // of 1.18.2; later games bring it up to date
    TR_ANVIL_SIDE = 16,
    TR_ANVIL_MIN_Y = -64,  // of a world without a data pack
    TR_ANVIL_HEIGHT = 384,
    TR_ANVIL_LOWEST = -2032,  // that a data pack may ask for
    TR_ANVIL_HIGHEST = 2032,  // and the first y above
    TR_ANVIL_BIOME_SIDE = 4,  // biomes are known for cubes of 4^3 blocks
    TR_ANVIL_BIOME_CELLS = TR_VOXEL_SIDE / TR_ANVIL_BIOME_SIDE,
};

// A column of 32 x 32 blocks, from the lowest y of the world on: x + 32 z + 1024 y. Four chunks.
typedef struct tr_anvil_column {
    int32_t min_y, height;  // multiples of 16
    tr_block *blocks;
    uint8_t *light;  // sky in the high half, blocks in the low one; NULL: the game makes it
    uint8_t biomes[TR_ANVIL_BIOME_CELLS * TR_ANVIL_BIOME_CELLS];  // of the cells, rows along x
    const char *const *biome_names;                               // for these numbers
} tr_anvil_column;

// Appends one of its chunks as NBT; x and z are those of the chunk, whose low bits say which of the four it is.
void tr_anvil_chunk_append(tr_byte_list *out, const tr_anvil_column *column, int64_t x, int64_t z);
// Appends the heightmaps of that chunk. `corner` is where it begins in the layers of the column.
void tr_anvil_heightmaps_append(tr_byte_list *out, const tr_anvil_column *column, int corner);

#endif
