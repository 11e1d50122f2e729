#include "place_baselines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A quick generator of the usual kind: dart throwing shall not be slow because of its random numbers.
static double next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-53;
}

// ---------------------------------------------------------------------------------------------------------
// Dart throwing

bool dart_throwing_create(double side, dart_throwing *out, tr_error *err)
{
    *out = (dart_throwing){.side = side, .cells = (int32_t)ceil(side * sqrt(2))};
    const size_t cells = (size_t)out->cells * (size_t)out->cells;
    out->board = malloc(cells * sizeof *out->board);
    out->x = malloc(cells * sizeof *out->x);
    out->z = malloc(cells * sizeof *out->z);
    if (out->board && out->x && out->z) {
        return true;
    }
    dart_throwing_destroy(out);
    return tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "no memory for dart throwing into %g^2", side);
}

void dart_throwing_destroy(dart_throwing *it)
{
    free(it->board);
    free(it->x);
    free(it->z);
    *it = (dart_throwing){0};
}

static bool collides(const dart_throwing *it, int32_t column, int32_t row, double x, double z)
{
    for (int32_t j = row > 1 ? row - 2 : 0; j <= row + 2 && j < it->cells; j++) {
        for (int32_t i = column > 1 ? column - 2 : 0; i <= column + 2 && i < it->cells; i++) {
            const int32_t other = it->board[(size_t)j * (size_t)it->cells + (size_t)i];
            if (other < 0) {
                continue;
            }
            const double across = x - it->x[other], down = z - it->z[other];
            if (across * across + down * down < 1) {
                return true;
            }
        }
    }
    return false;
}

static bool throw_one(dart_throwing *it)
{
    enum { TRIES = 25 };
    const double per_cell = it->cells / it->side;
    for (int i = 0; i < TRIES; i++) {
        const double x = it->side * next_random(&it->state), z = it->side * next_random(&it->state);
        const int32_t column = (int32_t)(x * per_cell), row = (int32_t)(z * per_cell);
        if (!collides(it, column, row, x, z)) {
            it->x[it->count] = x;
            it->z[it->count] = z;
            it->board[(size_t)row * (size_t)it->cells + (size_t)column] = (int32_t)it->count++;
            return true;
        }
    }
    return false;
}

void dart_throwing_run(dart_throwing *it)
{
    memset(it->board, -1, (size_t)it->cells * (size_t)it->cells * sizeof *it->board);
    it->count = 0;
    it->state = 1;
    while (throw_one(it)) {
    }
}

// ---------------------------------------------------------------------------------------------------------
// The sequential method

// Of a cell, in footprints: 64 candidates of dart throwing fit a square of this side that wraps around.
static const double cell_side = 11.25;

static double wrapped(double a, double b)
{
    const double apart = fabs(a - b);
    return apart > cell_side / 2 ? cell_side - apart : apart;
}

static void make_pattern(float pattern[64][2])
{
    uint64_t state = 7;
    for (int count = 0; count < 64;) {
        const double x = cell_side * next_random(&state), z = cell_side * next_random(&state);
        bool fits = true;
        for (int i = 0; i < count && fits; i++) {
            const double across = wrapped(x, (double)pattern[i][0]), down = wrapped(z, (double)pattern[i][1]);
            fits = across * across + down * down >= 1;
        }
        if (fits) {
            pattern[count][0] = (float)x;
            pattern[count++][1] = (float)z;
        }
    }
}

// M8 from M2 by its recursion.
static void make_thresholds(float thresholds[8][8])
{
    static const int first[2][2] = {{0, 2}, {3, 1}};
    for (int row = 0; row < 8; row++) {
        for (int column = 0; column < 8; column++) {
            const int value = 16 * first[row & 1][column & 1] + 4 * first[row >> 1 & 1][column >> 1 & 1] +
                              first[row >> 2][column >> 2];
            thresholds[row][column] = (float)value / 64;
        }
    }
}

bool plain_placing_create(const place_scene *scene, double side_m, plain_placing *out, tr_error *err)
{
    *out = (plain_placing){.side_m = (float)side_m, .cells = (int32_t)ceil(side_m / cell_side)};
    out->candidate_count = (int64_t)out->cells * out->cells * 64;
    out->candidates = malloc((size_t)out->candidate_count * sizeof *out->candidates);
    out->objects = malloc((size_t)out->candidate_count * sizeof *out->objects);
    const tr_place_textures *world = &scene->textures;
    out->height = world->height;
    out->low_m = (float)world->low_m;
    out->rise_m = (float)(world->high_m - world->low_m);
    for (int32_t i = 0; i < PLACE_SCENE_LAYERS; i++) {
        const tr_density_map *map = &scene->maps[i];
        out->maps[i] =
            (plain_map){map->texture, (float)map->scale, (float)map->offset, (float)map->low, (float)map->high};
    }
    make_pattern(out->pattern);
    make_thresholds(out->thresholds);
    if (out->candidates && out->objects) {
        return true;
    }
    plain_placing_destroy(out);
    return tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "no memory for the candidates of %g^2 m", side_m);
}

void plain_placing_destroy(plain_placing *it)
{
    free(it->candidates);
    free(it->objects);
    *it = (plain_placing){0};
}

// Textures are sampled through a function, as the source does it: it does not know what they are.
typedef float (*texture_sampler)(const tr_grid *texture, float u, float v);

// 0 <= u, v < 1
static float sample_bilinear(const tr_grid *texture, float u, float v)
{
    const float x = u * (float)texture->width - 0.5f, z = v * (float)texture->height - 0.5f;
    const float inside_x = x > 0 ? x : 0, inside_z = z > 0 ? z : 0;
    const int32_t i = (int32_t)inside_x, j = (int32_t)inside_z;
    const float a = inside_x - (float)i, b = inside_z - (float)j;
    const float *upper = texture->samples + j * texture->row_stride + i;
    const float *lower = j + 1 < texture->height ? upper + texture->row_stride : upper;
    const int32_t east = i + 1 < texture->width;
    const float north = upper[0] + (upper[east] - upper[0]) * a, south = lower[0] + (lower[east] - lower[0]) * a;
    return north + (south - north) * b;
}

static texture_sampler volatile sampler = sample_bilinear;

static float density_at(const plain_map *map, texture_sampler sample, float u, float v)
{
    const float value = sample(&map->texture, u, v) * map->scale + map->offset;
    return value < map->low ? map->low : value > map->high ? map->high : value;
}

// Stage 1: where the candidates of a cell are.
static void generate_cell(plain_placing *it, int32_t column, int32_t row)
{
    const texture_sampler sample = sampler;
    const float cell = (float)cell_side, per_m = 1 / it->side_m;
    plain_candidate *out = it->candidates + ((size_t)row * (size_t)it->cells + (size_t)column) * 64;
    for (int i = 0; i < 64; i++) {
        const float x = (float)column * cell + it->pattern[i][0], z = (float)row * cell + it->pattern[i][1];
        out[i] = (plain_candidate){.x = x, .z = z, .u = x * per_m, .v = z * per_m, .layer = -1};
        if (out[i].u < 1 && out[i].v < 1) {
            out[i].y = it->low_m + it->rise_m * sample(&it->height, out[i].u, out[i].v);
        }
    }
}

// Stage 2: which layers they have.
static void evaluate_cell(plain_placing *it, int32_t column, int32_t row)
{
    const texture_sampler sample = sampler;
    plain_candidate *candidates = it->candidates + ((size_t)row * (size_t)it->cells + (size_t)column) * 64;
    for (int i = 0; i < 64; i++) {
        plain_candidate *candidate = &candidates[i];
        const float threshold = it->thresholds[(i / 8 + row) % 8][(i % 8 + column) % 8];
        if (candidate->u >= 1 || candidate->v >= 1) {
            continue;
        }
        for (int32_t layer = 0; layer < PLACE_SCENE_LAYERS && candidate->layer < 0; layer++) {
            candidate->density += density_at(&it->maps[layer], sample, candidate->u, candidate->v);
            if (candidate->density > threshold) {
                candidate->layer = layer;
            }
        }
    }
}

static bool generate_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    plain_placing *it = user;
    for (int32_t row = (int32_t)begin; row < (int32_t)end; row++) {
        for (int32_t column = 0; column < it->cells; column++) {
            generate_cell(it, column, row);
        }
    }
    return true;
}

static bool evaluate_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    plain_placing *it = user;
    for (int32_t row = (int32_t)begin; row < (int32_t)end; row++) {
        for (int32_t column = 0; column < it->cells; column++) {
            evaluate_cell(it, column, row);
        }
    }
    return true;
}

// Stages 3 and 4: where the objects of each layer go, and there they go.
static void copy_by_layer(plain_placing *it)
{
    int64_t next[PLACE_SCENE_LAYERS + 1] = {0};
    for (int64_t i = 0; i < it->candidate_count; i++) {
        if (it->candidates[i].layer >= 0) {
            next[it->candidates[i].layer + 1]++;
        }
    }
    for (int32_t layer = 0; layer < PLACE_SCENE_LAYERS; layer++) {
        next[layer + 1] += next[layer];
    }
    it->object_count = next[PLACE_SCENE_LAYERS];
    for (int64_t i = 0; i < it->candidate_count; i++) {
        if (it->candidates[i].layer >= 0) {
            const plain_candidate *from = &it->candidates[i];
            it->objects[next[from->layer]++] = (plain_object){from->x, from->y, from->z, from->layer};
        }
    }
}

bool plain_placing_run(plain_placing *it, tr_context *context, tr_error *err)
{
    if (context ? !tr_parallel_for(context, it->cells, 4, generate_rows, it, NULL, err) ||
                      !tr_parallel_for(context, it->cells, 4, evaluate_rows, it, NULL, err)
                : !generate_rows(it, 0, it->cells, 0, err) || !evaluate_rows(it, 0, it->cells, 0, err)) {
        return false;
    }
    copy_by_layer(it);
    return true;
}
