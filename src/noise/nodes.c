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

static const char *const interpolation_names[] = {"nearest", "linear", "smoothstep", "smootherstep", NULL};
static const char *const metric_names[] = {"euclidean", "squared", "manhattan", "chebyshev", NULL};
static const char *const result_names[] = {"f1", "f2", "f2-f1", "cell", NULL};
static const char *const fractal_names[] = {"none", "fbm", "billow", "ridged", "damped", NULL};
static const char *const axis_names[] = {"x", "y", "z", NULL};

_Static_assert(sizeof interpolation_names / sizeof *interpolation_names == TR_INTERPOLATION_COUNT + 1, "a name each");
_Static_assert(sizeof metric_names / sizeof *metric_names == TR_METRIC_COUNT + 1, "a name each");
_Static_assert(sizeof result_names / sizeof *result_names == TR_CELLULAR_RESULT_COUNT + 1, "a name each");
_Static_assert(sizeof fractal_names / sizeof *fractal_names == TR_FRACTAL_COUNT + 1, "a name each");
_Static_assert(sizeof(tr_metric) == sizeof(int32_t), "enumerations are read and written as 32-bit integers");

#define PARAM(name, type, field, low, high, initial, help)                                  \
    {                                                                                       \
        name, type, offsetof(tr_node_def, field), help, initial, TR_WITHIN(low, high, NULL) \
    }
#define NUMBER(field, low, high, initial, help) PARAM(#field, TR_KEY_DOUBLE, field, low, high, initial, help)
#define INT(field, low, high, initial, help) PARAM(#field, TR_KEY_INT, field, low, high, initial, help)
#define CHOICE(field, names, initial, help)                                                  \
    {                                                                                        \
#field, TR_KEY_CHOICE, offsetof(tr_node_def, field), help, initial, .choices = names \
    }

#define PLACE_PARAMS(first_dims)                                                                                 \
    NUMBER(frequency, 0x1p-30, 0x1p20, "0.01", "lattice cells per unit"),                                        \
        PARAM("seed", TR_KEY_INT64, seed, -0x1p63, 0x1p63, "0", "sources with different seeds are independent"), \
        INT(dims, 0, 3, "0", "axes it reads, " first_dims " to 3; 0: as many as the query has")

#define FRACTAL_PARAMS                                                                           \
    CHOICE(fractal, fractal_names, "none", "how octaves are put together; none has one octave"), \
        INT(octaves, 1, TR_MAX_OCTAVES, "1", "number of octaves"),                               \
        NUMBER(lacunarity, 1, 16, "2", "frequency of an octave against the one before"),         \
        NUMBER(gain, 0, 1, "0.5", "weight of an octave against the one before"),                 \
        NUMBER(sharpness, 0, 16, "2",                                                            \
               "ridged: how strongly a ridge passes detail on; damped: how strongly slopes lose it")

static const tr_key constant_params[] = {NUMBER(value, -ANY, ANY, "0", "the value everywhere")};

static const tr_key coordinate_params[] = {
    CHOICE(axis, axis_names, "x", "which coordinate"),
    PARAM("center", TR_KEY_WHOLE, center, -WHOLE_LIMIT, WHOLE_LIMIT, "0",
          "where it is 0: (position - center) * factor"),
    NUMBER(factor, -ANY, ANY, "1", "value per unit"),
};

static const tr_key value_params[] = {
    PLACE_PARAMS("1"),
    CHOICE(interpolation, interpolation_names, "smootherstep", "between lattice points"),
    FRACTAL_PARAMS,
};

static const tr_key gradient_params[] = {PLACE_PARAMS("1"), FRACTAL_PARAMS};
static const tr_key simplex_params[] = {PLACE_PARAMS("2"), FRACTAL_PARAMS};

static const tr_key cellular_params[] = {
    PLACE_PARAMS("1"),
    CHOICE(metric, metric_names, "euclidean", "how distance is measured"),
    CHOICE(result, result_names, "f1", "nearest distance, second nearest, their difference, or a value per cell"),
    NUMBER(jitter, 0, 1, "1", "0: a regular lattice of points; 1: anywhere in their cells"),
    FRACTAL_PARAMS,
};

static const tr_key warp_params[] = {
    PARAM("amplitude", TR_KEY_DOUBLE, factor, -1e9, 1e9, "1", "displacement in units where x, y or z is 1"),
};

static const tr_key scale_params[] = {
    NUMBER(factor, 1e-9, 1e9, "1", "positions are multiplied by it: 2 shows half the size"),
};

static const tr_key linear_params[] = {
    NUMBER(factor, -ANY, ANY, "1", "multiplier"),
    NUMBER(offset, -ANY, ANY, "0", "added after multiplying"),
};

static const tr_key power_params[] = {NUMBER(exponent, TR_MIN_EXPONENT, TR_MAX_EXPONENT, "2", "sign(v) |v|^exponent")};

static const tr_key interval_params[] = {
    NUMBER(low, -ANY, ANY, "0", "lower end"),
    NUMBER(high, -ANY, ANY, "1", "upper end, above low"),
};

static const tr_key curve_params[] = {
    // The identity on the range of most noises.
    {"points", TR_KEY_OTHER, offsetof(tr_node_def, points),
     "[[in, out], ...], in ascending; in:out, in:out as one text", "-1:-1, 1:1", TR_WITHIN(-ANY, ANY, NULL),
     .form = &tr_points_form},
    {"smooth", TR_KEY_BOOL, offsetof(tr_node_def, smooth), "a monotone cubic instead of straight lines",
     .initial = "false"},
};

static const tr_key terrace_params[] = {
    INT(steps, 1, 4096, "4", "flat steps per unit"),
    NUMBER(flatness, 0, 1, "0.5", "0: a straight line; 1: stairs"),
};

static const tr_key select_params[] = {
    NUMBER(threshold, -ANY, ANY, "0", "b where t is above, a below"),
    NUMBER(falloff, 0, ANY, "0", "width of the smooth change around the threshold"),
};

#define KIND(id, text, ...) [TR_NODE_##id] = {text, .schema.what = "parameter of " text, __VA_ARGS__}
#define PARAMS(array) .schema.keys = array, .schema.key_count = (int)(sizeof(array) / sizeof *(array))
#define INPUTS(count, ...) .input_count = count, .required_inputs = count, .inputs = {__VA_ARGS__}

static const tr_kind kinds[TR_NODE_KIND_COUNT] = {
    KIND(CONSTANT, "constant", PARAMS(constant_params)),
    KIND(COORDINATE, "coordinate", PARAMS(coordinate_params)),
    KIND(VALUE, "value", PARAMS(value_params)),
    KIND(GRADIENT, "gradient", PARAMS(gradient_params)),
    KIND(SIMPLEX, "simplex", PARAMS(simplex_params)),
    KIND(CELLULAR, "cellular", PARAMS(cellular_params)),
    KIND(WARP, "warp", .input_count = 4, .required_inputs = 1, .inputs = {"input", "x", "y", "z"}, PARAMS(warp_params)),
    KIND(SCALE, "scale", INPUTS(1, "input"), PARAMS(scale_params)),
    KIND(ADD, "add", INPUTS(2, "a", "b")),
    KIND(SUBTRACT, "subtract", INPUTS(2, "a", "b")),
    KIND(MULTIPLY, "multiply", INPUTS(2, "a", "b")),
    KIND(MIN, "min", INPUTS(2, "a", "b")),
    KIND(MAX, "max", INPUTS(2, "a", "b")),
    KIND(LINEAR, "linear", INPUTS(1, "input"), PARAMS(linear_params)),
    KIND(ABS, "abs", INPUTS(1, "input")),
    KIND(POWER, "power", INPUTS(1, "input"), PARAMS(power_params)),
    KIND(POWER_OF, "power_of", INPUTS(2, "a", "b")),
    KIND(CLAMP, "clamp", INPUTS(1, "input"), PARAMS(interval_params)),
    KIND(SMOOTHSTEP, "smoothstep", INPUTS(1, "input"), PARAMS(interval_params)),
    KIND(CURVE, "curve", INPUTS(1, "input"), PARAMS(curve_params)),
    KIND(TERRACE, "terrace", INPUTS(1, "input"), PARAMS(terrace_params)),
    KIND(BLEND, "blend", INPUTS(3, "a", "b", "t")),
    KIND(SELECT, "select", INPUTS(3, "a", "b", "t"), PARAMS(select_params)),
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

// ---------------------------------------------------------------------------------------------------------
// Defaults

tr_node_def tr_default_node_def(tr_node_kind kind)
{
    assert((unsigned)kind < TR_NODE_KIND_COUNT);
    tr_node_def def = {.cookie = NODE_DEF_COOKIE, .kind = kind};
    for (int i = 0; i < TR_NODE_MAX_INPUTS; i++) def.inputs[i] = TR_NODE_NONE;
    // All kinds' fields, so that a definition whose kind is changed later still holds defaults; its own kind's last,
    // because a field may have another default there.
    for (int i = 0; i <= TR_NODE_KIND_COUNT; i++) {
        tr_schema_defaults(&kinds[i < TR_NODE_KIND_COUNT ? i : (int)kind].schema, &def);
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

const tr_schema *tr_node_schema(tr_node_kind kind)
{
    return &tr_kind_of(kind)->schema;
}

const char *tr_node_input_name(tr_node_kind kind, int index)
{
    assert(index >= 0 && index < tr_kind_of(kind)->input_count);
    return tr_kind_of(kind)->inputs[index];
}
