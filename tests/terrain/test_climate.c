// Climate against a plain reference over a ground of the test's own, and the same bits however it is asked for.
//
// The ground stands in for the heights of a world: this program has a tr_heights_large_shape() of its own, so that the
// library's is not linked.
#include "field_fixture.h"

#include <stdatomic.h>

#include "climate_reference.h"
#include "test_effort.h"
#include "terrain/climate.h"

struct tr_heights {
    climate_reference_ground ground;
    _Atomic int64_t samples;  // asked for
    bool fails;
};

bool tr_heights_large_shape(const tr_heights *heights, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    if (heights->fails) return tr_fail(err, TR_ERROR_INTERNAL, "this ground fails");
    for (int32_t j = 0; j < area->height; j++)
        for (int32_t i = 0; i < area->width; i++)
            *sample_at(out, i, j) = (float)heights->ground((double)(area->x + i) * area->spacing_m,
                                                           (double)(area->z + j) * area->spacing_m);
    atomic_fetch_add((_Atomic int64_t *)&heights->samples, (int64_t)area->width * area->height);
    return true;
}

// Hills, a range and a coast.
static double rolling(double x_m, double z_m)
{
    return 300 * sin(x_m / 5100 + 0.7 * sin(z_m / 3300)) + 500 * cos(z_m / 7900 + x_m / 21000) + 120;
}

static double west_sea(double x_m, double z_m)
{
    (void)z_m;
    return x_m < 0 ? -100 : 100;
}

static double north_south_wall(double x_m, double z_m)
{
    (void)z_m;
    return fabs(x_m) < 2000 ? 1500 : 50;
}

static double land(double x_m, double z_m)
{
    (void)x_m, (void)z_m;
    return 40;
}

static double absurd(double x_m, double z_m)
{
    return x_m > z_m ? 3e38 : -3e38;
}

static tr_climate_settings climate_def(void)
{
    return (tr_climate_settings){.latitude_deg = 45,
                                 .metres_per_degree = 2000,
                                 .equator_degC = 28,
                                 .pole_degC = -22,
                                 .lapse_degC_per_km = 6.5,
                                 .variation_degC = 0,
                                 .variation_size_m = 9000,
                                 .humidity = 0.5,
                                 .humidity_variation = 0,
                                 .wind_deg = 270,
                                 .reach_m = 20000,
                                 .sea_humidity = 0.35,
                                 .rain_shadow = 0.5};
}

static tr_climate *make_climate(tr_context *context, const tr_climate_settings *def, const tr_heights *heights)
{
    tr_error error;
    tr_climate *climate = tr_climate_create(context, def, 5, 10.0, heights, &error);
    if (!climate) fail_msg("%s", error.message);
    return climate;
}

typedef struct test_fields {
    tr_grid height, temperature, humidity, sea;
} test_fields;

static void evaluate_into(const tr_climate *climate, const tr_sample_area *area, const test_fields *fields)
{
    tr_error error;
    if (!tr_climate_evaluate(climate, area, &fields->height, &fields->temperature, &fields->humidity, &error) ||
        !tr_climate_sea(climate, area, &fields->sea, &error))
        fail_msg("%s", error.message);
}

// The ground differs from the large shape, as it does in a world.
static test_fields make_fields(tr_context *context, const tr_sample_area *area)
{
    test_fields fields = {
        make_grid(context, area->width, area->height, 1), make_grid(context, area->width, area->height, 1),
        make_grid(context, area->width, area->height, 1), make_grid(context, area->width, area->height, 1)};
    for (int32_t j = 0; j < area->height; j++)
        for (int32_t i = 0; i < area->width; i++)
            *sample_at(&fields.height, i, j) =
                (float)(900 * tr_unit_from_hash(tr_hash_identity(3, 0, area->x + i, 0, area->z + j)) - 100);
    return fields;
}

static test_fields evaluate(tr_context *context, const tr_climate *climate, const tr_sample_area *area)
{
    const test_fields fields = make_fields(context, area);
    evaluate_into(climate, area, &fields);
    return fields;
}

static void destroy_fields(tr_context *context, test_fields *fields)
{
    tr_grid *grids[] = {&fields->height, &fields->temperature, &fields->humidity, &fields->sea};
    for (int i = 0; i < 4; i++) tr_grid_destroy(context, grids[i]);
}

// ---------------------------------------------------------------------------------------------------------
// Values

static void check_against_reference(double wind_deg, double reach_m, const tr_sample_area *area)
{
    tr_context *context = context_of(2, TR_ISA_AUTO);
    tr_climate_settings def = climate_def();
    def.wind_deg = wind_deg;
    def.reach_m = reach_m;
    const tr_heights heights = {.ground = rolling};
    const climate_reference reference = {&def, 10.0, rolling};
    tr_climate *climate = make_climate(context, &def, &heights);
    test_fields fields = evaluate(context, climate, area);
    for (int32_t j = 0; j < area->height; j += 3)
        for (int32_t i = 0; i < area->width; i += 5) {
            const double x = (double)(area->x + i) * area->spacing_m, z = (double)(area->z + j) * area->spacing_m;
            const double height = (double)*sample_at(&fields.height, i, j);
            assert_float_equal(*sample_at(&fields.temperature, i, j),
                               (float)climate_reference_temperature(&reference, z, height), 2e-5f);
            assert_float_equal(*sample_at(&fields.humidity, i, j), (float)climate_reference_humidity(&reference, x, z),
                               2e-4f);
            assert_float_equal(*sample_at(&fields.sea, i, j), (float)climate_reference_sea(&reference, x, z), 2e-5f);
        }
    destroy_fields(context, &fields);
    tr_climate_destroy(climate);
    tr_context_destroy(context);
}

static void a_plain_reference_agrees(void **state)
{
    (void)state;
    check_against_reference(270, 20000, &(tr_sample_area){-40, 33, 31, 12, 700});
    check_against_reference(0, 20000, &(tr_sample_area){-900, 4000, 31, 10, 3});
    check_against_reference(123.4, 8000, &(tr_sample_area){5, -9, 26, 7, 1500.5});
    check_against_reference(-30, 300, &(tr_sample_area){5, -9, 16, 7, 40});
}

static void it_is_cold_at_the_poles_and_beyond_them_warm_again(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_climate_settings def = climate_def();
    const tr_heights heights = {.ground = land};
    tr_climate *climate = make_climate(context, &def, &heights);
    // 1000 m are half a degree; from 45 degrees north to the north.
    const tr_sample_area area = {0, -1000, 1, 2001, 1000};
    test_fields fields = make_fields(context, &area);
    for (int32_t j = 0; j < area.height; j++) *sample_at(&fields.height, 0, j) = 10.0f;
    evaluate_into(climate, &area, &fields);
    assert_float_equal(*sample_at(&fields.temperature, 0, 1000 - 90), -22.0f, 1e-4f);   // the north pole
    assert_float_equal(*sample_at(&fields.temperature, 0, 1000 + 90), 28.0f, 1e-4f);    // the equator
    assert_float_equal(*sample_at(&fields.temperature, 0, 1000 + 270), -22.0f, 1e-4f);  // the south pole
    assert_float_equal(*sample_at(&fields.temperature, 0, 1000 - 270), 28.0f,
                       1e-4f);  // the equator beyond the north pole
    for (int32_t j = 1; j < area.height; j++) {
        const float step = fabsf(*sample_at(&fields.temperature, 0, j) - *sample_at(&fields.temperature, 0, j - 1));
        assert_true(step < 0.6f);
    }
    destroy_fields(context, &fields);
    tr_climate_destroy(climate);
    tr_context_destroy(context);
}

static float humidity_at(tr_context *context, const tr_climate *climate, int64_t x_m)
{
    const tr_sample_area area = {x_m, 0, 1, 1, 1};
    test_fields fields = evaluate(context, climate, &area);
    const float humidity = *fields.humidity.samples;
    destroy_fields(context, &fields);
    return humidity;
}

static void the_sea_upwind_gives_and_falls_off_inland(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_climate_settings def = climate_def();
    const tr_heights heights = {.ground = west_sea};
    tr_climate *from_sea = make_climate(context, &def, &heights);
    def.wind_deg = 90;
    tr_climate *from_land = make_climate(context, &def, &heights);
    assert_float_equal(humidity_at(context, from_sea, -50000), 0.85f, 1e-4f);
    assert_float_equal(humidity_at(context, from_sea, 40000), 0.5f, 1e-4f);
    float before = 1;
    for (int64_t x = 0; x <= 22000; x += 1000) {
        const float now = humidity_at(context, from_sea, x);
        assert_true(now <= before);
        before = now;
    }
    assert_true(humidity_at(context, from_sea, 3000) > 0.65f);
    assert_float_equal(humidity_at(context, from_land, 5000), 0.5f, 1e-4f);
    tr_climate_destroy(from_sea);
    tr_climate_destroy(from_land);
    tr_context_destroy(context);
}

static void mountains_take_behind_and_not_before_them(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    const tr_climate_settings def = climate_def();
    const tr_heights heights = {.ground = north_south_wall};
    tr_climate *climate = make_climate(context, &def, &heights);
    assert_true(humidity_at(context, climate, 6000) < 0.2f);
    assert_float_equal(humidity_at(context, climate, -8000), 0.5f, 1e-4f);
    assert_float_equal(humidity_at(context, climate, 40000), 0.5f, 1e-4f);
    tr_climate_destroy(climate);
    tr_context_destroy(context);
}

static double variance_of(const tr_grid *grid, double mean)
{
    double sum = 0;
    for (int64_t i = 0; i < grid->plane_stride; i++) sum += pow((double)grid->samples[i] - mean, 2);
    return sum / (double)grid->plane_stride;
}

static void variation_stays_within_its_measure_and_uses_it(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    tr_climate_settings def = climate_def();
    def.variation_degC = 4;
    def.humidity_variation = 0.25;
    def.lapse_degC_per_km = 0;
    def.metres_per_degree = 1e7;
    const tr_heights heights = {.ground = land};
    tr_climate *climate = make_climate(context, &def, &heights);
    const tr_sample_area area = {-200, -200, 400, 400, 1000};
    test_fields fields = evaluate(context, climate, &area);
    const climate_reference reference = {&def, 10.0, land};
    const double middle = climate_reference_temperature(&reference, 0, 0);
    double product = 0;
    for (int64_t i = 0; i < fields.temperature.plane_stride; i++) {
        const double degC = (double)fields.temperature.samples[i] - middle,
                     wet = (double)fields.humidity.samples[i] - 0.5;
        assert_true(fabs(degC) <= 4.05 && fabs(wet) <= 0.2501);
        product += degC * wet / (double)fields.temperature.plane_stride;
    }
    const double hot = sqrt(variance_of(&fields.temperature, middle)), wet = sqrt(variance_of(&fields.humidity, 0.5));
    assert_true(hot > 1.2 && hot < 3.2 && wet > 0.075 && wet < 0.2);
    assert_true(fabs(product / (hot * wet)) < 0.1);
    destroy_fields(context, &fields);
    tr_climate_destroy(climate);
    tr_context_destroy(context);
}

static void absurd_heights_give_numbers(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    const tr_climate_settings def = climate_def();
    const tr_heights heights = {.ground = absurd};
    tr_climate *climate = make_climate(context, &def, &heights);
    const tr_sample_area area = {-30, -30, 60, 60, 900};
    test_fields fields = make_fields(context, &area);
    for (int i = 0; i < 3600; i++) fields.height.samples[i] = i % 2 ? 3e38f : -3e38f;
    evaluate_into(climate, &area, &fields);
    for (int i = 0; i < 3600; i++) {
        assert_true(isfinite(fields.temperature.samples[i]));
        assert_true(fields.humidity.samples[i] >= 0 && fields.humidity.samples[i] <= 1);
        assert_true(fields.sea.samples[i] > -1e-5f && fields.sea.samples[i] < 1 + 1e-5f);
    }
    destroy_fields(context, &fields);
    tr_climate_destroy(climate);
    tr_context_destroy(context);
}

// A cubic B-spline has a steady curvature: nothing of the lattice shows in it where cells meet.
static void the_lattice_does_not_show(void **state)
{
    (void)state;
    enum { PER_CELL = 32, COUNT = 40 * PER_CELL };
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_climate_settings def = climate_def();
    def.sea_humidity = 1;  // of which rolling ground gives about half everywhere
    def.humidity = 0;
    def.rain_shadow = 0;
    const tr_heights heights = {.ground = rolling};
    tr_climate *climate = make_climate(context, &def, &heights);
    const tr_sample_area area = {0, 777, COUNT, 1, 1024.0 / PER_CELL};
    test_fields fields = evaluate(context, climate, &area);
    double max = 0, jump = 0;
    for (int32_t i = 2 * PER_CELL; i + PER_CELL < COUNT; i++) {
        const float *at = fields.humidity.samples + i;
        // The second difference over a quarter of a cell, and how it differs on both sides of a sample.
        const int d = PER_CELL / 4;
        const double left = (double)at[-2 * d] - 2 * (double)at[-d] + (double)at[0];
        const double right = (double)at[0] - 2 * (double)at[d] + (double)at[2 * d];
        max = fmax(max, fabs(left));
        jump = fmax(jump, fabs(left - right));
    }
    assert_true(max > 1e-4);
    assert_true(jump < 0.8 * max);
    destroy_fields(context, &fields);
    tr_climate_destroy(climate);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Purity

static void assert_same_fields(const char *what, const test_fields *found, const test_fields *expected)
{
    assert_same_bits(what, &found->temperature, &expected->temperature);
    assert_same_bits(what, &found->humidity, &expected->humidity);
    assert_same_bits(what, &found->sea, &expected->sea);
}

static test_fields part_of_fields(const test_fields *fields, int32_t x, int32_t z, int32_t width, int32_t height)
{
    return (test_fields){part_of(&fields->height, x, z, width, height),
                         part_of(&fields->temperature, x, z, width, height),
                         part_of(&fields->humidity, x, z, width, height), part_of(&fields->sea, x, z, width, height)};
}

// Fills `fields` by rectangles that grow, from the last to the first.
static void evaluate_in_parts(const tr_climate *climate, const tr_sample_area *area, const test_fields *fields)
{
    for (int32_t z = area->height, rows = 1; z > 0; rows += 4) {
        rows = rows < z ? rows : z;
        z -= rows;
        for (int32_t x = area->width, width = 3; x > 0; width += 9) {
            width = width < x ? width : x;
            x -= width;
            const tr_sample_area part = {area->x + x, area->z + z, width, rows, area->spacing_m};
            const test_fields to = part_of_fields(fields, x, z, width, rows);
            evaluate_into(climate, &part, &to);
        }
    }
}

static void check_purity(const tr_sample_area *area)
{
    tr_climate_settings def = climate_def();
    def.wind_deg = 200;
    def.variation_degC = 3;
    def.humidity_variation = 0.2;
    const tr_heights heights = {.ground = rolling};
    tr_context *plain = context_of(1, TR_ISA_SCALAR);
    tr_climate *climate = make_climate(plain, &def, &heights);
    test_fields expected = evaluate(plain, climate, area);
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available((tr_isa)isa)) continue;
        tr_context *context = context_of(isa == TR_ISA_SCALAR ? 1 : 4, (tr_isa)isa);
        tr_climate *other = make_climate(context, &def, &heights);
        test_fields found = evaluate(context, other, area);
        assert_same_fields(tr_isa_name((tr_isa)isa), &found, &expected);
        evaluate_in_parts(other, area, &found);
        assert_same_fields("parts", &found, &expected);
        destroy_fields(context, &found);
        tr_climate_destroy(other);
        tr_context_destroy(context);
    }
    destroy_fields(plain, &expected);
    tr_climate_destroy(climate);
    tr_context_destroy(plain);
}

static void instruction_sets_threads_and_parts_give_the_same_bits(void **state)
{
    (void)state;
    check_purity(&(tr_sample_area){-77, 1000, 133, 61, 1});
    check_purity(&(tr_sample_area){-30, -30, 101, 47, 64});
    check_purity(&(tr_sample_area){-200, 5, 350, 11, 1000});  // more cells than a patch has
    check_purity(&(tr_sample_area){3, 5, 19, 7, 40000});      // each sample a patch of its own
    check_purity(&(tr_sample_area){(INT64_C(1) << 61) - 40, -(INT64_C(1) << 61), 40, 20, 1.0 / 256});
}

static void samples_of_all_spacings_coincide(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    tr_climate_settings def = climate_def();
    def.variation_degC = 3;
    def.humidity_variation = 0.2;
    const tr_heights heights = {.ground = rolling};
    tr_climate *climate = make_climate(context, &def, &heights);
    for (double spacing_m = 0.5; spacing_m < 60000; spacing_m *= 8) {
        const tr_sample_area fine = {-16, -16, 33, 33, spacing_m}, coarse = {-8, -8, 17, 17, 2 * spacing_m};
        test_fields a = make_fields(context, &fine), b = make_fields(context, &coarse);
        for (int32_t j = 0; j < 17; j++)
            for (int32_t i = 0; i < 17; i++) *sample_at(&b.height, i, j) = *sample_at(&a.height, 2 * i, 2 * j);
        evaluate_into(climate, &fine, &a);
        evaluate_into(climate, &coarse, &b);
        for (int32_t j = 0; j < 17; j++)
            for (int32_t i = 0; i < 17; i++) {
                assert_true(*sample_at(&b.temperature, i, j) == *sample_at(&a.temperature, 2 * i, 2 * j));
                assert_true(*sample_at(&b.humidity, i, j) == *sample_at(&a.humidity, 2 * i, 2 * j));
            }
        destroy_fields(context, &a);
        destroy_fields(context, &b);
    }
    tr_climate_destroy(climate);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Cost and failure

static void heights_and_memory_follow_the_area(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    const tr_climate_settings def = climate_def();
    tr_heights heights = {.ground = land};
    tr_climate *climate = make_climate(context, &def, &heights);
    tr_error error;
    static const struct {
        tr_sample_area area;
        int64_t max_samples;
    } cases[] = {
        {{0, 0, 256, 256, 1}, 1500},
        {{0, 0, 1000, 1000, 1000}, 2500000},
        {{0, 0, 100, 100, 1e6}, 9000000},
    };
    // Millions of heights are for the run without sanitizers.
    const int case_count = TEST_SLOWDOWN > 1 ? 1 : 3;
    for (int k = 0; k < case_count; k++) {
        tr_grid humidity = make_grid(context, cases[k].area.width, cases[k].area.height, 1);
        const uint64_t before = tr_context_memory(context).used_bytes;
        heights.samples = 0;
        assert_true(tr_climate_evaluate(climate, &cases[k].area, NULL, NULL, &humidity, &error));
        assert_true(heights.samples <= cases[k].max_samples);
        assert_true(tr_context_memory(context).peak_bytes - before < 16 << 20);
        tr_grid_destroy(context, &humidity);
    }
    tr_climate_destroy(climate);
    tr_context_destroy(context);
}

static void the_reach_covers_what_is_read(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_climate_settings def = climate_def();
    tr_heights heights = {.ground = land};
    for (def.wind_deg = 0; def.wind_deg < 360; def.wind_deg += 35) {
        tr_climate *climate = make_climate(context, &def, &heights);
        const double reach_m = tr_climate_reach_m(climate);
        assert_true(reach_m >= def.reach_m - 2048 && reach_m <= def.reach_m + 5 * 1024);
        tr_climate_destroy(climate);
    }
    tr_context_destroy(context);
}

static void a_ground_that_fails_is_reported(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    const tr_climate_settings def = climate_def();
    const tr_heights heights = {.ground = land, .fails = true};
    tr_climate *climate = make_climate(context, &def, &heights);
    const tr_sample_area area = {0, 0, 20, 20, 5000};
    test_fields fields = make_fields(context, &area);
    tr_error error;
    assert_false(tr_climate_evaluate(climate, &area, &fields.height, &fields.temperature, &fields.humidity, &error));
    assert_int_equal(error.code, TR_ERROR_INTERNAL);
    destroy_fields(context, &fields);
    tr_climate_destroy(climate);
    tr_context_destroy(context);
}

static bool create_and_evaluate(tr_context *context, const tr_heights *heights, const test_fields *fields,
                                tr_error *err)
{
    const tr_climate_settings def = climate_def();
    const tr_sample_area area = {0, 0, 9, 9, 64};
    tr_climate *climate = tr_climate_create(context, &def, 1, 0, heights, err);
    const bool ok =
        climate && tr_climate_evaluate(climate, &area, &fields->height, &fields->temperature, &fields->humidity, err) &&
        tr_climate_sea(climate, &area, &fields->sea, err);
    tr_climate_destroy(climate);
    return ok;
}

static void short_memory_is_an_error_and_leaks_nothing(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    const tr_heights heights = {.ground = land};
    const tr_sample_area area = {0, 0, 9, 9, 64};
    test_fields fields = make_fields(context, &area);
    const int64_t before = allocator.live_blocks;
    int failures = 0;
    for (bool done = false; !done; failures += !done) {
        tr_error error;
        allocator.fail_at = allocator.allocations + failures;
        done = create_and_evaluate(context, &heights, &fields, &error);
        assert_int_equal(allocator.live_blocks, before);
        if (!done) assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
    }
    assert_true(failures > 5);
    destroy_fields(context, &fields);
    tr_context_destroy(context);
}

TEST_GROUP(climate)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_reference_agrees),
        cmocka_unit_test(it_is_cold_at_the_poles_and_beyond_them_warm_again),
        cmocka_unit_test(the_sea_upwind_gives_and_falls_off_inland),
        cmocka_unit_test(mountains_take_behind_and_not_before_them),
        cmocka_unit_test(variation_stays_within_its_measure_and_uses_it),
        cmocka_unit_test(absurd_heights_give_numbers),
        cmocka_unit_test(the_lattice_does_not_show),
        cmocka_unit_test(instruction_sets_threads_and_parts_give_the_same_bits),
        cmocka_unit_test(samples_of_all_spacings_coincide),
        cmocka_unit_test(heights_and_memory_follow_the_area),
        cmocka_unit_test(the_reach_covers_what_is_read),
        cmocka_unit_test(a_ground_that_fails_is_reported),
        cmocka_unit_test(short_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
