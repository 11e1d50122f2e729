#include "noise_reference.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef __int128 wide;

// A lattice point's surroundings: the cell of the sample, the offset in it and the seed, per axis.
typedef struct test_lattice {
    int dims;
    uint64_t cell[3];
    float t[3];
    uint32_t seed[3];
} test_lattice;

static float kernel_float(double value)
{
    return fabs(value) < FLT_MIN ? 0.0f : (float)value;
}

static float lerp(float a, float b, float t)
{
    const float change = b - a;
    return a + t * change;
}

// ---------------------------------------------------------------------------------------------------------
// The hash of a lattice point

static uint32_t axis_word(const test_lattice *lattice, int axis, int64_t offset)
{
    static const uint32_t multiplier[3] = {0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du};
    const uint64_t biased = lattice->cell[axis] + (uint64_t)offset + 0x80000000u;
    const uint32_t lo = (uint32_t)biased, hi = (uint32_t)(biased >> 32);
    const uint32_t linear = lo * multiplier[axis] + hi * 0x27d4eb2fu + lattice->seed[axis];
    return (linear ^ linear >> 15) * 0x7feb352du;
}

static uint32_t upper_hash(const test_lattice *lattice, int64_t x, int64_t y, int64_t z)
{
    const int64_t offset[3] = {x, y, z};
    uint32_t sum = 0;
    for (int axis = 0; axis < lattice->dims; axis++) sum += axis_word(lattice, axis, offset[axis]);
    return (sum ^ sum >> 16) * 0x846ca68bu;
}

static uint32_t full_hash(const test_lattice *lattice, int64_t x, int64_t y, int64_t z)
{
    const uint32_t upper = upper_hash(lattice, x, y, z);
    return upper ^ upper >> 15;
}

// Bits as a signed number in units of 2^-31.
static float number_of(uint32_t bits)
{
    return (float)(int32_t)bits;
}

static float hash_number(uint32_t hash)
{
    return number_of(hash & 0xffffff00u);
}

// ---------------------------------------------------------------------------------------------------------
// Value noise

static float fade(tr_interpolation kind, float t)
{
    switch (kind) {
    case TR_INTERPOLATION_NEAREST: return 0.0f;
    case TR_INTERPOLATION_LINEAR: return t;
    case TR_INTERPOLATION_SMOOTHSTEP: return t * t * (3.0f - 2.0f * t);
    default: return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
    }
}

static float value_column(const test_lattice *lattice, tr_interpolation kind, int64_t x)
{
    float along_z[2];
    for (int64_t z = 0; z < 2; z++) {
        const float near_y = hash_number(upper_hash(lattice, x, 0, z));
        along_z[z] = lattice->dims > 1
                         ? lerp(near_y, hash_number(upper_hash(lattice, x, 1, z)), fade(kind, lattice->t[1]))
                         : near_y;
    }
    const float column = lattice->dims > 2 ? lerp(along_z[0], along_z[1], fade(kind, lattice->t[2])) : along_z[0];
    return column * 0x1p-31f;
}

static float value_noise(const test_lattice *lattice, tr_interpolation kind)
{
    return lerp(value_column(lattice, kind, 0), value_column(lattice, kind, 1), fade(kind, lattice->t[0]));
}

// ---------------------------------------------------------------------------------------------------------
// Gradient noise

// A point of |x| + |y| + |z| = 2^31.
typedef struct gradient {
    float x, y, z;
} gradient;

static float with_sign(float magnitude, bool negative)
{
    return negative ? -magnitude : magnitude;
}

// The signs that no number takes with it come from the uppermost bits of the hash.
static gradient gradient_of(int dims, uint32_t hash)
{
    const uint32_t upper = hash << 1, middle = hash << 12;
    if (dims == 1) return (gradient){hash_number(hash), 0.0f, 0.0f};
    if (dims == 2)
        return (gradient){hash_number(upper), with_sign(0x1p31f - fabsf(hash_number(upper)), hash >> 31), 0.0f};
    const float a = number_of(upper & 0x7fffff00u), b = number_of(middle & 0x7fffffffu);
    const float smaller = a < b ? a : b, larger = a < b ? b : a;
    return (gradient){with_sign(smaller, hash >> 31), with_sign(larger - smaller, middle >> 31),
                      with_sign(0x1p31f - larger, upper >> 31)};
}

static gradient gradient_at(const test_lattice *lattice, int64_t x, int64_t y, int64_t z)
{
    return gradient_of(lattice->dims, upper_hash(lattice, x, y, z));
}

// The largest sum of weight * max(|dx|, |dy|, |dz|) over a cell comes to just below 1.
static float gradient_scale(int dims)
{
    static const float scale[3] = {2.0f, 1.868f, 1.776f};
    return scale[dims - 1] * 0x1p-31f;
}

// The columns at x and x + 1: the sample's value is (slope * t + constant) of each, interpolated.
typedef struct column {
    float slope, constant;
} column;

static column gradient_column2(const test_lattice *lattice, int64_t x)
{
    const gradient g0 = gradient_at(lattice, x, 0, 0), g1 = gradient_at(lattice, x, 1, 0);
    const float ty = lattice->t[1], v = fade(TR_INTERPOLATION_SMOOTHERSTEP, ty);
    const float d0 = g0.y * ty, d1 = g1.y * (ty - 1.0f);
    return (column){lerp(g0.x, g1.x, v), lerp(d0, d1, v)};
}

static column gradient_column3(const test_lattice *lattice, int64_t x)
{
    const float v = fade(TR_INTERPOLATION_SMOOTHERSTEP, lattice->t[1]),
                w = fade(TR_INTERPOLATION_SMOOTHERSTEP, lattice->t[2]);
    float slope[2], dot[2];
    for (int z = 0; z < 2; z++) {
        const gradient g0 = gradient_at(lattice, x, 0, z), g1 = gradient_at(lattice, x, 1, z);
        const float ty = lattice->t[1], tz = z == 0 ? lattice->t[2] : lattice->t[2] - 1.0f;
        const float d0 = g0.y * ty + g0.z * tz, d1 = g1.y * (ty - 1.0f) + g1.z * tz;
        slope[z] = lerp(g0.x, g1.x, v);
        dot[z] = lerp(d0, d1, v);
    }
    return (column){lerp(slope[0], slope[1], w), lerp(dot[0], dot[1], w)};
}

static float gradient_noise(const test_lattice *lattice)
{
    const float t = lattice->t[0], u = fade(TR_INTERPOLATION_SMOOTHERSTEP, t);
    if (lattice->dims == 1) {
        const float left = gradient_at(lattice, 0, 0, 0).x * gradient_scale(1);
        const float right = gradient_at(lattice, 1, 0, 0).x * gradient_scale(1);
        return lerp(left * t, right * (t - 1.0f), u);
    }
    const column left = lattice->dims == 2 ? gradient_column2(lattice, 0) : gradient_column3(lattice, 0);
    const column right = lattice->dims == 2 ? gradient_column2(lattice, 1) : gradient_column3(lattice, 1);
    const float l = left.slope * t + left.constant, r = right.slope * (t - 1.0f) + right.constant;
    return lerp(l, r, u) * gradient_scale(lattice->dims);
}

static float fade_slope(float t)
{
    const float s = t * (t - 1.0f);
    return 30.0f * s * s;
}

static column column_along_y(const test_lattice *lattice, int64_t x)
{
    const gradient g0 = gradient_at(lattice, x, 0, 0), g1 = gradient_at(lattice, x, 1, 0);
    const float ty = lattice->t[1], v = fade(TR_INTERPOLATION_SMOOTHERSTEP, ty), slope_v = fade_slope(ty);
    const float d0 = g0.y * ty, d1 = g1.y * (ty - 1.0f);
    return (column){slope_v * (g1.x - g0.x), lerp(g0.y, g1.y, v) + slope_v * (d1 - d0)};
}

// The derivatives of 2D gradient noise per cell along x and y, before they are multiplied by gradient_scale().
static void gradient_slopes(const test_lattice *lattice, float slopes[2])
{
    const float t = lattice->t[0], u = fade(TR_INTERPOLATION_SMOOTHERSTEP, t);
    const column left = gradient_column2(lattice, 0), right = gradient_column2(lattice, 1);
    const float l = left.slope * t + left.constant, r = right.slope * (t - 1.0f) + right.constant;
    slopes[0] = lerp(left.slope, right.slope, u) + fade_slope(t) * (r - l);
    const column left_y = column_along_y(lattice, 0), right_y = column_along_y(lattice, 1);
    const float ly = left_y.slope * t + left_y.constant, ry = right_y.slope * (t - 1.0f) + right_y.constant;
    slopes[1] = lerp(ly, ry, u);
}

// ---------------------------------------------------------------------------------------------------------
// Simplex noise

static double skew_of(int dims)
{
    return dims == 2 ? 0.366025403784438647 : 0.333333333333333333;
}

static float bump(float r2)
{
    const float reach = 0.5f - r2 > 0.0f ? 0.5f - r2 : 0.0f;
    return (reach * reach) * (reach * reach);
}

static float simplex_corner2(const test_lattice *lattice, int64_t x, int64_t y, float dx, float dy)
{
    const gradient g = gradient_at(lattice, x, y, 0);
    return bump(dx * dx + dy * dy) * (g.x * dx + g.y * dy);
}

static float simplex2(const test_lattice *lattice)
{
    const float stay = 0.21132487f, step = -0.7886751f, last = -0.57735026f;
    const float unskew = (lattice->t[0] + lattice->t[1]) * stay, x0 = lattice->t[0] - unskew,
                y0 = lattice->t[1] - unskew;
    const bool below = lattice->t[0] > lattice->t[1];
    const float c0 = simplex_corner2(lattice, 0, 0, x0, y0);
    const float c1 = below ? simplex_corner2(lattice, 1, 0, x0 + step, y0 + stay)
                           : simplex_corner2(lattice, 0, 1, x0 + stay, y0 + step);
    const float c2 = simplex_corner2(lattice, 1, 1, x0 + last, y0 + last);
    return (c0 + c1 + c2) * (102.3f * 0x1p-31f);
}

static float simplex_corner3(const test_lattice *lattice, const bool step[3], const float from[3], int corner)
{
    static const float stays[4] = {0.0f, 0.16666667f, 0.33333334f, 0.5f},
                       steps[4] = {0.0f, -0.8333333f, -0.6666667f, -0.5f};
    float d[3];
    for (int axis = 0; axis < 3; axis++) d[axis] = from[axis] + (step[axis] ? steps[corner] : stays[corner]);
    const gradient g = gradient_at(lattice, step[0], step[1], step[2]);
    return bump(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) * (g.x * d[0] + g.y * d[1] + g.z * d[2]);
}

// The axes from the largest offset to the smallest; of equal ones x comes before y before z.
static void order_axes(const float t[3], int order[3])
{
    for (int i = 0; i < 3; i++) order[i] = i;
    for (int i = 1; i < 3; i++) {
        for (int k = i; k > 0 && t[order[k]] > t[order[k - 1]]; k--) {
            const int swapped = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swapped;
        }
    }
}

static float simplex3(const test_lattice *lattice)
{
    const float unskew = (lattice->t[0] + lattice->t[1] + lattice->t[2]) * 0.16666667f;
    const float from[3] = {lattice->t[0] - unskew, lattice->t[1] - unskew, lattice->t[2] - unskew};
    int order[3];
    order_axes(lattice->t, order);
    bool step[3] = {false, false, false};
    float sum = simplex_corner3(lattice, step, from, 0);
    for (int corner = 1; corner <= 3; corner++) {
        step[order[corner - 1]] = true;
        sum += simplex_corner3(lattice, step, from, corner);
    }
    return sum * (108.2f * 0x1p-31f);
}

// ---------------------------------------------------------------------------------------------------------
// Cellular noise

// The square root of math_kernel.h: a start value from the bits, two Newton steps to its reciprocal, one residual step.
static float square_root(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x5f375a86u - (bits >> 1);
    float y;
    memcpy(&y, &bits, sizeof y);
    const float h = 0.5f * x;
    y = y * (1.5f - h * y * y);
    y = y * (1.5f - h * y * y);
    const float s = x * y;
    return s + (0.5f * y) * (x - s * s);
}

static float distance_of(tr_metric metric, int dims, const float d[3])
{
    const float x = fabsf(d[0]), y = fabsf(d[1]), z = fabsf(d[2]);
    switch (metric) {
    case TR_METRIC_MANHATTAN: return dims == 1 ? x : dims == 2 ? x + y : x + (y + z);
    case TR_METRIC_CHEBYSHEV: return fmaxf(x, fmaxf(dims > 1 ? y : 0.0f, dims > 2 ? z : 0.0f));
    default: return dims == 1 ? x * x : dims == 2 ? x * x + y * y : x * x + (y * y + z * z);
    }
}

static float cell_distance(const tr_node_def *def, const test_lattice *lattice, const int64_t cell[3], uint32_t hash)
{
    const float spread = kernel_float(def->jitter * 0x1p-32);
    const uint32_t bits[3] = {hash & 0xffffff00u, lattice->dims == 2 ? hash << 16 : hash << 11, hash << 22};
    float d[3] = {0.0f, 0.0f, 0.0f};
    for (int axis = 0; axis < lattice->dims; axis++) {
        const float feature = 0.5f + number_of(bits[axis]) * spread;
        d[axis] = feature - (lattice->t[axis] - (float)cell[axis]);
    }
    return distance_of(def->metric, lattice->dims, d);
}

typedef struct nearest {
    float f1, f2;
    uint32_t hash;  // of the nearest point
} nearest;

// The cells whose largest offset is `ring`, in the order z, y, x.
static void scan_ring(const tr_node_def *def, const test_lattice *lattice, int64_t ring, bool inside_too, nearest *best)
{
    const int64_t reach_y = lattice->dims > 1 ? ring : 0, reach_z = lattice->dims > 2 ? ring : 0;
    for (int64_t z = -reach_z; z <= reach_z; z++) {
        for (int64_t y = -reach_y; y <= reach_y; y++) {
            for (int64_t x = -ring; x <= ring; x++) {
                const bool inside = x > -ring && x < ring && (lattice->dims < 2 || (y > -ring && y < ring)) &&
                                    (lattice->dims < 3 || (z > -ring && z < ring));
                if (inside && !inside_too) continue;
                const uint32_t hash = full_hash(lattice, x, y, z);
                const float distance = cell_distance(def, lattice, (const int64_t[3]){x, y, z}, hash);
                if (distance < best->f1) {
                    best->f2 = best->f1;
                    best->f1 = distance;
                    best->hash = hash;
                } else if (distance < best->f2) {
                    best->f2 = distance;
                }
            }
        }
    }
}

// All cells up to three away, which is one ring more than the definition has: the further ring must never matter.
static float cellular_noise(const tr_node_def *def, const test_lattice *lattice)
{
    nearest best = {1e9f, 1e9f, 0};
    scan_ring(def, lattice, 1, true, &best);
    scan_ring(def, lattice, 2, false, &best);
    scan_ring(def, lattice, 3, false, &best);
    const bool root = def->metric == TR_METRIC_EUCLIDEAN;
    const float f1 = root ? square_root(best.f1) : best.f1, f2 = root ? square_root(best.f2) : best.f2;
    switch (def->result) {
    case TR_CELLULAR_F1: return f1;
    case TR_CELLULAR_F2: return f2;
    case TR_CELLULAR_F2_MINUS_F1: return f2 - f1;
    default: return hash_number(best.hash * 0x7feb352du) * 0x1p-31f;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Positions

// How an octave's lattice lies over the units of the query.
typedef struct test_octave {
    uint64_t step_q40, minor_q40;      // cells per unit of the query, along the axis and along the others (simplex)
    float frequency, minor_frequency;  // per unit of the domain
    uint32_t seed[3];
    uint64_t shift_q40[3];
} test_octave;

static test_octave octave_of(const tr_node_def *def, int dims, double scale, uint64_t seed, int index)
{
    const double skew = def->kind == TR_NODE_SIMPLEX ? skew_of(dims) : 0.0;
    double frequency = def->frequency;
    for (int i = 0; i < index; i++) frequency *= def->lacunarity;
    test_octave octave = {
        .step_q40 = (uint64_t)floor(frequency * (1.0 + skew) * scale * 0x1p40 + 0.5),
        .minor_q40 = (uint64_t)floor(frequency * skew * scale * 0x1p40 + 0.5),
        .frequency = kernel_float(frequency * (1.0 + skew)),
        .minor_frequency = kernel_float(frequency * skew),
    };
    for (int axis = 0; axis < 3; axis++) {
        const uint64_t bits = tr_hash_identity(seed, (uint64_t)def->seed, index, axis, 0);
        octave.seed[axis] = (uint32_t)(bits >> 32);
        octave.shift_q40[axis] = index == 0 ? 0 : bits & 0xffffffffffffu;
    }
    return octave;
}

// Displacement along an axis in cells, from the point list and the warps.
static float cells_along(const ref_position *p, int axis, uint64_t unit_q40, float domain)
{
    float cells = p->has_point ? p->point[axis] * (float)((double)unit_q40 * 0x1p-40) : 0.0f;
    if (p->has_warp[axis]) cells = cells + p->warp[axis] * domain;
    return cells;
}

static bool displaced_along(const ref_position *p, int axis)
{
    return p->has_point || p->has_warp[axis];
}

static void displace(test_lattice *lattice, int axis, float cells)
{
    // Less than 2^-40 of a cell counts as nothing.
    const float sum = lattice->t[axis] + cells, q = fabsf(sum) < 0x1p-40f ? 0.0f : sum, whole = floorf(q);
    lattice->cell[axis] += (uint64_t)(int64_t)whole;
    lattice->t[axis] = q - whole;
}

static void place_on_lattice(const test_octave *o, const ref_position *p, int axis, test_lattice *lattice)
{
    const wide position = (wide)p->at[axis] * (wide)o->step_q40 + (wide)o->shift_q40[axis];
    lattice->cell[axis] = (uint64_t)(position >> 40);
    lattice->t[axis] = (float)((uint32_t)(position >> 16) & 0xffffffu) * 0x1p-24f;
    if (displaced_along(p, axis)) displace(lattice, axis, cells_along(p, axis, o->step_q40, o->frequency));
}

// On the skewed lattice every axis adds to every other. Each term has 30 fractional bits, the offset 24.
static void place_on_skewed(const test_octave *o, const ref_position *p, int axis, test_lattice *lattice)
{
    wide sum = ((wide)p->at[axis] * (wide)o->step_q40 + (wide)o->shift_q40[axis]) >> 10;
    float cells = 0.0f;
    bool displaced = false;
    for (int other = 0; other < lattice->dims; other++) {
        const bool own = other == axis;
        if (!own) sum += ((wide)p->at[other] * (wide)o->minor_q40) >> 10;
        if (!displaced_along(p, other)) continue;
        cells += cells_along(p, other, own ? o->step_q40 : o->minor_q40, own ? o->frequency : o->minor_frequency);
        displaced = true;
    }
    lattice->cell[axis] = (uint64_t)(sum >> 30);
    lattice->t[axis] = (float)((uint32_t)sum >> 6 & 0xffffffu) * 0x1p-24f;
    if (displaced) displace(lattice, axis, cells);
}

// ---------------------------------------------------------------------------------------------------------
// Sources

static float noise_of(const tr_node_def *def, const test_lattice *lattice)
{
    switch (def->kind) {
    case TR_NODE_VALUE: return value_noise(lattice, def->interpolation);
    case TR_NODE_GRADIENT: return gradient_noise(lattice);
    case TR_NODE_SIMPLEX: return lattice->dims == 2 ? simplex2(lattice) : simplex3(lattice);
    default: return cellular_noise(def, lattice);
    }
}

// Where a sample lies on the lattice of an octave.
static test_lattice octave_lattice(const tr_node_def *def, int dims, double scale, uint64_t seed, int index,
                                   const ref_position *p)
{
    const test_octave o = octave_of(def, dims, scale, seed, index);
    test_lattice lattice = {.dims = dims, .seed = {o.seed[0], o.seed[1], o.seed[2]}};
    for (int axis = 0; axis < dims; axis++) {
        if (def->kind == TR_NODE_SIMPLEX)
            place_on_skewed(&o, p, axis, &lattice);
        else
            place_on_lattice(&o, p, axis, &lattice);
    }
    return lattice;
}

// A ridge leaves at least 2^-20 to the next octave, which keeps products away from denormals.
static float ridged_carry(float signal, float sharpness)
{
    const float carry = signal * sharpness;
    return carry < 0x1p-20f ? 0x1p-20f : carry > 1.0f ? 1.0f : carry;
}

// The reciprocal of math_kernel.h: a start value from the bits, three Newton steps, one residual step.
static float reciprocal(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x7ef311c3u - bits;
    float y;
    memcpy(&y, &bits, sizeof y);
    for (int step = 0; step < 3; step++) y = y * (2.0f - x * y);
    return y + y * (1.0f - x * y);
}

// What the slopes of the octaves so far, summed up in `sums`, leave of an octave.
static float damped_share(const tr_node_def *def, const test_lattice *lattice, float sums[2])
{
    const double scale = (double)gradient_scale(2);
    float slopes[2];
    gradient_slopes(lattice, slopes);
    for (int axis = 0; axis < 2; axis++) sums[axis] = sums[axis] + slopes[axis];
    const float steepness = sums[0] * sums[0] + sums[1] * sums[1];
    return reciprocal(1.0f + kernel_float(0.5 * def->sharpness * scale * scale) * steepness);
}

float ref_source(const tr_node_def *def, int dims, double scale, uint64_t seed, const ref_position *position)
{
    const int own_dims = def->dims == 0 || def->dims > dims ? dims : def->dims;
    const int octaves = def->fractal == TR_FRACTAL_NONE ? 1 : def->octaves;
    double weight_sum = 0.0, weight = 1.0;
    for (int k = 0; k < octaves; k++, weight *= def->gain) weight_sum += weight;
    weight = 1.0;
    float sum = 0.0f, carry = 1.0f, slope_sums[2] = {0.0f, 0.0f};
    for (int k = 0; k < octaves; k++, weight *= def->gain) {
        const test_lattice lattice = octave_lattice(def, own_dims, scale, seed, k, position);
        const float n = noise_of(def, &lattice), w = kernel_float(weight / weight_sum);
        if (def->fractal == TR_FRACTAL_NONE) return n;
        float term = n * w;
        if (def->fractal == TR_FRACTAL_BILLOW) term = (2.0f * fabsf(n) - 1.0f) * w;
        if (def->fractal == TR_FRACTAL_RIDGED) {
            const float ridge = 1.0f - fabsf(n), signal = ridge * ridge * carry;
            carry = ridged_carry(signal, kernel_float(def->sharpness));
            term = signal * w;
        }
        if (def->fractal == TR_FRACTAL_DAMPED) term = n * w * damped_share(def, &lattice, slope_sums);
        sum = k == 0 ? term : sum + term;
    }
    return def->fractal == TR_FRACTAL_RIDGED ? 2.0f * sum - 1.0f : sum;
}

// Below 2^-62 an input counts as 0, so that no product is a denormal.
float ref_warp_shift(float input, double amplitude)
{
    const float flushed = fabsf(input) < 0x1p-62f ? 0.0f : input;
    return flushed * kernel_float(amplitude) + 0.0f;
}
