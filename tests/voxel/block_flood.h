// What hangs together in a piece of blocks, by slow flood fills.
#ifndef TR_TEST_BLOCK_FLOOD_H
#define TR_TEST_BLOCK_FLOOD_H

#include <stdbool.h>
#include <stdint.h>

// Blocks x + width (z + depth y).
typedef struct block_piece {
    const uint8_t *blocks;
    int32_t width, depth, height;
} block_piece;

// Steps from the blocks for which `is_source` to others through faces, over blocks for which `passes`: -1 where no way
// leads. free() it.
int32_t *block_flood(const block_piece *piece, bool (*is_source)(const block_piece *, int32_t x, int32_t y, int32_t z),
                     bool (*passes)(uint8_t block));

#endif
