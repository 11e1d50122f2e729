// Every noise, one sample at a time, straight from the formulas of docs/noise.md: what all backends must equal bit for
// bit. Plain C floats and 64-bit cells; nothing of the kernels' headers, no tables, no shortcuts.
#ifndef TR_NOISE_REFERENCE_H
#define TR_NOISE_REFERENCE_H

#include "terrane/noise.h"

// Where a sample is: an integer position, what a point list adds (units of the query) and what warps add (units of
// the domain). An axis that is not displaced has its flag false.
typedef struct ref_position {
    int64_t at[3];
    bool has_point;
    float point[3];
    bool has_warp[3];
    float warp[3];
} ref_position;

// The value of a source node.
//
// @param dims   of the query
// @param scale  the product of the scale nodes around the source; 1 without
float ref_source(const tr_node_def *def, int dims, double scale, uint64_t seed, const ref_position *position);

// What a warp adds to a position for one of its inputs.
float ref_warp_shift(float input, double amplitude);

#endif
