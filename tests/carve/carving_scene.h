// Carvings for tests: a ground, and paths of all kinds over it.
#ifndef TR_TEST_CARVING_SCENE_H
#define TR_TEST_CARVING_SCENE_H

#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "terrane/carve.h"

// Hills between 500 and 530 m: what is carved stays within a factor of two of the ground.
static inline bool scene_hills(void *user, const double *x_m, const double *z_m, int32_t count, float *out_m,
                               tr_error *err)
{
    (void)user, (void)err;
    for (int32_t i = 0; i < count; i++)
        out_m[i] = (float)(515 + 8 * sin(x_m[i] / 170) + 6 * cos(z_m[i] / 130 + x_m[i] / 400));
    return true;
}

// Everywhere at the height that `user` points to.
static inline bool scene_plain(void *user, const double *x_m, const double *z_m, int32_t count, float *out_m,
                               tr_error *err)
{
    (void)x_m, (void)z_m, (void)err;
    for (int32_t i = 0; i < count; i++) out_m[i] = (float)*(const double *)user;
    return true;
}

static inline tr_carving *
scene_carving(tr_context *in, bool (*heights)(void *, const double *, const double *, int32_t, float *, tr_error *),
              void *user)
{
    tr_carving_def def = tr_default_carving_def();
    def.ground = (tr_ground){heights, user};
    tr_error err = {0};
    tr_carving *carving = tr_carving_create(in, &def, &err);
    if (!carving) fail_msg("%s", err.message);
    return carving;
}

static inline tr_path_id scene_add(tr_carving *carving, const tr_path_def *def)
{
    tr_path_id id = 0;
    tr_error err = {0};
    if (!tr_carving_add(carving, def, &id, &err)) fail_msg("%s", err.message);
    return id;
}

static inline void scene_commit(tr_carving *carving)
{
    tr_error err = {0};
    if (!tr_carving_commit(carving, NULL, &err)) fail_msg("%s", err.message);
}

// A path through places given as x, z, x, z, ...
static inline tr_path_id scene_add_line(tr_carving *carving, tr_path_kind kind, const double *places, int32_t count)
{
    tr_path_vertex vertices[256];
    assert_true(count <= 256);
    for (int32_t i = 0; i < count; i++) vertices[i] = tr_path_vertex_at(places[2 * i], places[2 * i + 1]);
    tr_path_def def = tr_default_path_def(kind);
    def.vertices = vertices;
    def.vertex_count = count;
    return scene_add(carving, &def);
}

static inline tr_path_id scene_add_area(tr_carving *carving, tr_path_kind kind, double x_m, double z_m, double radius_m,
                                        int32_t count)
{
    tr_path_vertex vertices[256];
    assert_true(count <= 256);
    for (int32_t i = 0; i < count; i++) {
        const double angle = 2 * M_PI * i / count, radius = radius_m * (1 + 0.3 * sin(3 * angle));
        vertices[i] = tr_path_vertex_at(x_m + radius * cos(angle), z_m + radius * sin(angle));
    }
    tr_path_def def = tr_default_path_def(kind);
    def.area = true;
    def.vertices = vertices;
    def.vertex_count = count;
    return scene_add(carving, &def);
}

// A winding road, a river that crosses it, a lake and a levelled place: about 600 m square.
static inline tr_path_id scene_add_all(tr_carving *carving)
{
    const double road[] = {20, 80, 150, 130, 240, 60, 330, 150, 300, 260, 420, 330, 560, 300};
    const double river[] = {90, 20, 120, 200, 220, 330, 200, 480, 260, 580};
    const tr_path_id id = scene_add_line(carving, TR_PATH_ROAD, road, 7);
    scene_add_line(carving, TR_PATH_RIVER, river, 5);
    scene_add_area(carving, TR_PATH_LAKE, 430, 460, 70, 24);
    scene_add_area(carving, TR_PATH_LEVEL, 470, 130, 50, 12);
    scene_commit(carving);
    return id;
}

static inline tr_grid scene_grid(tr_context *in, const tr_sample_area *area)
{
    tr_grid grid;
    tr_error err = {0};
    if (!tr_grid_create(in, area->width, area->height, 1, &grid, &err)) fail_msg("%s", err.message);
    memset(grid.samples, 0, (size_t)area->width * (size_t)area->height * sizeof(float));
    return grid;
}

// Heights of a ground over an area.
static inline tr_grid scene_ground(tr_context *in, const tr_sample_area *area)
{
    tr_grid grid = scene_grid(in, area);
    for (int32_t row = 0; row < area->height; row++) {
        for (int32_t column = 0; column < area->width; column++) {
            const double x = (double)(area->x + column) * area->spacing_m,
                         z = (double)(area->z + row) * area->spacing_m;
            scene_hills(NULL, &x, &z, 1, &grid.samples[row * grid.row_stride + column], NULL);
        }
    }
    return grid;
}

#endif
