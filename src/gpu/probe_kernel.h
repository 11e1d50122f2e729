// The operations that kernels are made of, one by one: the smaller of the probe's golden kernels.
#ifndef TR_GPU_PROBE_KERNEL_H
#define TR_GPU_PROBE_KERNEL_H

#include "simd/lanes.h"

// X(name, result). x and y are any 32 bits; p, q and r are floats made of them, normal and far from overflow; c
// is a whole number of 24 bits and s a fraction of it.
#define TR_PROBE_LIST(X)                                                              \
    X("addition of integers", x + y)                                                  \
    X("multiplication of integers", x *y)                                             \
    X("division of unsigned integers", x / (y | 1u))                                  \
    X("remainder of unsigned integers", x % (y | 1u))                                 \
    X("left shift", x << (y & 31u))                                                   \
    X("right shift of unsigned integers", x >> (y & 31u))                             \
    X("right shift of signed integers", k_as_uint(k_as_int(x) >> k_as_int(y & 31u)))  \
    X("bitwise and, or, not", (x ^ y) | ~(x & y))                                     \
    X("comparison of unsigned integers", k_select_u(x < y, 1u, 0u))                   \
    X("comparison of signed integers", k_select_u(k_as_int(x) < k_as_int(y), 1u, 0u)) \
    X("conversion of an integer to a float", k_bits(k_float(c)))                      \
    X("conversion of a float to an integer", k_as_uint(k_trunc(s)))                   \
    X("floor", k_bits(k_floor(s)))                                                    \
    X("bit cast", k_bits(p))                                                          \
    X("comparison of floats", k_select_u(p < q, 1u, 0u) + k_select_u(p <= q, 2u, 0u)) \
    X("addition of floats", k_bits(sum))                                              \
    X("subtraction of floats", k_bits(difference))                                    \
    X("multiplication of floats", k_bits(product))                                    \
    X("multiplication followed by addition", k_bits(product_sum))

K_FN(ku) tr_probe_operation(ui operation, ku x, ku y)
{
    kf p = k_from_bits((x & 0x807fffffu) | (0x37800000u + ((x >> 3) & 0x0f800000u)));
    kf q = k_from_bits((y & 0x807fffffu) | (0x37800000u + ((y >> 5) & 0x0f800000u)));
    kf r = k_from_bits(((x ^ y) & 0x807fffffu) | 0x3f800000u);
    ki c = k_as_int(x) >> 8;
    kf s = k_float(c) * 0.0009765625f;
    kf sum = p + q;
    kf difference = p - r;
    kf product = p * q;
    kf product_sum = p * r + q;
    int index = 0;
    ku result = 0u;
#define X(name, value)                      \
    if (operation == index) result = value; \
    index++;
    TR_PROBE_LIST(X)
#undef X
    return result;
}

#endif
