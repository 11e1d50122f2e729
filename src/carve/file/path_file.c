// Paths from the lines and polygons of a file.
#include "terrane/carve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "carve/file/path_choice.h"
#include "carve/file/path_values.h"

#define PATH_FILE_DEF_COOKIE 0x9a7f11e5u

tr_path_file_def tr_default_path_file_def(tr_path_kind default_kind)
{
    return (tr_path_file_def){
        .cookie = PATH_FILE_DEF_COOKIE, .defaults = tr_default_path_def(default_kind), .scale = {1, 1}};
}

void tr_path_list_destroy(tr_context *context, tr_path_list *list)
{
    tr_free(context, list->paths);
    tr_free(context, list->storage);
    *list = (tr_path_list){0};
}

// Why features are no paths.
typedef enum reason {
    IS_PATH,
    IS_OTHER,
    IS_TUNNEL,
    IS_OF_A_RELATION,
    HAS_WRONG_SHAPE,
    HAS_NO_EXTENT,
    REASON_COUNT
} reason;

typedef struct reading_work {
    const char *file;
    const tr_path_file_def *def;
    const tr_vectors *vectors;
    tr_path_choosing choosing;
    bool has_heights;  // z of the file are heights
    int32_t counts[REASON_COUNT];
    // What the storage holds.
    int64_t vertex_count, ring_count;
    size_t text_bytes;
} reading_work;

static bool fail_feature(const reading_work *reading, const tr_vector_feature *feature, const tr_error *cause,
                         tr_error *err)
{
    return tr_fail(err, cause->code == TR_ERROR_SCHEMA ? TR_ERROR_FORMAT : cause->code,
                   "%s: feature %lld of layer \"%s\": %s", reading->file, (long long)feature->id, feature->layer,
                   cause->message);
}

// ---------------------------------------------------------------------------------------------------------
// Paths

static bool has_extent(const tr_vector_feature *feature, bool area)
{
    int32_t distinct = feature->point_count > 0 ? 1 : 0;
    for (int32_t i = 1; i < feature->point_count; i++)
        distinct +=
            feature->points[i].x != feature->points[i - 1].x || feature->points[i].y != feature->points[i - 1].y;
    return distinct >= (area ? 3 : 2);
}

// Relations of OpenStreetMap repeat lines that are there on their own.
static bool is_of_relation(const tr_vector_feature *feature)
{
    return strcmp(feature->layer, "multilinestrings") == 0 &&
           (tr_tag_is(feature, "type", "route") || tr_tag_is(feature, "type", "waterway"));
}

static bool is_tunnel(const tr_vector_feature *feature)
{
    if (tr_tag_is(feature, "location", "underground")) return true;
    return tr_tag_is_set(feature, "tunnel") && !tr_tag_is(feature, "tunnel", "building_passage");
}

static tr_path_def values_of_kind(const tr_path_file_def *def, tr_path_kind kind, const tr_way *way)
{
    tr_path_def out = kind == def->defaults.kind ? def->defaults : tr_default_path_def(kind);
    if (way && !def->keep_values) {
        if (way->width_m > 0) out.width_m = (double)way->width_m;
        if (way->max_grade > 0) out.max_grade = (double)way->max_grade;
        if (way->depth_m > 0) out.depth_m = (double)way->depth_m;
    }
    if (def->keep_values && kind != def->defaults.kind) tr_path_values_keep(&def->defaults, &out);
    return out;
}

// The path of a feature without its vertices, or why it is none.
static bool define(const reading_work *reading, const tr_vector_feature *feature, tr_path_def *out, reason *why,
                   tr_error *err)
{
    tr_path_choice chosen;
    tr_path_kind kind = TR_PATH_ROAD;
    bool area = false;
    if (!tr_path_choose(&reading->choosing, feature, &chosen, err)) return false;
    if (!chosen.is_path)
        *why = IS_OTHER;
    else if (is_of_relation(feature))
        *why = IS_OF_A_RELATION;
    else if (is_tunnel(feature))
        *why = IS_TUNNEL;
    else if (!tr_path_choice_fits(&chosen, feature, reading->def->defaults.kind, &kind, &area))
        *why = HAS_WRONG_SHAPE;
    else
        *why = has_extent(feature, area) ? IS_PATH : HAS_NO_EXTENT;
    if (*why != IS_PATH) return true;
    *out = values_of_kind(reading->def, kind, chosen.way);
    out->area = area;
    if (chosen.way || reading->choosing.is_osm) {
        tr_path_values_guess(feature, out);
        return true;
    }
    tr_error cause;
    return tr_path_values_read(feature, out, &cause) || fail_feature(reading, feature, &cause, err);
}

static bool find_name(const tr_vector_feature *feature, char out[TR_TAG_SIZE])
{
    return tr_tag_find(feature, "name", out) || tr_tag_find(feature, "ref", out);
}

// How many vertices a path takes of its feature: the shore of a lake that is a line ends where it begins.
static int32_t vertices_of(const tr_path_def *path, const tr_vector_feature *feature)
{
    return feature->point_count - (path->area && !feature->is_polygon ? 1 : 0);
}

// ---------------------------------------------------------------------------------------------------------
// Storage: vertices, then the ends of rings, then texts

typedef struct storage {
    tr_path_vertex *vertices;
    int32_t *rings;
    char *texts;
} storage;

static void count_storage(reading_work *reading, const tr_path_def *path, const tr_vector_feature *feature)
{
    char name[TR_TAG_SIZE];
    reading->vertex_count += vertices_of(path, feature);
    reading->ring_count += feature->ring_count;
    if (find_name(feature, name)) reading->text_bytes += strlen(name) + 1;
}

static bool take_storage(tr_context *context, const reading_work *reading, tr_path_list *out, storage *at,
                         tr_error *err)
{
    const size_t vertex_bytes = (size_t)reading->vertex_count * sizeof *at->vertices;
    const size_t ring_bytes = (size_t)reading->ring_count * sizeof *at->rings;
    const size_t system_bytes = reading->vectors->system ? strlen(reading->vectors->system) + 1 : 0;
    char *block = tr_alloc(context, vertex_bytes + ring_bytes + reading->text_bytes + system_bytes, err);
    if (!block) return false;
    out->storage = block;
    at->vertices = (tr_path_vertex *)block;
    at->rings = (int32_t *)(block + vertex_bytes);
    at->texts = block + vertex_bytes + ring_bytes;
    if (system_bytes > 0) {
        out->system = memcpy(at->texts, reading->vectors->system, system_bytes);
        at->texts += system_bytes;
    }
    return true;
}

static void fill(const reading_work *reading, const tr_vector_feature *feature, tr_path_def *path, storage *at)
{
    const tr_path_file_def *def = reading->def;
    path->vertices = at->vertices;
    path->vertex_count = vertices_of(path, feature);
    for (int32_t i = 0; i < path->vertex_count; i++) {
        const tr_vector_point *from = &feature->points[i];
        tr_path_vertex vertex =
            tr_path_vertex_at((from->x - def->origin[0]) * def->scale[0], (def->origin[1] - from->y) * def->scale[1]);
        if (reading->has_heights) vertex.height_m = (float)from->z;
        *at->vertices++ = vertex;
    }
    if (feature->ring_count > 0) {
        memcpy(at->rings, feature->ring_end, (size_t)feature->ring_count * sizeof *at->rings);
        path->ring_end = at->rings;
        path->ring_count = feature->ring_count;
        at->rings += feature->ring_count;
    }
    char name[TR_TAG_SIZE];
    path->name = NULL;
    if (!find_name(feature, name)) return;
    const size_t size = strlen(name) + 1;
    path->name = memcpy(at->texts, name, size);
    at->texts += size;
}

// ---------------------------------------------------------------------------------------------------------
// The file

// Heights of 0 everywhere are what programs write when they have none.
static bool has_heights(const tr_vectors *vectors)
{
    for (int32_t i = 0; i < vectors->count; i++)
        for (int32_t j = 0; j < vectors->features[i].point_count; j++) {
            const double z = vectors->features[i].points[j].z;
            if (z != 0 && !isnan(z)) return true;
        }
    return false;
}

static bool any_is_osm(const tr_vectors *vectors)
{
    for (int32_t i = 0; i < vectors->count; i++)
        if (tr_feature_is_osm(&vectors->features[i])) return true;
    return false;
}

static bool fail_empty(const reading_work *reading, tr_error *err)
{
    const tr_vectors *vectors = reading->vectors;
    const int32_t others = reading->counts[IS_OTHER] + reading->counts[IS_OF_A_RELATION];
    if (vectors->count + vectors->other_count == 0)
        return tr_fail(err, TR_ERROR_FORMAT, "%s: it holds no features", reading->file);
    if (vectors->count == 0)
        return tr_fail(err, TR_ERROR_FORMAT, "%s: none of its %d features is a line or a polygon", reading->file,
                       vectors->other_count);
    return tr_fail(
        err, TR_ERROR_FORMAT,
        "%s: none of its %d lines and polygons is a path: %d have no tag or value of one, %d are tunnels, %d have "
        "the wrong shape (roads, tracks, rails and streams are lines; lakes and levels are polygons), %d have no "
        "extent",
        reading->file, vectors->count, others, reading->counts[IS_TUNNEL], reading->counts[HAS_WRONG_SHAPE],
        reading->counts[HAS_NO_EXTENT]);
}

// `features[i]` becomes the number of the feature of path i.
static bool define_all(reading_work *reading, tr_path_list *out, int32_t *features, tr_error *err)
{
    for (int32_t i = 0; i < reading->vectors->count; i++) {
        const tr_vector_feature *feature = &reading->vectors->features[i];
        tr_path_def *path = &out->paths[out->count];
        reason why;
        if (!define(reading, feature, path, &why, err)) return false;
        reading->counts[why]++;
        if (why != IS_PATH) continue;
        count_storage(reading, path, feature);
        features[out->count++] = i;
    }
    return out->count > 0 || reading->vectors->outside_count > 0 || fail_empty(reading, err);
}

static bool make_paths(tr_context *context, reading_work *reading, tr_path_list *out, tr_error *err)
{
    const size_t count = (size_t)reading->vectors->count;
    out->paths = tr_alloc_array(context, count, sizeof *out->paths, err);
    int32_t *features = out->paths ? tr_alloc_array(context, count, sizeof *features, err) : NULL;
    storage at;
    bool ok = features && define_all(reading, out, features, err) && take_storage(context, reading, out, &at, err);
    for (int32_t i = 0; i < out->count && ok; i++) {
        const tr_vector_feature *feature = &reading->vectors->features[features[i]];
        fill(reading, feature, &out->paths[i], &at);
        tr_error cause;
        ok = tr_path_def_check(&out->paths[i], &cause) || fail_feature(reading, feature, &cause, err);
    }
    tr_free(context, features);
    return ok;
}

static bool check_def(const char *file, const tr_path_file_def *def, tr_error *err)
{
    for (int i = 0; i < 2; i++)
        if (!isfinite(def->origin[i]) || !(def->scale[i] > 0) || !isfinite(def->scale[i]))
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: an origin of %g and a scale of %g are not possible",
                           file, def->origin[i], def->scale[i]);
    return true;
}

static bool read_vectors(tr_context *context, const char *file, const tr_path_file_def *def, tr_vectors *out,
                         tr_error *err)
{
    tr_vectors_def vectors_def = tr_default_vectors_def();
    vectors_def.layer = def->layer;
    vectors_def.wkt = def->wkt;
    tr_extent within;
    if (def->within_m) {
        within = (tr_extent){.west = def->origin[0] + (double)def->within_m->x0 / def->scale[0],
                             .south = def->origin[1] - (double)def->within_m->z1 / def->scale[1],
                             .east = def->origin[0] + (double)def->within_m->x1 / def->scale[0],
                             .north = def->origin[1] - (double)def->within_m->z0 / def->scale[1]};
        vectors_def.within = &within;
    }
    return tr_vectors_read(context, file, &vectors_def, out, err);
}

bool tr_path_list_read(tr_context *context, const char *file, const tr_path_file_def *def, tr_path_list *out,
                       int32_t *skipped, tr_error *err)
{
    assert(def->cookie == PATH_FILE_DEF_COOKIE);
    *out = (tr_path_list){0};
    tr_vectors vectors;
    if (!check_def(file, def, err) || !read_vectors(context, file, def, &vectors, err)) return false;
    reading_work reading = {.file = file, .def = def, .vectors = &vectors};
    reading.choosing = (tr_path_choosing){file, def->kind_field, any_is_osm(&vectors)};
    reading.has_heights = has_heights(&vectors);
    const bool ok = tr_path_choosing_check(&reading.choosing, &vectors, err) && make_paths(context, &reading, out, err);
    out->outside_count = vectors.outside_count;
    if (skipped) *skipped = vectors.other_count + vectors.count - reading.counts[IS_PATH];
    tr_vectors_destroy(context, &vectors);
    if (!ok) tr_path_list_destroy(context, out);
    return ok;
}
