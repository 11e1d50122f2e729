// terrane voxel: a world as blocks: files of other programs, scenes, pictures, and its saves.
#include "cmd_voxel_save.h"
#include "command.h"
#include "outputs.h"
#include "progress.h"
#include "report.h"
#include "world_input.h"

#include "terrane/export.h"
#include "terrane/io.h"
#include "terrane/voxel_save.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Chunks along x and z without --chunks; a game is walked through.
enum { DEFAULT_COLUMNS = 12, GAME_COLUMNS = 16 };

typedef struct voxel_values {
    cli_common common;
    tr_integer_list chunks;
    const char *slice, *save;
    int64_t scale, lower;
    double daylight;
    int game;
} voxel_values;

static const char *const game_names[] = {"minecraft", "luanti", NULL};

// What -o asks for.
typedef enum voxel_format {
    FORMAT_NONE,
    FORMAT_PNG,
    FORMAT_GLB,
    FORMAT_VOX,
    FORMAT_LUANTI_MAP,
    FORMAT_MINECRAFT,
    FORMAT_LUANTI
} voxel_format;

// Everything that is taken during a run.
typedef struct voxel_run {
    const cli_call *call;
    const voxel_values *values;
    world_input input;
    const tr_voxels *voxels;
    tr_voxel_save *save;
    tr_voxel_source source;
    tr_voxel_box box;
    tr_export_picture_def picture;
    voxel_format format;
    cli_outputs outputs;
    // Results
    tr_blocks_report report;
    tr_export_game_report game;
    tr_export_blocks_report scene;
    int32_t picture_px[2];
} voxel_run;

// ---------------------------------------------------------------------------------------------------------
// Options

static bool is_game(voxel_format format)
{
    return format == FORMAT_MINECRAFT || format == FORMAT_LUANTI;
}

// Folders have no ending, or that of the game.
static voxel_format format_of(const voxel_values *values)
{
    const char *path = values->common.output;
    if (!path) {
        return FORMAT_NONE;
    }
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    if (!dot || !*name) {
        return values->game == 1 ? FORMAT_LUANTI : FORMAT_MINECRAFT;
    }
    const struct {
        const char *ending;
        voxel_format format;
    } endings[] = {{".png", FORMAT_PNG},           {".glb", FORMAT_GLB},       {".vox", FORMAT_VOX},
                   {".sqlite", FORMAT_LUANTI_MAP}, {".luanti", FORMAT_LUANTI}, {".minecraft", FORMAT_MINECRAFT}};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (strcasecmp(dot, endings[i].ending) == 0) {
            return endings[i].format;
        }
    }
    return FORMAT_NONE;
}

// "y=12"
static bool read_slice(const char *text, tr_export_picture_def *out, tr_error *err)
{
    char *end = NULL;
    const bool named = text[0] >= 'x' && text[0] <= 'z' && text[1] == '=' && text[2];
    const long long at = named ? strtoll(text + 2, &end, 10) : 0;
    if (!named || *end) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is no slice; allowed are x=n, y=n and z=n, n in blocks",
                       text);
    }
    out->slice_axis = text[0] - 'x';
    out->slice_at = at;
    return true;
}

// The box of "x0,y0,z0,x1,y1,z1", the second corner not included.
static bool read_chunks(const tr_integer_list *corners, tr_voxel_box *out, tr_error *err)
{
    const int64_t *at = corners->items;
    *out = (tr_voxel_box){.low = {at[0], at[1], at[2]}};
    for (int axis = 0; axis < 3; axis++) {
        const int64_t size = at[axis + 3] - at[axis];
        if (size < 1 || size > INT_MAX) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "--chunks has %c from %lld to %lld; the second number must be larger", "xyz"[axis],
                           (long long)at[axis], (long long)at[axis + 3]);
        }
        out->size[axis] = (int32_t)size;
    }
    return tr_voxel_box_check(out, err);
}

static int check_options(const cli_call *call, voxel_run *run)
{
    const voxel_values *values = call->values;
    const char *output = values->common.output;
    tr_error err = {0};
    run->picture = tr_default_export_picture_def();
    run->format = format_of(values);
    if (output && run->format == FORMAT_NONE) {
        return cli_usage(call,
                         "-o is %s; allowed are files that end in .png, .glb, .vox or .sqlite, and a folder without "
                         "ending (a Minecraft world) or that ends in .luanti (a Luanti world)",
                         output);
    }
    const voxel_format asked = values->game == 1 ? FORMAT_LUANTI : FORMAT_MINECRAFT;
    if (cli_was_given(call->given, "for") && run->format != asked) {
        return cli_usage(call, "--for %s is for folders: -o <folder>", game_names[values->game]);
    }
    if (values->slice && run->format != FORMAT_PNG) {
        return cli_usage(call, "--slice is for pictures: -o <file.png>");
    }
    if (values->slice && !read_slice(values->slice, &run->picture, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    if (cli_was_given(call->given, "lower") && run->format != FORMAT_MINECRAFT) {
        return cli_usage(call, "--lower is for Minecraft worlds: -o <folder>");
    }
    if (values->chunks.count > 0 && !read_chunks(&values->chunks, &run->box, &err)) {
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
    run->picture.box = run->box;
    run->picture.source = &run->source;
    run->picture.scale_px = (int32_t)run->values->scale;
    tr_image image = {0};
    const bool done =
        tr_export_picture(run->input.world, &run->picture, progress, &image, err) &&
        tr_png_write(run->input.context, cli_outputs_temp(&run->outputs, run->values->common.output), &image, err);
    run->picture_px[0] = image.width;
    run->picture_px[1] = image.height;
    tr_image_destroy(run->input.context, &image);
    return done;
}

static bool write_scene(voxel_run *run, const tr_progress *progress, tr_error *err)
{
    tr_export_blocks_def def = tr_default_export_blocks_def();
    def.box = run->box;
    def.source = &run->source;
    def.daylight = run->values->daylight;
    return tr_export_blocks(run->input.world, &def, cli_outputs_temp(&run->outputs, run->values->common.output),
                            progress, &run->scene, err);
}

static bool write_game(voxel_run *run, const tr_progress *progress, tr_error *err)
{
    char title[128];
    world_input_title(run->call, run->input.world, title, sizeof title);
    tr_export_game_def def = tr_default_export_game_def();
    def.directory = run->values->common.output;
    def.name = title;
    def.box = run->box;
    def.source = run->save ? &run->source : NULL;
    def.has_lower = cli_was_given(run->call->given, "lower");
    def.lower = (int32_t)run->values->lower;
    const bool done = run->format == FORMAT_LUANTI
                          ? tr_export_luanti(run->input.world, &def, progress, &run->game, err)
                          : tr_export_minecraft(run->input.world, &def, progress, &run->game, err);
    run->report = run->game.blocks;
    return done;
}

static bool write_output(voxel_run *run, const tr_progress *progress, tr_error *err)
{
    const char *output = run->values->common.output;
    if (run->format == FORMAT_NONE) {
        return true;
    }
    if (is_game(run->format)) {
        return write_game(run, progress, err);
    }
    if (!cli_outputs_add(&run->outputs, output, err)) {
        return false;
    }
    const char *temp = cli_outputs_temp(&run->outputs, output);
    bool done = false;
    switch (run->format) {
    case FORMAT_PNG: done = write_picture(run, progress, err); break;
    case FORMAT_GLB: done = write_scene(run, progress, err); break;
    case FORMAT_VOX: done = tr_vox_write(&run->source, temp, &run->box, progress, &run->report, err); break;
    default: done = tr_luanti_write(&run->source, temp, &run->box, progress, &run->report, err); break;
    }
    return done && cli_outputs_commit(&run->outputs, err);
}

// ---------------------------------------------------------------------------------------------------------
// Results

static void print_game_json(cli_json *json, const voxel_run *run)
{
    const tr_export_game_report *game = &run->game;
    cli_json_text(json, "game", run->format == FORMAT_LUANTI ? "luanti" : "minecraft");
    cli_json_open(json, "spawn", '[');
    for (int axis = 0; axis < 3; axis++) {
        cli_json_int(json, NULL, game->spawn[axis]);
    }
    cli_json_close(json);
    cli_json_bool(json, "spawn_dry", game->spawn_dry);
    if (run->format == FORMAT_MINECRAFT) {
        cli_json_int(json, "lower", game->lower);
        cli_json_int(json, "min_y", game->min_y);
        cli_json_int(json, "max_y", game->max_y);
        cli_json_bool(json, "data_pack", game->has_pack);
    }
}

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
        cli_json_int(&json, "cut_above", (int64_t)run->report.cut_above);
        cli_json_int(&json, "cut_below", (int64_t)run->report.cut_below);
    }
    if (is_game(run->format)) {
        print_game_json(&json, run);
    }
    cli_json_close(&json);
    cli_json_end(&json);
}

// "moved down by 12 blocks"
static const char *describe_move(int32_t lower, char text[64])
{
    snprintf(text, 64, lower ? "moved %s by %d blocks" : "not moved", lower > 0 ? "down" : "up", abs(lower));
    return text;
}

static void print_heights(const voxel_run *run)
{
    const tr_export_game_report *game = &run->game;
    char move[64];
    describe_move(game->lower, move);
    if (game->has_pack) {
        printf(
            "  heights: the relief needs more than 384 blocks, so the data pack datapacks/terrane makes the world y %d "
            "to %d; %s\n",
            game->min_y, game->max_y, move);
    } else {
        printf("  heights: %s, into y %d to %d\n", move, game->min_y, game->max_y);
    }
    if (game->blocks.cut_above + game->blocks.cut_below > 0) {
        printf("  cut: %" PRIu64 " blocks above, %" PRIu64 " below\n", game->blocks.cut_above, game->blocks.cut_below);
    } else {
        printf("  cut: nothing\n");
    }
}

static void print_game(const voxel_run *run)
{
    const tr_export_game_report *game = &run->game;
    const bool luanti = run->format == FORMAT_LUANTI;
    // Of the game: columns of 16 x 16 blocks, or cubes of 16^3.
    const int64_t chunks =
        luanti ? 8 * (int64_t)tr_voxel_box_count(&run->box) : 4 * (int64_t)run->box.size[0] * run->box.size[2];
    printf("%s: a %s world of %d x %d blocks: %" PRIu64 " blocks in %" PRId64 " %s, %" PRIu64 " files, %.1f MB\n",
           run->values->common.output, luanti ? "Luanti" : "Minecraft", run->box.size[0] * TR_VOXEL_SIDE,
           run->box.size[2] * TR_VOXEL_SIDE, game->blocks.blocks, chunks, luanti ? "map blocks" : "chunks",
           game->blocks.files, 1e-6 * (double)game->blocks.bytes);
    if (!luanti) {
        print_heights(run);
    }
    printf("  spawn: %" PRId64 ", %" PRId64 ", %" PRId64 ", %s\n", game->spawn[0], game->spawn[1], game->spawn[2],
           game->spawn_dry ? "on dry ground under the open sky"
                           : "NOT on dry ground: these chunks have none; --chunks takes others");
    printf(luanti ? "  to play: copy the folder into worlds/ of Luanti; the game is Minetest Game\n"
                  : "  to play: copy the folder into saves/ of .minecraft; Java edition 1.18.2 to 1.21\n");
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
    case FORMAT_MINECRAFT:
    case FORMAT_LUANTI: print_game(run); break;
    default:
        printf("%s: %" PRIu64 " blocks, %.1f MB\n", values->common.output, run->report.blocks,
               1e-6 * (double)run->report.bytes);
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
        run->save = tr_voxel_save_open(run->voxels, run->values->save, TR_VOXEL_SAVE_READ, err);
        if (!run->save) {
            return false;
        }
        run->source = tr_voxel_save_source(run->save);
    }
    const int32_t columns = is_game(run->format) ? GAME_COLUMNS : DEFAULT_COLUMNS;
    return run->values->chunks.count > 0 || tr_export_default_box(run->input.world, columns, &run->box, err);
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
    voxel_run voxel = {.call = call, .values = call->values};
    const int code = check_options(call, &voxel);
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err = {0};
    if (!world_input_open(call, &voxel.input, &err)) {
        return cli_fail(call, &err);
    }
    bool done = work(&voxel, &err);
    cli_outputs_abort(&voxel.outputs);
    if (voxel.save) {
        done = tr_voxel_save_close(voxel.save, done ? &err : NULL) && done;
    }
    if (done) {
        print_result(&voxel);
    }
    world_input_close(&voxel.input);
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
                    {"repair", cli_voxel_repair},
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
    return call->argument_count == 1 ? run_export(call)
                                     : cli_usage(call,
                                                 "'%s' is one argument too many; 'pack', 'verify', 'repair', 'export' "
                                                 "and 'edit' come before the world",
                                                 call->arguments[1]);
}

#define AT(field) .offset = offsetof(voxel_values, field)

static const tr_key options[] = {
    {.name = "chunks",
     .type = TR_KEY_INTEGERS,
     AT(chunks),
     .value = "x0,y0,z0,x1,y1,z1",
     .low = -(INT64_C(1) << 41),
     .high = INT64_C(1) << 41,
     .min_count = 6,
     .max_count = 6,
     .help = "chunks of 32 x 32 x 32 blocks, the second corner not included (default: land with something to see, near "
             "the middle of the world)"},
    {.name = "slice",
     .type = TR_KEY_TEXT,
     AT(slice),
     .value = "y=n",
     .help = "pictures: cut at a block: y=n is seen from above, x=n from the west, z=n from the south"},
    {.name = "scale",
     .type = TR_KEY_INT64,
     AT(scale),
     .value = "px",
     .low = 1,
     .high = 16,
     .help = "pictures: pixels of a block (default: as many as fit 1536 pixels)"},
    {.name = "save", .type = TR_KEY_TEXT, AT(save), .value = "file", .help = "the world with the edits of a save"},
    {.name = "for",
     .type = TR_KEY_CHOICE,
     AT(game),
     .value = "game",
     .choices = game_names,
     .initial = "minecraft",
     .help = "folders: the game that opens it, minecraft or luanti"},
    {.name = "lower",
     .type = TR_KEY_INT64,
     AT(lower),
     .value = "n",
     .low = -4096,
     .high = 4096,
     .help = "Minecraft: move everything n blocks down, into y of -64 to 319 (default: chosen, with a data pack where "
             "the relief needs more)"},
    {.name = "daylight",
     .type = TR_KEY_DOUBLE,
     AT(daylight),
     .value = "share",
     .initial = "1",
     .low = 0,
     .high = 1,
     .help = "scenes: 0 night .. 1 noon"},
};

const cli_command cmd_voxel = {
    .name = "voxel",
    .summary = "the world as blocks: scenes, pictures, files of games, saves",
    .arguments = "<world.yaml> | pack|verify|repair|export|edit <world.yaml> <save> [...]",
    .min_arguments = 1,
    .max_arguments = 64,
    .description = "Turns a world into blocks and writes a box of chunks by the ending of -o:\n"
                   "  .png     a picture from above, or of a cut (--slice)\n"
                   "  .glb     a scene with merged faces, light and shade in its colours\n"
                   "  .vox     MagicaVoxel\n"
                   "  .sqlite  the map.sqlite of a Luanti world, alone\n"
                   "  .luanti  a folder: a whole Luanti world for Minetest Game\n"
                   "  folder   a Minecraft world (Java edition 1.18.2 to 1.21), or with --for luanti a Luanti world\n"
                   "Saves hold what was changed:\n"
                   "  terrane voxel edit <world.yaml> <save> x,y,z=block ...   change blocks\n"
                   "  terrane voxel verify <world.yaml> <save>                 look for damage\n"
                   "  terrane voxel repair <world.yaml> <save> -o <new save>   keep what is whole, name what is lost\n"
                   "  terrane voxel pack <world.yaml> <save>                   drop what is not needed\n"
                   "  terrane voxel export <world.yaml> <save> -o <file>       the same as --save\n"
                   "The blocks are the same whatever else is asked for. When anything fails, nothing is written.\n",
    .example = "build/bin/terrane voxel worlds/valley.yaml -o out/blocks.png\n"
               "  build/bin/terrane voxel worlds/valley.yaml -o out/minecraft\n"
               "  build/bin/terrane voxel worlds/valley.yaml -o out/valley.luanti\n"
               "  build/bin/terrane voxel worlds/valley.yaml --chunks -52,-1,1,-47,8,6 -o out/blocks.glb",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_OUTPUT | CLI_COMMON_JSON | CLI_COMMON_QUIET,
    .options = options,
    .option_count = (int)(sizeof options / sizeof options[0]),
    .values_size = sizeof(voxel_values),
    .run = run,
};
