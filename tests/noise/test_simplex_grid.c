// Grids of simplex noise walk through tables of simplices where that is faster: the bits are those of the scalar build,
// which evaluates every sample from its own position, at any frequency, at any place, and on rows that run along the
// edges of the lattice.
#include <math.h>

#include "noise_backends.h"
#include "test_effort.h"

enum { MAX_SAMPLES = 1 << 16 };

static double unit(uint64_t what, int index)
{
    return tr_unit_from_hash(tr_hash_identity(21, what, index, 0, 0));
}

static tr_node_def simplex(double frequency, tr_fractal fractal)
{
    tr_node_def def = tr_default_node_def(TR_NODE_SIMPLEX);
    def.frequency = frequency;
    def.fractal = fractal;
    def.octaves = fractal == TR_FRACTAL_NONE ? 1 : 3;
    return def;
}

static void compare_backends(const tr_node_def *def, int dims, const tr_noise_query *query)
{
    static float expected[MAX_SAMPLES], found[MAX_SAMPLES];
    const size_t count = query_samples(query);
    assert_true(count <= MAX_SAMPLES);
    for (int i = 0; i < BACKEND_COUNT; i++) {
        if (!backends[i].context) continue;
        tr_noise *noise = compile_nodes(backends[i].context, def, 1, dims);
        evaluate_grid(noise, query, i == BACKEND_SCALAR ? expected : found);
        tr_noise_destroy(noise);
        if (i == BACKEND_SCALAR || memcmp(found, expected, count * sizeof *found) == 0) continue;
        size_t at = 0;
        while (memcmp(&found[at], &expected[at], sizeof *found) == 0) at++;
        fail_msg("%s, %dd, frequency %.17g from %lld, %lld: sample %zu is %.9g and not %.9g", backends[i].name, dims,
                 def->frequency, (long long)query->origin[0], (long long)query->origin[1], at, (double)found[at],
                 (double)expected[at]);
    }
}

static tr_noise_query query_at(int dims, int64_t x, int64_t y, int64_t z)
{
    tr_noise_query query = tr_default_noise_query();
    const int64_t origin[3] = {x, y, z};
    const int32_t size[3] = {dims == 2 ? 601 : 203, dims == 2 ? 41 : 19, 3};
    query.seed = 5;
    for (int axis = 0; axis < dims; axis++) {
        query.origin[axis] = origin[axis];
        query.size[axis] = size[axis];
    }
    return query;
}

static void any_frequency_anywhere(void **state)
{
    (void)state;
    static const tr_fractal fractals[] = {TR_FRACTAL_NONE, TR_FRACTAL_FBM, TR_FRACTAL_RIDGED};
    const int count = (int)test_effort(60, 2000);
    for (int i = 0; i < count; i++) {
        // From cells of a thousand kilometres to beyond what tables are used for; near and far, both sides of zero.
        const double frequency = pow(10, -6 + 5.7 * unit(0, i)), reach = pow(10, 15 * unit(1, i));
        const tr_node_def def = simplex(frequency, fractals[i % 3]);
        for (int dims = 2; dims <= 3; dims++) {
            const tr_noise_query query =
                query_at(dims, (int64_t)(reach * (unit(2, i) - 0.5)), (int64_t)(reach * (unit(3, i) - 0.5)),
                         (int64_t)(reach * (unit(4, i) - 0.5)));
            compare_backends(&def, dims, &query);
        }
    }
}

// Frequencies of a power of two put rows through the corners of the lattice, where x = y = z along them.
static void rows_along_the_edges_of_the_lattice(void **state)
{
    (void)state;
    for (int shift = 3; shift <= 9; shift++) {
        const int64_t cell = 1 << shift;
        const tr_node_def def = simplex(1.0 / (double)cell, TR_FRACTAL_NONE);
        for (int dims = 2; dims <= 3; dims++) {
            for (int64_t at = -1; at <= 1; at++) {
                tr_noise_query query = query_at(dims, -3 * cell + at, -2 * cell, -2 * cell);
                compare_backends(&def, dims, &query);
                query = query_at(dims, 5 * cell, at * cell, at * cell);
                compare_backends(&def, dims, &query);
                query = query_at(dims, at, at, at);
                compare_backends(&def, dims, &query);
            }
        }
    }
}

static void steps_of_many_units(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        const tr_node_def def = simplex(0.001 * (1 + i), TR_FRACTAL_FBM);
        for (int dims = 2; dims <= 3; dims++) {
            tr_noise_query query = query_at(dims, -4000, 777, 31);
            for (int axis = 0; axis < dims; axis++) query.step[axis] = 1 + (i + axis) % 4 * 5;
            compare_backends(&def, dims, &query);
        }
    }
}

TEST_GROUP(simplex_grid)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_frequency_anywhere),
        cmocka_unit_test(rows_along_the_edges_of_the_lattice),
        cmocka_unit_test(steps_of_many_units),
    };
    return cmocka_run_group_tests_name("simplex noise of grids", tests, open_backends, close_backends);
}
