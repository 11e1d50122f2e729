// Definitions of paths: kinds, defaults (the table of docs/carve.md) and checks.
#include "terrane/carve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "carve/course/anchors.h"

enum { PATH_DEF_COOKIE = 0x70617468 };

// Positions are multiples of 1/256 m in 64 bits, with room for products.
#define FARTHEST_M 1099511627776.0  // 2^40

static const char *const kind_names[TR_PATH_KIND_COUNT] = {
#define X(id, name, what) name,
    TR_PATH_KIND_LIST(X)
#undef X
};

const char *tr_path_kind_name(tr_path_kind kind)
{
    assert((unsigned)kind < TR_PATH_KIND_COUNT);
    return kind_names[kind];
}

bool tr_path_kind_from_name(const char *name, tr_path_kind *out)
{
    for (int kind = 0; kind < TR_PATH_KIND_COUNT; kind++) {
        if (strcmp(name, kind_names[kind]) != 0) continue;
        *out = (tr_path_kind)kind;
        return true;
    }
    return false;
}

bool tr_path_kind_is_water(tr_path_kind kind)
{
    return kind == TR_PATH_LAKE || kind == TR_PATH_STREAM || kind == TR_PATH_RIVER;
}

bool tr_path_kind_is_level(tr_path_kind kind)
{
    return kind == TR_PATH_LEVEL || kind == TR_PATH_CITY;
}

bool tr_path_kind_is_area(tr_path_kind kind)
{
    return kind == TR_PATH_LAKE || tr_path_kind_is_level(kind);
}

tr_path_vertex tr_path_vertex_at(double x_m, double z_m)
{
    return (tr_path_vertex){.x_m = x_m,
                            .z_m = z_m,
                            .height_m = TR_NOT_GIVEN,
                            .width_m = TR_NOT_GIVEN,
                            .smoothing_m = TR_NOT_GIVEN,
                            .depth_m = TR_NOT_GIVEN,
                            .inclination = TR_NOT_GIVEN};
}

// ---------------------------------------------------------------------------------------------------------
// Defaults

typedef struct kind_values {
    double width_m, smoothing_m, depth_m, max_grade, station_m, clearance_m, banking, max_inclination, max_side_slope;
    int32_t priority;
    bool area, monotone, bridges;
} kind_values;

// Handles of a third of their segment: vertices on a circle make a curve that is nearly one.
#define SMOOTHNESS (2.0 / 3)

static const kind_values of_kind[TR_PATH_KIND_COUNT] = {
    //                 width smoothing depth grade station clearance banking inclination side slope priority area
    //                 monotone
    //                 bridges
    [TR_PATH_LAKE] = {0, 12, 6, 0, 20, 1.5, 0, 0.07, 0, 10, true, false, false},
    [TR_PATH_STREAM] = {2.5, 5, 0.5, 0, 15, 1, 0, 0.07, 0.8, 20, false, true, false},
    [TR_PATH_RIVER] = {14, 14, 2, 0, 25, 2.5, 0, 0.07, 0.8, 20, false, true, false},
    [TR_PATH_LEVEL] = {0, 15, 0, 0, 20, 4.5, 0, 0.07, 0.6, 40, true, false, false},
    [TR_PATH_TRACK] = {3, 4, 0, 0.18, 12, 3.5, 0, 0.07, 0.9, 50, false, false, true},
    [TR_PATH_ROAD] = {7, 10, 0, 0.09, 20, 4.5, 3, 0.07, 0.7, 60, false, false, true},
    [TR_PATH_RAIL] = {5, 10, 0, 0.025, 30, 6, 4, 0.10, 0.7, 70, false, false, true},
    [TR_PATH_CITY] = {0, 30, 0, 0, 20, 4.5, 0, 0.07, 0.4, 5, true, false, false},
};

tr_path_def tr_default_path_def(tr_path_kind kind)
{
    assert((unsigned)kind < TR_PATH_KIND_COUNT);
    const kind_values *values = &of_kind[kind];
    return (tr_path_def){
        .cookie = PATH_DEF_COOKIE,
        .kind = kind,
        .area = values->area,
        .mode = TR_CURVE_LOCAL,
        .smoothness = tr_path_kind_is_level(kind) ? 0 : SMOOTHNESS,
        .width_m = values->width_m,
        .smoothing_m = values->smoothing_m,
        .depth_m = values->depth_m,
        .banking = values->banking,
        .max_inclination = values->max_inclination,
        .max_side_slope = values->max_side_slope,
        .level_m = (double)TR_NOT_GIVEN,
        .max_grade = values->max_grade,
        .monotone = values->monotone,
        .station_m = values->station_m,
        .clearance_m = values->clearance_m,
        .priority = values->priority,
        .bridges = values->bridges,
    };
}

// ---------------------------------------------------------------------------------------------------------
// Checks

typedef struct value_range {
    const char *name;
    double low, high;
} value_range;

static const value_range width_range = {"width_m", 0.01, 1e4};
static const value_range smoothing_range = {"smoothing_m", 0, 1e4};
static const value_range depth_range = {"depth_m", 0, 1e3};
static const value_range height_range = {"height_m", -1e5, 1e5};
static const value_range inclination_range = {"inclination", -1, 1};

static bool check_value(const tr_path_def *def, double value, value_range range, tr_error *err)
{
    if (value >= range.low && value <= range.high) return true;
    return tr_fail(err, isfinite(value) ? TR_ERROR_INVALID_ARGUMENT : TR_ERROR_NOT_FINITE,
                   "%s: %s is %g; allowed is %g to %g", tr_path_title_of(def).text, range.name, value, range.low,
                   range.high);
}

static bool check_values(const tr_path_def *def, tr_error *err)
{
    const struct {
        value_range range;
        double value;
    } rows[] = {
        {{"smoothness", 0, 1}, def->smoothness},
        {smoothing_range, def->smoothing_m},
        {depth_range, def->depth_m},
        {{"banking", 0, 1e3}, def->banking},
        {{"max_inclination", 0, 1}, def->max_inclination},
        {{"max_grade", 0, 10}, def->max_grade},
        {{"station_m", 0.1, 1e6}, def->station_m},
        {{"max_side_slope", 0, 1e3}, def->max_side_slope},
        {{"mouth_m", 0, 1e6}, def->mouth_m},
        {{"clearance_m", 0, 1e3}, def->clearance_m},
        {{"priority", 0, 255}, def->priority},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!check_value(def, rows[i].value, rows[i].range, err)) return false;
    }
    if (!def->area && !check_value(def, def->width_m, width_range, err)) return false;
    const value_range level_range = {"level_m", height_range.low, height_range.high};
    return isnan(def->level_m) || check_value(def, def->level_m, level_range, err);
}

static bool check_kind(const tr_path_def *def, tr_error *err)
{
    if ((unsigned)def->kind >= TR_PATH_KIND_COUNT) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a path has kind %d; allowed is 0 to %d", (int)def->kind,
                       TR_PATH_KIND_COUNT - 1);
    }
    if ((unsigned)def->mode >= TR_CURVE_COUNT) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: mode is %d; allowed is 0 to %d", tr_path_title_of(def).text,
                       (int)def->mode, TR_CURVE_COUNT - 1);
    }
    const bool must = tr_path_kind_is_area(def->kind);
    const bool may = must || tr_path_kind_is_water(def->kind);
    if (must && !def->area) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: a %s is an area; a line cannot be one",
                       tr_path_title_of(def).text, tr_path_kind_name(def->kind));
    }
    if (def->area && !may) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "%s: a %s is a line; areas are lakes, rivers, streams, levels and cities",
                       tr_path_title_of(def).text, tr_path_kind_name(def->kind));
    }
    return true;
}

static bool check_rings(const tr_path_def *def, tr_error *err)
{
    const tr_path_title title = tr_path_title_of(def);
    const int32_t min = def->area ? 3 : 2;
    if (def->vertex_count < min || !def->vertices) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %d vertices; %s needs at least %d", title.text,
                       def->vertices ? def->vertex_count : 0, def->area ? "an area" : "a line", min);
    }
    if (def->ring_count == 0) return true;
    if (!def->area) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: a line with %d rings; only areas have rings", title.text,
                       def->ring_count);
    }
    if (def->ring_count < 0 || !def->ring_end) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: ring_count is %d without ends of rings", title.text,
                       def->ring_count);
    }
    for (int32_t ring = 0, begin = 0; ring < def->ring_count; ring++) {
        const int32_t end = def->ring_end[ring];
        if (end > def->vertex_count || end < begin || end - begin < 3) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "%s: ring %d goes from vertex %d to %d of %d; a ring needs at least 3", title.text, ring,
                           begin, end, def->vertex_count);
        }
        begin = end;
    }
    if (def->ring_end[def->ring_count - 1] != def->vertex_count) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: the rings end at vertex %d of %d", title.text,
                       def->ring_end[def->ring_count - 1], def->vertex_count);
    }
    return true;
}

// NaN means that the vertex does not give the value.
static bool check_optional(const tr_path_def *def, int32_t index, float value, value_range range, tr_error *err)
{
    if (isnan(value) || ((double)value >= range.low && (double)value <= range.high)) return true;
    return tr_fail(err, isfinite(value) ? TR_ERROR_INVALID_ARGUMENT : TR_ERROR_NOT_FINITE,
                   "%s: vertex %d has %s %g; allowed is %g to %g", tr_path_title_of(def).text, index, range.name,
                   (double)value, range.low, range.high);
}

static bool check_vertex(const tr_path_def *def, int32_t index, tr_error *err)
{
    const tr_path_vertex *vertex = &def->vertices[index];
    if (!(fabs(vertex->x_m) <= FARTHEST_M && fabs(vertex->z_m) <= FARTHEST_M)) {
        const bool finite = isfinite(vertex->x_m) && isfinite(vertex->z_m);
        return tr_fail(err, finite ? TR_ERROR_INVALID_ARGUMENT : TR_ERROR_NOT_FINITE,
                       "%s: vertex %d lies at (%g, %g); allowed is %.0f to %.0f", tr_path_title_of(def).text, index,
                       vertex->x_m, vertex->z_m, -FARTHEST_M, FARTHEST_M);
    }
    return check_optional(def, index, vertex->height_m, height_range, err) &&
           check_optional(def, index, vertex->width_m, width_range, err) &&
           check_optional(def, index, vertex->smoothing_m, smoothing_range, err) &&
           check_optional(def, index, vertex->depth_m, depth_range, err) &&
           check_optional(def, index, vertex->inclination, inclination_range, err);
}

bool tr_path_def_check(const tr_path_def *def, tr_error *err)
{
    assert(def && def->cookie == PATH_DEF_COOKIE);
    if (!check_kind(def, err) || !check_values(def, err) || !check_rings(def, err)) return false;
    for (int32_t i = 0; i < def->vertex_count; i++) {
        if (!check_vertex(def, i, err)) return false;
    }
    return tr_anchors_check(def, err);
}
