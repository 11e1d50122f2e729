// Where samples lie: areas that are allowed, and the area of a region.
#include <math.h>

#include "cmocka_test.h"
#include "terrane/terrain.h"

static const int64_t end_of_world_m = (int64_t)1 << 54;  // 2^62 units

static void assert_covers(tr_region region, double spacing_m)
{
    tr_sample_area area;
    tr_error err = {0};
    if (!tr_sample_area_of_region(&region, spacing_m, &area, &err)) fail_msg("%s", err.message);
    const int64_t units = (int64_t)(spacing_m * TR_UNITS_PER_METRE);
    const int64_t first[2] = {area.x, area.z}, size[2] = {area.width, area.height};
    const int64_t low_m[2] = {region.x0, region.z0}, high_m[2] = {region.x1, region.z1};
    for (int axis = 0; axis < 2; axis++) {
        const int64_t low = low_m[axis] * TR_UNITS_PER_METRE, high = high_m[axis] * TR_UNITS_PER_METRE;
        const int64_t last = first[axis] + size[axis] - 1;
        assert_true(first[axis] * units <= low && (first[axis] + 1) * units > low);
        assert_true(last * units >= high && (last - 1) * units < high);
    }
    assert_true(area.spacing_m == spacing_m);
}

static void an_area_covers_its_region_and_no_more(void **state)
{
    (void)state;
    static const double spacings_m[] = {1.0 / 256, 0.25, 1, 3, 3.5, 7, 256, 8388608};
    for (int i = 0; i < 2000; i++) {
        const uint64_t hash = tr_hash_identity(1, 2, i, 0, 0);
        const double spacing_m = spacings_m[hash % 8];
        const int64_t reach = spacing_m < 1 ? 60000 : 1000000;
        const int64_t x = (int64_t)(hash >> 8) % 2000003 - 1000000, z = (int64_t)(hash >> 30) % 2000003 - 1000000;
        assert_covers((tr_region){x, z, x + 1 + (int64_t)(hash >> 40) % reach, z + 1 + (int64_t)(hash >> 20) % reach},
                      spacing_m);
    }
}

static void regions_reach_to_the_ends_of_the_world(void **state)
{
    (void)state;
    const int64_t far = end_of_world_m;
    assert_covers((tr_region){-far, -far, -far + 100, -far + 3}, 1);
    assert_covers((tr_region){far - 100, far - 3, far - 1, far - 1}, 1.0 / 256);
    assert_covers((tr_region){-far, far - 3, -far + 5, far - 1}, 1.0 / 256);
}

static void assert_refused(tr_region region, double spacing_m, tr_error_code code)
{
    tr_sample_area area;
    tr_error err = {0};
    assert_false(tr_sample_area_of_region(&region, spacing_m, &area, &err));
    assert_int_equal(err.code, code);
    assert_false(tr_sample_area_of_region(&region, spacing_m, &area, NULL));
}

static void bad_regions_are_refused(void **state)
{
    (void)state;
    const int64_t far = end_of_world_m;
    assert_refused((tr_region){0, 0, 0, 5}, 1, TR_ERROR_INVALID_ARGUMENT);
    assert_refused((tr_region){0, 6, 5, 5}, 1, TR_ERROR_INVALID_ARGUMENT);
    assert_refused((tr_region){0, 0, 1 << 24, 5}, 1, TR_ERROR_TOO_LARGE);
    assert_refused((tr_region){-far, -far, far - 1, far - 1}, 1.0 / 256, TR_ERROR_TOO_LARGE);
    assert_refused((tr_region){far - 5, 0, far, 5}, 1, TR_ERROR_TOO_LARGE);
    assert_refused((tr_region){-far - 1, 0, -far + 5, 5}, 1, TR_ERROR_TOO_LARGE);
    assert_refused((tr_region){INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX}, 1, TR_ERROR_TOO_LARGE);
    const double spacings_m[] = {0, -1, 1.0 / 512, 0.1, 8388609};
    for (int i = 0; i < 5; i++) assert_refused((tr_region){0, 0, 5, 5}, spacings_m[i], TR_ERROR_INVALID_ARGUMENT);
    assert_refused((tr_region){0, 0, 5, 5}, NAN, TR_ERROR_NOT_FINITE);
    assert_refused((tr_region){0, 0, 5, 5}, INFINITY, TR_ERROR_NOT_FINITE);
}

static void areas_end_where_the_world_does(void **state)
{
    (void)state;
    const int64_t limit = (int64_t)1 << 62;
    assert_true(tr_sample_area_check(&(tr_sample_area){-limit, limit - 5, 3, 5, 1.0 / 256}, NULL));
    assert_false(tr_sample_area_check(&(tr_sample_area){-limit - 1, 0, 3, 5, 1.0 / 256}, NULL));
    assert_false(tr_sample_area_check(&(tr_sample_area){0, limit - 4, 3, 5, 1.0 / 256}, NULL));
    assert_false(tr_sample_area_check(&(tr_sample_area){INT64_MIN, 0, 3, 5, 1}, NULL));
    assert_false(tr_sample_area_check(&(tr_sample_area){0, INT64_MAX, 3, 5, 1}, NULL));
    assert_false(tr_sample_area_check(&(tr_sample_area){0, 0, 0, 5, 1}, NULL));
    assert_false(tr_sample_area_check(&(tr_sample_area){0, 0, 5, (1 << 24) + 1, 1}, NULL));
}

TEST_GROUP(area)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_area_covers_its_region_and_no_more),
        cmocka_unit_test(regions_reach_to_the_ends_of_the_world),
        cmocka_unit_test(bad_regions_are_refused),
        cmocka_unit_test(areas_end_where_the_world_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
