// terrane map: a world as a picture, framed and explained.
#include "command.h"
#include "context.h"
#include "horizon.h"
#include "map_frame.h"
#include "map_legend.h"
#include "map_paint.h"
#include "map_plan.h"
#include "map_steps.h"
#include "progress.h"
#include "relief.h"
#include "report.h"
#include "world_field.h"

#include "terrane/io.h"
#include "terrane/math.h"

#include <inttypes.h>
#include <math.h>
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

// An interval in metres: what the user wrote, 0 for "off" and a negative number for "auto".
typedef struct map_intervals {
    double contours_m, graticule_m;
} map_intervals;

// A map while it is made.
typedef struct map_work {
    const map_values *values;
    tr_context *context;
    tr_world *world;
    tr_area area;
    map_intervals intervals;
    map_look look;
    map_layout layout;
    map_contours contours;
    field heights, shown;  // shown: values of the layer, where it has some
    field_stats height_stats, shown_stats;
    double rise;  // of the ground on average, metres per metre
    int64_t biome_pixels[TR_BIOME_COUNT];
} map_work;

// ---------------------------------------------------------------------------------------------------------
// What is given

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

static int check_options(const cli_call *call, map_intervals *intervals)
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
    if (!read_interval("contours", values->contours, &intervals->contours_m, &err) ||
        !read_interval("graticule", values->graticule, &intervals->graticule_m, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    return CLI_DONE;
}

static map_plan plan_of(const cli_call *call, const tr_world *world)
{
    const map_values *values = call->values;
    const bool sized = values->size.count > 0;
    return (map_plan){.region_m = cli_was_given(call->given, "region") ? values->common.region : tr_world_home(world),
                      .width_px = sized ? (int32_t)values->size.items[0] : (int32_t)values->width,
                      .height_px = sized ? (int32_t)values->size.items[1] : 0,
                      .spacing_m = values->spacing};
}

// ---------------------------------------------------------------------------------------------------------
// Light

// The tangent of the sun's elevation, by functions that are alike on every machine.
static bool tangent_of(tr_context *context, double degrees, float *out, tr_error *err)
{
    const float angle = (float)(degrees * 0.017453292519943295);
    float sine, cosine;
    if (!tr_math_eval(context, TR_MATH_SIN, &angle, NULL, 1, &sine, err) ||
        !tr_math_eval(context, TR_MATH_COS, &angle, NULL, 1, &cosine, err)) {
        return false;
    }
    *out = sine / cosine;
    return true;
}

static bool set_light(map_work *work, tr_error *err)
{
    const map_values *values = work->values;
    light_def light = light_default();
    // Directions go clockwise from east in steps of 22.5 degrees, azimuths from north.
    light.direction =
        ((int)(values->sun_azimuth / 22.5 + 0.5) + HORIZON_DIRECTIONS - HORIZON_DIRECTIONS / 4) % HORIZON_DIRECTIONS;
    light.shadow = 0.5f;
    const bool flat = values->layer == MAP_HEIGHT || values->layer == MAP_NORMAL;
    light.horizons = values->shadows == 0 && !flat;
    work->look.light = light;
    work->look.shading = flat ? 0.0f : values->layer == MAP_RELIEF ? 1.0f : values->layer == MAP_BIOME ? 0.7f : 0.4f;
    return tangent_of(work->context, values->sun_elevation, &work->look.light.elevation, err);
}

// How much the ground rises on average, from a part of the pixels that is the same for every machine.
static double mean_rise(const field *heights, double spacing_m)
{
    const int32_t stride = 1 + (heights->width > heights->height ? heights->width : heights->height) / 1024;
    double sum = 0.0;
    int64_t count = 0;
    for (int32_t y = 0; y < heights->height; y += stride) {
        for (int32_t x = 0; x < heights->width; x += stride) {
            if (field_at(heights, x, y) >= 0.0f) {
                const double rise_x = (double)field_at(heights, x + 1, y) - (double)field_at(heights, x - 1, y);
                const double rise_y = (double)field_at(heights, x, y + 1) - (double)field_at(heights, x, y - 1);
                sum += sqrt(rise_x * rise_x + rise_y * rise_y);
                count++;
            }
        }
    }
    return count > 0 ? sum / (double)count / (2.0 * spacing_m) : 0.0;
}

// Gentle ground is raised so that light and shade tell its shape; steep ground is not made steeper.
static double exaggeration_of(const map_work *work)
{
    const double wanted = 0.42, most = 8.0;
    if (work->values->exaggeration > 0.0) {
        return work->values->exaggeration;
    }
    const double factor = work->rise > 0.0 ? wanted / work->rise : 1.0;
    return factor < 0.75 ? 0.75 : factor > most ? most : factor;
}

// ---------------------------------------------------------------------------------------------------------
// Fields

// Everything that a map holds at one time, before any of it is taken.
static bool check_memory(const map_work *work, tr_error *err)
{
    const tr_area *area = &work->area;
    const uint64_t page = (uint64_t)work->layout.width * (uint64_t)work->layout.height * 3;
    const uint64_t heights = (uint64_t)(area->width + 2 * RELIEF_MARGIN) * (uint64_t)(area->height + 2 * RELIEF_MARGIN);
    const int32_t planes = map_look_has_values(&work->look) ? tr_field_planes(map_layers[work->look.layer].field) : 0;
    const uint64_t values = (uint64_t)area->width * (uint64_t)area->height * (uint64_t)planes;
    const uint64_t need =
        page + (heights + values) * sizeof(float) + map_paint_bytes(&work->look, area->width, area->height);
    const tr_memory_stats memory = tr_context_memory(work->context);
    if (need > memory.budget_bytes - memory.used_bytes) {
        return tr_fail(err, TR_ERROR_OVER_BUDGET,
                       "a map of %d x %d pixels needs about %" PRIu64 " MiB, and --memory allows %" PRIu64
                       " MiB: make it smaller or allow more",
                       (int)area->width, (int)area->height, (need >> 20) + 1, memory.budget_bytes >> 20);
    }
    return true;
}

static bool evaluate(const map_work *work, tr_field which, int32_t margin, field *out, tr_error *err)
{
    cli_progress progress = cli_progress_begin(tr_field_name(which), work->values->common.quiet);
    const tr_progress hook = cli_progress_hook(&progress);
    const float sea = (float)tr_world_get_def(work->world)->sea_level_m;
    const world_field place = {.world = work->world,
                               .field = which,
                               .spacing_m = work->area.spacing_m,
                               .offset = which == TR_FIELD_HEIGHT ? -sea : 0.0f};
    const field_source source = world_field_source(&place);
    const field_def def = {
        .x = work->area.x, .y = work->area.z, .width = work->area.width, .height = work->area.height, .margin = margin};
    const bool done = field_create(work->context, &source, &def, &hook, out, err);
    cli_progress_end(&progress);
    return done;
}

// Turns stored values into those that are shown; returns the mean of their sizes.
static bool show_values(map_work *work, float *mean_size, tr_error *err)
{
    const map_layer layer = work->look.layer;
    const float factor = map_look_factor(layer);
    double sum = 0.0;
    for (int32_t y = 0; y < work->shown.height; y++) {
        float *row = (float *)field_row(&work->shown, y);
        if (layer == MAP_FLOW &&
            !tr_math_eval(work->context, TR_MATH_LOG2, row, NULL, (size_t)work->shown.width, row, err)) {
            return false;
        }
        for (int32_t x = 0; x < work->shown.width; x++) {
            row[x] *= factor;
            sum += (double)fabsf(row[x]);
        }
    }
    *mean_size = (float)(sum / ((double)work->shown.width * (double)work->shown.height));
    return true;
}

static bool take_values(map_work *work, tr_error *err)
{
    if (!map_look_has_values(&work->look)) {
        return true;
    }
    float mean_size = 0.0f;
    if (!evaluate(work, map_layers[work->look.layer].field, 0, &work->shown, err) ||
        !show_values(work, &mean_size, err)) {
        return false;
    }
    work->shown_stats = field_measure(&work->shown);
    map_look_span_values(&work->look, &work->shown_stats, mean_size);
    return true;
}

static bool take_heights(map_work *work, tr_error *err)
{
    if (!evaluate(work, TR_FIELD_HEIGHT, RELIEF_MARGIN, &work->heights, err)) {
        return false;
    }
    work->height_stats = field_measure(&work->heights);
    work->rise = mean_rise(&work->heights, work->area.spacing_m);
    work->look.height_scale = (float)(exaggeration_of(work) / work->area.spacing_m);
    map_look_span_heights(&work->look, &work->height_stats);
    return true;
}

static void plan_contours(map_work *work)
{
    const bool by_itself = work->look.layer == MAP_RELIEF || work->look.layer == MAP_HEIGHT;
    double interval_m = work->intervals.contours_m;
    if (interval_m < 0.0) {
        const double range_m = (double)work->height_stats.high - (double)work->height_stats.low;
        interval_m =
            by_itself ? map_contours_interval(range_m, work->rise * work->area.spacing_m, work->layout.unit_px) : 0.0;
    }
    work->contours.interval_m = interval_m;
    work->contours.sea_level_m = (float)tr_world_get_def(work->world)->sea_level_m;
    work->contours.unit_px = work->layout.unit_px;
    if (interval_m > 0.0) {
        map_contours_place_labels(&work->contours, &work->heights);
    }
}

// ---------------------------------------------------------------------------------------------------------
// The page

static void default_title(const map_work *work, const char *path, char *out, size_t size)
{
    const char *name = tr_world_get_def(work->world)->name;
    if (work->values->title || (name && name[0])) {
        snprintf(out, size, "%s", work->values->title ? work->values->title : name);
        return;
    }
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot && dot != out) {
        *dot = '\0';
    }
}

static void subtitle_of(const map_work *work, char *out, size_t size)
{
    const double wide_m = work->area.width * work->area.spacing_m, high_m = work->area.height * work->area.spacing_m;
    const double unit_m = wide_m >= 2000.0 && high_m >= 2000.0 ? 1000.0 : 1.0;
    int used = snprintf(out, size, "seed %" PRIu64 "  \xC2\xB7  %.4g x %.4g %s  \xC2\xB7  %.4g m per pixel",
                        tr_world_get_def(work->world)->seed, wide_m / unit_m, high_m / unit_m,
                        unit_m > 1.0 ? "km" : "m", work->area.spacing_m);
    if (work->contours.interval_m > 0.0 && used > 0 && (size_t)used < size) {
        snprintf(out + used, size - (size_t)used, "  \xC2\xB7  contours every %.6g m", work->contours.interval_m);
    }
}

static void decorate(const map_work *work, const char *path, const tr_image *page)
{
    char title[160], subtitle[200];
    default_title(work, path, title, sizeof title);
    subtitle_of(work, subtitle, sizeof subtitle);
    double graticule_m = work->intervals.graticule_m;
    if (graticule_m < 0.0) {
        graticule_m = work->layout.plain ? 0.0 : map_graticule_step(&work->layout, &work->area);
    }
    const map_frame_def frame = {&work->layout, &work->area, title, subtitle, graticule_m};
    map_frame_draw(page, &frame);
    if (work->layout.legend_width > 0) {
        const map_legend_def legend = {.layout = &work->layout,
                                       .look = &work->look,
                                       .sea_level_m = work->contours.sea_level_m,
                                       .lowest_m = work->height_stats.low,
                                       .land = work->height_stats.high >= 0.0f,
                                       .water = work->height_stats.low < 0.0f,
                                       .biome_pixels = work->biome_pixels};
        map_legend_draw(page, &legend);
    }
}

static bool paint_page(map_work *work, const char *path, const tr_image *page, tr_error *err)
{
    const map_layout *layout = &work->layout;
    map_frame_paper(page);
    tr_image map = *page;
    map.pixels = (uint8_t *)page->pixels + (size_t)layout->map_top * page->row_bytes + (size_t)layout->map_left * 3;
    map.width = layout->map_width;
    map.height = layout->map_height;
    const map_scene scene = {.world = work->world,
                             .area = work->area,
                             .look = &work->look,
                             .contours = &work->contours,
                             .heights = &work->heights,
                             .values = map_look_has_values(&work->look) ? &work->shown : NULL};
    cli_progress progress = cli_progress_begin("map", work->values->common.quiet);
    const tr_progress hook = cli_progress_hook(&progress);
    const bool done = map_paint(&scene, &map, work->biome_pixels, &hook, err);
    cli_progress_end(&progress);
    if (done) {
        map_frame_contour_labels(&map, &work->contours);
        decorate(work, path, page);
    }
    return done;
}

static bool make_page(map_work *work, const char *path, tr_error *err)
{
    plan_contours(work);
    tr_image page;
    if (!tr_image_create(work->context, work->layout.width, work->layout.height, 3, 8, &page, err)) {
        return false;
    }
    const bool done =
        paint_page(work, path, &page, err) && tr_png_write(work->context, work->values->common.output, &page, err);
    tr_image_destroy(work->context, &page);
    return done;
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

static void print_json(const map_work *work, const field_stats *range)
{
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", work->values->common.output);
    cli_json_text(&json, "layer", map_layers[work->look.layer].name);
    cli_json_text(&json, "unit", map_layers[work->look.layer].unit);
    cli_json_int(&json, "width", work->layout.width);
    cli_json_int(&json, "height", work->layout.height);
    cli_json_int(&json, "map_left", work->layout.map_left);
    cli_json_int(&json, "map_top", work->layout.map_top);
    cli_json_int(&json, "map_width", work->area.width);
    cli_json_int(&json, "map_height", work->area.height);
    cli_json_double(&json, "spacing_m", work->area.spacing_m);
    print_region(&json, &work->area);
    cli_json_double(&json, "min", (double)range->low);
    cli_json_double(&json, "max", (double)range->high);
    cli_json_double(&json, "contours_m", work->contours.interval_m);
    cli_json_close(&json);
    cli_json_end(&json);
}

static void print_result(const map_work *work)
{
    // Heights are reported as the world has them.
    const float sea = work->contours.sea_level_m;
    field_stats range = work->height_stats;
    range.low += sea;
    range.high += sea;
    if (map_look_has_values(&work->look)) {
        range = work->shown_stats;
    }
    if (work->values->common.json) {
        print_json(work, &range);
    } else if (!work->values->common.quiet) {
        const bool values = map_look_has_values(&work->look);
        printf("%s: %d x %d pixels, %.6g m each, %s %.4g to %.4g %s\n", work->values->common.output,
               (int)work->layout.width, (int)work->layout.height, work->area.spacing_m,
               values ? map_layers[work->look.layer].name : "heights", (double)range.low, (double)range.high,
               values ? map_layers[work->look.layer].unit : "m");
    }
}

static int make_map(const cli_call *call, map_work *work)
{
    const map_values *values = work->values;
    tr_error err = {0};
    const map_plan plan = plan_of(call, work->world);
    if (!map_plan_area(&plan, &work->area, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    work->layout = map_layout_make(&(map_layout_def){.map_width_px = work->area.width,
                                                     .map_height_px = work->area.height,
                                                     .plain = values->plain,
                                                     .legend = values->legend == 0,
                                                     .labels = work->intervals.graticule_m != 0.0});
    work->look = (map_look){.layer = (map_layer)values->layer,
                            .colors = (map_colors)values->colors,
                            .biomes = tr_world_get_def(work->world)->biomes,
                            .pixels_per_unit = work->layout.unit_px};
    const bool done = check_memory(work, &err) && set_light(work, &err) && take_heights(work, &err) &&
                      take_values(work, &err) && make_page(work, call->arguments[0], &err);
    if (work->heights.grid.samples) {
        field_destroy(work->context, &work->heights);
    }
    if (work->shown.grid.samples) {
        field_destroy(work->context, &work->shown);
    }
    if (!done) {
        return cli_fail(call, &err);
    }
    print_result(work);
    return CLI_DONE;
}

static int run(const cli_call *call)
{
    const map_values *values = call->values;
    map_work work = {.values = values};
    const int code = check_options(call, &work.intervals);
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err;
    work.context = cli_context_create(&values->common, &err);
    if (!work.context) {
        return cli_fail(call, &err);
    }
    const uint64_t *seed = cli_was_given(call->given, "seed") ? &values->common.seed : NULL;
    work.world = tr_world_load(work.context, call->arguments[0], seed, &err);
    const int result = work.world ? make_map(call, &work) : cli_fail(call, &err);
    tr_world_destroy(work.world);
    tr_context_destroy(work.context);
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
             "flow or normal"},
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
