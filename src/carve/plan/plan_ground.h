// What plans of rivers and of roads have in common: the ground they are made on.
#ifndef TR_CARVE_PLAN_PLAN_GROUND_H
#define TR_CARVE_PLAN_PLAN_GROUND_H

#include "carve/plan/plan.h"

// Refuses numbers that are not finite, and no spacing.
bool tr_plan_ground_check(const tr_plan_ground *ground, tr_error *err);

// A vertex with nothing given but its place, in steps of `step_m` from the first sample.
tr_path_vertex tr_plan_ground_vertex(const tr_plan_ground *ground, double step_m, double x, double z);

// Fails with CANCELLED when the caller wants that.
bool tr_plan_report(const tr_progress *progress, double share, tr_error *err);

#endif
