// Patterns as the kernels see them: tiles of candidates, and which tile a cell of the plane has.
#ifndef TR_PLACE_PATTERN_H
#define TR_PLACE_PATTERN_H

#include <stdatomic.h>

#include "terrane/place.h"

// Densities and thresholds: 1 is this.
#define TR_PLACE_ONE 0x40000000u
// The threshold of a slot that a tile does not have.
#define TR_PLACE_NEVER 0x7fffffffu

enum { TR_PATTERN_SLACK = 8 };

struct tr_pattern {
    tr_context *context;
    atomic_int users;  // the creator and placers
    uint32_t side;     // of a cell, in units
    int32_t slot_count, tile_count;
    int32_t colors;  // of corners; 0: a cell picks any tile by its own hash
    int32_t period;  // corners have other sets of colours at each place of period x period; a power of two
    // TR_PATTERN_SLOTS of each tile: x | z << 16 in units; slots that are not there lie at 0. TR_PATTERN_SLACK words
    // more may be read.
    uint32_t *places;
    // Of any tile: slot (TR_PLACE_ONE / slot_count), so slots are ranks; or TR_PLACE_NEVER.
    uint32_t thresholds[TR_PATTERN_SLOTS + TR_PATTERN_SLACK];
    double nearest;
};

// 0, 1, 2 ...: the numbers of slots, for kernels to load.
extern const uint32_t tr_slot_numbers[TR_PATTERN_SLOTS + TR_PATTERN_SLACK];

// What a cell has: a tile, and what is added to all thresholds of it, below TR_PLACE_ONE / slot_count, so that shares
// of objects follow densities finer than the ranks.
typedef struct tr_place_cell {
    uint32_t tile;
    uint32_t jitter;
} tr_place_cell;

// The cells (cell_x + i, cell_z), 0 <= i < count.
void tr_pattern_row(const tr_pattern *pattern, uint64_t seed, int64_t cell_x, int64_t cell_z, int32_t count,
                    tr_place_cell *out);

// One more user; ends with tr_pattern_destroy().
tr_pattern *tr_pattern_keep(const tr_pattern *pattern);

#endif
