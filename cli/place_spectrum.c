#include "place_spectrum.h"

#include "point_square.h"
#include "spectrum_page.h"

#include <math.h>
#include <stdio.h>

enum { MOST_FOOTPRINTS = 128 };

typedef struct spectra {
    const place_objects *from;
    int32_t set;
    point_square candidates, objects;
    tr_spectrum of_candidates, of_objects;
    tr_image picture;
} spectra;

// ---------------------------------------------------------------------------------------------------------
// Measuring

static const tr_place_set *set_of(const spectra *it)
{
    return tr_placer_set(tr_world_placer(it->from->world), it->set);
}

static double side_of(const spectra *it)
{
    const tr_region *region = &it->from->region_m;
    const double shorter_m =
        (double)(region->x1 - region->x0 < region->z1 - region->z0 ? region->x1 - region->x0 : region->z1 - region->z0);
    return fmin(floor(shorter_m / set_of(it)->footprint_m), MOST_FOOTPRINTS);
}

// Objects of the square in the middle of the region.
static bool add_objects(spectra *it, tr_error *err)
{
    const double footprint_m = set_of(it)->footprint_m;
    const tr_region *region = &it->from->region_m;
    const double side_m = it->objects.side * footprint_m;
    const double west_m = (double)region->x0 + 0.5 * ((double)(region->x1 - region->x0) - side_m);
    const double north_m = (double)region->z0 + 0.5 * ((double)(region->z1 - region->z0) - side_m);
    const place_range range = place_objects_of(it->from, it->set, -1);
    for (int64_t i = 0; i < range.count; i++) {
        point_square_add(&it->objects, (range.objects[i].x_m - west_m) / footprint_m,
                         (range.objects[i].z_m - north_m) / footprint_m);
    }
    char name[PLACE_NAME_SIZE];
    return it->objects.count > 0 || tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                                            "--spectrum: nothing of the set %s stands in the middle of the region",
                                            place_set_name(it->from->world, it->set, name));
}

static bool measure(spectra *it, tr_error *err)
{
    tr_context *context = tr_world_context(it->from->world);
    const double side = side_of(it);
    if (side < 4) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "--spectrum: the region is %.1f footprints wide; at least 4 are needed", side);
    }
    if (!point_square_create(context, side, &it->candidates, err) ||
        !point_square_create(context, side, &it->objects, err) || !add_objects(it, err)) {
        return false;
    }
    // What the pattern has at another place: how it is spread is the same everywhere.
    point_square_add_pattern(&it->candidates, set_of(it)->pattern, tr_world_get_def(it->from->world)->seed);
    return point_square_measure(context, &it->candidates, &it->of_candidates, &it->picture, err) &&
           point_square_measure(context, &it->objects, &it->of_objects, NULL, err);
}

// ---------------------------------------------------------------------------------------------------------
// The page

static bool draw(const spectra *it, tr_image *page, tr_error *err)
{
    const tr_world_place_set *def = &tr_world_get_def(it->from->world)->place_sets[it->set];
    char name[PLACE_NAME_SIZE], title[200], note[200];
    snprintf(title, sizeof title, "Spectrum of the set %s", place_set_name(it->from->world, it->set, name));
    snprintf(note, sizeof note, "pattern %s, footprint %g m, %.3f candidates per square footprint, %g footprints wide",
             tr_pattern_name(def->pattern), def->set.footprint_m,
             tr_pattern_get_facts(set_of(it)->pattern).per_footprint, it->candidates.side);
    spectrum_curve curves[2] = {{.ink = {36, 92, 160}, .spectrum = &it->of_candidates},
                                {.ink = {204, 92, 24}, .spectrum = &it->of_objects}};
    snprintf(curves[0].label, sizeof curves[0].label, "candidates: %zu; largest peak %.1f times its ring",
             it->candidates.count, it->of_candidates.peak);
    snprintf(curves[1].label, sizeof curves[1].label, "objects: %zu; what stands follows the densities, too",
             it->objects.count);
    const spectrum_page def_of_page = {.title = title,
                                       .note = note,
                                       .picture_title = "Periodogram of the candidates",
                                       .picture = &it->picture,
                                       .curves = curves,
                                       .curve_count = 2};
    return spectrum_page_draw(tr_world_context(it->from->world), &def_of_page, page, err);
}

bool place_spectrum_draw(const place_objects *objects, int32_t set, tr_image *page, tr_error *err)
{
    tr_context *context = tr_world_context(objects->world);
    spectra it = {.from = objects, .set = set};
    const bool done = measure(&it, err) && draw(&it, page, err);
    tr_image_destroy(context, &it.picture);
    point_square_destroy(context, &it.objects);
    point_square_destroy(context, &it.candidates);
    return done;
}
