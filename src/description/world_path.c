#include "description/world_path.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hash_value.h"
#include "description/world_schema.h"

enum { WORLD_PATH_COOKIE = 0x77706174 };

static const char *const source_names[TR_PATH_SOURCE_COUNT] = {
#define X(id, name, what) name,
    TR_PATH_SOURCE_LIST(X)
#undef X
};

const char *tr_path_source_name(tr_path_source source)
{
    return (unsigned)source < TR_PATH_SOURCE_COUNT ? source_names[source] : "unknown";
}

tr_world_path_def tr_default_world_path_def(tr_path_source source, tr_path_kind kind)
{
    tr_world_path_def path = {
        .cookie = WORLD_PATH_COOKIE, .source = source, .path = tr_default_path_def(kind), .drain_m2 = 2e6};
    tr_schema_defaults(&tr_world_path_schema, &path);
    if (source != TR_PATH_SOURCE_FILE) path.path.area = source == TR_PATH_SOURCE_AREA;
    if (source == TR_PATH_SOURCE_DRAIN) {
        // A brook where it begins: a quarter of a grown river.
        path.path.width_m *= kind == TR_PATH_RIVER ? 0.25 : 1;
        path.path.depth_m *= kind == TR_PATH_RIVER ? 0.4 : 1;
    }
    return path;
}

// ---------------------------------------------------------------------------------------------------------
// Rules

bool tr_world_path_region(const tr_world_def *def, const tr_world_path_def *path, tr_region *out)
{
    *out = path->has_within ? path->within_m : def->bounds_m;
    return path->has_within || def->has_bounds;
}

static bool fail_rule(tr_world_path_problem *problem, const char *key, const char *format, ...) TR_PRINTF(3, 4);
static bool fail_rule(tr_world_path_problem *problem, const char *key, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->message, sizeof problem->message, format, arguments);
    va_end(arguments);
    problem->key = key;
    return false;
}

static bool check_kind(const tr_world_path_def *path, tr_world_path_problem *problem)
{
    const unsigned kinds = tr_path_source_kinds(path->source);
    if (kinds & 1u << path->path.kind) return true;
    char list[128] = "";
    for (int i = 0; i < TR_PATH_KIND_COUNT; i++) {
        if (!(kinds & 1u << i)) continue;
        const size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", length > 0 ? ", " : "",
                 tr_path_kind_name((tr_path_kind)i));
    }
    return fail_rule(problem, "kind", "'kind' is '%s', which does not go with '%s'; allowed: %s",
                     tr_path_kind_name(path->path.kind), tr_path_source_name(path->source), list);
}

static bool check_region(const tr_world_def *def, const tr_world_path_def *path, tr_world_path_problem *problem)
{
    tr_region region;
    const char *source = tr_path_source_name(path->source);
    if (!tr_world_path_region(def, path, &region))
        return fail_rule(
            problem, source,
            "'%s' is looked for within the extent of the world, and this one is endless: give the world an "
            "extent, or the path a 'within', such as [x0, z0, x1, z1]",
            source);
    const char *key = path->has_within ? "within" : source;
    const char *what = path->has_within ? "'within'" : "the extent of the world";
    if (region.x0 >= region.x1 || region.z0 >= region.z1)
        return fail_rule(problem, key, "%s is empty; x1 must be greater than x0 and z1 than z0", what);
    const uint64_t width = (uint64_t)region.x1 - (uint64_t)region.x0, depth = (uint64_t)region.z1 - (uint64_t)region.z0;
    if (width > TR_PLAN_MAX_M || depth > TR_PLAN_MAX_M)
        return fail_rule(problem, key,
                         "%s is %" PRIu64 " x %" PRIu64 " m; '%s' can be looked for in at most %d m a side: give it a "
                         "smaller 'within'",
                         what, width, depth, source, TR_PLAN_MAX_M);
    for (int32_t i = 0; path->source == TR_PATH_SOURCE_ROUTE && i < path->path.vertex_count; i++) {
        const tr_path_vertex *at = &path->path.vertices[i];
        if (at->x_m >= (double)region.x0 && at->x_m <= (double)region.x1 && at->z_m >= (double)region.z0 &&
            at->z_m <= (double)region.z1)
            continue;
        return fail_rule(problem, source, "place %d of the route is [%.10g, %.10g], outside of %s", i, at->x_m, at->z_m,
                         what);
    }
    return true;
}

bool tr_world_path_check_together(const tr_world_def *def, const tr_world_path_def *path,
                                  tr_world_path_problem *problem)
{
    const bool searched = path->source == TR_PATH_SOURCE_ROUTE || path->source == TR_PATH_SOURCE_DRAIN;
    if (!check_kind(path, problem)) return false;
    if (searched && !check_region(def, path, problem)) return false;
    if (path->source == TR_PATH_SOURCE_DRAIN && path->max_width_m < path->path.width_m)
        return fail_rule(problem, "widest", "'widest' is %.10g m, less than the width of the smallest rivers, %.10g m",
                         path->max_width_m, path->path.width_m);
    return true;
}

bool tr_world_path_check_shape(const tr_world_path_def *path, tr_error *err)
{
    const bool placed = path->source != TR_PATH_SOURCE_FILE && path->source != TR_PATH_SOURCE_DRAIN;
    return !placed || tr_path_def_check(&path->path, err);
}

// ---------------------------------------------------------------------------------------------------------
// Checks of structs

static bool check_values(const tr_world_path_def *path, int index, tr_error *err)
{
    char prefix[32];
    snprintf(prefix, sizeof prefix, "paths[%d].", index);
    tr_world_path_def values = *path;
    if (path->path.area) values.path.width_m = 1;  // areas have none
    return tr_schema_check(&tr_world_path_schema, &values, 1u << path->source, prefix, err);
}

static bool check_source(const tr_world_path_def *path, int index, tr_error *err)
{
    if ((unsigned)path->source >= TR_PATH_SOURCE_COUNT)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "paths[%d].source is %d; allowed is 0 (%s) to %d (%s)", index,
                       (int)path->source, source_names[0], TR_PATH_SOURCE_COUNT - 1,
                       source_names[TR_PATH_SOURCE_COUNT - 1]);
    if (path->source == TR_PATH_SOURCE_FILE && (!path->file || !*path->file))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "paths[%d].file is missing: the name of a file is expected",
                       index);
    if (path->path.area != (path->source == TR_PATH_SOURCE_AREA) && path->source != TR_PATH_SOURCE_FILE)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "paths[%d].path.area is %s, which does not go with %s", index,
                       path->path.area ? "true" : "false", tr_path_source_name(path->source));
    return true;
}

static bool check_path(const tr_world_def *def, int index, tr_error *err)
{
    const tr_world_path_def *path = &def->paths[index];
    assert(path->cookie == WORLD_PATH_COOKIE);
    if (!check_source(path, index, err) || !check_values(path, index, err)) return false;
    tr_world_path_problem problem;
    if (!tr_world_path_check_together(def, path, &problem))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "paths[%d]: %s", index, problem.message);
    tr_error reason;
    if (tr_world_path_check_shape(path, &reason)) return true;
    return tr_fail(err, reason.code, "paths[%d]: %s", index, reason.message);
}

bool tr_world_paths_check(const tr_world_def *def, tr_error *err)
{
    for (int32_t i = 0; i < def->path_count; i++) {
        if (!check_path(def, i, err)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Copies

enum { TEXT_COUNT = 4 };

static void list_texts(tr_world_path_def *path, const char **texts[TEXT_COUNT])
{
    texts[0] = &path->path.name;
    texts[1] = &path->file;
    texts[2] = &path->layer;
    texts[3] = &path->kind_field;
}

// What goes into one block, in this order: alignments fall.
typedef struct block_sizes {
    size_t paths, vertices, rings, texts;
} block_sizes;

static block_sizes measure(const tr_world_path_def *paths, int32_t count)
{
    block_sizes sizes = {.paths = (size_t)count * sizeof *paths};
    for (int32_t i = 0; i < count; i++) {
        tr_world_path_def path = paths[i];
        const char **texts[TEXT_COUNT];
        list_texts(&path, texts);
        sizes.vertices += (size_t)path.path.vertex_count * sizeof *path.path.vertices;
        sizes.rings += (size_t)path.path.ring_count * sizeof *path.path.ring_end;
        for (int k = 0; k < TEXT_COUNT; k++) sizes.texts += *texts[k] ? strlen(*texts[k]) + 1 : 0;
    }
    return sizes;
}

static void *append(char **at, const void *from, size_t size)
{
    void *to = *at;
    if (size > 0) memcpy(to, from, size);
    *at += size;
    return to;
}

bool tr_world_paths_copy(tr_context *context, const tr_world_path_def *paths, int32_t count, tr_world_path_def **out,
                         tr_error *err)
{
    *out = NULL;
    if (count == 0) return true;
    const block_sizes sizes = measure(paths, count);
    char *block = tr_alloc(context, sizes.paths + sizes.vertices + sizes.rings + sizes.texts, err);
    if (!block) return false;
    tr_world_path_def *copies = (tr_world_path_def *)(void *)block;
    memcpy(copies, paths, sizes.paths);
    char *vertices = block + sizes.paths, *rings = vertices + sizes.vertices, *texts_at = rings + sizes.rings;
    for (int32_t i = 0; i < count; i++) {
        tr_path_def *def = &copies[i].path;
        const char **texts[TEXT_COUNT];
        list_texts(&copies[i], texts);
        def->vertices = append(&vertices, def->vertices, (size_t)def->vertex_count * sizeof *def->vertices);
        def->ring_end = append(&rings, def->ring_end, (size_t)def->ring_count * sizeof *def->ring_end);
        for (int k = 0; k < TEXT_COUNT; k++) {
            if (*texts[k]) *texts[k] = append(&texts_at, *texts[k], strlen(*texts[k]) + 1);
        }
    }
    *out = copies;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Hash

uint64_t tr_world_paths_hash(const tr_world_def *def, uint64_t hash)
{
    for (int32_t i = 0; i < def->path_count; i++) {
        const tr_world_path_def *path = &def->paths[i];
        hash = tr_hash_word(path->source, hash);
        hash = tr_schema_hash(&tr_world_path_schema, path, 1u << path->source, 0, hash);
    }
    return hash;
}
