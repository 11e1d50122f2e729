// The pointwise nodes of a noise graph (noise.h, docs/noise.md).
#ifndef TR_NOISE_OPS_KERNEL_H
#define TR_NOISE_OPS_KERNEL_H

#include "simd/math_kernel.h"

// Numbers below 2^-62 become 0 before they are multiplied, so that no product is a denormal.
K_FN(kf) tr_flush(kf a)
{
    return k_select(k_abs(a) < k_set(2.16840434e-19f), k_set(0.0f), a);
}

K_FN(kf) tr_op_multiply(kf a, kf b)
{
    kf result = tr_flush(a) * tr_flush(b);
    return result;
}

K_FN(kf) tr_op_blend(kf a, kf b, kf t)
{
    kf change = b - a;
    kf result = a + tr_flush(t) * tr_flush(change);
    return result;
}

K_FN(kf) tr_op_linear(kf a, uf factor, uf offset)
{
    kf result = tr_flush(a) * factor + offset;
    return result;
}

// sign(a) |a|^exponent
K_FN(kf) tr_signed_power(kf a, kf exponent)
{
    kf power = tr_flush(tr_pow(k_abs(a), exponent));
    return tr_copy_sign(power, a);
}

K_FN(kf) tr_op_power(kf a, uf exponent)
{
    return tr_signed_power(a, k_set(exponent));
}

K_FN(kf) tr_op_power_of(kf a, kf b, uf low, uf high)
{
    return tr_signed_power(a, tr_clamp(b, k_set(low), k_set(high)));
}

// 0 up to low, 1 from low + 1 / inverse_span on, smoothstep between.
K_FN(kf) tr_op_smoothstep(kf a, uf low, uf inverse_span)
{
    kf ramp = (a - low) * inverse_span;
    kf t = tr_flush(tr_clamp(ramp, k_set(0.0f), k_set(1.0f)));
    kf result = t * t * (3.0f - 2.0f * t);
    return result;
}

// Stairs with `steps` per unit; the riser takes the share 1 / steepness of a step.
K_FN(kf) tr_op_terrace(kf a, uf steps, uf inverse_steps, uf steepness)
{
    kf scaled = a * steps;
    kf base = k_floor(scaled);
    kf ramp = (scaled - base - 0.5f) * steepness + 0.5f;
    kf t = tr_clamp(ramp, k_set(0.0f), k_set(1.0f));
    kf result = (base + t) * inverse_steps;
    return result;
}

// b where t is above the threshold, a below, smooth over 1 / inverse_width around it.
K_FN(kf) tr_op_select(kf a, kf b, kf t, uf low, uf inverse_width)
{
    return tr_op_blend(a, b, tr_op_smoothstep(t, low, inverse_width));
}

// One segment of a curve: from `start` on, c0 + s (c1 + s (c2 + s c3)) with s = a - start, replaces `previous`.
K_FN(kf) tr_op_curve_segment(kf previous, kf a, uf start, uf c0, uf c1, uf c2, uf c3)
{
    kf distance = a - start;
    kf s = tr_flush(distance);
    kf value = c0 + s * (c1 + s * (c2 + s * c3));
    return k_select(a >= k_set(start), value, previous);
}

#endif
