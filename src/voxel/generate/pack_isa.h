// Bytes of blocks to indices of a palette: one table per ISA.
#ifndef TR_VOXEL_GENERATE_PACK_ISA_H
#define TR_VOXEL_GENERATE_PACK_ISA_H

#include "base/isa.h"
#include "terrane/blocks.h"

_Static_assert(TR_BLOCK_KIND_COUNT <= 64, "kinds are bits of a word");

typedef struct tr_pack_table {
    // Which kinds occur, a bit each; `filled` gets how many blocks are not air.
    uint64_t (*find)(const uint8_t blocks[TR_VOXEL_COUNT], int32_t *filled);
    // The places of the blocks in a palette of kinds in ascending order, as indices of `bits` bits (1, 2, 4, 8).
    void (*write)(const uint8_t blocks[TR_VOXEL_COUNT], const uint8_t *palette, int32_t palette_count, int bits,
                  uint8_t *out);
} tr_pack_table;

TR_ISA_DECLARE(tr_pack_table, tr_pack_table);

#endif
