// The falling level of a river that is given as an area.
#ifndef TR_CARVE_COURSE_PROFILE_BANKS_H
#define TR_CARVE_COURSE_PROFILE_BANKS_H

#include "carve/course/profile.h"

// An outline is cut at its highest and its lowest vertex into two banks. The level at a share of the way down is the
// same on both: the lower of their grounds there, never rising. Islands take the level of the nearest bank.
bool tr_profile_banks(const tr_profile_job *job, tr_error *err);

#endif
