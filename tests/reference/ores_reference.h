// Ores block by block: every vein that could reach a block is looked at.
#ifndef TR_TESTS_ORES_REFERENCE_H
#define TR_TESTS_ORES_REFERENCE_H

#include <stdint.h>

typedef struct ores_reference {
    uint64_t seed;
    float factor;  // tr_voxel_def.ores
    int32_t bottom;
    float sea;
} ores_reference;

// What becomes of stone at a place; `top` is the y of the highest block of the ground there.
uint8_t ores_reference_block(const ores_reference *reference, int64_t x, int64_t y, int64_t z, int32_t top,
                             uint8_t before);

#endif
