// The way of a camera through a world: keyframes, and the camera at any time between them.
#ifndef CLI_FLIGHT_H
#define CLI_FLIGHT_H

#include "terrane/view.h"

enum { FLIGHT_MAX_KEYS = 1024 };

typedef struct flight_key {
    double time_s;
    double eye_m[3], target_m[3];
} flight_key;

typedef struct flight {
    flight_key *keys;  // by time
    int count;
} flight;

// Whether this is the name of a flight that needs no file.
bool flight_is_built_in(const char *name);
// One that needs no file, from where a camera stands: "orbit" goes once around what it looks at, "line" straight on,
// both some way above the ground.
bool flight_make(const char *name, const tr_world *world, const tr_camera_def *from, flight *out, tr_error *err);
// Reads a file: a line for each keyframe with the time in seconds, the eye and what it looks at ("10 0,300,0
// 500,200,0"), from one to the next later in time; what follows a '#' is not read.
bool flight_read(const char *path, flight *out, tr_error *err);
void flight_destroy(flight *way);

double flight_begin_s(const flight *way);
double flight_end_s(const flight *way);
// Eye and target at a time, on a smooth curve through the keyframes.
void flight_at(const flight *way, double time_s, tr_camera_def *camera);

#endif
