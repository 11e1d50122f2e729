// terrane place: what stands on the ground of a world, as points, as a scene, as numbers and as pictures.
#include "command.h"
#include "place_choice.h"
#include "context.h"
#include "outputs.h"
#include "place_spectrum.h"
#include "place_stats.h"
#include "progress.h"
#include "world_input.h"

#include "terrane/export.h"
#include "terrane/map.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

typedef struct place_values {
    cli_common common;
    const char *sets;
    bool plain_nodes, ground, stats;
    int64_t level;
    const char *spectrum, *map;
} place_values;

// Everything that is taken during a run.
typedef struct place_run {
    const cli_call *call;
    const place_values *values;
    world_input input;
    cli_outputs outputs;
    tr_object_list objects;
    place_stats stats;
    tr_export_scene_report scene;
} place_run;

// ---------------------------------------------------------------------------------------------------------
// Options

static bool has_ending(const char *path, const char *ending)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ending) == 0;
}

static bool is_scene(const place_values *values)
{
    return values->common.output && has_ending(values->common.output, ".glb");
}

static int check_files(const cli_call *call)
{
    const place_values *values = call->values;
    const struct {
        const char *option, *path;
    } outputs[] = {{"-o", values->common.output},
                   {"--spectrum", values->spectrum},
                   {"--map", values->map},
                   {"", call->argument_count > 0 ? call->arguments[0] : NULL}};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < i && outputs[i].path; j++) {
            if (!outputs[j].path || !cli_is_same_file(outputs[i].path, outputs[j].path)) {
                continue;
            }
            return i == 3 ? cli_usage(call, "%s is %s, the world itself: it is never written over", outputs[j].option,
                                      outputs[j].path)
                          : cli_usage(call, "%s and %s are both %s", outputs[j].option, outputs[i].option,
                                      outputs[i].path);
        }
    }
    return CLI_DONE;
}

// Without a world there are only patterns, which --spectrum looks at.
static int check_without_world(const cli_call *call)
{
    const place_values *values = call->values;
    if (!values->spectrum) {
        return cli_usage(call, "an argument is missing: terrane place <world.yaml>");
    }
    const char *of_worlds[] = {"output", "map", "sets", "region", "stats"};
    for (int i = 0; i < 5; i++) {
        if (cli_was_given(call->given, of_worlds[i])) {
            return cli_usage(call, "--%s needs a world: terrane place <world.yaml>", of_worlds[i]);
        }
    }
    return CLI_DONE;
}

static int check_options(const cli_call *call)
{
    const place_values *values = call->values;
    const char *output = values->common.output;
    if (output && !is_scene(values) && !has_ending(output, ".csv") && !has_ending(output, ".geojson") &&
        !has_ending(output, ".gpkg")) {
        return cli_usage(call, "-o is %s; allowed are files that end in .csv, .geojson, .gpkg or .glb", output);
    }
    const char *of_scenes[] = {"plain-nodes", "ground", "level"};
    for (int i = 0; i < 3 && !is_scene(values); i++) {
        if (cli_was_given(call->given, of_scenes[i])) {
            return cli_usage(call, "--%s is for scenes: -o <file.glb>", of_scenes[i]);
        }
    }
    const int code = call->argument_count > 0 ? CLI_DONE : check_without_world(call);
    return code == CLI_DONE ? check_files(call) : code;
}

// ---------------------------------------------------------------------------------------------------------
// Work

static bool check_world(const place_run *run, tr_error *err)
{
    if (tr_world_placer(run->input.world)) {
        return true;
    }
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "%s: the description places nothing; add all sets of the library by\n"
                   "placement: standard\n"
                   "or choose:\n"
                   "placement:\n"
                   "  - standard: trees\n"
                   "  - standard: rocks",
                   run->call->arguments[0]);
}

static double now_s(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool place(place_run *run, const tr_region *region_m, uint32_t sets, tr_error *err)
{
    cli_progress bar = cli_progress_begin("placing", run->values->common.quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = *region_m;
    request.sets = sets;
    const double start_s = now_s();
    const bool placed = tr_world_place(run->input.world, &request, &hook, &run->objects, err);
    const double seconds = now_s() - start_s;
    cli_progress_end(&bar);
    return placed && place_stats_measure(&run->objects, seconds, &run->stats, err);
}

static bool write_table(place_run *run, const char *path, tr_error *err)
{
    cli_progress bar = cli_progress_begin("writing", run->values->common.quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    const bool done = tr_export_objects(&run->objects, path, &hook, err);
    cli_progress_end(&bar);
    return done;
}

static bool write_scene(place_run *run, const char *path, tr_error *err)
{
    const place_values *values = run->values;
    if (run->objects.count == 0 && !values->ground) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "%s: there is nothing in the region, and a GLB file needs something: add --ground",
                       values->common.output);
    }
    tr_export_scene_def def = tr_default_export_scene_def();
    def.region_m = run->objects.region_m;
    def.objects = &run->objects;
    def.level = (int32_t)values->level;
    def.ground = values->ground;
    def.plain_nodes = values->plain_nodes;
    return tr_export_scene(run->input.world, &def, path, NULL, &run->scene, err);
}

static bool write_objects(place_run *run, tr_error *err)
{
    const char *temp = cli_outputs_temp(&run->outputs, run->values->common.output);
    return is_scene(run->values) ? write_scene(run, temp, err) : write_table(run, temp, err);
}

static bool write_page(place_run *run, const char *path, tr_image *page, tr_error *err)
{
    const bool done = tr_png_write(run->input.context, cli_outputs_temp(&run->outputs, path), page, err);
    tr_image_destroy(run->input.context, page);
    return done;
}

static int32_t first_set(uint32_t sets)
{
    int32_t set = 0;
    while ((sets >> set & 1) == 0) {
        set++;
    }
    return set;
}

static bool write_spectrum(place_run *run, tr_error *err)
{
    tr_image page;
    return place_spectrum_draw(&run->objects, first_set(run->objects.sets), &page, err) &&
           write_page(run, run->values->spectrum, &page, err);
}

static bool write_map(place_run *run, tr_error *err)
{
    char title[160];
    tr_image page;
    world_input_title(run->call, run->input.world, title, sizeof title);
    cli_progress bar = cli_progress_begin("map", run->values->common.quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    const bool drawn = tr_map_draw_objects(&run->objects, title, &hook, &page, err);
    cli_progress_end(&bar);
    return drawn && write_page(run, run->values->map, &page, err);
}

static bool write_files(place_run *run, tr_error *err)
{
    const place_values *values = run->values;
    return (!values->common.output || write_objects(run, err)) && (!values->spectrum || write_spectrum(run, err)) &&
           (!values->map || write_map(run, err)) && cli_outputs_commit(&run->outputs, err);
}

// ---------------------------------------------------------------------------------------------------------
// Results

static void print_json(const place_run *run)
{
    const place_values *values = run->values;
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_open(&json, "files", '[');
    const char *files[] = {values->common.output, values->spectrum, values->map};
    for (int i = 0; i < 3; i++) {
        if (files[i]) {
            cli_json_text(&json, NULL, files[i]);
        }
    }
    cli_json_close(&json);
    if (is_scene(values)) {
        cli_json_open(&json, "origin_m", '[');
        for (int i = 0; i < 3; i++) {
            cli_json_double(&json, NULL, run->scene.origin_m[i]);
        }
        cli_json_close(&json);
    }
    place_stats_json(&run->stats, &json);
    cli_json_close(&json);
    cli_json_end(&json);
}

static void print_result(const place_run *run)
{
    const place_values *values = run->values;
    const bool writes = values->common.output || values->spectrum || values->map;
    if (values->common.json) {
        print_json(run);
    } else if (values->stats || (!writes && !values->common.quiet)) {
        place_stats_text(&run->stats, stdout);
    } else if (!values->common.quiet) {
        printf("%lld objects on %.2f ha, placed in %.0f ms\n", (long long)run->objects.count, run->stats.area_ha,
               1e3 * run->stats.seconds);
        if (is_scene(values)) {
            printf("the origin of the scene is %.0f, %.0f, %.0f\n", run->scene.origin_m[0], run->scene.origin_m[1],
                   run->scene.origin_m[2]);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Patterns without a world

static bool write_patterns(const place_values *values, tr_context *context, pattern_rows *patterns,
                           cli_outputs *outputs, tr_error *err)
{
    tr_image page;
    if (!cli_outputs_add(outputs, values->spectrum, err) ||
        !pattern_rows_measure(context, values->common.seed, patterns, err)) {
        return false;
    }
    const bool drawn = place_patterns_draw(context, patterns, &page, err);
    tr_image_destroy(context, &patterns->picture);
    if (!drawn) {
        return false;
    }
    const bool written = tr_png_write(context, cli_outputs_temp(outputs, values->spectrum), &page, err);
    tr_image_destroy(context, &page);
    return written && cli_outputs_commit(outputs, err);
}

static void print_patterns(const place_values *values, const pattern_rows *patterns)
{
    if (!values->common.json) {
        if (!values->common.quiet) {
            place_patterns_text(patterns, stdout);
        }
        return;
    }
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_open(&json, "files", '[');
    cli_json_text(&json, NULL, values->spectrum);
    cli_json_close(&json);
    place_patterns_json(patterns, &json);
    cli_json_close(&json);
    cli_json_end(&json);
}

static int run_without_world(const cli_call *call)
{
    const place_values *values = call->values;
    tr_error err = {0};
    tr_context *context = cli_context_create(&values->common, &err);
    if (!context) {
        return cli_fail(call, &err);
    }
    cli_outputs outputs = {.count = 0};
    pattern_rows patterns;
    const bool done = write_patterns(values, context, &patterns, &outputs, &err);
    cli_outputs_abort(&outputs);
    tr_context_destroy(context);
    if (!done) {
        return cli_fail(call, &err);
    }
    print_patterns(values, &patterns);
    return CLI_DONE;
}

// ---------------------------------------------------------------------------------------------------------
// The command

// Says what is left of --region when it reaches beyond the world.
static void note_cut(const place_run *run, const tr_region *region)
{
    const tr_region *wanted = &run->values->common.region;
    if (run->values->common.quiet || !cli_was_given(run->call->given, "region") ||
        memcmp(region, wanted, sizeof *region) == 0) {
        return;
    }
    fprintf(stderr, "the region is cut to %lld,%lld,%lld,%lld, where the world ends\n", (long long)region->x0,
            (long long)region->z0, (long long)region->x1, (long long)region->z1);
}

static int run_in_world(place_run *run)
{
    const cli_call *call = run->call;
    const tr_world *world = run->input.world;
    tr_error err = {0};
    if (!check_world(run, &err)) {
        return cli_fail(call, &err);
    }
    uint32_t sets;
    const bool chosen = cli_was_given(call->given, "region");
    tr_region region = run->values->common.region;
    if (!place_choose_sets(world, run->values->sets, &sets, &err) ||
        (chosen && !place_cut_region(world, &region, &err))) {
        return cli_usage(call, "%s", err.message);
    }
    note_cut(run, &region);
    const bool done = cli_outputs_add(&run->outputs, run->values->common.output, &err) &&
                      cli_outputs_add(&run->outputs, run->values->spectrum, &err) &&
                      cli_outputs_add(&run->outputs, run->values->map, &err) &&
                      (chosen || place_choose_region(world, sets, &region, &err)) && place(run, &region, sets, &err) &&
                      write_files(run, &err);
    if (!done) {
        return cli_fail(call, &err);
    }
    print_result(run);
    return CLI_DONE;
}

static int run(const cli_call *call)
{
    const int code = check_options(call);
    if (code != CLI_DONE) {
        return code;
    }
    if (call->argument_count == 0) {
        return run_without_world(call);
    }
    tr_error err = {0};
    place_run run = {.call = call, .values = call->values};
    if (!world_input_open(call, &run.input, &err)) {
        return cli_fail(call, &err);
    }
    const int result = run_in_world(&run);
    cli_outputs_abort(&run.outputs);
    tr_object_list_destroy(&run.objects);
    world_input_close(&run.input);
    return result;
}

#define AT(field) .offset = offsetof(place_values, field)

static const tr_key options[] = {
    {.name = "sets",
     .type = TR_KEY_TEXT,
     AT(sets),
     .value = "names",
     .help = "of the description, with commas between them (default: all)"},
    {.name = "plain-nodes",
     .type = TR_KEY_BOOL,
     AT(plain_nodes),
     .help = "scenes: a node for each object instead of EXT_mesh_gpu_instancing, which not every program reads"},
    {.name = "level",
     .type = TR_KEY_INT64,
     AT(level),
     .value = "n",
     .low = 0,
     .high = TR_MODEL_LEVELS - 1,
     .initial = "1",
     .help = "scenes: detail of the models, 0 finest"},
    {.name = "ground",
     .type = TR_KEY_BOOL,
     AT(ground),
     .help = "scenes: the terrain with its colours and bridges, too"},
    {.name = "stats",
     .type = TR_KEY_BOOL,
     AT(stats),
     .help = "print what stands there: counts, densities, distances (what happens without any file)"},
    {.name = "spectrum",
     .type = TR_KEY_TEXT,
     AT(spectrum),
     .value = "file.png",
     .help = "draw how the first of the sets is spread (without a world: patterns): radial power and anisotropy"},
    {.name = "map", .type = TR_KEY_TEXT, AT(map), .value = "file.png", .help = "draw the objects on a map"},
};

const cli_command cmd_place = {
    .name = "place",
    .summary = "write what stands on the ground: points, scenes, numbers, pictures",
    .arguments = "[world.yaml]",
    .max_arguments = 1,
    .description =
        "Places the trees, rocks and other objects of a description in a region (--region in metres; by default the\n"
        "middle of the world, as much of it as holds some ten thousand objects) and writes them by the ending of -o:\n"
        "  .csv .geojson .gpkg  points: id, set, layer, model, variant, scale, yaw (degrees clockwise), tilt; x, y "
        "are\n"
        "                       east and north of the world's coordinate system, else x and -z of the world\n"
        "  .glb                 models and their copies, around the middle of the region\n"
        "The same world and region give the same objects, whatever else is asked for. When anything fails, nothing is\n"
        "written. Without a world, --spectrum measures the patterns that all objects stand on, beside dart throwing.\n",
    .example = "build/bin/terrane place worlds/valley.yaml -o out/forest.glb --ground --map out/forest.png --stats",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_REGION | CLI_COMMON_OUTPUT | CLI_COMMON_JSON |
              CLI_COMMON_QUIET,
    .options = options,
    .option_count = (int)(sizeof options / sizeof options[0]),
    .values_size = sizeof(place_values),
    .run = run,
};
