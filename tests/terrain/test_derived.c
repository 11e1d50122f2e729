// Slope, aspect, curvature and normal: surfaces with known answers, a plain reference, and the same bits however it is
// done.
#include "field_fixture.h"

#include "terrain/derived.h"

typedef double (*surface)(double x, double z);

static double plane_tilted(double x, double z)
{
    return 3.0 - 0.5 * x + 0.75 * z;
}

static double bowl(double x, double z)
{
    return 0.01 * x * x + 0.02 * z * z;
}

static double cone(double x, double z)
{
    return 100.0 - 0.5 * sqrt(x * x + z * z);
}

// The surface on a grid with its halo, the middle at the origin.
static tr_grid sample_surface(tr_context *context, surface f, int32_t size, double spacing_m)
{
    tr_grid height = make_grid(context, size + 2, size + 2, 1);
    for (int32_t j = 0; j < height.height; j++)
        for (int32_t i = 0; i < height.width; i++)
            *sample_at(&height, i, j) = (float)f((i - 1 - size / 2) * spacing_m, (j - 1 - size / 2) * spacing_m);
    return height;
}

static tr_grid derive(tr_context *context, tr_field field, double spacing_m, const tr_grid *height)
{
    tr_error error;
    tr_grid out = make_grid(context, height->width - 2, height->height - 2, tr_field_planes(field));
    if (!tr_derived_evaluate(context, field, spacing_m, height, &out, &error)) fail_msg("%s", error.message);
    return out;
}

static void assert_all(const tr_grid *grid, int plane, double expected, double tolerance)
{
    for (int32_t j = 0; j < grid->height; j++)
        for (int32_t i = 0; i < grid->width; i++) {
            const double found = (double)*(sample_at(grid, i, j) + plane * grid->plane_stride);
            if (!(fabs(found - expected) <= tolerance))
                fail_msg("(%d, %d) of plane %d is %.9g and not %.9g", i, j, plane, found, expected);
        }
}

static void planes_have_their_slope_everywhere(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_grid height = sample_surface(context, plane_tilted, 21, 2.0);
    tr_grid slope = derive(context, TR_FIELD_SLOPE, 2.0, &height);
    tr_grid aspect = derive(context, TR_FIELD_ASPECT, 2.0, &height);
    tr_grid curvature = derive(context, TR_FIELD_CURVATURE, 2.0, &height);
    tr_grid normal = derive(context, TR_FIELD_NORMAL, 2.0, &height);
    const double length = sqrt(1 + 0.25 + 0.5625);
    assert_all(&slope, 0, sqrt(0.25 + 0.5625), 1e-6);
    // It falls to the east by 0.5 and to the north by 0.75.
    assert_all(&aspect, 0, atan2(0.5, 0.75) * 180 / 3.14159265358979324, 1e-4);
    assert_all(&curvature, 0, 0, 0);
    assert_all(&normal, 0, 0.5 / length, 1e-6);
    assert_all(&normal, 1, 1 / length, 1e-6);
    assert_all(&normal, 2, -0.75 / length, 1e-6);
    tr_grid *grids[] = {&height, &slope, &aspect, &curvature, &normal};
    for (int i = 0; i < 5; i++) tr_grid_destroy(context, grids[i]);
    tr_context_destroy(context);
}

static void aspect_is_clockwise_from_north(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    // The way the ground falls, east and south, and the compass.
    static const double cases[][3] = {{0, -1, 0},  {1, -1, 45},  {1, 0, 90},   {1, 1, 135},
                                      {0, 1, 180}, {-1, 1, 225}, {-1, 0, 270}, {-1, -1, 315}};
    for (int k = 0; k < 8; k++) {
        tr_grid height = make_grid(context, 5, 5, 1);
        for (int32_t j = 0; j < 5; j++)
            for (int32_t i = 0; i < 5; i++) *sample_at(&height, i, j) = (float)-(cases[k][0] * i + cases[k][1] * j);
        tr_grid aspect = derive(context, TR_FIELD_ASPECT, 1.0, &height);
        assert_all(&aspect, 0, cases[k][2], 1e-4);
        assert_false(signbit(*sample_at(&aspect, 0, 0)));
        tr_grid_destroy(context, &aspect);
        tr_grid_destroy(context, &height);
    }
    tr_context_destroy(context);
}

static void level_ground_has_no_aspect(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_grid height = make_grid(context, 12, 9, 1);
    tr_grid aspect = derive(context, TR_FIELD_ASPECT, 1.0, &height);
    tr_grid slope = derive(context, TR_FIELD_SLOPE, 1.0, &height);
    tr_grid normal = derive(context, TR_FIELD_NORMAL, 1.0, &height);
    assert_all(&aspect, 0, -1, 0);
    assert_all(&slope, 0, 0, 0);
    assert_all(&normal, 1, 1, 1e-7);
    tr_grid *grids[] = {&height, &aspect, &slope, &normal};
    for (int i = 0; i < 4; i++) tr_grid_destroy(context, grids[i]);
    tr_context_destroy(context);
}

static void a_bowl_is_curved_alike_everywhere(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_grid height = sample_surface(context, bowl, 41, 1.0);
    tr_grid curvature = derive(context, TR_FIELD_CURVATURE, 1.0, &height);
    tr_grid slope = derive(context, TR_FIELD_SLOPE, 1.0, &height);
    assert_all(&curvature, 0, 0.06, 1e-5);
    for (int32_t j = 0; j < 41; j++)
        for (int32_t i = 0; i < 41; i++) {
            const double x = i - 20, z = j - 20;
            assert_float_equal(*sample_at(&slope, i, j), (float)hypot(0.02 * x, 0.04 * z), 1e-5f);
        }
    tr_grid *grids[] = {&height, &curvature, &slope};
    for (int i = 0; i < 3; i++) tr_grid_destroy(context, grids[i]);
    tr_context_destroy(context);
}

static void a_cone_falls_outwards(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_grid height = sample_surface(context, cone, 101, 4.0);
    tr_grid aspect = derive(context, TR_FIELD_ASPECT, 4.0, &height);
    tr_grid slope = derive(context, TR_FIELD_SLOPE, 4.0, &height);
    for (int32_t j = 0; j < 101; j++)
        for (int32_t i = 0; i < 101; i++) {
            const double x = i - 50, z = j - 50;
            if (x * x + z * z < 100) continue;
            const double expected = fmod(atan2(x, -z) * 180 / 3.14159265358979324 + 360, 360);
            const double off = fabs((double)*sample_at(&aspect, i, j) - expected);
            assert_true(fmin(off, 360 - off) < 0.3);
            assert_float_equal(*sample_at(&slope, i, j), 0.5f, 0.003f);
        }
    tr_grid *grids[] = {&height, &aspect, &slope};
    for (int i = 0; i < 3; i++) tr_grid_destroy(context, grids[i]);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Rough ground

static tr_grid rough_ground(tr_context *context, int32_t width, int32_t height)
{
    tr_grid grid = make_grid(context, width, height, 1);
    for (int64_t i = 0; i < (int64_t)width * height; i++) {
        const double kind = random_unit(1, i);
        grid.samples[i] = (float)(kind < 0.2 ? 7.0 : (random_unit(2, i) - 0.5) * pow(10, 6 * random_unit(3, i) - 2));
    }
    return grid;
}

// In long double, straight from the formulas of docs/derived.md.
static long double reference_at(tr_field field, double spacing_m, const tr_grid *height, int32_t i, int32_t j)
{
    long double h[3][3];
    for (int b = 0; b < 3; b++)
        for (int a = 0; a < 3; a++) h[b][a] = (long double)*sample_at(height, i + a, j + b);
    const long double s = (long double)spacing_m;
    const long double east = ((h[0][2] + 2 * h[1][2] + h[2][2]) - (h[0][0] + 2 * h[1][0] + h[2][0])) / (8 * s);
    const long double south = ((h[2][0] + 2 * h[2][1] + h[2][2]) - (h[0][0] + 2 * h[0][1] + h[0][2])) / (8 * s);
    if (field == TR_FIELD_SLOPE) return sqrtl(east * east + south * south);
    if (field == TR_FIELD_CURVATURE) return (h[0][1] + h[1][0] + h[1][2] + h[2][1] - 4 * h[1][1]) / (s * s);
    if (field == TR_FIELD_NORMAL) return 1 / sqrtl(1 + east * east + south * south);
    const long double degrees = atan2l(-east, south) * 180 / 3.14159265358979323846L;
    return east == 0 && south == 0 ? -1 : degrees < 0 ? degrees + 360 : degrees;
}

// Errors against the largest height around, in units of 2^-24 of it, where heights cancel; else of the result.
static void values_are_those_of_the_formulas(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_grid height = rough_ground(context, 203, 101);
    const double spacing_m = 3.5;
    const tr_field fields[] = {TR_FIELD_SLOPE, TR_FIELD_ASPECT, TR_FIELD_CURVATURE, TR_FIELD_NORMAL};
    for (int k = 0; k < 4; k++) {
        tr_grid out = derive(context, fields[k], spacing_m, &height);
        for (int32_t j = 0; j < out.height; j++)
            for (int32_t i = 0; i < out.width; i++) {
                const double expected = (double)reference_at(fields[k], spacing_m, &height, i, j);
                const float *at = sample_at(&out, i, j) + (fields[k] == TR_FIELD_NORMAL ? out.plane_stride : 0);
                double max = 0;
                for (int n = 0; n < 9; n++) max = fmax(max, fabs((double)*sample_at(&height, i + n % 3, j + n / 3)));
                double allowed = 8 * 0x1p-24 * (fabs(expected) + max / spacing_m);
                if (fields[k] == TR_FIELD_NORMAL) allowed = 1e-5;
                if (fields[k] == TR_FIELD_ASPECT) {
                    const double slope = (double)reference_at(TR_FIELD_SLOPE, spacing_m, &height, i, j);
                    allowed = 1e-4 + 60 * 8 * 0x1p-24 * max / spacing_m / fmax(slope, 1e-9);
                }
                double off = fabs((double)*at - expected);
                if (fields[k] == TR_FIELD_ASPECT && expected >= 0) off = fmin(off, 360 - off);
                if (!(off <= allowed))
                    fail_msg("%s at (%d, %d) is %.9g and not %.9g", tr_field_name(fields[k]), i, j, (double)*at,
                             expected);
            }
        tr_grid_destroy(context, &out);
    }
    tr_grid_destroy(context, &height);
    tr_context_destroy(context);
}

static void instruction_sets_threads_and_parts_give_the_same_bits(void **state)
{
    (void)state;
    tr_context *plain = context_of(1, TR_ISA_SCALAR);
    tr_grid height = rough_ground(plain, 333, 77);
    const tr_field fields[] = {TR_FIELD_SLOPE, TR_FIELD_ASPECT, TR_FIELD_CURVATURE, TR_FIELD_NORMAL};
    for (int k = 0; k < 4; k++) {
        tr_grid expected = derive(plain, fields[k], 1.25, &height);
        for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
            if (!tr_isa_available((tr_isa)isa)) continue;
            tr_context *context = context_of(4, (tr_isa)isa);
            tr_grid found = derive(context, fields[k], 1.25, &height);
            assert_same_bits(tr_isa_name((tr_isa)isa), &found, &expected);
            tr_error error;
            for (int32_t x = 0, width = 1; x < expected.width; x += width, width += 5) {
                if (x + width > expected.width) width = expected.width - x;
                const tr_grid from = part_of(&height, x, 9, width + 2, 23), to = part_of(&found, x, 9, width, 21);
                assert_true(tr_derived_evaluate(context, fields[k], 1.25, &from, &to, &error));
            }
            assert_same_bits("parts", &found, &expected);
            tr_grid_destroy(context, &found);
            tr_context_destroy(context);
        }
        tr_grid_destroy(plain, &expected);
    }
    tr_grid_destroy(plain, &height);
    tr_context_destroy(plain);
}

static void no_height_gives_a_number_that_is_none(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_grid height = make_grid(context, 34, 34, 1);
    for (int i = 0; i < 34 * 34; i++)
        height.samples[i] = (float)(random_unit(4, i) - 0.5) * powf(10.0f, (float)(i % 36));
    const tr_field fields[] = {TR_FIELD_SLOPE, TR_FIELD_ASPECT, TR_FIELD_NORMAL};
    for (int k = 0; k < 3; k++) {
        tr_grid out = derive(context, fields[k], 1.0 / 256, &height);
        for (int64_t i = 0; i < out.plane_stride * out.depth; i++) assert_true(isfinite(out.samples[i]));
        tr_grid_destroy(context, &out);
    }
    tr_grid_destroy(context, &height);
    tr_context_destroy(context);
}

static void a_field_of_another_kind_is_refused(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_grid height = make_grid(context, 5, 5, 1), out = make_grid(context, 3, 3, 1);
    tr_error error;
    assert_false(tr_derived_evaluate(context, TR_FIELD_FLOW, 1.0, &height, &out, &error));
    assert_int_equal(error.code, TR_ERROR_INVALID_ARGUMENT);
    tr_grid_destroy(context, &height);
    tr_grid_destroy(context, &out);
    tr_context_destroy(context);
}

TEST_GROUP(derived)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_have_their_slope_everywhere),
        cmocka_unit_test(aspect_is_clockwise_from_north),
        cmocka_unit_test(level_ground_has_no_aspect),
        cmocka_unit_test(a_bowl_is_curved_alike_everywhere),
        cmocka_unit_test(a_cone_falls_outwards),
        cmocka_unit_test(values_are_those_of_the_formulas),
        cmocka_unit_test(instruction_sets_threads_and_parts_give_the_same_bits),
        cmocka_unit_test(no_height_gives_a_number_that_is_none),
        cmocka_unit_test(a_field_of_another_kind_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
