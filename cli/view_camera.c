#include "view_camera.h"

#include <math.h>
#include <stdlib.h>

#include "view_choice.h"
#include "view_survey.h"

static const double lowest_eye_m = 2;

// ---------------------------------------------------------------------------------------------------------
// What the user gave

bool view_read_numbers(const char *option, const char *text, int low_count, int high_count, double *out, int *count,
                       tr_error *err)
{
    *count = 0;
    const char *at = text;
    for (;;) {
        char *end = NULL;
        const double value = strtod(at, &end);
        if (end == at || *at == ' ' || !isfinite(value) || *count == high_count || (*end != ',' && *end != '\0')) {
            break;
        }
        out[(*count)++] = value;
        if (*end == '\0') {
            if (*count >= low_count) {
                return true;
            }
            break;
        }
        at = end + 1;
    }
    if (low_count == high_count) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--%s is '%s'; allowed is %d numbers separated by commas",
                       option, text, low_count);
    }
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--%s is '%s'; allowed is %d or %d numbers separated by commas",
                   option, text, low_count, high_count);
}

bool view_wish_check(const view_wish *wish, tr_error *err)
{
    const bool around = wish->orbit || wish->target_count > 0 || !isnan(wish->distance_m) ||
                        !isnan(wish->azimuth_deg) || !isnan(wish->elevation_deg);
    if (wish->eye_count > 0 && around) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "--eye does not go with --orbit, --target, --distance, --azimuth or --elevation");
    }
    if (wish->eye_count == 0 && wish->look_at_count > 0) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--look-at needs --eye; without an eye, --target is looked at");
    }
    if (wish->eye_count > 0 && wish->look_at_count == 0) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--eye needs --look-at");
    }
    if (wish->eye_count == 2 && isnan(wish->above_m)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--eye x,z needs --above; with a height it is --eye x,y,z");
    }
    if (wish->eye_count == 3 && !isnan(wish->above_m)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--eye x,y,z has a height already; --above needs --eye x,z");
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Placing

static double surface_m(const tr_world *world, double ground_m)
{
    return fmax(ground_m, tr_world_get_def(world)->sea_level_m);
}

static bool place_given(const tr_world *world, const view_wish *wish, tr_view_def *def, tr_error *err)
{
    double ground_m = 0;
    def->eye_m[0] = wish->eye[0];
    def->eye_m[2] = wish->eye[wish->eye_count - 1];
    if (!view_ground_height(world, def->eye_m[0], def->eye_m[2], &ground_m, err)) {
        return false;
    }
    def->eye_m[1] = wish->eye_count == 3 ? wish->eye[1] : surface_m(world, ground_m) + wish->above_m;
    def->target_m[0] = wish->look_at[0];
    def->target_m[2] = wish->look_at[wish->look_at_count - 1];
    if (wish->look_at_count == 3) {
        def->target_m[1] = wish->look_at[1];
        return true;
    }
    if (!view_ground_height(world, def->target_m[0], def->target_m[2], &ground_m, err)) {
        return false;
    }
    def->target_m[1] = surface_m(world, ground_m);
    return true;
}

static view_orbit orbit_of(const view_wish *wish, double reach_m)
{
    return (view_orbit){isnan(wish->distance_m) ? 0.6 * reach_m : wish->distance_m,
                        isnan(wish->azimuth_deg) ? 200 : wish->azimuth_deg,
                        isnan(wish->elevation_deg) ? 20 : wish->elevation_deg};
}

static bool place_by_target(const tr_world *world, const view_wish *wish, tr_view_def *def, tr_error *err)
{
    const tr_region home = tr_world_home(world);
    const double size_m = fmin((double)(home.x1 - home.x0), (double)(home.z1 - home.z0));
    // A home of a whole country is looked at in part.
    const double reach_m = fmin(fmax(size_m, 200), 24000);
    double centre_m[2] = {((double)home.x0 + (double)home.x1) / 2, ((double)home.z0 + (double)home.z1) / 2};
    if (wish->target_count > 0) {
        centre_m[0] = wish->target_m[0];
        centre_m[1] = wish->target_m[1];
    }
    view_survey survey;
    if (!view_survey_create(world, centre_m, 2 * reach_m, &survey, err)) {
        return false;
    }
    bool done = true;
    const bool all_given = !isnan(wish->distance_m) && !isnan(wish->azimuth_deg) && !isnan(wish->elevation_deg);
    if (wish->orbit || all_given) {
        const view_orbit place = orbit_of(wish, reach_m);
        view_stand(&survey, centre_m, &place, def);
    } else {
        done = view_choose(world, &survey, wish, centre_m, reach_m, def, err);
    }
    if (!isnan(wish->above_m)) {
        def->eye_m[1] = view_survey_surface(&survey, def->eye_m[0], def->eye_m[2]) + wish->above_m;
    }
    view_survey_destroy(world, &survey);
    return done;
}

// Lifts the eye out of the ground.
static bool lift_eye(const tr_world *world, tr_view_def *def, tr_error *err)
{
    double ground_m = 0;
    if (!view_ground_height(world, def->eye_m[0], def->eye_m[2], &ground_m, err)) {
        return false;
    }
    def->eye_m[1] = fmax(def->eye_m[1], surface_m(world, ground_m) + lowest_eye_m);
    return true;
}

bool view_camera_place(const tr_world *world, const view_wish *wish, tr_view_def *def, tr_error *err)
{
    const bool placed =
        wish->eye_count > 0 ? place_given(world, wish, def, err) : place_by_target(world, wish, def, err);
    return placed && lift_eye(world, def, err);
}
