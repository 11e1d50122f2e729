// Deterministic elementary functions: the same bits as scalar C, SIMD C and GLSL.
//
// Made of + - *, comparisons and bit operations only: a start value from the bits of the float and a fixed
// number of Newton steps, or a minimax polynomial after range reduction. The domains below keep every
// intermediate value a normal number, because a GPU may flush denormals. The worst errors are in units in the
// last place (ulp) of the float result against long double, as tests/simd/test_math.c finds them.
//
//   function      domain                                              worst error
//   tr_rcp        2^-125 <= |x| <= 2^125                              1.5 ulp
//   tr_div        the same for b, and for the result                  1.5 ulp
//   tr_rsqrt      2^-125 <= x <= 2^125                                1.25 ulp
//   tr_sqrt       0, 2^-125 <= x <= 2^125                             1.0 ulp
//   tr_cbrt       0, 2^-120 <= |x| <= 2^120                           1.0 ulp
//   tr_exp2       -126 <= x <= 127 (clamped)                          1.25 ulp
//   tr_log2       2^-126 <= x < 2^128                                 1.75 ulp
//   tr_pow        x = 0 or as tr_log2; |y log2 x| <= 126              1.5 (2 + |y log2 x|) ulp
//   tr_sin/cos    |x| <= 8192 (radians)                               1.75 * 2^-24 absolute; 1.25 ulp up to pi/4
//   tr_acos       -1 <= x <= 1 (clamped)                              1.75 ulp
//   tr_atan2      both 0 or 2^-60 <= |.| <= 2^60                      2.5 ulp
#ifndef TR_SIMD_MATH_KERNEL_H
#define TR_SIMD_MATH_KERNEL_H

#include "simd/lanes.h"

// The functions by name and number of arguments, for the batch evaluator, `verify` and the probe.
#define TR_MATH_LIST(X) \
    X(RCP, rcp, 1)      \
    X(DIV, div, 2)      \
    X(RSQRT, rsqrt, 1)  \
    X(SQRT, sqrt, 1)    \
    X(CBRT, cbrt, 1)    \
    X(EXP2, exp2, 1)    \
    X(LOG2, log2, 1)    \
    X(POW, pow, 2)      \
    X(SIN, sin, 1)      \
    X(COS, cos, 1)      \
    X(ACOS, acos, 1)    \
    X(ATAN2, atan2, 2)

#define TR_PI 3.14159265f
#define TR_HALF_PI 1.57079633f

// The magnitude of `magnitude` with the sign of `sign`; `magnitude` is not negative.
K_FN(kf) tr_copy_sign(kf magnitude, kf sign)
{
    kf result = k_from_bits(k_bits(magnitude) | (k_bits(sign) & 0x80000000u));
    return result;
}

K_FN(kf) tr_lerp(kf a, kf b, kf t)
{
#if defined(TR_BREAK_KERNEL) && TR_LANES == 4
    // The same number rounded otherwise, in one instruction set only: tests/broken shows that `verify` sees it.
    kf result = a * (1.0f - t) + b * t;
#else
    kf result = a + t * (b - a);
#endif
    return result;
}

K_FN(kf) tr_clamp(kf x, kf low, kf high)
{
    kf result = k_min(k_max(x, low), high);
    return result;
}

// 1/x. The start value negates the exponent and is within 12.2 %; each Newton step squares that.
K_FN(kf) tr_rcp(kf x)
{
    kf y = k_from_bits(0x7ef311c3u - k_bits(x));
    y = y * (2.0f - x * y);
    y = y * (2.0f - x * y);
    y = y * (2.0f - x * y);
    kf result = y + y * (1.0f - x * y);
    return result;
}

// a/b by one residual step on a * (1/b).
K_FN(kf) tr_div(kf a, kf b)
{
    kf y = tr_rcp(b);
    kf q = a * y;
    kf result = q + y * (a - q * b);
    return result;
}

// The start value halves and negates the exponent and is within 3.5 %; two Newton steps give 5e-6.
K_FN(kf) tr_rsqrt_coarse(kf x)
{
    kf h = 0.5f * x;
    kf y = k_from_bits(0x5f375a86u - (k_bits(x) >> 1));
    y = y * (1.5f - h * y * y);
    y = y * (1.5f - h * y * y);
    return y;
}

K_FN(kf) tr_rsqrt(kf x)
{
    kf h = 0.5f * x;
    kf y = tr_rsqrt_coarse(x);
    kf result = y + y * (0.5f - h * y * y);
    return result;
}

K_FN(kf) tr_sqrt(kf x)
{
    kf y = tr_rsqrt_coarse(x);
    kf s = x * y;
    kf result = s + (0.5f * y) * (x - s * s);
    return result;
}

// From the reciprocal cube root y: c = x y^2, then one Newton step on c^3 = x with 1/c^2 = y^2.
K_FN(kf) tr_cbrt(kf x)
{
    kf a = k_abs(x);
    kf third = a * 0.333333333f;
    // A third of the bits; the 24 upper ones convert exactly.
    ki start = 0x54a2fa8c - k_trunc(k_float(k_as_int(k_bits(a) >> 8)) * 85.3333333f);
    kf y = k_from_bits(k_as_uint(start));
    y = y * (1.33333333f - third * y * y * y);
    y = y * (1.33333333f - third * y * y * y);
    y = y * (1.33333333f - third * y * y * y);
    kf c = a * y * y;
    kf root = c + (a - c * c * c) * (y * y * 0.333333333f);
    kf result = tr_copy_sign(root, x);
    return result;
}

K_FN(kf) tr_exp2(kf x)
{
    kf c = tr_clamp(x, k_set(-126.0f), k_set(127.0f));
    kf i = k_floor(c + 0.5f);
    kf f = c - i;
    kf p = 1.52380031e-4f * f + 1.33911369e-3f;
    p = p * f + 9.61884111e-3f;
    p = p * f + 5.55035919e-2f;
    p = p * f + 0.240226448f;
    p = p * f + 0.693147182f;
    p = p * f + 1.0f;
    kf scale = k_from_bits(k_as_uint(k_trunc(i) + 127) << 23);
    kf result = p * scale;
    return result;
}

// x = 2^e m with m between sqrt(1/2) and sqrt(2), so that the polynomial in m - 1 keeps its relative
// precision on both sides of 1.
K_FN(kf) tr_log2(kf x)
{
    ku bits = k_bits(x);
    ki e = k_as_int(bits - 0x3f3504f3u) >> 23;
    kf r = k_from_bits(bits - (k_as_uint(e) << 23)) - 1.0f;
    kf p = 0.179981396f - 9.87951308e-2f * r;
    p = p * r - 0.193022683f;
    p = p * r + 0.205914736f;
    p = p * r - 0.239505902f;
    p = p * r + 0.288472563f;
    p = p * r - 0.360699058f;
    p = p * r + 0.480900824f;
    p = p * r - 0.721347332f;
    p = p * r + 1.44269502f;
    kf result = k_float(e) + r * p;
    return result;
}

// x^y for x >= 0; 0^y is 0.
K_FN(kf) tr_pow(kf x, kf y)
{
    km positive = x > k_set(0.0f);
    kf base = k_select(positive, x, k_set(1.0f));
    kf exponent = y * tr_log2(base);
    kf power = tr_exp2(exponent);
    kf result = k_select(positive, power, k_set(0.0f));
    return result;
}

// sin(x + quarter_turns * pi/2). The reduction subtracts multiples of pi/2 in three exact parts.
K_FN(kf) tr_sin_shifted(kf x, ui quarter_turns)
{
    kf q = k_floor(x * 0.636619772f + 0.5f);
    kf r = x - q * 1.5703125f;
    r = r - q * 4.83751297e-4f;
    r = r - q * 7.54978995e-8f;
    kf r2 = r * r;
    kf s = -1.95835091e-4f * r2 + 8.33271537e-3f;
    s = s * r2 - 0.166666642f;
    s = r + r * r2 * s;
    kf c = 2.45437259e-5f * r2 - 1.38882711e-3f;
    c = c * r2 + 4.16666642e-2f;
    c = (1.0f - 0.5f * r2) + r2 * r2 * c;
    ki quadrant = k_trunc(q) + quarter_turns;
    kf value = k_select((quadrant & 1) != 0, c, s);
    ku sign = (k_as_uint(quadrant) & 2u) << 30;
    kf result = k_from_bits(k_bits(value) ^ sign);
    return result;
}

K_FN(kf) tr_sin(kf x)
{
    return tr_sin_shifted(x, 0);
}

K_FN(kf) tr_cos(kf x)
{
    return tr_sin_shifted(x, 1);
}

// asin on [0, 1/2] given x and x^2.
K_FN(kf) tr_asin_small(kf x, kf x2)
{
    kf p = 3.82345282e-2f * x2 + 2.64791194e-2f;
    p = p * x2 + 4.50134538e-2f;
    p = p * x2 + 7.49879032e-2f;
    p = p * x2 + 0.166666731f;
    kf result = x + x * x2 * p;
    return result;
}

// pi/2 - asin(x) near 0, 2 asin(sqrt((1 - |x|)/2)) beyond 1/2, mirrored for negative x.
K_FN(kf) tr_acos(kf x)
{
    kf a = k_min(k_abs(x), k_set(1.0f));
    km far = a > k_set(0.5f);
    kf half_rest = 0.5f * (1.0f - a);
    kf a2 = a * a;
    kf squared = k_select(far, half_rest, a2);
    kf argument = k_select(far, tr_sqrt(half_rest), a);
    kf s = tr_asin_small(argument, squared);
    km negative = x < k_set(0.0f);
    kf near_value = TR_HALF_PI - k_select(negative, -s, s);
    kf far_value = k_select(negative, TR_PI - 2.0f * s, 2.0f * s);
    kf result = k_select(far, far_value, near_value);
    return result;
}

// atan of the smaller over the larger magnitude, then the octant. atan2(0, 0) is 0.
K_FN(kf) tr_atan2(kf y, kf x)
{
    kf ax = k_abs(x);
    kf ay = k_abs(y);
    kf larger = k_max(ax, ay);
    kf smaller = k_min(ax, ay);
    kf divisor = k_select(larger > k_set(0.0f), larger, k_set(1.0f));
    kf t = tr_div(smaller, divisor);
    kf t2 = t * t;
    kf p = 1.35827065e-2f - 2.40649027e-3f * t2;
    p = p * t2 - 3.598639e-2f;
    p = p * t2 + 6.2590301e-2f;
    p = p * t2 - 8.66040885e-2f;
    p = p * t2 + 0.110343926f;
    p = p * t2 - 0.142785817f;
    p = p * t2 + 0.199997321f;
    p = p * t2 - 0.333333313f;
    kf angle = t + t * t2 * p;
    angle = k_select(ay > ax, TR_HALF_PI - angle, angle);
    angle = k_select(x < k_set(0.0f), TR_PI - angle, angle);
    kf result = tr_copy_sign(angle, y);
    return result;
}

#endif
