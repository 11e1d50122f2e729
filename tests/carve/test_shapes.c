// Shapes at their worst through the library: limits with their messages, memory within the budget, cancelling, places
// far away. Through the command line and in all sizes: tests/cli/check_shapes.py.
#include "cmocka_test.h"

#include <string.h>
#include <time.h>

#include "carving_fixture.h"
#include "test_context.h"
#include "test_effort.h"

static test_ground rolling = {.base_m = 100, .wave_m = 5, .wave_length_m = 40};

static tr_context *context_within(uint64_t budget_bytes)
{
    tr_context_def def = tr_default_context_def();
    def.threads = 1;
    def.memory_budget_bytes = budget_bytes;
    tr_context *context = tr_context_create(&def, NULL);
    assert_non_null(context);
    return context;
}

typedef tr_path_vertex (*shape_fn)(int32_t i, int32_t count);

static tr_path_vertex star(int32_t i, int32_t count)
{
    const double angle = 6.283185307179586 * ((double)((int64_t)i * (count / 2) % count) / count);
    return tr_path_vertex_at(800 * cos(angle), 800 * sin(angle));
}

static tr_path_vertex circle(int32_t i, int32_t count)
{
    const double angle = 6.283185307179586 * i / count;
    return tr_path_vertex_at(800 * cos(angle), 800 * sin(angle));
}

static tr_path_vertex zigzag(int32_t i, int32_t count)
{
    return tr_path_vertex_at(300.0 * i / count, i % 2 ? 3 : -3);
}

static tr_path_vertex spiral(int32_t i, int32_t count)
{
    const double radius = 20 + 800.0 * i / count, angle = 251.3 * i / count;
    return tr_path_vertex_at(radius * cos(angle), radius * sin(angle));
}

// Adds and commits a path; whatever comes of it, memory stays within the budget and is given back.
static bool carve(tr_path_kind kind, shape_fn shape, int32_t count, uint64_t budget_bytes, tr_error *err)
{
    tr_context *context = context_within(budget_bytes);
    tr_path_vertex *vertices = calloc((size_t)count, sizeof *vertices);
    for (int32_t i = 0; i < count; i++) vertices[i] = shape(i, count);
    tr_path_def def = tr_default_path_def(kind);
    def.name = "shape";
    def.vertices = vertices;
    def.vertex_count = count;
    const uint64_t before = tr_context_memory(context).used_bytes;
    tr_carving *carving = test_carving(context, &rolling);
    tr_path_id id;
    const bool ok = tr_carving_add(carving, &def, &id, err) && tr_carving_commit(carving, NULL, err);
    assert_int_equal(tr_carving_path_count(carving), ok ? 1 : 0);
    tr_carving_destroy(carving);
    assert_int_equal(tr_context_memory(context).used_bytes, before);
    assert_true(tr_context_memory(context).peak_bytes <= budget_bytes);
    tr_context_destroy(context);
    free(vertices);
    return ok;
}

static const uint64_t plenty = UINT64_C(1) << 30;

static void an_outline_that_crosses_itself_is_refused_at_once(void **state)
{
    (void)state;
    tr_error err;
    const double start = (double)clock() / CLOCKS_PER_SEC;
    assert_false(carve(TR_PATH_LAKE, star, 20001, plenty, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(err.message, "path 'shape': the outline crosses or touches itself near"));
    assert_true(carve(TR_PATH_LAKE, circle, 20000, plenty, &err));
    assert_true((double)clock() / CLOCKS_PER_SEC - start < 10 * TEST_SLOWDOWN);
}

static void a_line_denser_than_it_is_wide_is_refused(void **state)
{
    (void)state;
    tr_error err;
    assert_true(carve(TR_PATH_RIVER, zigzag, 2000, plenty, &err));
    assert_false(carve(TR_PATH_RIVER, zigzag, 20000, plenty, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_non_null(strstr(err.message, "path 'shape': "));
    assert_non_null(strstr(err.message, "of its pieces reach one place near"));
    assert_non_null(strstr(err.message, "allowed are 16384: leave out vertices"));
    // As many vertices that lie apart are no trouble.
    assert_true(carve(TR_PATH_ROAD, spiral, 20000, plenty, &err));
}

static void memory_stays_within_the_budget(void **state)
{
    (void)state;
    tr_error err;
    assert_false(carve(TR_PATH_ROAD, spiral, 20000, 8 << 20, &err));
    assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
    assert_false(carve(TR_PATH_LAKE, circle, 20000, 4 << 20, &err));
    assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
}

// ---------------------------------------------------------------------------------------------------------
// Cancelling

typedef struct patience {
    int calls, left;
} patience;

static bool lose_patience(void *user, double share)
{
    patience *own = user;
    assert_true(share >= 0 && share <= 1);
    own->calls++;
    return own->left-- > 0;
}

static void a_commit_can_be_cancelled_at_every_part(void **state)
{
    (void)state;
    tr_context *context = context_within(plenty);
    enum { COUNT = 500 };
    tr_path_vertex vertices[COUNT];
    for (int32_t i = 0; i < COUNT; i++) vertices[i] = spiral(i, COUNT);
    tr_path_def def = tr_default_path_def(TR_PATH_ROAD);
    def.vertices = vertices;
    def.vertex_count = COUNT;
    bool ok = false;
    int parts = 0;
    for (; !ok; parts++) {
        assert_true(parts < 100);
        tr_carving *carving = test_carving(context, &rolling);
        test_add(carving, &def);
        patience own = {0, parts};
        tr_error err = {0};
        ok = tr_carving_commit(carving, &(tr_progress){lose_patience, &own}, &err);
        assert_int_equal(tr_carving_path_count(carving), ok ? 1 : 0);
        if (!ok) assert_int_equal(err.code, TR_ERROR_CANCELLED);
        tr_carving_destroy(carving);
    }
    // After the plan, the pairs, the heights, the records and the boxes.
    assert_true(parts > 5);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Far away

static bool carve_square(double half_m, double scale_m, tr_error *err)
{
    tr_context *context = context_within(plenty);
    tr_carving_def carving_def = tr_default_carving_def();
    carving_def.ground = test_ground_hook(&rolling);
    carving_def.scale_m[0] = carving_def.scale_m[1] = scale_m;
    tr_carving *carving = tr_carving_create(context, &carving_def, NULL);
    assert_non_null(carving);
    tr_path_vertex corners[4] = {tr_path_vertex_at(-half_m, -half_m), tr_path_vertex_at(-half_m, half_m),
                                 tr_path_vertex_at(half_m, half_m), tr_path_vertex_at(half_m, -half_m)};
    tr_path_def def = tr_default_path_def(TR_PATH_LEVEL);
    def.name = "far";
    def.vertices = corners;
    def.vertex_count = 4;
    def.level_m = 20;
    tr_path_id id;
    const bool ok = tr_carving_add(carving, &def, &id, err) && tr_carving_commit(carving, NULL, err);
    tr_carving_destroy(carving);
    tr_context_destroy(context);
    return ok;
}

static void far_vertices_are_carved_or_refused(void **state)
{
    (void)state;
    tr_error err;
    assert_true(carve_square(1e6, 1, &err));
    // Half of 2^40 m: the rectangles would be beyond 32 bits.
    assert_false(carve_square(549755813888.0, 1, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_non_null(strstr(err.message, "needs more than 67108864"));
    assert_false(carve_square(2199023255552.0, 1, &err));
    assert_non_null(strstr(err.message, "allowed is -1099511627776 to 1099511627776"));
    // With a scale of 10^-6 m, 10^11 m are beyond 64 bits.
    assert_false(carve_square(1e11, 1e-6, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(err.message, "with a scale of 1e-06 m allowed is"));
}

TEST_GROUP(shapes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_outline_that_crosses_itself_is_refused_at_once),
        cmocka_unit_test(a_line_denser_than_it_is_wide_is_refused),
        cmocka_unit_test(memory_stays_within_the_budget),
        cmocka_unit_test(a_commit_can_be_cancelled_at_every_part),
        cmocka_unit_test(far_vertices_are_carved_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
