// Heights around a place on a coarse grid: what a camera is placed by.
#ifndef CLI_VIEW_SURVEY_H
#define CLI_VIEW_SURVEY_H

#include "terrane/world.h"

typedef struct view_survey {
    tr_area area;
    tr_grid heights;
    double sea_level_m;
} view_survey;

// Covers `side_m` around the centre.
bool view_survey_create(const tr_world *world, const double centre_m[2], double side_m, view_survey *out,
                        tr_error *err);
void view_survey_destroy(const tr_world *world, view_survey *survey);

// The height at a place; that at the border for one beyond it.
double view_survey_height(const view_survey *survey, double x_m, double z_m);
// The higher of ground and sea.
double view_survey_surface(const view_survey *survey, double x_m, double z_m);

// The highest ground within `reach_m` of a place.
double view_survey_highest(const view_survey *survey, const double centre_m[2], double reach_m, double out_m[2]);

// The exact height of the ground at a place, from the world.
bool view_ground_height(const tr_world *world, double x_m, double z_m, double *out_m, tr_error *err);

#endif
