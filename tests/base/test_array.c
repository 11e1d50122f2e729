#include "counting_context.h"

#include "base/array.h"

static void it_grows_and_keeps_what_it_holds(void **state)
{
    (void)state;
    enum { COUNT = 10000 };
    int32_t *items = NULL, capacity = 0;
    const int64_t before = allocator.allocations;
    for (int32_t i = 0; i < COUNT; i++) {
        items = tr_array_reserve(context, items, i, &capacity, sizeof *items, NULL);
        assert_non_null(items);
        assert_true(i < capacity);
        items[i] = -i;
    }
    for (int32_t i = 0; i < COUNT; i++) assert_int_equal(items[i], -i);
    // Twice as large each time.
    assert_true(allocator.allocations - before <= 12);
    tr_free(context, items);
}

static void a_failing_allocator_keeps_the_old_one(void **state)
{
    (void)state;
    int32_t capacity = 0;
    char *items = tr_array_reserve(context, NULL, 0, &capacity, 1, NULL);
    const int32_t full = capacity;
    allocator.fail_at = allocator.allocations;
    tr_error err = {0};
    assert_null(tr_array_reserve(context, items, full, &capacity, 1, &err));
    allocator.fail_at = -1;
    assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
    assert_int_equal(capacity, full);
    tr_free(context, items);
}

static void a_list_that_cannot_be_counted_is_refused(void **state)
{
    (void)state;
    char item;
    int32_t capacity = INT32_MAX;
    tr_error err = {0};
    assert_null(tr_array_reserve(context, &item, INT32_MAX, &capacity, 1, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    // From here on twice as many are too many; a budget that is small says so.
    capacity = INT32_MAX / 2 + 1;
    assert_null(tr_array_reserve(context, &item, capacity, &capacity, (size_t)1 << 30, &err));
    assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
}

TEST_GROUP(array)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_grows_and_keeps_what_it_holds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_allocator_keeps_the_old_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_list_that_cannot_be_counted_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
