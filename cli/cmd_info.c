// terrane info: what a description says and what the world is like; or the keys that a description may have.
#include "command.h"
#include "report.h"
#include "world_report.h"
#include "world_input.h"
#include "world_keys.h"
#include "world_paths.h"
#include "world_sets.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct info_values {
    cli_common common;
    bool keys;
} info_values;

// Everything that is printed about a world.
typedef struct info_report {
    const char *file;
    const tr_world *world;
    cli_world_report world_report;
    cli_world_paths paths;
    const char *wkt;          // of the elevation file; NULL: it has none
    double origin[2];         // east and north of the world's origin
    int64_t elevation_bytes;  // -1: unknown
    tr_memory_stats memory;
} info_report;

// ---------------------------------------------------------------------------------------------------------
// Text

static void label(const char *name)
{
    printf("%-16s", name);
}

static void print_region(const char *name, const tr_region *region)
{
    label(name);
    printf("%" PRId64 " x %" PRId64 " m, x %" PRId64 " to %" PRId64 ", z %" PRId64 " to %" PRId64 "\n",
           region->x1 - region->x0, region->z1 - region->z0, region->x0, region->x1, region->z0, region->z1);
}

// The name between the first quotes of a well-known text.
static int wkt_name(const char *wkt, const char **name)
{
    const char *begin = strchr(wkt, '"');
    *name = begin ? begin + 1 : wkt;
    return (int)strcspn(*name, "\"");
}

static void print_elevation(const info_report *report)
{
    const tr_elevation_settings *elevation = &tr_world_def_of(report->world)->terrain.elevation;
    const char *system = "no coordinate system";
    const int length = report->wkt ? wkt_name(report->wkt, &system) : (int)strlen(system);
    label("elevation");
    printf("%s", elevation->path);
    if (report->elevation_bytes >= 0) {
        printf(", %.1f MB", (double)report->elevation_bytes / 1e6);
    }
    printf("\n");
    label("");
    printf("%.*s; the world's origin is at east %.2f, north %.2f\n", length, system, report->origin[0],
           report->origin[1]);
}

static void print_terrain(const info_report *report)
{
    const tr_world_def *def = tr_world_def_of(report->world);
    const bool has_elevation = def->terrain.elevation.path != NULL;
    label("terrain");
    printf("%s", has_elevation ? "elevation file, with " : "");
    if (def->terrain.graph_name) {
        printf("graph (%s)", def->terrain.graph_name);
    } else {
        printf("landform");
    }
    printf("%s\n", has_elevation ? " around" : "");
    if (has_elevation) {
        print_elevation(report);
    }
}

static void print_biomes(const cli_world_report *world_report)
{
    bool shown[TR_BIOME_COUNT] = {false};
    const char *name = "biomes";
    for (;;) {
        int best = -1;
        for (int i = 0; i < TR_BIOME_COUNT; i++) {
            const bool more = best < 0 || world_report->biome_shares[i] > world_report->biome_shares[best];
            best = !shown[i] && world_report->biome_shares[i] > 0 && more ? i : best;
        }
        if (best < 0) {
            return;
        }
        label(name);
        printf("%5.1f %%  %s\n", 100 * world_report->biome_shares[best], tr_biome_name((tr_biome)best));
        shown[best] = true;
        name = "";
    }
}

static void print_report(const cli_world_report *world_report)
{
    print_region("looked at", &world_report->region_m);
    label("");
    printf("%d x %d samples, %.10g m apart\n", world_report->area.width, world_report->area.height,
           world_report->area.spacing_m);
    label("heights");
    printf("%.1f to %.1f m, mean %.1f m\n", world_report->low_m, world_report->high_m, world_report->mean_m);
    label("land");
    printf("%.1f %%\n", 100 * world_report->land_share);
    label("temperature");
    printf("%.1f degC on average\n", world_report->temperature_degC);
    print_biomes(world_report);
}

static void print_text(const info_report *report, bool all_keys)
{
    const tr_world_def *def = tr_world_def_of(report->world);
    label("world");
    printf("%s%s%s%s\n", def->name ? def->name : report->file, def->name ? " (" : "", def->name ? report->file : "",
           def->name ? ")" : "");
    label("seed");
    printf("%" PRIu64 "\n", def->seed);
    label("hash");
    printf("%016" PRIx64 "\n", tr_world_hash(report->world));
    if (def->has_bounds) {
        print_region("extent", &def->bounds_m);
    } else {
        label("extent");
        printf("endless\n");
    }
    label("sea level");
    printf("%.10g m\n", def->sea_level_m);
    print_terrain(report);
    cli_world_paths_print(&report->paths);
    cli_world_sets_print(report->world);
    print_report(&report->world_report);
    label("memory");
    printf("%.1f MiB held, %.1f MiB at most\n", (double)report->memory.used_bytes / 1048576.0,
           (double)report->memory.peak_bytes / 1048576.0);
    printf(all_keys ? "\nKeys (* differs from the default):\n" : "\nKeys that differ from the default:\n");
    cli_world_values_print(stdout, def, all_keys);
}

// ---------------------------------------------------------------------------------------------------------
// JSON

static void json_region(cli_json *json, const char *key, const tr_region *region)
{
    cli_json_open(json, key, '{');
    cli_json_int(json, "x0", region->x0);
    cli_json_int(json, "z0", region->z0);
    cli_json_int(json, "x1", region->x1);
    cli_json_int(json, "z1", region->z1);
    cli_json_close(json);
}

static void json_terrain(cli_json *json, const info_report *report)
{
    const tr_world_def *def = tr_world_def_of(report->world);
    const char *elevation = def->terrain.elevation.path;
    cli_json_open(json, "terrain", '{');
    cli_json_text(json, "source", elevation ? "elevation" : def->terrain.graph_name ? "graph" : "landform");
    if (def->terrain.graph_name) {
        cli_json_text(json, "graph", def->terrain.graph_name);
    }
    if (elevation) {
        cli_json_text(json, "file", elevation);
        cli_json_int(json, "file_bytes", report->elevation_bytes);
        if (report->wkt) {
            cli_json_text(json, "wkt", report->wkt);
        } else {
            cli_json_null(json, "wkt");
        }
        cli_json_double(json, "origin_east", report->origin[0]);
        cli_json_double(json, "origin_north", report->origin[1]);
    }
    cli_json_close(json);
}

static void json_report(cli_json *json, const cli_world_report *world_report)
{
    json_region(json, "sampled", &world_report->region_m);
    cli_json_double(json, "spacing_m", world_report->area.spacing_m);
    cli_json_int(json, "samples", (int64_t)world_report->area.width * world_report->area.height);
    cli_json_double(json, "height_low_m", world_report->low_m);
    cli_json_double(json, "height_high_m", world_report->high_m);
    cli_json_double(json, "height_mean_m", world_report->mean_m);
    cli_json_double(json, "land_share", world_report->land_share);
    cli_json_double(json, "temperature_mean_degC", world_report->temperature_degC);
    cli_json_open(json, "biomes", '{');
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        cli_json_double(json, tr_biome_name((tr_biome)i), world_report->biome_shares[i]);
    }
    cli_json_close(json);
}

static void print_json(const info_report *report)
{
    const tr_world_def *def = tr_world_def_of(report->world);
    char seed[24], hash[24];  // as text: many readers of JSON have no 64-bit integers
    snprintf(seed, sizeof seed, "%" PRIu64, def->seed);
    snprintf(hash, sizeof hash, "%016" PRIx64, tr_world_hash(report->world));
    const tr_region home = tr_world_home(report->world);
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", report->file);
    cli_json_text(&json, "name", def->name ? def->name : "");
    cli_json_text(&json, "seed", seed);
    cli_json_text(&json, "hash", hash);
    cli_json_bool(&json, "bounded", def->has_bounds);
    json_region(&json, "home", &home);
    cli_json_double(&json, "sea_level_m", def->sea_level_m);
    json_terrain(&json, report);
    cli_world_paths_json(&json, &report->paths);
    cli_world_sets_json(&json, report->world);
    json_report(&json, &report->world_report);
    cli_json_open(&json, "memory", '{');
    cli_json_int(&json, "used_bytes", (int64_t)report->memory.used_bytes);
    cli_json_int(&json, "peak_bytes", (int64_t)report->memory.peak_bytes);
    cli_json_int(&json, "budget_bytes", (int64_t)report->memory.budget_bytes);
    cli_json_close(&json);
    cli_world_values_json(&json, def);
    cli_json_close(&json);
    cli_json_end(&json);
}

// ---------------------------------------------------------------------------------------------------------
// The command

static int64_t file_bytes(const char *path)
{
    struct stat info;
    return path && stat(path, &info) == 0 ? (int64_t)info.st_size : -1;
}

static bool report_world(const cli_call *call, const tr_world *world, tr_error *err)
{
    const info_values *values = call->values;
    info_report report = {.file = call->arguments[0], .world = world};
    if (!cli_world_report_make(world, &report.world_report, err) || !cli_world_paths_find(world, &report.paths, err)) {
        return false;
    }
    tr_world_georeference(world, &report.wkt, report.origin);
    report.elevation_bytes = file_bytes(tr_world_def_of(world)->terrain.elevation.path);
    report.memory = tr_context_memory(tr_world_context(world));
    if (values->common.json) {
        print_json(&report);
    } else {
        print_text(&report, values->keys);
    }
    return true;
}

static int run_without_world(const cli_call *call)
{
    const info_values *values = call->values;
    if (!values->keys) {
        return cli_usage(call, "say which world: terrane info world.yaml; or --keys for the list of keys");
    }
    if (values->common.json) {
        cli_json json = cli_json_begin(stdout);
        cli_world_keys_json(&json);
        cli_json_end(&json);
    } else {
        cli_world_keys_print(stdout);
    }
    return CLI_DONE;
}

static int run(const cli_call *call)
{
    if (call->argument_count == 0) {
        return run_without_world(call);
    }
    tr_error err = {0};
    world_input input;
    if (!world_input_open(call, &input, &err)) {
        return cli_fail(call, &err);
    }
    const bool done = report_world(call, input.world, &err);
    world_input_close(&input);
    return done ? CLI_DONE : cli_fail(call, &err);
}

static const tr_key options[] = {
    {.name = "keys",
     .type = TR_KEY_BOOL,
     .offset = offsetof(info_values, keys),
     .help = "also the keys that have their default; without a world, the list of all keys in Markdown"},
};

const cli_command cmd_info = {
    .name = "info",
    .summary = "say what a world is like, or list the keys of a description",
    .arguments = "[world.yaml]",
    .max_arguments = 1,
    .description =
        "Reads a description and looks at the world coarsely: heights, land, climate, biomes, paths, memory,\n"
        "and which keys differ from their defaults. Without a world, --keys lists every key with its unit,\n"
        "range and default.\n",
    .example = "build/bin/terrane info worlds/valley.yaml\n"
               "  build/bin/terrane info --keys",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_JSON,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .values_size = sizeof(info_values),
    .run = run,
};
