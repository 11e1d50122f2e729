// A compiled noise as GLSL: the kernels' text and a main() made from the program.
//
// Storage blocks, shared with eval_gl.c:
//   0  out     one float per sample
//   1  table   32-bit words: the lattice tables, three words per sample of an axis (lo, high, t), six for simplex (lo,
//              high, fraction of the major term, then of the minor one); the values of coordinates, one each
//   2  params  TR_GLSL_HEADER words (below), then per octave of every source: wraps, the start of its table for x, y,
//   z;
//              then the start of each coordinate's values
//   3  points  x, y, z of a point list, each `count` long
#ifndef TR_NOISE_GLSL_H
#define TR_NOISE_GLSL_H

#include "noise/program.h"

enum {
    TR_GLSL_WIDTH,   // samples per row of the piece; for points: all
    TR_GLSL_ROWS,    // rows of the piece
    TR_GLSL_X0,      // first sample of each row
    TR_GLSL_ROW0,    // first row, counted over all planes
    TR_GLSL_HEIGHT,  // rows per plane
    TR_GLSL_HEADER = 8,
    TR_GLSL_OCTAVE_WORDS = 4
};

// Makes noise->glsl_grid and glsl_points.
bool tr_noise_make_glsl(tr_noise *noise, tr_error *err);

#endif
