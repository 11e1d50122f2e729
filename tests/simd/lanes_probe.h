// Lane operations over arrays, compiled once per instruction set, so that a test can compare them.
#ifndef TR_TESTS_LANES_PROBE_H
#define TR_TESTS_LANES_PROBE_H

#include "base/isa.h"

typedef enum lane_op {
    LANE_SELECT_LESS,  // select(a < b, a, b)
    LANE_MIN,
    LANE_MAX,
    LANE_ABS,
    LANE_FLOOR,
    LANE_TRUNC,       // as a float again
    LANE_FROM_INT,    // the bits of a, read as an integer, shifted right by 8 and converted
    LANE_SELECT_INT,  // select_i and select_u over the bits of a and b
    LANE_MASKS,       // both, either and not, as 0 or 1
    LANE_ANY,         // any(a < b) over the lanes of one value repeated
    LANE_OP_COUNT
} lane_op;

typedef struct lanes_table {
    int lanes;
    void (*run)(lane_op op, const float *a, const float *b, float *out, int count);  // count: a multiple of 8
} lanes_table;

TR_ISA_DECLARE(lanes_table, lanes_table);

#endif
