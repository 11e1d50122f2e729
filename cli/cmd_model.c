// terrane model: the built-in models as files and pictures.
#include "command.h"
#include "context.h"
#include "progress.h"
#include "report.h"

#include "terrane/io.h"
#include "terrane/view.h"

#include <stdio.h>
#include <string.h>

typedef struct model_values {
    cli_common common;
    int64_t variant;
    bool sheet;
} model_values;

// ---------------------------------------------------------------------------------------------------------
// Output

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), size = strlen(ending);
    return length >= size && strcmp(text + length - size, ending) == 0;
}

static void print_levels(const model_values *values, const char *name, const tr_mesh *levels)
{
    if (values->common.json) {
        cli_json json = cli_json_begin(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "file", values->common.output);
        cli_json_text(&json, "model", name);
        cli_json_int(&json, "variant", values->variant);
        cli_json_open(&json, "triangles", '[');
        for (int level = 0; level < TR_MODEL_LEVELS; level++) {
            cli_json_int(&json, NULL, (int64_t)levels[level].index_count / 3);
        }
        cli_json_close(&json);
        cli_json_close(&json);
        cli_json_end(&json);
    } else if (!values->common.quiet) {
        printf("%s: %s %d, %zu, %zu and %zu triangles\n", values->common.output, name, (int)values->variant,
               levels[0].index_count / 3, levels[1].index_count / 3, levels[2].index_count / 3);
    }
}

// ---------------------------------------------------------------------------------------------------------
// The command

static bool write_picture(tr_context *context, const model_values *values, tr_image *image, tr_error *err)
{
    const bool done = tr_png_write(context, values->common.output, image, err);
    if (done) {
        cli_report_picture(&values->common, image);
    }
    tr_image_destroy(context, image);
    return done;
}

static bool write_sheet(tr_context *context, const model_values *values, tr_error *err)
{
    cli_progress progress = cli_progress_begin("sheet", values->common.quiet);
    const tr_progress hook = cli_progress_hook(&progress);
    tr_image image;
    const bool made = tr_model_sheet_create(context, &hook, &image, err);
    cli_progress_end(&progress);
    return made && write_picture(context, values, &image, err);
}

static bool write_portrait(tr_context *context, const model_values *values, tr_model_kind kind, tr_error *err)
{
    tr_image image;
    return tr_model_portrait_create(context, kind, (int32_t)values->variant, &image, err) &&
           write_picture(context, values, &image, err);
}

static bool write_glb(tr_context *context, const model_values *values, tr_model_kind kind, tr_error *err)
{
    tr_mesh levels[TR_MODEL_LEVELS] = {0};
    bool done = true;
    for (int level = 0; level < TR_MODEL_LEVELS && done; level++) {
        done = tr_model_make(context, kind, (int32_t)values->variant, level, &levels[level], err);
    }
    if (done) {
        const tr_glb_mesh mesh = {
            .name = tr_model_name(kind), .levels = levels, .level_count = TR_MODEL_LEVELS, .roughness = 0.95f};
        done = tr_glb_write(context, values->common.output, &mesh, 1, (const double[3]){0, 0, 0}, err);
    }
    if (done) {
        print_levels(values, tr_model_name(kind), levels);
    }
    for (int level = 0; level < TR_MODEL_LEVELS; level++) {
        tr_mesh_destroy(context, &levels[level]);
    }
    return done;
}

static int unknown_kind(const cli_call *call)
{
    const char *names[TR_MODEL_COUNT];
    for (int i = 0; i < TR_MODEL_COUNT; i++) {
        names[i] = tr_model_name((tr_model_kind)i);
    }
    const char *nearest = tr_nearest_name(call->arguments[0], names, TR_MODEL_COUNT);
    return nearest ? cli_usage(call, "there is no model '%s'; did you mean '%s'?", call->arguments[0], nearest)
                   : cli_usage(call, "there is no model '%s'; 'terrane help model' lists them", call->arguments[0]);
}

static int check(const cli_call *call, tr_model_kind *kind)
{
    const model_values *values = call->values;
    if (values->sheet == (call->argument_count > 0)) {
        return cli_usage(call, values->sheet ? "give only one of a model and --sheet"
                                             : "say what to make: a model or --sheet");
    }
    if (!values->common.output) {
        return cli_usage(call, "-o <file> is missing: where to write it");
    }
    if (values->sheet) {
        return cli_was_given(call->given, "variant") ? cli_usage(call, "--variant has no meaning with --sheet")
                                                     : CLI_DONE;
    }
    if (!tr_model_from_name(call->arguments[0], kind)) {
        return unknown_kind(call);
    }
    if (values->variant >= tr_model_variants(*kind)) {
        return cli_usage(call, "--variant is %d; allowed for %s is 0 to %d", (int)values->variant, tr_model_name(*kind),
                         (int)tr_model_variants(*kind) - 1);
    }
    if (!ends_with(values->common.output, ".glb") && !ends_with(values->common.output, ".png")) {
        return cli_usage(call, "-o is '%s'; allowed is a file that ends with .glb or .png", values->common.output);
    }
    return CLI_DONE;
}

static int run(const cli_call *call)
{
    const model_values *values = call->values;
    tr_model_kind kind = TR_MODEL_COUNT;
    const int code = check(call, &kind);
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err = {0};
    tr_context *context = cli_context_create(&values->common, &err);
    if (!context) {
        return cli_fail(call, &err);
    }
    const bool done = values->sheet                              ? write_sheet(context, values, &err)
                      : ends_with(values->common.output, ".png") ? write_portrait(context, values, kind, &err)
                                                                 : write_glb(context, values, kind, &err);
    tr_context_destroy(context);
    return done ? CLI_DONE : cli_fail(call, &err);
}

#define AT(field) .offset = offsetof(model_values, field)

static const tr_key options[] = {
    {.name = "variant",
     .type = TR_KEY_INT64,
     AT(variant),
     .value = "n",
     .initial = "0",
     .low = 0,
     .high = 99,
     .help = "which of the variants of a model"},
    {.name = "sheet",
     .type = TR_KEY_BOOL,
     AT(sheet),
     .help = "a picture of all models with their variants and levels (PNG)"},
};

#define X(id, name, variants, what) "  " name ": " what "\n"

const cli_command cmd_model = {
    .name = "model",
    .summary = "write a built-in model as GLB or show the models",
    .arguments = "[model]",
    .max_arguments = 1,
    .description =
        "The trees, plants and stones that the program makes itself. With -o file.glb a model is written with its\n"
        "levels of detail, with -o file.png it is shown from several sides; --sheet shows all of them.\n"
        "The same model has the same bytes on every machine. Models:\n" TR_MODEL_LIST(X),
    .example = "build/bin/terrane model conifer --variant 2 -o out/conifer.glb\n"
               "  build/bin/terrane model birch -o out/birch.png",
    .common = CLI_COMMON_COMPUTE | CLI_COMMON_OUTPUT | CLI_COMMON_JSON | CLI_COMMON_QUIET,
    .options = options,
    .option_count = (int)(sizeof options / sizeof options[0]),
    .values_size = sizeof(model_values),
    .run = run,
};
