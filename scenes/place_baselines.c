#include "scenes/place_baselines.h"

#include "scenes/quick_random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        const double x = cell_side * quick_random(&state), z = cell_side * quick_random(&state);
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

bool plain_placing_create(const place_scene *scene, double world_m, double side_m, plain_placing *out, tr_error *err)
{
    *out =
        (plain_placing){.world_m = (float)world_m, .side_m = (float)side_m, .cells = (int32_t)ceil(side_m / cell_side)};
    out->candidate_count = (int64_t)out->cells * out->cells * 64;
    out->candidates = malloc((size_t)out->candidate_count * sizeof *out->candidates);
    out->merged = malloc((size_t)out->candidate_count * sizeof *out->merged);
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
    if (out->candidates && out->merged) {
        return true;
    }
    plain_placing_destroy(out);
    return tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "no memory for the candidates of %g^2 m", side_m);
}

void plain_placing_destroy(plain_placing *placing)
{
    free(placing->candidates);
    free(placing->merged);
    *placing = (plain_placing){0};
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

// Stages 1 and 2: where a candidate is, and which layer it has.
static plain_object evaluate(const plain_placing *placing, float x, float z, float threshold)
{
    const texture_sampler sample = sampler;
    const float u = x / placing->world_m, v = z / placing->world_m;
    plain_object out = {x, 0, z, PLAIN_NONE};
    if (x >= placing->side_m || z >= placing->side_m) {
        return out;
    }
    out.y = placing->low_m + placing->rise_m * sample(&placing->height, u, v);
    float density = 0;
    for (int32_t layer = 0; layer < PLACE_SCENE_LAYERS; layer++) {
        density += density_at(&placing->maps[layer], sample, u, v);
        if (density > threshold) {
            out.layer = layer;
            break;
        }
    }
    return out;
}

static bool evaluate_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    plain_placing *placing = user;
    const float cell = (float)cell_side;
    plain_object *out = placing->candidates + (size_t)begin * (size_t)placing->cells * 64;
    for (int32_t row = (int32_t)begin; row < (int32_t)end; row++) {
        for (int32_t column = 0; column < placing->cells; column++) {
            for (int i = 0; i < 64; i++) {
                const float x = (float)column * cell + placing->pattern[i][0],
                            z = (float)row * cell + placing->pattern[i][1];
                *out++ = evaluate(placing, x, z, placing->thresholds[(i / 8 + row) % 8][(i % 8 + column) % 8]);
            }
        }
    }
    return true;
}

static void swap(plain_object *a, plain_object *b)
{
    const plain_object kept = *a;
    *a = *b;
    *b = kept;
}

static plain_object *median(plain_object *a, plain_object *b, plain_object *c)
{
    if (a->layer < b->layer) {
        return b->layer < c->layer ? b : a->layer < c->layer ? c : a;
    }
    return a->layer < c->layer ? a : b->layer < c->layer ? c : b;
}

// Quicksort, of which pieces of up to 16 are left as they are.
static void sort_roughly(plain_object *begin, plain_object *end)
{
    while (end - begin > 16) {
        swap(begin, median(begin + 1, begin + (end - begin) / 2, end - 1));
        const int32_t pivot = begin->layer;
        plain_object *left = begin + 1, *right = end;
        for (;; left++) {
            while (left->layer < pivot) {
                left++;
            }
            do {
                right--;
            } while (right->layer > pivot);
            if (left >= right) {
                break;
            }
            swap(left, right);
        }
        sort_roughly(left, end);
        end = left;
    }
}

// As the sort of the standard library of C++ does it, which the source uses: as fast as that one.
static void sort_by_layer(plain_object *begin, plain_object *end)
{
    sort_roughly(begin, end);
    for (plain_object *i = begin; i < end; i++) {
        const plain_object moved = *i;
        plain_object *to = i;
        for (; to > begin && to[-1].layer > moved.layer; to--) {
            *to = to[-1];
        }
        *to = moved;
    }
}

static int64_t half_end(const plain_placing *placing, int64_t half)
{
    return half == 0 ? placing->candidate_count / 2 : placing->candidate_count;
}

static bool sort_halves(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    plain_placing *placing = user;
    for (int64_t half = begin; half < end; half++) {
        const int64_t first = half == 0 ? 0 : half_end(placing, 0);
        sort_by_layer(placing->candidates + first, placing->candidates + half_end(placing, half));
    }
    return true;
}

static void merge_halves(plain_placing *placing)
{
    const plain_object *a = placing->candidates, *a_end = a + half_end(placing, 0), *b = a_end,
                       *b_end = a + half_end(placing, 1);
    for (plain_object *out = placing->merged; a < a_end || b < b_end; out++) {
        *out = b == b_end || (a < a_end && a->layer <= b->layer) ? *a++ : *b++;
    }
}

// Stages 3 and 4: objects by layer.
static bool sort_candidates(plain_placing *placing, tr_context *context, tr_error *err)
{
    const plain_object *sorted = placing->candidates;
    if (!context) {
        sort_by_layer(placing->candidates, placing->candidates + placing->candidate_count);
    } else {
        if (!tr_parallel_for(context, &(tr_range_work){2, 1, sort_halves, placing}, NULL, err)) {
            return false;
        }
        merge_halves(placing);
        sorted = placing->merged;
    }
    placing->object_count = 0;
    while (placing->object_count < placing->candidate_count && sorted[placing->object_count].layer != PLAIN_NONE) {
        placing->object_count++;
    }
    return true;
}

bool plain_placing_run(plain_placing *placing, tr_context *context, tr_error *err)
{
    if (context ? !tr_parallel_for(context, &(tr_range_work){placing->cells, 4, evaluate_rows, placing}, NULL, err)
                : !evaluate_rows(placing, 0, placing->cells, 0, err)) {
        return false;
    }
    return sort_candidates(placing, context, err);
}
