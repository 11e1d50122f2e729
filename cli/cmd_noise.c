// terrane noise: a noise or a graph of noises as a picture.
#include "command.h"
#include "context.h"
#include "scenes/noise_sheet.h"
#include "progress.h"
#include "report.h"

#include "terrane/map.h"

#include <stdio.h>

enum { MAX_SIDE_PX = 16384, MAX_PIXELS = 1 << 26 };

typedef enum scale_kind { SCALE_AUTO, SCALE_RANGE } scale_kind;

// The options that are parameters of a source node: X(id, option, parameter, value in help, help).
#define SOURCE_OPTIONS(X)                                                                                              \
    X(FREQUENCY, "frequency", "frequency", "f", "lattice cells per unit (default: 0.01)")                              \
    X(FRACTAL, "fractal", "fractal", "kind", "none, fbm, billow, ridged or damped (default: none)")                    \
    X(OCTAVES, "octaves", "octaves", "n", "of a fractal, 1 to 24 (default: 1)")                                        \
    X(LACUNARITY, "lacunarity", "lacunarity", "r", "frequency of an octave against the one before (default: 2)")       \
    X(GAIN, "gain", "gain", "r", "weight of an octave against the one before, 0 to 1 (default: 0.5)")                  \
    X(SHARPNESS, "sharpness", "sharpness", "r",                                                                        \
      "ridged: how strongly a ridge passes detail on; damped: how strongly slopes lose it (default: 2)")               \
    X(INTERPOLATION, "interpolation", "interpolation", "kind",                                                         \
      "value: nearest, linear, smoothstep or smootherstep (default: smootherstep)")                                    \
    X(METRIC, "metric", "metric", "kind", "cellular: euclidean, squared, manhattan or chebyshev (default: euclidean)") \
    X(RESULT, "result", "result", "kind", "cellular: f1, f2, f2-f1 or cell (default: f1)")                             \
    X(JITTER, "jitter", "jitter", "r", "cellular: 0 for a regular lattice to 1 for anywhere (default: 1)")             \
    X(SALT, "salt", "seed", "n", "the node's own seed: different ones are independent (default: 0)")

enum {
#define X(id, option, parameter, value, help) SOURCE_##id,
    SOURCE_OPTIONS(X)
#undef X
        SOURCE_OPTION_COUNT
};

typedef struct source_option {
    const char *name, *parameter;
} source_option;

static const source_option source_options[SOURCE_OPTION_COUNT] = {
#define X(id, option, parameter, value, help) {option, parameter},
    SOURCE_OPTIONS(X)
#undef X
};

typedef struct noise_values {
    cli_common common;
    int type;
    const char *parameters[SOURCE_OPTION_COUNT];  // texts for tr_node_def_set(), NULL when not given
    bool sheet;
    int64_t dims;
    tr_integer_list at, size;
    int64_t step;
    int style;  // tr_picture_style
    int scale;  // scale_kind
    int64_t bits;
    double height;
} noise_values;

static const char *const type_names[] = {"value", "gradient", "simplex", "cellular", NULL};
static const tr_node_kind type_kinds[] = {TR_NODE_VALUE, TR_NODE_GRADIENT, TR_NODE_SIMPLEX, TR_NODE_CELLULAR};
static const char *const style_names[TR_PICTURE_STYLE_COUNT + 1] = {
#define X(id, name) name,
    TR_PICTURE_STYLE_LIST(X)
#undef X
        NULL};
static const char *const scale_names[] = {"auto", "range", NULL};

// ---------------------------------------------------------------------------------------------------------
// What is given together

static const char *first_given(const cli_call *call, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (cli_was_given(call->given, names[i])) {
            return names[i];
        }
    }
    return NULL;
}

static const char *first_source_option(const cli_call *call)
{
    const char *names[SOURCE_OPTION_COUNT];
    for (int i = 0; i < SOURCE_OPTION_COUNT; i++) {
        names[i] = source_options[i].name;
    }
    return first_given(call, names, SOURCE_OPTION_COUNT);
}

// One of a graph file, --type and --sheet says what to show; an option of another would have no effect.
static int check_subject(const cli_call *call)
{
    static const char *const not_for_sheet[] = {"dims", "at", "step", "scale", "bits", "height"};
    const noise_values *values = call->values;
    const bool type = cli_was_given(call->given, "type"), graph = call->argument_count > 0;
    if (type + graph + values->sheet > 1) {
        return cli_usage(call, "give only one of a graph file, --type and --sheet");
    }
    if (type + graph + values->sheet == 0) {
        return cli_usage(call, "say what to show: a graph file, --type or --sheet");
    }
    const char *other = type ? NULL : first_source_option(call);
    if (other) {
        return cli_usage(call, "--%s goes with --type, not with %s", other, graph ? "a graph file" : "--sheet");
    }
    other = values->sheet ? first_given(call, not_for_sheet, sizeof not_for_sheet / sizeof not_for_sheet[0]) : NULL;
    if (other) {
        return cli_usage(call, "--%s has no meaning with --sheet", other);
    }
    return CLI_DONE;
}

static int check_picture(const cli_call *call)
{
    const noise_values *values = call->values;
    if (!values->common.output) {
        return cli_usage(call, "-o <file.png> is missing: where to write the picture");
    }
    if (values->size.items[0] * values->size.items[1] > MAX_PIXELS) {
        return cli_usage(call, "--size is %d,%d; together at most %d pixels are allowed", (int)values->size.items[0],
                         (int)values->size.items[1], MAX_PIXELS);
    }
    if (values->bits != 8 && values->bits != 16) {
        return cli_usage(call, "--bits is %d; allowed is 8 or 16", (int)values->bits);
    }
    if (values->bits == 16 && values->style != TR_PICTURE_GREY) {
        return cli_usage(call, "--bits 16 is for --style grey only");
    }
    if (values->style != TR_PICTURE_RELIEF && cli_was_given(call->given, "height")) {
        return cli_usage(call, "--height is for --style relief only");
    }
    if (values->at.count > 2 && values->dims < 3) {
        return cli_usage(call, "--at has a z, which needs --dims 3");
    }
    return CLI_DONE;
}

// ---------------------------------------------------------------------------------------------------------
// The noise

// Settings of octaves do nothing to a source without a fractal.
static int check_fractal(const cli_call *call, const tr_node_def *def)
{
    static const char *const of_fractals[] = {"octaves", "lacunarity", "gain", "sharpness"};
    const char *idle = NULL;
    if (def->fractal == TR_FRACTAL_NONE) {
        idle = first_given(call, of_fractals, sizeof of_fractals / sizeof of_fractals[0]);
    }
    return idle ? cli_usage(call, "--%s needs --fractal fbm, billow, ridged or damped", idle) : CLI_DONE;
}

static int read_source(const cli_call *call, tr_node_def *def)
{
    const noise_values *values = call->values;
    *def = tr_default_node_def(type_kinds[values->type]);
    for (int i = 0; i < SOURCE_OPTION_COUNT; i++) {
        tr_error err;
        if (values->parameters[i] && !tr_node_def_set(def, source_options[i].parameter, values->parameters[i], &err)) {
            return cli_usage(call, "--%s: %s", source_options[i].name, err.message);
        }
    }
    return check_fractal(call, def);
}

static tr_noise_graph *source_graph(tr_context *context, const tr_node_def *def, tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (graph && tr_noise_graph_add(graph, def, err) < 0) {
        tr_noise_graph_destroy(graph);
        return NULL;
    }
    return graph;
}

// `source` is NULL for a graph file.
static tr_noise *make_noise(const cli_call *call, tr_context *context, const tr_node_def *source, tr_error *err)
{
    const noise_values *values = call->values;
    tr_noise_graph *graph =
        source ? source_graph(context, source, err) : tr_noise_graph_load(context, call->arguments[0], err);
    if (!graph) {
        return NULL;
    }
    tr_noise *noise = tr_noise_compile(graph, tr_noise_graph_output(graph), (int)values->dims, err);
    tr_noise_graph_destroy(graph);
    return noise;
}

// ---------------------------------------------------------------------------------------------------------
// The picture

static tr_picture_noise_def def_of(const noise_values *values, const float range[2])
{
    tr_picture_noise_def def = tr_default_picture_noise_def();
    def.seed = values->common.seed;
    def.x = values->at.items[0];
    def.y = values->at.items[1];
    def.z = values->at.count > 2 ? values->at.items[2] : 0;
    def.step = values->step;
    def.width_px = (int32_t)values->size.items[0];
    def.height_px = (int32_t)values->size.items[1];
    def.picture.style = (tr_picture_style)values->style;
    def.picture.bits = (int32_t)values->bits;
    def.picture.steepness = (float)(values->height / (double)values->step);
    if (values->scale == SCALE_RANGE) {
        def.picture.low = range[0];
        def.picture.high = range[1];
    }
    return def;
}

// Whether the last pixel has a position.
static bool fits(const noise_values *values)
{
    for (int axis = 0; axis < 2; axis++) {
        if (values->at.items[axis] > INT64_MAX - values->step * (values->size.items[axis] - 1)) {
            return false;
        }
    }
    return true;
}

static void print_result(const noise_values *values, const tr_picture_report *stats, const float range[2])
{
    const int width = (int)values->size.items[0], height = (int)values->size.items[1];
    if (!values->common.json) {
        if (!values->common.quiet) {
            printf("%s: %d x %d pixels, values %.4g to %.4g, mean %.4g\n", values->common.output, width, height,
                   (double)stats->low, (double)stats->high, stats->mean);
        }
        return;
    }
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", values->common.output);
    cli_json_int(&json, "width", width);
    cli_json_int(&json, "height", height);
    cli_json_double(&json, "min", (double)stats->low);
    cli_json_double(&json, "max", (double)stats->high);
    cli_json_double(&json, "mean", stats->mean);
    cli_json_double(&json, "range_low", (double)range[0]);
    cli_json_double(&json, "range_high", (double)range[1]);
    cli_json_close(&json);
    cli_json_end(&json);
}

static bool show(tr_context *context, const tr_noise *noise, const noise_values *values, tr_error *err)
{
    float range[2];
    tr_noise_range(noise, &range[0], &range[1]);
    const tr_picture_noise_def def = def_of(values, range);
    cli_progress progress = cli_progress_begin("noise", values->common.quiet);
    const tr_progress hook = cli_progress_hook(&progress);
    tr_picture_report stats;
    tr_image image;
    bool done = tr_picture_draw_noise(noise, &def, &hook, &stats, &image, err);
    if (done) {
        done = tr_png_write(context, values->common.output, &image, err);
        tr_image_destroy(context, &image);
    }
    cli_progress_end(&progress);
    if (done) {
        print_result(values, &stats, range);
    }
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// The command

static int run_noise(const cli_call *call, tr_context *context)
{
    const noise_values *values = call->values;
    const bool from_options = cli_was_given(call->given, "type");
    tr_node_def source;
    if (from_options && read_source(call, &source) != CLI_DONE) {
        return CLI_USAGE;
    }
    if (!fits(values)) {
        return cli_usage(call, "--at, --size and --step reach beyond the largest 64-bit position");
    }
    tr_error err = {0};
    tr_noise *noise = make_noise(call, context, from_options ? &source : NULL, &err);
    if (!noise) {
        // What was written on the command line is wrong usage, what is in a file is not.
        return from_options && err.code == TR_ERROR_INVALID_ARGUMENT ? cli_usage(call, "%s", err.message)
                                                                     : cli_fail(call, &err);
    }
    const bool done = show(context, noise, values, &err);
    tr_noise_destroy(noise);
    return done ? CLI_DONE : cli_fail(call, &err);
}

static noise_sheet_def sheet_def_of(const cli_call *call)
{
    const noise_values *values = call->values;
    const bool sized = cli_was_given(call->given, "size");
    return (noise_sheet_def){.seed = values->common.seed,
                             .style = (tr_picture_style)values->style,
                             .tile_width = sized ? (int32_t)values->size.items[0] : NOISE_SHEET_TILE_PX,
                             .tile_height = sized ? (int32_t)values->size.items[1] : NOISE_SHEET_TILE_PX};
}

static int run_sheet(const cli_call *call, tr_context *context)
{
    const noise_values *values = call->values;
    const noise_sheet_def def = sheet_def_of(call);
    if (def.tile_width < NOISE_SHEET_MIN_PX || def.tile_width > NOISE_SHEET_MAX_PX ||
        def.tile_height < NOISE_SHEET_MIN_PX || def.tile_height > NOISE_SHEET_MAX_PX) {
        return cli_usage(call, "--size of a picture in a sheet is %d,%d; allowed is %d to %d each", (int)def.tile_width,
                         (int)def.tile_height, NOISE_SHEET_MIN_PX, NOISE_SHEET_MAX_PX);
    }
    tr_error err = {0};
    cli_progress progress = cli_progress_begin("sheet", values->common.quiet);
    const tr_progress hook = cli_progress_hook(&progress);
    tr_image image;
    const bool made = noise_sheet_create(context, &def, &hook, &image, &err);
    cli_progress_end(&progress);
    if (!made) {
        return cli_fail(call, &err);
    }
    const bool done = tr_png_write(context, values->common.output, &image, &err);
    if (done) {
        cli_report_picture(&values->common, &image);
    }
    tr_image_destroy(context, &image);
    return done ? CLI_DONE : cli_fail(call, &err);
}

static int run(const cli_call *call)
{
    const noise_values *values = call->values;
    int code = check_subject(call);
    if (code == CLI_DONE) {
        code = check_picture(call);
    }
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err;
    tr_context *context = cli_context_create(&values->common, &err);
    if (!context) {
        return cli_fail(call, &err);
    }
    code = values->sheet ? run_sheet(call, context) : run_noise(call, context);
    tr_context_destroy(context);
    return code;
}

#define AT(field) .offset = offsetof(noise_values, field)

static const tr_key options[] = {
    {.name = "type",
     .type = TR_KEY_CHOICE,
     AT(type),
     .value = "kind",
     .choices = type_names,
     .help = "the noise to show: value, gradient, simplex or cellular"},
#define X(id, option, parameter, help_value, help_text) \
    {.name = option, .type = TR_KEY_TEXT, AT(parameters[SOURCE_##id]), .value = help_value, .help = help_text},
    SOURCE_OPTIONS(X)
#undef X
        {.name = "dims",
         .type = TR_KEY_INT64,
         AT(dims),
         .value = "n",
         .initial = "2",
         .low = 1,
         .high = 3,
         .help = "axes of the noise; 3 shows the slice at the z of --at"},
    {.name = "at",
     .type = TR_KEY_INTEGERS,
     AT(at),
     .value = "x,y[,z]",
     .initial = "0,0",
     .min_count = 2,
     .max_count = 3,
     .help = "position of the upper left pixel, any 64-bit integers"},
    {.name = "size",
     .type = TR_KEY_INTEGERS,
     AT(size),
     .value = "w,h",
     .initial = "512,512",
     .low = 1,
     .high = MAX_SIDE_PX,
     .min_count = 2,
     .max_count = 2,
     .help = "pixels, up to 16384 each and 2^26 together"},
    {.name = "step",
     .type = TR_KEY_INT64,
     AT(step),
     .value = "n",
     .initial = "1",
     .low = 1,
     .high = (int64_t)1 << 31,
     .help = "units per pixel"},
    {.name = "style",
     .type = TR_KEY_CHOICE,
     AT(style),
     .value = "style",
     .choices = style_names,
     .initial = "grey",
     .help = "grey, heat, terrain (a map) or relief (shaded)"},
    {.name = "scale",
     .type = TR_KEY_CHOICE,
     AT(scale),
     .value = "kind",
     .choices = scale_names,
     .initial = "auto",
     .help = "what the palette spans: auto (min..max seen) or range (guaranteed)"},
    {.name = "bits",
     .type = TR_KEY_INT64,
     AT(bits),
     .value = "n",
     .initial = "8",
     .low = 8,
     .high = 16,
     .help = "8, or 16 for grey"},
    {.name = "height",
     .type = TR_KEY_DOUBLE,
     AT(height),
     .value = "units",
     .initial = "100",
     .low = 0.0,
     .high = 1e6,
     .help = "relief: how high a value of 1 stands"},
    {.name = "sheet", .type = TR_KEY_BOOL, AT(sheet), .help = "a sheet of all noises; --size is that of each picture"},
};

const cli_command cmd_noise = {
    .name = "noise",
    .summary = "paint a noise or a noise graph as a PNG",
    .arguments = "[graph.yaml]",
    .max_arguments = 1,
    .description =
        "Shows a graph file, one noise (--type value, gradient, simplex or cellular, with its parameters), or a\n"
        "sheet of all noises (--sheet). Styles terrain and relief take values as heights, with the sea at 0.\n"
        "The same values give the same bytes on every machine.\n",
    .example = "build/bin/terrane noise worlds/graphs/relief.yaml --style relief --size 640,400 -o out/relief.png\n"
               "  build/bin/terrane noise --type simplex --fractal ridged --octaves 5 --style heat -o out/ridged.png\n"
               "  build/bin/terrane noise --sheet -o out/noises.png",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_OUTPUT | CLI_COMMON_JSON | CLI_COMMON_QUIET,
    .options = options,
    .option_count = (int)(sizeof options / sizeof options[0]),
    .values_size = sizeof(noise_values),
    .run = run,
};
