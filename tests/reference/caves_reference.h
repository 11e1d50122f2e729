// Caves block by block, straight from docs/voxel.md: no chunks, no vectors, nothing skipped.
#ifndef TR_TESTS_CAVES_REFERENCE_H
#define TR_TESTS_CAVES_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

// What is known of a column of blocks.
typedef struct caves_reference_column {
    int32_t top, end;  // of the highest block of the ground; of the lowest that is not ground
    bool wet;          // sea, river or lake
    bool bare;         // no road
} caves_reference_column;

typedef struct caves_reference {
    uint64_t seed;
    float amount;  // tr_voxel_def.caves
    int32_t bottom, sea;
    caves_reference_column (*column)(void *user, int64_t x, int64_t z);
    void *user;
    struct caves_reference_point *memory;  // of points of the lattice; may be NULL
} caves_reference;

enum { CAVES_REFERENCE_MEMORY = 1 << 16 };
typedef struct caves_reference_point {
    int64_t x, y, z;
    float sheet, line, branch, reach, chamber;
    bool known;
} caves_reference_point;

bool caves_reference_is_tunnel(const caves_reference *reference, int64_t x, int64_t y, int64_t z);
bool caves_reference_is_hall(const caves_reference *reference, int64_t x, int64_t y, int64_t z);

// Whether caves may break through a column.
bool caves_reference_is_open(const caves_reference *reference, int64_t x, int64_t z);

// What becomes of a block. `before` and `below` are the ground's kinds (tr_block_kind) of it and of the block below.
uint8_t caves_reference_block(const caves_reference *reference, int64_t x, int64_t y, int64_t z, uint8_t before,
                              uint8_t below);

#endif
