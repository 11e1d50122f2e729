// Distances of nearest neighbours against every pair.
#include "cmocka_test.h"

#include <math.h>
#include <string.h>

#include "test_context.h"

#include "terrane/place.h"

enum { COUNT = 700 };
static tr_context *context;

// Points of a square, of a row, and of one place with a few far away.
static void scatter(int kind, tr_object objects[COUNT])
{
    memset(objects, 0, COUNT * sizeof *objects);
    for (int i = 0; i < COUNT; i++) {
        const double x = tr_unit_from_hash(tr_hash_identity(3, 1, i, kind, 0));
        const double z = tr_unit_from_hash(tr_hash_identity(3, 2, i, kind, 0));
        const double far_m = kind == 2 && i % 100 == 0 ? 1e6 : 0;
        objects[i].x_m = -50 + 100 * x + far_m;
        objects[i].z_m = kind == 1 ? 7 : 1000 + 100 * z;
    }
}

static void distances_are_those_of_every_pair(void **state)
{
    (void)state;
    static tr_object objects[COUNT];
    for (int kind = 0; kind < 3; kind++) {
        scatter(kind, objects);
        double min_m = INFINITY, sum_m = 0;
        int64_t bins[TR_NEAREST_BINS] = {0};
        for (int i = 0; i < COUNT; i++) {
            double nearest_m2 = INFINITY;
            for (int j = 0; j < COUNT; j++) {
                const double dx = objects[j].x_m - objects[i].x_m, dz = objects[j].z_m - objects[i].z_m;
                nearest_m2 = i != j && dx * dx + dz * dz < nearest_m2 ? dx * dx + dz * dz : nearest_m2;
            }
            const double distance_m = sqrt(nearest_m2);
            const double bin = floor((distance_m / 2.0 - TR_NEAREST_FIRST) / TR_NEAREST_STEP);
            bins[bin < 0 ? 0 : bin >= TR_NEAREST_BINS ? TR_NEAREST_BINS - 1 : (int)bin]++;
            min_m = fmin(min_m, distance_m);
            sum_m += distance_m;
        }
        tr_nearest_report report;
        assert_true(tr_nearest_measure(context, objects, COUNT, 2.0, &report, NULL));
        assert_int_equal(report.count, COUNT);
        assert_true(report.min_m == min_m && fabs(report.mean_m - sum_m / COUNT) < 1e-9 * sum_m);
        assert_memory_equal(report.bins, bins, sizeof bins);
    }
}

static void a_single_object_has_no_neighbour(void **state)
{
    (void)state;
    const tr_object alone = {.x_m = 1};
    tr_nearest_report report;
    assert_true(tr_nearest_measure(context, &alone, 1, 2.0, &report, NULL));
    assert_int_equal(report.count, 0);
}

TEST_GROUP(nearest)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_every_pair),
        cmocka_unit_test(a_single_object_has_no_neighbour),
    };
    context = test_context(1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tr_context_destroy(context);
    return failed;
}
