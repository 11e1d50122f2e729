// Damped octaves: the analytic derivatives against differences of the noise, and what damping does and does not change.
#include <math.h>

#include "noise_backends.h"

#define TR_LANES 1
#include "noise/fractal_kernel.h"
#include "noise/gradient_kernel.h"

enum { SAMPLES = 4000 };
#define FREQUENCY 0.02  // cells per sample

static double unit(int what, int index)
{
    return tr_unit_from_hash(tr_hash_identity(11, (uint64_t)what, index, 0, 0));
}

// ---------------------------------------------------------------------------------------------------------
// Derivatives

static tr_axis_position position_of(int axis, int index, double t)
{
    const uint64_t bits = tr_hash_identity(12, (uint64_t)axis, index, 0, 0);
    return (tr_axis_position){(uint32_t)bits, (uint32_t)(bits >> 32), (float)t};
}

// The noise at (x, y) in the cell of a sample.
static double value_in_cell(int index, double x, double y)
{
    return tr_gradient2(position_of(0, index, x), position_of(1, index, y), 1);
}

// The central difference, with the error of its square taken out by half the step.
static double difference(int index, double x, double y, int axis)
{
    double slopes[2];
    for (int i = 0; i < 2; i++) {
        const double h = ldexp(1.0, -6 - i), dx = axis == 0 ? h : 0.0, dy = axis == 1 ? h : 0.0;
        slopes[i] = (value_in_cell(index, x + dx, y + dy) - value_in_cell(index, x - dx, y - dy)) / (2.0 * h);
    }
    return (4.0 * slopes[1] - slopes[0]) / 3.0;
}

static void check_derivative(int index, const char *name, double found, double expected)
{
    if (fabs(found - expected) > 3e-4) fail_msg("sample %d along %s: %.9g and not %.9g", index, name, found, expected);
}

static void derivatives_are_those_of_the_noise(void **state)
{
    (void)state;
    double max = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        // Numbers with few bits: what is added to them stays exact.
        const double x = floor((0.02 + 0.96 * unit(0, i)) * 4096.0) / 4096.0;
        const double y = floor((0.02 + 0.96 * unit(1, i)) * 4096.0) / 4096.0;
        const tr_sloped_noise noise = tr_sloped_gradient2(position_of(0, i, x), position_of(1, i, y), 1);
        const double along_x = (double)noise.along_x * (double)TR_GRADIENT_SCALE2;
        const double along_y = (double)noise.along_y * (double)TR_GRADIENT_SCALE2;
        check_derivative(i, "x", along_x, difference(i, x, y, 0));
        check_derivative(i, "y", along_y, difference(i, x, y, 1));
        max = fmax(max, hypot(along_x, along_y));
    }
    assert_true(max > 2.0 && max < 4.0);
}

// From both sides of a lattice line the same slope is seen.
static void derivatives_go_on_from_cell_to_cell(void **state)
{
    (void)state;
    for (int i = 0; i < SAMPLES; i++) {
        const double along = unit(2, i);
        for (int axis = 0; axis < 2; axis++) {
            tr_axis_position before[2] = {position_of(0, i, along), position_of(1, i, along)};
            tr_axis_position after[2] = {before[0], before[1]};
            before[axis].t = 1.0f;
            after[axis].t = 0.0f;
            after[axis].lo++;
            if (after[axis].lo == 0) continue;
            const tr_sloped_noise left = tr_sloped_gradient2(before[0], before[1], 1);
            const tr_sloped_noise right = tr_sloped_gradient2(after[0], after[1], 1);
            check_derivative(i, "x", (double)left.along_x * 0x1p-31, (double)right.along_x * 0x1p-31);
            check_derivative(i, "y", (double)left.along_y * 0x1p-31, (double)right.along_y * 0x1p-31);
        }
    }
}

static void the_value_beside_its_derivatives_is_the_noise(void **state)
{
    (void)state;
    for (int i = 0; i < SAMPLES; i++) {
        const tr_axis_position x = position_of(0, i, unit(3, i)), y = position_of(1, i, unit(4, i));
        const float sloped = tr_sloped_gradient2(x, y, 1).value, plain = tr_gradient2(x, y, 1);
        assert_memory_equal(&sloped, &plain, sizeof plain);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Damping

static tr_node_def octaves_of(tr_fractal fractal, int octaves, double sharpness)
{
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.frequency = FREQUENCY;
    def.fractal = fractal;
    def.octaves = octaves;
    def.sharpness = sharpness;
    return def;
}

enum { SIDE = 203 };

static void evaluate_def(const noise_backend *backend, const tr_node_def *def, float *out)
{
    tr_noise *noise = compile_nodes(backend->context, def, 1, 2);
    tr_noise_query query = tr_default_noise_query();
    query.size[0] = query.size[1] = SIDE;
    evaluate_grid(noise, &query, out);
    tr_noise_destroy(noise);
}

// The reciprocal of 1 is exactly 1.
static void without_sharpness_it_is_fbm_bit_for_bit(void **state)
{
    (void)state;
    static float damped[SIDE * SIDE], fbm[SIDE * SIDE];
    const tr_node_def damped_def = octaves_of(TR_FRACTAL_DAMPED, 6, 0.0), fbm_def = octaves_of(TR_FRACTAL_FBM, 6, 0.0);
    assert_true(tr_rcp(1.0f) == 1.0f);
    for (int b = 0; b < BACKEND_COUNT; b++) {
        if (!backends[b].context) continue;
        evaluate_def(&backends[b], &damped_def, damped);
        evaluate_def(&backends[b], &fbm_def, fbm);
        assert_memory_equal(damped, fbm, sizeof fbm);
    }
}

// One octave is its noise, divided by more the steeper it is: full height at tops and bottoms, less on slopes.
static void steep_places_lose_and_level_ones_keep(void **state)
{
    (void)state;
    static float damped[SIDE * SIDE], plain[SIDE * SIDE];
    const double sharpness = 2.0;
    const tr_node_def damped_def = octaves_of(TR_FRACTAL_DAMPED, 1, sharpness);
    const tr_node_def plain_def = octaves_of(TR_FRACTAL_NONE, 1, 0.0);
    evaluate_def(&backends[BACKEND_BASELINE], &damped_def, damped);
    evaluate_def(&backends[BACKEND_BASELINE], &plain_def, plain);
    for (int y = 1; y < SIDE - 1; y++) {
        for (int x = 1; x < SIDE - 1; x++) {
            const float *at = plain + y * SIDE + x;
            const double dx = (double)(at[1] - at[-1]) / (2.0 * FREQUENCY);
            const double dy = (double)(at[SIDE] - at[-SIDE]) / (2.0 * FREQUENCY);
            const double expected = (double)at[0] / (1.0 + 0.5 * sharpness * (dx * dx + dy * dy));
            if (fabs((double)damped[y * SIDE + x] - expected) > 0.005)
                fail_msg("at %d, %d: %.6g and not %.6g", x, y, (double)damped[y * SIDE + x], expected);
        }
    }
}

// With a frequency of few bits the points of a list and those of a grid are the same places.
static void points_and_grids_agree(void **state)
{
    (void)state;
    static float grid[SIDE * SIDE], list[SIDE * SIDE], x[SIDE * SIDE], y[SIDE * SIDE];
    tr_node_def def = octaves_of(TR_FRACTAL_DAMPED, 1, 3.0);
    def.frequency = 0.0625;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int column = i % SIDE, row = i / SIDE;
        x[i] = (float)column;
        y[i] = (float)row;
    }
    for (int b = 0; b < BACKEND_COUNT; b++) {
        if (!backends[b].context) continue;
        evaluate_def(&backends[b], &def, grid);
        tr_noise *noise = compile_nodes(backends[b].context, &def, 1, 2);
        const tr_noise_point_query query = {.x = x, .y = y, .count = SIDE * SIDE};
        tr_error err;
        if (!tr_noise_points(noise, &query, NULL, list, &err)) fail_msg("%s", err.message);
        assert_memory_equal(list, grid, sizeof grid);
        tr_noise_destroy(noise);
    }
}

TEST_GROUP(damped)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_those_of_the_noise),
        cmocka_unit_test(derivatives_go_on_from_cell_to_cell),
        cmocka_unit_test(the_value_beside_its_derivatives_is_the_noise),
        cmocka_unit_test(without_sharpness_it_is_fbm_bit_for_bit),
        cmocka_unit_test(steep_places_lose_and_level_ones_keep),
        cmocka_unit_test(points_and_grids_agree),
    };
    return cmocka_run_group_tests_name("damped octaves", tests, open_backends, close_backends);
}
