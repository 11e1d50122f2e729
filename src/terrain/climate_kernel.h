// Temperature and humidity of samples, and what humidity is made of on its coarse lattice (docs/climate.md).
#ifndef TR_TERRAIN_CLIMATE_KERNEL_H
#define TR_TERRAIN_CLIMATE_KERNEL_H

#include "terrain/derived_kernel.h"

// Ground from 10 m above the sea level down to 10 m below passes from land to sea: this much per metre.
#define TR_SHORE_PER_METRE 0.05f
// A barrier of this height takes half of what a mountain can take, in metres.
#define TR_HALF_BARRIER_M 500.0f
// Heights above the sea beyond this are cut off, in metres: no number made of them overflows.
#define TR_HIGHEST_M 100000.0f

K_FN(kf) tr_above_sea(kf height, uf sea_level)
{
    kf above = height - sea_level;
    return tr_flush(tr_clamp(above, k_set(0.0f), k_set(TR_HIGHEST_M)));
}

// 0 on land .. 1 at sea.
K_FN(kf) tr_sea_share(kf height, uf sea_level)
{
    kf share = 0.5f - (height - sea_level) * TR_SHORE_PER_METRE;
    return tr_clamp(share, k_set(0.0f), k_set(1.0f));
}

// The mean of nine, with binomial weights.
K_FN(kf) tr_binomial(tr_window a)
{
    kf corners = (a.nw + a.ne) + (a.sw + a.se);
    kf sides = (a.n + a.s) + (a.w + a.e);
    kf result = (corners + 2.0f * sides + 4.0f * a.at) * 0.0625f;
    return result;
}

// 0 without a barrier .. 1 behind an endlessly high one.
K_FN(kf) tr_barrier_share(kf barrier)
{
    kf b = tr_flush(barrier);
    kf whole = b + TR_HALF_BARRIER_M;
    return tr_div(b, whole);
}

// The uniform cubic B-spline of four coefficients, at t in 0..1 between the middle two: twice differentiable
// everywhere.
K_FN(kf) tr_spline(kf a, kf b, kf c, kf d, kf t)
{
    kf s = 1.0f - t;
    kf first = (s * s * s) * 0.166666667f;
    kf last = (t * t * t) * 0.166666667f;
    kf second = 0.666666667f - (t * t) * (1.0f - 0.5f * t);
    kf third = 0.666666667f - (s * s) * (1.0f - 0.5f * s);
    kf result = (a * first + b * second) + (c * third + d * last);
    return result;
}

K_FN(kf) tr_temperature(kf noise, kf height, uf at_sea_level, uf sea_level, uf lapse, uf variation)
{
    kf result = (at_sea_level - tr_above_sea(height, sea_level) * lapse) + noise * variation;
    return result;
}

// `coarse` is what the sea gives less what mountains take.
K_FN(kf) tr_humidity(kf noise, kf coarse, uf mean, uf variation)
{
    kf sum = (mean + noise * variation) + coarse;
    return tr_clamp(sum, k_set(0.0f), k_set(1.0f));
}

#endif
