// How octaves are put together (noise.h, tr_fractal). The weights are already divided by their sum.
#ifndef TR_NOISE_FRACTAL_KERNEL_H
#define TR_NOISE_FRACTAL_KERNEL_H

#include "simd/math_kernel.h"

// One octave of each kind, weighted; the first starts the sum and the others are added to it.
K_FN(kf) tr_fbm_term(kf noise, uf weight)
{
    kf term = noise * weight;
    return term;
}

K_FN(kf) tr_billow_term(kf noise, uf weight)
{
    kf term = (2.0f * k_abs(noise) - 1.0f) * weight;
    return term;
}

K_FN(kf) tr_add_term(kf sum, kf term)
{
    kf next = sum + term;
    return next;
}

// `carry` is what the octave below leaves to this one; 1 for the first.
K_FN(kf) tr_ridged_signal(kf carry, kf noise)
{
    kf ridge = 1.0f - k_abs(noise);
    kf signal = ridge * ridge * carry;
    return signal;
}

// The lower bound keeps the product over the octaves away from denormals.
K_FN(kf) tr_ridged_carry(kf signal, uf sharpness)
{
    kf carry = signal * sharpness;
    return tr_clamp(carry, k_set(9.53674316e-7f), k_set(1.0f));
}

K_FN(kf) tr_ridged_finish(kf sum)
{
    kf result = 2.0f * sum - 1.0f;
    return result;
}

// By what steepness divides an octave: (x, y) is the sum of the derivatives of the octaves so far, its own included.
K_FN(kf) tr_damped_divisor(kf x, kf y, uf factor)
{
    kf steepness = x * x + y * y;
    kf divisor = 1.0f + factor * steepness;
    return divisor;
}

// The reciprocal of 1 is exactly 1: without sharpness this is fbm, bit for bit.
K_FN(kf) tr_damped_term(kf noise, kf divisor, uf weight)
{
    kf term = noise * weight * tr_rcp(divisor);
    return term;
}

#endif
