// terrane new: a folder with a world description to begin with.
#include "command.h"
#include "context.h"
#include "templates.h"

#include "terrane/world.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_SEED_BYTES = 200, MAX_TEXT_BYTES = 32768 };

typedef struct new_values {
    cli_common common;
    int template;      // in cli_templates
    const char *seed;  // as the user wrote it; NULL: that of the template
    const char *elevation_file;
    bool force;
} new_values;

static int check_values(const cli_call *call)
{
    const new_values *values = call->values;
    const cli_template *template = &cli_templates[values->template];
    if (template->needs_elevation && !values->elevation_file) {
        return cli_usage(call, "--template %s needs --dem <file>: a raster with heights, such as alps.tif",
                         template->name);
    }
    if (!template->needs_elevation && values->elevation_file) {
        return cli_usage(call, "--dem goes with --template dem, not with %s", template->name);
    }
    if (values->seed && strlen(values->seed) > MAX_SEED_BYTES) {
        return cli_usage(call, "--seed has %zu bytes; allowed are %d", strlen(values->seed), MAX_SEED_BYTES);
    }
    return CLI_DONE;
}

// ---------------------------------------------------------------------------------------------------------
// Paths

static bool join_path(char out[PATH_MAX], const char *folder, const char *name, tr_error *err)
{
    const size_t length = strlen(folder);
    const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    const int written = snprintf(out, PATH_MAX, "%s%s%s", folder, slash, name);
    return (written >= 0 && written < PATH_MAX) ||
           tr_fail(err, TR_ERROR_FILE_OPEN, "%.200s...: the path is too long", folder);
}

// How `to` is called from inside the folder `from`; both absolute and without links.
static bool relative_path(const char *from, const char *to, char out[PATH_MAX])
{
    size_t common = 0;
    for (size_t i = 0; from[i] == to[i] && from[i]; i++) {
        common = from[i] == '/' ? i + 1 : common;
    }
    // `from` itself may lead to `to`: then its whole length is common.
    const size_t length = strlen(from);
    if (strncmp(from, to, length) == 0 && to[length] == '/') {
        common = length + 1;
    }
    size_t used = 0;
    for (size_t i = common; i < length && used + 3 < PATH_MAX; i++) {
        if (i == common || from[i - 1] == '/') {
            memcpy(out + used, "../", 3);
            used += 3;
        }
    }
    const int written = snprintf(out + used, PATH_MAX - used, "%s", to + common);
    return written >= 0 && (size_t)written < PATH_MAX - used;
}

// The path of the elevation file as the description in `folder` has to call it, so that both can be moved together.
static bool elevation_path(const char *folder, const char *file, char out[PATH_MAX], tr_error *err)
{
    char real_folder[PATH_MAX], real_file[PATH_MAX];
    if (!realpath(file, real_file)) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened: %s", file, strerror(errno));
    }
    if (!realpath(folder, real_folder)) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened: %s", folder, strerror(errno));
    }
    return relative_path(real_folder, real_file, out) ||
           tr_fail(err, TR_ERROR_FILE_OPEN, "%.200s...: the path from there is too long", folder);
}

// ---------------------------------------------------------------------------------------------------------
// The world

// What is written must load: a raster that cannot be read is found here and not with the first map.
static bool check_world(const new_values *values, const char *path, const char *text, tr_error *err)
{
    tr_context *context = cli_context_create(&values->common, err);
    if (!context) {
        return false;
    }
    tr_world *world = tr_world_load_text(context, path, text, strlen(text), NULL, err);
    const bool loaded = world != NULL;
    tr_world_destroy(world);
    tr_context_destroy(context);
    return loaded;
}

// Beside and renamed: a reader never sees half of the file, and a failure leaves the old one.
static bool write_and_close(FILE *stream, const char *text)
{
    const size_t size = strlen(text);
    const bool written = fwrite(text, 1, size, stream) == size && fflush(stream) == 0 && fsync(fileno(stream)) == 0;
    const int reason = errno;
    const bool closed = fclose(stream) == 0;
    if (!written) {
        errno = reason;
    }
    return written && closed;
}

static bool write_text(const char *path, const char *text, tr_error *err)
{
    char temp_path[PATH_MAX];
    const int length = snprintf(temp_path, sizeof temp_path, "%s.tmp-%ld", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof temp_path) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%.200s...: the path is too long", path);
    }
    FILE *stream = fopen(temp_path, "wbx");
    if (!stream) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be written: %s", path, strerror(errno));
    }
    if (write_and_close(stream, text) && rename(temp_path, path) == 0) {
        return true;
    }
    tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot be written: %s", path, strerror(errno));
    remove(temp_path);
    return false;
}

static bool write_world(const new_values *values, const char *folder, const char *path, tr_error *err)
{
    char relative[PATH_MAX];
    const bool has_elevation = values->elevation_file != NULL;
    if (has_elevation && !elevation_path(folder, values->elevation_file, relative, err)) {
        return false;
    }
    const cli_template_values given = {values->seed, has_elevation ? relative : NULL};
    char *text = malloc(MAX_TEXT_BYTES);
    if (!text) {
        return tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "there is no memory for the description");
    }
    const bool done = cli_template_fill(&cli_templates[values->template], &given, text, MAX_TEXT_BYTES, err) &&
                      check_world(values, path, text, err) && write_text(path, text, err);
    free(text);
    return done;
}

// Makes the folder; `*made` says whether it was not there before.
static bool make_folder(const char *folder, bool *made, tr_error *err)
{
    *made = mkdir(folder, 0777) == 0;
    struct stat info;
    if (*made || (errno == EEXIST && stat(folder, &info) == 0 && S_ISDIR(info.st_mode))) {
        return true;
    }
    return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot be made: %s", folder, strerror(errno));
}

static void print_next_steps(const char *folder, const char *path)
{
    char picture[PATH_MAX];
    tr_error err;
    if (!join_path(picture, folder, "map.png", &err)) {
        snprintf(picture, sizeof picture, "map.png");
    }
    printf("%s is a world. Next:\n", path);
    printf("  terrane info %s\n", path);
    printf("  terrane map %s -o %s\n", path, picture);
    printf("Open %s in an editor: every line says what it does. 'terrane info --keys' lists all keys.\n", path);
}

static int run(const cli_call *call)
{
    const new_values *values = call->values;
    const char *folder = call->arguments[0];
    const int usage = check_values(call);
    if (usage != CLI_DONE) {
        return usage;
    }
    tr_error err = {0};
    char path[PATH_MAX];
    bool made = false;
    if (!join_path(path, folder, "world.yaml", &err)) {
        return cli_fail(call, &err);
    }
    if (access(path, F_OK) == 0 && !values->force) {
        tr_fail(&err, TR_ERROR_FILE_WRITE, "%s exists already; --force replaces it", path);
        return cli_fail(call, &err);
    }
    if (!make_folder(folder, &made, &err) || !write_world(values, folder, path, &err)) {
        if (made) {
            rmdir(folder);
        }
        return cli_fail(call, &err);
    }
    if (!values->common.quiet) {
        print_next_steps(folder, path);
    }
    return CLI_DONE;
}

static const char *const template_names[] = {
#define X(name, summary, needs_elevation) #name,
    CLI_TEMPLATE_LIST(X)
#undef X
        NULL};

#define AT(field) .offset = offsetof(new_values, field)

static const tr_key options[] = {
    {.name = "template",
     .letter = 't',
     .type = TR_KEY_CHOICE,
     AT(template),
     .value = "name",
     .choices = template_names,
     .initial = "island",
     .help = "what to begin with: island, valley, alps, desert, archipelago or dem"},
    {.name = "seed",
     .type = TR_KEY_TEXT,
     AT(seed),
     .value = "seed",
     .help = "a number or any text (default: that of the template)"},
    {.name = "dem",
     .type = TR_KEY_TEXT,
     AT(elevation_file),
     .value = "file",
     .help = "for --template dem: the raster with the heights; it stays where it is"},
    {.name = "force", .type = TR_KEY_BOOL, AT(force), .help = "replace a world.yaml that is there"},
};

const cli_command cmd_new = {
    .name = "new",
    .summary = "make a folder with a world to begin with",
    .arguments = "<folder>",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        "Makes the folder with a world.yaml in it: a description with comments, ready to be changed. Templates:\n"
#define X(name, summary, needs_elevation) "  " #name ": " summary "\n"
    CLI_TEMPLATE_LIST(X),
#undef X
    .example = "build/bin/terrane new out/island --template island --seed 7\n"
               "  build/bin/terrane info out/island/world.yaml",
    .common = CLI_COMMON_QUIET,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .values_size = sizeof(new_values),
    .run = run,
};
