// What C has no operator for: division that rounds down, the smaller and the larger of two.
#ifndef TR_BASE_INTEGERS_H
#define TR_BASE_INTEGERS_H

#include <stdint.h>

// a / b towards minus infinity; b > 0.
static inline int64_t tr_floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static inline int64_t tr_min_i64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t tr_max_i64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int32_t tr_min_i32(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t tr_max_i32(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

#endif
