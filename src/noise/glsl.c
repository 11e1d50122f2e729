// Turns a compiled noise into GLSL (glsl.h). Only the calls are written here; every formula is in a kernel header.
#include "noise/glsl.h"

#include <string.h>

#include "base/text_builder.h"
#include "gpu/gpu.h"

extern const char tr_glsl_noise[];

typedef struct writer {
    tr_text_builder text;
    const tr_noise *noise;
    bool points;
} writer;

// A float as text that keeps every bit.
typedef struct bits_text {
    char text[32];
} bits_text;

static const char *bits_of(float value, bits_text *out)
{
    static const char digits[] = "0123456789abcdef";
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    memcpy(out->text, "uintBitsToFloat(0x", 18);
    for (int i = 0; i < 8; i++) out->text[18 + i] = digits[bits >> (28 - 4 * i) & 15];
    memcpy(out->text + 26, "u)", 3);
    return out->text;
}

#define BITS(value) bits_of(value, &(bits_text){{0}})

static void write_preamble(writer *to)
{
    tr_text_append(&to->text, tr_glsl_noise);
    tr_text_appendf(&to->text, "layout(local_size_x = %d) in;\n", TR_GPU_LOCAL_SIZE);
    tr_text_append(&to->text, "layout(std430, binding = 0) writeonly buffer Out { float result[]; };\n"
                              "layout(std430, binding = 1) readonly buffer Table { uint table[]; };\n"
                              "layout(std430, binding = 2) readonly buffer Params { int params[]; };\n");
    if (to->points)
        tr_text_append(&to->text, "layout(std430, binding = 3) readonly buffer Points { float points[]; };\n");
    tr_text_appendf(&to->text,
                    "int octave_word(int octave, int word) { return params[%d + octave * %d + word]; }\n"
                    "tr_axis_position position_at(int octave, int axis, int index) {\n"
                    "    int at = octave_word(octave, 1 + axis) + 3 * index;\n"
                    "    tr_axis_position p;\n"
                    "    p.lo = table[at]; p.high = table[at + 1]; p.t = uintBitsToFloat(table[at + 2]);\n"
                    "    return p;\n}\n"
                    "tr_skew_term term_at(int octave, int axis, int index, int part) {\n"
                    "    int at = octave_word(octave, 1 + axis) + 6 * index + 3 * part;\n"
                    "    tr_skew_term s;\n"
                    "    s.lo = table[at]; s.high = table[at + 1]; s.fraction = table[at + 2];\n"
                    "    return s;\n}\n",
                    TR_GLSL_HEADER, TR_GLSL_OCTAVE_WORDS);
}

// Declares where the sample is: index0..2 into the tables and, for points, p0..2.
static void write_sample(writer *to)
{
    tr_text_appendf(&to->text,
                    "void main() {\n"
                    "    int sample_index = int(gl_GlobalInvocationID.x);\n"
                    "    int width = params[%d];\n"
                    "    if (sample_index >= width * params[%d]) return;\n",
                    TR_GLSL_WIDTH, TR_GLSL_ROWS);
    if (to->points) {
        tr_text_append(&to->text, "    const int index0 = 0, index1 = 0, index2 = 0;\n");
        for (int axis = 0; axis < to->noise->dims; axis++)
            tr_text_appendf(&to->text, "    precise float p%d = points[%d * width + sample_index];\n", axis, axis);
    } else {
        tr_text_appendf(&to->text,
                        "    int row = params[%d] + sample_index / width;\n"
                        "    int index0 = params[%d] + sample_index %% width;\n"
                        "    int index1 = row %% params[%d];\n"
                        "    int index2 = row / params[%d];\n",
                        TR_GLSL_ROW0, TR_GLSL_X0, TR_GLSL_HEIGHT, TR_GLSL_HEIGHT);
    }
    for (int i = 0; i < to->noise->register_count; i++)
        tr_text_appendf(&to->text, "    precise float r%d = 0.0f;\n", i);
}

// ---------------------------------------------------------------------------------------------------------
// Sources

static bool displaced(const writer *to, const tr_source *source, int axis)
{
    return to->points || source->displacement[axis] != TR_NO_REGISTER;
}

// Writes `name` = the displacement along an axis in cells, in the order in which positions.h adds it up.
static void write_cells(writer *to, const tr_source *source, int axis, uint64_t unit_q40, float domain,
                        const char *name)
{
    if (to->points)
        tr_text_appendf(&to->text, "        precise float %s = tr_cells(p%d, %s);\n", name, axis,
                        BITS((float)((double)unit_q40 * 0x1p-40)));
    else
        tr_text_appendf(&to->text, "        precise float %s = 0.0f;\n", name);
    if (source->displacement[axis] != TR_NO_REGISTER)
        tr_text_appendf(&to->text, "        %s = tr_add_cells(%s, r%d, %s);\n", name, name, source->displacement[axis],
                        BITS(domain));
}

static void write_lattice_position(writer *to, const tr_source *source, int octave, int octave_index, int axis)
{
    const tr_octave *octave_data = &source->octaves[octave];
    tr_text_appendf(&to->text, "        tr_axis_position a%d = position_at(%d, %d, index%d);\n", axis, octave_index,
                    axis, axis);
    if (!displaced(to, source, axis)) return;
    char name[16] = {'c', (char)('0' + axis), 0};
    write_cells(to, source, axis, octave_data->step_q40, octave_data->frequency, name);
    tr_text_appendf(&to->text, "        a%d = tr_displace(a%d, %s, wraps);\n", axis, axis, name);
}

static void write_skew_position(writer *to, const tr_source *source, int octave, int octave_index, int axis)
{
    const tr_octave *octave_data = &source->octaves[octave];
    tr_text_appendf(&to->text, "        tr_skew_term s%d = term_at(%d, %d, index%d, 0);\n", axis, octave_index, axis,
                    axis);
    for (int other = 0; other < source->dims; other++)
        if (other != axis)
            tr_text_appendf(&to->text, "        s%d = tr_skew_add(s%d, term_at(%d, %d, index%d, 1), wraps);\n", axis,
                            axis, octave_index, other, other);
    tr_text_appendf(&to->text, "        tr_axis_position a%d = tr_skew_position(s%d, wraps);\n", axis, axis);
    bool moved = false;
    for (int other = 0; other < source->dims; other++) {
        if (!displaced(to, source, other)) continue;
        bool own = other == axis;
        char name[16] = {'c', (char)('0' + axis), (char)('0' + other), 0};
        write_cells(to, source, other, own ? octave_data->step_q40 : octave_data->minor_q40,
                    own ? octave_data->frequency : octave_data->minor_frequency, name);
        if (!moved) tr_text_appendf(&to->text, "        precise float c%d = 0.0f;\n", axis);
        tr_text_appendf(&to->text, "        c%d = c%d + %s;\n", axis, axis, name);
        moved = true;
    }
    if (moved) tr_text_appendf(&to->text, "        a%d = tr_displace(a%d, c%d, wraps);\n", axis, axis, axis);
}

static void write_damped_call(writer *to, const tr_source *source, const char *positions)
{
    tr_text_appendf(&to->text,
                    "        tr_sloped_noise sloped = tr_sloped_gradient%d(%s, wraps);\n"
                    "        slope_x = tr_add_term(slope_x, sloped.along_x);\n"
                    "        slope_y = tr_add_term(slope_y, sloped.along_y);\n"
                    "        precise float n = sloped.value;\n"
                    "        precise float divisor = tr_damped_divisor(slope_x, slope_y, %s);\n",
                    source->dims, positions, BITS(source->sharpness));
}

static void write_noise_call(writer *to, const tr_source *source)
{
    static const char *const axes[] = {"", "a0", "a0, a1", "a0, a1, a2"};
    const char *positions = axes[source->dims];
    switch (source->kind) {
    case TR_NODE_VALUE:
        tr_text_appendf(&to->text, "        precise float n = tr_value%d(%s, wraps, %d);\n", source->dims, positions,
                        source->fade);
        break;
    case TR_NODE_GRADIENT:
        if (source->fractal == TR_FRACTAL_DAMPED) {
            write_damped_call(to, source, positions);
            break;
        }
        tr_text_appendf(&to->text, "        precise float n = tr_gradient%d(%s, wraps);\n", source->dims, positions);
        break;
    case TR_NODE_SIMPLEX:
        tr_text_appendf(&to->text, "        precise float n = tr_simplex%d(%s, wraps);\n", source->dims, positions);
        break;
    default:
        tr_text_appendf(&to->text,
                        "        precise float n = tr_cellular%d(tr_cellular_params(%d, %d, %s, %s), %s, wraps);\n",
                        source->dims, (int)source->metric, (int)source->result, BITS(source->spread),
                        BITS(source->guard), positions);
        break;
    }
}

static void write_fold(writer *to, const tr_source *source, int octave, int out)
{
    const char *weight = BITS(source->octaves[octave].weight);
    switch (source->fractal) {
    case TR_FRACTAL_NONE: tr_text_appendf(&to->text, "        r%d = n;\n", out); return;
    case TR_FRACTAL_DAMPED:
        tr_text_appendf(&to->text, "        precise float term = tr_damped_term(n, divisor, %s);\n", weight);
        break;
    case TR_FRACTAL_FBM:
        tr_text_appendf(&to->text, "        precise float term = tr_fbm_term(n, %s);\n", weight);
        break;
    case TR_FRACTAL_BILLOW:
        tr_text_appendf(&to->text, "        precise float term = tr_billow_term(n, %s);\n", weight);
        break;
    default:
        tr_text_appendf(&to->text,
                        "        precise float signal = tr_ridged_signal(carry, n);\n"
                        "        carry = tr_ridged_carry(signal, %s);\n"
                        "        precise float term = tr_fbm_term(signal, %s);\n",
                        BITS(source->sharpness), weight);
        break;
    }
    tr_text_append(&to->text, octave == 0 ? "        sum = term;\n" : "        sum = tr_add_term(sum, term);\n");
}

static void write_source(writer *to, const tr_source *source, int first_octave, int out)
{
    tr_text_append(&to->text, "    {\n    precise float sum = 0.0f;\n    precise float carry = 1.0f;\n"
                              "    precise float slope_x = 0.0f, slope_y = 0.0f;\n");
    for (int octave = 0; octave < source->octave_count; octave++) {
        int index = first_octave + octave;
        tr_text_appendf(&to->text, "    {\n        int wraps = octave_word(%d, 0);\n", index);
        for (int axis = 0; axis < source->dims; axis++) {
            if (source->kind == TR_NODE_SIMPLEX)
                write_skew_position(to, source, octave, index, axis);
            else
                write_lattice_position(to, source, octave, index, axis);
        }
        write_noise_call(to, source);
        write_fold(to, source, octave, out);
        tr_text_append(&to->text, "    }\n");
    }
    if (source->fractal == TR_FRACTAL_RIDGED)
        tr_text_appendf(&to->text, "    r%d = tr_ridged_finish(sum);\n", out);
    else if (source->fractal != TR_FRACTAL_NONE)
        tr_text_appendf(&to->text, "    r%d = sum;\n", out);
    tr_text_append(&to->text, "    }\n");
}

// ---------------------------------------------------------------------------------------------------------
// Other instructions

static void write_coordinate(writer *to, int index, int out)
{
    const tr_coordinate *coordinate = &to->noise->coordinates[index];
    int octaves = 0;
    for (int s = 0; s < to->noise->source_count; s++) octaves += to->noise->sources[s].octave_count;
    tr_text_appendf(&to->text, "    r%d = uintBitsToFloat(table[params[%d] + index%d]);\n", out,
                    TR_GLSL_HEADER + octaves * TR_GLSL_OCTAVE_WORDS + index, coordinate->axis);
    if (to->points)
        tr_text_appendf(&to->text, "    r%d = tr_add_cells(r%d, p%d, %s);\n", out, out, coordinate->axis,
                        BITS((float)coordinate->factor));
    if (coordinate->displacement != TR_NO_REGISTER)
        tr_text_appendf(&to->text, "    r%d = tr_add_cells(r%d, r%d, %s);\n", out, out, coordinate->displacement,
                        BITS(coordinate->displacement_factor));
}

static void write_curve(writer *to, const tr_curve *curve, int in, int out)
{
    tr_text_appendf(&to->text, "    {\n    precise float v = %s;\n", BITS(curve->first));
    for (int s = 0; s < curve->segment_count; s++) {
        const float *c = curve->c[s];
        tr_text_appendf(&to->text, "    v = tr_op_curve_segment(v, r%d, %s, %s, %s, %s, %s);\n", in,
                        BITS(curve->start[s]), BITS(c[0]), BITS(c[1]), BITS(c[2]), BITS(c[3]));
    }
    tr_text_appendf(&to->text, "    r%d = v;\n    }\n", out);
}

static void write_pointwise(writer *to, const tr_instruction *instruction)
{
    const char *k0 = BITS(instruction->k[0]), *k1 = BITS(instruction->k[1]), *k2 = BITS(instruction->k[2]);
    int out = instruction->out, a = instruction->in[0], b = instruction->in[1], c = instruction->in[2];
    tr_text_builder *text = &to->text;
    switch (instruction->op) {
    case TR_OP_FILL: tr_text_appendf(text, "    r%d = %s;\n", out, k0); break;
    case TR_OP_ADD: tr_text_appendf(text, "    r%d = r%d + r%d;\n", out, a, b); break;
    case TR_OP_SUBTRACT: tr_text_appendf(text, "    r%d = r%d - r%d;\n", out, a, b); break;
    case TR_OP_MULTIPLY: tr_text_appendf(text, "    r%d = tr_op_multiply(r%d, r%d);\n", out, a, b); break;
    case TR_OP_MIN: tr_text_appendf(text, "    r%d = k_min(r%d, r%d);\n", out, a, b); break;
    case TR_OP_MAX: tr_text_appendf(text, "    r%d = k_max(r%d, r%d);\n", out, a, b); break;
    case TR_OP_LINEAR: tr_text_appendf(text, "    r%d = tr_op_linear(r%d, %s, %s);\n", out, a, k0, k1); break;
    case TR_OP_ABS: tr_text_appendf(text, "    r%d = k_abs(r%d);\n", out, a); break;
    case TR_OP_POWER: tr_text_appendf(text, "    r%d = tr_op_power(r%d, %s);\n", out, a, k0); break;
    case TR_OP_POWER_OF:
        tr_text_appendf(text, "    r%d = tr_op_power_of(r%d, r%d, %s, %s);\n", out, a, b, k0, k1);
        break;
    case TR_OP_CLAMP: tr_text_appendf(text, "    r%d = tr_clamp(r%d, %s, %s);\n", out, a, k0, k1); break;
    case TR_OP_SMOOTHSTEP: tr_text_appendf(text, "    r%d = tr_op_smoothstep(r%d, %s, %s);\n", out, a, k0, k1); break;
    case TR_OP_TERRACE: tr_text_appendf(text, "    r%d = tr_op_terrace(r%d, %s, %s, %s);\n", out, a, k0, k1, k2); break;
    case TR_OP_BLEND: tr_text_appendf(text, "    r%d = tr_op_blend(r%d, r%d, r%d);\n", out, a, b, c); break;
    case TR_OP_SELECT:
        tr_text_appendf(text, "    r%d = tr_op_select(r%d, r%d, r%d, %s, %s);\n", out, a, b, c, k0, k1);
        break;
    case TR_OP_CURVE: write_curve(to, &to->noise->curves[instruction->source], a, out); break;
    case TR_OP_COORDINATE:
    case TR_OP_SOURCE: break;  // written by write_program
    }
}

static void write_program(writer *to)
{
    const tr_noise *noise = to->noise;
    for (int i = 0; i < noise->instruction_count; i++) {
        const tr_instruction *instruction = &noise->instructions[i];
        if (instruction->op == TR_OP_SOURCE) {
            int first = 0;
            for (int s = 0; s < instruction->source; s++) first += noise->sources[s].octave_count;
            write_source(to, &noise->sources[instruction->source], first, instruction->out);
        } else if (instruction->op == TR_OP_COORDINATE) {
            write_coordinate(to, instruction->source, instruction->out);
        } else {
            write_pointwise(to, instruction);
        }
    }
    tr_text_appendf(&to->text, "    result[sample_index] = r%d;\n}\n",
                    noise->instructions[noise->instruction_count - 1].out);
}

static char *write_shader(const tr_noise *noise, bool points, tr_error *err)
{
    writer to = {tr_text_builder_open(noise->context), noise, points};
    write_preamble(&to);
    write_sample(&to);
    write_program(&to);
    return tr_text_builder_finish(&to.text, err);
}

bool tr_noise_make_glsl(tr_noise *noise, tr_error *err)
{
    noise->glsl_grid = write_shader(noise, false, err);
    if (!noise->glsl_grid) return false;
    noise->glsl_points = write_shader(noise, true, err);
    return noise->glsl_points != NULL;
}
