// Numbers spread over the domains of the elementary functions: what they are verified and tested with.
#ifndef TR_SIMD_MATH_SAMPLES_H
#define TR_SIMD_MATH_SAMPLES_H

#include <string.h>

#include "terrane/math.h"

// A float with a random mantissa and a binary exponent in [low, high], from 64 random bits.
static inline float tr_math_spread_float(uint64_t bits, int low, int high, bool both_signs)
{
    uint64_t exponents = (uint64_t)high - (uint64_t)low + 1;
    uint32_t exponent = (uint32_t)(low + (int)tr_index_from_hash(bits, exponents) + 127);
    uint32_t pattern = exponent << 23 | (uint32_t)(bits & 0x7fffff);
    if (both_signs) pattern |= (uint32_t)(bits >> 23 & 1) << 31;
    float value;
    memcpy(&value, &pattern, sizeof value);
    return value;
}

// An even spread over [low, high].
static inline float tr_math_spread_range(uint64_t bits, float low, float high)
{
    float unit = (float)(bits >> 40) * 0x1p-24f;
    float span = (high - low) * unit;
    return low + span;
}

static inline void tr_math_sample(tr_math_fn fn, uint64_t r, uint64_t s, float *a, float *b)
{
    *b = 1.0f;
    switch (fn) {
    case TR_MATH_RCP: *a = tr_math_spread_float(r, -124, 124, true); break;
    case TR_MATH_DIV:
        *a = tr_math_spread_float(r, -60, 60, true);
        *b = tr_math_spread_float(s, -60, 60, true);
        break;
    case TR_MATH_RSQRT:
    case TR_MATH_SQRT: *a = tr_math_spread_float(r, -124, 124, false); break;
    case TR_MATH_CBRT: *a = tr_math_spread_float(r, -119, 119, true); break;
    case TR_MATH_EXP2: *a = tr_math_spread_range(r, -126.0f, 127.0f); break;
    case TR_MATH_LOG2: *a = tr_math_spread_float(r, -125, 126, false); break;
    case TR_MATH_POW:
        *a = tr_math_spread_float(r, -12, 12, false);
        *b = tr_math_spread_range(s, -9.0f, 9.0f);
        break;
    case TR_MATH_SIN:
    case TR_MATH_COS: *a = tr_math_spread_range(r, -8192.0f, 8192.0f); break;
    case TR_MATH_ACOS: *a = tr_math_spread_range(r, -1.0f, 1.0f); break;
    case TR_MATH_ATAN2:
        *a = tr_math_spread_float(r, -30, 30, true);
        *b = tr_math_spread_float(s, -30, 30, true);
        break;
    case TR_MATH_COUNT: break;
    }
}

// Fills a and b, a pure function of (fn, seed, index).
static inline void tr_math_samples(tr_math_fn fn, uint64_t seed, float *a, float *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t r = tr_hash_identity(seed, (uint64_t)fn, (int64_t)i, 0, 0);
        uint64_t s = tr_hash_identity(seed, (uint64_t)fn, (int64_t)i, 1, 0);
        tr_math_sample(fn, r, s, &a[i], &b[i]);
    }
}

#endif
