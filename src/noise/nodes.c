// The table of node kinds.
#include "noise/nodes.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { NODE_DEF_COOKIE = 0x6e6f6465 };

// Numbers without a range of their own: far beyond any use, and products of two stay within a float.
#define ANY 1e18
// Beyond this a double no longer holds every integer.
#define WHOLE_LIMIT 9007199254740992.0

static const char *const interpolation_names[] = {"nearest", "linear", "smoothstep", "smootherstep"};
static const char *const metric_names[] = {"euclidean", "squared", "manhattan", "chebyshev"};
static const char *const result_names[] = {"f1", "f2", "f2-f1", "cell"};
static const char *const fractal_names[] = {"none", "fbm", "billow", "ridged", "damped"};
static const char *const axis_names[] = {"x", "y", "z"};
static const char *const switch_names[] = {"false", "true"};

_Static_assert(sizeof interpolation_names / sizeof *interpolation_names == TR_INTERPOLATION_COUNT, "a name each");
_Static_assert(sizeof metric_names / sizeof *metric_names == TR_METRIC_COUNT, "a name each");
_Static_assert(sizeof result_names / sizeof *result_names == TR_CELLULAR_RESULT_COUNT, "a name each");
_Static_assert(sizeof fractal_names / sizeof *fractal_names == TR_FRACTAL_COUNT, "a name each");
_Static_assert(sizeof(tr_metric) == sizeof(int32_t), "enumerations are read and written as 32-bit integers");

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))
// clang-format off
#define PARAM(name, type, field, low, high, initial, help) \
    {name, help, type, offsetof(tr_node_def, field), low, high, initial, NULL, 0}
#define NUMBER(field, low, high, initial, help) PARAM(#field, TR_PARAM_NUMBER, field, low, high, initial, help)
#define INT(field, low, high, initial, help) PARAM(#field, TR_PARAM_INT, field, low, high, initial, help)
#define NAMED(field, type, names, initial, help) \
    {#field, help, type, offsetof(tr_node_def, field), 0, COUNT_OF(names) - 1, initial, names, COUNT_OF(names)}
#define CHOICE(field, names, initial, help) NAMED(field, TR_PARAM_CHOICE, names, initial, help)
// clang-format on

#define PLACE_PARAMS(first_dims)                                                                                \
    NUMBER(frequency, 0x1p-30, 0x1p20, 0.01, "lattice cells per unit"),                                         \
        PARAM("seed", TR_PARAM_SEED, seed, -0x1p63, 0x1p63, 0, "sources with different seeds are independent"), \
        INT(dims, 0, 3, 0, "axes it reads, " first_dims " to 3; 0: as many as the query has")

#define FRACTAL_PARAMS                                                                                    \
    CHOICE(fractal, fractal_names, TR_FRACTAL_NONE, "how octaves are put together; none has one octave"), \
        INT(octaves, 1, TR_MAX_OCTAVES, 1, "number of octaves"),                                          \
        NUMBER(lacunarity, 1, 16, 2, "frequency of an octave against the one before"),                    \
        NUMBER(gain, 0, 1, 0.5, "weight of an octave against the one before"),                            \
        NUMBER(sharpness, 0, 16, 2,                                                                       \
               "ridged: how strongly a ridge passes detail on; damped: how strongly slopes lose it")

static const tr_param constant_params[] = {NUMBER(value, -ANY, ANY, 0, "the value everywhere")};

static const tr_param coordinate_params[] = {
    CHOICE(axis, axis_names, 0, "which coordinate"),
    PARAM("center", TR_PARAM_WHOLE, center, -WHOLE_LIMIT, WHOLE_LIMIT, 0,
          "where it is 0: (position - center) * factor"),
    NUMBER(factor, -ANY, ANY, 1, "value per unit"),
};

static const tr_param value_params[] = {
    PLACE_PARAMS("1"),
    CHOICE(interpolation, interpolation_names, TR_INTERPOLATION_SMOOTHERSTEP, "between lattice points"),
    FRACTAL_PARAMS,
};

static const tr_param gradient_params[] = {PLACE_PARAMS("1"), FRACTAL_PARAMS};
static const tr_param simplex_params[] = {PLACE_PARAMS("2"), FRACTAL_PARAMS};

static const tr_param cellular_params[] = {
    PLACE_PARAMS("1"),
    CHOICE(metric, metric_names, TR_METRIC_EUCLIDEAN, "how distance is measured"),
    CHOICE(result, result_names, TR_CELLULAR_F1,
           "nearest distance, second nearest, their difference, or a value per cell"),
    NUMBER(jitter, 0, 1, 1, "0: a regular lattice of points; 1: anywhere in their cells"),
    FRACTAL_PARAMS,
};

static const tr_param warp_params[] = {
    PARAM("amplitude", TR_PARAM_NUMBER, factor, -1e9, 1e9, 1, "displacement in units where x, y or z is 1"),
};

static const tr_param scale_params[] = {
    NUMBER(factor, 1e-9, 1e9, 1, "positions are multiplied by it: 2 shows half the size"),
};

static const tr_param linear_params[] = {
    NUMBER(factor, -ANY, ANY, 1, "multiplier"),
    NUMBER(offset, -ANY, ANY, 0, "added after multiplying"),
};

static const tr_param power_params[] = {NUMBER(exponent, TR_MIN_EXPONENT, TR_MAX_EXPONENT, 2, "sign(v) |v|^exponent")};

static const tr_param interval_params[] = {
    NUMBER(low, -ANY, ANY, 0, "lower end"),
    NUMBER(high, -ANY, ANY, 1, "upper end, above low"),
};

static const tr_param curve_params[] = {
    PARAM("points", TR_PARAM_POINTS, points, -ANY, ANY, 0,
          "[[in, out], ...], in ascending; in:out, in:out as one text"),
    NAMED(smooth, TR_PARAM_SWITCH, switch_names, 0, "a monotone cubic instead of straight lines"),
};

static const tr_param terrace_params[] = {
    INT(steps, 1, 4096, 4, "flat steps per unit"),
    NUMBER(flatness, 0, 1, 0.5, "0: a straight line; 1: stairs"),
};

static const tr_param select_params[] = {
    NUMBER(threshold, -ANY, ANY, 0, "b where t is above, a below"),
    NUMBER(falloff, 0, ANY, 0, "width of the smooth change around the threshold"),
};

#define PARAMS(array) .params = array, .param_count = COUNT_OF(array)
#define INPUTS(count, ...) .input_count = count, .required_inputs = count, .inputs = {__VA_ARGS__}

static const tr_kind kinds[TR_NODE_KIND_COUNT] = {
    [TR_NODE_CONSTANT] = {"constant", PARAMS(constant_params)},
    [TR_NODE_COORDINATE] = {"coordinate", PARAMS(coordinate_params)},
    [TR_NODE_VALUE] = {"value", PARAMS(value_params)},
    [TR_NODE_GRADIENT] = {"gradient", PARAMS(gradient_params)},
    [TR_NODE_SIMPLEX] = {"simplex", PARAMS(simplex_params)},
    [TR_NODE_CELLULAR] = {"cellular", PARAMS(cellular_params)},
    [TR_NODE_WARP] = {"warp", .input_count = 4, .required_inputs = 1, .inputs = {"input", "x", "y", "z"},
                      PARAMS(warp_params)},
    [TR_NODE_SCALE] = {"scale", INPUTS(1, "input"), PARAMS(scale_params)},
    [TR_NODE_ADD] = {"add", INPUTS(2, "a", "b")},
    [TR_NODE_SUBTRACT] = {"subtract", INPUTS(2, "a", "b")},
    [TR_NODE_MULTIPLY] = {"multiply", INPUTS(2, "a", "b")},
    [TR_NODE_MIN] = {"min", INPUTS(2, "a", "b")},
    [TR_NODE_MAX] = {"max", INPUTS(2, "a", "b")},
    [TR_NODE_LINEAR] = {"linear", INPUTS(1, "input"), PARAMS(linear_params)},
    [TR_NODE_ABS] = {"abs", INPUTS(1, "input")},
    [TR_NODE_POWER] = {"power", INPUTS(1, "input"), PARAMS(power_params)},
    [TR_NODE_POWER_OF] = {"power_of", INPUTS(2, "a", "b")},
    [TR_NODE_CLAMP] = {"clamp", INPUTS(1, "input"), PARAMS(interval_params)},
    [TR_NODE_SMOOTHSTEP] = {"smoothstep", INPUTS(1, "input"), PARAMS(interval_params)},
    [TR_NODE_CURVE] = {"curve", INPUTS(1, "input"), PARAMS(curve_params)},
    [TR_NODE_TERRACE] = {"terrace", INPUTS(1, "input"), PARAMS(terrace_params)},
    [TR_NODE_BLEND] = {"blend", INPUTS(3, "a", "b", "t")},
    [TR_NODE_SELECT] = {"select", INPUTS(3, "a", "b", "t"), PARAMS(select_params)},
};

const tr_kind *tr_kind_of(tr_node_kind kind)
{
    assert((unsigned)kind < TR_NODE_KIND_COUNT);
    return &kinds[kind];
}

void tr_kind_names(const char *names[TR_NODE_KIND_COUNT])
{
    for (int i = 0; i < TR_NODE_KIND_COUNT; i++) names[i] = kinds[i].name;
}

const tr_param *tr_param_find(const tr_kind *kind, const char *name)
{
    for (int i = 0; i < kind->param_count; i++) {
        if (strcmp(kind->params[i].name, name) == 0) return &kind->params[i];
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Defaults

static void set_initial(tr_node_def *def, const tr_param *param)
{
    void *field = (char *)def + param->offset;
    switch (param->type) {
    case TR_PARAM_NUMBER:
    case TR_PARAM_WHOLE: *(double *)field = param->initial; break;
    case TR_PARAM_INT:
    case TR_PARAM_CHOICE: *(int32_t *)field = (int32_t)param->initial; break;
    case TR_PARAM_SEED: *(int64_t *)field = (int64_t)param->initial; break;
    case TR_PARAM_SWITCH: *(bool *)field = param->initial != 0.0; break;
    case TR_PARAM_POINTS:
        // The identity on the range of most noises.
        def->point_count = 2;
        def->points[0][0] = def->points[0][1] = -1.0;
        def->points[1][0] = def->points[1][1] = 1.0;
        break;
    }
}

tr_node_def tr_default_node_def(tr_node_kind kind)
{
    assert((unsigned)kind < TR_NODE_KIND_COUNT);
    tr_node_def def = {.cookie = NODE_DEF_COOKIE, .kind = kind};
    for (int i = 0; i < TR_NODE_MAX_INPUTS; i++) def.inputs[i] = TR_NODE_NONE;
    // All kinds' fields, so that a definition whose kind is changed later still holds defaults; its own kind's last,
    // because a field may have another default there.
    for (int i = 0; i <= TR_NODE_KIND_COUNT; i++) {
        const tr_kind *from = i < TR_NODE_KIND_COUNT ? &kinds[i] : &kinds[kind];
        for (int p = 0; p < from->param_count; p++) set_initial(&def, &from->params[p]);
    }
    return def;
}

bool tr_node_def_is_from_default(const tr_node_def *def)
{
    return def && def->cookie == NODE_DEF_COOKIE;
}

// ---------------------------------------------------------------------------------------------------------
// What is known about a kind

const char *tr_node_kind_name(tr_node_kind kind)
{
    return (unsigned)kind < TR_NODE_KIND_COUNT ? kinds[kind].name : "unknown";
}

bool tr_node_kind_from_name(const char *name, tr_node_kind *out)
{
    for (int i = 0; i < TR_NODE_KIND_COUNT; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            *out = (tr_node_kind)i;
            return true;
        }
    }
    return false;
}

int tr_node_param_count(tr_node_kind kind)
{
    return tr_kind_of(kind)->param_count;
}

tr_node_param tr_node_param_at(tr_node_kind kind, int index)
{
    assert(index >= 0 && index < tr_kind_of(kind)->param_count);
    const tr_param *param = &tr_kind_of(kind)->params[index];
    return (tr_node_param){
        .name = param->name,
        .help = param->help,
        .choices = param->choices,
        .choice_count = param->choice_count,
        .low = param->low,
        .high = param->high,
        .integer = param->type == TR_PARAM_WHOLE || param->type == TR_PARAM_INT || param->type == TR_PARAM_SEED,
    };
}

const char *tr_node_input_name(tr_node_kind kind, int index)
{
    assert(index >= 0 && index < tr_kind_of(kind)->input_count);
    return tr_kind_of(kind)->inputs[index];
}
