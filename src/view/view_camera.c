// Where a camera stands (terrane/view.h): as it is told, around a target, or by itself where much is to be seen.
//
// A search tries many cameras on a coarse survey. One is judged by the part of a panorama it sees: a third of sky on
// all sides, little foreground, high relief, near and far ground, some water, a valley that opens ahead, and light from
// the side.
#include <assert.h>
#include <math.h>

#include "terrane/view.h"
#include "view/view_blocks.h"
#include "view/view_survey.h"

enum { REQUEST_COOKIE = 0x63616d72 };

static const double degree = 3.14159265358979323846 / 180;
static const double lowest_eye_m = 2;

tr_camera_request_def tr_default_camera_request_def(void)
{
    const double none = (double)NAN;
    return (tr_camera_request_def){.cookie = REQUEST_COOKIE,
                                   .eye_m = {none, none, none},
                                   .look_at_m = {none, none, none},
                                   .above_m = none,
                                   .target_m = {none, none},
                                   .distance_m = none,
                                   .azimuth_deg = none,
                                   .elevation_deg = none,
                                   .width = 1280,
                                   .height = 720,
                                   .fov_deg = tr_default_camera_def().fov_deg,
                                   .sun_azimuth_deg = tr_default_environment_def().sun_azimuth_deg};
}

// ---------------------------------------------------------------------------------------------------------
// Judging

// 1 at the request, falling to 0 at `width` from it.
static double near_to(double value, double request, double width)
{
    return fmax(0, 1 - fabs(value - request) / width);
}

static double judge(const tr_view_survey *survey, const tr_view_panorama *around, const tr_view_shot *shot, double yaw,
                    double pitch, double reach_m)
{
    const tr_view_sight seen = tr_view_panorama_sight(around, shot, yaw, pitch, 0.1 * reach_m, survey->sea_level_m);
    const double toward_sun = cos(yaw - shot->sun_azimuth_deg * degree);
    return 2 * near_to(seen.sky, 0.34, 0.25) - 6 * fmax(seen.foreground - 0.16, 0) - 8 * fmax(0.18 - seen.min_sky, 0) +
           0.8 * fmin(seen.depth_spread, 1) - 10 * fmax(seen.wall - 0.02, 0) +
           1.8 * fmin(seen.height_spread_m / (0.025 * reach_m), 1.5) + 8 * fmin(seen.skyline_spread, 0.1) +
           3 * fmin(fmax(seen.valley, -0.1), 0.15) + 1.2 * near_to(seen.water, 0.12, 0.2) +
           0.7 * near_to(toward_sun, -0.25, 0.9);
}

static void view_angles(const tr_view_shot *view, double *yaw, double *pitch)
{
    const double x = view->target_m[0] - view->eye_m[0], y = view->target_m[1] - view->eye_m[1],
                 z = view->target_m[2] - view->eye_m[2];
    *yaw = atan2(x, -z);
    *pitch = atan2(y, hypot(x, z));
}

// ---------------------------------------------------------------------------------------------------------
// Trying

// Where the eye is, seen from what it looks at.
typedef struct orbit {
    double distance_m, azimuth_deg, elevation_deg;
} orbit;

typedef struct place_request {
    const tr_world *world;
    const tr_camera_request_def *request;
    double centre_m[2], reach_m;
} place_request;

// Sets eye and target; the eye stays above the ground.
static void stand(const tr_view_survey *survey, const double target_m[2], const orbit *place, tr_view_shot *shot)
{
    const double azimuth = place->azimuth_deg * degree, elevation = place->elevation_deg * degree;
    shot->target_m[0] = target_m[0];
    shot->target_m[1] = tr_view_survey_surface(survey, target_m[0], target_m[1]);
    shot->target_m[2] = target_m[1];
    shot->eye_m[0] = target_m[0] + place->distance_m * sin(azimuth) * cos(elevation);
    shot->eye_m[2] = target_m[1] - place->distance_m * cos(azimuth) * cos(elevation);
    const double ground_m = tr_view_survey_surface(survey, shot->eye_m[0], shot->eye_m[2]);
    shot->eye_m[1] = fmax(shot->target_m[1] + place->distance_m * sin(elevation), ground_m + 0.008 * place->distance_m);
}

enum { FINALISTS = 8 };

typedef struct finalist {
    tr_view_shot view;
    double mark;
} finalist;

typedef struct view_search {
    const tr_view_survey *survey;
    double reach_m;
    tr_view_panorama around;  // of the eye that is being tried
    finalist best;            // of the place that is being tried
    finalist list[FINALISTS];
} view_search;

static void try_view(view_search *search, const tr_view_shot *view)
{
    double yaw, pitch;
    view_angles(view, &yaw, &pitch);
    const double mark = judge(search->survey, &search->around, view, yaw, pitch, search->reach_m);
    if (mark > search->best.mark) {
        search->best = (finalist){*view, mark};
    }
}

// Puts the best of a place among the finalists if it beats one of them.
static void enlist(view_search *search)
{
    int worst = 0;
    for (int i = 1; i < FINALISTS; i++) {
        worst = search->list[i].mark < search->list[worst].mark ? i : worst;
    }
    if (search->best.mark > search->list[worst].mark) {
        search->list[worst] = search->best;
    }
    search->best.mark = -INFINITY;
}

// Around a target; what the user gave is kept.
static void try_around(view_search *search, const tr_camera_request_def *request, const double target_m[2])
{
    enum { AZIMUTHS = 24 };
    static const double distances[3] = {0.25, 0.4, 0.6}, elevations[4] = {1, 6, 12, 20};
    for (int n = 0; n < 3 * 4 * AZIMUTHS; n++) {
        const orbit place = {
            isnan(request->distance_m) ? distances[n % 3] * search->reach_m : request->distance_m,
            isnan(request->azimuth_deg) ? 360.0 / AZIMUTHS * (n / 12) : request->azimuth_deg,
            isnan(request->elevation_deg) ? elevations[n / 3 % 4] : request->elevation_deg,
        };
        tr_view_shot view = search->best.view;
        stand(search->survey, target_m, &place, &view);
        tr_view_panorama_fill(search->survey, view.eye_m, search->reach_m, &search->around);
        try_view(search, &view);
        enlist(search);
    }
}

// Every direction from one eye.
static void try_directions(view_search *search, const double eye_m[3])
{
    enum { YAWS = 24 };
    static const double pitches[4] = {-13, -9, -5, -1};
    tr_view_panorama_fill(search->survey, eye_m, search->reach_m, &search->around);
    for (int n = 0; n < 4 * YAWS; n++) {
        const double yaw = 360.0 / YAWS * (n / 4) * degree, pitch = pitches[n % 4] * degree;
        const double way_m = 0.4 * search->reach_m;
        tr_view_shot view = search->best.view;
        for (int i = 0; i < 3; i++) {
            view.eye_m[i] = eye_m[i];
        }
        view.target_m[0] = eye_m[0] + way_m * sin(yaw);
        view.target_m[1] = eye_m[1] + way_m * tan(pitch);
        view.target_m[2] = eye_m[2] - way_m * cos(yaw);
        try_view(search, &view);
    }
}

// Eyes all over the middle of the land, at several heights over the ground.
static void try_everywhere(view_search *search, const double centre_m[2])
{
    enum { SIDE = 13 };
    static const double clearances[3] = {0.03, 0.055, 0.09};
    for (int n = 0; n < SIDE * SIDE * 3; n++) {
        const double x = (n / 3 % SIDE) / (SIDE - 1.0) - 0.5, z = (n / 3 / SIDE) / (SIDE - 1.0) - 0.5;
        double eye_m[3] = {centre_m[0] + x * search->reach_m, 0, centre_m[1] + z * search->reach_m};
        eye_m[1] = tr_view_survey_surface(search->survey, eye_m[0], eye_m[2]) + clearances[n % 3] * search->reach_m;
        try_directions(search, eye_m);
        if (n % 3 == 2) {
            enlist(search);
        }
    }
}

// The survey knows no small hills. Near the eyes of the finalists a finer one does; the best that stands free is taken.
static bool take_free(const tr_world *world, const view_search *search, tr_view_shot *out, tr_error *err)
{
    const double near_m = 0.1 * search->reach_m;
    double best_mark = -INFINITY;
    for (int i = 0; i < FINALISTS; i++) {
        const tr_view_shot *view = &search->list[i].view;
        if (!(search->list[i].mark > -INFINITY)) {
            continue;
        }
        const double eye_m[2] = {view->eye_m[0], view->eye_m[2]};
        tr_view_survey survey;
        if (!tr_view_survey_create(world, eye_m, 2 * near_m, &survey, err)) {
            return false;
        }
        tr_view_panorama around;
        tr_view_panorama_fill(&survey, view->eye_m, near_m, &around);
        double yaw, pitch;
        view_angles(view, &yaw, &pitch);
        const tr_view_sight seen = tr_view_panorama_sight(&around, view, yaw, pitch, near_m, survey.sea_level_m);
        tr_view_survey_destroy(world, &survey);
        const double mark = search->list[i].mark - 12 * fmax(seen.foreground - 0.18, 0) - 20 * seen.wall;
        if (mark > best_mark) {
            best_mark = mark;
            *out = *view;
        }
    }
    return true;
}

// Sets eye and target. Without any request the eye may stand anywhere within half of `reach_m` of `centre_m`. Else it
// looks at the centre or, without a target, at the highest ground there, and what was given is kept.
static bool choose(const tr_view_survey *survey, const place_request *place, tr_view_shot *shot, tr_error *err)
{
    const tr_camera_request_def *request = place->request;
    const double *centre_m = place->centre_m, reach_m = place->reach_m;
    view_search search = {.survey = survey, .reach_m = reach_m, .best = {*shot, -INFINITY}};
    for (int i = 0; i < FINALISTS; i++) {
        search.list[i] = search.best;
    }
    const bool anywhere = isnan(request->target_m[0]) && isnan(request->distance_m) && isnan(request->azimuth_deg) &&
                          isnan(request->elevation_deg);
    if (anywhere) {
        try_everywhere(&search, centre_m);
    } else {
        try_around(&search, request, centre_m);
    }
    if (!anywhere && isnan(request->target_m[0])) {
        double summit_m[2] = {centre_m[0], centre_m[1]};
        tr_view_survey_highest(survey, centre_m, reach_m / 2, summit_m);
        try_around(&search, request, summit_m);
    }
    return take_free(place->world, &search, shot, err);
}

// ---------------------------------------------------------------------------------------------------------
// Placing

static double surface_m(const tr_world *world, double ground_m)
{
    return fmax(ground_m, tr_world_def_of(world)->sea_level_m);
}

static bool place_given(const tr_world *world, const tr_camera_request_def *request, tr_view_shot *shot, tr_error *err)
{
    double ground_m = 0;
    for (int i = 0; i < 3; i++) {
        shot->eye_m[i] = request->eye_m[i];
        shot->target_m[i] = request->look_at_m[i];
    }
    if (isnan(shot->eye_m[1])) {
        if (!tr_view_ground_height(world, shot->eye_m[0], shot->eye_m[2], &ground_m, err)) {
            return false;
        }
        shot->eye_m[1] = surface_m(world, ground_m) + request->above_m;
    }
    if (isnan(shot->target_m[1])) {
        if (!tr_view_ground_height(world, shot->target_m[0], shot->target_m[2], &ground_m, err)) {
            return false;
        }
        shot->target_m[1] = surface_m(world, ground_m);
    }
    return true;
}

static orbit orbit_of(const tr_camera_request_def *request, double reach_m)
{
    return (orbit){isnan(request->distance_m) ? 0.6 * reach_m : request->distance_m,
                   isnan(request->azimuth_deg) ? 200 : request->azimuth_deg,
                   isnan(request->elevation_deg) ? 20 : request->elevation_deg};
}

static bool place_by_target(const tr_world *world, const tr_camera_request_def *request, tr_view_shot *shot,
                            tr_error *err)
{
    const tr_region home = tr_world_home(world);
    const double size_m = fmin((double)(home.x1 - home.x0), (double)(home.z1 - home.z0));
    // A home of a whole country is looked at in part.
    place_request place = {
        .world = world,
        .request = request,
        .centre_m = {((double)home.x0 + (double)home.x1) / 2, ((double)home.z0 + (double)home.z1) / 2},
        .reach_m = fmin(fmax(size_m, 200), 24000)};
    if (!isnan(request->target_m[0])) {
        place.centre_m[0] = request->target_m[0];
        place.centre_m[1] = request->target_m[1];
    }
    tr_view_survey survey;
    if (!tr_view_survey_create(world, place.centre_m, 2 * place.reach_m, &survey, err)) {
        return false;
    }
    bool done = true;
    const bool all_given =
        !isnan(request->distance_m) && !isnan(request->azimuth_deg) && !isnan(request->elevation_deg);
    if (request->no_search || all_given) {
        const orbit around = orbit_of(request, place.reach_m);
        stand(&survey, place.centre_m, &around, shot);
    } else {
        done = choose(&survey, &place, shot, err);
    }
    if (!isnan(request->above_m)) {
        shot->eye_m[1] = tr_view_survey_surface(&survey, shot->eye_m[0], shot->eye_m[2]) + request->above_m;
    }
    tr_view_survey_destroy(world, &survey);
    return done;
}

// Lifts the eye out of the ground.
static bool lift_eye(const tr_world *world, tr_view_shot *shot, tr_error *err)
{
    double ground_m = 0;
    if (!tr_view_ground_height(world, shot->eye_m[0], shot->eye_m[2], &ground_m, err)) {
        return false;
    }
    shot->eye_m[1] = fmax(shot->eye_m[1], surface_m(world, ground_m) + lowest_eye_m);
    return true;
}

static bool check_numbers(const tr_camera_request_def *request, tr_error *err)
{
    const double numbers[] = {request->eye_m[0],     request->eye_m[1],     request->eye_m[2],
                              request->look_at_m[0], request->look_at_m[1], request->look_at_m[2],
                              request->above_m,      request->target_m[0],  request->target_m[1],
                              request->distance_m,   request->azimuth_deg,  request->elevation_deg};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (isinf(numbers[i])) {
            return tr_fail(err, TR_ERROR_NOT_FINITE, "a number of the request for a camera is infinite");
        }
    }
    if (!(request->fov_deg >= 10 && request->fov_deg <= 120)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "fov_deg of the request for a camera is %g; allowed is 10 to 120", request->fov_deg);
    }
    if (request->width < 1 || request->height < 1) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the request for a camera is for %d x %d pixels", request->width,
                       request->height);
    }
    return true;
}

static bool check(const tr_camera_request_def *request, tr_error *err)
{
    const bool has_eye = !isnan(request->eye_m[0]) && !isnan(request->eye_m[2]);
    const bool has_look_at = !isnan(request->look_at_m[0]) && !isnan(request->look_at_m[2]);
    const bool around = request->no_search || !isnan(request->target_m[0]) || !isnan(request->distance_m) ||
                        !isnan(request->azimuth_deg) || !isnan(request->elevation_deg);
    if (!check_numbers(request, err)) {
        return false;
    }
    if (has_eye != has_look_at || (has_eye && around)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "a camera is given by eye_m and look_at_m, or around a target, and not by parts of both");
    }
    if (has_eye && isnan(request->eye_m[1]) == isnan(request->above_m)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the height of an eye is given by eye_m[1] or by above_m, and by one of them only");
    }
    return true;
}

bool tr_view_find_camera(const tr_world *world, const tr_camera_request_def *request, tr_camera_def *out, tr_error *err)
{
    assert(world && request && request->cookie == REQUEST_COOKIE && out);
    if (!check(request, err)) {
        return false;
    }
    tr_view_shot shot = {.width = request->width,
                         .height = request->height,
                         .fov_deg = request->fov_deg,
                         .sun_azimuth_deg = request->sun_azimuth_deg};
    const bool has_eye = !isnan(request->eye_m[0]);
    const bool placed = has_eye ? place_given(world, request, &shot, err) : place_by_target(world, request, &shot, err);
    if (!placed || !lift_eye(world, &shot, err) || (request->blocks && !tr_view_blocks_lift(world, &shot, err))) {
        return false;
    }
    *out = tr_default_camera_def();
    out->fov_deg = request->fov_deg;
    for (int i = 0; i < 3; i++) {
        out->eye_m[i] = shot.eye_m[i];
        out->target_m[i] = shot.target_m[i];
    }
    return true;
}
