#include "carve/plan/lake_outline.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/integers.h"

// ---------------------------------------------------------------------------------------------------------
// Walking along the shore
//
// A step of the shore lies between a sample in the water and one of its four neighbours on land. Walking clockwise
// around the water, the next one shares the square of samples ahead; water that touches by a corner belongs together.

// West, north, east, south: each next one is clockwise of the one before.
static const int32_t turn_x[4] = {-1, 0, 1, 0};
static const int32_t turn_z[4] = {0, -1, 0, 1};

typedef struct shore_line {
    const tr_drainage *drainage;
    const tr_lake_basins *basins;
    const tr_lake_basin *basin;
    int32_t number;  // what lake_of says of its samples
    int32_t width;   // of the box of its samples
    uint8_t *seen;   // per sample of the box: a bit for each direction
} shore_line;

typedef struct step {
    int32_t x, z, out;  // a sample in the water and the direction of its neighbour on land
} step;

static uint32_t sample_of(const shore_line *shore, int32_t x, int32_t z)
{
    return (uint32_t)z * (uint32_t)shore->drainage->width + (uint32_t)x;
}

// A lake has land all around it within the grid.
static bool is_water(const shore_line *shore, int32_t x, int32_t z)
{
    return shore->basins->lake_of[sample_of(shore, x, z)] == shore->number;
}

static uint8_t *seen_at(const shore_line *shore, const step *at)
{
    return &shore->seen[(size_t)(at->z - shore->basin->z0) * (size_t)shore->width + (size_t)(at->x - shore->basin->x0)];
}

static step next_step(const shore_line *shore, const step *at)
{
    const int ahead = (at->out + 1) % 4;
    const int32_t land_x = at->x + turn_x[at->out], land_z = at->z + turn_z[at->out];
    const int32_t dx = turn_x[ahead], dz = turn_z[ahead];
    if (is_water(shore, land_x + dx, land_z + dz)) return (step){land_x + dx, land_z + dz, (ahead + 2) % 4};
    if (is_water(shore, at->x + dx, at->z + dz)) return (step){at->x + dx, at->z + dz, at->out};
    return (step){at->x, at->z, ahead};
}

// Where the ground between the two samples passes the level; kept off the samples so that points never coincide.
static tr_plan_point place_of(const shore_line *shore, const step *at)
{
    const int32_t dx = turn_x[at->out], dz = turn_z[at->out];
    const double depth_m = shore->basin->level_m - tr_drainage_ground(shore->drainage, sample_of(shore, at->x, at->z));
    const double above_m =
        tr_drainage_ground(shore->drainage, sample_of(shore, at->x + dx, at->z + dz)) - shore->basin->level_m;
    const double t = fmin(fmax(depth_m / (depth_m + above_m), 0.1), 0.9);
    return (tr_plan_point){at->x + t * dx, at->z + t * dz};
}

static bool walk(tr_context *context, const shore_line *shore, const step *first, tr_plan_line *out, tr_error *err)
{
    out->count = 0;
    step at = *first;
    do {
        *seen_at(shore, &at) |= (uint8_t)(1 << at.out);
        if (!tr_plan_line_push(context, out, place_of(shore, &at), err)) return false;
        at = next_step(shore, &at);
    } while (at.x != first->x || at.z != first->z || at.out != first->out);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Making a ring smooth

enum { SMOOTHINGS = 3 };

// Every point moves towards the middle of its neighbours by `share`; a negative share moves it away.
static void relax_ring(tr_plan_point *points, int32_t count, double share)
{
    const tr_plan_point first = points[0];
    tr_plan_point before = points[count - 1];
    for (int32_t i = 0; i < count; i++) {
        const tr_plan_point own = points[i], after = i + 1 < count ? points[i + 1] : first;
        points[i] = tr_plan_between(own, tr_plan_between(before, after, 0.5), share);
        before = own;
    }
}

// G. Taubin, A signal processing approach to fair surface design, 1995: smooth, and not smaller than before.
static void smooth_ring(tr_plan_line *ring)
{
    for (int i = 0; i < SMOOTHINGS; i++) {
        relax_ring(ring->points, ring->count, 0.6);
        relax_ring(ring->points, ring->count, -0.62);
    }
}

static double ring_length(const tr_plan_line *ring)
{
    double length = 0;
    for (int32_t i = 0; i < ring->count; i++)
        length += tr_plan_distance(ring->points[i], ring->points[(i + 1) % ring->count]);
    return length;
}

static double ring_area(const tr_plan_line *ring)
{
    double sum = 0;
    for (int32_t i = 0; i < ring->count; i++)
        sum += tr_plan_cross(ring->points[i], ring->points[(i + 1) % ring->count]);
    return fabs(sum) * 0.5;
}

// Points at equal distances of about `spacing` along the ring, at least eight.
static bool push_spaced(tr_context *context, const tr_plan_line *ring, double spacing, tr_plan_line *out, tr_error *err)
{
    const double length = ring_length(ring);
    const int32_t count = tr_max_i32(8, (int32_t)(length / spacing + 0.5));
    double along = 0;
    int32_t made = 0;
    for (int32_t i = 0; i < ring->count && made < count; i++) {
        const tr_plan_point a = ring->points[i], b = ring->points[(i + 1) % ring->count];
        const double piece = tr_plan_distance(a, b);
        for (; made < count && length * made / count <= along + piece; made++) {
            const double share = piece > 0 ? (length * made / count - along) / piece : 0;
            if (!tr_plan_line_push(context, out, tr_plan_between(a, b, share), err)) return false;
        }
        along += piece;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Rings

static bool end_ring(tr_context *context, tr_lake_rings *out, tr_error *err)
{
    int32_t *end = tr_array_reserve(context, out->end, out->count, &out->capacity, sizeof *end, err);
    if (!end) return false;
    out->end = end;
    out->end[out->count++] = out->line.count;
    return true;
}

// How rings are drawn: with points this far apart, in samples; 0: all points of the walk as they are, which never
// cross.
static const double spacings[] = {2.5, 1.25, 0};
static const double min_island = 6;

static bool draw_ring(tr_context *context, const shore_line *shore, const step *first, double spacing,
                      tr_plan_line *scratch, tr_lake_rings *out, tr_error *err)
{
    if (!walk(context, shore, first, scratch, err)) return false;
    if (out->count > 0 && ring_area(scratch) < min_island) return true;
    if (spacing > 0) {
        smooth_ring(scratch);
        return push_spaced(context, scratch, spacing, &out->line, err) && end_ring(context, out, err);
    }
    for (int32_t i = 0; i < scratch->count; i++)
        if (!tr_plan_line_push(context, &out->line, scratch->points[i], err)) return false;
    return end_ring(context, out, err);
}

// From the north-west on: the first ring is the shore around the lake.
static bool draw_rings(tr_context *context, const shore_line *shore, double spacing, tr_plan_line *scratch,
                       tr_lake_rings *out, tr_error *err)
{
    const tr_lake_basin *box = shore->basin;
    memset(shore->seen, 0, (size_t)shore->width * (size_t)(box->z1 - box->z0 + 1));
    out->line.count = out->count = 0;
    for (int32_t z = box->z0; z <= box->z1; z++)
        for (int32_t x = box->x0; x <= box->x1; x++) {
            const step first = {x, z, 0};
            if (!is_water(shore, x, z) || is_water(shore, x - 1, z) || *seen_at(shore, &first) & 1) continue;
            if (!draw_ring(context, shore, &first, spacing, scratch, out, err)) return false;
        }
    return true;
}

typedef struct segment {
    tr_plan_point from, to;
    int32_t first, last;  // points
} segment;

static segment segment_of(const tr_lake_rings *rings, int32_t point, int32_t *ring)
{
    while (point >= rings->end[*ring]) ++*ring;
    const int32_t begin = *ring ? rings->end[*ring - 1] : 0;
    const int32_t next = point + 1 < rings->end[*ring] ? point + 1 : begin;
    return (segment){rings->line.points[point], rings->line.points[next], point, next};
}

static bool rings_cross(const tr_lake_rings *rings)
{
    int32_t ring = 0;
    for (int32_t i = 0; i < rings->line.count; i++) {
        const segment own = segment_of(rings, i, &ring);
        int32_t other_ring = ring;
        for (int32_t k = i + 1; k < rings->line.count; k++) {
            const segment other = segment_of(rings, k, &other_ring);
            if (other.first == own.last || other.last == own.first) continue;
            if (tr_plan_segments_meet(own.from, own.to, other.from, other.to)) return true;
        }
    }
    return false;
}

bool tr_lake_outline(tr_context *context, const tr_drainage *drainage, const tr_lake_basins *basins, int32_t lake,
                     tr_lake_rings *out, tr_error *err)
{
    *out = (tr_lake_rings){0};
    const tr_lake_basin *basin = &basins->basins[lake];
    shore_line shore = {drainage, basins, basin, lake + 1, basin->x1 - basin->x0 + 1, NULL};
    tr_plan_line scratch = {0};
    shore.seen = tr_alloc_array(context, (size_t)shore.width, (size_t)basin->z1 - (size_t)basin->z0 + 1, err);
    bool ok = shore.seen != NULL, done = false;
    for (int i = 0; ok && !done; i++) {
        ok = draw_rings(context, &shore, spacings[i], &scratch, out, err);
        done = ok && (spacings[i] <= 0 || !rings_cross(out));
    }
    tr_plan_line_destroy(context, &scratch);
    tr_free(context, shore.seen);
    if (!ok) tr_lake_rings_destroy(context, out);
    return ok;
}

void tr_lake_rings_destroy(tr_context *context, tr_lake_rings *rings)
{
    tr_plan_line_destroy(context, &rings->line);
    tr_free(context, rings->end);
    *rings = (tr_lake_rings){0};
}
