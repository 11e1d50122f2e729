// terrane render: a perspective view of a world.
#include "command.h"
#include "progress.h"
#include "report.h"
#include "view_blocks.h"
#include "view_camera.h"
#include "view_levels.h"
#include "view_plants.h"
#include "world_input.h"

#include "terrane/io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct render_values {
    cli_common common;
    cli_int_list size;
    const char *eye, *look_at, *target, *sun;
    double above_m, distance_m, azimuth_deg, elevation_deg;
    bool orbit;
    double fov_deg, visibility_m;
    bool no_water, no_plants;
    int64_t samples;
    bool blocks;
    cli_int_list range;
    const char *save;
} render_values;

// ---------------------------------------------------------------------------------------------------------
// Options

static double given_or_nan(const cli_call *call, const char *name, double value)
{
    return cli_was_given(call->given, name) ? value : (double)NAN;
}

static bool read_wish(const cli_call *call, view_wish *wish, tr_error *err)
{
    const render_values *values = call->values;
    *wish = (view_wish){.above_m = given_or_nan(call, "above", values->above_m),
                        .distance_m = given_or_nan(call, "distance", values->distance_m),
                        .azimuth_deg = given_or_nan(call, "azimuth", values->azimuth_deg),
                        .elevation_deg = given_or_nan(call, "elevation", values->elevation_deg),
                        .orbit = values->orbit};
    if (values->eye && !view_read_numbers("eye", values->eye, 2, 3, wish->eye, &wish->eye_count, err)) {
        return false;
    }
    if (values->look_at &&
        !view_read_numbers("look-at", values->look_at, 2, 3, wish->look_at, &wish->look_at_count, err)) {
        return false;
    }
    if (values->target &&
        !view_read_numbers("target", values->target, 2, 2, wish->target_m, &wish->target_count, err)) {
        return false;
    }
    return view_wish_check(wish, err);
}

static bool read_view(const cli_call *call, tr_view_def *def, tr_error *err)
{
    const render_values *values = call->values;
    *def = tr_default_view_def();
    def->width = (int32_t)values->size.items[0];
    def->height = (int32_t)values->size.items[1];
    def->fov_deg = values->fov_deg;
    def->visibility_m = values->visibility_m;
    def->water = !values->no_water;
    def->samples = (int32_t)values->samples;
    double sun[2];
    int count = 0;
    if (!view_read_numbers("sun", values->sun, 2, 2, sun, &count, err)) {
        return false;
    }
    if (fabs(sun[0]) > 360 || sun[1] < -10 || sun[1] > 90) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "--sun is '%s'; allowed is an azimuth from -360 to 360 and an elevation from -10 to 90",
                       values->sun);
    }
    def->sun_azimuth_deg = sun[0];
    def->sun_elevation_deg = sun[1];
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The picture

static void print_result(const render_values *values, const tr_view_def *def, const view_levels *levels,
                         const view_plants *plants)
{
    if (!values->common.json) {
        if (!values->common.quiet) {
            printf(
                "%s: %d x %d pixels, eye %.1f,%.1f,%.1f, look at %.1f,%.1f,%.1f, %d levels with %.1f million samples, "
                "%zu plants and rocks\n",
                values->common.output, (int)def->width, (int)def->height, def->eye_m[0], def->eye_m[1], def->eye_m[2],
                def->target_m[0], def->target_m[1], def->target_m[2], levels->count,
                (double)view_levels_samples(levels) / 1e6, plants->count);
        }
        return;
    }
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", values->common.output);
    cli_json_int(&json, "width", def->width);
    cli_json_int(&json, "height", def->height);
    cli_json_open(&json, "eye", '[');
    for (int i = 0; i < 3; i++) {
        cli_json_double(&json, NULL, def->eye_m[i]);
    }
    cli_json_close(&json);
    cli_json_open(&json, "look_at", '[');
    for (int i = 0; i < 3; i++) {
        cli_json_double(&json, NULL, def->target_m[i]);
    }
    cli_json_close(&json);
    cli_json_int(&json, "levels", levels->count);
    cli_json_int(&json, "samples", view_levels_samples(levels));
    cli_json_int(&json, "bridges", def->mesh_count);
    cli_json_int(&json, "plants", (int64_t)plants->count);
    cli_json_close(&json);
    cli_json_end(&json);
}

static void print_blocks(const render_values *values, const tr_view_def *def, const view_blocks *blocks)
{
    const tr_scene_facts *facts = &blocks->facts;
    if (values->common.json) {
        cli_json json = cli_json_begin(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "file", values->common.output);
        cli_json_int(&json, "width", def->width);
        cli_json_int(&json, "height", def->height);
        cli_json_int(&json, "chunks", (int64_t)facts->chunks);
        cli_json_int(&json, "quads", (int64_t)facts->quads);
        cli_json_close(&json);
        cli_json_end(&json);
    } else if (!values->common.quiet) {
        printf("%s: %d x %d pixels, eye %.1f,%.1f,%.1f, look at %.1f,%.1f,%.1f, %llu chunks with %llu quads\n",
               values->common.output, (int)def->width, (int)def->height, def->eye_m[0], def->eye_m[1], def->eye_m[2],
               def->target_m[0], def->target_m[1], def->target_m[2], (unsigned long long)facts->chunks,
               (unsigned long long)facts->quads);
    }
}

static bool gather_levels(const view_ground *ground, const bridge_meshes *bridges, bool quiet, view_levels *levels,
                          tr_error *err)
{
    cli_progress progress = cli_progress_begin("terrain", quiet);
    const tr_progress hook = cli_progress_hook(&progress);
    const bool done = view_levels_create(ground, bridges, &hook, levels, err);
    cli_progress_end(&progress);
    return done;
}

static bool gather_plants(const view_ground *ground, const view_levels *levels, bool quiet, view_plants *plants,
                          tr_error *err)
{
    cli_progress progress = cli_progress_begin("plants", quiet);
    const tr_progress hook = cli_progress_hook(&progress);
    const bool done = view_plants_create(ground->world, ground->def, levels, &hook, plants, err);
    cli_progress_end(&progress);
    return done;
}

// @param levels  NULL: none
static bool draw(tr_context *context, const tr_view_def *def, const view_levels *levels, const cli_common *common,
                 tr_error *err)
{
    cli_progress progress = cli_progress_begin("view", common->quiet);
    const tr_progress hook = cli_progress_hook(&progress);
    tr_image image;
    bool done =
        tr_render_view(context, def, levels ? levels->items : NULL, levels ? levels->count : 0, &hook, &image, err);
    if (done) {
        done = tr_png_write(context, common->output, &image, err);
        tr_image_destroy(context, &image);
    }
    cli_progress_end(&progress);
    return done;
}

// What is drawn on the ground: bridges and, unless the user does not want them, plants.
static bool draw_on_levels(const view_ground *ground, const view_levels *levels, tr_view_def *def,
                           const render_values *values, tr_error *err)
{
    view_plants plants = {0};
    if (!values->no_plants && !gather_plants(ground, levels, values->common.quiet, &plants, err)) {
        return false;
    }
    def->instances = plants.groups;
    def->instances_count = plants.group_count;
    const bool done = draw(tr_world_context(ground->world), def, levels, &values->common, err);
    if (done) {
        print_result(values, def, levels, &plants);
    }
    view_plants_destroy(ground->world, &plants);
    return done;
}

static bool draw_ground(const view_ground *ground, tr_view_def *def, const render_values *values, tr_error *err)
{
    bridge_meshes bridges;
    view_levels levels;
    if (!view_bridges_create(ground->world, def, &bridges, err)) {
        return false;
    }
    bool done = gather_levels(ground, &bridges, values->common.quiet, &levels, err);
    if (done) {
        def->meshes = bridges.meshes;
        def->mesh_count = bridges.count;
        done = draw_on_levels(ground, &levels, def, values, err);
        view_levels_destroy(ground->world, &levels);
    }
    bridge_meshes_destroy(tr_world_context(ground->world), &bridges);
    return done;
}

static bool render(const tr_world *world, const view_wish *wish, tr_view_def *def, const render_values *values,
                   tr_error *err)
{
    def->sea_level_m = tr_world_get_def(world)->sea_level_m;
    view_woods *woods = tr_alloc(tr_world_context(world), sizeof *woods, err);
    if (!woods) {
        return false;
    }
    const view_ground ground = {world, def, values->no_plants ? NULL : woods};
    const bool done = view_woods_create(world, woods, err) && view_camera_place(world, wish, def, err) &&
                      draw_ground(&ground, def, values, err);
    tr_free(tr_world_context(world), woods);
    return done;
}

// The same place as blocks.
static bool render_blocks(const tr_world *world, const view_wish *wish, tr_view_def *def, const render_values *values,
                          tr_error *err)
{
    const view_blocks_def range = {(int32_t)values->range.items[0], (int32_t)values->range.items[1], values->save};
    def->sea_level_m = tr_world_get_def(world)->sea_level_m;
    if (!view_camera_place(world, wish, def, err) || !view_blocks_place(world, def, err)) {
        return false;
    }
    view_blocks blocks;
    cli_progress progress = cli_progress_begin("blocks", values->common.quiet);
    const tr_progress hook = cli_progress_hook(&progress);
    bool done = view_blocks_create(world, &range, def, &hook, &blocks, err);
    cli_progress_end(&progress);
    if (!done) {
        return false;
    }
    done = draw(tr_world_context(world), def, NULL, &values->common, err);
    if (done) {
        print_blocks(values, def, &blocks);
    }
    view_blocks_destroy(&blocks);
    return done;
}

static int check_blocks(const cli_call *call)
{
    const render_values *values = call->values;
    const char *of_blocks[] = {"range", "save"};
    for (int i = 0; i < 2 && !values->blocks; i++) {
        if (cli_was_given(call->given, of_blocks[i])) {
            return cli_usage(call, "--%s is for worlds of blocks: --blocks", of_blocks[i]);
        }
    }
    if (values->range.items[1] < values->range.items[0]) {
        return cli_usage(call, "--range is %d,%d; the second number must not be smaller than the first",
                         (int)values->range.items[0], (int)values->range.items[1]);
    }
    return CLI_DONE;
}

static int run(const cli_call *call)
{
    const render_values *values = call->values;
    tr_error err = {0};
    const int code = check_blocks(call);
    if (code != CLI_DONE) {
        return code;
    }
    view_wish wish;
    tr_view_def def;
    if (!values->common.output) {
        return cli_usage(call, "-o is missing: where to write the PNG");
    }
    if (!read_wish(call, &wish, &err) || !read_view(call, &def, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    world_input input;
    if (!world_input_open(call, &input, &err)) {
        return cli_fail(call, &err);
    }
    const bool done = values->blocks ? render_blocks(input.world, &wish, &def, values, &err)
                                     : render(input.world, &wish, &def, values, &err);
    world_input_close(&input);
    return done ? CLI_DONE : cli_fail(call, &err);
}

// ---------------------------------------------------------------------------------------------------------

#define AT(field) .offset = offsetof(render_values, field)
#define REAL(option, at, unit, low, high, usual, help)                                                 \
    {                                                                                                  \
        .name = option, .kind = CLI_DOUBLE, AT(at), .value = unit, .low_real = low, .high_real = high, \
        .standard = usual, .text = help                                                                \
    }

static const cli_option options[] = {
    {.name = "size",
     .kind = CLI_INT_LIST,
     AT(size),
     .value = "w,h",
     .standard = "1280,720",
     .low = 16,
     .high = 8192,
     .low_count = 2,
     .high_count = 2,
     .text = "pixels, 16 to 8192 each"},
    {.name = "eye", .kind = CLI_TEXT, AT(eye), .value = "x,y,z", .text = "where the camera stands, in metres; y is up"},
    {.name = "look-at",
     .kind = CLI_TEXT,
     AT(look_at),
     .value = "x,y,z",
     .text = "what it looks at; x,z: on the ground"},
    REAL("above", above_m, "m", 2, 100000, NULL, "height of the eye above the ground, with --eye x,z"),
    {.name = "orbit",
     .kind = CLI_FLAG,
     AT(orbit),
     .text = "stand off the target by plain defaults; no search for a view"},
    {.name = "target",
     .kind = CLI_TEXT,
     AT(target),
     .value = "x,z",
     .text = "what to look at from around (default: home)"},
    REAL("distance", distance_m, "m", 10, 1e6, NULL, "from the target to the eye"),
    REAL("azimuth", azimuth_deg, "deg", -360, 360, NULL, "where the eye stands, clockwise from north of the target"),
    REAL("elevation", elevation_deg, "deg", -10, 89, NULL, "how high the eye stands over the target"),
    REAL("fov", fov_deg, "deg", 10, 120, "45", "vertical field of view"),
    {.name = "sun",
     .kind = CLI_TEXT,
     AT(sun),
     .value = "azimuth,elevation",
     .standard = "225,30",
     .text = "where the sun stands, in degrees"},
    REAL("visibility", visibility_m, "m", 100, 1e7, "45000", "distance at which haze takes half of the colour"),
    {.name = "no-water", .kind = CLI_FLAG, AT(no_water), .text = "leave out the sea"},
    {.name = "no-plants", .kind = CLI_FLAG, AT(no_plants), .text = "leave out what the description places"},
    {.name = "blocks", .kind = CLI_FLAG, AT(blocks), .text = "draw the world as blocks"},
    {.name = "range",
     .kind = CLI_INT_LIST,
     AT(range),
     .value = "near,far",
     .standard = "10,64",
     .low = 1,
     .high = 1024,
     .low_count = 2,
     .high_count = 2,
     .text = "blocks: chunks around the eye with full detail, and with coarser levels"},
    {.name = "save", .kind = CLI_TEXT, AT(save), .value = "file", .text = "blocks: with the edits of a save"},
    {.name = "samples",
     .kind = CLI_INT,
     AT(samples),
     .value = "n",
     .standard = "4",
     .low = 1,
     .high = 8,
     .text = "samples per pixel, against jagged edges"},
};

const cli_command cmd_render = {
    .name = "render",
    .summary = "draw a perspective view of a world as a PNG",
    .arguments = "world.yaml",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        "Draws the land, what stands on it, the sea and the sky with OpenGL, without a window. The camera stands\n"
        "where --eye says, or around a target; what is not given of the latter is chosen so that much is to be\n"
        "seen. It is lifted out of the ground. Pictures can differ in small ways between GL drivers.\n",
    .example = "build/bin/terrane render worlds/valley.yaml --size 640,360 -o out/view.png\n"
               "  build/bin/terrane render worlds/valley.yaml --size 320,180 --sun 280,6 --seed 7 -o out/evening.png",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_OUTPUT | CLI_COMMON_JSON | CLI_COMMON_QUIET,
    .options = options,
    .option_count = (int)(sizeof options / sizeof options[0]),
    .values_size = sizeof(render_values),
    .run = run,
};
