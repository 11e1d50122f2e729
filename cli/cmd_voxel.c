// terrane voxel: a world as blocks: files of other programs, scenes, pictures, and its saves.
#include "cmd_voxel_save.h"
#include "command.h"
#include "outputs.h"
#include "progress.h"
#include "report.h"
#include "voxel_choice.h"
#include "voxel_glb.h"
#include "voxel_picture.h"
#include "world_input.h"

#include "terrane/io.h"
#include "terrane/save.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { STANDARD_COLUMNS = 12, PICTURE_PX = 1536 };

typedef struct voxel_values {
    cli_common common;
    cli_int_list chunks;
    const char *slice, *save;
    int64_t scale, lower;
    double daylight;
} voxel_values;

// What -o asks for.
typedef enum voxel_format { FORMAT_NONE, FORMAT_PNG, FORMAT_GLB, FORMAT_VOX, FORMAT_LUANTI, FORMAT_ANVIL } voxel_format;

// Everything that is taken during a run.
typedef struct voxel_run {
    const cli_call *call;
    const voxel_values *values;
    world_input input;
    const tr_voxels *voxels;
    tr_save *save;
    tr_voxel_source source;
    tr_voxel_box box;
    voxel_slice slice;
    voxel_format format;
    cli_outputs outputs;
    // Results
    tr_blocks_report report;
    voxel_glb_facts scene;
    int32_t picture_px[2];
} voxel_run;

// ---------------------------------------------------------------------------------------------------------
// Options

static voxel_format format_of(const char *path)
{
    if (!path) {
        return FORMAT_NONE;
    }
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    if (!dot || !*name) {
        return FORMAT_ANVIL;
    }
    const struct {
        const char *ending;
        voxel_format format;
    } endings[] = {{".png", FORMAT_PNG}, {".glb", FORMAT_GLB}, {".vox", FORMAT_VOX}, {".sqlite", FORMAT_LUANTI}};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (strcasecmp(dot, endings[i].ending) == 0) {
            return endings[i].format;
        }
    }
    return FORMAT_NONE;
}

static int check_options(const cli_call *call, voxel_run *run)
{
    const voxel_values *values = call->values;
    const char *output = values->common.output;
    tr_error err = {0};
    run->slice.axis = -1;
    run->format = format_of(output);
    if (output && run->format == FORMAT_NONE) {
        return cli_usage(call,
                         "-o is %s; allowed are files that end in .png, .glb, .vox or .sqlite, and a folder (without "
                         "ending) for a Minecraft world",
                         output);
    }
    if (values->slice && run->format != FORMAT_PNG) {
        return cli_usage(call, "--slice is for pictures: -o <file.png>");
    }
    if (values->slice && !voxel_slice_read(values->slice, &run->slice, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    if (cli_was_given(call->given, "lower") && run->format != FORMAT_ANVIL) {
        return cli_usage(call, "--lower is for Minecraft worlds: -o <folder>");
    }
    if (values->chunks.count > 0 && !voxel_choice_read(&values->chunks, &run->box, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    if (output && cli_is_same_file(output, call->arguments[0])) {
        return cli_usage(call, "-o is %s, the world itself: it is never written over", output);
    }
    return CLI_DONE;
}

// ---------------------------------------------------------------------------------------------------------
// Work

static bool write_picture(voxel_run *run, const tr_progress *progress, tr_error *err)
{
    voxel_blocks blocks;
    if (!voxel_blocks_read(&run->source, &run->box, progress, &blocks, err)) {
        return false;
    }
    const int32_t scale =
        run->values->scale > 0 ? (int32_t)run->values->scale : voxel_picture_scale(&blocks, &run->slice, PICTURE_PX);
    tr_image image = {0};
    const bool done =
        voxel_picture_draw(&blocks, &run->slice, scale, &image, err) &&
        tr_png_write(run->input.context, cli_outputs_temp(&run->outputs, run->values->common.output), &image, err);
    run->picture_px[0] = image.width;
    run->picture_px[1] = image.height;
    tr_image_destroy(run->input.context, &image);
    voxel_blocks_destroy(&blocks);
    return done;
}

// The scene lies around the middle of the box, on its lowest chunk.
static bool write_scene(voxel_run *run, const tr_progress *progress, tr_error *err)
{
    const tr_voxel_box *box = &run->box;
    const double block_m = tr_voxels_get_def(run->voxels)->block_m, chunk_m = block_m * TR_VOXEL_SIDE;
    const voxel_glb_def def = {.path = cli_outputs_temp(&run->outputs, run->values->common.output),
                               .block_m = block_m,
                               .daylight = (float)run->values->daylight,
                               .origin = {((double)box->low.x + 0.5 * box->size[0]) * chunk_m,
                                          (double)box->low.y * chunk_m,
                                          ((double)box->low.z + 0.5 * box->size[2]) * chunk_m}};
    return voxel_glb_write(run->voxels, &run->source, box, &def, progress, &run->scene, err);
}

// Anvil wants to know where a player starts: on the ground in the middle of the box.
static bool write_anvil(voxel_run *run, const tr_progress *progress, tr_error *err)
{
    const tr_voxel_box *box = &run->box;
    char title[128];
    world_input_title(run->call, run->input.world, title, sizeof title);
    const int64_t x = box->low.x * TR_VOXEL_SIDE + (int64_t)box->size[0] * TR_VOXEL_SIDE / 2,
                  z = box->low.z * TR_VOXEL_SIDE + (int64_t)box->size[2] * TR_VOXEL_SIDE / 2;
    tr_voxel_surface ground;
    if (!tr_voxels_surface(run->voxels, &(tr_region){x, z, x + 1, z + 1}, &ground, err)) {
        return false;
    }
    tr_anvil_def def = tr_default_anvil_def();
    def.name = title;
    def.seed = tr_world_get_def(run->input.world)->seed;
    def.lower = (int32_t)run->values->lower;
    def.spawn[0] = x;
    def.spawn[1] = (ground.water > ground.top ? ground.water : ground.top) + 2 - def.lower;
    def.spawn[2] = z;
    return tr_anvil_write(&run->source, run->values->common.output, box, &def, &run->report, progress, err);
}

static bool write_output(voxel_run *run, const tr_progress *progress, tr_error *err)
{
    const char *output = run->values->common.output;
    if (run->format == FORMAT_NONE) {
        return true;
    }
    if (run->format == FORMAT_ANVIL) {
        return write_anvil(run, progress, err);
    }
    if (!cli_outputs_add(&run->outputs, output, err)) {
        return false;
    }
    const char *temp = cli_outputs_temp(&run->outputs, output);
    bool done = false;
    switch (run->format) {
    case FORMAT_PNG: done = write_picture(run, progress, err); break;
    case FORMAT_GLB: done = write_scene(run, progress, err); break;
    case FORMAT_VOX: done = tr_vox_write(&run->source, temp, &run->box, &run->report, progress, err); break;
    default: done = tr_luanti_write(&run->source, temp, &run->box, &run->report, progress, err); break;
    }
    return done && cli_outputs_commit(&run->outputs, err);
}

// ---------------------------------------------------------------------------------------------------------
// Results

static void print_json(const voxel_run *run)
{
    const tr_voxel_box *box = &run->box;
    const int64_t corners[] = {box->low.x,
                               box->low.y,
                               box->low.z,
                               box->low.x + box->size[0],
                               box->low.y + box->size[1],
                               box->low.z + box->size[2]};
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    if (run->values->common.output) {
        cli_json_text(&json, "file", run->values->common.output);
    }
    cli_json_open(&json, "chunks", '[');
    for (int i = 0; i < 6; i++) {
        cli_json_int(&json, NULL, corners[i]);
    }
    cli_json_close(&json);
    if (run->format == FORMAT_GLB) {
        cli_json_int(&json, "quads", (int64_t)run->scene.quads);
        cli_json_int(&json, "triangles", (int64_t)run->scene.triangles);
    } else if (run->format == FORMAT_PNG) {
        cli_json_int(&json, "width", run->picture_px[0]);
        cli_json_int(&json, "height", run->picture_px[1]);
    } else if (run->format != FORMAT_NONE) {
        cli_json_int(&json, "blocks", (int64_t)run->report.blocks);
        cli_json_int(&json, "files", (int64_t)run->report.files);
        cli_json_int(&json, "bytes", (int64_t)run->report.bytes);
        cli_json_int(&json, "left_out", (int64_t)run->report.left_out);
    }
    cli_json_close(&json);
    cli_json_end(&json);
}

static void print_result(const voxel_run *run)
{
    const voxel_values *values = run->values;
    const tr_voxel_box *box = &run->box;
    if (values->common.json) {
        print_json(run);
        return;
    }
    if (values->common.quiet) {
        return;
    }
    printf("chunks %" PRId64 ",%" PRId64 ",%" PRId64 " to %" PRId64 ",%" PRId64 ",%" PRId64 "\n", box->low.x,
           box->low.y, box->low.z, box->low.x + box->size[0], box->low.y + box->size[1], box->low.z + box->size[2]);
    switch (run->format) {
    case FORMAT_NONE: printf("nothing was written: -o says where to\n"); break;
    case FORMAT_PNG:
        printf("%s: %d x %d pixels\n", values->common.output, run->picture_px[0], run->picture_px[1]);
        break;
    case FORMAT_GLB:
        printf("%s: %" PRIu64 " chunks, %" PRIu64 " quads\n", values->common.output, run->scene.chunks,
               run->scene.quads);
        break;
    default:
        printf("%s: %" PRIu64 " blocks, %.1f MB\n", values->common.output, run->report.blocks,
               1e-6 * (double)run->report.bytes);
        if (run->report.left_out > 0) {
            printf("%" PRIu64 " blocks lie beyond the heights that the format can hold%s\n", run->report.left_out,
                   run->format == FORMAT_ANVIL ? "; --lower moves the world down" : "");
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// The command

static bool open_source(voxel_run *run, tr_error *err)
{
    run->voxels = tr_world_voxels(run->input.world, err);
    if (!run->voxels) {
        return false;
    }
    run->source = tr_voxels_source(run->voxels);
    if (run->values->save) {
        run->save = tr_save_open(run->voxels, run->values->save, TR_SAVE_READ, err);
        if (!run->save) {
            return false;
        }
        run->source = tr_save_source(run->save);
    }
    return run->values->chunks.count > 0 ||
           voxel_choice_make(run->input.world, run->voxels, STANDARD_COLUMNS, &run->box, err);
}

static bool work(voxel_run *run, tr_error *err)
{
    cli_progress bar = cli_progress_begin("blocks", run->values->common.quiet);
    const tr_progress progress = cli_progress_hook(&bar);
    const bool done = open_source(run, err) && write_output(run, &progress, err);
    cli_progress_end(&bar);
    return done;
}

static int run_export(const cli_call *call)
{
    voxel_run it = {.call = call, .values = call->values};
    const int code = check_options(call, &it);
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err = {0};
    if (!world_input_open(call, &it.input, &err)) {
        return cli_fail(call, &err);
    }
    bool done = work(&it, &err);
    cli_outputs_abort(&it.outputs);
    if (it.save) {
        done = tr_save_close(it.save, done ? &err : NULL) && done;
    }
    if (done) {
        print_result(&it);
    }
    world_input_close(&it.input);
    return done ? CLI_DONE : cli_fail(call, &err);
}

// `export <world.yaml> <save>` is the world with --save.
static int run_export_of_save(const cli_call *call)
{
    const voxel_values *values = call->values;
    if (call->argument_count != 2 || values->save) {
        return cli_usage(call, "say which save: terrane voxel export <world.yaml> <save> -o <file>");
    }
    if (!values->common.output) {
        return cli_usage(call, "-o is missing: where to write the blocks");
    }
    voxel_values with_save = *values;
    with_save.save = call->arguments[1];
    cli_call alone = *call;
    alone.values = &with_save;
    alone.argument_count = 1;
    return run_export(&alone);
}

static int run(const cli_call *call)
{
    const struct {
        const char *name;
        int (*run)(const cli_call *call);
    } of_saves[] = {{"pack", cli_voxel_pack},
                    {"verify", cli_voxel_verify},
                    {"edit", cli_voxel_edit},
                    {"export", run_export_of_save}};
    for (size_t i = 0; i < sizeof of_saves / sizeof *of_saves; i++) {
        if (strcmp(call->arguments[0], of_saves[i].name) == 0) {
            cli_call rest = *call;
            rest.arguments++;
            rest.argument_count--;
            return of_saves[i].run(&rest);
        }
    }
    return call->argument_count == 1
               ? run_export(call)
               : cli_usage(call,
                           "'%s' is one argument too many; 'pack', 'verify', 'export' and 'edit' come before the world",
                           call->arguments[1]);
}

#define AT(field) .offset = offsetof(voxel_values, field)

static const cli_option options[] = {
    {.name = "chunks",
     .kind = CLI_INT_LIST,
     AT(chunks),
     .value = "x0,y0,z0,x1,y1,z1",
     .low = -(INT64_C(1) << 41),
     .high = INT64_C(1) << 41,
     .low_count = 6,
     .high_count = 6,
     .text = "chunks of 32 x 32 x 32 blocks, the second corner not included (default: the middle of the world)"},
    {.name = "slice",
     .kind = CLI_TEXT,
     AT(slice),
     .value = "y=n",
     .text = "pictures: cut at a block: y=n is seen from above, x=n from the west, z=n from the south"},
    {.name = "scale",
     .kind = CLI_INT,
     AT(scale),
     .value = "px",
     .low = 1,
     .high = 16,
     .text = "pictures: pixels of a block (default: as many as fit 1536 pixels)"},
    {.name = "save", .kind = CLI_TEXT, AT(save), .value = "file", .text = "the world with the edits of a save"},
    {.name = "lower",
     .kind = CLI_INT,
     AT(lower),
     .value = "n",
     .standard = "0",
     .low = -4096,
     .high = 4096,
     .text = "Minecraft: move everything n blocks down; it has room from -64 to 319"},
    {.name = "daylight",
     .kind = CLI_DOUBLE,
     AT(daylight),
     .value = "share",
     .standard = "1",
     .low_real = 0,
     .high_real = 1,
     .text = "scenes: 0 night .. 1 noon"},
};

const cli_command cmd_voxel = {
    .name = "voxel",
    .summary = "the world as blocks: scenes, pictures, files of games, saves",
    .arguments = "<world.yaml> | pack|verify|export|edit <world.yaml> <save> [...]",
    .min_arguments = 1,
    .max_arguments = 64,
    .description = "Turns a world into blocks and writes a box of chunks by the ending of -o:\n"
                   "  .png     a picture from above, or of a cut (--slice)\n"
                   "  .glb     a scene with merged faces, light and shade in its colours\n"
                   "  .vox     MagicaVoxel\n"
                   "  .sqlite  the map.sqlite of a Luanti world\n"
                   "  folder   a Minecraft world (Java edition 1.18 to 1.21)\n"
                   "Saves hold what was changed:\n"
                   "  terrane voxel edit <world.yaml> <save> x,y,z=block ...   change blocks\n"
                   "  terrane voxel verify <world.yaml> <save>                 look for damage\n"
                   "  terrane voxel pack <world.yaml> <save>                   drop what is not needed\n"
                   "  terrane voxel export <world.yaml> <save> -o <file>       the same as --save\n"
                   "The blocks are the same whatever else is asked for. When anything fails, nothing is written.\n",
    .example = "build/bin/terrane voxel worlds/valley.yaml -o out/blocks.png\n"
               "  build/bin/terrane voxel worlds/valley.yaml --chunks 0,0,0,4,8,4 -o out/blocks.glb",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_OUTPUT | CLI_COMMON_JSON | CLI_COMMON_QUIET,
    .options = options,
    .option_count = (int)(sizeof options / sizeof options[0]),
    .values_size = sizeof(voxel_values),
    .run = run,
};
