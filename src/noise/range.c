#include "noise/range.h"

#include <float.h>
#include <math.h>

#include "noise/curve.h"

// Kernels round each operation by at most 2^-24 of its result; no formula here has more than a dozen.
#define SLACK 1e-6

// Every position that a query can ask for: 2^63, and as far as its samples reach beyond.
#define MAX_POSITION 9.3e18

static double larger_magnitude(double a, double b)
{
    return fmax(fabs(a), fabs(b));
}

static double magnitude(tr_range range)
{
    return larger_magnitude(range.low, range.high);
}

// The result of an operation that does not round.
static tr_range exact(double low, double high)
{
    return (tr_range){low, high, larger_magnitude(low, high)};
}

// The result of one rounded operation. Rounding is monotone, so each end moves by its own magnitude.
static tr_range rounded_once(double low, double high)
{
    return (tr_range){low - SLACK * fabs(low), high + SLACK * fabs(high), larger_magnitude(low, high)};
}

// The result of several operations, whose intermediate results reach `peak`.
static tr_range rounded(double low, double high, double peak)
{
    return (tr_range){low - SLACK * peak, high + SLACK * peak, peak};
}

// ---------------------------------------------------------------------------------------------------------
// Pointwise operations

static tr_range multiply(tr_range a, tr_range b, bool same)
{
    double p[4] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    double low = fmin(fmin(p[0], p[1]), fmin(p[2], p[3]));
    double high = fmax(fmax(p[0], p[1]), fmax(p[2], p[3]));
    if (same) low = a.low <= 0.0 && a.high >= 0.0 ? 0.0 : fmin(p[0], p[3]);
    return rounded_once(low, high);
}

static tr_range linear(tr_range a, double factor, double offset)
{
    double ends[2] = {a.low * factor + offset, a.high * factor + offset};
    double low = fmin(ends[0], ends[1]), high = fmax(ends[0], ends[1]);
    if (offset == 0.0) return rounded_once(low, high);
    return rounded(low, high, magnitude(a) * fabs(factor) + fabs(offset));
}

static tr_range absolute(tr_range a)
{
    if (a.low >= 0.0) return exact(a.low, a.high);
    if (a.high <= 0.0) return exact(-a.high, -a.low);
    return exact(0.0, magnitude(a));
}

// Below this the kernels take a power as 0 (tr_flush).
#define MIN_POWER 0x1p-62

// sign(v) |v|^exponent with the limits and the error of tr_pow (simd/math_kernel.h), outward for `side` 1 or -1.
static double power_end(double v, double exponent, double side)
{
    if (v == 0.0) return 0.0;
    double bits = fmin(fmax(exponent * log2(fabs(v)), -126.0), 127.0);
    double error = (4.0 + 2.0 * fabs(bits)) * 0x1p-23;
    double grow = v * side > 0.0 ? 1.0 + error : 1.0 - error;
    double power = exp2(bits) * grow;
    return power < MIN_POWER ? 0.0 : copysign(power, v);
}

// Rises with the base; rises or falls with the exponent, so its ends are at ends of both.
static tr_range power_of(tr_range base, tr_range exponent)
{
    double low = fmin(power_end(base.low, exponent.low, -1.0), power_end(base.low, exponent.high, -1.0));
    double high = fmax(power_end(base.high, exponent.low, 1.0), power_end(base.high, exponent.high, 1.0));
    return exact(low, high);
}

static tr_range clamped(tr_range a, double low, double high)
{
    return exact(fmin(fmax(a.low, low), high), fmin(fmax(a.high, low), high));
}

static double smooth(double ramp)
{
    double t = fmin(fmax(ramp, 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Its ends 0 and 1 are exact: near 1 the float formula never rounds above it.
static tr_range smoothstep(tr_range a, double low, double inverse_span)
{
    double ramp_low = (a.low - low) * inverse_span, ramp_high = (a.high - low) * inverse_span;
    double peak = larger_magnitude(ramp_low, ramp_high);
    // The ramp's own rounding, relative to the larger of its terms, is steepened by the span.
    double ramp_slack = SLACK * (magnitude(a) + fabs(low)) * inverse_span;
    double from = fmax(smooth(ramp_low - ramp_slack) - SLACK, 0.0);
    double to = fmin(smooth(ramp_high + ramp_slack) + SLACK, 1.0);
    return (tr_range){from, to, fmax(peak, 1.0)};
}

static double terrace_at(double scaled, double steepness)
{
    double base = floor(scaled);
    double ramp = (scaled - base - 0.5) * steepness + 0.5;
    return base + fmin(fmax(ramp, 0.0), 1.0);
}

// Never falls, so its ends are those of the input; a steep riser is taken on the outer side of the rounding.
static tr_range terrace(tr_range a, double steps, double inverse_steps, double steepness)
{
    double low = a.low * steps, high = a.high * steps;
    double peak = magnitude(a) * steps + 1.0;
    low = terrace_at(low - SLACK * peak, steepness) * inverse_steps;
    high = terrace_at(high + SLACK * peak, steepness) * inverse_steps;
    tr_range range = rounded(low, high, larger_magnitude(low, high));
    range.peak = fmax(peak, steepness);
    return range;
}

// a + t (b - a) is linear in each, so its extremes lie at the corners.
static tr_range blend(tr_range a, tr_range b, tr_range t)
{
    double low = INFINITY, high = -INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        double from = corner & 1 ? a.high : a.low;
        double to = corner & 2 ? b.high : b.low;
        double share = corner & 4 ? t.high : t.low;
        double value = from + share * (to - from);
        low = fmin(low, value);
        high = fmax(high, value);
    }
    return rounded(low, high, magnitude(a) + magnitude(t) * (magnitude(a) + magnitude(b)));
}

// Between two neighbouring points a curve is monotone, so its extremes lie at points or at the ends of the input.
static tr_range curve_range(tr_range a, const tr_curve *curve)
{
    double low = tr_curve_at(curve, a.low), high = low, peak = 0.0;
    double last = tr_curve_at(curve, a.high);
    low = fmin(low, last);
    high = fmax(high, last);
    for (int i = 0; i < curve->segment_count; i++) {
        double value = curve->c[i][0];
        peak = fmax(peak, fabs(value));
        if (curve->start[i] < a.low || curve->start[i] > a.high) continue;
        low = fmin(low, value);
        high = fmax(high, value);
    }
    // The terms of a segment are at most twenty times its rise, which is at most twice the largest value.
    tr_range range = rounded(low, high, 40.0 * peak);
    range.peak = peak;
    return range;
}

tr_range tr_range_of_op(const tr_instruction *instruction, const tr_range in[3], bool same, const tr_curve *curve)
{
    const float *k = instruction->k;
    const tr_range a = in[0], b = in[1], t = in[2];
    switch (instruction->op) {
    case TR_OP_ADD: return rounded_once(a.low + b.low, a.high + b.high);
    case TR_OP_SUBTRACT: return rounded_once(a.low - b.high, a.high - b.low);
    case TR_OP_MULTIPLY: return multiply(a, b, same);
    case TR_OP_MIN: return exact(fmin(a.low, b.low), fmin(a.high, b.high));
    case TR_OP_MAX: return exact(fmax(a.low, b.low), fmax(a.high, b.high));
    case TR_OP_LINEAR: return linear(a, k[0], k[1]);
    case TR_OP_ABS: return absolute(a);
    case TR_OP_POWER: return power_of(a, tr_range_of_constant(k[0]));
    case TR_OP_POWER_OF: return power_of(a, clamped(b, k[0], k[1]));
    case TR_OP_CLAMP: return clamped(a, k[0], k[1]);
    case TR_OP_SMOOTHSTEP: return smoothstep(a, k[0], k[1]);
    case TR_OP_CURVE: return curve_range(a, curve);
    case TR_OP_TERRACE: return terrace(a, k[0], k[1], k[2]);
    case TR_OP_BLEND: return blend(a, b, t);
    case TR_OP_SELECT: {
        tr_range share = smoothstep(t, k[0], k[1]);
        tr_range range = blend(a, b, share);
        range.peak = fmax(range.peak, share.peak);
        return range;
    }
    case TR_OP_FILL:
    case TR_OP_COORDINATE:
    case TR_OP_SOURCE: break;  // read no registers
    }
    return exact(-FLT_MAX, FLT_MAX);
}

tr_range tr_range_of_constant(float value)
{
    return exact(value, value);
}

// ---------------------------------------------------------------------------------------------------------
// Sources

// The largest F1 and F2 with features anywhere in their cells. F1 is at most the way to the far corner of the
// own cell. F2 is largest in the middle of a cell, where the nearest neighbour's far corner is 1.5 away along
// one axis and 0.5 along the others, or at a corner, as F1.
static double cellular_limit(const tr_source *source)
{
    static const double f2_euclidean[] = {1.5, 1.5812, 1.7321};
    static const double f2_manhattan[] = {1.5, 2.0, 3.0};
    const int dims = source->dims;
    const bool second = source->result != TR_CELLULAR_F1;
    switch (source->metric) {
    case TR_METRIC_EUCLIDEAN: return second ? f2_euclidean[dims - 1] : sqrt(dims);
    case TR_METRIC_SQUARED: return second ? f2_euclidean[dims - 1] * f2_euclidean[dims - 1] : dims;
    case TR_METRIC_MANHATTAN: return second ? f2_manhattan[dims - 1] : dims;
    default: return second ? 1.5 : 1.0;
    }
}

// One octave.
static tr_range noise_range(const tr_source *source)
{
    if (source->kind != TR_NODE_CELLULAR || source->result == TR_CELLULAR_CELL) return exact(-1.0, 1.0);
    double limit = cellular_limit(source);
    // Two square roots may round past each other, so a difference can fall below 0.
    if (source->result == TR_CELLULAR_F2_MINUS_F1) return rounded(0.0, limit, limit);
    return rounded_once(0.0, limit);
}

tr_range tr_range_of_source(const tr_source *source)
{
    tr_range noise = noise_range(source);
    tr_range size = absolute(noise);
    switch (source->fractal) {
    case TR_FRACTAL_FBM:
    case TR_FRACTAL_DAMPED: return rounded(noise.low, noise.high, magnitude(noise));
    case TR_FRACTAL_BILLOW: {
        double peak = 2.0 * size.high + 1.0;
        return rounded(2.0 * size.low - 1.0, 2.0 * size.high - 1.0, peak);
    }
    case TR_FRACTAL_RIDGED: {
        // (1 - |n|)^2 is 1 at 0 and grows again where a distance exceeds 2.
        double top = fmax((1.0 - size.low) * (1.0 - size.low), (1.0 - size.high) * (1.0 - size.high));
        return rounded(-1.0, 2.0 * top - 1.0, 2.0 * top + 1.0);
    }
    default: return noise;
    }
}

tr_range tr_range_of_coordinate(const tr_coordinate *coordinate, const tr_range *displacement)
{
    double reach = (MAX_POSITION + fabs(coordinate->center)) * fabs(coordinate->factor);
    if (displacement) reach += magnitude(*displacement) * fabs((double)coordinate->displacement_factor);
    return rounded(-reach, reach, reach);
}

void tr_range_to_floats(tr_range range, float *low, float *high)
{
    const double from = fmax(range.low, -FLT_MAX), to = fmin(range.high, FLT_MAX);
    *low = (float)from;
    *high = (float)to;
    if (*low > from) *low = nextafterf(*low, -INFINITY);
    if (*high < to) *high = nextafterf(*high, INFINITY);
}
