// terrane map: a world as a picture, framed and explained.
#include "command.h"
#include "map_plan.h"
#include "map_plate.h"
#include "report.h"
#include "world_input.h"

#include "terrane/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct map_values {
    cli_common common;
    cli_int_list size;
    int64_t width;
    double spacing;
    int layer;   // map_layer
    int colors;  // map_colors
    const char *contours, *graticule;
    int legend, shadows;  // 0: on
    bool plain;
    const char *title;
    double exaggeration;
    double sun_azimuth, sun_elevation;
} map_values;

static const char *const layer_names[MAP_LAYER_COUNT + 1] = {
#define X(id, name, field, title, unit, ramp) name,
    MAP_LAYER_LIST(X)
#undef X
        NULL};
static const char *const color_names[MAP_COLORS_COUNT + 1] = {"hypsometric", "biome", "grey", NULL};
static const char *const switch_names[] = {"on", "off", NULL};

// ---------------------------------------------------------------------------------------------------------
// What is given

// An interval in metres: what the user wrote, 0 for "off" and a negative number for "auto".
static bool read_interval(const char *option, const char *text, double *out, tr_error *err)
{
    if (strcmp(text, "auto") == 0 || strcmp(text, "off") == 0) {
        *out = text[0] == 'a' ? -1.0 : 0.0;
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

static int check_options(const cli_call *call, map_plate_def *def)
{
    const map_values *values = call->values;
    tr_error err;
    if (!values->common.output) {
        return cli_usage(call, "-o <file.png> is missing: where to write the map");
    }
    if (values->width > 0 && values->size.count > 0) {
        return cli_usage(call, "give only one of --size and --width");
    }
    if (values->layer != MAP_RELIEF && cli_was_given(call->given, "colors")) {
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

static map_plan plan_of(const cli_call *call, const tr_world *world)
{
    const map_values *values = call->values;
    const bool sized = values->size.count > 0;
    return (map_plan){.region_m = world_input_region(call, world),
                      .width_px = sized ? (int32_t)values->size.items[0] : (int32_t)values->width,
                      .height_px = sized ? (int32_t)values->size.items[1] : 0,
                      .spacing_m = values->spacing};
}

// ---------------------------------------------------------------------------------------------------------
// The command

static void print_region(cli_json *json, const tr_area *area)
{
    const double spacing = area->spacing_m;
    cli_json_open(json, "region_m", '[');
    cli_json_double(json, NULL, (double)area->x * spacing);
    cli_json_double(json, NULL, (double)area->z * spacing);
    cli_json_double(json, NULL, (double)(area->x + area->width) * spacing);
    cli_json_double(json, NULL, (double)(area->z + area->height) * spacing);
    cli_json_close(json);
}

static void print_json(const map_values *values, const tr_area *area, const map_plate_report *report)
{
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", values->common.output);
    cli_json_text(&json, "layer", layer_names[values->layer]);
    cli_json_text(&json, "unit", report->unit);
    cli_json_int(&json, "width", report->layout.width);
    cli_json_int(&json, "height", report->layout.height);
    cli_json_int(&json, "map_left", report->layout.map_left);
    cli_json_int(&json, "map_top", report->layout.map_top);
    cli_json_int(&json, "map_width", area->width);
    cli_json_int(&json, "map_height", area->height);
    cli_json_double(&json, "spacing_m", area->spacing_m);
    print_region(&json, area);
    cli_json_double(&json, "min", (double)report->low);
    cli_json_double(&json, "max", (double)report->high);
    cli_json_double(&json, "contours_m", report->contours_m);
    cli_json_close(&json);
    cli_json_end(&json);
}

static void print_result(const map_values *values, const tr_area *area, const map_plate_report *report)
{
    if (values->common.json) {
        print_json(values, area, report);
    } else if (!values->common.quiet) {
        printf("%s: %d x %d pixels, %.6g m each, values %.4g to %.4g %s\n", values->common.output,
               (int)report->layout.width, (int)report->layout.height, area->spacing_m, (double)report->low,
               (double)report->high, report->unit);
    }
}

static int draw(const cli_call *call, const tr_world *world, map_plate_def *def)
{
    const map_values *values = call->values;
    tr_error err = {0};
    const map_plan plan = plan_of(call, world);
    tr_area area;
    if (!map_plan_area(&plan, &area, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    char title[160];
    world_input_title(call, world, title, sizeof title);
    def->title = values->title ? values->title : title;
    map_plate_report report;
    tr_image page;
    if (!map_plate_draw(world, &area, def, &report, &page, &err)) {
        return cli_fail(call, &err);
    }
    tr_context *context = tr_world_context(world);
    const bool done = tr_png_write(context, values->common.output, &page, &err);
    tr_image_destroy(context, &page);
    if (!done) {
        return cli_fail(call, &err);
    }
    print_result(values, &area, &report);
    return CLI_DONE;
}

static int run(const cli_call *call)
{
    const map_values *values = call->values;
    map_plate_def def = {.layer = (map_layer)values->layer,
                         .colors = (map_colors)values->colors,
                         .legend = values->legend == 0,
                         .shadows = values->shadows == 0,
                         .plain = values->plain,
                         .exaggeration = values->exaggeration,
                         .sun_azimuth_deg = values->sun_azimuth,
                         .sun_elevation_deg = values->sun_elevation,
                         .quiet = values->common.quiet};
    const int code = check_options(call, &def);
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err = {0};
    world_input input;
    if (!world_input_open(call, &input, &err)) {
        return cli_fail(call, &err);
    }
    const int result = draw(call, input.world, &def);
    world_input_close(&input);
    return result;
}

#define AT(field) .offset = offsetof(map_values, field)

static const cli_option options[] = {
    {.name = "layer",
     .kind = CLI_CHOICE,
     AT(layer),
     .value = "name",
     .choices = layer_names,
     .standard = "relief",
     .text = "what to show: relief, height, biome, temperature, humidity, slope, aspect, curvature, water_distance, "
             "road_distance, city_distance, flow or normal"},
    {.name = "colors",
     .kind = CLI_CHOICE,
     AT(colors),
     .value = "kind",
     .choices = color_names,
     .standard = "hypsometric",
     .text = "of the relief: hypsometric, biome or grey"},
    {.name = "size",
     .kind = CLI_INT_LIST,
     AT(size),
     .value = "w,h",
     .low = MAP_LEAST_PX,
     .high = MAP_MOST_PX,
     .low_count = 2,
     .high_count = 2,
     .text = "pixels of the map without its frame; the spacing follows"},
    {.name = "width",
     .kind = CLI_INT,
     AT(width),
     .value = "px",
     .low = MAP_LEAST_PX,
     .high = MAP_MOST_PX,
     .text = "pixels of the map from west to east; the height follows (default: 1000 along the longer side)"},
    {.name = "spacing",
     .kind = CLI_DOUBLE,
     AT(spacing),
     .value = "m",
     .low_real = 1.0 / 256.0,
     .high_real = 8388608.0,
     .text = "metres per pixel, a multiple of 1/256; with --size the map lies around the middle of the region"},
    {.name = "contours",
     .kind = CLI_TEXT,
     AT(contours),
     .value = "m",
     .standard = "auto",
     .text = "interval in metres, auto or off; auto draws them on relief and height"},
    {.name = "graticule",
     .kind = CLI_TEXT,
     AT(graticule),
     .value = "m",
     .standard = "auto",
     .text = "distance of its lines in metres, auto or off"},
    {.name = "legend",
     .kind = CLI_CHOICE,
     AT(legend),
     .value = "on|off",
     .choices = switch_names,
     .standard = "on",
     .text = "beside the map"},
    {.name = "shadows",
     .kind = CLI_CHOICE,
     AT(shadows),
     .value = "on|off",
     .choices = switch_names,
     .standard = "on",
     .text = "soft shadows and the light of the sky"},
    {.name = "exaggeration",
     .kind = CLI_DOUBLE,
     AT(exaggeration),
     .value = "factor",
     .low_real = 0.01,
     .high_real = 1000.0,
     .text = "of heights, for light and shade alone (default: by how steep the ground is)"},
    {.name = "sun-azimuth",
     .kind = CLI_DOUBLE,
     AT(sun_azimuth),
     .value = "deg",
     .low_real = 0.0,
     .high_real = 360.0,
     .standard = "315",
     .text = "clockwise from north, to the nearest 22.5"},
    {.name = "sun-elevation",
     .kind = CLI_DOUBLE,
     AT(sun_elevation),
     .value = "deg",
     .low_real = 5.0,
     .high_real = 85.0,
     .standard = "40",
     .text = "above the horizon"},
    {.name = "title", .kind = CLI_TEXT, AT(title), .value = "text", .text = "instead of the name of the world"},
    {.name = "plain", .kind = CLI_FLAG, AT(plain), .text = "the map alone: no frame, title, scale bar or legend"},
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
