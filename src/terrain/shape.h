// What the kernels of the ground work on: a block of samples with everything that is computed beforehand.
//
// The large shape and the line of the rivers are smooth, so they are evaluated on a lattice that is fixed in the world
// (its points lie at multiples of its spacing) and interpolated by a spline, which gives their slopes as well. A sample
// depends on the sixteen lattice points around it and on nothing else.
#ifndef TR_TERRAIN_SHAPE_H
#define TR_TERRAIN_SHAPE_H

#include "terrane/terrain.h"

#ifndef TR_LANES
#define TR_LANES 1
#endif
#include "terrain/shape_kernel.h"
#include "terrain/shape_layout.h"

// What the lattice holds.
enum { TR_SHAPE_LARGE, TR_SHAPE_RIVER, TR_SHAPE_LAYERS };

enum { TR_SHAPE_PAD = 16 };

// Where the samples of a block lie along one axis. Arrays have TR_SHAPE_PAD readable elements beyond their count.
typedef struct tr_shape_axis {
    int32_t count;
    int32_t *first;                           // the first of the four lattice columns (rows) around a sample
    float *t;                                 // offset between the second and the third
    uint32_t *word[TR_MAX_GULLY_OCTAVES][3];  // words of the gully cells before, at and after a sample
    float *offset[TR_MAX_GULLY_OCTAVES];      // offset in the gully cell
    uint32_t *cell[TR_MAX_GULLY_OCTAVES];     // number of the gully cell, modulo 2^32
} tr_shape_axis;

typedef struct tr_shape_block {
    tr_shape_params params;
    int32_t steps;  // TR_SHAPE_...
    int32_t octave_count;
    float octave_size[TR_MAX_GULLY_OCTAVES];   // metres
    float octave_share[TR_MAX_GULLY_OCTAVES];  // of the strength
    bool dense[TR_MAX_GULLY_OCTAVES];          // samples are at most a gully cell apart: cell numbers are unique
    tr_shape_axis x, z;
    const float *lattice[TR_SHAPE_LAYERS];  // rows of `lattice_width`, padded by TR_SHAPE_PAD after the last; or NULL
    int32_t lattice_width, lattice_height;
    const float *elevation, *weight;  // packed like the block; NULL without TR_SHAPE_ELEVATION
    float *out;                       // holds beforehand what TR_SHAPE_BASE or TR_SHAPE_DETAIL says
    int64_t out_stride;
} tr_shape_block;

#endif
