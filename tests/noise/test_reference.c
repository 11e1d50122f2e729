// Every noise on every backend against the reference implementation, bit for bit: grids, point lists and warps, at the
// origin, 10^12 cells away, and where the lower half of a cell's number runs over.
#include <math.h>
#include <stdlib.h>

#include "noise_backends.h"
#include "noise_reference.h"
#include "test_effort.h"

enum { MAX_QUERIES = 64 };

// A source, as the queries see it: through a scale node where scale is not 1.
typedef struct noise_case {
    tr_node_def def;
    int dims;  // of the queries
    double scale;
} noise_case;

static tr_noise *compile_case(tr_context *context, const noise_case *test)
{
    tr_node_def defs[2] = {test->def, tr_default_node_def(TR_NODE_SCALE)};
    defs[1].factor = test->scale;
    defs[1].inputs[0] = 0;
    return compile_nodes(context, defs, test->scale == 1.0 ? 1 : 2, test->dims);
}

static void fail_different(const char *backend, const noise_case *test, const int64_t at[3], size_t index, float found,
                           float expected)
{
    char text[256];
    fail_msg("%s: %s, %d-dimensional query, scale %g: sample %zu at (%lld, %lld, %lld) is %a and not %a", backend,
             describe_source(&test->def, text, sizeof text), test->dims, test->scale, index, (long long)at[0],
             (long long)at[1], (long long)at[2], (double)found, (double)expected);
}

// ---------------------------------------------------------------------------------------------------------
// Grids

static void position_in(const tr_noise_query *query, size_t index, int64_t at[3])
{
    const size_t width = (size_t)query->size[0], height = (size_t)query->size[1];
    const size_t i[3] = {index % width, index / width % height, index / width / height};
    for (int axis = 0; axis < 3; axis++) at[axis] = query->origin[axis] + (int64_t)i[axis] * query->step[axis];
}

static float *reference_grid(const noise_case *test, const tr_noise_query *query)
{
    const size_t count = query_samples(query);
    float *expected = test_malloc(count * sizeof *expected);
    for (size_t i = 0; i < count; i++) {
        ref_position p = {0};
        position_in(query, i, p.at);
        expected[i] = ref_source(&test->def, test->dims, test->scale, query->seed, &p);
    }
    return expected;
}

static void compare_grid(const char *backend, const noise_case *test, const tr_noise *noise,
                         const tr_noise_query *query, const float *expected)
{
    const size_t count = query_samples(query);
    float *found = test_malloc(count * sizeof *found);
    evaluate_grid(noise, query, found);
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&found[i], &expected[i], sizeof *found) == 0) continue;
        int64_t at[3];
        position_in(query, i, at);
        fail_different(backend, test, at, i, found[i], expected[i]);
    }
    test_free(found);
}

// GL shaders take long to build, so it does not try every case.
static void check_grids(const noise_case *test, const tr_noise_query *queries, int count, bool with_gl)
{
    float *expected[MAX_QUERIES];
    for (int q = 0; q < count; q++) expected[q] = reference_grid(test, &queries[q]);
    for (int b = 0; b < BACKEND_COUNT; b++) {
        if (!backends[b].context || (b == BACKEND_GL && !with_gl)) continue;
        tr_noise *noise = compile_case(backends[b].context, test);
        for (int q = 0; q < count; q++) compare_grid(backends[b].name, test, noise, &queries[q], expected[q]);
        tr_noise_destroy(noise);
    }
    for (int q = 0; q < count; q++) test_free(expected[q]);
}

// ---------------------------------------------------------------------------------------------------------
// Places

// Cells to stand at, per axis: the origin, far away, and both sides of where the lower 32 bits of a cell's number,
// with and without the bias of 2^31, run over; alone and along several axes at once.
static const double places[][3] = {
    {0, 0, 0},
    {1e12, -1e12, 1e12},
    {-3e14, 7e13, -1e12},
    {0x1p31, 0x1p31, 0x1p31},
    {-0x1p31, -0x1p31, -0x1p31},
    {0x1p31, 5, -7},
    {-4, 0x1p31 + 0x1p32, 9},
    {3, -5, 0x1p31 - 0x1p33},
    {0x1p32, -0x1p32, 0x1.8p33},
};
enum { PLACES = sizeof places / sizeof *places };

// The units of a query that lie at a place. On the skewed lattice of simplex noise, coordinates are those of the
// lattice.
static void origin_at(const noise_case *test, const double place[3], int64_t origin[3])
{
    const int dims = test->dims;
    const double frequency = test->def.frequency * test->scale;
    double unskew = 0.0;
    if (test->def.kind == TR_NODE_SIMPLEX) {
        const double g = dims == 2 ? (3.0 - sqrt(3.0)) / 6.0 : 1.0 / 6.0;
        for (int axis = 0; axis < dims; axis++) unskew += place[axis] * g;
    }
    for (int axis = 0; axis < 3; axis++) origin[axis] = axis < dims ? (int64_t)((place[axis] - unskew) / frequency) : 0;
}

// A small grid whose middle is at a place; the sizes are odd, so that vectors end within rows.
static tr_noise_query query_at(const noise_case *test, const double place[3], int64_t step)
{
    static const int32_t sizes[3][3] = {{61, 1, 1}, {21, 7, 1}, {13, 5, 3}};
    tr_noise_query query = tr_default_noise_query();
    query.seed = 0x123456789abcdefu;
    origin_at(test, place, query.origin);
    for (int axis = 0; axis < 3; axis++) {
        query.size[axis] = sizes[test->dims - 1][axis];
        query.step[axis] = step;
        query.origin[axis] -= axis < test->dims ? step * (query.size[axis] / 2) : 0;
    }
    return query;
}

static void check_places(const noise_case *test, int64_t step, bool with_gl)
{
    tr_noise_query queries[PLACES];
    for (int p = 0; p < PLACES; p++) queries[p] = query_at(test, places[p], step);
    check_grids(test, queries, PLACES, with_gl);
}

// ---------------------------------------------------------------------------------------------------------
// Each noise

static tr_node_def source_def(tr_node_kind kind, double frequency)
{
    tr_node_def def = tr_default_node_def(kind);
    def.frequency = frequency;
    def.seed = 42;
    return def;
}

static int first_dims(tr_node_kind kind)
{
    return kind == TR_NODE_SIMPLEX ? 2 : 1;
}

static void value_noise_is_the_reference(void **state)
{
    (void)state;
    for (int dims = 1; dims <= 3; dims++) {
        for (int kind = 0; kind < TR_INTERPOLATION_COUNT; kind++) {
            noise_case test = {source_def(TR_NODE_VALUE, 0.17), dims, 1.0};
            test.def.interpolation = (tr_interpolation)kind;
            check_places(&test, 1, true);
        }
    }
}

static void gradient_noise_is_the_reference(void **state)
{
    (void)state;
    for (int dims = 1; dims <= 3; dims++)
        check_places(&(noise_case){source_def(TR_NODE_GRADIENT, 0.17), dims, 1.0}, 1, true);
}

static void simplex_noise_is_the_reference(void **state)
{
    (void)state;
    for (int dims = 2; dims <= 3; dims++)
        check_places(&(noise_case){source_def(TR_NODE_SIMPLEX, 0.17), dims, 1.0}, 1, true);
}

// The reference looks at 7^dims cells: agreement shows that leaving out the outer rings never changes a bit.
static void check_cellular(int dims, double jitter, bool with_gl)
{
    for (int metric = 0; metric < TR_METRIC_COUNT; metric++) {
        for (int result = 0; result < TR_CELLULAR_RESULT_COUNT; result++) {
            noise_case test = {source_def(TR_NODE_CELLULAR, 0.17), dims, 1.0};
            test.def.metric = (tr_metric)metric;
            test.def.result = (tr_cellular_result)result;
            test.def.jitter = jitter;
            check_places(&test, 1, with_gl && (metric == result || (dims == 2 && metric == TR_METRIC_EUCLIDEAN)));
        }
    }
}

static void cellular_noise_is_the_reference(void **state)
{
    (void)state;
    for (int dims = 1; dims <= 3; dims++) check_cellular(dims, 1.0, true);
}

// A lattice of points without jitter has ties everywhere: their order shows.
static void cellular_noise_with_less_jitter_is_the_reference(void **state)
{
    (void)state;
    for (int dims = 1; dims <= 3; dims++) {
        check_cellular(dims, 0.0, false);
        check_cellular(dims, 0.6, false);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Frequencies, steps, octaves, shapes

static const tr_node_kind kinds[] = {TR_NODE_VALUE, TR_NODE_GRADIENT, TR_NODE_SIMPLEX, TR_NODE_CELLULAR};
enum { KINDS = sizeof kinds / sizeof *kinds };

// Calls `check` for every kind and number of dimensions.
static void for_every_noise(void (*check)(tr_node_kind kind, int dims))
{
    for (int k = 0; k < KINDS; k++)
        for (int dims = first_dims(kinds[k]); dims <= 3; dims++) check(kinds[k], dims);
}

// From thousands of samples per cell to thousands of cells per sample; whole and power-of-two steps of the lattice.
static void check_frequencies(tr_node_kind kind, int dims)
{
    static const struct {
        double frequency;
        int64_t step;
    } grids[] = {{0x1p-30, 1}, {0x1p-30, 1 << 20}, {1.0 / 1024, 1}, {1.0 / 1024, 1000},
                 {0.02, 1},    {0.11, 5},          {0.25, 1},       {0.5, 2},
                 {0.5, 3},     {1.0, 1},           {0.999999, 1},   {1.01, 1},
                 {3.7, 1},     {1000.1, 7},        {0x1p20, 1},     {7.3, (int64_t)1 << 31}};
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
        noise_case test = {source_def(kind, grids[g].frequency), dims, 1.0};
        // Where 2^31 cells are more units than a position holds, only the origin is left.
        const int count = grids[g].frequency < 1e-6 ? 1 : 3;
        tr_noise_query queries[3];
        for (int p = 0; p < count; p++) queries[p] = query_at(&test, places[p == 0 ? 0 : p * 2 + 1], grids[g].step);
        check_grids(&test, queries, count, g == 8);
    }
}

static void any_frequency_and_step_is_the_reference(void **state)
{
    (void)state;
    for_every_noise(check_frequencies);
}

static void check_fractals(tr_node_kind kind, int dims)
{
    for (int fractal = TR_FRACTAL_FBM; fractal < TR_FRACTAL_COUNT; fractal++) {
        if (!has_fractal(kind, dims, (tr_fractal)fractal)) continue;
        noise_case test = {source_def(kind, 0.07), dims, 1.0};
        test.def.fractal = (tr_fractal)fractal;
        test.def.octaves = kind == TR_NODE_CELLULAR ? 2 : 5;
        test.def.lacunarity = 2.17;
        test.def.gain = 0.6;
        test.def.sharpness = 1.5;
        check_places(&test, 1, dims == 2);
        test.def.octaves = kind == TR_NODE_CELLULAR ? 3 : TR_MAX_OCTAVES;
        test.def.lacunarity = 1.0;
        test.def.gain = fractal == TR_FRACTAL_FBM ? 0.0 : 1.0;
        test.def.sharpness = fractal == TR_FRACTAL_FBM || fractal == TR_FRACTAL_BILLOW ? 0.0 : 16.0;
        tr_noise_query query = query_at(&test, places[1], 2);
        check_grids(&test, &query, 1, false);
    }
}

static void fractals_are_the_reference(void **state)
{
    (void)state;
    for_every_noise(check_fractals);
}

// A source may read fewer axes than the query has, and stand inside a scale.
static void check_fewer_axes(tr_node_kind kind, int dims)
{
    for (int query_dims = dims + 1; query_dims <= 3; query_dims++) {
        noise_case test = {source_def(kind, 0.17), query_dims, 1.0};
        test.def.dims = dims;
        tr_noise_query query = query_at(&test, places[0], 1);
        check_grids(&test, &query, 1, true);
    }
    noise_case scaled = {source_def(kind, 0.17), dims, 2.6};
    tr_noise_query queries[2] = {query_at(&scaled, places[1], 1), query_at(&scaled, places[3], 1)};
    check_grids(&scaled, queries, 2, false);
}

static void fewer_axes_and_scales_are_the_reference(void **state)
{
    (void)state;
    for_every_noise(check_fewer_axes);
}

// Sizes on both sides of lanes and tiles.
static void check_shapes(tr_node_kind kind, int dims)
{
    static const int32_t sizes[][3] = {{1, 1, 1},   {2, 1, 1},   {7, 3, 2},    {8, 1, 3},   {9, 2, 1},
                                       {511, 1, 1}, {512, 2, 1}, {513, 17, 1}, {3, 1100, 1}};
    noise_case test = {source_def(kind, 0.07), dims, 1.0};
    if (kind == TR_NODE_CELLULAR && dims == 3) test.def.frequency = 0.013;
    tr_noise_query queries[sizeof sizes / sizeof *sizes];
    int count = 0;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        tr_noise_query query = tr_default_noise_query();
        int64_t samples = 1;
        for (int axis = 0; axis < dims; axis++) {
            query.size[axis] = sizes[s][axis];
            query.origin[axis] = -5 - axis;
            samples *= query.size[axis];
        }
        // The brute force of the reference is slow where it has 343 cells to look at.
        if (kind == TR_NODE_CELLULAR && dims == 3 && samples > test_effort(6000, 100000)) continue;
        queries[count++] = query;
    }
    check_grids(&test, queries, count, false);
}

static void any_shape_is_the_reference(void **state)
{
    (void)state;
    for_every_noise(check_shapes);
}

// The first and the last positions that there are.
static void check_ends(tr_node_kind kind, int dims)
{
    const double frequencies[] = {0.17, 3.7, 1048576.0};
    for (int f = 0; f < 3; f++) {
        noise_case test = {source_def(kind, frequencies[f]), dims, 1.0};
        tr_noise_query queries[2] = {query_at(&test, places[0], 1), query_at(&test, places[0], 3)};
        for (int axis = 0; axis < dims; axis++) {
            queries[0].origin[axis] = INT64_MIN;
            queries[1].origin[axis] = INT64_MAX - 3 * (queries[1].size[axis] - 1);
        }
        check_grids(&test, queries, 2, f == 0 && kind != TR_NODE_CELLULAR);
    }
}

static void the_ends_of_64_bits_are_the_reference(void **state)
{
    (void)state;
    for_every_noise(check_ends);
}

// ---------------------------------------------------------------------------------------------------------
// Point lists

enum { POINTS = 133 };

typedef struct point_list {
    uint64_t seed;
    int64_t origin[3];
    float x[3][POINTS];
} point_list;

// Numbers of all sizes up to `reach`, both signs, zeros and whole numbers among them.
static void fill_points(point_list *list, double reach, uint64_t what)
{
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < POINTS; i++) {
            const uint64_t bits = tr_hash_identity(7, what, i, axis, 0);
            const double share = tr_unit_from_hash(bits), size = ldexp(reach, -(int)(bits % 24));
            double value = (bits >> 8 & 1) ? share * size : -share * size;
            if (bits % 11 == 0) value = floor(value);
            if (bits % 31 == 0) value = 0.0;
            if (i == 0) value = reach;
            if (i == 1) value = -reach;
            list->x[axis][i] = (float)value;
        }
    }
}

static void check_points(const noise_case *test, const point_list *list, bool with_gl)
{
    float expected[POINTS], found[POINTS];
    for (int i = 0; i < POINTS; i++) {
        ref_position p = {.has_point = true};
        for (int axis = 0; axis < 3; axis++) {
            p.at[axis] = list->origin[axis];
            p.point[axis] = list->x[axis][i];
        }
        expected[i] = ref_source(&test->def, test->dims, test->scale, list->seed, &p);
    }
    for (int b = 0; b < BACKEND_COUNT; b++) {
        if (!backends[b].context || (b == BACKEND_GL && !with_gl)) continue;
        tr_noise *noise = compile_case(backends[b].context, test);
        tr_error err;
        const tr_noise_point_query query = {list->seed, {list->origin[0], list->origin[1], list->origin[2]},
                                            list->x[0], list->x[1],
                                            list->x[2], POINTS};
        if (!tr_noise_points(noise, &query, NULL, found, &err)) fail_msg("%s", err.message);
        for (size_t i = 0; i < POINTS; i++)
            if (memcmp(&found[i], &expected[i], sizeof *found) != 0)
                fail_different(backends[b].name, test, list->origin, i, found[i], expected[i]);
        tr_noise_destroy(noise);
    }
}

static void check_points_at_places(tr_node_kind kind, int dims)
{
    noise_case test = {source_def(kind, 0.17), dims, 1.0};
    for (int p = 0; p < PLACES; p++) {
        point_list list = {.seed = 99};
        origin_at(&test, places[p], list.origin);
        fill_points(&list, 1000.0, (uint64_t)p);
        check_points(&test, &list, p == 3 && (kind != TR_NODE_CELLULAR || dims < 3));
    }
    point_list list = {.seed = 99};
    test.scale = 1.7;
    test.def.fractal = TR_FRACTAL_FBM;
    test.def.octaves = 3;
    fill_points(&list, 5e4, 77);
    check_points(&test, &list, false);
}

static void points_are_the_reference(void **state)
{
    (void)state;
    for_every_noise(check_points_at_places);
}

// As far from the origin of the list as is allowed, where that crosses to another upper half of the cell's number.
static void check_farthest_points(tr_node_kind kind, int dims)
{
    noise_case test = {source_def(kind, 0.5), dims, 1.0};
    const double skew = kind != TR_NODE_SIMPLEX ? 0.0 : dims == 2 ? 0.366025403784438647 : 1.0 / 3.0;
    const double reach = 0x1p22 / (0.5 * (1.0 + dims * skew));
    for (int sign = -1; sign <= 1; sign += 2) {
        const double cell = 0x1p31 - sign * (0x1p22 - 5.0);
        point_list list = {.seed = 3};
        origin_at(&test, (const double[3]){cell, cell, cell}, list.origin);
        fill_points(&list, reach * (1.0 - 0x1p-20), 5);
        check_points(&test, &list, false);
    }
}

static void the_farthest_points_are_the_reference(void **state)
{
    (void)state;
    for_every_noise(check_farthest_points);
}

// Displacements next to nothing, at a lattice point, where a product with them would be the whole value.
static void check_tiny_points(tr_node_kind kind, int dims)
{
    static const float tiny[] = {1e-44f, -1e-44f, 1e-40f, -1e-40f, 0x1p-126f, -0x1p-126f, 1e-37f,
                                 1e-30f, -1e-30f, 1e-20f, 1e-12f,  0.0f,      -0.0f};
    noise_case test = {source_def(kind, 0.25), dims, 1.0};
    point_list list = {.seed = 4};
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < POINTS; i++) list.x[axis][i] = tiny[(i >> axis) % (int)(sizeof tiny / sizeof *tiny)];
    check_points(&test, &list, kind != TR_NODE_CELLULAR || dims < 3);
}

static void tiny_displacements_are_the_reference(void **state)
{
    (void)state;
    for_every_noise(check_tiny_points);
}

// A GPU may flush denormals, so that no value may be one: next to a lattice point gradient noise is a product with the
// displacement and nothing else.
static void check_normal(tr_node_kind kind, int dims)
{
    noise_case test = {source_def(kind, 0.25), dims, 1.0};
    tr_noise *noise = compile_case(backends[BACKEND_SCALAR].context, &test);
    for (int exponent = -149; exponent < -20; exponent++) {
        const float tiny = ldexpf(1.0f, exponent), zero = 0.0f;
        const tr_noise_point_query query = {4, {0, 0, 0}, &tiny, &zero, &zero, 1};
        float found;
        tr_error err = {TR_ERROR_NONE, ""};
        // To refuse it is right, too.
        if (!tr_noise_points(noise, &query, NULL, &found, &err)) continue;
        if (fpclassify(found) == FP_SUBNORMAL) {
            char text[256];
            fail_msg("%s, %d dims: the value %a from the origin is the denormal %a",
                     describe_source(&test.def, text, sizeof text), dims, (double)tiny, (double)found);
        }
    }
    tr_noise_destroy(noise);
}

static void tiny_displacements_give_no_denormals(void **state)
{
    (void)state;
    for_every_noise(check_normal);
}

// ---------------------------------------------------------------------------------------------------------
// Warps

// A source displaced along the axes of `mask` by other sources.
typedef struct warp_case {
    noise_case source;
    tr_node_def bends[3];
    unsigned mask;
    double amplitude;
} warp_case;

static tr_noise *compile_warp(tr_context *context, const warp_case *test)
{
    tr_node_def defs[5];
    for (int axis = 0; axis < 3; axis++) defs[axis] = test->bends[axis];
    defs[3] = test->source.def;
    defs[4] = tr_default_node_def(TR_NODE_WARP);
    defs[4].factor = test->amplitude;
    defs[4].inputs[0] = 3;
    for (int axis = 0; axis < 3; axis++) defs[4].inputs[1 + axis] = test->mask >> axis & 1 ? axis : TR_NODE_NONE;
    return compile_nodes(context, defs, 5, test->source.dims);
}

static float reference_warp(const warp_case *test, uint64_t seed, const ref_position *at)
{
    ref_position moved = *at;
    for (int axis = 0; axis < test->source.dims; axis++) {
        if (!(test->mask >> axis & 1)) continue;
        moved.has_warp[axis] = true;
        moved.warp[axis] =
            ref_warp_shift(ref_source(&test->bends[axis], test->source.dims, 1.0, seed, at), test->amplitude);
    }
    return ref_source(&test->source.def, test->source.dims, 1.0, seed, &moved);
}

static void check_warp_grid(const warp_case *test, const tr_noise_query *query, bool with_gl)
{
    const size_t count = query_samples(query);
    float *expected = test_malloc(count * sizeof *expected);
    for (size_t i = 0; i < count; i++) {
        ref_position p = {0};
        position_in(query, i, p.at);
        expected[i] = reference_warp(test, query->seed, &p);
    }
    for (int b = 0; b < BACKEND_COUNT; b++) {
        if (!backends[b].context || (b == BACKEND_GL && !with_gl)) continue;
        tr_noise *noise = compile_warp(backends[b].context, test);
        compare_grid(backends[b].name, &test->source, noise, query, expected);
        tr_noise_destroy(noise);
    }
    test_free(expected);
}

static warp_case warp_of(tr_node_kind kind, int dims, unsigned mask, double amplitude)
{
    warp_case test = {.source = {source_def(kind, 0.17), dims, 1.0}, .mask = mask, .amplitude = amplitude};
    for (int axis = 0; axis < 3; axis++) {
        test.bends[axis] = source_def(TR_NODE_GRADIENT, 0.03);
        test.bends[axis].seed = 100 + axis;
    }
    return test;
}

static void check_warps(tr_node_kind kind, int dims)
{
    for (unsigned mask = 1; mask < 1u << dims; mask++) {
        warp_case test = warp_of(kind, dims, mask, 40.0);
        for (int p = 0; p < PLACES; p++) {
            const tr_noise_query query = query_at(&test.source, places[p], 1);
            check_warp_grid(&test, &query,
                            p == 3 && mask == (1u << dims) - 1 && (kind != TR_NODE_CELLULAR || dims < 3));
        }
    }
}

static void warps_are_the_reference(void **state)
{
    (void)state;
    for_every_noise(check_warps);
}

// A warp in a point list: both displacements at once, up to the limit of each.
static void check_warped_points(tr_node_kind kind, int dims)
{
    const double skew = kind != TR_NODE_SIMPLEX ? 0.0 : dims == 2 ? 0.366025403784438647 : 1.0 / 3.0;
    const double reach = 0x1p22 / (0.17 * (1.0 + dims * skew)) * 0.999;
    warp_case test = warp_of(kind, dims, (1u << dims) - 1, reach);
    // One value everywhere near the list.
    for (int axis = 0; axis < 3; axis++) {
        test.bends[axis] = source_def(TR_NODE_VALUE, 0x1p-30);
        test.bends[axis].interpolation = TR_INTERPOLATION_NEAREST;
    }
    point_list list = {.seed = 17};
    const double cell = 0x1p31 - 1.5 * 0x1p22;
    origin_at(&test.source, (const double[3]){cell, cell, cell}, list.origin);
    fill_points(&list, reach, 3);
    for (int b = 0; b < BACKEND_GL; b++) {
        if (!backends[b].context) continue;
        tr_noise *noise = compile_warp(backends[b].context, &test);
        float found[POINTS];
        tr_error err;
        const tr_noise_point_query query = {
            list.seed, {list.origin[0], list.origin[1], list.origin[2]}, list.x[0], list.x[1], list.x[2], POINTS};
        if (!tr_noise_points(noise, &query, NULL, found, &err)) fail_msg("%s", err.message);
        for (size_t i = 0; i < POINTS; i++) {
            ref_position p = {.at = {list.origin[0], list.origin[1], list.origin[2]},
                              .has_point = true,
                              .point = {list.x[0][i], list.x[1][i], list.x[2][i]}};
            const float expected = reference_warp(&test, list.seed, &p);
            if (memcmp(&found[i], &expected, sizeof expected) != 0)
                fail_different(backends[b].name, &test.source, p.at, i, found[i], expected);
        }
        tr_noise_destroy(noise);
    }
}

static void warped_points_are_the_reference(void **state)
{
    (void)state;
    for_every_noise(check_warped_points);
}

// ---------------------------------------------------------------------------------------------------------
// Damped octaves: what their derivatives add to each way of evaluating a source

static noise_case damped_case(double frequency)
{
    noise_case test = {source_def(TR_NODE_GRADIENT, frequency), 2, 1.0};
    test.def.fractal = TR_FRACTAL_DAMPED;
    test.def.octaves = 4;
    test.def.gain = 0.6;
    return test;
}

// From octaves that all lie within a cell to some with several cells per sample; in tiles of several rows and columns.
static void damped_grids_are_the_reference(void **state)
{
    (void)state;
    static const double frequencies[] = {0.003, 0.11, 0.4, 3.7};
    static const int32_t sizes[][2] = {{1, 1}, {7, 3}, {8, 5}, {513, 17}, {3, 1100}};
    for (int f = 0; f < 4; f++) {
        const noise_case test = damped_case(frequencies[f]);
        check_places(&test, 1, f == 1);
        check_places(&test, 3, f == 3);
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            tr_noise_query query = query_at(&test, places[1], 1);
            query.size[0] = sizes[s][0], query.size[1] = sizes[s][1];
            check_grids(&test, &query, 1, false);
        }
    }
}

static void damped_points_are_the_reference(void **state)
{
    (void)state;
    const noise_case test = damped_case(0.17);
    for (int p = 0; p < PLACES; p++) {
        point_list list = {.seed = 99};
        origin_at(&test, places[p], list.origin);
        fill_points(&list, 1000.0, (uint64_t)p);
        check_points(&test, &list, p == 3);
    }
}

static void damped_warps_are_the_reference(void **state)
{
    (void)state;
    for (unsigned mask = 1; mask < 4; mask++) {
        warp_case test = warp_of(TR_NODE_GRADIENT, 2, mask, 40.0);
        test.source = damped_case(0.17);
        for (int p = 0; p < PLACES; p++) {
            const tr_noise_query query = query_at(&test.source, places[p], 1);
            check_warp_grid(&test, &query, p == 3 && mask == 3);
        }
    }
}

TEST_GROUP(reference)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_noise_is_the_reference),
        cmocka_unit_test(gradient_noise_is_the_reference),
        cmocka_unit_test(simplex_noise_is_the_reference),
        cmocka_unit_test(cellular_noise_is_the_reference),
        cmocka_unit_test(cellular_noise_with_less_jitter_is_the_reference),
        cmocka_unit_test(any_frequency_and_step_is_the_reference),
        cmocka_unit_test(fractals_are_the_reference),
        cmocka_unit_test(fewer_axes_and_scales_are_the_reference),
        cmocka_unit_test(any_shape_is_the_reference),
        cmocka_unit_test(the_ends_of_64_bits_are_the_reference),
        cmocka_unit_test(points_are_the_reference),
        cmocka_unit_test(the_farthest_points_are_the_reference),
        cmocka_unit_test(tiny_displacements_are_the_reference),
        cmocka_unit_test(tiny_displacements_give_no_denormals),
        cmocka_unit_test(warps_are_the_reference),
        cmocka_unit_test(warped_points_are_the_reference),
        cmocka_unit_test(damped_grids_are_the_reference),
        cmocka_unit_test(damped_points_are_the_reference),
        cmocka_unit_test(damped_warps_are_the_reference),
    };
    return cmocka_run_group_tests_name("noise reference", tests, open_backends, close_backends);
}
