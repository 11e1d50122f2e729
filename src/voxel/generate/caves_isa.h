// Caves of a chunk as bits: one table per ISA.
#ifndef TR_VOXEL_GENERATE_CAVES_ISA_H
#define TR_VOXEL_GENERATE_CAVES_ISA_H

#include "base/isa.h"
#include "terrane/blocks.h"

enum {
    TR_CAVE_STEP = 4,                              // blocks between points of the lattice
    TR_CAVE_CELLS = TR_VOXEL_SIDE / TR_CAVE_STEP,  // along a side of a chunk
    TR_CAVE_POINTS = TR_CAVE_CELLS + 1,
    TR_CAVE_PLANE = 88,                               // points of a plane x = constant, padded for vectors
    TR_CAVE_VALUES = TR_CAVE_POINTS * TR_CAVE_PLANE,  // point (x, y, z) is z + 9 y + 88 x
    TR_CAVE_LAYERS = TR_VOXEL_SIDE + 1,               // with the lowest of the chunk above
    TR_CAVE_OCTAVE_CELLS = 3,                         // of an octave that a chunk may meet along an axis
};

// Where the points of a chunk lie on the lattice of an octave, along an axis.
typedef struct tr_cave_axis {
    uint32_t word[TR_CAVE_OCTAVE_CELLS];  // of the cells, from that of the first point on
    int32_t cell[TR_CAVE_POINTS];         // of each point, from that of the first
    float t[TR_CAVE_POINTS];              // offset in it
} tr_cave_axis;

typedef struct tr_cave_octave {
    tr_cave_axis axis[3];
    float weight;
} tr_cave_octave;

// Values at the points of the lattice.
typedef struct tr_cave_values {
    float sheet[TR_CAVE_VALUES], line[TR_CAVE_VALUES], branch[TR_CAVE_VALUES];
    float reach[TR_CAVE_VALUES], chamber[TR_CAVE_VALUES];
} tr_cave_values;

// Which blocks of a chunk caves reach: row z + 32 y, bit x.
typedef struct tr_cave_bits {
    uint32_t rows[TR_CAVE_LAYERS * TR_VOXEL_SIDE];
} tr_cave_bits;

typedef struct tr_cave_table {
    // Sums octaves of gradient noise.
    void (*noise)(const tr_cave_octave *octaves, int count, float out[TR_CAVE_VALUES]);
    // Turns the noise of halls into `reach` and `chamber`. `words` are of the points along each axis.
    void (*shape)(const float hall[TR_CAVE_VALUES], uint32_t words[3][TR_CAVE_POINTS], float radius, float threshold,
                  tr_cave_values *out);
    // Sets the bits of tunnels and halls; they are zero before. False: nothing is cut. `height` is how many cells from
    // below are looked at, TR_CAVE_POINTS for all.
    bool (*bits)(const tr_cave_values *values, int height, tr_cave_bits *tunnels, tr_cave_bits *halls);
    // Adds the bits of halls to others, and finds the rows with any: bit z of each layer.
    void (*join)(tr_cave_bits *cut, const tr_cave_bits *halls, uint32_t used[TR_CAVE_LAYERS]);
} tr_cave_table;

TR_ISA_DECLARE(tr_cave_table, tr_cave_table);

#endif
