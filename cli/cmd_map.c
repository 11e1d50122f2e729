// terrane map: a world as a picture, framed and explained.
#include "command.h"
#include "progress.h"
#include "report.h"
#include "world_input.h"

#include "terrane/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct map_values {
    cli_common common;
    tr_integer_list size;
    int64_t width;
    double spacing;
    int layer;   // tr_map_layer
    int colors;  // tr_map_colors
    const char *contours, *graticule;
    int legend, shadows;  // 0: on
    bool plain;
    const char *title;
    double exaggeration;
    double sun_azimuth, sun_elevation;
} map_values;

static const char *const layer_names[TR_MAP_LAYER_COUNT + 1] = {
#define X(id, name, field, title, unit) name,
    TR_MAP_LAYER_LIST(X)
#undef X
        NULL};
static const char *const color_names[TR_MAP_COLORS_COUNT + 1] = {"hypsometric", "biome", "grey", NULL};
static const char *const switch_names[] = {"on", "off", NULL};

// ---------------------------------------------------------------------------------------------------------
// What is given

// An interval in metres: what the user wrote, 0 for "off".
static bool read_interval(const char *option, const char *text, double *out, tr_error *err)
{
    if (strcmp(text, "auto") == 0 || strcmp(text, "off") == 0) {
        *out = text[0] == 'a' ? (double)TR_NOT_GIVEN : 0.0;
        return true;
    }
    char *end = NULL;
    *out = strtod(text, &end);
    if (end == text || *end != '\0' || !(*out >= 0.01 && *out <= 1e9)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--%s is '%s'; allowed is auto, off or metres from 0.01 to 1e9",
                       option, text);
    }
    return true;
}

static int check_options(const cli_call *call, tr_map_def *def)
{
    const map_values *values = call->values;
    tr_error err;
    if (!values->common.output) {
        return cli_usage(call, "-o <file.png> is missing: where to write the map");
    }
    if (values->width > 0 && values->size.count > 0) {
        return cli_usage(call, "give only one of --size and --width");
    }
    if (values->layer != TR_MAP_RELIEF && cli_was_given(call->given, "colors")) {
        return cli_usage(call, "--colors is for --layer relief only");
    }
    if (values->plain && cli_was_given(call->given, "title")) {
        return cli_usage(call, "--title has no meaning with --plain");
    }
    if (!read_interval("contours", values->contours, &def->contours_m, &err) ||
        !read_interval("graticule", values->graticule, &def->graticule_m, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    return CLI_DONE;
}

static tr_map_def def_of(const cli_call *call)
{
    const map_values *values = call->values;
    const bool sized = values->size.count > 0;
    tr_map_def def = tr_default_map_def();
    def.width_px = sized ? (int32_t)values->size.items[0] : (int32_t)values->width;
    def.height_px = sized ? (int32_t)values->size.items[1] : 0;
    def.layer = (tr_map_layer)values->layer;
    def.colors = (tr_map_colors)values->colors;
    def.legend = values->legend == 0;
    def.shadows = values->shadows == 0;
    def.plate = !values->plain;
    def.sun_azimuth_deg = values->sun_azimuth;
    def.sun_elevation_deg = values->sun_elevation;
    if (cli_was_given(call->given, "spacing")) {
        def.spacing_m = values->spacing;
    }
    if (cli_was_given(call->given, "exaggeration")) {
        def.exaggeration = values->exaggeration;
    }
    return def;
}

// ---------------------------------------------------------------------------------------------------------
// The command

static void print_region(cli_json *json, const tr_sample_area *area)
{
    const double spacing = area->spacing_m;
    cli_json_open(json, "region_m", '[');
    cli_json_double(json, NULL, (double)area->x * spacing);
    cli_json_double(json, NULL, (double)area->z * spacing);
    cli_json_double(json, NULL, (double)(area->x + area->width) * spacing);
    cli_json_double(json, NULL, (double)(area->z + area->height) * spacing);
    cli_json_close(json);
}

static void print_json(const map_values *values, const tr_image *page, const tr_map_report *report)
{
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", values->common.output);
    cli_json_text(&json, "layer", layer_names[values->layer]);
    cli_json_text(&json, "unit", report->unit);
    cli_json_int(&json, "width", page->width);
    cli_json_int(&json, "height", page->height);
    cli_json_int(&json, "map_left", report->map_left);
    cli_json_int(&json, "map_top", report->map_top);
    cli_json_int(&json, "map_width", report->area.width);
    cli_json_int(&json, "map_height", report->area.height);
    cli_json_double(&json, "spacing_m", report->area.spacing_m);
    print_region(&json, &report->area);
    cli_json_double(&json, "min", (double)report->low);
    cli_json_double(&json, "max", (double)report->high);
    cli_json_double(&json, "contours_m", report->contours_m);
    cli_json_close(&json);
    cli_json_end(&json);
}

static void print_result(const map_values *values, const tr_image *page, const tr_map_report *report)
{
    if (values->common.json) {
        print_json(values, page, report);
    } else if (!values->common.quiet) {
        printf("%s: %d x %d pixels, %.6g m each, values %.4g to %.4g %s\n", values->common.output, (int)page->width,
               (int)page->height, report->area.spacing_m, (double)report->low, (double)report->high, report->unit);
    }
}

static bool write_map(const map_values *values, const tr_world *world, const tr_map_def *def, tr_error *err)
{
    cli_progress bar = cli_progress_begin("map", values->common.quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    tr_map_report report;
    tr_image page;
    const bool drawn = tr_map_draw(world, def, &hook, &report, &page, err);
    cli_progress_end(&bar);
    if (!drawn) {
        return false;
    }
    tr_context *context = tr_world_context(world);
    const bool done = tr_png_write(context, values->common.output, &page, err);
    if (done) {
        print_result(values, &page, &report);
    }
    tr_image_destroy(context, &page);
    return done;
}

static int draw(const cli_call *call, const tr_world *world, tr_map_def def)
{
    const map_values *values = call->values;
    tr_error err = {0};
    tr_sample_area area;
    def.has_region = true;
    def.region_m = world_input_region(call, world);
    // What the options ask for together is wrong usage.
    if (!tr_map_area(world, &def, &area, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    char title[160];
    world_input_title(call, world, title, sizeof title);
    def.title = values->title ? values->title : title;
    return write_map(values, world, &def, &err) ? CLI_DONE : cli_fail(call, &err);
}

static int run(const cli_call *call)
{
    tr_map_def def = def_of(call);
    const int code = check_options(call, &def);
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err = {0};
    world_input input;
    if (!world_input_open(call, &input, &err)) {
        return cli_fail(call, &err);
    }
    const int result = draw(call, input.world, def);
    world_input_close(&input);
    return result;
}

#define AT(field) .offset = offsetof(map_values, field)

static const tr_key options[] = {
    {.name = "layer",
     .type = TR_KEY_CHOICE,
     AT(layer),
     .value = "name",
     .choices = layer_names,
     .initial = "relief",
     .help = "what to show: relief, height, biome, temperature, humidity, slope, aspect, curvature, water_distance, "
             "road_distance, city_distance, flow or normal"},
    {.name = "colors",
     .type = TR_KEY_CHOICE,
     AT(colors),
     .value = "kind",
     .choices = color_names,
     .initial = "hypsometric",
     .help = "of the relief: hypsometric, biome or grey"},
    {.name = "size",
     .type = TR_KEY_INTEGERS,
     AT(size),
     .value = "w,h",
     .low = TR_MAP_MIN_PX,
     .high = TR_MAP_MAX_PX,
     .min_count = 2,
     .max_count = 2,
     .help = "pixels of the map without its frame; the spacing follows"},
    {.name = "width",
     .type = TR_KEY_INT64,
     AT(width),
     .value = "px",
     .low = TR_MAP_MIN_PX,
     .high = TR_MAP_MAX_PX,
     .help = "pixels of the map from west to east; the height follows (default: 1000 along the longer side)"},
    {.name = "spacing",
     .type = TR_KEY_DOUBLE,
     AT(spacing),
     .value = "m",
     .low = 1.0 / 256.0,
     .high = 8388608.0,
     .help = "metres per pixel, a multiple of 1/256; with --size the map lies around the middle of the region"},
    {.name = "contours",
     .type = TR_KEY_TEXT,
     AT(contours),
     .value = "m",
     .initial = "auto",
     .help = "interval in metres, auto or off; auto draws them on relief and height"},
    {.name = "graticule",
     .type = TR_KEY_TEXT,
     AT(graticule),
     .value = "m",
     .initial = "auto",
     .help = "distance of its lines in metres, auto or off"},
    {.name = "legend",
     .type = TR_KEY_CHOICE,
     AT(legend),
     .value = "on|off",
     .choices = switch_names,
     .initial = "on",
     .help = "beside the map"},
    {.name = "shadows",
     .type = TR_KEY_CHOICE,
     AT(shadows),
     .value = "on|off",
     .choices = switch_names,
     .initial = "on",
     .help = "soft shadows and the light of the sky"},
    {.name = "exaggeration",
     .type = TR_KEY_DOUBLE,
     AT(exaggeration),
     .value = "factor",
     .low = 0.01,
     .high = 1000.0,
     .help = "of heights, for light and shade alone (default: by how steep the ground is)"},
    {.name = "sun-azimuth",
     .type = TR_KEY_DOUBLE,
     AT(sun_azimuth),
     .value = "deg",
     .low = 0.0,
     .high = 360.0,
     .initial = "315",
     .help = "clockwise from north, to the nearest 22.5"},
    {.name = "sun-elevation",
     .type = TR_KEY_DOUBLE,
     AT(sun_elevation),
     .value = "deg",
     .low = 5.0,
     .high = 85.0,
     .initial = "40",
     .help = "above the horizon"},
    {.name = "title", .type = TR_KEY_TEXT, AT(title), .value = "text", .help = "instead of the name of the world"},
    {.name = "plain", .type = TR_KEY_BOOL, AT(plain), .help = "the map alone: no frame, title, scale bar or legend"},
};

const cli_command cmd_map = {
    .name = "map",
    .summary = "draw a map of a world as a PNG",
    .arguments = "<world.yaml>",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        "Draws a region of a world (--region in metres; by default what is worth looking at) with one layer of\n"
        "it, contour lines, a graticule, a scale bar and a legend. North is up. The same world and the same\n"
        "options give the same bytes on every machine.\n",
    .example = "build/bin/terrane map worlds/valley.yaml -o out/map.png",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_REGION | CLI_COMMON_OUTPUT | CLI_COMMON_JSON |
              CLI_COMMON_QUIET,
    .options = options,
    .option_count = (int)(sizeof options / sizeof options[0]),
    .values_size = sizeof(map_values),
    .run = run,
};
