#include "world/world_path.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hash_value.h"
#include "world/path_keys.h"

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

tr_world_path tr_default_world_path(tr_path_source source, tr_path_kind kind)
{
    tr_world_path path = {.cookie = WORLD_PATH_COOKIE,
                          .source = source,
                          .path = tr_default_path_def(kind),
                          .drain_m2 = 2e6,
                          .widest_m = 60,
                          .lakes = true,
                          .least_lake_m2 = 2e4,
                          .least_lake_depth_m = 2};
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

bool tr_world_path_region(const tr_world_def *def, const tr_world_path *path, tr_region *out)
{
    *out = path->has_within ? path->within_m : def->bounds_m;
    return path->has_within || def->bounded;
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

static bool check_kind(const tr_world_path *path, tr_world_path_problem *problem)
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

static bool check_region(const tr_world_def *def, const tr_world_path *path, tr_world_path_problem *problem)
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
    if (width > TR_PLAN_LARGEST_M || depth > TR_PLAN_LARGEST_M)
        return fail_rule(problem, key,
                         "%s is %" PRIu64 " x %" PRIu64 " m; '%s' can be looked for in at most %d m a side: give it a "
                         "smaller 'within'",
                         what, width, depth, source, TR_PLAN_LARGEST_M);
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

bool tr_world_path_check_together(const tr_world_def *def, const tr_world_path *path, tr_world_path_problem *problem)
{
    const bool looked_for = path->source == TR_PATH_SOURCE_ROUTE || path->source == TR_PATH_SOURCE_DRAIN;
    if (!check_kind(path, problem)) return false;
    if (looked_for && !check_region(def, path, problem)) return false;
    if (path->source == TR_PATH_SOURCE_DRAIN && path->widest_m < path->path.width_m)
        return fail_rule(problem, "widest", "'widest' is %.10g m, less than the width of the smallest rivers, %.10g m",
                         path->widest_m, path->path.width_m);
    return true;
}

bool tr_world_path_check_shape(const tr_world_path *path, tr_error *err)
{
    const bool placed = path->source != TR_PATH_SOURCE_FILE && path->source != TR_PATH_SOURCE_DRAIN;
    return !placed || tr_path_def_check(&path->path, err);
}

// ---------------------------------------------------------------------------------------------------------
// Checks of structs

static const void *field_of(const tr_key *key, const tr_world_path *path)
{
    return (const char *)path + key->offset;
}

static bool check_number(const tr_key *key, int index, double value, tr_error *err)
{
    const char *name = key->path + strlen("paths[]");
    if (!isfinite(value))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "paths[%d]%s is not finite; a number is expected", index, name);
    if (value >= key->low && value <= key->high) return true;
    const char *unit = key->units[0].name;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "paths[%d]%s is %.10g; allowed is %.10g to %.10g%s%s", index, name,
                   value, key->low, key->high, *unit ? " " : "", unit);
}

static bool check_choice(const tr_key *key, int index, int32_t value, tr_error *err)
{
    if (value >= 0 && value < key->choice_count) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "paths[%d]%s is %" PRId32 "; allowed is 0 (%s) to %d (%s)", index,
                   key->path + strlen("paths[]"), value, key->choices[0], key->choice_count - 1,
                   key->choices[key->choice_count - 1]);
}

static bool check_values(const tr_world_path *path, int index, tr_error *err)
{
    for (int i = 0; i < tr_path_key_count(); i++) {
        const tr_path_key *it = tr_path_key_at(i);
        const void *field = field_of(&it->key, path);
        if (!(it->sources & 1u << path->source)) continue;
        if (path->path.area && field == (const void *)&path->path.width_m) continue;  // areas have none
        bool good = true;
        switch (it->key.type) {
        case TR_KEY_NUMBER: good = check_number(&it->key, index, *(const double *)field, err); break;
        case TR_KEY_INTEGER: good = check_number(&it->key, index, *(const int32_t *)field, err); break;
        case TR_KEY_CHOICE: good = check_choice(&it->key, index, *(const int32_t *)field, err); break;
        default: break;
        }
        if (!good) return false;
    }
    return true;
}

static bool check_source(const tr_world_path *path, int index, tr_error *err)
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
    const tr_world_path *path = &def->paths[index];
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

static void list_texts(tr_world_path *path, const char **texts[TEXT_COUNT])
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

static block_sizes measure(const tr_world_path *paths, int32_t count)
{
    block_sizes sizes = {.paths = (size_t)count * sizeof *paths};
    for (int32_t i = 0; i < count; i++) {
        tr_world_path path = paths[i];
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

bool tr_world_paths_copy(tr_context *context, const tr_world_path *paths, int32_t count, tr_world_path **out,
                         tr_error *err)
{
    *out = NULL;
    if (count == 0) return true;
    const block_sizes sizes = measure(paths, count);
    char *block = tr_alloc(context, sizes.paths + sizes.vertices + sizes.rings + sizes.texts, err);
    if (!block) return false;
    tr_world_path *copies = (tr_world_path *)(void *)block;
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

static uint64_t hash_region(const tr_region *region, uint64_t hash)
{
    const int64_t corners[4] = {region->x0, region->z0, region->x1, region->z1};
    for (int i = 0; i < 4; i++) hash = tr_hash_word((uint64_t)corners[i], hash);
    return hash;
}

// A value that is not given has many bit patterns.
static uint64_t hash_optional(float value, uint64_t hash)
{
    return isnan(value) ? tr_hash_word(1, hash) : tr_hash_double((double)value, tr_hash_word(0, hash));
}

static uint64_t hash_vertices(const tr_path_def *def, uint64_t hash)
{
    hash = tr_hash_word((uint64_t)def->vertex_count, hash);
    for (int32_t i = 0; i < def->vertex_count; i++) {
        const tr_path_vertex *at = &def->vertices[i];
        const float values[5] = {at->height_m, at->width_m, at->smoothing_m, at->depth_m, at->inclination};
        hash = tr_hash_double(at->z_m, tr_hash_double(at->x_m, hash));
        for (int k = 0; k < 5; k++) hash = hash_optional(values[k], hash);
    }
    for (int32_t i = 0; i < def->ring_count; i++) hash = tr_hash_word((uint64_t)def->ring_end[i], hash);
    return hash;
}

static uint64_t hash_value(const tr_key *key, const tr_world_path *path, uint64_t hash)
{
    const void *field = field_of(key, path);
    switch (key->type) {
    case TR_KEY_NUMBER: return tr_hash_double(*(const double *)field, hash);
    case TR_KEY_INTEGER:
    case TR_KEY_CHOICE: return tr_hash_word((uint64_t) * (const int32_t *)field, hash);
    case TR_KEY_SWITCH: return tr_hash_word(*(const bool *)field, hash);
    case TR_KEY_PLACES:
    case TR_KEY_RINGS: return hash_vertices(&path->path, hash);
    case TR_KEY_REGION:
        hash = tr_hash_word(path->has_within, hash);
        return path->has_within ? hash_region(&path->within_m, hash) : hash;
    default: return hash;
    }
}

uint64_t tr_world_paths_hash(const tr_world_def *def, uint64_t hash)
{
    if (def->path_count == 0) return hash;
    for (int32_t i = 0; i < def->path_count; i++) {
        const tr_world_path *path = &def->paths[i];
        hash = tr_hash_word(path->source, hash);
        hash = tr_hash_word(path->path.has_level, hash);
        for (int k = 0; k < tr_path_key_count(); k++) {
            const tr_path_key *it = tr_path_key_at(k);
            if (it->sources & 1u << path->source) hash = hash_value(&it->key, path, hash);
        }
    }
    return hash;
}
