// Paths made by hand for tests of the index: pieces, not vertices.
#ifndef TR_PIECE_FIXTURE_H
#define TR_PIECE_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carve/sample/piece_pack.h"
#include "cmocka_test.h"
#include "test_context.h"

enum { FIXTURE_PATHS = 8, FIXTURE_PIECES = 64 };

// Paths and their pieces in one place.
typedef struct carve_scene {
    tr_carve_path paths[FIXTURE_PATHS];
    tr_piece pieces[FIXTURE_PATHS][FIXTURE_PIECES];
    const tr_carve_path *list[FIXTURE_PATHS];
    int32_t count;
} carve_scene;

static inline tr_carve_path *scene_path(carve_scene *scene, tr_path_kind kind, int32_t priority)
{
    tr_carve_path *path = &scene->paths[scene->count];
    memset(path, 0, sizeof *path);
    path->id = (tr_path_id)scene->count;
    path->def.kind = kind;
    path->def.priority = priority;
    path->course.pieces = scene->pieces[scene->count];
    scene->list[scene->count++] = path;
    return path;
}

// What the pieces of a path have in common; then each begins where the last one ended.
typedef struct test_pen {
    tr_carve_path *path;
    float half_m, fade_m, depth_m;
    double x, z, y;
} test_pen;

static inline tr_piece *pen_curve(test_pen *pen, double x1, double z1, double x2, double z2, double y2)
{
    tr_course *course = &pen->path->course;
    assert_true(course->piece_count < FIXTURE_PIECES);
    tr_piece *piece = &course->pieces[course->piece_count++];
    memset(piece, 0, sizeof *piece);
    const double x[3] = {pen->x, x1, x2}, z[3] = {pen->z, z1, z2};
    for (int k = 0; k < 3; k++) piece->x_m[k] = x[k], piece->z_m[k] = z[k];
    for (int k = 0; k < 4; k++) piece->y_m[k] = (float)(pen->y + (y2 - pen->y) * k / 3);
    for (int k = 0; k < 2; k++) {
        piece->half_m[k] = pen->half_m;
        piece->fade_m[k] = pen->fade_m;
        piece->depth_m[k] = pen->depth_m;
        piece->strength[k] = 1;
    }
    piece->from_m = course->length_m;
    course->length_m += hypot(x1 - pen->x, z1 - pen->z) + hypot(x2 - x1, z2 - z1);
    piece->to_m = course->length_m;
    pen->x = x2, pen->z = z2, pen->y = y2;
    return piece;
}

static inline tr_piece *pen_line(test_pen *pen, double x, double z, double y)
{
    return pen_curve(pen, 0.5 * (pen->x + x), 0.5 * (pen->z + z), x, z, y);
}

// A sharp bend in the parts that the index would cut it into.
static inline void pen_bend(test_pen *pen, double x1, double z1, double x2, double z2, double y2)
{
    enum { PARTS = 4 };
    tr_course *course = &pen->path->course;
    const tr_piece whole = *pen_curve(pen, x1, z1, x2, z2, y2);
    course->piece_count--;
    for (int k = 0; k < PARTS; k++)
        course->pieces[course->piece_count++] = tr_piece_part(&whole, (double)k / PARTS, (double)(k + 1) / PARTS);
}

// Back to where the first piece of the last `count` begins.
static inline void pen_close(test_pen *pen, int32_t count)
{
    const tr_course *course = &pen->path->course;
    const tr_piece *first = &course->pieces[course->piece_count - count];
    pen_line(pen, first->x_m[0], first->z_m[0], (double)first->y_m[0]);
}

// A rectangle as a ring with its inside to the left (x east, z south); as a hole the other way round.
static inline void pen_rectangle(test_pen *pen, double x0, double z0, double x1, double z1, bool hole)
{
    pen->x = x0, pen->z = z0;
    pen_line(pen, hole ? x1 : x0, hole ? z0 : z1, pen->y);
    pen_line(pen, x1, z1, pen->y);
    pen_line(pen, hole ? x0 : x1, hole ? z1 : z0, pen->y);
    pen_close(pen, 3);
}

static const double scale_one[2] = {1, 1};

static inline tr_piece_index *open_index(tr_context *context, const carve_scene *scene)
{
    tr_error err;
    tr_piece_index *index = tr_piece_index_create(context, scene->list, scene->count, scale_one, &err);
    if (!index) fail_msg("%s", err.message);
    return index;
}

// Channels of an area with storage of their own.
typedef struct test_carved {
    tr_sample_area area;
    size_t count;
    float *height, *strength, *inclination, *distance, *water;
    int32_t *owner;
} test_carved;

static inline tr_grid carved_grid(const test_carved *carved, float *samples)
{
    return (tr_grid){samples, carved->area.width, carved->area.height, 1, carved->area.width, (int64_t)carved->count};
}

static inline test_carved carved_space(const tr_sample_area *area)
{
    test_carved carved = {.area = *area, .count = (size_t)area->width * (size_t)area->height};
    float *samples = test_malloc(carved.count * 6 * sizeof *samples);
    for (size_t i = 0; i < carved.count * 6; i++) samples[i] = -777;
    carved.height = samples;
    carved.strength = samples + carved.count;
    carved.inclination = samples + 2 * carved.count;
    carved.distance = samples + 3 * carved.count;
    carved.water = samples + 4 * carved.count;
    carved.owner = (int32_t *)(void *)(samples + 5 * carved.count);
    return carved;
}

static inline test_carved evaluate_with(const tr_piece_index *index, tr_piece_search search, const tr_sample_area *area)
{
    test_carved carved = carved_space(area);
    const tr_carve_channels out = {carved_grid(&carved, carved.height), carved_grid(&carved, carved.strength),
                                   carved_grid(&carved, carved.inclination), carved_grid(&carved, carved.distance),
                                   carved_grid(&carved, carved.water)};
    tr_error err;
    if (!tr_piece_index_evaluate(index, search, area, &out, carved.owner, NULL, &err)) fail_msg("%s", err.message);
    return carved;
}

static inline void carved_free(test_carved *carved)
{
    test_free(carved->height);
}

// Every channel, bit for bit.
static inline void check_same(const char *what, const test_carved *found, const test_carved *expected)
{
    const struct {
        const char *name;
        const void *found, *expected;
    } channels[] = {
        {"height", found->height, expected->height},
        {"strength", found->strength, expected->strength},
        {"inclination", found->inclination, expected->inclination},
        {"distance", found->distance, expected->distance},
        {"water", found->water, expected->water},
        {"owner", found->owner, expected->owner},
    };
    for (size_t c = 0; c < sizeof channels / sizeof *channels; c++)
        for (size_t i = 0; i < expected->count; i++) {
            uint32_t a, b;
            memcpy(&a, (const char *)channels[c].found + 4 * i, 4);
            memcpy(&b, (const char *)channels[c].expected + 4 * i, 4);
            if (a != b)
                fail_msg("%s: %s of sample (%d, %d) is %08x and not %08x", what, channels[c].name,
                         (int)(i % (size_t)expected->area.width), (int)(i / (size_t)expected->area.width), a, b);
        }
}

static inline size_t sample_of(const test_carved *carved, int32_t i, int32_t j)
{
    return (size_t)j * (size_t)carved->area.width + (size_t)i;
}

// One sample at a place in metres (multiples of 1/256).
typedef struct carved_point {
    float height, strength, inclination, distance, water;
    int32_t owner;
} carved_point;

static inline carved_point point_at(const tr_piece_index *index, double x_m, double z_m)
{
    const double units = TR_UNITS_PER_METRE;
    const tr_sample_area area = {(int64_t)floor(x_m * units), (int64_t)floor(z_m * units), 1, 1, 1 / units};
    test_carved carved = evaluate_with(index, TR_SEARCH_HASH, &area);
    const carved_point point = {*carved.height,   *carved.strength, *carved.inclination,
                                *carved.distance, *carved.water,    *carved.owner};
    carved_free(&carved);
    return point;
}

// A road with bends, grades, banking and changing width, a river that it crosses, a stream, a lake with an island, a
// levelled area and a hairpin: what samples can meet, around (x, z).
static inline void make_mixed_scene(carve_scene *scene, double x, double z)
{
    memset(scene, 0, sizeof *scene);
    test_pen river = {scene_path(scene, TR_PATH_RIVER, 20), 7, 14, 2, x - 150, z - 60, 31};
    pen_curve(&river, x - 80, z - 90, x - 20, z - 30, 30);
    pen_curve(&river, x + 40, z + 30, x + 160, z + 20, 28);
    test_pen road = {scene_path(scene, TR_PATH_ROAD, 60), 3.5f, 10, 0, x - 140, z + 70, 40};
    pen_line(&road, x - 80, z + 65, 42);
    tr_piece *bent = pen_curve(&road, x - 30, z + 61, x - 10, z + 20, 44);
    bent->inclination[0] = 0, bent->inclination[1] = 0.06f, bent->inclination[2] = 0.05f;
    bent = pen_curve(&road, x + 10, z - 60, x + 60, z - 70, 47);
    bent->inclination[0] = 0.05f, bent->inclination[1] = -0.04f, bent->inclination[2] = 0;
    bent->half_m[1] = 5, bent->fade_m[1] = 16;
    road.half_m = 5, road.fade_m = 16;
    bent = pen_line(&road, x + 150, z - 80, 50);
    bent->strength[1] = 0;
    test_pen stream = {scene_path(scene, TR_PATH_STREAM, 20), 1.25f, 5, 0.5f, x + 20, z + 120, 36};
    pen_curve(&stream, x + 20, z + 70, x + 45, z + 24, 29.5);
    test_pen lake = {scene_path(scene, TR_PATH_LAKE, 10), 0, 12, 6, 0, 0, 27};
    lake.path->def.area = true;
    lake.path->course.level_m = 27;
    pen_rectangle(&lake, x + 110, z - 40, x + 260, z + 90, false);
    pen_rectangle(&lake, x + 180, z + 10, x + 210, z + 40, true);
    test_pen level = {scene_path(scene, TR_PATH_LEVEL, 40), 0, 15, 0, 0, 0, 55};
    level.path->def.area = true;
    level.path->course.level_m = 55;
    pen_rectangle(&level, x - 120, z + 90, x - 60, z + 130, false);
    test_pen track = {scene_path(scene, TR_PATH_TRACK, 50), 1.5f, 8, 0, x - 150, z - 150, 60};
    pen_line(&track, x - 100, z - 150, 56);
    pen_bend(&track, x - 88, z - 150, x - 88, z - 142, 55);
    pen_bend(&track, x - 88, z - 134, x - 100, z - 134, 54);
    pen_line(&track, x - 150, z - 134, 50);
    pen_line(&track, x - 140, z - 120, 48);
}

#endif
