// Sources and coordinates in a domain: octaves in fixed point, ranges of displacements.
#include <math.h>

#include "noise/compile.h"
#include "noise/lattice.h"
#include "noise/nodes.h"

// The constants of the kernels, which are the same for any number of lanes.
#define TR_LANES 1
#include "noise/gradient_kernel.h"
#include "noise/simplex_kernel.h"

// Steps of the lattice per unit of the query: 24.40 fixed point.
#define Q40 0x1p40
#define MAX_STEP 0x1p62

static const char axis_name[3] = {'x', 'y', 'z'};

static bool set_step(tr_compiler *c, int octave, double cells, uint64_t *out)
{
    const double step = floor(cells * Q40 + 0.5);
    if (step >= 1.0 && step <= MAX_STEP) {
        *out = (uint64_t)step;
        return true;
    }
    tr_compile_fail(c, TR_ERROR_INVALID_ARGUMENT, "octave %d has %.3g lattice cells per unit; allowed is %.3g to %.0f",
                    octave + 1, cells, 1.0 / Q40, MAX_STEP / Q40);
    return false;
}

// How much of an axis goes into its own skewed axis and into each other one.
static double simplex_skew(int dims)
{
    return dims == 2 ? TR_SIMPLEX_F2 : TR_SIMPLEX_F3;
}

static bool set_octaves(tr_compiler *c, const tr_node_def *def, double scale, tr_source *source)
{
    const bool simplex = source->kind == TR_NODE_SIMPLEX;
    const double skew = simplex ? simplex_skew(source->dims) : 0.0;
    double weight_sum = 0.0, weight = 1.0;
    for (int i = 0; i < source->octave_count; i++) {
        weight_sum += weight;
        weight *= def->gain;
    }
    weight = 1.0;
    double frequency = def->frequency;
    for (int i = 0; i < source->octave_count; i++) {
        tr_octave *octave = &source->octaves[i];
        const double major = frequency * (1.0 + skew), minor = frequency * skew;
        if (!set_step(c, i, major * scale, &octave->step_q40)) return false;
        if (simplex && !set_step(c, i, minor * scale, &octave->minor_q40)) return false;
        octave->frequency = tr_kernel_float(major);
        octave->minor_frequency = tr_kernel_float(minor);
        octave->weight = tr_kernel_float(weight / weight_sum);
        frequency *= def->lacunarity;
        weight *= def->gain;
    }
    return true;
}

static bool set_displacement(tr_compiler *c, const tr_domain *domain, tr_source *source)
{
    double reach[3] = {0.0, 0.0, 0.0};
    for (int axis = 0; axis < 3; axis++) {
        source->displacement[axis] = axis < source->dims ? domain->displacement[axis] : TR_NO_REGISTER;
        if (source->displacement[axis] == TR_NO_REGISTER) continue;
        const tr_range range = c->ranges[source->displacement[axis]];
        reach[axis] = fmax(fabs(range.low), fabs(range.high));
    }
    // The last octave is the finest. On the skewed lattice of simplex noise every axis adds to every other.
    const tr_octave *finest = &source->octaves[source->octave_count - 1];
    const double all = reach[0] + reach[1] + reach[2];
    for (int axis = 0; axis < source->dims; axis++) {
        const double cells =
            reach[axis] * (double)finest->frequency + (all - reach[axis]) * (double)finest->minor_frequency;
        if (cells <= TR_MAX_DISPLACEMENT_CELLS) continue;
        tr_compile_fail(c, TR_ERROR_INVALID_ARGUMENT,
                        "a warp can displace it by %.3g lattice cells along %c; allowed is %.0f", cells,
                        axis_name[axis], TR_MAX_DISPLACEMENT_CELLS);
        return false;
    }
    return true;
}

// Half the sharpness makes its default right for both fractals that read it. The kernels leave derivatives unscaled.
static float damped_sharpness(const tr_node_def *def)
{
    return tr_kernel_float(0.5 * def->sharpness * (double)TR_GRADIENT_SCALE2 * (double)TR_GRADIENT_SCALE2);
}

int16_t tr_compile_source(tr_compiler *c, const tr_node_def *def, const tr_domain *domain)
{
    const int query_dims = c->noise->dims;
    tr_source source = {
        .kind = def->kind,
        .dims = def->dims == 0 || def->dims > query_dims ? query_dims : def->dims,
        .fractal = def->fractal,
        .octave_count = def->fractal == TR_FRACTAL_NONE ? 1 : def->octaves,
        .salt = (uint64_t)def->seed,
    };
    // What a kind does not read stays 0, so that equal sources compare equal.
    if (def->fractal == TR_FRACTAL_RIDGED) source.sharpness = tr_kernel_float(def->sharpness);
    if (def->fractal == TR_FRACTAL_DAMPED) source.sharpness = damped_sharpness(def);
    if (def->kind == TR_NODE_VALUE) source.fade = (int)def->interpolation;
    if (def->kind == TR_NODE_GRADIENT) source.fade = TR_FADE_SMOOTHERSTEP;
    if (def->kind == TR_NODE_CELLULAR) {
        source.metric = def->metric;
        source.result = def->result;
        source.spread = tr_kernel_float(def->jitter * 0x1p-32);
        source.guard = tr_kernel_float(1.5 - 0.5 * def->jitter);
    }
    if (def->kind == TR_NODE_SIMPLEX && source.dims == 1) {
        return tr_compile_fail(c, TR_ERROR_INVALID_ARGUMENT,
                               "simplex noise has 2 or 3 dimensions, but the queries have 1");
    }
    if (def->fractal == TR_FRACTAL_DAMPED && source.dims != 2) {
        return tr_compile_fail(c, TR_ERROR_INVALID_ARGUMENT,
                               "a damped fractal has 2 dimensions, but the queries have %d%s", query_dims,
                               query_dims > 2 ? "; set 'dims' to 2" : "");
    }
    if (!set_octaves(c, def, domain->scale, &source) || !set_displacement(c, domain, &source)) return TR_VALUE_FAILED;
    return tr_emit_source(c, &source);
}

// (scale X + d - center) factor = (X - center / scale) factor scale + d factor.
int16_t tr_compile_coordinate(tr_compiler *c, const tr_node_def *def, const tr_domain *domain)
{
    if (def->axis >= c->noise->dims) {
        return tr_compile_fail(c, TR_ERROR_INVALID_ARGUMENT, "it reads the axis %c, but the queries have %d dimensions",
                               axis_name[def->axis], c->noise->dims);
    }
    const tr_coordinate coordinate = {
        .axis = def->axis,
        .center = def->center / domain->scale,
        .factor = def->factor * domain->scale,
        .displacement_factor = tr_kernel_float(def->factor),
        .displacement = domain->displacement[def->axis],
    };
    return tr_emit_coordinate(c, &coordinate);
}
