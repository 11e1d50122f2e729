#include "world/bridge_decks.h"

#include <math.h>

#include "base/integers.h"

// ---------------------------------------------------------------------------------------------------------
// Parts

static bool reserve(tr_context *context, tr_bridge_decks *decks, size_t more, tr_error *err)
{
    const size_t wanted = (size_t)decks->count + more;
    if (wanted <= (size_t)decks->capacity) return true;
    size_t capacity = (size_t)decks->capacity * 2;
    if (capacity < wanted) capacity = wanted;
    tr_deck_part *parts = tr_alloc_array(context, capacity, sizeof *parts, err);
    if (!parts) return false;
    for (int32_t i = 0; i < decks->count; i++) parts[i] = decks->parts[i];
    tr_free(context, decks->parts);
    decks->parts = parts;
    decks->capacity = (int32_t)capacity;
    return true;
}

// The parts of a path between two distances along it.
static bool add_span(tr_context *context, const tr_carving *carving, const tr_crossing *crossing,
                     tr_bridge_decks *decks, tr_error *err)
{
    const double step_m = 4;
    const tr_path_def *path = tr_carving_path(carving, crossing->upper);
    tr_points points;
    if (!tr_carving_path_points(carving, crossing->upper, step_m, &points, err)) return false;
    bool done = reserve(context, decks, points.count, err);
    double along_m = 0;
    for (size_t i = 1; done && i < points.count; i++) {
        const double x = points.x[i] - points.x[i - 1], z = points.z[i] - points.z[i - 1];
        const double length_m = sqrt(x * x + z * z);
        if (along_m + length_m > crossing->deck_from_m && along_m < crossing->deck_to_m && length_m > 0)
            decks->parts[decks->count++] =
                (tr_deck_part){.x_m = {points.x[i - 1], points.x[i]},
                               .y_m = {points.y[i - 1], points.y[i]},
                               .z_m = {points.z[i - 1], points.z[i]},
                               .half_m = 0.5 * path->width_m,
                               .along_m = along_m - crossing->from_m,
                               .span_m = crossing->to_m - crossing->from_m,
                               .spans = along_m + length_m > crossing->from_m && along_m < crossing->to_m,
                               .kind = path->kind};
        along_m += length_m;
    }
    tr_points_destroy(context, &points);
    return done;
}

bool tr_bridge_decks_create(tr_context *context, const tr_carving *carving, tr_bridge_decks *out, tr_error *err)
{
    *out = (tr_bridge_decks){0};
    for (int32_t i = 0; i < tr_carving_crossing_count(carving); i++) {
        const tr_crossing crossing = tr_carving_crossing_at(carving, i);
        if (crossing.bridge && !add_span(context, carving, &crossing, out, err)) {
            tr_bridge_decks_destroy(context, out);
            return false;
        }
    }
    return true;
}

void tr_bridge_decks_destroy(tr_context *context, tr_bridge_decks *decks)
{
    tr_free(context, decks->parts);
    *decks = (tr_bridge_decks){0};
}

// ---------------------------------------------------------------------------------------------------------
// Distances

// The samples of an axis within reach of a part; none when first > last.
typedef struct sample_span {
    int32_t first, last;
} sample_span;

static sample_span samples_near(const double ends_m[2], double reach_m, int64_t origin, int32_t size, double spacing_m)
{
    const double low = (fmin(ends_m[0], ends_m[1]) - reach_m) / spacing_m - (double)origin;
    const double high = (fmax(ends_m[0], ends_m[1]) + reach_m) / spacing_m - (double)origin;
    return (sample_span){(int32_t)fmax(ceil(fmin(low, size)), 0), (int32_t)fmin(floor(fmax(high, -1)), size - 1)};
}

// How far from the edge of a part a place is, negative within, and how far along it, 0..1.
static double distance_to(const tr_deck_part *part, double x_m, double z_m, double *share)
{
    const double along_x = part->x_m[1] - part->x_m[0], along_z = part->z_m[1] - part->z_m[0];
    const double x = x_m - part->x_m[0], z = z_m - part->z_m[0];
    const double t = fmin(fmax((x * along_x + z * along_z) / (along_x * along_x + along_z * along_z), 0), 1);
    const double off_x = x - t * along_x, off_z = z - t * along_z;
    *share = t;
    return sqrt(off_x * off_x + off_z * off_z) - part->half_m;
}

static void lower_by(const tr_deck_part *part, double limit_m, const tr_sample_area *area, const tr_grid *distances)
{
    const double reach_m = limit_m + part->half_m, step = area->spacing_m;
    const sample_span columns = samples_near(part->x_m, reach_m, area->x, area->width, step);
    const sample_span rows = samples_near(part->z_m, reach_m, area->z, area->height, step);
    for (int32_t j = rows.first; j <= rows.last; j++) {
        float *row = distances->samples + j * distances->row_stride;
        for (int32_t i = columns.first; i <= columns.last; i++) {
            const double x_m = (double)(area->x + i) * step, z_m = (double)(area->z + j) * step;
            double share;
            row[i] = fminf(row[i], (float)distance_to(part, x_m, z_m, &share));
        }
    }
}

void tr_bridge_decks_lower(const tr_bridge_decks *decks, unsigned kinds, double limit_m, const tr_sample_area *area,
                           const tr_grid *distances)
{
    for (int32_t i = 0; i < decks->count; i++) {
        if (decks->parts[i].spans && kinds & 1u << decks->parts[i].kind)
            lower_by(&decks->parts[i], limit_m, area, distances);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Blocks

// Piers stand at even distances, at most this far apart.
static bool is_pier(const tr_deck_part *part, double share, double half_m)
{
    const double max_m = 16, x = part->x_m[1] - part->x_m[0], z = part->z_m[1] - part->z_m[0];
    const double length_m = sqrt(x * x + z * z);  // hypot() differs between C libraries
    const double at_m = part->along_m + share * length_m, count = ceil(part->span_m / max_m);
    const double number = floor(at_m * count / part->span_m + 0.5);
    return number > 0 && number < count && fabs(at_m - number * part->span_m / count) <= half_m;
}

static tr_ground_cover cover_of(tr_path_kind kind)
{
    return kind == TR_PATH_RAIL ? TR_GROUND_RAIL : kind == TR_PATH_TRACK ? TR_GROUND_TRACK : TR_GROUND_ROAD;
}

static void put_over(const tr_deck_part *part, double block_m, double x_m, double z_m, tr_ground_span *out)
{
    double share;
    const double beyond_m = distance_to(part, x_m, z_m, &share);
    if (beyond_m > block_m) return;
    const bool edge = beyond_m > 0;
    // Parts meet at their ends, where the edge of one is the way of the next.
    if (out->part != TR_SPAN_NONE && (edge || out->part != TR_SPAN_EDGE)) return;
    out->height = (float)((part->y_m[0] + share * (part->y_m[1] - part->y_m[0])) / block_m);
    out->part = edge ? TR_SPAN_EDGE : TR_SPAN_WAY;
    out->cover = (uint8_t)cover_of(part->kind);
    out->pier =
        !edge && part->half_m + beyond_m <= fmax(0.7 * part->half_m, block_m) && is_pier(part, share, 0.75 * block_m);
}

bool tr_bridge_decks_over(const tr_bridge_decks *decks, double block_m, int64_t x, int64_t z, int32_t side,
                          tr_ground_span *out)
{
    bool any = false;
    for (int32_t number = 0; number < decks->count; number++) {
        const tr_deck_part *part = &decks->parts[number];
        const double reach_m = part->half_m + block_m;
        const sample_span columns = samples_near(part->x_m, reach_m, x, side, block_m);
        const sample_span rows = samples_near(part->z_m, reach_m, z, side, block_m);
        for (int32_t j = rows.first; j <= rows.last; j++)
            for (int32_t i = columns.first; i <= columns.last; i++) {
                tr_ground_span *span = &out[i + side * j];
                put_over(part, block_m, (double)(x + i) * block_m, (double)(z + j) * block_m, span);
                any |= span->part != TR_SPAN_NONE;
            }
    }
    return any;
}
