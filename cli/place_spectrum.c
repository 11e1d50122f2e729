#include "place_spectrum.h"

#include "scenes/point_square.h"

#include "terrane/map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_FOOTPRINTS = 128 };

typedef struct spectrum_work {
    const tr_object_list *from;
    int32_t set;
    point_square candidates, objects;
    tr_spectrum of_candidates, of_objects;
    tr_image picture;
} spectrum_work;

// ---------------------------------------------------------------------------------------------------------
// Measuring

static const tr_place_set_def *set_of(const spectrum_work *work)
{
    return tr_placer_set(tr_world_placer(work->from->world), work->set);
}

static double side_of(const spectrum_work *work)
{
    const tr_region *region = &work->from->region_m;
    const double shorter_m =
        (double)(region->x1 - region->x0 < region->z1 - region->z0 ? region->x1 - region->x0 : region->z1 - region->z0);
    return fmin(floor(shorter_m / set_of(work)->footprint_m), MAX_FOOTPRINTS);
}

// Objects of the square in the middle of the region.
static bool add_objects(spectrum_work *work, tr_error *err)
{
    const double footprint_m = set_of(work)->footprint_m;
    const tr_region *region = &work->from->region_m;
    const double side_m = work->objects.side * footprint_m;
    const double west_m = (double)region->x0 + 0.5 * ((double)(region->x1 - region->x0) - side_m);
    const double north_m = (double)region->z0 + 0.5 * ((double)(region->z1 - region->z0) - side_m);
    const tr_object_range range = tr_object_list_range(work->from, work->set, -1);
    for (int64_t i = 0; i < range.count; i++) {
        point_square_add(&work->objects, (range.objects[i].x_m - west_m) / footprint_m,
                         (range.objects[i].z_m - north_m) / footprint_m);
    }
    char name[TR_PLACE_NAME_SIZE];
    return work->objects.count > 0 || tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                                              "--spectrum: nothing of the set %s stands in the middle of the region",
                                              tr_world_set_name(work->from->world, work->set, name));
}

static bool measure(spectrum_work *work, tr_error *err)
{
    tr_context *context = tr_world_context(work->from->world);
    const double side = side_of(work);
    if (side < 4) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "--spectrum: the region is %.1f footprints wide; at least 4 are needed", side);
    }
    if (!point_square_create(context, side, &work->candidates, err) ||
        !point_square_create(context, side, &work->objects, err) || !add_objects(work, err)) {
        return false;
    }
    // What the pattern has at another place: how it is spread is the same everywhere.
    point_square_add_pattern(&work->candidates, set_of(work)->pattern, tr_world_def_of(work->from->world)->seed);
    return point_square_measure(context, &work->candidates, &work->of_candidates, &work->picture, err) &&
           point_square_measure(context, &work->objects, &work->of_objects, NULL, err);
}

// ---------------------------------------------------------------------------------------------------------
// The page

static bool draw(const spectrum_work *work, tr_image *page, tr_error *err)
{
    const tr_world_place_set_def *def = &tr_world_def_of(work->from->world)->place_sets[work->set];
    char name[TR_PLACE_NAME_SIZE], title[200], note[200];
    snprintf(title, sizeof title, "Spectrum of the set %s", tr_world_set_name(work->from->world, work->set, name));
    snprintf(note, sizeof note, "pattern %s, footprint %g m, %.3f candidates per square footprint, %g footprints wide",
             tr_pattern_name(def->pattern), def->set.footprint_m,
             tr_pattern_info_of(set_of(work)->pattern).per_footprint, work->candidates.side);
    tr_spectrum_curve curves[2] = {{.ink = {36, 92, 160}, .spectrum = &work->of_candidates},
                                   {.ink = {204, 92, 24}, .spectrum = &work->of_objects}};
    snprintf(curves[0].label, sizeof curves[0].label, "candidates: %zu; largest peak %.1f times its ring",
             work->candidates.count, work->of_candidates.peak);
    snprintf(curves[1].label, sizeof curves[1].label, "objects: %zu; what stands follows the densities, too",
             work->objects.count);
    tr_spectrum_page_def page_def = tr_default_spectrum_page_def();
    page_def.title = title;
    page_def.note = note;
    page_def.picture_title = "Periodogram of the candidates";
    page_def.picture = &work->picture;
    page_def.curves = curves;
    page_def.curve_count = 2;
    return tr_spectrum_page_draw(tr_world_context(work->from->world), &page_def, page, err);
}

bool place_spectrum_draw(const tr_object_list *objects, int32_t set, tr_image *page, tr_error *err)
{
    tr_context *context = tr_world_context(objects->world);
    spectrum_work work = {.from = objects, .set = set};
    const bool done = measure(&work, err) && draw(&work, page, err);
    tr_image_destroy(context, &work.picture);
    point_square_destroy(context, &work.objects);
    point_square_destroy(context, &work.candidates);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Patterns without a world

static double density_share(const pattern_rows *patterns, int row)
{
    return patterns->rows[row].per_footprint / patterns->rows[0].per_footprint;
}

static double peak_share(const pattern_rows *patterns, int row)
{
    return patterns->rows[row].spectrum.peak / patterns->rows[0].spectrum.peak;
}

bool place_patterns_draw(tr_context *context, const pattern_rows *patterns, tr_image *page, tr_error *err)
{
    char note[160];
    tr_spectrum_curve curves[PATTERN_ROWS];
    // What comes first is drawn over the others: the default pattern over dart throwing, which it nearly is.
    const int order[PATTERN_ROWS] = {1, 2, 0, 3, 4};
    for (int i = 0; i < PATTERN_ROWS; i++) {
        const pattern_row *row = &patterns->rows[order[i]];
        tr_spectrum_curve *curve = &curves[i];
        *curve = (tr_spectrum_curve){.spectrum = &row->spectrum};
        memcpy(curve->ink, row->ink, sizeof curve->ink);
        snprintf(curve->label, sizeof curve->label, "%s: peak %.1f times its ring", row->name, row->spectrum.peak);
    }
    snprintf(note, sizeof note, "%g footprints wide; candidates per square footprint: %.4f, dart throwing has %.4f",
             patterns->side, patterns->rows[1].per_footprint, patterns->rows[0].per_footprint);
    tr_spectrum_page_def def = tr_default_spectrum_page_def();
    def.title = "Spectra of the patterns";
    def.note = note;
    def.picture_title = "Periodogram of the pattern dart";
    def.picture = &patterns->picture;
    def.curves = curves;
    def.curve_count = PATTERN_ROWS;
    return tr_spectrum_page_draw(context, &def, page, err);
}

void place_patterns_text(const pattern_rows *patterns, FILE *stream)
{
    fprintf(stream, "Candidates on %g x %g footprints, beside dart throwing until no place is left:\n\n",
            patterns->side, patterns->side);
    fprintf(stream, "%-24s %10s %8s  %8s %8s  %8s %8s  %10s  %s\n", "pattern", "per sq. f.", "of darts", "nearest",
            "mean", "peak", "of darts", "anisotropy", "25, 50, 75 % take");
    for (int i = 0; i < PATTERN_ROWS; i++) {
        const pattern_row *row = &patterns->rows[i];
        fprintf(stream, "%-24s %10.4f %6.1f %%  %8.4f %8.4f  %8.1f %7.2fx  %7.2f dB", row->name, row->per_footprint,
                100 * density_share(patterns, i), row->nearest.min_m, row->nearest.mean_m, row->spectrum.peak,
                peak_share(patterns, i), row->anisotropy_db);
        if (i > 0) {
            fprintf(stream, "  %.2f %.2f %.2f %%", 100 * row->shares[0], 100 * row->shares[1], 100 * row->shares[2]);
        }
        fputc('\n', stream);
    }
}

void place_patterns_json(const pattern_rows *patterns, cli_json *json)
{
    cli_json_double(json, "side_footprints", patterns->side);
    cli_json_open(json, "patterns", '[');
    for (int i = 0; i < PATTERN_ROWS; i++) {
        const pattern_row *row = &patterns->rows[i];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", row->name);
        cli_json_double(json, "per_square_footprint", row->per_footprint);
        cli_json_double(json, "density_of_dart_throwing", density_share(patterns, i));
        cli_json_double(json, "nearest_least", row->nearest.min_m);
        cli_json_double(json, "nearest_mean", row->nearest.mean_m);
        cli_json_double(json, "peak", row->spectrum.peak);
        cli_json_double(json, "peak_of_dart_throwing", peak_share(patterns, i));
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
