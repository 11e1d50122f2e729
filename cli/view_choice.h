// The choice of a view: many cameras around a place are tried on a coarse survey, and the best is taken.
#ifndef CLI_VIEW_CHOICE_H
#define CLI_VIEW_CHOICE_H

#include "view_camera.h"
#include "view_survey.h"

// Where the eye is, seen from what it looks at.
typedef struct view_orbit {
    double distance_m, azimuth_deg, elevation_deg;
} view_orbit;

// Sets eye and target of `def`; the eye stays above the ground.
void view_stand(const view_survey *survey, const double target_m[2], const view_orbit *place, tr_view_def *def);

// Sets eye and target of `def`. Without any wish the eye may stand anywhere within half of `reach_m` of `centre_m`.
// Else it looks at the centre or, without a target of the user, at the highest ground there, and what was given of
// distance, azimuth and elevation is kept.
bool view_choose(const tr_world *world, const view_survey *survey, const view_wish *wish, const double centre_m[2],
                 double reach_m, tr_view_def *def, tr_error *err);

#endif
