// Golden hashes: any change of a bit of any noise or math function is noticed, on every machine that runs this.
//
// When bits are meant to change, make the table anew and say so in the change log:
//   TERRANE_PRINT_GOLDEN=1 build/release/tests/test_noise_golden > golden_hashes.h
// and put the file in the place of tests/noise/golden_hashes.h.
#include <stdlib.h>

#include "noise_backends.h"
#include "simd/math_batch.h"
#include "simd/math_samples.h"

typedef struct golden {
    const char *name;
    uint64_t hash;
} golden;

static const golden table[] = {
#define GOLDEN(name, hash) {name, hash},
#include "golden_hashes.h"
#undef GOLDEN
};
enum { TABLE_ROWS = sizeof table / sizeof *table };

// What is hashed: up to five nodes, of which the last counts.
typedef struct golden_case {
    char name[48];
    int dims, count;
    tr_node_def defs[5];
} golden_case;

// ---------------------------------------------------------------------------------------------------------
// The cases

typedef void (*visit_case)(const golden_case *test, void *user);

static tr_node_def source_of(tr_node_kind kind)
{
    tr_node_def def = tr_default_node_def(kind);
    def.frequency = 0.13;
    def.seed = 5;
    def.octaves = 4;
    return def;
}

static void visit_source(const char *variant, const tr_node_def *def, int dims, visit_case visit, void *user)
{
    golden_case test = {.dims = dims, .count = 1, .defs = {*def}};
    snprintf(test.name, sizeof test.name, "%s%dd%s%s", tr_node_kind_name(def->kind), dims, *variant ? " " : "",
             variant);
    visit(&test, user);
}

static void visit_variants(tr_node_kind kind, int dims, visit_case visit, void *user)
{
    static const char *const fractals[] = {"", "fbm", "billow", "ridged", "damped"};
    static const char *const interpolations[] = {"nearest", "linear", "smoothstep", "smootherstep"};
    static const char *const metrics[] = {"euclidean", "squared", "manhattan", "chebyshev"};
    static const char *const results[] = {"f1", "f2", "f2-f1", "cell"};
    tr_node_def def = source_of(kind);
    if (kind == TR_NODE_GRADIENT || kind == TR_NODE_SIMPLEX) visit_source("", &def, dims, visit, user);
    for (int i = 0; kind == TR_NODE_VALUE && i < TR_INTERPOLATION_COUNT; i++) {
        def.interpolation = (tr_interpolation)i;
        visit_source(interpolations[i], &def, dims, visit, user);
    }
    // One result per metric: a row and a column of the table of both, not all of it.
    for (int i = 0; kind == TR_NODE_CELLULAR && i < TR_METRIC_COUNT; i++) {
        char variant[32];
        def.metric = (tr_metric)i;
        def.result = (tr_cellular_result)i;
        snprintf(variant, sizeof variant, "%s %s", metrics[i], results[i]);
        visit_source(variant, &def, dims, visit, user);
    }
    for (int i = TR_FRACTAL_FBM; i < TR_FRACTAL_COUNT; i++) {
        if (!has_fractal(kind, dims, (tr_fractal)i)) continue;
        def = source_of(kind);
        def.fractal = (tr_fractal)i;
        visit_source(fractals[i], &def, dims, visit, user);
    }
}

static void visit_warp(tr_node_kind kind, int dims, visit_case visit, void *user)
{
    golden_case test = {.dims = dims, .count = 5};
    snprintf(test.name, sizeof test.name, "%s%dd warp", tr_node_kind_name(kind), dims);
    tr_node_def warp = tr_default_node_def(TR_NODE_WARP);
    warp.factor = 25.0;
    warp.inputs[0] = 3;
    for (int axis = 0; axis < 3; axis++) {
        test.defs[axis] = source_of(TR_NODE_GRADIENT);
        test.defs[axis].seed = 10 + axis;
        warp.inputs[1 + axis] = axis;
    }
    test.defs[3] = source_of(kind);
    test.defs[4] = warp;
    visit(&test, user);
}

static void visit_all(visit_case visit, void *user)
{
    static const tr_node_kind kinds[] = {TR_NODE_VALUE, TR_NODE_GRADIENT, TR_NODE_SIMPLEX, TR_NODE_CELLULAR};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (int dims = kinds[k] == TR_NODE_SIMPLEX ? 2 : 1; dims <= 3; dims++) {
            visit_variants(kinds[k], dims, visit, user);
            visit_warp(kinds[k], dims, visit, user);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// The hashes

enum { SAMPLES = 1024 };

static uint64_t hash_grid(const tr_noise *noise, int dims, int64_t origin, uint64_t hash)
{
    static const int32_t sizes[3][3] = {{1021, 1, 1}, {37, 23, 1}, {19, 9, 5}};
    float samples[SAMPLES];
    tr_noise_query query = tr_default_noise_query();
    query.seed = 2026;
    for (int axis = 0; axis < dims; axis++) {
        query.origin[axis] = origin + axis;
        query.size[axis] = sizes[dims - 1][axis];
    }
    evaluate_grid(noise, &query, samples);
    return tr_hash_bytes(samples, query_samples(&query) * sizeof *samples, hash);
}

// Exact numbers only, so that the points are the same everywhere.
static uint64_t hash_points(const tr_noise *noise, uint64_t hash)
{
    float at[3][SAMPLES], out[SAMPLES];
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < SAMPLES; i++)
            at[axis][i] = (float)((int)(tr_hash_identity(1, 2, i, axis, 0) >> 44) - (1 << 19)) * 0x1p-8f;
    const tr_noise_point_query query = {2026, {-7, 1000000000000, 3}, at[0], at[1], at[2], SAMPLES};
    tr_error err;
    if (!tr_noise_points(noise, &query, NULL, out, &err)) fail_msg("%s", err.message);
    return tr_hash_bytes(out, sizeof out, hash);
}

static uint64_t hash_case(tr_context *context, const golden_case *test)
{
    tr_noise *noise = compile_nodes(context, test->defs, test->count, test->dims);
    uint64_t hash = hash_grid(noise, test->dims, -20, 0);
    hash = hash_grid(noise, test->dims, 1000000000000, hash);
    hash = hash_points(noise, hash);
    tr_noise_destroy(noise);
    return hash;
}

static uint64_t hash_math(tr_math_fn fn)
{
    float a[SAMPLES], b[SAMPLES], out[SAMPLES];
    tr_math_samples(fn, 1, a, b, SAMPLES);
    tr_math_batch(TR_ISA_SCALAR, fn, a, b, out, SAMPLES);
    return tr_hash_bytes(out, sizeof out, 0);
}

static void check_row(const char *where, int row, const char *name, uint64_t hash)
{
    if (row >= TABLE_ROWS || strcmp(table[row].name, name) != 0)
        fail_msg("golden_hashes.h has no row '%s' in place %d; the head of test_golden.c says how to make it anew",
                 name, row);
    if (table[row].hash != hash)
        fail_msg("%s: '%s' has the hash 0x%016llx and not 0x%016llx: its bits changed", where, name,
                 (unsigned long long)hash, (unsigned long long)table[row].hash);
}

// ---------------------------------------------------------------------------------------------------------

typedef struct visit_state {
    const noise_backend *backend;
    int row;
} visit_state;

static void check_case(const golden_case *test, void *user)
{
    visit_state *state = user;
    check_row(state->backend->name, state->row++, test->name, hash_case(state->backend->context, test));
}

static void every_noise_has_its_golden_hash(void **state)
{
    (void)state;
    for (int b = BACKEND_SCALAR; b <= BACKEND_AVX2; b++) {
        if (!backends[b].context) continue;
        visit_state visit = {&backends[b], 0};
        visit_all(check_case, &visit);
        assert_int_equal(visit.row + TR_MATH_COUNT, TABLE_ROWS);
    }
}

static void every_math_function_has_its_golden_hash(void **state)
{
    (void)state;
    for (int fn = 0; fn < TR_MATH_COUNT; fn++)
        check_row("scalar", TABLE_ROWS - TR_MATH_COUNT + fn, tr_math_fn_name((tr_math_fn)fn),
                  hash_math((tr_math_fn)fn));
}

static void print_row(const char *name, uint64_t hash)
{
    printf("GOLDEN(\"%s\", 0x%016llxu)\n", name, (unsigned long long)hash);
}

static void print_case(const golden_case *test, void *user)
{
    print_row(test->name, hash_case(user, test));
}

static int print_table(void)
{
    tr_context *context = test_context(1);
    printf("// GOLDEN(name, hash): made by test_golden.c, whose head says how.\n");
    visit_all(print_case, context);
    for (int fn = 0; fn < TR_MATH_COUNT; fn++) print_row(tr_math_fn_name((tr_math_fn)fn), hash_math((tr_math_fn)fn));
    tr_context_destroy(context);
    return 0;
}

TEST_GROUP(golden)
{
    if (getenv("TERRANE_PRINT_GOLDEN")) return print_table();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_noise_has_its_golden_hash),
        cmocka_unit_test(every_math_function_has_its_golden_hash),
    };
    return cmocka_run_group_tests_name("golden hashes", tests, open_backends, close_backends);
}
