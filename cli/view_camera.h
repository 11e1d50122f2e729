// Where the camera of a view stands: as the user says, around a target, or by itself where much is to be seen.
#ifndef CLI_VIEW_CAMERA_H
#define CLI_VIEW_CAMERA_H

#include "terrane/render.h"
#include "terrane/world.h"

// What the user gave; a count of 0 and NaN mean "not given".
typedef struct view_wish {
    double eye[3];  // x,y,z, or x,z with two numbers
    int eye_count;
    double look_at[3];
    int look_at_count;
    double above_m;      // height of the eye above the ground
    double target_m[2];  // x, z
    int target_count;
    double distance_m, azimuth_deg, elevation_deg;  // of the eye, seen from the target
    bool orbit;                                     // around the target by fixed defaults, without a search
} view_wish;

// Reads "x,y,z" or "x,z" into `out`; `*count` is how many there were. Fails with what was found.
bool view_read_numbers(const char *option, const char *text, int low_count, int high_count, double *out, int *count,
                       tr_error *err);

// Whether the wishes go together. Fails with INVALID_ARGUMENT.
bool view_wish_check(const view_wish *wish, tr_error *err);

// Sets eye and target of `def`, whose other fields are set already. The eye is never less than 2 m above ground and
// sea.
bool view_camera_place(const tr_world *world, const view_wish *wish, tr_view_def *def, tr_error *err);

#endif
