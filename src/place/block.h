// Densities and heights of a set on lattices, packed for the kernels.
#ifndef TR_PLACE_BLOCK_H
#define TR_PLACE_BLOCK_H

#include "terrane/place.h"

// A density of 1 in the packed words. Densities of the layers up to and including one are added and cut at 1.
enum { TR_BLOCK_ONE = 1 << 14 };

// How samples lie along an axis: position p (in 2^-20 m) is at sample (p - origin) / step. The division is exact on the
// lattices of spacings, which are powers of two; textures have one block for all requests, so their rounding is always
// the same. Beyond the first and the last sample the edge goes on.
typedef struct tr_block_axis {
    int64_t origin;  // of sample 0, in 2^-20 m
    double step;     // from sample to sample, in 2^-20 m
    int32_t count;
} tr_block_axis;

// The least accumulated density of the first layer, and the least that the last layer lacks to 1: of several bounds
// the smaller numbers hold for all of them.
typedef struct tr_block_bound {
    uint16_t min_first, min_room;
} tr_block_bound;

// The accumulated densities of the first and the last layer, at a sample and at the next one along z.
typedef struct tr_block_ends {
    uint16_t first, next_first, last, next_last;
} tr_block_ends;

// Heights have a lattice of their own: a height texture is often finer than densities, and must not be blurred. The
// last sample of each axis is there twice, so that kernels find a next one after the last.
typedef struct tr_place_block {
    tr_block_axis x, z;  // of the densities
    int32_t layer_count;
    // [z.count + 1][x.count][layer]: low half the accumulated density of the sample, high half that of the next sample
    // along x. TR_BLOCK_SLACK words more may be read.
    uint32_t *pairs;
    // [z.count][x.count], and one more: for a look at a fraction of the memory. What comes after the last of a row is
    // not next to it, and has no weight.
    tr_block_ends *ends;
    // What densities can be in squares of 2^bound_shift samples and the next ones after them, [tr_block_bounds() of
    // z][of x].
    tr_block_bound *bounds;
    int32_t bound_shift;
    tr_block_axis height_x, height_z;
    // [height_z.count][height_x.count + 1][2], metres: at the sample and at the next one along z, so that the four
    // around a place lie together; NULL: not wanted.
    float *heights;
} tr_place_block;

enum { TR_BLOCK_SLACK = 16 };

// How many words and floats they are.
static inline int64_t tr_place_block_pair_count(const tr_place_block *block)
{
    return (int64_t)(block->z.count + 1) * block->x.count * block->layer_count;
}

static inline int64_t tr_place_block_height_count(const tr_place_block *block)
{
    return (int64_t)block->height_z.count * (block->height_x.count + 1) * 2;
}

static inline int32_t tr_block_bounds(const tr_place_block *block, int32_t count)
{
    return ((count - 1) >> block->bound_shift) + 1;
}

// Packs densities, a plane per layer, cut to 0..1. Axes, `layer_count` and `bound_shift` are set.
// @param label  of the set, for messages
// @return false for want of memory, or with NOT_FINITE, which names the layer and the place; `out` then has no pairs
bool tr_place_block_pack(tr_context *context, const char *label, const tr_grid *densities, tr_place_block *out,
                         tr_error *err);
// Packs heights in the same way.
bool tr_place_block_pack_heights(tr_context *context, const char *label, const tr_grid *heights, tr_place_block *out,
                                 tr_error *err);
// Gives up what tr_place_block_pack() made.
void tr_place_block_drop_densities(tr_context *context, tr_place_block *block);
void tr_place_block_destroy(tr_context *context, tr_place_block *block);

// Where the corner of a cell lies among the samples of an axis: the sample at or before it and the offset from it,
// 0..1. Candidates are then at offset + units * units_to_samples (place_kernel.h).
typedef struct tr_block_place {
    int32_t sample;
    float offset;
} tr_block_place;

// @param corner  in 2^-20 m
tr_block_place tr_block_axis_place(const tr_block_axis *axis, int64_t corner);

// Samples from that of the corner to the last that a candidate of a cell may need, with one for rounding.
// @param side  of the cell, in 2^-20 m
static inline int32_t tr_block_axis_span(const tr_block_axis *axis, int64_t side)
{
    return (int32_t)((double)side / axis->step) + 3;
}

// Squares of bounds such that a cell touches at most four of them.
int32_t tr_block_bound_shift(const tr_block_axis *x, const tr_block_axis *z, int64_t side);

#endif
