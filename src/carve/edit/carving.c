#include "carve/edit/carving.h"

#include <assert.h>
#include <math.h>

#include "base/hash_value.h"
#include "carve/edit/built_path.h"
#include "carve/edit/change_log.h"
#include "carve/edit/commit.h"

enum { CARVING_COOKIE = 0x63617276 };

tr_carving_def tr_default_carving_def(void)
{
    return (tr_carving_def){.cookie = CARVING_COOKIE, .tolerance_m = 0.02, .scale_m = {1, 1}};
}

static bool check_def(const tr_carving_def *def, tr_error *err)
{
    const double min_m = 1e-4, max_m = 100, min_scale = 1e-6, max_scale = 1e6;
    if (!isfinite(def->tolerance_m) || !isfinite(def->scale_m[0]) || !isfinite(def->scale_m[1]))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "the tolerance or the scale of a carving is not a finite number");
    if (def->tolerance_m < min_m || def->tolerance_m > max_m)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a tolerance of %.9g m is not allowed: %g to %g",
                       def->tolerance_m, min_m, max_m);
    for (int i = 0; i < 2; i++) {
        if (def->scale_m[i] < min_scale || def->scale_m[i] > max_scale)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a scale of %.9g m along %c is not allowed: %g to %g",
                           def->scale_m[i], "xz"[i], min_scale, max_scale);
    }
    return true;
}

tr_carving *tr_carving_create(tr_context *context, const tr_carving_def *def, tr_error *err)
{
    assert(context && def && def->cookie == CARVING_COOKIE && def->ground.heights);
    if (!check_def(def, err)) return NULL;
    tr_carving *carving = tr_alloc(context, sizeof *carving, err);
    if (!carving) return NULL;
    *carving = (tr_carving){.context = context, .def = *def};
    carving->history = tr_history_create(context, err);
    if (carving->history) carving->index = tr_piece_index_create(context, NULL, 0, carving->def.scale_m, err);
    if (!carving->index) {
        tr_carving_destroy(carving);
        return NULL;
    }
    return carving;
}

void tr_carving_destroy(tr_carving *carving)
{
    if (!carving) return;
    tr_carving_release_built(carving);
    tr_change_log_destroy(carving);
    tr_history_destroy(carving->context, carving->history);
    tr_free(carving->context, carving);
}

// ---------------------------------------------------------------------------------------------------------
// What is there

int32_t tr_carving_find(const tr_carving *carving, tr_path_id id)
{
    int32_t low = 0, high = carving->path_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (carving->paths[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < carving->path_count && carving->paths[low]->id == id ? low : -1;
}

int32_t tr_carving_path_count(const tr_carving *carving)
{
    return carving->path_count;
}

tr_path_id tr_carving_path_at(const tr_carving *carving, int32_t index)
{
    assert(index >= 0 && index < carving->path_count);
    return carving->paths[index]->id;
}

const tr_path_def *tr_carving_path(const tr_carving *carving, tr_path_id id)
{
    const tr_path_copy *copy = tr_history_definition(carving, id);
    return copy ? &copy->def : NULL;
}

uint64_t tr_carving_hash(const tr_carving *carving)
{
    uint64_t hash = tr_hash_double(carving->def.tolerance_m, (uint64_t)carving->path_count);
    for (int i = 0; i < 2; i++) hash = tr_hash_double(carving->def.scale_m[i], hash);
    for (int32_t i = 0; i < carving->path_count; i++) {
        hash = tr_hash_word(tr_path_def_hash(&carving->paths[i]->def), hash);
    }
    return hash;
}

static const tr_course *find_course(const tr_carving *carving, tr_path_id id, tr_error *err)
{
    const int32_t at = tr_carving_find(carving, id);
    if (at >= 0) return &carving->paths[at]->course;
    tr_fail(err, TR_ERROR_NOT_FOUND, "there is no path %u in the last commit", (unsigned)id);
    return NULL;
}

bool tr_carving_path_info(const tr_carving *carving, tr_path_id id, tr_path_info *out, tr_error *err)
{
    const tr_course *course = find_course(carving, id, err);
    if (!course) return false;
    *out = (tr_path_info){.length_m = course->length_m,
                          .max_grade = course->max_grade,
                          .max_deviation_m = course->max_deviation_m,
                          .min_radius_m = course->min_radius_m,
                          .low_m = course->low_m,
                          .high_m = course->high_m,
                          .piece_count = course->piece_count,
                          .grade_met = course->grade_met};
    return true;
}

int32_t tr_carving_crossing_count(const tr_carving *carving)
{
    return carving->crossing_count;
}

tr_crossing tr_carving_crossing_at(const tr_carving *carving, int32_t index)
{
    assert(index >= 0 && index < carving->crossing_count);
    return carving->crossings[index];
}

// The metres that units of 1/256 of an area's unit from `low` to `high` lie in.
static void round_outward(int64_t low, int64_t high, double scale_m, int64_t *first, int64_t *end)
{
    *first = (int64_t)floor((double)low / TR_UNITS_PER_METRE * scale_m);
    *end = (int64_t)floor((double)high / TR_UNITS_PER_METRE * scale_m) + 1;
}

bool tr_carving_bounds(const tr_carving *carving, tr_region *out_m)
{
    const tr_box box = tr_piece_index_bounds(carving->index);
    if (box.x0 > box.x1 || box.z0 > box.z1) return false;
    round_outward(box.x0, box.x1, carving->def.scale_m[0], &out_m->x0, &out_m->x1);
    round_outward(box.z0, box.z1, carving->def.scale_m[1], &out_m->z0, &out_m->z1);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Places along a path

// The pieces from `begin` on that follow each other: a line, or one ring of an area. Returns one past the last.
static int32_t chain_end(const tr_course *course, int32_t begin)
{
    int32_t end = begin + 1;
    while (end < course->piece_count && course->pieces[end].x_m[0] == course->pieces[end - 1].x_m[2] &&
           course->pieces[end].z_m[0] == course->pieces[end - 1].z_m[2])
        end++;
    return end;
}

static double step_count(const tr_course *course, int32_t begin, int32_t end, double step_m)
{
    return fmax(ceil((course->pieces[end - 1].to_m - course->pieces[begin].from_m) / step_m), 1);
}

static bool count_points(const tr_course *course, double step_m, size_t *count, tr_error *err)
{
    const double max = 1 << 28;
    double all = 0;
    for (int32_t begin = 0; begin < course->piece_count;) {
        const int32_t end = chain_end(course, begin);
        all += step_count(course, begin, end, step_m) + 1;
        begin = end;
    }
    if (all > max)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "a step of %.9g m makes %.0f places; %.0f are allowed", step_m, all,
                       max);
    *count = (size_t)all;
    return true;
}

static void set_point(tr_points *points, size_t index, const tr_piece *piece, double t)
{
    double at[3];
    tr_piece_at(piece, t, at);
    points->x[index] = at[0];
    points->y[index] = at[1];
    points->z[index] = at[2];
}

bool tr_carving_path_points(const tr_carving *carving, tr_path_id id, double step_m, tr_points *out, tr_error *err)
{
    const tr_course *course = find_course(carving, id, err);
    size_t count = 0, next = 0;
    if (!course) return false;
    if (!(step_m > 0))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a step of %.9g m is not allowed: it must be above 0", step_m);
    if (!count_points(course, step_m, &count, err) || !tr_points_create(carving->context, count, out, err))
        return false;
    for (int32_t begin = 0; begin < course->piece_count;) {
        const int32_t end = chain_end(course, begin), steps = (int32_t)step_count(course, begin, end, step_m);
        const double from_m = course->pieces[begin].from_m, to_m = course->pieces[end - 1].to_m;
        set_point(out, next++, &course->pieces[begin], 0);
        for (int32_t i = 1; i < steps; i++) {
            double t;
            const int32_t piece = tr_course_locate(course, from_m + (to_m - from_m) * i / steps, &t);
            set_point(out, next++, &course->pieces[piece], t);
        }
        set_point(out, next++, &course->pieces[end - 1], 1);
        begin = end;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Samples

static bool check_grid(const char *what, const tr_sample_area *area, const tr_grid *grid, tr_error *err)
{
    if (grid->width != area->width || grid->height != area->height || grid->depth != 1)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the grid of %s has %d x %d x %d samples; the area has %d x %d x 1", what, (int)grid->width,
                       (int)grid->height, (int)grid->depth, (int)area->width, (int)area->height);
    return true;
}

static bool check_wanted(const char *what, const tr_sample_area *area, const tr_grid *grid, tr_error *err)
{
    return !grid->samples || check_grid(what, area, grid, err);
}

bool tr_carving_evaluate(const tr_carving *carving, const tr_sample_area *area, const tr_progress *progress,
                         const tr_carve_channels *out, tr_error *err)
{
    assert(carving && area && out);
    return tr_sample_area_check(area, err) && check_wanted("heights", area, &out->height, err) &&
           check_wanted("strengths", area, &out->strength, err) &&
           check_wanted("inclinations", area, &out->inclination, err) &&
           check_wanted("distances", area, &out->distance, err) && check_wanted("water", area, &out->water, err) &&
           tr_piece_index_evaluate(carving->index, carving->search, area, out, NULL, progress, err);
}

bool tr_carving_apply(const tr_carving *carving, const tr_sample_area *area, const tr_progress *progress,
                      const tr_grid *ground, const tr_grid *water, tr_error *err)
{
    assert(carving && area && ground && ground->samples && (!water || water->samples));
    return tr_sample_area_check(area, err) && check_grid("the ground", area, ground, err) &&
           (!water || check_grid("water", area, water, err)) &&
           tr_piece_index_apply(carving->index, area, ground, water, progress, err);
}

bool tr_carving_edge_distance(const tr_carving *carving, const tr_edge_query *edges, const tr_sample_area *area,
                              const tr_progress *progress, const tr_grid *out, tr_error *err)
{
    const double max_m = 1e6;
    assert(carving && area && out && out->samples);
    if (edges->kinds >> TR_PATH_KIND_COUNT)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "kinds are 0x%x; allowed are sums of the lowest %d bits",
                       edges->kinds, (int)TR_PATH_KIND_COUNT);
    if (!(edges->limit_m > 0 && edges->limit_m <= max_m))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a limit of %.9g m is not allowed: above 0, at most %.0f",
                       edges->limit_m, max_m);
    return tr_sample_area_check(area, err) && check_grid("distances", area, out, err) &&
           tr_piece_index_edge_distance(carving->index, edges->kinds, edges->limit_m, area, out, progress, err);
}

void tr_carving_set_search(tr_carving *carving, tr_piece_search search)
{
    carving->search = search;
}
