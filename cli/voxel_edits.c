#include "voxel_edits.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 256, FIRST_CAPACITY = 256 };

static bool add(voxel_edits *edits, const tr_block_edit *edit, tr_error *err)
{
    if (edits->count == edits->capacity) {
        const size_t capacity = edits->capacity > 0 ? 2 * edits->capacity : FIRST_CAPACITY;
        tr_block_edit *larger = tr_alloc_array(edits->context, capacity, sizeof *larger, err);
        if (!larger) {
            return false;
        }
        if (edits->count > 0) {
            memcpy(larger, edits->items, edits->count * sizeof *larger);
        }
        tr_free(edits->context, edits->items);
        edits->items = larger;
        edits->capacity = capacity;
    }
    edits->items[edits->count++] = *edit;
    return true;
}

void voxel_edits_destroy(voxel_edits *edits)
{
    tr_free(edits->context, edits->items);
    *edits = (voxel_edits){.context = edits->context};
}

// ---------------------------------------------------------------------------------------------------------

static bool fail_block(const char *name, tr_error *err)
{
    const char *names[TR_BLOCK_KIND_COUNT];
    for (int i = 0; i < TR_BLOCK_KIND_COUNT; i++) {
        names[i] = tr_block_name((tr_block_kind)i);
    }
    const char *nearest = tr_nearest_name(name, names, TR_BLOCK_KIND_COUNT);
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is no block%s%s%s", name, nearest ? "; did you mean '" : "",
                   nearest ? nearest : "", nearest ? "'?" : "");
}

// A block from its name; `text` is changed.
static bool read_block(char *text, tr_block *out, tr_error *err)
{
    char *colon = strchr(text, ':');
    long level = 0;
    if (colon) {
        char *end;
        *colon = '\0';
        level = strtol(colon + 1, &end, 10);
        if (end == colon + 1 || *end != '\0' || level < 0 || level > TR_BLOCK_MAX_LEVEL) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the level '%s' of %s is not a number from 0 to %d",
                           colon + 1, text, TR_BLOCK_MAX_LEVEL);
        }
    }
    tr_block_kind kind;
    if (!tr_block_from_name(text, &kind)) {
        return fail_block(text, err);
    }
    *out = (tr_block)(kind | level << TR_BLOCK_LEVEL_SHIFT);
    return tr_block_info_of(*out) ||
           tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s has no levels: they are of water and lava", text);
}

// "x,y,z" up to `stop`, which may be ',' too; returns what follows it, or NULL.
static char *read_place(char *text, char stop, tr_voxel_at *out)
{
    int64_t *const values[] = {&out->x, &out->y, &out->z};
    for (int i = 0; i < 3; i++) {
        char *end;
        errno = 0;
        *values[i] = strtoll(text, &end, 10);
        if (end == text || errno != 0 || *end != (i < 2 ? ',' : stop)) {
            return NULL;
        }
        text = end + 1;
    }
    return text;
}

static bool read_edit(voxel_edits *edits, char *text, char stop, tr_error *err)
{
    tr_block_edit edit;
    char shown[LINE_SIZE];
    snprintf(shown, sizeof shown, "%s", text);
    char *block = read_place(text, stop, &edit.at);
    if (!block) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is no edit; one is written as x,y,z%cblock", shown, stop);
    }
    return read_block(block, &edit.block, err) && add(edits, &edit, err);
}

static bool read_line(voxel_edits *edits, const char *path, int number, char *line, tr_error *err)
{
    tr_error reason = {0};
    line[strcspn(line, "\r\n")] = '\0';
    const bool is_header = number == 1 && strcmp(line, "x,y,z,block") == 0;
    if (is_header || line[0] == '\0' || line[0] == '#' || read_edit(edits, line, ',', &reason)) {
        return true;
    }
    return tr_fail(err, reason.code, "%s:%d: %s", path, number, reason.message);
}

static bool read_table(voxel_edits *edits, const char *path, tr_error *err)
{
    FILE *stream = fopen(path, "r");
    if (!stream) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened: %s (an edit is written as x,y,z=block)", path,
                       strerror(errno));
    }
    char line[LINE_SIZE];
    bool ok = true;
    for (int number = 1; ok && fgets(line, sizeof line, stream); number++) {
        ok = strlen(line) + 1 < sizeof line
                 ? read_line(edits, path, number, line, err)
                 : tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s:%d: the line is too long", path, number);
    }
    if (ok && ferror(stream)) {
        ok = tr_fail(err, TR_ERROR_FILE_READ, "%s: cannot be read: %s", path, strerror(errno));
    }
    fclose(stream);
    return ok;
}

bool voxel_edits_read(voxel_edits *edits, const char *argument, tr_error *err)
{
    char text[LINE_SIZE];
    if (!strchr(argument, '=')) {
        return read_table(edits, argument, err);
    }
    if (strlen(argument) >= sizeof text) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%.60s...' is no edit; one is written as x,y,z=block",
                       argument);
    }
    snprintf(text, sizeof text, "%s", argument);
    return read_edit(edits, text, '=', err);
}
