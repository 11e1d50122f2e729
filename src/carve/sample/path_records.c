#include "carve/sample/path_records.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "carve/sample/area_inside.h"
#include "carve/course/anchors.h"
#include "carve/course/course.h"
#include "carve/sample/record_cut.h"
#include "carve/sample/record_depth.h"

#define TR_LANES 1
#include "carve/sample/carve_kernel.h"

// ---------------------------------------------------------------------------------------------------------
// Parts of a piece

// In how many parts a piece is cut so that each turns by some 25 degrees at most, where its centres of curvature are in
// reach: around them a part that turns further has two nearest places, of which only one would count.
static int32_t parts_to_turn(const tr_piece *piece, double reach_m)
{
    enum { PLACES = 16, MAX_PARTS = 8 };
    const double *x = piece->x_m, *z = piece->z_m, min_turn = 0.25;
    const double bend_x = x[0] - 2 * x[1] + x[2], bend_z = z[0] - 2 * z[1] + z[2];
    double radius = INFINITY;
    for (int k = 0; k <= PLACES; k++) {
        const double t = (double)k / PLACES;
        const double along_x = 2 * (x[1] - x[0] + t * bend_x), along_z = 2 * (z[1] - z[0] + t * bend_z);
        const double speed2 = along_x * along_x + along_z * along_z;
        const double turn = 2 * fabs(along_x * bend_z - along_z * bend_x);
        if (turn > 0) radius = fmin(radius, speed2 * sqrt(speed2) / turn);
    }
    const double chord2 = (x[2] - x[0]) * (x[2] - x[0]) + (z[2] - z[0]) * (z[2] - z[0]);
    const double bend2 = bend_x * bend_x + bend_z * bend_z;
    int32_t parts = 1;
    while (radius < reach_m && parts < MAX_PARTS && bend2 > min_turn * min_turn * parts * parts * chord2) parts *= 2;
    return parts;
}

// In how many parts a piece is cut, so that each is small enough for exact differences as well; 0 when none would be.
static int32_t parts_of(const tr_pack *pack, const tr_piece *piece)
{
    const double reach = tr_piece_reach_m(pack->path, piece, &pack->far);
    double extent = 0, max = INFINITY;
    for (int axis = 0; axis < 2; axis++) {
        const double *p = axis == 0 ? piece->x_m : piece->z_m, units = TR_UNITS_PER_METRE / pack->scale_m[axis];
        extent = fmax(extent, units * (fmax(p[0], fmax(p[1], p[2])) - fmin(p[0], fmin(p[1], p[2]))));
        max = fmin(max, (double)TR_MAX_BOX_HALF - units * reach);
    }
    if (max < 0.5 * (double)TR_MAX_BOX_HALF) return 0;
    int32_t parts = pack->path->def.area ? 1 : parts_to_turn(piece, reach);
    while (extent > max * parts && parts < 1 << 20) parts *= 2;
    return extent > max * parts ? 0 : parts;
}

// What is carved by nothing needs no record, nor do pieces too short to have a direction.
static bool is_left_out(const tr_carve_path *path, const tr_piece *piece)
{
    const double min_m = 1e-3;
    if (path->def.area) return tr_piece_chords_m(piece) <= 0;
    if (piece->strength[0] <= 0 && piece->strength[1] <= 0) return true;
    return path->course.piece_count > 1 && tr_piece_chords_m(piece) < min_m;
}

static bool fail_size(const tr_pack *pack, const tr_piece *piece, tr_error *err)
{
    const double reach = tr_piece_reach_m(pack->path, piece, &pack->far);
    const double max = 0.5 * (double)TR_MAX_BOX_HALF * fmin(pack->scale_m[0], pack->scale_m[1]) / TR_UNITS_PER_METRE;
    return tr_fail(err, TR_ERROR_TOO_LARGE,
                   "%s: a piece at (%g, %g) m reaches %g m beside it; allowed is less than %g m",
                   tr_path_title_of(&pack->path->def).text, piece->x_m[0], piece->z_m[0], reach, max);
}

// ---------------------------------------------------------------------------------------------------------
// Joints

enum { JOINTS = TR_RECORD_FOLLOWS | TR_RECORD_FREE_START | TR_RECORD_FREE_END };

static bool ends_at(const tr_piece *before, const tr_piece *piece)
{
    const double x = before->x_m[2] - piece->x_m[0], z = before->z_m[2] - piece->z_m[0];
    const double tolerance_m = 0.01;
    return x * x + z * z < tolerance_m * tolerance_m;
}

// How a piece is joined to those before and after it on its path; bridges and gaps leave free ends.
static unsigned joints_of(const tr_carve_path *path, int32_t i, bool has_record_before)
{
    const tr_piece *pieces = path->course.pieces;
    const bool first = i == 0 || !ends_at(&pieces[i - 1], &pieces[i]);
    const bool last = i + 1 == path->course.piece_count || !ends_at(&pieces[i], &pieces[i + 1]);
    unsigned flags = !first && has_record_before ? TR_RECORD_FOLLOWS : 0;
    if (first) flags |= TR_RECORD_FREE_START;
    if (last) flags |= TR_RECORD_FREE_END;
    return flags;
}

static unsigned joints_of_part(unsigned flags, int32_t part, int32_t parts)
{
    if (part > 0) flags = (flags & ~(unsigned)TR_RECORD_FREE_START) | TR_RECORD_FOLLOWS;
    if (part < parts - 1) flags &= ~(unsigned)TR_RECORD_FREE_END;
    return flags;
}

// ---------------------------------------------------------------------------------------------------------
// Records

typedef struct record_work {
    tr_context *context;
    tr_pack pack;
    const tr_path_records *before;  // NULL: nothing can be taken over
    int32_t front, back;            // pieces at both ends of the course that are those of `before`
    tr_path_records *out;
    int32_t capacity;
} record_work;

static bool reserve(record_work *work, int64_t more, tr_error *err)
{
    tr_path_records *out = work->out;
    if (out->count + more <= work->capacity) return true;
    const int64_t wanted = tr_max_i64(out->count + more, 2 * (int64_t)work->capacity);
    if (wanted > INT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "path %u has more than %d records", (unsigned)work->pack.path->id,
                       INT32_MAX / 2);
    tr_carve_piece *records = tr_alloc_array(work->context, (size_t)wanted, sizeof *records, err);
    tr_record_place *places = records ? tr_alloc_array(work->context, (size_t)wanted, sizeof *places, err) : NULL;
    if (!places) {
        tr_free(work->context, records);
        return false;
    }
    if (out->count > 0) {
        memcpy(records, out->records, (size_t)out->count * sizeof *records);
        memcpy(places, out->places, (size_t)out->count * sizeof *places);
    }
    tr_free(work->context, out->records);
    tr_free(work->context, out->places);
    out->records = records;
    out->places = places;
    work->capacity = (int32_t)wanted;
    return true;
}

static bool pack_inside(record_work *work, tr_error *err)
{
    tr_area_inside inside;
    const tr_pack *pack = &work->pack;
    tr_path_records *out = work->out;
    if (!tr_area_inside_create(work->context, &pack->path->course, (double)pack->far.distance_m, pack->scale_m, &inside,
                               err)) {
        return false;
    }
    const bool ok = reserve(work, inside.count, err);
    for (int32_t i = 0; ok && i < inside.count; i++, out->count++) {
        tr_pack_inside(pack, &inside.rectangles[i], &out->records[out->count], &out->places[out->count]);
        out->records[out->count].number = out->count;
    }
    tr_area_inside_destroy(work->context, &inside);
    return ok;
}

// The same piece among those of before, or -1.
static int32_t piece_before(const record_work *work, int32_t i)
{
    const int32_t from_end = work->pack.path->course.piece_count - i;
    if (i < work->front) return i;
    return from_end <= work->back ? work->before->piece_count - from_end : -1;
}

static int32_t first_record(const tr_path_records *records, int32_t piece)
{
    return piece > 0 ? records->piece_end[piece - 1] : records->inside_count;
}

// How many records a piece has; 0 when it is left out, -1 when it is too large.
static int32_t count_records(const record_work *work, const tr_piece *piece, int32_t old)
{
    if (old >= 0) return work->before->piece_end[old] - first_record(work->before, old);
    if (is_left_out(work->pack.path, piece)) return 0;
    const int32_t parts = parts_of(&work->pack, piece);
    return parts > 0 ? parts : -1;
}

// What the last record and the one before it do beyond their joint.
static void set_joint(const record_work *work)
{
    tr_path_records *out = work->out;
    const int32_t last = out->count - 1;
    const tr_record_ref after = {&out->records[last], &out->places[last]};
    if (last == out->inside_count) {
        tr_record_free_start(after);
        return;
    }
    const tr_record_ref before = {&out->records[last - 1], &out->places[last - 1]};
    if (after.record->flags & TR_RECORD_FOLLOWS) {
        tr_record_cut_joint(before, after, work->pack.scale_m);
    } else {
        tr_record_free_end(before);
        tr_record_free_start(after);
    }
}

static void put_record(const record_work *work, const tr_piece *piece, int32_t old, unsigned flags, int32_t part,
                       int32_t parts)
{
    tr_path_records *out = work->out;
    tr_carve_piece *record = &out->records[out->count];
    tr_record_place *place = &out->places[out->count];
    const unsigned joints = joints_of_part(flags, part, parts);
    if (old >= 0) {
        const int32_t from = first_record(work->before, old) + part;
        *record = work->before->records[from];
        *place = work->before->places[from];
        record->flags = (record->flags & ~JOINTS) | (int)joints;
    } else {
        const tr_piece own =
            parts == 1 ? *piece : tr_piece_part(piece, (double)part / parts, (double)(part + 1) / parts);
        tr_pack_piece(&work->pack, &own, joints, record, place);
    }
    record->number = out->count++;
}

static bool pack_course(record_work *work, tr_error *err)
{
    const tr_carve_path *path = work->pack.path;
    int32_t before = -1;             // the last piece that has a record
    int32_t old_before = INT32_MIN;  // the piece before this one among those of before, when both have records
    for (int32_t i = 0; i < path->course.piece_count; i++) {
        const tr_piece *piece = &path->course.pieces[i];
        const int32_t old = piece_before(work, i), parts = count_records(work, piece, old);
        if (parts < 0) return fail_size(&work->pack, piece, err);
        if (!reserve(work, parts, err)) return false;
        const unsigned flags = parts > 0 ? joints_of(path, i, before == i - 1) : 0;
        for (int32_t part = 0; part < parts; part++) {
            put_record(work, piece, old, flags, part, parts);
            // Between records that followed each other before as well, the joint is what it was.
            const bool kept = old >= 0 && (part > 0 || old == old_before + 1);
            if (!kept) set_joint(work);
        }
        old_before = parts > 0 && old >= 0 ? old : INT32_MIN;
        // Over what is too short the path goes on; over a bridge it does not.
        if (parts > 0 || (before == i - 1 && piece->strength[0] > 0)) before = i;
        work->out->piece_end[i] = work->out->count;
    }
    tr_path_records *out = work->out;
    if (out->count > out->inside_count)
        tr_record_free_end((tr_record_ref){&out->records[out->count - 1], &out->places[out->count - 1]});
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// All of a path

static bool make_run_boxes(record_work *work, tr_error *err)
{
    tr_path_records *out = work->out;
    out->run_count = out->count / TR_RUN_RECORDS + (out->count % TR_RUN_RECORDS > 0);
    out->run_boxes = tr_alloc_array(work->context, (size_t)out->run_count, sizeof *out->run_boxes, err);
    if (!out->run_boxes) return false;
    for (int32_t i = 0; i < out->count; i++) {
        tr_box *run = &out->run_boxes[i / TR_RUN_RECORDS];
        *run = i % TR_RUN_RECORDS == 0 ? out->places[i].box : tr_box_join(run, &out->places[i].box);
    }
    return true;
}

// Every sample costs what the records around it cost, so these must not be beyond number.
static bool check_depth(const record_work *work, tr_error *err)
{
    tr_record_depth deepest;
    if (!tr_record_depth_find(work->context, work->out, TR_MAX_RECORD_DEPTH, &deepest, err)) return false;
    if (deepest.depth <= TR_MAX_RECORD_DEPTH) return true;
    const double *scale_m = work->pack.scale_m;
    const tr_record_place *place = &work->out->places[deepest.record];
    return tr_fail(err, TR_ERROR_TOO_LARGE,
                   "%s: %d of its pieces reach one place near (%.1f, %.1f) m; allowed are %d: leave out vertices that "
                   "are closer than it is wide, or split it",
                   tr_path_title_of(&work->pack.path->def).text, deepest.depth,
                   (double)place->x / TR_UNITS_PER_METRE * scale_m[0],
                   (double)place->z / TR_UNITS_PER_METRE * scale_m[1], TR_MAX_RECORD_DEPTH);
}

// Vertices are within 2^40 m (path_def.c), but a scale may make many units of a metre.
static bool check_units(const tr_pack *pack, tr_error *err)
{
    const tr_path_def *def = &pack->path->def;
    for (int axis = 0; axis < 2; axis++) {
        const double max_m = TR_MAX_UNITS / TR_UNITS_PER_METRE * pack->scale_m[axis];
        for (int32_t i = 0; i < def->vertex_count; i++) {
            const double at_m = axis == 0 ? def->vertices[i].x_m : def->vertices[i].z_m;
            if (fabs(at_m) <= 0.5 * max_m) continue;
            return tr_fail(
                err, TR_ERROR_INVALID_ARGUMENT, "%s: vertex %d has %c %g m; with a scale of %g m allowed is %g to %g",
                tr_path_title_of(def).text, i, "xz"[axis], at_m, pack -> scale_m[axis], -0.5 * max_m, 0.5 * max_m);
        }
    }
    return true;
}

static bool make(record_work *work, const tr_course *course_before, tr_error *err)
{
    tr_path_records *out = work->out;
    const tr_course *course = &work->pack.path->course;
    if (!check_units(&work->pack, err)) return false;
    if (work->before && tr_path_records_alike(work->before, out))
        tr_course_common(course_before, course, &work->front, &work->back);
    else
        work->before = NULL;
    out->piece_count = course->piece_count;
    out->piece_end = tr_alloc_array(work->context, (size_t)course->piece_count, sizeof *out->piece_end, err);
    const int64_t likely = work->before ? (int64_t)work->before->count + 16 : (int64_t)course->piece_count;
    if (!out->piece_end || !reserve(work, likely, err)) return false;
    if (out->area && !pack_inside(work, err)) return false;
    out->inside_count = out->count;
    return pack_course(work, err) && make_run_boxes(work, err) && check_depth(work, err);
}

tr_path_records *tr_path_records_create(tr_context *context, const tr_carve_path *path, const double scale_m[2],
                                        const tr_path_records *before, const tr_course *course_before, tr_error *err)
{
    tr_path_records *out = tr_alloc(context, sizeof *out, err);
    if (!out) return NULL;
    *out = (tr_path_records){
        .references = 1, .kind = path->def.kind, .priority = path->def.priority, .area = path->def.area};
    if (out->area) out->far = tr_area_far_of(path, scale_m);
    record_work work = {.context = context,
                        .pack = {.path = path, .scale_m = {scale_m[0], scale_m[1]}, .far = out->far},
                        .before = before,
                        .out = out};
    if (make(&work, course_before, err)) return out;
    tr_path_records_release(context, out);
    return NULL;
}

bool tr_path_records_alike(const tr_path_records *a, const tr_path_records *b)
{
    return a->kind == b->kind && a->priority == b->priority && a->area == b->area && a->far.level_m == b->far.level_m &&
           a->far.bed_m == b->far.bed_m && a->far.distance_m == b->far.distance_m;
}

bool tr_path_records_same(const tr_path_records *a, int32_t i, const tr_path_records *b, int32_t j)
{
    const tr_record_place *p = &a->places[i], *q = &b->places[j];
    tr_carve_piece record = a->records[i];
    record.number = b->records[j].number;
    return p->x == q->x && p->z == q->z && memcmp(&p->box, &q->box, sizeof p->box) == 0 &&
           memcmp(&record, &b->records[j], sizeof record) == 0;
}

tr_path_records *tr_path_records_share(tr_path_records *records)
{
    records->references++;
    return records;
}

void tr_path_records_release(tr_context *context, tr_path_records *records)
{
    if (!records || --records->references > 0) return;
    tr_free(context, records->records);
    tr_free(context, records->places);
    tr_free(context, records->piece_end);
    tr_free(context, records->run_boxes);
    tr_free(context, records);
}
