// Heights at stations along a path, and what a profile is made with: smoothing, bounds, grades, slopes. Every step is
// O(n) or O(n log n) and works on plain arrays.
#ifndef TR_CARVE_COURSE_STATIONS_H
#define TR_CARVE_COURSE_STATIONS_H

#include "terrane/carve.h"

// Stations are the joints of the pieces, at rising arc lengths. All arrays have `count` items and belong to `memory`.
typedef struct tr_stations {
    int32_t count;
    double *at_m;
    double *height_m;
    double *low_m, *high_m;  // what the height must keep to; -INFINITY and INFINITY: free
    double *min_m, *max_m;   // what of that can be reached within the grade: filled by tr_stations_limit_grade()
    double *cap_m;           // and should not exceed, unless low_m asks for it
    double *slope;           // rise over run at the station
    double *scratch;
    void *memory;
} tr_stations;

bool tr_stations_create(tr_context *context, int32_t count, tr_stations *out, tr_error *err);
void tr_stations_destroy(tr_context *context, tr_stations *stations);

// Two running means over `radius_m` to both sides of the heights, which are straight between stations. Ends keep their
// height and straight lines stay as they are; nothing becomes steeper, and what falls still falls.
void tr_stations_smooth(tr_stations *stations, double radius_m);

// Moves the heights into their bounds where they are outside, and their neighbours along, ever less up to `reach_m` or
// to the next station that is bound.
void tr_stations_bend(tr_stations *stations, double reach_m);

// The heights as bounds and caps allow, never rising. Bounds that would have it rise give way.
void tr_stations_descend(tr_stations *stations);

// The mean of the upper and the lower envelope of grade `grade`, or with `only_cut` the upper one, within the bounds.
// Where these ask for more than that grade it is exceeded: returns false.
bool tr_stations_limit_grade(tr_stations *stations, double grade, bool only_cut);

// The slope of the parabola through a station and its neighbours.
void tr_stations_find_slopes(tr_stations *stations);

#endif
