// Bytes of blocks to indices of a palette: one table per ISA.
#ifndef TR_VOXEL_PACK_ISA_H
#define TR_VOXEL_PACK_ISA_H

#include "simd/isa.h"
#include "terrane/blocks.h"

// More kinds than this are looked up in a table.
enum { TR_PACK_COMPARED = 16, TR_BYTE_VALUES = 256 };

typedef struct tr_pack_table {
    // Which kinds occur.
    void (*find)(const uint8_t blocks[TR_VOXEL_COUNT], bool occurs[TR_BYTE_VALUES]);
    // How many of the blocks are not air.
    int32_t (*count)(const uint8_t blocks[TR_VOXEL_COUNT]);
    // The place of each block in a palette of up to TR_PACK_COMPARED kinds in ascending order.
    void (*number)(const uint8_t blocks[TR_VOXEL_COUNT], const uint8_t *palette, int32_t palette_count, uint8_t *out);
    // Two numbers of `bits` bits in a byte where there was one; `out_count` is a multiple of 32.
    void (*fold)(const uint8_t *in, int32_t out_count, int bits, uint8_t *out);
} tr_pack_table;

TR_ISA_DECLARE(tr_pack_table, tr_pack_table);

#endif
