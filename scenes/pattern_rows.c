#include "scenes/pattern_rows.h"

#include "scenes/dart_throwing.h"
#include "scenes/point_square.h"

#include <math.h>
#include <string.h>

enum { SIDE = 128, BORDER = 4, FIRST_BIN = TR_SPECTRUM_STEPS / 2 };

typedef struct row_kind {
    const char *name;
    tr_pattern_kind kind;
    int32_t colors;
    uint8_t ink[3];
} row_kind;

// Row 0 has no pattern.
static const row_kind kinds[PATTERN_ROWS] = {
    {.name = "dart throwing", .ink = {120, 120, 120}},
    {"dart", TR_PATTERN_DART, 2, {36, 92, 160}},
    {"blue", TR_PATTERN_BLUE, 2, {24, 140, 110}},
    {"grid", TR_PATTERN_GRID, 2, {204, 92, 24}},
    {"one dart tile, repeated", TR_PATTERN_DART, 1, {190, 60, 120}},
};

// ---------------------------------------------------------------------------------------------------------
// Measuring

// The middle of a larger square, as the edge of a square has more darts than its inside.
static bool throw_darts(point_square *out, tr_error *err)
{
    dart_throwing darts;
    if (!dart_throwing_create(out->side + 2 * BORDER, &darts, err)) {
        return false;
    }
    const bool done = dart_throwing_fill(&darts, err);
    for (int64_t i = 0; done && i < darts.count; i++) {
        point_square_add(out, darts.x[i] - BORDER, darts.z[i] - BORDER);
    }
    dart_throwing_destroy(&darts);
    return done;
}

// Shares of the candidates whose thresholds are below densities of 1/4, 1/2 and 3/4.
static void measure_shares(const tr_pattern *pattern, uint64_t seed, double shares[3])
{
    enum { CELLS = 16 };
    int64_t total = 0, below[3] = {0};
    for (int64_t i = 0; i < CELLS * CELLS; i++) {
        tr_candidate cell[TR_PATTERN_SLOTS];
        const int32_t count = tr_pattern_cell(pattern, seed, i % CELLS, i / CELLS, cell);
        total += count;
        for (int32_t k = 0; k < 3 * count; k++) {
            below[k % 3] += cell[k / 3].threshold < 0.25 * (k % 3 + 1);
        }
    }
    for (int k = 0; k < 3; k++) {
        shares[k] = (double)below[k] / (double)total;
    }
}

static bool add_pattern(tr_context *context, const row_kind *kind, uint64_t seed, point_square *out, pattern_row *row,
                        tr_error *err)
{
    tr_pattern_def def = tr_default_pattern_def();
    def.kind = kind->kind;
    def.colors = kind->colors;
    tr_pattern *pattern = tr_pattern_create(context, &def, err);
    if (!pattern) {
        return false;
    }
    point_square_add_pattern(out, pattern, seed);
    measure_shares(pattern, seed, row->shares);
    tr_pattern_destroy(pattern);
    return true;
}

static bool measure_nearest(tr_context *context, const point_square *points, tr_nearest_report *out, tr_error *err)
{
    tr_object *objects = tr_alloc_array(context, points->count, sizeof *objects, err);
    if (!objects) {
        return false;
    }
    memset(objects, 0, points->count * sizeof *objects);
    for (size_t i = 0; i < points->count; i++) {
        objects[i].x_m = points->x[i];
        objects[i].z_m = points->z[i];
    }
    const bool done = tr_nearest_measure(context, objects, (int64_t)points->count, 1, out, err);
    tr_free(context, objects);
    return done;
}

static double max_anisotropy(const tr_spectrum *spectrum)
{
    double max = 0;
    for (int bin = FIRST_BIN; bin < TR_SPECTRUM_BINS; bin++) {
        max = fmax(max, fabs(spectrum->anisotropy[bin]));
    }
    return max;
}

static bool measure_row(tr_context *context, const row_kind *kind, uint64_t seed, pattern_row *out, tr_image *picture,
                        tr_error *err)
{
    point_square points;
    if (!point_square_create(context, SIDE, &points, err)) {
        return false;
    }
    const bool done =
        (kind == kinds ? throw_darts(&points, err) : add_pattern(context, kind, seed, &points, out, err)) &&
        measure_nearest(context, &points, &out->nearest, err) &&
        point_square_measure(context, &points, &out->spectrum, picture, err);
    out->name = kind->name;
    memcpy(out->ink, kind->ink, sizeof out->ink);
    out->per_footprint = (double)points.count / ((double)SIDE * SIDE);
    out->anisotropy_db = done ? max_anisotropy(&out->spectrum) : 0;
    point_square_destroy(context, &points);
    return done;
}

bool pattern_rows_measure(tr_context *context, uint64_t seed, pattern_rows *out, tr_error *err)
{
    *out = (pattern_rows){.side = SIDE};
    for (int i = 0; i < PATTERN_ROWS; i++) {
        if (!measure_row(context, &kinds[i], seed, &out->rows[i], i == 1 ? &out->picture : NULL, err)) {
            tr_image_destroy(context, &out->picture);
            return false;
        }
    }
    return true;
}
