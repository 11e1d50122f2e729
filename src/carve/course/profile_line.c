// The profile of a line: given heights and the ground at stations, made smooth, kept within grades, bounds and below
// the ground where it is water.
#include "carve/course/profile.h"

#include <math.h>
#include <string.h>

// How far a bound reaches along the path when it moves the profile, in stations.
enum { REACH_STATIONS = 6 };
// Tries with ever smaller grades until the curve between stations keeps to the greatest one too.
enum { MAX_TRIES = 8 };
enum { WATER_TURNS = 3 };

// ---------------------------------------------------------------------------------------------------------
// Curves with heights of their own

// Whether the cubics of the vertices can stay what they are; sets the heights of all pieces from them.
static bool keep_cubics(const tr_profile_job *job, const tr_cubic *cubics)
{
    tr_course *course = job->course;
    double steepest = 0;
    bool falls = true;
    for (int32_t i = 0; i < course->piece_count; i++) {
        tr_piece *piece = &course->pieces[i];
        double y_m[4];
        tr_bezier3_part(cubics[piece->curve].y, piece->curve_t[0], piece->curve_t[1], y_m);
        steepest = tr_profile_steeper(piece, y_m, steepest);
        falls = falls && y_m[0] >= y_m[1] && y_m[1] >= y_m[2] && y_m[2] >= y_m[3];
        for (int k = 0; k < 4; k++) piece->y_m[k] = (float)y_m[k];
    }
    course->max_grade = steepest;
    course->grade_met = job->def->max_grade == 0 || steepest <= job->def->max_grade;
    return course->grade_met && job->pin_count == 0 && (falls || !job->def->monotone);
}

static void heights_from_cubics(const tr_course *course, const tr_cubic *cubics, tr_stations *stations)
{
    for (int32_t i = 0; i < course->piece_count; i++) {
        const tr_piece *piece = &course->pieces[i];
        stations->height_m[i] = tr_bezier3(cubics[piece->curve].y, piece->curve_t[0]);
        stations->height_m[i + 1] = tr_bezier3(cubics[piece->curve].y, piece->curve_t[1]);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Bounds

static void bind(tr_stations *s, int32_t i, double low_m, double high_m)
{
    const double low = s->low_m[i], high = s->high_m[i];
    s->low_m[i] = fmin(fmax(low_m, low), high);
    s->high_m[i] = fmin(fmax(high_m, low), high);
}

static bool is_lower_bound(const tr_pin *pin)
{
    return isinf(pin->high_m) && pin->high_m > 0;
}

// The first station at or after a place.
static int32_t station_after(const tr_stations *s, double at_m)
{
    int32_t low = 0, high = s->count - 1;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (s->at_m[middle] >= at_m) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

// A pin holds from the station before it to the one after it, so that it holds between them too. Vertices keep the
// height they give, but are lifted within a lower bound.
static void apply_pin(tr_stations *s, const tr_pin *pin, const double *given_m)
{
    int32_t first = station_after(s, pin->from_m);
    if (first > 0 && s->at_m[first] > pin->from_m) first--;
    const int32_t last = station_after(s, pin->to_m);
    for (int32_t i = first; i <= last; i++) {
        if (isnan(given_m[i])) {
            bind(s, i, (double)pin->low_m, (double)pin->high_m);
        } else if (is_lower_bound(pin) && s->at_m[i] >= pin->from_m && s->at_m[i] <= pin->to_m) {
            s->low_m[i] = s->high_m[i] = fmax(s->low_m[i], (double)pin->low_m);
        }
    }
}

// `given_m` gets the heights of vertices at their stations, NaN elsewhere.
static void apply_bounds(const tr_profile_job *job, tr_stations *s, double *given_m)
{
    const tr_course *course = job->course;
    for (int32_t i = 0; i < s->count; i++) given_m[i] = NAN;
    for (int32_t i = 0; i < course->piece_count; i++) {
        const tr_piece *piece = &course->pieces[i];
        if (piece->curve_t[0] == 0) given_m[i] = (double)job->anchors->items[piece->curve].height_m;
        if (piece->curve_t[1] == 1) given_m[i + 1] = (double)job->anchors->items[piece->curve + 1].height_m;
    }
    for (int32_t i = 0; i < s->count; i++) {
        if (!isnan(given_m[i])) s->low_m[i] = s->high_m[i] = given_m[i];
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < job->pin_count; i++) {
            if (is_lower_bound(&job->pins[i]) == (pass == 0)) apply_pin(s, &job->pins[i], given_m);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Raw heights

static bool curve_is_given(const tr_anchors *anchors, uint32_t curve)
{
    return !isnan(anchors->items[curve].height_m) && !isnan(anchors->items[curve + 1].height_m);
}

// Places to look at: the axis, and for water both edges, so that it lies below its banks.
enum { PLACES = 3 };

static void find_places(const tr_course *course, int32_t station, double half_m, double x_m[PLACES], double z_m[PLACES])
{
    const bool last = station == course->piece_count;
    const tr_piece *piece = &course->pieces[last ? station - 1 : station];
    const double t = last ? 1 : 0;
    double at[3], tangent[2];
    tr_piece_at(piece, t, at);
    tr_piece_tangent(piece, t, tangent);
    const double speed = tr_piece_speed(piece, t), across_m = speed > 0 ? half_m / speed : 0;
    for (int k = 0; k < PLACES; k++) {
        const double side = k == 0 ? 0 : (k == 1 ? across_m : -across_m);
        x_m[k] = at[0] + side * tangent[1];
        z_m[k] = at[2] - side * tangent[0];
    }
}

// Heights of the ground at all stations; the lowest of the places of each.
static bool heights_from_ground(const tr_profile_job *job, tr_stations *s, tr_error *err)
{
    const int places = tr_path_kind_is_water(job->def->kind) ? PLACES : 1;
    const size_t count = (size_t)s->count * (size_t)places;
    if (count > INT32_MAX) return tr_fail(err, TR_ERROR_TOO_LARGE, "a path has %d stations", s->count);
    double *x_m = tr_alloc_array(job->context, 2 * count, sizeof *x_m, err);
    float *ground_m = x_m ? tr_alloc_array(job->context, count, sizeof *ground_m, err) : NULL;
    bool ok = ground_m != NULL;
    if (ok) {
        double *z_m = x_m + count;
        for (int32_t i = 0; i < s->count; i++) {
            double x[PLACES], z[PLACES];
            find_places(job->course, i, 0.5 * job->def->width_m, x, z);
            for (int k = 0; k < places; k++) {
                x_m[i * places + k] = x[k];
                z_m[i * places + k] = z[k];
            }
        }
        ok = tr_profile_ground(job, x_m, z_m, (int32_t)count, ground_m, err);
    }
    for (int32_t i = 0; ok && i < s->count; i++) {
        float lowest_m = ground_m[i * places];
        for (int k = 1; k < places; k++) lowest_m = fminf(lowest_m, ground_m[i * places + k]);
        s->height_m[i] = (double)lowest_m;
    }
    tr_free(job->context, ground_m);
    tr_free(job->context, x_m);
    return ok;
}

// Water stays below the ground it was not given a height for.
static void cap_water(const tr_profile_job *job, tr_stations *s)
{
    const double freeboard_m = tr_profile_freeboard(job->def->depth_m);
    const tr_course *course = job->course;
    for (int32_t i = 0; i < s->count; i++) {
        const uint32_t before = course->pieces[i > 0 ? i - 1 : 0].curve;
        const uint32_t after = course->pieces[i < course->piece_count ? i : i - 1].curve;
        s->height_m[i] -= freeboard_m;
        if (!curve_is_given(job->anchors, before) || !curve_is_given(job->anchors, after)) s->cap_m[i] = s->height_m[i];
    }
}

// Between two vertices that give heights the ground does not count: straight from one to the other.
static void heights_from_vertices(const tr_profile_job *job, const double *given_m, tr_stations *s)
{
    const tr_course *course = job->course;
    for (int32_t begin = 0; begin < course->piece_count;) {
        const uint32_t curve = course->pieces[begin].curve;
        int32_t end = begin;
        while (end < course->piece_count && course->pieces[end].curve == curve) end++;
        if (curve_is_given(job->anchors, curve)) {
            const double run_m = s->at_m[end] - s->at_m[begin];
            for (int32_t i = begin; i <= end; i++) {
                const double share = (s->at_m[i] - s->at_m[begin]) / run_m;
                s->height_m[i] = given_m[begin] + share * (given_m[end] - given_m[begin]);
            }
        }
        begin = end;
    }
}

static bool raw_heights(const tr_profile_job *job, const double *given_m, tr_stations *s, tr_error *err)
{
    const double station_m = job->def->station_m;
    if (!heights_from_ground(job, s, err)) return false;
    if (tr_path_kind_is_water(job->def->kind)) cap_water(job, s);
    tr_stations_smooth(s, station_m);
    tr_stations_bend(s, REACH_STATIONS * station_m);
    heights_from_vertices(job, given_m, s);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Solving

// One profile from raw heights for a grade; false when the bounds ask for more.
static bool solve(const tr_profile_job *job, double grade, tr_stations *s)
{
    const tr_path_def *def = job->def;
    const double reach_m = REACH_STATIONS * def->station_m;
    bool enough = true;
    tr_stations_bend(s, reach_m);
    if (def->monotone) tr_stations_descend(s);
    if (grade > 0) enough = tr_stations_limit_grade(s, grade, def->monotone);
    // Smoothing lifts the foot of a fall above the ground again: in turns, both come together.
    for (int turn = 0; turn < (def->monotone ? WATER_TURNS : 1); turn++) {
        tr_stations_smooth(s, def->station_m);
        tr_stations_bend(s, reach_m);
        if (def->monotone) tr_stations_descend(s);
    }
    tr_stations_find_slopes(s);
    return enough;
}

// Solves from raw heights and sets the pieces. Returns whether it is of use to try a smaller grade.
static bool try_grade(const tr_profile_job *job, const double *raw_m, double grade, tr_stations *s)
{
    const double max_grade = job->def->max_grade;
    tr_course *course = job->course;
    memcpy(s->height_m, raw_m, (size_t)s->count * sizeof *raw_m);
    const bool enough = solve(job, grade, s);
    course->max_grade = tr_profile_fit(s, course->pieces, course->piece_count);
    course->grade_met = max_grade == 0 || course->max_grade <= max_grade * (1 + 1e-6);
    return enough && !course->grade_met;
}

// The curve between stations is steeper than the line between them where the grade changes: smaller grades are tried
// until it keeps to the greatest one. When none does, that with the gentlest result is taken.
static bool solve_grades(const tr_profile_job *job, tr_stations *s, tr_error *err)
{
    const size_t bytes = (size_t)s->count * sizeof(double);
    const double max_grade = job->def->max_grade;
    double *raw_m = tr_alloc(job->context, bytes, err);
    if (!raw_m) return false;
    memcpy(raw_m, s->height_m, bytes);
    double grade = max_grade, best_grade = grade;
    bool again = try_grade(job, raw_m, grade, s);
    double best = job->course->max_grade;
    for (int attempt = 1; again && attempt < MAX_TRIES; attempt++) {
        grade *= 0.995 * max_grade / job->course->max_grade;
        again = try_grade(job, raw_m, grade, s);
        if (job->course->max_grade >= best) break;
        best = job->course->max_grade;
        best_grade = grade;
    }
    if (grade != best_grade) try_grade(job, raw_m, best_grade, s);
    tr_free(job->context, raw_m);
    return true;
}

static void set_places(const tr_course *course, tr_stations *s)
{
    for (int32_t i = 0; i < course->piece_count; i++) s->at_m[i] = course->pieces[i].from_m;
    s->at_m[course->piece_count] = course->pieces[course->piece_count - 1].to_m;
}

static bool solve_line(const tr_profile_job *job, const tr_cubic *cubics, tr_error *err)
{
    tr_stations stations;
    const int32_t count = job->course->piece_count + 1;
    if (!tr_stations_create(job->context, count, &stations, err)) return false;
    double *given_m = tr_alloc_array(job->context, (size_t)count, sizeof *given_m, err);
    bool ok = given_m != NULL;
    if (ok) {
        set_places(job->course, &stations);
        apply_bounds(job, &stations, given_m);
        if (cubics) {
            heights_from_cubics(job->course, cubics, &stations);
        } else {
            ok = raw_heights(job, given_m, &stations, err);
        }
    }
    ok = ok && solve_grades(job, &stations, err);
    tr_free(job->context, given_m);
    tr_stations_destroy(job->context, &stations);
    return ok;
}

bool tr_profile_line(const tr_profile_job *job, tr_error *err)
{
    if (!job->anchors->has_heights) return solve_line(job, NULL, err);
    const size_t count = (size_t)tr_anchors_curve_count(job->anchors);
    tr_cubic *cubics = tr_alloc_array(job->context, count, sizeof *cubics, err);
    if (!cubics) return false;
    bool ok = tr_cubics_make(job->context, job->anchors, job->def->mode, job->def->smoothness, cubics, err);
    if (ok && !keep_cubics(job, cubics)) ok = solve_line(job, cubics, err);
    tr_free(job->context, cubics);
    return ok;
}
