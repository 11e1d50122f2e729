// terrane bake: a world as files: heights, normals, biomes, meshes.
#include "command.h"
#include "progress.h"
#include "report.h"
#include "world_input.h"

#include "terrane/bake.h"

#include <stdio.h>
#include <string.h>

typedef struct bake_values {
    cli_common common;
    double spacing;
    int64_t tile, levels;
    const char *formats;
    bool overlap, start_over;
} bake_values;

static const char *const format_names[] = {
#define X(name, text) text,
    TR_BAKE_FORMAT_LIST(X)
#undef X
};

// ---------------------------------------------------------------------------------------------------------
// Options

static bool add_format(const char *name, unsigned *formats, tr_error *err)
{
    for (int i = 0; i < TR_BAKE_FORMAT_COUNT; i++) {
        if (strcmp(name, format_names[i]) == 0) {
            *formats |= 1u << i;
            return true;
        }
    }
    const char *near_name = tr_nearest_name(name, format_names, TR_BAKE_FORMAT_COUNT);
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "--formats has '%.40s'%s%s%s; allowed are png, r16, tiff, normal, biome "
                   "and glb, separated by commas",
                   name, near_name ? ", did you mean '" : "", near_name ? near_name : "", near_name ? "'?" : "");
}

static bool read_formats(const char *text, unsigned *formats, tr_error *err)
{
    char word[48];
    *formats = 0;
    for (const char *begin = text;;) {
        const size_t length = strcspn(begin, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), begin);
        if (!add_format(word, formats, err)) {
            return false;
        }
        if (begin[length] == '\0') {
            return true;
        }
        begin += length + 1;
    }
}

// About two thousand samples across, at a spacing that is 1, 2 or 5 times a power of ten.
static double good_spacing(const tr_region *region)
{
    static const double steps[] = {0.25, 0.5, 1, 2, 4, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000};
    const double samples = 2048;
    const double width = (double)region->x1 - (double)region->x0, depth = (double)region->z1 - (double)region->z0;
    const double wanted = (width > depth ? width : depth) / samples;
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof steps[0] && steps[i] < wanted) {
        i++;
    }
    return steps[i];
}

static bool make_def(const cli_call *call, const tr_world *world, tr_bake_def *out, tr_error *err)
{
    const bake_values *values = call->values;
    *out = tr_default_bake_def();
    out->directory = values->common.output;
    out->region_m = world_input_region(call, world);
    out->spacing_m = cli_was_given(call->given, "spacing") ? values->spacing : good_spacing(&out->region_m);
    out->tile = (int32_t)values->tile;
    out->levels = (int32_t)values->levels;
    out->overlap = values->overlap;
    out->start_over = values->start_over;
    return !values->formats || read_formats(values->formats, &out->formats, err);
}

// ---------------------------------------------------------------------------------------------------------
// What was done

static void print_text(const tr_bake_def *def, const tr_bake_report *report)
{
    printf("%s: %lld tiles of %d x %d samples at %g m", def->directory, (long long)report->tile_count,
           (int)def->tile + def->overlap, (int)def->tile + def->overlap, def->spacing_m);
    if (report->tiles_kept > 0) {
        printf(" (%lld were there already)", (long long)report->tiles_kept);
    }
    printf("\nheights %.1f to %.1f m, %.1f MB, %.1f s", (double)report->low_m, (double)report->high_m,
           (double)report->bytes * 1e-6, report->seconds);
    if (report->megapixels > 0) {
        printf(", %.2f megapixels per second", report->megapixels / report->seconds);
    }
    printf("\nmanifest.json says what each file is.\n");
}

static void print_json(const tr_bake_def *def, const tr_bake_report *report)
{
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "directory", def->directory);
    cli_json_int(&json, "tiles", report->tile_count);
    cli_json_int(&json, "tiles_kept", report->tiles_kept);
    cli_json_double(&json, "spacing_m", def->spacing_m);
    cli_json_double(&json, "low_m", (double)report->low_m);
    cli_json_double(&json, "high_m", (double)report->high_m);
    cli_json_int(&json, "bytes", (int64_t)report->bytes);
    cli_json_double(&json, "seconds", report->seconds);
    cli_json_double(&json, "megapixels", report->megapixels);
    cli_json_close(&json);
    cli_json_end(&json);
}

static int run(const cli_call *call)
{
    const bake_values *values = call->values;
    if (!values->common.output) {
        return cli_usage(call, "-o <directory> is missing: where to write the tiles");
    }
    tr_error err = {0};
    unsigned formats;
    if (values->formats && !read_formats(values->formats, &formats, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    world_input input;
    if (!world_input_open(call, &input, &err)) {
        return cli_fail(call, &err);
    }
    tr_bake_def def;
    tr_bake_report report;
    cli_progress bar = cli_progress_begin("baking", values->common.quiet);
    const tr_progress progress = cli_progress_hook(&bar);
    const bool ok =
        make_def(call, input.world, &def, &err) && tr_world_bake(input.world, &def, &progress, &report, &err);
    cli_progress_end(&bar);
    world_input_close(&input);
    if (!ok) {
        return cli_fail(call, &err);
    }
    if (values->common.json) {
        print_json(&def, &report);
    } else if (!values->common.quiet) {
        print_text(&def, &report);
    }
    return CLI_DONE;
}

static const tr_key options[] = {
    {.name = "spacing",
     .type = TR_KEY_DOUBLE,
     .offset = offsetof(bake_values, spacing),
     .value = "m",
     .help = "metres between samples, a multiple of 1/256 (default: about 2000 samples across)",
     .low = 1.0 / 256,
     .high = 8388608},
    {.name = "tile",
     .type = TR_KEY_INT64,
     .offset = offsetof(bake_values, tile),
     .value = "n",
     .help = "samples along a side of a tile",
     .initial = "512",
     .low = 32,
     .high = 8192},
    {.name = "levels",
     .type = TR_KEY_INT64,
     .offset = offsetof(bake_values, levels),
     .value = "n",
     .help = "levels: each next one has twice the spacing",
     .initial = "1",
     .low = 1,
     .high = 16},
    {.name = "formats",
     .type = TR_KEY_TEXT,
     .offset = offsetof(bake_values, formats),
     .value = "list",
     .help = "some of png,r16,tiff,normal,biome,glb (default: all)"},
    {.name = "overlap",
     .type = TR_KEY_BOOL,
     .offset = offsetof(bake_values, overlap),
     .help = "tiles share the samples at their borders: one more per side"},
    {.name = "start-over",
     .type = TR_KEY_BOOL,
     .offset = offsetof(bake_values, start_over),
     .help = "replace what another bake left in the directory"},
};

const cli_command cmd_bake = {
    .name = "bake",
    .summary = "write a world as tiles: heights, normals, biomes, meshes",
    .arguments = "<world.yaml>",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        "Writes tiles of the region (the world's own by default) and manifest.json, which has the place, the size and\n"
        "the SHA-256 of every file and the range of the 16-bit heights. A bake that was stopped goes on where it was.\n"
        "  png     heights, 16-bit grey                      normal  normals, red east, green north, blue up\n"
        "  r16     heights, raw 16 bits, little-endian       biome   numbers of biomes, 8-bit grey\n"
        "  tiff    heights, Cloud Optimised GeoTIFF          glb     meshes with levels of detail and colours\n",
    .example = "build/bin/terrane bake worlds/valley.yaml -o out/valley --spacing 32 --formats png,tiff,glb",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_REGION | CLI_COMMON_OUTPUT | CLI_COMMON_JSON |
              CLI_COMMON_QUIET,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .values_size = sizeof(bake_values),
    .run = run,
};
