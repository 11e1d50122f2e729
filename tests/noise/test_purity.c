// A value depends on the graph, the seed and the position only: not on how a query is cut, on threads, instruction
// sets, strides or jobs beside it. And what cannot be done leaves an error, no leak and an untouched output.
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "noise_backends.h"
#include "test_effort.h"

// ---------------------------------------------------------------------------------------------------------
// A graph with all that can go wrong when work is divided: octaves of every kind, a warp, a coordinate, pointwise
// nodes.

enum { GRAPH_NODES = 17 };

static tr_node_def reader(tr_node_kind kind, tr_node a, tr_node b)
{
    tr_node_def def = tr_default_node_def(kind);
    def.inputs[0] = a;
    def.inputs[1] = b;
    return def;
}

static tr_node_def source(tr_node_kind kind, tr_fractal fractal, double frequency)
{
    tr_node_def def = tr_default_node_def(kind);
    def.frequency = frequency;
    def.fractal = fractal;
    def.octaves = 3;
    def.seed = (int64_t)(frequency * 1e6);
    return def;
}

static void make_graph(tr_node_def defs[GRAPH_NODES], int dims)
{
    const tr_node_kind smooth = dims == 1 ? TR_NODE_GRADIENT : TR_NODE_SIMPLEX;
    defs[0] = source(TR_NODE_GRADIENT, TR_FRACTAL_FBM, 0.037);
    defs[1] = source(TR_NODE_VALUE, TR_FRACTAL_BILLOW, 0.91);
    defs[2] = source(smooth, TR_FRACTAL_RIDGED, 0.051);
    defs[3] = source(TR_NODE_CELLULAR, TR_FRACTAL_NONE, 0.11);
    defs[4] = reader(TR_NODE_WARP, 2, 0);
    defs[4].factor = 31.0;
    defs[4].inputs[2] = dims > 1 ? 1 : TR_NODE_NONE;
    defs[5] = reader(TR_NODE_ADD, 4, 3);
    defs[6] = tr_default_node_def(TR_NODE_COORDINATE);
    defs[6].factor = 1e-6;
    defs[7] = reader(TR_NODE_CLAMP, 6, TR_NODE_NONE);
    defs[7].low = -2.0;
    defs[7].high = 2.0;
    defs[8] = reader(TR_NODE_ADD, 5, 7);
    defs[9] = reader(TR_NODE_POWER, 8, TR_NODE_NONE);
    defs[9].exponent = 1.3;
    defs[10] = reader(TR_NODE_TERRACE, 9, TR_NODE_NONE);
    defs[11] = reader(TR_NODE_SUBTRACT, 10, 1);
    defs[12] = source(TR_NODE_GRADIENT, dims == 2 ? TR_FRACTAL_DAMPED : TR_FRACTAL_FBM, 0.071);
    defs[13] = reader(TR_NODE_WARP, 12, 0);
    defs[13].factor = 17.0;
    defs[14] = reader(TR_NODE_ADD, 12, 13);
    defs[15] = reader(TR_NODE_POWER_OF, 14, 3);
    defs[16] = reader(TR_NODE_ADD, 11, 15);
}

static tr_noise *compile_graph(tr_context *context, int dims)
{
    tr_node_def defs[GRAPH_NODES];
    make_graph(defs, dims);
    return compile_nodes(context, defs, GRAPH_NODES, dims);
}

// Fastest of all kinds, for tests that are about memory and not about values.
static tr_noise *compile_gradient(tr_context *context, int dims)
{
    const tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    return compile_nodes(context, &def, 1, dims);
}

static tr_noise_query query_of(int dims, int32_t width, int32_t height, int32_t depth)
{
    tr_noise_query query = tr_default_noise_query();
    query.seed = 77;
    query.origin[0] = -123;
    query.size[0] = width;
    if (dims > 1) query.origin[1] = (int64_t)1 << 40, query.size[1] = height;
    if (dims > 2) query.origin[2] = -((int64_t)1 << 41), query.size[2] = depth;
    return query;
}

static void check_equal(const char *what, const float *found, const float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(&found[i], &expected[i], sizeof *found) != 0)
            fail_msg("%s: sample %zu of %zu is %a and not %a", what, i, count, (double)found[i], (double)expected[i]);
}

// ---------------------------------------------------------------------------------------------------------
// Cutting

typedef struct test_box {
    int32_t at[3], size[3];
} test_box;

// Random numbers of a test: an identity, counted up.
static uint64_t next_random(uint64_t *state)
{
    return tr_hash_identity(0x7e57, (*state)++, 0, 0, 0);
}

// Cuts the largest box again and again at random places along random axes, then shuffles.
static int cut_randomly(test_box *boxes, int wanted, uint64_t *random)
{
    int count = 1;
    while (count < wanted) {
        int max = 0;
        for (int i = 1; i < count; i++) {
            const test_box *a = &boxes[i], *b = &boxes[max];
            if ((int64_t)a->size[0] * a->size[1] * a->size[2] > (int64_t)b->size[0] * b->size[1] * b->size[2]) max = i;
        }
        const int axis = (int)(next_random(random) % 3);
        test_box *box = &boxes[max], *rest = &boxes[count];
        if (box->size[axis] < 2) {
            if (box->size[0] < 2 && box->size[1] < 2 && box->size[2] < 2) break;
            continue;
        }
        const int32_t cut = 1 + (int32_t)(next_random(random) % (uint64_t)(box->size[axis] - 1));
        *rest = *box;
        rest->at[axis] += cut;
        rest->size[axis] -= cut;
        box->size[axis] = cut;
        count++;
    }
    for (int i = count - 1; i > 0; i--) {
        const int other = (int)(next_random(random) % (uint64_t)(i + 1));
        const test_box swapped = boxes[i];
        boxes[i] = boxes[other];
        boxes[other] = swapped;
    }
    return count;
}

// Evaluates one box of a query right into its place in the whole grid.
static void evaluate_box(const tr_noise *noise, const tr_noise_query *whole, const test_box *box, const tr_grid *out)
{
    tr_noise_query query = *whole;
    tr_grid grid = *out;
    grid.samples += box->at[2] * out->plane_stride + box->at[1] * out->row_stride + box->at[0];
    grid.width = box->size[0];
    grid.height = box->size[1];
    grid.depth = box->size[2];
    for (int axis = 0; axis < 3; axis++) {
        query.origin[axis] += box->at[axis] * whole->step[axis];
        query.size[axis] = box->size[axis];
    }
    tr_error err;
    if (!tr_noise_grid(noise, &query, NULL, &grid, &err)) fail_msg("%s", err.message);
}

static void check_cuts(const tr_noise *noise, const tr_noise_query *query, uint64_t *random)
{
    static const int pieces[] = {2, 3, 5, 8, 13, 31, 64};
    const size_t count = query_samples(query);
    float *whole = test_malloc(count * sizeof *whole), *cut = test_malloc(count * sizeof *cut);
    evaluate_grid(noise, query, whole);
    const tr_grid grid = grid_over(cut, query);
    for (size_t p = 0; p < sizeof pieces / sizeof *pieces; p++) {
        test_box boxes[64] = {{{0, 0, 0}, {query->size[0], query->size[1], query->size[2]}}};
        const int made = cut_randomly(boxes, pieces[p], random);
        for (size_t i = 0; i < count; i++) cut[i] = NAN;
        for (int i = 0; i < made; i++) evaluate_box(noise, query, &boxes[i], &grid);
        check_equal("a cut query", cut, whole, count);
    }
    test_free(whole);
    test_free(cut);
}

static void a_query_may_be_cut_anywhere(void **state)
{
    (void)state;
    uint64_t random = 1;
    tr_context *context = test_context(2);
    for (int dims = 1; dims <= 3; dims++) {
        tr_noise *noise = compile_graph(context, dims);
        tr_noise_query query = dims == 1   ? query_of(1, 2001, 1, 1)
                               : dims == 2 ? query_of(2, 701, 53, 1)
                                           : query_of(3, 67, 31, 13);
        check_cuts(noise, &query, &random);
        query.step[0] = 3;
        query.step[1] = dims > 1 ? 1000003 : 1;
        check_cuts(noise, &query, &random);
        tr_noise_destroy(noise);
    }
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Threads, instruction sets, backends

static tr_context *context_with(int threads, tr_isa isa)
{
    tr_context_def def = test_context_def(threads);
    def.isa = isa;
    tr_error err;
    tr_context *context = tr_context_create(&def, &err);
    if (!context) fail_msg("%s", err.message);
    return context;
}

static void evaluate_on(tr_context *context, int dims, const tr_noise_query *query, float *out)
{
    tr_noise *noise = compile_graph(context, dims);
    evaluate_grid(noise, query, out);
    tr_noise_destroy(noise);
}

static void threads_and_isas_do_not_matter(void **state)
{
    (void)state;
    static const int threads[] = {1, 2, 3, 8};
    for (int dims = 1; dims <= 3; dims++) {
        const tr_noise_query query = query_of(dims, dims == 1 ? 30001 : 531, 37, 5);
        const size_t count = query_samples(&query);
        float *expected = test_malloc(count * sizeof *expected), *found = test_malloc(count * sizeof *found);
        for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
            if (!tr_isa_available((tr_isa)isa)) {
                printf("SKIPPED %s: this build or machine does not have it\n", tr_isa_name((tr_isa)isa));
                continue;
            }
            for (int t = 0; t < 4; t++) {
                const bool first = isa == TR_ISA_SCALAR && t == 0;
                tr_context *context = context_with(threads[t], (tr_isa)isa);
                evaluate_on(context, dims, &query, first ? expected : found);
                tr_context_destroy(context);
                if (!first) check_equal(tr_isa_name((tr_isa)isa), found, expected, count);
            }
        }
        test_free(expected);
        test_free(found);
    }
}

static void gl_does_not_matter(void **state)
{
    (void)state;
    tr_error err;
    tr_context *gl = open_backend(BACKEND_GL, &err), *cpu = test_context(1);
    if (!gl) {
        tr_context_destroy(cpu);
        printf("SKIPPED gl: %s\n", err.message);
        skip();
    }
    for (int dims = 1; dims <= 3; dims++) {
        const tr_noise_query query = query_of(dims, 301, 37, 3);
        const size_t count = query_samples(&query);
        float *expected = test_malloc(count * sizeof *expected), *found = test_malloc(count * sizeof *found);
        evaluate_on(cpu, dims, &query, expected);
        evaluate_on(gl, dims, &query, found);
        check_equal("gl", found, expected, count);
        test_free(expected);
        test_free(found);
    }
    tr_context_destroy(gl);
    tr_context_destroy(cpu);
}

// ---------------------------------------------------------------------------------------------------------
// Strides and points

// Rows further apart than they are long: what lies between them is not touched.
static void strides_leave_the_gaps_alone(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    tr_noise *noise = compile_graph(context, 3);
    static const int32_t widths[] = {1, 3, 8, 61, 513};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        const tr_noise_query query = query_of(3, widths[w], 7, 3);
        const int64_t row = widths[w] + 5, plane = row * 7 + 11;
        const size_t count = query_samples(&query), room = (size_t)(plane * 3);
        float *packed = test_malloc(count * sizeof *packed), *wide = test_malloc(room * sizeof *wide);
        evaluate_grid(noise, &query, packed);
        for (size_t i = 0; i < room; i++) wide[i] = 12345.0f;
        const tr_grid grid = {wide, widths[w], 7, 3, row, plane};
        tr_error err;
        if (!tr_noise_grid(noise, &query, NULL, &grid, &err)) fail_msg("%s", err.message);
        size_t next = 0;
        for (int64_t i = 0; i < plane * 3; i++) {
            const int64_t x = i % plane % row, y = i % plane / row;
            if (x < widths[w] && y < 7)
                check_equal("a strided grid", &wide[i], &packed[next++], 1);
            else
                assert_true(wide[i] == 12345.0f);
        }
        test_free(packed);
        test_free(wide);
    }
    tr_noise_destroy(noise);
    tr_context_destroy(context);
}

enum { LIST_POINTS = 20011 };

static void fill_list(float at[3][LIST_POINTS])
{
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < LIST_POINTS; i++)
            at[axis][i] = (float)(tr_unit_from_hash(tr_hash_identity(3, 1, i, axis, 0)) * 20000.0 - 10000.0);
}

static void a_point_list_may_be_cut_anywhere(void **state)
{
    (void)state;
    static float at[3][LIST_POINTS], whole[LIST_POINTS], cut[LIST_POINTS];
    fill_list(at);
    uint64_t random = 500;
    tr_context *context = test_context(3);
    for (int dims = 1; dims <= 3; dims++) {
        tr_noise *noise = compile_graph(context, dims);
        tr_noise_point_query query = {9, {5, -6, 7}, at[0], at[1], at[2], LIST_POINTS};
        tr_error err;
        if (!tr_noise_points(noise, &query, NULL, whole, &err)) fail_msg("%s", err.message);
        for (size_t first = 0; first < LIST_POINTS; first += query.count) {
            query.count = 1 + next_random(&random) % 1500;
            if (query.count > LIST_POINTS - first) query.count = LIST_POINTS - first;
            query.x = at[0] + first, query.y = at[1] + first, query.z = at[2] + first;
            if (!tr_noise_points(noise, &query, NULL, cut + first, &err)) fail_msg("%s", err.message);
        }
        check_equal("a cut list", cut, whole, LIST_POINTS);
        tr_noise_destroy(noise);
    }
    tr_context_destroy(context);
}

// On the lattice of whole units a point list and a grid ask for the same positions when the frequency is a power of
// two.
static void points_and_grids_agree_on_exact_frequencies(void **state)
{
    (void)state;
    static const tr_node_kind kinds[] = {TR_NODE_VALUE, TR_NODE_GRADIENT, TR_NODE_CELLULAR};
    tr_context *context = test_context(1);
    for (int k = 0; k < 3; k++) {
        tr_node_def def = tr_default_node_def(kinds[k]);
        def.frequency = 0.125;
        tr_noise *noise = compile_nodes(context, &def, 1, 1);
        const tr_noise_query query = query_of(1, 401, 1, 1);
        float grid[401], x[401], list[401];
        evaluate_grid(noise, &query, grid);
        for (int i = 0; i < 401; i++) x[i] = (float)(i - 200);
        const tr_noise_point_query points = {query.seed, {query.origin[0] + 200, 0, 0}, x, NULL, NULL, 401};
        tr_error err;
        if (!tr_noise_points(noise, &points, NULL, list, &err)) fail_msg("%s", err.message);
        check_equal("points on a grid", list, grid, 401);
        tr_noise_destroy(noise);
    }
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Jobs beside each other

enum { CLIENTS = 4, JOBS = 6 };

typedef struct test_client {
    const tr_noise *noise;
    const float *expected;
    tr_noise_query query;
    uint64_t random;
    const char *complaint;
} test_client;

// Starts several jobs of the same query, cancels some, and checks those that were done.
static void *run_client(void *user)
{
    test_client *client = user;
    const size_t count = query_samples(&client->query);
    float *out[JOBS];
    tr_job *jobs[JOBS];
    tr_error err;
    for (int i = 0; i < JOBS; i++) {
        out[i] = malloc(count * sizeof **out);
        const tr_grid grid = grid_over(out[i], &client->query);
        jobs[i] = tr_noise_grid_start(client->noise, &client->query,
                                      (tr_priority)(next_random(&client->random) % TR_PRIORITY_COUNT), &grid, &err);
        if (!jobs[i]) client->complaint = "a job did not start";
        if (jobs[i] && next_random(&client->random) % 3 == 0) tr_job_cancel(jobs[i]);
    }
    for (int i = 0; i < JOBS; i++) {
        if (jobs[i] && next_random(&client->random) % 4 == 0) {
            tr_job_wait(jobs[i], (int64_t)(next_random(&client->random) % 2000000));
            tr_job_cancel(jobs[i]);
        }
        const bool done = jobs[i] && tr_job_finish(jobs[i], &err);
        if (done && memcmp(out[i], client->expected, count * sizeof **out) != 0)
            client->complaint = "a job gave other bits";
        if (!done && jobs[i] && err.code != TR_ERROR_CANCELLED)
            client->complaint = "a job failed otherwise than by being cancelled";
        free(out[i]);
    }
    return NULL;
}

static void jobs_may_overlap_and_be_cancelled(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(3, &allocator);
    tr_noise *noise = compile_graph(context, 2);
    const tr_noise_query query = query_of(2, 257, 61, 1);
    const size_t count = query_samples(&query);
    float *expected = test_malloc(count * sizeof *expected);
    evaluate_grid(noise, &query, expected);
    for (int round = 0; round < (int)test_effort(8, 200); round++) {
        test_client clients[CLIENTS];
        pthread_t threads[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            clients[i] = (test_client){noise, expected, query, (uint64_t)(round * CLIENTS + i) << 32, NULL};
            assert_int_equal(pthread_create(&threads[i], NULL, run_client, &clients[i]), 0);
        }
        for (int i = 0; i < CLIENTS; i++) pthread_join(threads[i], NULL);
        for (int i = 0; i < CLIENTS; i++)
            if (clients[i].complaint) fail_msg("%s", clients[i].complaint);
    }
    test_free(expected);
    tr_noise_destroy(noise);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

static bool stop_at_half(void *user, double share)
{
    double *last = user;
    assert_true(share >= *last && share <= 1.0);
    *last = share;
    return share < 0.5;
}

static void progress_never_falls_and_may_cancel(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    tr_noise *noise = compile_graph(context, 2);
    const tr_noise_query query = query_of(2, 600, 400, 1);
    float *out = test_malloc(query_samples(&query) * sizeof *out);
    const tr_grid grid = grid_over(out, &query);
    double last = 0.0;
    const tr_progress progress = {stop_at_half, &last};
    tr_error err;
    assert_false(tr_noise_grid(noise, &query, &progress, &grid, &err));
    assert_int_equal(err.code, TR_ERROR_CANCELLED);
    assert_true(last >= 0.5);
    test_free(out);
    tr_noise_destroy(noise);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Memory

// Everything a program does with a noise, in order; stops at the first failure.
static bool use_noise(tr_context *context, float *out, tr_error *err)
{
    tr_node_def defs[GRAPH_NODES];
    make_graph(defs, 2);
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    bool ok = graph != NULL;
    for (int i = 0; ok && i < GRAPH_NODES; i++) ok = tr_noise_graph_add(graph, &defs[i], err) >= 0;
    tr_noise *noise = ok ? tr_noise_compile(graph, GRAPH_NODES - 1, 2, err) : NULL;
    tr_noise_graph_destroy(graph);
    const tr_noise_query query = query_of(2, 19, 5, 1);
    const tr_grid grid = grid_over(out, &query);
    ok = noise && tr_noise_grid(noise, &query, NULL, &grid, err);
    const float at[3] = {1.0f, 2.5f, -3.0f};
    const tr_noise_point_query points = {1, {0, 0, 0}, at, at, NULL, 3};
    ok = ok && tr_noise_points(noise, &points, NULL, out, err);
    tr_job *job = ok ? tr_noise_grid_start(noise, &query, TR_PRIORITY_NORMAL, &grid, err) : NULL;
    ok = job && tr_job_finish(job, err);
    tr_noise_destroy(noise);
    return ok;
}

static void every_failing_allocation_is_an_error_without_a_leak(void **state)
{
    (void)state;
    float out[19 * 5];
    bool done = false;
    int64_t failures = 0;
    for (int64_t fail_at = 0; !done && fail_at < 1000; fail_at++) {
        test_allocator allocator;
        tr_context *context = test_context_counting(2, &allocator);
        const int64_t live = allocator.live_blocks;
        allocator.fail_at = allocator.allocations + fail_at;
        tr_error err = {TR_ERROR_NONE, ""};
        done = use_noise(context, out, &err);
        if (!done) {
            failures++;
            if (err.code != TR_ERROR_OUT_OF_MEMORY)
                fail_msg("allocation %lld: %s: %s", (long long)fail_at, tr_error_name(err.code), err.message);
        }
        allocator.fail_at = -1;
        assert_int_equal(allocator.live_blocks, live);
        tr_context_destroy(context);
        assert_int_equal(allocator.live_blocks, 0);
    }
    assert_true(done);
    printf("%lld allocations failed in turn\n", (long long)failures);
    assert_true(failures > 10);
}

static void a_small_budget_is_an_error_without_a_leak(void **state)
{
    (void)state;
    const tr_noise_query query = query_of(2, 100001, 3, 1);
    float *out = test_malloc(query_samples(&query) * sizeof *out);
    bool done = false;
    int refused = 0;
    for (uint64_t spare = 0; !done && spare < (uint64_t)1 << 30; spare = spare * 2 + 4096) {
        tr_context_def def = test_context_def(2);
        def.memory_budget_bytes = 64 * 1024 + spare;
        tr_error err;
        tr_context *context = tr_context_create(&def, &err);
        if (!context) {
            assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
            continue;
        }
        tr_noise *noise = compile_gradient(context, 2);
        const uint64_t used = tr_context_memory(context).used_bytes;
        const tr_grid grid = grid_over(out, &query);
        for (size_t i = 0; i < query_samples(&query); i++) out[i] = 3.0f;
        done = tr_noise_grid(noise, &query, NULL, &grid, &err);
        if (!done) {
            refused++;
            assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
            for (size_t i = 0; i < query_samples(&query); i++) assert_true(out[i] == 3.0f);
        }
        assert_true(tr_context_memory(context).used_bytes == used);
        assert_true(tr_context_memory(context).peak_bytes <= def.memory_budget_bytes);
        tr_noise_destroy(noise);
        tr_context_destroy(context);
    }
    assert_true(done && refused > 0);
    test_free(out);
}

// ---------------------------------------------------------------------------------------------------------
// Queries that are refused

typedef struct bad_query {
    const char *what;
    int32_t size[3], out_size[3];
    int64_t step[3], origin[3], row_stride;
    tr_error_code code;
    const char *message;  // part of it
} bad_query;

// clang-format off
#define SAME {0, 0, 0}
#define ONES {1, 1, 1}
#define INVALID TR_ERROR_INVALID_ARGUMENT
#define MAX INT64_MAX

static const bad_query bad_queries[] = {
    {"size 0", {0, 4, 1}, SAME, ONES, SAME, 0, INVALID, "the size along x is 0"},
    {"negative size", {4, -1, 1}, SAME, ONES, SAME, 0, INVALID, "the size along y is -1"},
    {"smallest size", {INT32_MIN, 1, 1}, SAME, ONES, SAME, 0, INVALID, "the size along x is -2147483648"},
    {"huge size", {(1 << 24) + 1, 1, 1}, SAME, ONES, SAME, 0, INVALID, "the size along x is 16777217"},
    {"largest size", {INT32_MAX, INT32_MAX, 1}, SAME, ONES, SAME, 0, INVALID, "the size along x is 2147483647"},
    {"a third axis", {4, 4, 2}, SAME, ONES, SAME, 0, INVALID,
     "the size along z is 2, but the noise was compiled for 2"},
    {"step 0", {4, 4, 1}, SAME, {0, 1, 1}, SAME, 0, INVALID, "the step along x is 0"},
    {"negative step", {4, 4, 1}, SAME, {1, -5, 1}, SAME, 0, INVALID, "the step along y is -5"},
    {"huge step", {4, 4, 1}, SAME, {1, 1, ((int64_t)1 << 31) + 1}, SAME, 0, INVALID, "the step along z is 2147483649"},
    {"past the end", {4, 4, 1}, SAME, ONES, {MAX - 2, 0, 0}, 0, TR_ERROR_TOO_LARGE,
     "along x the query ends beyond"},
    {"past the end by steps", {4, 1 << 24, 1}, SAME, {1, (int64_t)1 << 31, 1}, {0, MAX - ((int64_t)1 << 54), 0}, 0,
     TR_ERROR_TOO_LARGE, "along y the query ends beyond"},
    {"narrower output", {4, 4, 1}, {3, 4, 1}, ONES, SAME, 0, INVALID,
     "along x the output has 3 samples and the query 4"},
    {"higher output", {4, 4, 1}, {4, 5, 1}, ONES, SAME, 0, INVALID, "along y the output has 5 samples and the query 4"},
    {"deeper output", {4, 4, 1}, {4, 4, 2}, ONES, SAME, 0, INVALID, "along z the output has 2 samples and the query 1"},
    {"overlapping rows", {4, 4, 1}, SAME, ONES, SAME, 3, INVALID, "overlap"},
    {"rows backwards", {4, 4, 1}, SAME, ONES, SAME, -4, INVALID, "overlap"},
    {"endless rows", {4, 4, 1}, SAME, ONES, SAME, MAX / 2, INVALID, "overlap"},
};
// clang-format on

static void check_refusal(const tr_noise *noise, const bad_query *bad)
{
    enum { ROOM = 64 };
    float out[ROOM];
    for (int i = 0; i < ROOM; i++) out[i] = -7.0f;
    tr_noise_query query = {.seed = 1};
    memcpy(query.size, bad->size, sizeof query.size);
    memcpy(query.step, bad->step, sizeof query.step);
    memcpy(query.origin, bad->origin, sizeof query.origin);
    const int32_t *size = bad->out_size[0] ? bad->out_size : bad->size;
    const int64_t row = bad->row_stride ? bad->row_stride : size[0];
    const tr_grid grid = {out, size[0], size[1], size[2], row, bad->row_stride ? 16 : row * size[1]};
    tr_error err = {TR_ERROR_NONE, ""};
    if (tr_noise_grid(noise, &query, NULL, &grid, &err)) fail_msg("%s was not refused", bad->what);
    if (err.code != bad->code || !strstr(err.message, bad->message))
        fail_msg("%s: %s: %s", bad->what, tr_error_name(err.code), err.message);
    tr_error of_job = {TR_ERROR_NONE, ""};
    assert_null(tr_noise_grid_start(noise, &query, TR_PRIORITY_HIGH, &grid, &of_job));
    assert_int_equal(of_job.code, bad->code);
    assert_string_equal(of_job.message, err.message);
    assert_false(tr_noise_grid(noise, &query, NULL, &grid, NULL));
    for (int i = 0; i < ROOM; i++) assert_true(out[i] == -7.0f);
}

static void bad_queries_are_refused_before_anything_is_written(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(2, &allocator);
    tr_noise *noise = compile_gradient(context, 2);
    const int64_t allocations = allocator.allocations;
    for (size_t i = 0; i < sizeof bad_queries / sizeof *bad_queries; i++) check_refusal(noise, &bad_queries[i]);
    // Refused before memory is taken, too.
    assert_int_equal(allocator.allocations, allocations);
    tr_noise_destroy(noise);
    tr_context_destroy(context);
}

static void check_bad_point(const tr_noise *noise, float bad, size_t place, int axis, size_t count)
{
    float *at[3], *out = test_malloc(count * sizeof *out);
    for (int a = 0; a < 3; a++) {
        at[a] = test_malloc(count * sizeof **at);
        for (size_t i = 0; i < count; i++) at[a][i] = (float)i;
    }
    at[axis][place] = bad;
    const tr_noise_point_query query = {1, {0, 0, 0}, at[0], at[1], at[2], count};
    tr_error err = {TR_ERROR_NONE, ""};
    if (tr_noise_points(noise, &query, NULL, out, &err)) fail_msg("a point at %g was not refused", (double)bad);
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
    char expected[64];
    snprintf(expected, sizeof expected, "point %zu has %c = ", place, "xyz"[axis]);
    if (!strstr(err.message, expected)) fail_msg("the message is: %s", err.message);
    for (int a = 0; a < 3; a++) test_free(at[a]);
    test_free(out);
}

static void bad_points_are_refused_and_named(void **state)
{
    (void)state;
    const float bad[] = {NAN, -NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 0x1.1p22f * 100.0f, -0x1.1p22f * 100.0f};
    static const size_t places[][2] = {{0, 1}, {6, 7}, {7, 8}, {8, 9}, {511, 512}, {512, 513}, {4999, 5000}, {0, 5000}};
    tr_context *context = test_context(2);
    tr_noise *noise = compile_gradient(context, 3);
    for (size_t b = 0; b < sizeof bad / sizeof *bad; b++)
        for (size_t p = 0; p < sizeof places / sizeof *places; p++)
            for (int axis = 0; axis < 3; axis++) check_bad_point(noise, bad[b], places[p][0], axis, places[p][1]);
    tr_noise_destroy(noise);
    tr_context_destroy(context);
}

static void lists_without_an_axis_or_a_point_are_told_apart(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_noise *noise = compile_gradient(context, 2);
    const float x[3] = {0.0f, 1.0f, 2.0f};
    float out[3] = {-7.0f, -7.0f, -7.0f};
    tr_noise_point_query query = {1, {0, 0, 0}, x, NULL, NULL, 3};
    tr_error err;
    assert_false(tr_noise_points(noise, &query, NULL, out, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(err.message, "the points have no y"));
    assert_true(out[0] == -7.0f && out[2] == -7.0f);
    query.count = 0;
    assert_true(tr_noise_points(noise, &query, NULL, NULL, &err));
    tr_noise_destroy(noise);
    tr_context_destroy(context);
}

TEST_GROUP(purity)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_may_be_cut_anywhere),
        cmocka_unit_test(threads_and_isas_do_not_matter),
        cmocka_unit_test(gl_does_not_matter),
        cmocka_unit_test(strides_leave_the_gaps_alone),
        cmocka_unit_test(a_point_list_may_be_cut_anywhere),
        cmocka_unit_test(points_and_grids_agree_on_exact_frequencies),
        cmocka_unit_test(jobs_may_overlap_and_be_cancelled),
        cmocka_unit_test(progress_never_falls_and_may_cancel),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_a_leak),
        cmocka_unit_test(a_small_budget_is_an_error_without_a_leak),
        cmocka_unit_test(bad_queries_are_refused_before_anything_is_written),
        cmocka_unit_test(bad_points_are_refused_and_named),
        cmocka_unit_test(lists_without_an_axis_or_a_point_are_told_apart),
    };
    return cmocka_run_group_tests_name("noise purity", tests, NULL, NULL);
}
