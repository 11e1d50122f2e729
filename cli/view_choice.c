// A camera is judged by the part of a panorama it sees: a third of sky on all sides, little foreground, high relief,
// near and far ground, some water, a valley that opens ahead, and light from the side.
#include "view_choice.h"

#include <math.h>

#include "view_panorama.h"

static const double degree = 3.14159265358979323846 / 180;

// ---------------------------------------------------------------------------------------------------------
// Judging

// 1 at the wish, falling to 0 at `width` from it.
static double near_to(double value, double wish, double width)
{
    return fmax(0, 1 - fabs(value - wish) / width);
}

static double judge(const view_survey *survey, const view_panorama *around, const tr_view_def *def, double yaw,
                    double pitch, double reach_m)
{
    const view_sight seen = view_panorama_sight(around, def, yaw, pitch, 0.1 * reach_m, survey->sea_level_m);
    const double toward_sun = cos(yaw - def->sun_azimuth_deg * degree);
    return 2 * near_to(seen.sky, 0.34, 0.25) - 6 * fmax(seen.foreground - 0.16, 0) -
           8 * fmax(0.18 - seen.least_sky, 0) + 0.8 * fmin(seen.depth_spread, 1) - 10 * fmax(seen.wall - 0.02, 0) +
           1.8 * fmin(seen.height_spread_m / (0.025 * reach_m), 1.5) + 8 * fmin(seen.skyline_spread, 0.1) +
           3 * fmin(fmax(seen.valley, -0.1), 0.15) + 1.2 * near_to(seen.water, 0.12, 0.2) +
           0.7 * near_to(toward_sun, -0.25, 0.9);
}

static void view_angles(const tr_view_def *view, double *yaw, double *pitch)
{
    const double x = view->target_m[0] - view->eye_m[0], y = view->target_m[1] - view->eye_m[1],
                 z = view->target_m[2] - view->eye_m[2];
    *yaw = atan2(x, -z);
    *pitch = atan2(y, hypot(x, z));
}

// ---------------------------------------------------------------------------------------------------------
// Trying

void view_stand(const view_survey *survey, const double target_m[2], const view_orbit *place, tr_view_def *def)
{
    const double azimuth = place->azimuth_deg * degree, elevation = place->elevation_deg * degree;
    def->target_m[0] = target_m[0];
    def->target_m[1] = view_survey_surface(survey, target_m[0], target_m[1]);
    def->target_m[2] = target_m[1];
    def->eye_m[0] = target_m[0] + place->distance_m * sin(azimuth) * cos(elevation);
    def->eye_m[2] = target_m[1] - place->distance_m * cos(azimuth) * cos(elevation);
    const double ground_m = view_survey_surface(survey, def->eye_m[0], def->eye_m[2]);
    def->eye_m[1] = fmax(def->target_m[1] + place->distance_m * sin(elevation), ground_m + 0.008 * place->distance_m);
}

enum { FINALISTS = 8 };

typedef struct finalist {
    tr_view_def view;
    double mark;
} finalist;

typedef struct view_search {
    const view_survey *survey;
    double reach_m;
    view_panorama around;  // of the eye that is being tried
    finalist best;         // of the place that is being tried
    finalist list[FINALISTS];
} view_search;

static void try_view(view_search *search, const tr_view_def *view)
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
static void try_around(view_search *search, const view_wish *wish, const double target_m[2])
{
    enum { AZIMUTHS = 24 };
    static const double distances[3] = {0.25, 0.4, 0.6}, elevations[4] = {1, 6, 12, 20};
    for (int n = 0; n < 3 * 4 * AZIMUTHS; n++) {
        const view_orbit place = {
            isnan(wish->distance_m) ? distances[n % 3] * search->reach_m : wish->distance_m,
            isnan(wish->azimuth_deg) ? 360.0 / AZIMUTHS * (n / 12) : wish->azimuth_deg,
            isnan(wish->elevation_deg) ? elevations[n / 3 % 4] : wish->elevation_deg,
        };
        tr_view_def view = search->best.view;
        view_stand(search->survey, target_m, &place, &view);
        view_panorama_fill(search->survey, view.eye_m, search->reach_m, &search->around);
        try_view(search, &view);
        enlist(search);
    }
}

// Every direction from one eye.
static void try_directions(view_search *search, const double eye_m[3])
{
    enum { YAWS = 24 };
    static const double pitches[4] = {-13, -9, -5, -1};
    view_panorama_fill(search->survey, eye_m, search->reach_m, &search->around);
    for (int n = 0; n < 4 * YAWS; n++) {
        const double yaw = 360.0 / YAWS * (n / 4) * degree, pitch = pitches[n % 4] * degree;
        const double way_m = 0.4 * search->reach_m;
        tr_view_def view = search->best.view;
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
        eye_m[1] = view_survey_surface(search->survey, eye_m[0], eye_m[2]) + clearances[n % 3] * search->reach_m;
        try_directions(search, eye_m);
        if (n % 3 == 2) {
            enlist(search);
        }
    }
}

// The survey knows no small hills. Near the eyes of the finalists a finer one does; the best that stands free is taken.
static bool take_free(const tr_world *world, const view_search *search, tr_view_def *out, tr_error *err)
{
    const double near_m = 0.1 * search->reach_m;
    double best_mark = -INFINITY;
    for (int i = 0; i < FINALISTS; i++) {
        const tr_view_def *view = &search->list[i].view;
        if (!(search->list[i].mark > -INFINITY)) {
            continue;
        }
        const double eye_m[2] = {view->eye_m[0], view->eye_m[2]};
        view_survey survey;
        if (!view_survey_create(world, eye_m, 2 * near_m, &survey, err)) {
            return false;
        }
        view_panorama around;
        view_panorama_fill(&survey, view->eye_m, near_m, &around);
        double yaw, pitch;
        view_angles(view, &yaw, &pitch);
        const view_sight seen = view_panorama_sight(&around, view, yaw, pitch, near_m, survey.sea_level_m);
        view_survey_destroy(world, &survey);
        const double mark = search->list[i].mark - 12 * fmax(seen.foreground - 0.18, 0) - 20 * seen.wall;
        if (mark > best_mark) {
            best_mark = mark;
            *out = *view;
        }
    }
    return true;
}

bool view_choose(const tr_world *world, const view_survey *survey, const view_wish *wish, const double centre_m[2],
                 double reach_m, tr_view_def *def, tr_error *err)
{
    view_search search = {.survey = survey, .reach_m = reach_m, .best = {*def, -INFINITY}};
    for (int i = 0; i < FINALISTS; i++) {
        search.list[i] = search.best;
    }
    const bool anywhere =
        wish->target_count == 0 && isnan(wish->distance_m) && isnan(wish->azimuth_deg) && isnan(wish->elevation_deg);
    if (anywhere) {
        try_everywhere(&search, centre_m);
    } else {
        try_around(&search, wish, centre_m);
    }
    if (!anywhere && wish->target_count == 0) {
        double summit_m[2] = {centre_m[0], centre_m[1]};
        view_survey_highest(survey, centre_m, reach_m / 2, summit_m);
        try_around(&search, wish, summit_m);
    }
    return take_free(world, &search, def, err);
}
