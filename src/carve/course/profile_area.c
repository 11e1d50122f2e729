// The height of an area: one level for lakes and levelled ground, a falling one for rivers.
#include <math.h>

#include "carve/course/profile.h"
#include "carve/course/profile_banks.h"

typedef struct shore_line {
    double *x_m, *z_m, *share_m;  // places, and the length of shore that each stands for
    float *ground_m;
    int32_t count;
} shore_line;

static void destroy_shore(tr_context *context, shore_line *shore)
{
    tr_free(context, shore->ground_m);
    tr_free(context, shore->x_m);
}

static double stations_of(const tr_piece *piece, double station_m)
{
    return tr_station_count(piece->to_m - piece->from_m, station_m);
}

static void find_places(const tr_profile_job *job, shore_line *shore)
{
    int32_t at = 0;
    for (int32_t i = 0; i < job->course->piece_count; i++) {
        const tr_piece *piece = &job->course->pieces[i];
        // All of them together were counted to fit 32 bits.
        const int32_t count = (int32_t)stations_of(piece, job->def->station_m);
        for (int32_t k = 0; k < count; k++) {
            double place[3];
            tr_piece_at(piece, (double)k / count, place);
            shore->x_m[at] = place[0];
            shore->z_m[at] = place[2];
            shore->share_m[at++] = (piece->to_m - piece->from_m) / count;
        }
    }
}

// The ground all along the outline.
static bool look_at_shore(const tr_profile_job *job, shore_line *out, tr_error *err)
{
    *out = (shore_line){0};
    double count = 0;
    for (int32_t i = 0; i < job->course->piece_count; i++) {
        count += stations_of(&job->course->pieces[i], job->def->station_m);
    }
    if (count > INT32_MAX) {
        return tr_fail(err, TR_ERROR_TOO_LARGE, "%s: %.0f stations of %g m along the shore; allowed is %d",
                       tr_path_title_of(job->def).text, count, job->def->station_m, INT32_MAX);
    }
    const size_t size = (size_t)count;
    double *memory = tr_alloc_array(job->context, 3 * size, sizeof *memory, err);
    float *ground_m = memory ? tr_alloc_array(job->context, size, sizeof *ground_m, err) : NULL;
    *out = (shore_line){memory, memory ? memory + size : NULL, memory ? memory + 2 * size : NULL, ground_m,
                        (int32_t)count};
    bool ok = ground_m != NULL;
    if (ok) find_places(job, out);
    ok = ok && tr_profile_ground(job, out->x_m, out->z_m, out->count, ground_m, err);
    if (!ok) destroy_shore(job->context, out);
    return ok;
}

static bool lowest_of_shore(const tr_profile_job *job, double *out, tr_error *err)
{
    shore_line shore;
    if (!look_at_shore(job, &shore, err)) return false;
    float lowest_m = INFINITY;
    for (int32_t i = 0; i < shore.count; i++) lowest_m = fminf(lowest_m, shore.ground_m[i]);
    destroy_shore(job->context, &shore);
    *out = (double)lowest_m;
    return true;
}

static bool mean_of_shore(const tr_profile_job *job, double *out, tr_error *err)
{
    shore_line shore;
    if (!look_at_shore(job, &shore, err)) return false;
    double sum = 0, weights = 0;
    for (int32_t i = 0; i < shore.count; i++) {
        sum += shore.share_m[i] * (double)shore.ground_m[i];
        weights += shore.share_m[i];
    }
    destroy_shore(job->context, &shore);
    *out = sum / weights;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The inside, by rows of places

enum { ROWS = 32, COLUMNS = 32 };

typedef struct frame {
    double x0, z0, dx, dz;  // place (column + 1/2, row + 1/2) lies at x0 + (column + 1/2) dx, ...
} frame;

static frame frame_of(const tr_anchors *anchors)
{
    double x0 = INFINITY, z0 = INFINITY, x1 = -INFINITY, z1 = -INFINITY;
    for (int32_t i = 0; i < anchors->count; i++) {
        x0 = fmin(x0, anchors->items[i].x_m);
        z0 = fmin(z0, anchors->items[i].z_m);
        x1 = fmax(x1, anchors->items[i].x_m);
        z1 = fmax(z1, anchors->items[i].z_m);
    }
    return (frame){x0, z0, (x1 - x0) / COLUMNS, (z1 - z0) / ROWS};
}

// Marks the first column right of every edge that a row meets: between an odd and an even mark is inside.
static void mark_edge(const frame *f, const tr_path_vertex *a, const tr_path_vertex *b, bool marks[ROWS][COLUMNS + 1])
{
    for (int row = 0; row < ROWS; row++) {
        const double z = f->z0 + (row + 0.5) * f->dz;
        if ((a->z_m > z) == (b->z_m > z)) continue;
        const double x = a->x_m + (b->x_m - a->x_m) * ((z - a->z_m) / (b->z_m - a->z_m));
        const double column = fmin(fmax(ceil((x - f->x0) / f->dx - 0.5), 0), COLUMNS);
        bool *mark = &marks[row][(int)column];
        *mark = !*mark;
    }
}

static int32_t places_inside(const tr_anchors *anchors, double *x_m, double *z_m)
{
    const frame f = frame_of(anchors);
    bool marks[ROWS][COLUMNS + 1] = {{false}};
    for (int32_t ring = 0; ring < anchors->ring_count; ring++) {
        for (int32_t i = tr_anchors_ring_begin(anchors, ring); i < anchors->ring_end[ring]; i++) {
            mark_edge(&f, &anchors->items[i], &anchors->items[tr_anchors_next(anchors, ring, i)], marks);
        }
    }
    int32_t count = 0;
    for (int row = 0; row < ROWS; row++) {
        bool inside = false;
        for (int column = 0; column < COLUMNS; column++) {
            inside = inside != marks[row][column];
            if (!inside) continue;
            x_m[count] = f.x0 + (column + 0.5) * f.dx;
            z_m[count++] = f.z0 + (row + 0.5) * f.dz;
        }
    }
    return count;
}

// As much is cut as is filled. Areas that are too narrow for the rows take the mean of their shore.
static bool mean_of_inside(const tr_profile_job *job, double *out, tr_error *err)
{
    double x_m[ROWS * COLUMNS], z_m[ROWS * COLUMNS], sum = 0;
    float ground_m[ROWS * COLUMNS];
    const int32_t count = places_inside(job->anchors, x_m, z_m);
    if (count == 0) return mean_of_shore(job, out, err);
    if (!tr_profile_ground(job, x_m, z_m, count, ground_m, err)) return false;
    for (int32_t i = 0; i < count; i++) sum += (double)ground_m[i];
    *out = sum / count;
    return true;
}

// ---------------------------------------------------------------------------------------------------------

// Of the heights that vertices give: the lowest for water, else the mean.
static double level_of_vertices(const tr_profile_job *job)
{
    double lowest_m = INFINITY, sum = 0;
    for (int32_t i = 0; i < job->anchors->count; i++) {
        const double height_m = (double)job->anchors->items[i].height_m;
        lowest_m = fmin(lowest_m, height_m);
        sum += height_m;
    }
    return tr_path_kind_is_level(job->def->kind) ? sum / job->anchors->count : lowest_m;
}

static bool find_level(const tr_profile_job *job, double *out, tr_error *err)
{
    double level_m = job->def->level_m;
    if (!isnan(level_m)) {
        *out = level_m;
        return true;
    }
    if (job->anchors->has_heights) {
        level_m = level_of_vertices(job);
    } else if (tr_path_kind_is_level(job->def->kind)) {
        if (!mean_of_inside(job, &level_m, err)) return false;
    } else if (!lowest_of_shore(job, &level_m, err)) {
        return false;
    }
    for (int32_t i = 0; i < job->pin_count; i++) {
        level_m = fmin(fmax(level_m, (double)job->pins[i].low_m), (double)job->pins[i].high_m);
    }
    *out = level_m;
    return true;
}

bool tr_profile_area(const tr_profile_job *job, tr_error *err)
{
    tr_course *course = job->course;
    course->grade_met = true;
    const bool flat = !isnan(job->def->level_m) || tr_path_kind_is_area(job->def->kind);
    if (!flat) return tr_profile_banks(job, err);
    double level_m;
    if (!find_level(job, &level_m, err)) return false;
    course->level_m = (float)level_m;
    course->max_grade = 0;
    for (int32_t i = 0; i < course->piece_count; i++) {
        for (int k = 0; k < 4; k++) course->pieces[i].y_m[k] = course->level_m;
    }
    return true;
}
