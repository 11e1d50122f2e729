#include "place_patterns.h"

#include "dart_throwing.h"
#include "point_square.h"
#include "spectrum_page.h"

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
static const row_kind kinds[PLACE_PATTERN_ROWS] = {
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

static bool add_pattern(tr_context *context, const row_kind *kind, uint64_t seed, point_square *out,
                        place_pattern_row *row, tr_error *err)
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

static bool measure_nearest(tr_context *context, const point_square *points, place_nearest *out, tr_error *err)
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
    const bool done = place_nearest_measure(context, objects, (int64_t)points->count, 1, out, err);
    tr_free(context, objects);
    return done;
}

static double largest_anisotropy(const tr_spectrum *spectrum)
{
    double most = 0;
    for (int bin = FIRST_BIN; bin < TR_SPECTRUM_BINS; bin++) {
        most = fmax(most, fabs(spectrum->anisotropy[bin]));
    }
    return most;
}

static bool measure_row(tr_context *context, const row_kind *kind, uint64_t seed, place_pattern_row *out,
                        tr_image *picture, tr_error *err)
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
    out->per_footprint = (double)points.count / ((double)SIDE * SIDE);
    out->anisotropy_db = done ? largest_anisotropy(&out->spectrum) : 0;
    point_square_destroy(context, &points);
    return done;
}

bool place_patterns_measure(tr_context *context, uint64_t seed, place_patterns *out, tr_error *err)
{
    *out = (place_patterns){.side = SIDE};
    for (int i = 0; i < PLACE_PATTERN_ROWS; i++) {
        if (!measure_row(context, &kinds[i], seed, &out->rows[i], i == 1 ? &out->picture : NULL, err)) {
            tr_image_destroy(context, &out->picture);
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Results

static double density_share(const place_patterns *it, int row)
{
    return it->rows[row].per_footprint / it->rows[0].per_footprint;
}

static double peak_share(const place_patterns *it, int row)
{
    return it->rows[row].spectrum.peak / it->rows[0].spectrum.peak;
}

bool place_patterns_draw(tr_context *context, const place_patterns *it, tr_image *page, tr_error *err)
{
    char note[160];
    spectrum_curve curves[PLACE_PATTERN_ROWS];
    // What comes first is drawn over the others: the default pattern over dart throwing, which it nearly is.
    const int order[PLACE_PATTERN_ROWS] = {1, 2, 0, 3, 4};
    for (int i = 0; i < PLACE_PATTERN_ROWS; i++) {
        const place_pattern_row *row = &it->rows[order[i]];
        spectrum_curve *curve = &curves[i];
        *curve = (spectrum_curve){.spectrum = &row->spectrum};
        memcpy(curve->ink, kinds[order[i]].ink, sizeof curve->ink);
        snprintf(curve->label, sizeof curve->label, "%s: peak %.1f times its ring", row->name, row->spectrum.peak);
    }
    snprintf(note, sizeof note, "%g footprints wide; candidates per square footprint: %.4f, dart throwing has %.4f",
             it->side, it->rows[1].per_footprint, it->rows[0].per_footprint);
    const spectrum_page def = {.title = "Spectra of the patterns",
                               .note = note,
                               .picture_title = "Periodogram of the pattern dart",
                               .picture = &it->picture,
                               .curves = curves,
                               .curve_count = PLACE_PATTERN_ROWS};
    return spectrum_page_draw(context, &def, page, err);
}

void place_patterns_text(const place_patterns *it, FILE *stream)
{
    fprintf(stream, "Candidates on %g x %g footprints, beside dart throwing until no place is left:\n\n", it->side,
            it->side);
    fprintf(stream, "%-24s %10s %8s  %8s %8s  %8s %8s  %10s  %s\n", "pattern", "per sq. f.", "of darts", "nearest",
            "mean", "peak", "of darts", "anisotropy", "25, 50, 75 % take");
    for (int i = 0; i < PLACE_PATTERN_ROWS; i++) {
        const place_pattern_row *row = &it->rows[i];
        fprintf(stream, "%-24s %10.4f %6.1f %%  %8.4f %8.4f  %8.1f %7.2fx  %7.2f dB", row->name, row->per_footprint,
                100 * density_share(it, i), row->nearest.least_m, row->nearest.mean_m, row->spectrum.peak,
                peak_share(it, i), row->anisotropy_db);
        if (i > 0) {
            fprintf(stream, "  %.2f %.2f %.2f %%", 100 * row->shares[0], 100 * row->shares[1], 100 * row->shares[2]);
        }
        fputc('\n', stream);
    }
}

void place_patterns_json(const place_patterns *it, cli_json *json)
{
    cli_json_double(json, "side_footprints", it->side);
    cli_json_open(json, "patterns", '[');
    for (int i = 0; i < PLACE_PATTERN_ROWS; i++) {
        const place_pattern_row *row = &it->rows[i];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", row->name);
        cli_json_double(json, "per_square_footprint", row->per_footprint);
        cli_json_double(json, "density_of_dart_throwing", density_share(it, i));
        cli_json_double(json, "nearest_least", row->nearest.least_m);
        cli_json_double(json, "nearest_mean", row->nearest.mean_m);
        cli_json_double(json, "peak", row->spectrum.peak);
        cli_json_double(json, "peak_of_dart_throwing", peak_share(it, i));
        cli_json_double(json, "anisotropy_db", row->anisotropy_db);
        cli_json_open(json, "shares", '[');
        for (int k = 0; i > 0 && k < 3; k++) {
            cli_json_double(json, NULL, row->shares[k]);
        }
        cli_json_close(json);
        cli_json_close(json);
    }
    cli_json_close(json);
}
