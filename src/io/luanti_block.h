// Map blocks of Luanti: 16^3 nodes, as rows of its database hold them.
#ifndef TR_IO_LUANTI_BLOCK_H
#define TR_IO_LUANTI_BLOCK_H

#include "io/byte_list.h"
#include "terrane/blocks.h"

enum { TR_LUANTI_SIDE = 16, TR_LUANTI_COUNT = TR_LUANTI_SIDE * TR_LUANTI_SIDE * TR_LUANTI_SIDE };

// The nodes of a map block, x + 16 y + 256 z of the map.
typedef struct tr_luanti_nodes {
    tr_block blocks[TR_LUANTI_COUNT];
    uint8_t light[TR_LUANTI_COUNT];  // param1
} tr_luanti_nodes;

// Appends the contents of a map block of version 29, before it is compressed and its version put in front.
void tr_luanti_block_append(tr_byte_list *out, const tr_luanti_nodes *nodes);
// The key of a map block in the database.
int64_t tr_luanti_block_key(int64_t x, int64_t y, int64_t z);

#endif
