// Heights around a place on a coarse grid, and all that is seen from there: what a camera is placed by.
#ifndef TR_VIEW_VIEW_SURVEY_H
#define TR_VIEW_VIEW_SURVEY_H

#include "view/view_shot.h"

typedef struct tr_view_survey {
    tr_sample_area area;
    tr_grid heights;
    double sea_level_m;
} tr_view_survey;

// Covers `side_m` around the centre.
bool tr_view_survey_create(const tr_world *world, const double centre_m[2], double side_m, tr_view_survey *out,
                           tr_error *err);
void tr_view_survey_destroy(const tr_world *world, tr_view_survey *survey);

// The height at a place; that at the border for one beyond it.
double tr_view_survey_height(const tr_view_survey *survey, double x_m, double z_m);
// The higher of ground and sea.
double tr_view_survey_surface(const tr_view_survey *survey, double x_m, double z_m);

// The highest ground within `reach_m` of a place.
double tr_view_survey_highest(const tr_view_survey *survey, const double centre_m[2], double reach_m, double out_m[2]);

// The exact height of the ground at a place, from the world.
bool tr_view_ground_height(const tr_world *world, double x_m, double z_m, double *out_m, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// All that is seen around a place, coarsely: any view from there is a part of it.

enum { PANORAMA_COLUMNS = 72, PANORAMA_ROWS = 60 };  // azimuths clockwise from north; elevations, lowest first

typedef struct tr_view_panorama {
    float distance_m[PANORAMA_COLUMNS][PANORAMA_ROWS];  // 0: sky
    float height_m[PANORAMA_COLUMNS][PANORAMA_ROWS];    // of the ground
} tr_view_panorama;

// What of a view is what.
typedef struct tr_view_sight {
    double sky, foreground, wall, water;  // shares of the picture; wall: ground near and above the eye
    double min_sky;                       // of its left, middle and right third
    double depth_spread;                  // standard deviation of the logarithm of the distance
    double height_spread_m;               // standard deviation of the heights seen
    double skyline_spread;                // standard deviation of the skyline's elevation, radians
    double valley;                        // how much higher the skyline is at the sides than ahead, radians
} tr_view_sight;

// Looks around from `eye_m` over ground and sea, up to `reach_m`.
void tr_view_panorama_fill(const tr_view_survey *survey, const double eye_m[3], double reach_m, tr_view_panorama *out);

// The part of a panorama that a camera turned by `yaw` and `pitch` (radians) sees; field of view and shape are those of
// `shot`. Ground nearer than `foreground_m` is foreground; that above the eye is a wall up to three times as far.
tr_view_sight tr_view_panorama_sight(const tr_view_panorama *panorama, const tr_view_shot *shot, double yaw,
                                     double pitch, double foreground_m, double sea_level_m);

#endif
