// All that is seen around a place, coarsely: any view from there is a part of it.
#ifndef CLI_VIEW_PANORAMA_H
#define CLI_VIEW_PANORAMA_H

#include "terrane/render.h"
#include "view_survey.h"

enum { PANORAMA_COLUMNS = 72, PANORAMA_ROWS = 60 };  // azimuths clockwise from north; elevations, lowest first

typedef struct view_panorama {
    float distance_m[PANORAMA_COLUMNS][PANORAMA_ROWS];  // 0: sky
    float height_m[PANORAMA_COLUMNS][PANORAMA_ROWS];    // of the ground
} view_panorama;

// What of a view is what.
typedef struct view_sight {
    double sky, foreground, wall, water;  // shares of the picture; wall: ground near and above the eye
    double least_sky;                     // of its left, middle and right third
    double depth_spread;                  // standard deviation of the logarithm of the distance
    double height_spread_m;               // standard deviation of the heights seen
    double skyline_spread;                // standard deviation of the skyline's elevation, radians
    double valley;                        // how much higher the skyline is at the sides than ahead, radians
} view_sight;

// Looks around from `eye_m` over ground and sea, up to `reach_m`.
void view_panorama_fill(const view_survey *survey, const double eye_m[3], double reach_m, view_panorama *out);

// The part of a panorama that a camera turned by `yaw` and `pitch` (radians) sees; field of view and shape are those of
// `def`. Ground nearer than `foreground_m` is foreground; that above the eye is a wall up to three times as far.
view_sight view_panorama_sight(const view_panorama *panorama, const tr_view_def *def, double yaw, double pitch,
                               double foreground_m, double sea_level_m);

#endif
