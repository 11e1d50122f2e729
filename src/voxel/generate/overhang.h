// Ground that leans over: on steep and rugged ground a noise in space moves the surface up and down.
//
// A block is solid where y + 1/2 < height + A n(x, y, z), cut at +- TR_OVERHANG_REACH blocks. A is 0 on gentle slopes,
// close to water and to ways, and where a slow noise says so; n is a gradient noise at every fourth block along each
// axis, linear in between. Pieces of at most TR_FLOAT_SIDE blocks along all axes that touch no other ground are taken
// away.
#ifndef TR_VOXEL_GENERATE_OVERHANG_H
#define TR_VOXEL_GENERATE_OVERHANG_H

#include "voxel/generate/ground_window.h"
#include "voxel/generate/overhang_isa.h"

enum {
    TR_OVERHANG_REACH = TR_OVERHANG_BLOCKS / 2 - 2,  // the most by which a surface is moved, in blocks
    TR_FLOAT_SIDE = 24,
    TR_OVERHANG_CLEAR = 6,                                     // columns from water and ways to where A is full
    TR_OVERHANG_HALO = TR_FLOAT_SIDE + TR_OVERHANG_CLEAR + 1,  // columns around that overhangs look at
    TR_BAND_MARGIN = 16,                                       // blocks of a band below what can vary
};

// The compiled noises of the surface of a world.
typedef struct tr_overhang {
    tr_noise *density;  // n: axes y, x, z, in blocks
    tr_noise *rugged;   // where A is large: x, z
    tr_noise *patches;  // of blocks: x, z
    const tr_overhang_table *table;
} tr_overhang;

// How strong A could be for the slope alone: 0 .. 1.
float tr_overhang_steepness(float slope);

// Whether any of the inner columns of a window may lean over, by their slopes.
bool tr_overhang_possible(const tr_voxel_rules *rules, const tr_ground_window *window);

// The bands of all columns of a window but its outermost ones, before anything is taken away: in rows as those of the
// window. `leaning` gets 1 where A is not 0.
bool tr_overhang_bands(const tr_voxel_rules *rules, const tr_ground_window *window, tr_column_band *bands,
                       uint8_t *leaning, tr_error *err);

// A rectangle of columns with bands.
typedef struct tr_band_field {
    const tr_column_band *bands;
    int32_t width, depth;
} tr_band_field;

// Takes away from the TR_VOXEL_LAYER bands `out` of a column of chunks, whose first is column (x, z) of the field, what
// does not hang together with other ground; `out` has those of the field. There are TR_FLOAT_SIDE columns around in
// the field.
bool tr_float_remove(tr_context *context, const tr_band_field *field, int32_t x, int32_t z, tr_column_band *out,
                     tr_error *err);

#endif
