// Instructions: equal ones are found, ranges computed, and programs refused that could leave the floats.
#include <string.h>

#include "base/array.h"
#include "noise/compile.h"

// A little below the largest float. The sum of three squares of coordinates stays within it.
#define MAX_VALUE 3e38
// Terraces are cut by a floor that kernels take through a 32-bit integer.
#define MAX_TERRACE_STEPS 0x1p30

static int16_t append(tr_compiler *c, const tr_instruction *instruction, tr_range range)
{
    tr_noise *noise = c->noise;
    const int count = noise->instruction_count;
    if (!(range.peak <= MAX_VALUE)) {
        return tr_compile_fail(c, TR_ERROR_INVALID_ARGUMENT,
                               "its values can reach %.3g, more than a float holds; clamp its inputs", range.peak);
    }
    if (count >= TR_MAX_INSTRUCTIONS) {
        return tr_compile_fail(c, TR_ERROR_TOO_LARGE, "the graph needs more than %d instructions", TR_MAX_INSTRUCTIONS);
    }
    tr_instruction *instructions = tr_array_reserve(c->context, noise->instructions, count, &c->instruction_capacity,
                                                    sizeof *instructions, c->err);
    if (!instructions) return TR_VALUE_FAILED;
    noise->instructions = instructions;
    tr_range *ranges = tr_array_reserve(c->context, c->ranges, count, &c->range_capacity, sizeof *ranges, c->err);
    if (!ranges) return TR_VALUE_FAILED;
    c->ranges = ranges;
    instructions[count] = *instruction;
    instructions[count].out = (int16_t)count;
    ranges[count] = range;
    noise->instruction_count++;
    return (int16_t)count;
}

static tr_instruction make_instruction(tr_op op, int16_t input, int index)
{
    return (tr_instruction){.op = op, .in = {input, TR_NO_REGISTER, TR_NO_REGISTER}, .source = (int16_t)index};
}

// ---------------------------------------------------------------------------------------------------------
// Pointwise operations

// Constants of kernels are finite and never -0 (tr_kernel_float), so equal ones are the same bits.
static bool same_floats(const float *a, const float *b, int count)
{
    for (int i = 0; i < count; i++) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

static bool same_instruction(const tr_instruction *a, const tr_instruction *b)
{
    return a->op == b->op && memcmp(a->in, b->in, sizeof a->in) == 0 && same_floats(a->k, b->k, 3);
}

int16_t tr_emit(tr_compiler *c, const tr_instruction *instruction)
{
    for (int i = 0; i < c->noise->instruction_count; i++) {
        if (same_instruction(&c->noise->instructions[i], instruction)) return (int16_t)i;
    }
    if (instruction->op == TR_OP_FILL) return append(c, instruction, tr_range_of_constant(instruction->k[0]));
    tr_range in[3] = {{0.0, 0.0, 0.0}};
    for (int i = 0; i < 3; i++) {
        if (instruction->in[i] != TR_NO_REGISTER) in[i] = c->ranges[instruction->in[i]];
    }
    const bool same = instruction->in[0] == instruction->in[1];
    const tr_range range = tr_range_of_op(instruction, in, same, NULL);
    if (instruction->op == TR_OP_TERRACE && range.peak > MAX_TERRACE_STEPS) {
        return tr_compile_fail(c, TR_ERROR_INVALID_ARGUMENT, "its input can reach %.3g steps; clamp it to at most %.0f",
                               range.peak, MAX_TERRACE_STEPS);
    }
    return append(c, instruction, range);
}

// ---------------------------------------------------------------------------------------------------------
// Operations with a table of their own. Each entry belongs to one instruction.

static bool same_octaves(const tr_source *a, const tr_source *b)
{
    if (a->octave_count != b->octave_count) return false;
    for (int i = 0; i < a->octave_count; i++) {
        const tr_octave *p = &a->octaves[i], *q = &b->octaves[i];
        if (p->step_q40 != q->step_q40 || p->minor_q40 != q->minor_q40 || p->frequency != q->frequency ||
            p->minor_frequency != q->minor_frequency || p->weight != q->weight) {
            return false;
        }
    }
    return true;
}

static bool same_source(const tr_source *a, const tr_source *b)
{
    return a->kind == b->kind && a->dims == b->dims && a->fade == b->fade && a->metric == b->metric &&
           a->result == b->result && a->spread == b->spread && a->guard == b->guard && a->fractal == b->fractal &&
           a->sharpness == b->sharpness && a->salt == b->salt &&
           memcmp(a->displacement, b->displacement, sizeof a->displacement) == 0 && same_octaves(a, b);
}

static bool same_coordinate(const tr_coordinate *a, const tr_coordinate *b)
{
    return a->axis == b->axis && a->center == b->center && a->factor == b->factor &&
           a->displacement_factor == b->displacement_factor && a->displacement == b->displacement;
}

int16_t tr_emit_source(tr_compiler *c, const tr_source *source)
{
    tr_noise *noise = c->noise;
    for (int i = 0; i < noise->instruction_count; i++) {
        const tr_instruction *made = &noise->instructions[i];
        if (made->op == TR_OP_SOURCE && same_source(&noise->sources[made->source], source)) return (int16_t)i;
    }
    tr_source *sources =
        tr_array_reserve(c->context, noise->sources, noise->source_count, &c->source_capacity, sizeof *sources, c->err);
    if (!sources) return TR_VALUE_FAILED;
    noise->sources = sources;
    sources[noise->source_count] = *source;
    const tr_instruction instruction = make_instruction(TR_OP_SOURCE, TR_NO_REGISTER, noise->source_count++);
    return append(c, &instruction, tr_range_of_source(source));
}

int16_t tr_emit_coordinate(tr_compiler *c, const tr_coordinate *coordinate)
{
    tr_noise *noise = c->noise;
    for (int i = 0; i < noise->instruction_count; i++) {
        const tr_instruction *made = &noise->instructions[i];
        if (made->op == TR_OP_COORDINATE && same_coordinate(&noise->coordinates[made->source], coordinate))
            return (int16_t)i;
    }
    tr_coordinate *coordinates = tr_array_reserve(c->context, noise->coordinates, noise->coordinate_count,
                                                  &c->coordinate_capacity, sizeof *coordinates, c->err);
    if (!coordinates) return TR_VALUE_FAILED;
    noise->coordinates = coordinates;
    coordinates[noise->coordinate_count] = *coordinate;
    const tr_instruction instruction = make_instruction(TR_OP_COORDINATE, TR_NO_REGISTER, noise->coordinate_count++);
    const bool displaced = coordinate->displacement != TR_NO_REGISTER;
    return append(c, &instruction,
                  tr_range_of_coordinate(coordinate, displaced ? &c->ranges[coordinate->displacement] : NULL));
}

static bool same_curve(const tr_curve *a, const tr_curve *b)
{
    const int count = a->segment_count;
    if (count != b->segment_count || a->first != b->first || !same_floats(a->start, b->start, count)) return false;
    for (int i = 0; i < count; i++) {
        if (!same_floats(a->c[i], b->c[i], 4)) return false;
    }
    return true;
}

int16_t tr_emit_curve(tr_compiler *c, int16_t input, const tr_curve *curve)
{
    tr_noise *noise = c->noise;
    for (int i = 0; i < noise->instruction_count; i++) {
        const tr_instruction *made = &noise->instructions[i];
        if (made->op == TR_OP_CURVE && made->in[0] == input && same_curve(&noise->curves[made->source], curve))
            return (int16_t)i;
    }
    tr_curve *curves =
        tr_array_reserve(c->context, noise->curves, noise->curve_count, &c->curve_capacity, sizeof *curves, c->err);
    if (!curves) return TR_VALUE_FAILED;
    noise->curves = curves;
    curves[noise->curve_count] = *curve;
    const tr_instruction instruction = make_instruction(TR_OP_CURVE, input, noise->curve_count++);
    const tr_range in[3] = {c->ranges[input], {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    return append(c, &instruction, tr_range_of_op(&instruction, in, false, curve));
}
