// The map of tiles against a plain list, with places that fall together and many removals.
#include "counting_context.h"

#include "geometry/tile_map.h"
#include "test_effort.h"

enum { SIDE = 40, PLACES = SIDE * SIDE };

static void it_holds_what_a_list_holds(void **state)
{
    (void)state;
    static int things[PLACES];
    bool there[PLACES] = {false};
    uint64_t count = 0;
    tr_tile_map map = {0};
    const int64_t steps = test_effort(200000, 5000000);
    assert_null(tr_tile_map_find(&map, 0, 0));
    tr_tile_map_remove(&map, 0, 0);
    for (int64_t i = 0; i < steps; i++) {
        const uint64_t hash = tr_hash_identity(3, 4, i, 0, 0);
        const int32_t at = (int32_t)tr_index_from_hash(hash, PLACES);
        // Far and near the origin, to both sides.
        const int64_t x = (int64_t)(at % SIDE - SIDE / 2) * (INT64_C(1) << 40), z = at / SIDE - SIDE / 2;
        assert_true(tr_tile_map_find(&map, x, z) == (there[at] ? &things[at] : NULL));
        // Rather fuller in one half of the time, rather emptier in the other.
        const bool put = (hash & 7) < (i / 20000 % 2 ? 6u : 2u);
        if (put) {
            assert_true(tr_tile_map_reserve(context, &map, map.count + 1, NULL));
            tr_tile_map_put(&map, x, z, &things[at]);
        } else {
            tr_tile_map_remove(&map, x, z);
        }
        count += (uint64_t)put - (uint64_t)there[at];
        there[at] = put;
        assert_int_equal(map.count, count);
    }
    for (int32_t at = 0; at < PLACES; at++) {
        const int64_t x = (int64_t)(at % SIDE - SIDE / 2) * (INT64_C(1) << 40), z = at / SIDE - SIDE / 2;
        assert_true(tr_tile_map_find(&map, x, z) == (there[at] ? &things[at] : NULL));
    }
    tr_tile_map_destroy(context, &map);
}

static void a_failing_allocator_keeps_what_is_there(void **state)
{
    (void)state;
    int thing;
    tr_tile_map map = {0};
    assert_true(tr_tile_map_reserve(context, &map, 1, NULL));
    tr_tile_map_put(&map, -5, 7, &thing);
    allocator.fail_at = allocator.allocations;
    tr_error err = {0};
    assert_false(tr_tile_map_reserve(context, &map, 100000, &err));
    assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
    allocator.fail_at = -1;
    assert_ptr_equal(tr_tile_map_find(&map, -5, 7), &thing);
    tr_tile_map_destroy(context, &map);
}

TEST_GROUP(tile_map)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_holds_what_a_list_holds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_allocator_keeps_what_is_there, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
