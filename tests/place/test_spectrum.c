// The periodogram, and patterns against dart throwing by it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../reference/dart_reference.h"
#include "cmocka_test.h"
#include "test_context.h"
#include "test_effort.h"
#include "terrane/place.h"

static tr_context *context;

static int set_up(void **state)
{
    (void)state;
    context = test_context(2);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_context_destroy(context);
    return 0;
}

typedef struct test_points {
    size_t count;
    double side;
    double *x, *z;
} test_points;

static test_points room_for(double side, size_t max)
{
    test_points out = {.side = side, .x = malloc(max * sizeof *out.x), .z = malloc(max * sizeof *out.z)};
    assert_non_null(out.x);
    assert_non_null(out.z);
    return out;
}

static void free_points(test_points *points)
{
    free(points->x);
    free(points->z);
}

static tr_spectrum measure(const test_points *points)
{
    tr_spectrum spectrum;
    tr_error err;
    if (!tr_spectrum_measure(context, &(tr_spectrum_points){points->x, points->z, points->count, points->side},
                             &spectrum, NULL, &err))
        fail_msg("%s", err.message);
    return spectrum;
}

static test_points pattern_points(const tr_pattern *pattern, uint64_t seed, int32_t cells)
{
    const double cell = tr_pattern_info_of(pattern).side;
    test_points out = room_for(cells * cell, (size_t)cells * (size_t)cells * TR_PATTERN_SLOTS);
    for (int32_t j = 0; j < cells; j++) {
        for (int32_t i = 0; i < cells; i++) {
            tr_candidate candidates[TR_PATTERN_SLOTS];
            const int32_t count = tr_pattern_cell(pattern, seed, i, j, candidates);
            for (int32_t k = 0; k < count; k++) {
                out.x[out.count] = i * cell + (double)candidates[k].x / TR_PATTERN_UNITS;
                out.z[out.count++] = j * cell + (double)candidates[k].z / TR_PATTERN_UNITS;
            }
        }
    }
    return out;
}

static test_points dart_points(uint64_t seed, double side)
{
    test_points out = room_for(side, (size_t)(1.2 * side * side));
    out.count = dart_reference(seed, side, 300, out.x, out.z);
    return out;
}

// ---------------------------------------------------------------------------------------------------------
// The measure

static void random_points_have_no_order(void **state)
{
    (void)state;
    test_points points = room_for(60, 5000);
    for (; points.count < 5000; points.count++) {
        points.x[points.count] = 60 * tr_unit_from_hash(tr_hash_identity(1, 0, (int64_t)points.count, 0, 0));
        points.z[points.count] = 60 * tr_unit_from_hash(tr_hash_identity(1, 1, (int64_t)points.count, 0, 0));
    }
    const tr_spectrum spectrum = measure(&points);
    for (int bin = 4; bin < TR_SPECTRUM_BINS; bin++) {
        assert_true(fabs(spectrum.power[bin] - 1) < 0.2);
        assert_true(fabs(spectrum.anisotropy[bin]) < 1.5);
    }
    assert_true(spectrum.peak < 25);
    free_points(&points);
}

// The sum itself, at one frequency.
static double direct(const test_points *points, double u, double v)
{
    double re = 0, im = 0;
    for (size_t n = 0; n < points->count; n++) {
        const double angle = 2 * 3.14159265358979323846 * (u * points->x[n] + v * points->z[n]);
        re += cos(angle);
        im -= sin(angle);
    }
    return (re * re + im * im) / (double)points->count;
}

static void power_is_that_of_the_sum(void **state)
{
    (void)state;
    test_points points = dart_points(5, 8);
    const tr_spectrum spectrum = measure(&points);
    double sums[TR_SPECTRUM_BINS] = {0}, peak = 0;
    int counts[TR_SPECTRUM_BINS] = {0};
    for (int pass = 0; pass < 2; pass++) {
        for (int v = 0; v <= 32; v++) {
            for (int u = v == 0 ? 1 : -32; u <= 32; u++) {
                const int bin = (int)(sqrt(u * u + v * v) / 8 * TR_SPECTRUM_STEPS);
                if (bin >= TR_SPECTRUM_BINS) continue;
                const double power = direct(&points, u / 8.0, v / 8.0);
                if (pass == 0) sums[bin] += power, counts[bin]++;
                if (pass == 1 && bin > 0) peak = fmax(peak, power * counts[bin] / sums[bin]);
            }
        }
    }
    for (int bin = 0; bin < TR_SPECTRUM_BINS; bin++) {
        if (counts[bin] > 0) assert_true(fabs(spectrum.power[bin] - sums[bin] / counts[bin]) < 1e-4);
    }
    assert_true(fabs(spectrum.peak - peak) < 1e-3 * peak);
    free_points(&points);
}

static void a_lattice_is_a_peak(void **state)
{
    (void)state;
    test_points points = room_for(32, 1024);
    for (; points.count < 1024; points.count++) {
        points.x[points.count] = (double)(points.count % 32);
        points.z[points.count] = (double)(points.count / 32);
    }
    const tr_spectrum spectrum = measure(&points);
    assert_true(spectrum.peak > 100);
    const double squared = spectrum.peak_frequency * spectrum.peak_frequency;
    assert_true(fabs(squared - floor(squared + 0.5)) < 1e-6);
    free_points(&points);
}

static void the_picture_has_frequency_0_in_its_middle(void **state)
{
    (void)state;
    test_points points = dart_points(1, 30);
    tr_spectrum spectrum;
    tr_image picture;
    assert_true(tr_spectrum_measure(context, &(tr_spectrum_points){points.x, points.z, points.count, points.side},
                                    &spectrum, &picture, NULL));
    assert_int_equal(picture.width, picture.height);
    assert_int_equal(picture.width % 2, 1);
    const uint8_t *pixels = picture.pixels;
    const int32_t middle = picture.width / 2;
    double inner = 0, outer = 0;
    for (int32_t i = -3; i <= 3; i++) {
        inner += pixels[(size_t)middle * picture.row_bytes + (size_t)(middle + i)];
        outer += pixels[(size_t)middle * picture.row_bytes + (size_t)(middle + picture.width / 3 + i)];
    }
    assert_true(inner < outer / 2);
    for (int32_t i = 0; i < picture.width; i++)
        assert_int_equal(pixels[(size_t)i],
                         pixels[(size_t)(picture.height - 1) * picture.row_bytes + (size_t)(picture.width - 1 - i)]);
    tr_image_destroy(context, &picture);
    free_points(&points);
}

static void bad_points_are_refused(void **state)
{
    (void)state;
    double x[2] = {1, 2}, z[2] = {1, 2};
    tr_spectrum spectrum;
    tr_error err;
    assert_false(tr_spectrum_measure(context, &(tr_spectrum_points){x, z, 0, 4}, &spectrum, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_false(tr_spectrum_measure(context, &(tr_spectrum_points){x, z, 2, NAN}, &spectrum, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
    assert_false(tr_spectrum_measure(context, &(tr_spectrum_points){x, z, 2, 0}, &spectrum, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_false(tr_spectrum_measure(context, &(tr_spectrum_points){x, z, 2, 1.5}, &spectrum, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    z[1] = INFINITY;
    assert_false(tr_spectrum_measure(context, &(tr_spectrum_points){x, z, 2, 4}, &spectrum, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
}

static void memory_may_fail_at_any_time(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *counting = test_context_counting(1, &allocator);
    const double x[2] = {1, 2}, z[2] = {1, 2};
    tr_spectrum spectrum;
    tr_image picture;
    int64_t failures = 0;
    bool done = false;
    while (!done) {
        const int64_t before = allocator.live_blocks;
        allocator.fail_at = allocator.allocations + failures;
        tr_error err;
        done = tr_spectrum_measure(counting, &(tr_spectrum_points){x, z, 2, 4}, &spectrum, &picture, &err);
        if (done) break;
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, before);
        failures++;
    }
    assert_in_range(failures, 8, 20);
    allocator.fail_at = -1;
    tr_image_destroy(counting, &picture);
    tr_context_destroy(counting);
    assert_int_equal(allocator.live_blocks, 0);
}

// ---------------------------------------------------------------------------------------------------------
// Patterns

enum { CELLS = 12, SEEDS = 3 };

static tr_pattern *create(tr_pattern_kind kind, int32_t colors, uint64_t seed)
{
    tr_pattern_def def = tr_default_pattern_def();
    def.kind = kind;
    def.colors = colors;
    def.seed = seed;
    tr_pattern *pattern = tr_pattern_create(context, &def, NULL);
    assert_non_null(pattern);
    return pattern;
}

// The mean power at frequencies of the lattice of cells, relative to what dart throwing has in their bins.
static double lattice_power(const test_points *points, double cell, const tr_spectrum *reference)
{
    double sum = 0;
    int count = 0;
    for (int v = 0; v <= 12; v++) {
        for (int u = v == 0 ? 1 : -12; u <= 12; u++) {
            const int bin = (int)(sqrt(u * u + v * v) / cell * TR_SPECTRUM_STEPS);
            sum += direct(points, u / cell, v / cell) / reference->power[bin];
            count++;
        }
    }
    return sum / count;
}

typedef struct test_quality {
    double peak, lattice, low, anisotropy;  // means over seeds
} test_quality;

static test_quality judge(tr_pattern_kind kind, int32_t colors)
{
    test_quality out = {0};
    const int seeds = TEST_SLOWDOWN > 1 ? 1 : SEEDS;
    for (uint64_t seed = 0; seed < (uint64_t)seeds; seed++) {
        tr_pattern *pattern = create(kind, colors, seed);
        test_points ours = pattern_points(pattern, 50 + seed, CELLS);
        test_points true_darts = dart_points(seed, ours.side);
        const tr_spectrum of_ours = measure(&ours), of_darts = measure(&true_darts);
        out.peak += of_ours.peak / of_darts.peak / seeds;
        out.lattice += lattice_power(&ours, tr_pattern_info_of(pattern).side, &of_darts) / seeds;
        for (int bin = 0; bin < 6; bin++) out.low += of_ours.power[bin] / 6 / seeds;
        double worst = -100;
        for (int bin = 2; bin < TR_SPECTRUM_BINS; bin++) worst = fmax(worst, of_ours.anisotropy[bin]);
        out.anisotropy += worst / seeds;
        free_points(&ours);
        free_points(&true_darts);
        tr_pattern_destroy(pattern);
    }
    print_message(
        "%s, %d colours: peak %.2f of dart throwing's, lattice %.2f, low frequencies %.3f, anisotropy %.2f dB\n",
        tr_pattern_name(kind), (int)colors, out.peak, out.lattice, out.low, out.anisotropy);
    return out;
}

static void darts_in_tiles_look_like_dart_throwing(void **state)
{
    (void)state;
    const test_quality quality = judge(TR_PATTERN_DART, 2);
    assert_true(quality.peak < 1.6);
    assert_true(quality.lattice < 3);
    assert_true(quality.low < 0.12);
    assert_true(quality.anisotropy < 2);
}

static void relaxed_tiles_have_no_peaks_either(void **state)
{
    (void)state;
    const test_quality quality = judge(TR_PATTERN_BLUE, 2);
    assert_true(quality.peak < 1.8);
    assert_true(quality.lattice < 3);
    assert_true(quality.low < 0.08);
    assert_true(quality.anisotropy < 3);
}

static void one_tile_repeated_does_show(void **state)
{
    (void)state;
    const test_quality quality = judge(TR_PATTERN_DART, 1);
    assert_true(quality.peak > 20);
    assert_true(quality.lattice > 50);
    assert_true(quality.anisotropy > 10);
}

TEST_GROUP(spectrum)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_points_have_no_order),
        cmocka_unit_test(power_is_that_of_the_sum),
        cmocka_unit_test(a_lattice_is_a_peak),
        cmocka_unit_test(the_picture_has_frequency_0_in_its_middle),
        cmocka_unit_test(bad_points_are_refused),
        cmocka_unit_test(memory_may_fail_at_any_time),
        cmocka_unit_test(darts_in_tiles_look_like_dart_throwing),
        cmocka_unit_test(relaxed_tiles_have_no_peaks_either),
        cmocka_unit_test(one_tile_repeated_does_show),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
