// Programs: the right instructions, shared and dropped where they may be, registers that live long enough, and
// the same values as the graph read node by node.
#include <math.h>
#include <string.h>

#include "graph_fixture.h"
#include "noise/compile.h"
#include "noise/curve.h"

// ---------------------------------------------------------------------------------------------------------
// Octaves

static void octaves_in_fixed_point(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.frequency = 0.01;
    def.fractal = TR_FRACTAL_FBM;
    def.octaves = 3;
    def.gain = 0.5;
    def.seed = -7;
    tr_noise *noise = compile(add_node(&def), 3);
    const tr_source *source = &noise->sources[0];
    assert_int_equal(noise->source_count, 1);
    assert_int_equal(source->octave_count, 3);
    assert_int_equal(source->dims, 3);
    assert_true(source->salt == (uint64_t)-7);
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const double frequency = 0.01 * exp2(i);
        assert_true(source->octaves[i].step_q40 == (uint64_t)(frequency * 0x1p40 + 0.5));
        assert_true(source->octaves[i].frequency == (float)frequency);
        assert_true(source->octaves[i].minor_q40 == 0);
        assert_true(source->octaves[i].weight == (float)(exp2(-i) / 1.75));
        sum += (double)source->octaves[i].weight;
    }
    assert_true(fabs(sum - 1.0) < 1e-6);
    tr_noise_destroy(noise);
}

static void simplex_steps_are_skewed(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_SIMPLEX);
    def.frequency = 0.25;
    tr_node node = add_node(&def);
    for (int dims = 2; dims <= 3; dims++) {
        tr_noise *noise = compile(node, dims);
        const tr_octave *octave = &noise->sources[0].octaves[0];
        const double skew = dims == 2 ? (sqrt(3.0) - 1.0) / 2.0 : 1.0 / 3.0;
        assert_true(fabs((double)octave->step_q40 - 0.25 * (1.0 + skew) * 0x1p40) <= 1.0);
        assert_true(fabs((double)octave->minor_q40 - 0.25 * skew * 0x1p40) <= 1.0);
        assert_true(octave->frequency == (float)(0.25 * (1.0 + skew)) &&
                    octave->minor_frequency == (float)(0.25 * skew));
        tr_noise_destroy(noise);
    }
}

static void dims_are_those_of_the_query_at_most(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_VALUE);
    for (int dims = 0; dims <= 3; dims++) {
        def.dims = dims;
        tr_node node = add_node(&def);
        for (int query = 1; query <= 3; query++) {
            tr_noise *noise = compile(node, query);
            assert_int_equal(noise->sources[0].dims, dims == 0 || dims > query ? query : dims);
            tr_noise_destroy(noise);
        }
    }
}

static void constants_of_nodes(void **state)
{
    (void)state;
    tr_node a = add_gradient(0);
    tr_node_def def = tr_default_node_def(TR_NODE_SELECT);
    def.inputs[0] = def.inputs[1] = def.inputs[2] = a;
    def.threshold = 0.5;
    def.falloff = 0.25;
    tr_noise *noise = compile(add_node(&def), 2);
    assert_true(noise->instructions[1].k[0] == 0.375f && noise->instructions[1].k[1] == 4.0f);
    tr_noise_destroy(noise);
    def.falloff = 0.0;
    noise = compile(add_node(&def), 2);
    assert_true(noise->instructions[1].k[0] == 0.5f && noise->instructions[1].k[1] == 0x1p30f);
    tr_noise_destroy(noise);
    def = tr_default_node_def(TR_NODE_TERRACE);
    def.inputs[0] = a;
    def.flatness = 1.0;
    noise = compile(add_node(&def), 2);
    assert_true(noise->instructions[1].k[0] == 4.0f && noise->instructions[1].k[1] == 0.25f &&
                noise->instructions[1].k[2] == 0x1p20f);
    tr_noise_destroy(noise);
    def = tr_default_node_def(TR_NODE_CELLULAR);
    def.jitter = 0.5;
    noise = compile(add_node(&def), 2);
    assert_true(noise->sources[0].spread == 0x1p-33f && noise->sources[0].guard == 1.25f);
    tr_noise_destroy(noise);
    // Kernels never see a denormal.
    noise = compile(add_constant(1e-40), 2);
    assert_true(noise->instructions[0].k[0] == 0.0f);
    tr_noise_destroy(noise);
}

// ---------------------------------------------------------------------------------------------------------
// Domains

static void a_scale_multiplies_positions(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_COORDINATE);
    def.center = 6.0;
    def.factor = 3.0;
    tr_node scaled = add_scale(add_scale(add_node(&def), 4.0), 0.5);
    tr_noise *noise = compile(scaled, 1);
    // (2 X - 6) * 3 = (X - 3) * 6
    assert_int_equal(noise->instruction_count, 1);
    assert_true(noise->coordinates[0].center == 3.0 && noise->coordinates[0].factor == 6.0);
    assert_true(noise->coordinates[0].displacement_factor == 3.0f &&
                noise->coordinates[0].displacement == TR_NO_REGISTER);
    tr_noise_destroy(noise);

    tr_noise *source = compile(add_scale(add_gradient(0), 8.0), 2);
    assert_true(source->sources[0].octaves[0].step_q40 == (uint64_t)(0.08 * 0x1p40 + 0.5));
    assert_true(source->sources[0].octaves[0].frequency == 0.01f);
    tr_noise_destroy(source);
}

static void warps_ignore_axes_the_query_lacks(void **state)
{
    (void)state;
    tr_node bend = add_gradient(1);
    tr_noise *noise = compile(add_warp(add_gradient(0), TR_NODE_NONE, TR_NODE_NONE, bend, 5.0), 2);
    assert_int_equal(noise->instruction_count, 1);
    assert_int_equal(noise->source_count, 1);
    tr_noise_destroy(noise);
}

static void what_is_equal_is_computed_once(void **state)
{
    (void)state;
    tr_node a = add_gradient(3), twin = add_gradient(3), other = add_gradient(4);
    tr_node sum = add_reader(TR_NODE_ADD, a, twin, TR_NODE_NONE);
    tr_node total = add_reader(TR_NODE_ADD, sum, other, TR_NODE_NONE);
    tr_noise *noise = compile(total, 2);
    assert_int_equal(noise->source_count, 2);
    assert_int_equal(noise->instruction_count, 4);
    tr_noise_destroy(noise);

    // The same node in two domains is two sources; a constant is one value everywhere.
    tr_node five = add_constant(5.0);
    tr_node inside = add_reader(TR_NODE_ADD, a, five, TR_NODE_NONE);
    tr_node both = add_reader(TR_NODE_ADD, inside, add_scale(inside, 2.0), TR_NODE_NONE);
    noise = compile(both, 2);
    assert_int_equal(noise->source_count, 2);
    assert_int_equal(noise->instruction_count, 6);
    tr_noise_destroy(noise);
}

static void what_is_not_needed_is_dropped(void **state)
{
    (void)state;
    // The warp displaces a constant: neither its sources nor its displacement is needed.
    tr_node five = add_constant(5.0);
    tr_node bend = add_reader(TR_NODE_ADD, add_gradient(1), five, TR_NODE_NONE);
    tr_noise *noise = compile(add_warp(five, bend, bend, TR_NODE_NONE, 2.0), 2);
    assert_int_equal(noise->instruction_count, 1);
    assert_int_equal(noise->source_count, 0);
    assert_int_equal(noise->instructions[0].op, TR_OP_FILL);
    assert_int_equal(noise->register_count, 1);
    tr_noise_destroy(noise);

    // Tables close the gaps, and the instructions point to where their entries went.
    tr_node warped_five = add_warp(five, bend, TR_NODE_NONE, TR_NODE_NONE, 2.0);
    noise = compile(add_reader(TR_NODE_ADD, warped_five, add_gradient(9), TR_NODE_NONE), 2);
    assert_int_equal(noise->source_count, 1);
    assert_int_equal(noise->instruction_count, 3);
    assert_true(noise->sources[0].salt == 9);
    tr_noise_destroy(noise);
}

// ---------------------------------------------------------------------------------------------------------
// Registers

static void registers_are_used_again(void **state)
{
    (void)state;
    tr_node sum = add_gradient(0);
    for (int i = 1; i <= 100; i++) sum = add_reader(TR_NODE_ADD, sum, add_gradient(i), TR_NODE_NONE);
    tr_noise *noise = compile(sum, 2);
    assert_int_equal(noise->instruction_count, 201);
    assert_int_equal(noise->register_count, 3);
    tr_noise_destroy(noise);
}

static void displacements_live_until_the_last_source(void **state)
{
    (void)state;
    tr_node bend = add_gradient(100);
    tr_node sum = add_gradient(0);
    for (int i = 1; i <= 10; i++) sum = add_reader(TR_NODE_ADD, sum, add_gradient(i), TR_NODE_NONE);
    tr_noise *noise = compile(add_warp(sum, bend, TR_NODE_NONE, TR_NODE_NONE, 30.0), 2);
    int16_t displacement = noise->sources[1].displacement[0];
    int written = 0;
    for (int i = 0; i < noise->instruction_count; i++) {
        if (noise->instructions[i].out == displacement) written = i;
        if (noise->instructions[i].op != TR_OP_SOURCE || noise->sources[noise->instructions[i].source].salt == 100)
            continue;
        assert_int_equal(noise->sources[noise->instructions[i].source].displacement[0], displacement);
        assert_int_equal(noise->sources[noise->instructions[i].source].displacement[1], TR_NO_REGISTER);
        assert_int_equal(noise->instructions[written].op, TR_OP_LINEAR);
    }
    assert_int_equal(noise->register_count, 4);
    tr_noise_destroy(noise);
}

// ---------------------------------------------------------------------------------------------------------
// Random graphs, read node by node in double and run as a program, with a stand-in for the sources. All
// constants are dyadic, so that both compute the same up to the rounding of double.

static uint64_t draws;

static int draw(int count)
{
    return (int)tr_index_from_hash(tr_hash_identity(5, 6, (int64_t)draws++, 0, 0), (uint64_t)count);
}

static double stand_in(uint64_t salt, const double cells[2])
{
    const double phase = (double)(salt % 97);
    return sin(1.3 * cells[0] + phase) * cos(0.7 * cells[1] - 2.0 * phase);
}

static double smooth(double ramp)
{
    double t = fmin(fmax(ramp, 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Kernels hold powers up to 2^127.
static double signed_power(double base, double exponent)
{
    return copysign(fmin(pow(fabs(base), exponent), 0x1p127), base);
}

static double apply(tr_op op, const double in[3], const float k[3])
{
    switch (op) {
    case TR_OP_FILL: return k[0];
    case TR_OP_ADD: return in[0] + in[1];
    case TR_OP_SUBTRACT: return in[0] - in[1];
    case TR_OP_MULTIPLY: return in[0] * in[1];
    case TR_OP_MIN: return fmin(in[0], in[1]);
    case TR_OP_MAX: return fmax(in[0], in[1]);
    case TR_OP_LINEAR: return in[0] * k[0] + k[1];
    case TR_OP_ABS: return fabs(in[0]);
    case TR_OP_POWER: return signed_power(in[0], k[0]);
    case TR_OP_POWER_OF: return signed_power(in[0], fmin(fmax(in[1], k[0]), k[1]));
    case TR_OP_CLAMP: return fmin(fmax(in[0], k[0]), k[1]);
    case TR_OP_SMOOTHSTEP: return smooth((in[0] - k[0]) * k[1]);
    case TR_OP_BLEND: return in[0] + in[2] * (in[1] - in[0]);
    case TR_OP_SELECT: return in[0] + smooth((in[2] - k[0]) * k[1]) * (in[1] - in[0]);
    default: fail_msg("op %d", (int)op); return 0.0;
    }
}

// A node at a position, straight from the documentation.
static double read_node(tr_node node, const double at[2])
{
    const tr_node_def *def = &fixture_graph->nodes[node].def;
    if (def->kind == TR_NODE_COORDINATE) return (at[def->axis] - def->center) * def->factor;
    if (def->kind == TR_NODE_SCALE) {
        const double scaled[2] = {at[0] * def->factor, at[1] * def->factor};
        return read_node(def->inputs[0], scaled);
    }
    if (def->kind == TR_NODE_WARP) {
        double moved[2] = {at[0], at[1]};
        for (int axis = 0; axis < 2; axis++) {
            if (def->inputs[1 + axis] >= 0) moved[axis] += def->factor * read_node(def->inputs[1 + axis], at);
        }
        return read_node(def->inputs[0], moved);
    }
    if (def->kind == TR_NODE_GRADIENT) {
        double sum = 0.0, frequency = def->frequency;
        const int octaves = def->fractal == TR_FRACTAL_NONE ? 1 : def->octaves;
        for (int i = 0; i < octaves; i++, frequency *= def->lacunarity) {
            const double cells[2] = {at[0] * frequency, at[1] * frequency};
            sum += stand_in((uint64_t)def->seed, cells) / octaves;
        }
        return sum;
    }
    double in[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < tr_kind_of(def->kind)->input_count; i++) in[i] = read_node(def->inputs[i], at);
    switch (def->kind) {
    case TR_NODE_CONSTANT: return def->value;
    case TR_NODE_LINEAR: return in[0] * def->factor + def->offset;
    case TR_NODE_POWER: return signed_power(in[0], def->exponent);
    case TR_NODE_POWER_OF: return signed_power(in[0], fmin(fmax(in[1], 0.01), 64.0));
    case TR_NODE_CLAMP: return fmin(fmax(in[0], def->low), def->high);
    case TR_NODE_SMOOTHSTEP: return smooth((in[0] - def->low) / (def->high - def->low));
    case TR_NODE_SELECT: return in[0] + smooth((in[2] - def->threshold) / def->falloff + 0.5) * (in[1] - in[0]);
    case TR_NODE_ADD: return apply(TR_OP_ADD, in, NULL);
    case TR_NODE_SUBTRACT: return apply(TR_OP_SUBTRACT, in, NULL);
    case TR_NODE_MULTIPLY: return apply(TR_OP_MULTIPLY, in, NULL);
    case TR_NODE_MIN: return apply(TR_OP_MIN, in, NULL);
    case TR_NODE_MAX: return apply(TR_OP_MAX, in, NULL);
    case TR_NODE_ABS: return apply(TR_OP_ABS, in, NULL);
    case TR_NODE_BLEND: return apply(TR_OP_BLEND, in, NULL);
    case TR_NODE_CURVE: {
        tr_curve curve;
        assert_true(tr_curve_make(def, &curve, NULL));
        return tr_curve_at(&curve, in[0]);
    }
    default: fail_msg("kind %d", (int)def->kind); return 0.0;
    }
}

static double run_source(const tr_source *source, const double registers[TR_MAX_REGISTERS], const double at[2])
{
    double sum = 0.0;
    for (int i = 0; i < source->octave_count; i++) {
        const tr_octave *octave = &source->octaves[i];
        double cells[2];
        for (int axis = 0; axis < 2; axis++) {
            cells[axis] = at[axis] * ((double)octave->step_q40 * 0x1p-40);
            if (source->displacement[axis] >= 0)
                cells[axis] += registers[source->displacement[axis]] * (double)octave->frequency;
        }
        sum += stand_in(source->salt, cells) * (double)octave->weight;
    }
    return sum;
}

static double run_instruction(const tr_noise *noise, const tr_instruction *instruction,
                              const double registers[TR_MAX_REGISTERS], const double at[2])
{
    double in[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        if (instruction->in[i] < 0) continue;
        assert_true(instruction->in[i] != instruction->out && instruction->in[i] < noise->register_count);
        in[i] = registers[instruction->in[i]];
    }
    if (instruction->op == TR_OP_SOURCE) {
        for (int axis = 0; axis < 3; axis++)
            assert_true(noise->sources[instruction->source].displacement[axis] != instruction->out);
        return run_source(&noise->sources[instruction->source], registers, at);
    }
    if (instruction->op == TR_OP_CURVE) return tr_curve_at(&noise->curves[instruction->source], in[0]);
    if (instruction->op != TR_OP_COORDINATE) return apply(instruction->op, in, instruction->k);
    const tr_coordinate *coordinate = &noise->coordinates[instruction->source];
    double value = (at[coordinate->axis] - coordinate->center) * coordinate->factor;
    if (coordinate->displacement >= 0) {
        assert_true(coordinate->displacement != instruction->out);
        value += registers[coordinate->displacement] * (double)coordinate->displacement_factor;
    }
    return value;
}

// Registers start as NaN, so that one read before it is written spoils the result.
static double run_program(const tr_noise *noise, const double at[2])
{
    double registers[TR_MAX_REGISTERS];
    for (int i = 0; i < TR_MAX_REGISTERS; i++) registers[i] = NAN;
    const tr_instruction *last = NULL;
    for (int i = 0; i < noise->instruction_count; i++) {
        last = &noise->instructions[i];
        assert_true(last->out >= 0 && last->out < noise->register_count);
        registers[last->out] = run_instruction(noise, last, registers, at);
    }
    return registers[last->out];
}

static tr_node_def random_node(int nodes_so_far)
{
    static const tr_node_kind kinds[] = {
        TR_NODE_CONSTANT,   TR_NODE_GRADIENT, TR_NODE_GRADIENT, TR_NODE_WARP,     TR_NODE_WARP,
        TR_NODE_SCALE,      TR_NODE_ADD,      TR_NODE_SUBTRACT, TR_NODE_MULTIPLY, TR_NODE_MIN,
        TR_NODE_MAX,        TR_NODE_LINEAR,   TR_NODE_ABS,      TR_NODE_POWER,    TR_NODE_CLAMP,
        TR_NODE_SMOOTHSTEP, TR_NODE_CURVE,    TR_NODE_BLEND,    TR_NODE_SELECT,   TR_NODE_POWER_OF,
    };
    tr_node_def def = tr_default_node_def(kinds[draw(sizeof kinds / sizeof *kinds)]);
    for (int i = 0; i < TR_NODE_MAX_INPUTS; i++)
        def.inputs[i] = nodes_so_far - 1 - draw(nodes_so_far < 8 ? nodes_so_far : 8);
    if (def.kind == TR_NODE_WARP && draw(2)) def.inputs[1 + draw(2)] = TR_NODE_NONE;
    def.seed = draw(4);
    def.frequency = exp2(-draw(6));
    def.fractal = draw(2) ? TR_FRACTAL_FBM : TR_FRACTAL_NONE;
    def.octaves = 2;
    def.gain = 1.0;
    def.value = 0.25 * (draw(9) - 4);
    def.factor = def.kind == TR_NODE_SCALE ? exp2(draw(5) - 2) : 0.5 * (draw(9) - 4);
    def.offset = 0.25 * draw(5);
    def.exponent = 0.5 + 0.5 * draw(4);
    def.low = -0.5;
    def.high = 0.5;
    def.falloff = 0.5;
    def.threshold = 0.25;
    return def;
}

static void make_random_graph(int size)
{
    tr_node_def along = tr_default_node_def(TR_NODE_COORDINATE);
    along.center = draw(9) - 4;
    along.factor = 0.25;
    along.axis = draw(2);
    tr_node_def near = tr_default_node_def(TR_NODE_CLAMP);
    near.inputs[0] = add_node(&along);
    near.low = -8.0;
    near.high = 8.0;
    add_node(&near);
    while (fixture_graph->node_count < size) {
        tr_node_def def = random_node(fixture_graph->node_count);
        // Unbounded coordinates are read through the clamp only.
        for (int i = 0; i < TR_NODE_MAX_INPUTS; i++) {
            if (def.inputs[i] == 0) def.inputs[i] = 1;
        }
        add_node(&def);
    }
}

static void compare_graph(const tr_noise *noise, tr_node output)
{
    for (int i = 0; i < 16; i++) {
        const double at[2] = {draw(2001) - 1000, draw(2001) - 1000};
        const double expected = read_node(output, at), found = run_program(noise, at);
        const double slack = 1e-6 * (1.0 + fabs(expected));
        if (!(fabs(expected - found) <= slack))
            fail_msg("at %g, %g: %.12g instead of %.12g", at[0], at[1], found, expected);
        if (!(found >= (double)noise->low - slack && found <= (double)noise->high + slack)) {
            fail_msg("%.9g outside %.9g to %.9g", found, noise->low, noise->high);
        }
    }
}

static void programs_give_the_values_of_their_graphs(void **state)
{
    (void)state;
    int compiled = 0;
    for (int round = 0; round < 300; round++) {
        fixture_graph->node_count = 0;
        make_random_graph(6 + draw(10));
        const tr_node output = fixture_graph->node_count - 1;
        tr_error err;
        tr_noise *noise = tr_noise_compile(fixture_graph, output, 2, &err);
        if (!noise) {
            assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
            continue;
        }
        compare_graph(noise, output);
        tr_noise_destroy(noise);
        compiled++;
    }
    assert_true(compiled > 250);
}

// ---------------------------------------------------------------------------------------------------------
// What is refused

static void check_refused(tr_node output, int dims, tr_error_code code, const char *words)
{
    tr_error err = {TR_ERROR_NONE, ""};
    assert_null(tr_noise_compile(fixture_graph, output, dims, &err));
    assert_null(tr_noise_compile(fixture_graph, output, dims, NULL));
    if (err.code != code || !strstr(err.message, words)) {
        fail_msg("%s '%s', expected %s '%s'", tr_error_name(err.code), err.message, tr_error_name(code), words);
    }
}

static void arguments_are_checked(void **state)
{
    (void)state;
    tr_node node = add_gradient(0);
    check_refused(node, 0, TR_ERROR_INVALID_ARGUMENT, "the queries have 0 dimensions; allowed is 1 to 3");
    check_refused(node, 4, TR_ERROR_INVALID_ARGUMENT, "4 dimensions");
    check_refused(1, 2, TR_ERROR_INVALID_ARGUMENT, "the output is node 1, but the graph has 1 nodes");
    check_refused(TR_NODE_NONE, 2, TR_ERROR_INVALID_ARGUMENT, "node -1");
}

static void sources_beyond_fixed_point_are_refused(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.fractal = TR_FRACTAL_FBM;
    def.octaves = 24;
    check_refused(add_scale(add_node(&def), 0x1p10), 2, TR_ERROR_INVALID_ARGUMENT,
                  "node 0 (gradient): octave 20 has 5.37e+06 lattice cells per unit");
    def = tr_default_node_def(TR_NODE_GRADIENT);
    def.frequency = 0x1p-30;
    check_refused(add_scale(add_node(&def), 0x1p-12), 2, TR_ERROR_INVALID_ARGUMENT,
                  "octave 1 has 2.27e-13 lattice cells");
    check_refused(add_scale(add_scale(add_scale(0, 1e-8), 1e-8), 1e-8), 2, TR_ERROR_INVALID_ARGUMENT,
                  "nested scales multiply to 1e-24");
}

static void missing_axes_are_refused(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_COORDINATE);
    def.axis = 2;
    check_refused(add_node(&def), 2, TR_ERROR_INVALID_ARGUMENT,
                  "(coordinate): it reads the axis z, but the queries have 2 dimensions");
    def = tr_default_node_def(TR_NODE_SIMPLEX);
    check_refused(add_node(&def), 1, TR_ERROR_INVALID_ARGUMENT, "simplex noise has 2 or 3 dimensions");
    def = tr_default_node_def(TR_NODE_GRADIENT);
    def.fractal = TR_FRACTAL_DAMPED;
    const tr_node damped = add_node(&def);
    check_refused(damped, 1, TR_ERROR_INVALID_ARGUMENT, "a damped fractal has 2 dimensions, but the queries have 1");
    check_refused(damped, 3, TR_ERROR_INVALID_ARGUMENT, "but the queries have 3; set 'dims' to 2");
    def.dims = 2;
    check_refused(add_node(&def), 1, TR_ERROR_INVALID_ARGUMENT, "but the queries have 1");
    tr_noise_destroy(compile(add_node(&def), 3));
}

static void values_beyond_floats_are_refused(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_COORDINATE);
    tr_node along = add_node(&def);
    tr_node squared = add_reader(TR_NODE_MULTIPLY, along, along, TR_NODE_NONE);
    tr_noise_destroy(compile(squared, 2));
    check_refused(add_reader(TR_NODE_MULTIPLY, squared, along, TR_NODE_NONE), 2, TR_ERROR_INVALID_ARGUMENT,
                  "(multiply): its values can reach 8.04e+56, more than a float holds");
    check_refused(add_reader(TR_NODE_TERRACE, along, TR_NODE_NONE, TR_NODE_NONE), 2, TR_ERROR_INVALID_ARGUMENT,
                  "steps; clamp it");
    tr_node source = add_gradient(0);
    check_refused(add_warp(source, along, TR_NODE_NONE, TR_NODE_NONE, 1.0), 2, TR_ERROR_INVALID_ARGUMENT,
                  "a warp can displace it by 9.3e+16 lattice cells along x; allowed is 4194304");
    check_refused(add_warp(source, TR_NODE_NONE, source, TR_NODE_NONE, 1e9), 2, TR_ERROR_INVALID_ARGUMENT, "along y");
}

static void sizes_are_limited(void **state)
{
    (void)state;
    // Each level reads the one below in two domains, which differ in every combination.
    tr_node top = add_gradient(0);
    for (int i = 0; i < 16; i++) {
        tr_node left = add_warp(top, add_gradient(1000 + i), TR_NODE_NONE, TR_NODE_NONE, 1.0);
        top = add_reader(TR_NODE_ADD, top, left, TR_NODE_NONE);
    }
    check_refused(top, 2, TR_ERROR_TOO_LARGE, "more than");

    // All products are read by one sum at the end, the last made first.
    tr_node products[TR_MAX_REGISTERS + 1];
    for (int i = 0; i <= TR_MAX_REGISTERS; i++) products[i] = add_gradient(i);
    tr_node sum = products[0];
    for (int i = 1; i <= TR_MAX_REGISTERS; i++) sum = add_reader(TR_NODE_ADD, products[i], sum, TR_NODE_NONE);
    check_refused(sum, 2, TR_ERROR_TOO_LARGE, "values at one time");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)

TEST_GROUP(compile)
{
    const struct CMUnitTest tests[] = {
        TEST(octaves_in_fixed_point),
        TEST(simplex_steps_are_skewed),
        TEST(dims_are_those_of_the_query_at_most),
        TEST(constants_of_nodes),
        TEST(a_scale_multiplies_positions),
        TEST(warps_ignore_axes_the_query_lacks),
        TEST(what_is_equal_is_computed_once),
        TEST(what_is_not_needed_is_dropped),
        TEST(registers_are_used_again),
        TEST(displacements_live_until_the_last_source),
        TEST(programs_give_the_values_of_their_graphs),
        TEST(arguments_are_checked),
        TEST(sources_beyond_fixed_point_are_refused),
        TEST(missing_axes_are_refused),
        TEST(values_beyond_floats_are_refused),
        TEST(sizes_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
