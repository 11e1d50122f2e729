// What place_gl.c packs for the shaders of placement. All members have 32 bits, so C and std430 lay them out alike.
#ifndef TR_PLACE_PLACE_LAYOUT_H
#define TR_PLACE_PLACE_LAYOUT_H

#include "place/place_kernel.h"

// Candidates of a cell, and the words that hold their layers, a byte each.
#define TR_PLACE_GL_SLOTS 64
#define TR_PLACE_GL_LAYER_WORDS 16
#define TR_PLACE_GL_NONE 255u

// Units are counted from the corner of the first cell.
K_STRUCT(tr_place_gl_call, ui columns; ui rows; ui layer_count; ui side; /* of a cell, in units */
         ui x0; ui z0; ui x1; ui z1;                                     /* candidates beyond have no place */
         ui samples_x; ui samples_z; ui heights_x; ui heights_z;         /* samples along the axes of the block */
         uf_member units_to_samples_x; uf_member units_to_samples_z;     /* of densities */
         uf_member units_to_heights_x; uf_member units_to_heights_z;     /* of heights */
         uf_member steps_per_rise_x; uf_member steps_per_rise_z;         /* tr_place_rise() */
         ui leans;)                                                      /* records have rises */

// Where the corners of a column or row of cells lie among the samples of densities and of heights.
K_STRUCT(tr_place_gl_line, ui first; uf_member offset; ui height_first; uf_member height_offset;)

#endif
