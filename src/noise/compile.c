// From a graph to a program: a walk from the output that compiles each node once per domain (compile.h).
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "base/array.h"
#include "noise/compile.h"
#include "noise/curve.h"
#include "noise/glsl.h"
#include "noise/nodes.h"

// The product of nested scales, so that divisions by it stay exact enough and finite.
#define MAX_SCALE 0x1p60
// Steepness of a step or riser that has no width.
#define STEP_STEEPNESS 0x1p30
#define MAX_RISER_STEEPNESS 0x1p20

int16_t tr_compile_fail(tr_compiler *c, tr_error_code code, const char *format, ...)
{
    char message[sizeof c->err->message];
    va_list arguments;
    va_start(arguments, format);
    tr_text_format(message, sizeof message, format, arguments);
    va_end(arguments);
    tr_fail(c->err, code, "%s: %s", tr_node_label_of(c->graph, c->visits[c->visit_count - 1].node).text, message);
    return TR_VALUE_FAILED;
}

// ---------------------------------------------------------------------------------------------------------
// Domains

static int16_t *value_slot(const tr_compiler *c, tr_node node, int domain)
{
    return &c->values[(size_t)domain * (size_t)c->graph->node_count + (size_t)node];
}

static int find_domain(const tr_compiler *c, const tr_domain *domain)
{
    for (int i = 0; i < c->domain_count; i++) {
        const tr_domain *known = &c->domains[i];
        if (known->scale == domain->scale &&
            memcmp(known->displacement, domain->displacement, sizeof known->displacement) == 0) {
            return i;
        }
    }
    return -1;
}

// The number of a domain, a new one where there is none like it; negative when that fails.
static int take_domain(tr_compiler *c, const tr_domain *domain)
{
    const int known = find_domain(c, domain);
    if (known >= 0) return known;
    const int count = c->domain_count;
    if (count >= TR_MAX_DOMAINS) {
        return tr_compile_fail(c, TR_ERROR_TOO_LARGE, "the graph has more than %d combinations of warps and scales",
                               TR_MAX_DOMAINS);
    }
    tr_domain *domains = tr_array_reserve(c->context, c->domains, count, &c->domain_capacity, sizeof *domains, c->err);
    if (!domains) return TR_VALUE_FAILED;
    c->domains = domains;
    const size_t row_size = sizeof(int16_t) * (size_t)c->graph->node_count;
    int16_t *values = tr_array_reserve(c->context, c->values, count, &c->value_capacity, row_size, c->err);
    if (!values) return TR_VALUE_FAILED;
    c->values = values;
    domains[count] = *domain;
    c->domain_count++;
    for (tr_node node = 0; node < c->graph->node_count; node++) *value_slot(c, node, count) = TR_NO_REGISTER;
    return count;
}

// ---------------------------------------------------------------------------------------------------------
// Nodes

// The value of a node, or PENDING after putting it on the list of visits. A node is visited for a node with a
// higher number, so the list never holds more than the graph has nodes.
static int16_t value_of(tr_compiler *c, tr_node node, int domain)
{
    const int16_t value = *value_slot(c, node, domain);
    if (value != TR_NO_REGISTER) return value;
    c->visits[c->visit_count++] = (struct tr_visit){node, domain};
    return TR_VALUE_PENDING;
}

static int16_t emit_linear(tr_compiler *c, int16_t input, double factor)
{
    const tr_instruction instruction = {
        .op = TR_OP_LINEAR, .in = {input, TR_NO_REGISTER, TR_NO_REGISTER}, .k = {tr_kernel_float(factor)}};
    return tr_emit(c, &instruction);
}

static int16_t emit_sum(tr_compiler *c, int16_t a, int16_t b)
{
    const tr_instruction instruction = {.op = TR_OP_ADD, .in = {a, b, TR_NO_REGISTER}};
    return tr_emit(c, &instruction);
}

// Moves positions by factor * (x, y, z inputs). A node that waits for its input comes here again and finds the
// instructions it made before.
static int16_t compile_warp(tr_compiler *c, const tr_node_def *def, int domain)
{
    tr_domain moved = c->domains[domain];
    for (int axis = 0; axis < c->noise->dims; axis++) {
        const tr_node input = def->inputs[1 + axis];
        if (input == TR_NODE_NONE) continue;
        int16_t shift = value_of(c, input, domain);
        if (shift >= 0) shift = emit_linear(c, shift, def->factor);
        if (shift >= 0 && moved.displacement[axis] != TR_NO_REGISTER)
            shift = emit_sum(c, moved.displacement[axis], shift);
        if (shift < 0) return shift;
        moved.displacement[axis] = shift;
    }
    const int target = take_domain(c, &moved);
    return target < 0 ? TR_VALUE_FAILED : value_of(c, def->inputs[0], target);
}

static int16_t compile_scale(tr_compiler *c, const tr_node_def *def, int domain)
{
    tr_domain scaled = c->domains[domain];
    scaled.scale *= def->factor;
    if (!(scaled.scale <= MAX_SCALE && scaled.scale >= 1.0 / MAX_SCALE)) {
        return tr_compile_fail(c, TR_ERROR_INVALID_ARGUMENT, "nested scales multiply to %.3g; allowed is %.3g to %.3g",
                               scaled.scale, 1.0 / MAX_SCALE, MAX_SCALE);
    }
    for (int axis = 0; axis < 3; axis++) {
        if (scaled.displacement[axis] == TR_NO_REGISTER) continue;
        scaled.displacement[axis] = emit_linear(c, scaled.displacement[axis], def->factor);
        if (scaled.displacement[axis] < 0) return TR_VALUE_FAILED;
    }
    const int target = take_domain(c, &scaled);
    return target < 0 ? TR_VALUE_FAILED : value_of(c, def->inputs[0], target);
}

static tr_op op_of(tr_node_kind kind)
{
    static const tr_op ops[TR_NODE_KIND_COUNT] = {
        [TR_NODE_CONSTANT] = TR_OP_FILL,     [TR_NODE_ADD] = TR_OP_ADD,         [TR_NODE_SUBTRACT] = TR_OP_SUBTRACT,
        [TR_NODE_MULTIPLY] = TR_OP_MULTIPLY, [TR_NODE_MIN] = TR_OP_MIN,         [TR_NODE_MAX] = TR_OP_MAX,
        [TR_NODE_LINEAR] = TR_OP_LINEAR,     [TR_NODE_ABS] = TR_OP_ABS,         [TR_NODE_POWER] = TR_OP_POWER,
        [TR_NODE_POWER_OF] = TR_OP_POWER_OF, [TR_NODE_CLAMP] = TR_OP_CLAMP,     [TR_NODE_SMOOTHSTEP] = TR_OP_SMOOTHSTEP,
        [TR_NODE_CURVE] = TR_OP_CURVE,       [TR_NODE_TERRACE] = TR_OP_TERRACE, [TR_NODE_BLEND] = TR_OP_BLEND,
        [TR_NODE_SELECT] = TR_OP_SELECT,
    };
    return ops[kind];
}

// The constants of a pointwise node, as its kernel wants them.
static void set_constants(const tr_node_def *def, float k[3])
{
    double constants[3] = {0.0, 0.0, 0.0};
    switch (def->kind) {
    case TR_NODE_CONSTANT: constants[0] = def->value; break;
    case TR_NODE_LINEAR:
        constants[0] = def->factor;
        constants[1] = def->offset;
        break;
    case TR_NODE_POWER: constants[0] = def->exponent; break;
    case TR_NODE_POWER_OF:
        constants[0] = TR_MIN_EXPONENT;
        constants[1] = TR_MAX_EXPONENT;
        break;
    case TR_NODE_CLAMP:
        constants[0] = def->low;
        constants[1] = def->high;
        break;
    case TR_NODE_SMOOTHSTEP:
        constants[0] = def->low;
        constants[1] = 1.0 / (def->high - def->low);
        break;
    case TR_NODE_TERRACE:
        constants[0] = def->steps;
        constants[1] = 1.0 / def->steps;
        constants[2] = fmin(1.0 / (1.0 - def->flatness), MAX_RISER_STEEPNESS);
        break;
    case TR_NODE_SELECT:
        constants[0] = def->threshold - 0.5 * def->falloff;
        constants[1] = fmin(1.0 / def->falloff, STEP_STEEPNESS);
        break;
    default: break;
    }
    for (int i = 0; i < 3; i++) k[i] = tr_kernel_float(constants[i]);
}

static int16_t compile_pointwise(tr_compiler *c, const tr_node_def *def, int domain)
{
    tr_instruction instruction = {.op = op_of(def->kind), .in = {TR_NO_REGISTER, TR_NO_REGISTER, TR_NO_REGISTER}};
    const int input_count = tr_kind_of(def->kind)->input_count;
    for (int i = 0; i < input_count; i++) {
        instruction.in[i] = value_of(c, def->inputs[i], domain);
        if (instruction.in[i] < 0) return instruction.in[i];
    }
    if (def->kind == TR_NODE_CURVE) {
        tr_curve curve;
        return tr_curve_make(def, &curve, c->err) ? tr_emit_curve(c, instruction.in[0], &curve) : TR_VALUE_FAILED;
    }
    set_constants(def, instruction.k);
    return tr_emit(c, &instruction);
}

static int16_t compile_node(tr_compiler *c, const tr_node_def *def, int domain)
{
    switch (def->kind) {
    case TR_NODE_VALUE:
    case TR_NODE_GRADIENT:
    case TR_NODE_SIMPLEX:
    case TR_NODE_CELLULAR: return tr_compile_source(c, def, &c->domains[domain]);
    case TR_NODE_COORDINATE: return tr_compile_coordinate(c, def, &c->domains[domain]);
    case TR_NODE_WARP: return compile_warp(c, def, domain);
    case TR_NODE_SCALE: return compile_scale(c, def, domain);
    default: return compile_pointwise(c, def, domain);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Programs

// The value of `output` in the domain of the query, or negative.
static int16_t compile_output(tr_compiler *c, tr_node output)
{
    const tr_domain query = {1.0, {TR_NO_REGISTER, TR_NO_REGISTER, TR_NO_REGISTER}};
    const int domain = take_domain(c, &query);
    if (domain < 0) return TR_VALUE_FAILED;
    value_of(c, output, domain);
    while (c->visit_count > 0) {
        const struct tr_visit visit = c->visits[c->visit_count - 1];
        const int16_t value = compile_node(c, &c->graph->nodes[visit.node].def, visit.domain);
        if (value == TR_VALUE_FAILED) return value;
        if (value == TR_VALUE_PENDING) continue;
        *value_slot(c, visit.node, visit.domain) = value;
        c->visit_count--;
    }
    return *value_slot(c, output, domain);
}

static bool build(tr_compiler *c, tr_node output)
{
    c->visits = tr_alloc_array(c->context, (size_t)c->graph->node_count, sizeof *c->visits, c->err);
    if (!c->visits) return false;
    const int16_t value = compile_output(c, output);
    if (value < 0) return false;
    tr_range_to_floats(c->ranges[value], &c->noise->low, &c->noise->high);
    return tr_assign_registers(c->noise, value, c->err);
}

static bool check_arguments(const tr_noise_graph *graph, tr_node output, int dims, tr_error *err)
{
    assert(graph);
    if (output < 0 || output >= graph->node_count) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the output is node %d, but the graph has %d nodes", (int)output,
                       graph->node_count);
    }
    if (dims < 1 || dims > 3) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the queries have %d dimensions; allowed is 1 to 3", dims);
    }
    return true;
}

tr_noise *tr_noise_compile(const tr_noise_graph *graph, tr_node output, int dims, tr_error *err)
{
    if (!check_arguments(graph, output, dims, err)) return NULL;
    tr_noise *noise = tr_alloc(graph->context, sizeof *noise, err);
    if (!noise) return NULL;
    *noise = (tr_noise){.context = graph->context, .dims = dims};
    noise->spares = tr_alloc(graph->context, sizeof *noise->spares, err);
    if (!noise->spares) {
        tr_noise_destroy(noise);
        return NULL;
    }
    atomic_init(&noise->spares->tables.block, NULL);
    atomic_init(&noise->spares->workers.block, NULL);
    tr_compiler c = {.graph = graph, .context = graph->context, .noise = noise, .err = err};
    bool done = build(&c, output);
    tr_free(c.context, c.ranges);
    tr_free(c.context, c.domains);
    tr_free(c.context, c.values);
    tr_free(c.context, c.visits);
    if (done && tr_context_backend(graph->context) == TR_BACKEND_GL) done = tr_noise_make_glsl(noise, err);
    if (done) return noise;
    tr_noise_destroy(noise);
    return NULL;
}

void tr_noise_destroy(tr_noise *noise)
{
    if (!noise) return;
    tr_context *context = noise->context;
    if (noise->spares) {
        tr_spare_clear(&noise->spares->tables, context);
        tr_spare_clear(&noise->spares->workers, context);
    }
    tr_free(context, noise->spares);
    tr_free(context, noise->instructions);
    tr_free(context, noise->sources);
    tr_free(context, noise->coordinates);
    tr_free(context, noise->curves);
    tr_free(context, noise->glsl_grid);
    tr_free(context, noise->glsl_points);
    tr_free(context, noise);
}

void tr_noise_range(const tr_noise *noise, float *low, float *high)
{
    *low = noise->low;
    *high = noise->high;
}
