#include "flight.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number_list.h"

static const double pi = 3.14159265358979323846;

static bool allocate(int count, flight *out, tr_error *err)
{
    *out = (flight){.keys = calloc((size_t)count, sizeof *out->keys)};
    return out->keys || tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "there is no memory for the keyframes of a flight");
}

void flight_destroy(flight *way)
{
    free(way->keys);
    *way = (flight){0};
}

// ---------------------------------------------------------------------------------------------------------
// Without a file

bool flight_is_built_in(const char *name)
{
    return strcmp(name, "orbit") == 0 || strcmp(name, "line") == 0;
}

// Once around, clockwise seen from above, in a minute; so high that it looks over the land between.
static void make_orbit(const tr_camera_def *from, flight *out)
{
    enum { STEPS = 24 };
    const double x = from->eye_m[0] - from->target_m[0], z = from->eye_m[2] - from->target_m[2];
    const double min_slope = 0.36, high_m = from->target_m[1] + min_slope * hypot(x, z);
    for (int i = 0; i <= STEPS; i++) {
        const double angle = 2 * pi * i / STEPS;
        flight_key *key = &out->keys[out->count++];
        key->time_s = 60.0 * i / STEPS;
        memcpy(key->target_m, from->target_m, sizeof key->target_m);
        key->eye_m[0] = from->target_m[0] + x * cos(angle) - z * sin(angle);
        key->eye_m[1] = fmax(from->eye_m[1], high_m);
        key->eye_m[2] = from->target_m[2] + x * sin(angle) + z * cos(angle);
    }
}

// For half a minute, at 40 m a second.
static void make_line(const tr_camera_def *from, flight *out)
{
    enum { STEPS = 12 };
    const double seconds = 30, speed_m = 40;
    const double x = from->target_m[0] - from->eye_m[0], z = from->target_m[2] - from->eye_m[2];
    const double length_m = fmax(hypot(x, z), 1e-9), way_m = seconds * speed_m;
    for (int i = 0; i <= STEPS; i++) {
        flight_key *key = &out->keys[out->count++];
        const double share = (double)i / STEPS;
        key->time_s = seconds * share;
        for (int axis = 0; axis < 3; axis++) {
            const double along = axis == 0 ? x / length_m : axis == 2 ? z / length_m : 0;
            key->eye_m[axis] = from->eye_m[axis] + along * way_m * share;
            key->target_m[axis] = from->target_m[axis] + along * way_m * share;
        }
    }
}

// Lifts the eyes well above the ground, but for the first, which stands where it was told to.
static bool lift(const tr_world *world, flight *way, tr_error *err)
{
    const double clearance_m = 90;
    for (int i = 1; i < way->count; i++) {
        tr_camera_request_def request = tr_default_camera_request_def();
        tr_camera_def camera;
        memcpy(request.eye_m, way->keys[i].eye_m, sizeof request.eye_m);
        memcpy(request.look_at_m, way->keys[i].target_m, sizeof request.look_at_m);
        request.eye_m[1] = (double)NAN;
        request.above_m = clearance_m;
        if (!tr_view_find_camera(world, &request, &camera, err)) {
            return false;
        }
        const double more_m = fmax(camera.eye_m[1] - way->keys[i].eye_m[1], 0);
        way->keys[i].eye_m[1] += more_m;
    }
    return true;
}

bool flight_make(const char *name, const tr_world *world, const tr_camera_def *from, flight *out, tr_error *err)
{
    enum { MAX_STEPS = 32 };
    if (!allocate(MAX_STEPS, out, err)) {
        return false;
    }
    if (strcmp(name, "orbit") == 0) {
        make_orbit(from, out);
    } else {
        make_line(from, out);
    }
    if (!lift(world, out, err)) {
        flight_destroy(out);
        return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Files

// False with an error that says what is wrong with the line.
static bool read_line(const char *path, int number, char *line, flight *way, tr_error *err)
{
    char *rest = NULL;
    const char *parts[4] = {0};
    int count = 0;
    line[strcspn(line, "#\r\n")] = '\0';
    for (char *part = strtok_r(line, " \t", &rest); part && count < 4; part = strtok_r(NULL, " \t", &rest)) {
        parts[count++] = part;
    }
    if (count == 0) {
        return true;
    }
    if (way->count == FLIGHT_MAX_KEYS) {
        return tr_fail(err, TR_ERROR_FORMAT, "%s:%d: more than %d keyframes", path, number, FLIGHT_MAX_KEYS);
    }
    flight_key *key = &way->keys[way->count];
    if (count != 3 || cli_read_numbers(parts[0], 1, 1, &key->time_s) != 1 ||
        cli_read_numbers(parts[1], 3, 3, key->eye_m) != 3 || cli_read_numbers(parts[2], 3, 3, key->target_m) != 3) {
        return tr_fail(err, TR_ERROR_FORMAT,
                       "%s:%d: a keyframe is a time in seconds, an eye and what it looks at, such as "
                       "'10 0,300,0 500,200,0'",
                       path, number);
    }
    if (memcmp(key->eye_m, key->target_m, sizeof key->eye_m) == 0) {
        return tr_fail(err, TR_ERROR_FORMAT, "%s:%d: eye and what it looks at are the same point", path, number);
    }
    if (way->count > 0 && key->time_s <= key[-1].time_s) {
        return tr_fail(err, TR_ERROR_FORMAT, "%s:%d: the time %g is not later than %g of the keyframe before", path,
                       number, key->time_s, key[-1].time_s);
    }
    way->count++;
    return true;
}

bool flight_read(const char *path, flight *out, tr_error *err)
{
    char line[1024];
    *out = (flight){0};
    FILE *file = fopen(path, "r");
    if (!file) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: %s; a flight is a file of keyframes, 'orbit' or 'line'", path,
                       strerror(errno));
    }
    bool done = allocate(FLIGHT_MAX_KEYS, out, err);
    for (int number = 1; done && fgets(line, sizeof line, file); number++) {
        done = read_line(path, number, line, out, err);
    }
    if (done && ferror(file)) {
        done = tr_fail(err, TR_ERROR_FILE_READ, "%s: %s", path, strerror(errno));
    }
    fclose(file);
    if (done && out->count < 2) {
        done = tr_fail(err, TR_ERROR_FORMAT, "%s: %d keyframes; a flight needs two at least", path, out->count);
    }
    if (!done) {
        flight_destroy(out);
    }
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Flying

double flight_begin_s(const flight *way)
{
    return way->keys[0].time_s;
}

double flight_end_s(const flight *way)
{
    return way->keys[way->count - 1].time_s;
}

// A cubic Hermite curve whose slope at a keyframe is that between its neighbours.
static double curve(const double values[4], const double times[4], double time)
{
    const double span = times[2] - times[1], t = (time - times[1]) / span;
    const double begin = (values[2] - values[0]) / (times[2] - times[0]) * span,
                 end = (values[3] - values[1]) / (times[3] - times[1]) * span;
    return (2 * t * t * t - 3 * t * t + 1) * values[1] + (t * t * t - 2 * t * t + t) * begin +
           (3 * t * t - 2 * t * t * t) * values[2] + (t * t * t - t * t) * end;
}

void flight_at(const flight *way, double time_s, tr_camera_def *camera)
{
    int first = 0;
    while (first + 2 < way->count && time_s > way->keys[first + 1].time_s) {
        first++;
    }
    const flight_key *keys[4];
    double times[4];
    for (int i = 0; i < 4; i++) {
        const int index = first - 1 + i;
        keys[i] = &way->keys[index < 0 ? 0 : index < way->count ? index : way->count - 1];
        times[i] = keys[i]->time_s;
    }
    for (int axis = 0; axis < 3; axis++) {
        const double eyes[4] = {keys[0]->eye_m[axis], keys[1]->eye_m[axis], keys[2]->eye_m[axis], keys[3]->eye_m[axis]};
        const double targets[4] = {keys[0]->target_m[axis], keys[1]->target_m[axis], keys[2]->target_m[axis],
                                   keys[3]->target_m[axis]};
        camera->eye_m[axis] = curve(eyes, times, time_s);
        camera->target_m[axis] = curve(targets, times, time_s);
    }
}
