// Fills in what a block of samples needs before the kernels run: the values of the lattice, and where samples lie.
#ifndef TR_TERRAIN_SHAPE_TABLES_H
#define TR_TERRAIN_SHAPE_TABLES_H

#include "terrain/shape.h"

// What blocks are made from; positions in units of 1/256 m.
typedef struct tr_shape_sources {
    tr_context *context;
    uint64_t seed;
    const tr_noise *layer[TR_SHAPE_LAYERS];  // NULL: not needed
    const tr_noise *gullies;                 // its first source lays out the cells of the gullies; NULL: none
    int64_t lattice_units;                   // spacing of the lattice, a power of two up to TR_SHAPE_MAX_LATTICE
} tr_shape_sources;

enum { TR_SHAPE_MAX_LATTICE = 256 * TR_UNITS_PER_METRE };

// Samples along the side of a block at most, so that its lattice stays small whatever the spacing: a multiple of 256.
int32_t tr_shape_block_side(int64_t lattice_units, int64_t step_units);

// Fills lattice, x and z of `block` for the samples of the query. `octave_count` must be set. The memory is the
// caller's to release with tr_shape_tables_close().
typedef struct tr_shape_tables {
    tr_context *context;
    void *axes;
    float *layers[TR_SHAPE_LAYERS];
} tr_shape_tables;
bool tr_shape_tables_open(const tr_shape_sources *sources, const tr_noise_query *query, tr_shape_block *block,
                          tr_shape_tables *out, tr_error *err);
void tr_shape_tables_close(tr_shape_tables *tables);

#endif
