// What evaluate_gl.c packs for the shaders of carving. All members have 32 bits, so C and std430 lay them out alike.
#ifndef TR_CARVE_SAMPLE_CARVE_LAYOUT_H
#define TR_CARVE_SAMPLE_CARVE_LAYOUT_H

#include "carve/sample/carve_kernel.h"

// Samples of a tile along each axis, and of the square that one work group makes.
#define TR_CARVE_GL_TILE 32
#define TR_CARVE_GL_SQUARE 8

// What is wanted of each sample, as bits of `wanted`. Results come in this order, each for all tiles.
#define TR_CARVE_GL_HEIGHT 1
#define TR_CARVE_GL_STRENGTH 2
#define TR_CARVE_GL_INCLINATION 4
#define TR_CARVE_GL_DISTANCE 8
#define TR_CARVE_GL_WATER 16
#define TR_CARVE_GL_OWNER 32
#define TR_CARVE_GL_GROUND 64

K_STRUCT(tr_carve_gl_call, ui tile_count; ui wanted; ui step; /* units from sample to sample */
         uf_member unit_x; uf_member unit_z;                  /* metres per unit */
         uf_member limit;)

K_STRUCT(tr_carve_gl_tile, ui width; ui rows; ui entry_start; ui entry_count;)

// A record of a tile and the samples that it reaches. All of them are so near that their places are exact floats.
K_STRUCT(tr_carve_gl_entry,
         uu samples;             /* columns [i0, i1] of rows [j0, j1]: i0, j0, i1, j1, a byte each from the lowest on */
         ui record; ui x; ui z;) /* of sample (i0, j0), in units from the record's origin */

#endif
