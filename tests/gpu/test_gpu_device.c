// Opening and closing a device.
#include <pthread.h>
#include <string.h>

#include "gpu_fixture.h"

static void headless_device_opens_and_says_what_it_is(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    tr_gpu_info info = tr_gpu_info_of(fixture.gpu);
    assert_int_equal(info.state, TR_GPU_READY);
    assert_true(strlen(info.vendor) > 0 && strlen(info.renderer) > 0 && strlen(info.version) > 0);
    assert_int_equal(strlen(info.reason), 0);
    if (strstr(info.renderer, "llvmpipe")) assert_true(info.software);
    print_message("driver: %s, %s%s\n", info.renderer, info.version, info.software ? ", software" : "");
    gpu_fixture_close(&fixture);
}

static void two_devices_live_side_by_side(void **state)
{
    (void)state;
    gpu_fixture first = gpu_fixture_open();
    gpu_fixture second = gpu_fixture_open();
    uint32_t words[3] = {1, 2, 3};
    tr_gpu_request *request = gpu_submit_mix(second.gpu, words, 3, 9, 2, NULL);
    gpu_fixture_close(&first);
    gpu_check_mix(request, words, 3, 9, 2);
    tr_gpu_request_release(request);
    gpu_fixture_close(&second);
}

static void released_requests_in_flight_end_with_the_device(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    uint32_t *words = gpu_test_words(50000);
    for (uint32_t i = 0; i < 30; i++) tr_gpu_request_release(gpu_submit_mix(fixture.gpu, words, 50000, i, 50, NULL));
    gpu_fixture_close(&fixture);
    test_free(words);
}

static void held_requests_outlive_the_device_as_cancelled(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    uint32_t *words = gpu_test_words(50000);
    tr_gpu_request *requests[20];
    for (uint32_t i = 0; i < 20; i++) requests[i] = gpu_submit_mix(fixture.gpu, words, 50000, i, 50, NULL);
    gpu_check_mix(requests[0], words, 50000, 0, 50);
    tr_gpu_destroy(fixture.gpu);
    for (int i = 0; i < 20; i++) {
        tr_error err = {0};
        assert_true(tr_gpu_request_ready(requests[i]));
        assert_null(tr_gpu_request_wait(requests[i], -1, &err));
        assert_int_equal(err.code, TR_ERROR_CANCELLED);
        tr_gpu_request_release(requests[i]);
    }
    assert_int_equal(tr_context_memory(fixture.context).used_bytes, fixture.used_bytes_before);
    tr_context_destroy(fixture.context);
    test_free(words);
}

typedef struct test_waiter {
    tr_gpu_request *request;
    tr_error err;
    bool got_result;
} test_waiter;

static void *wait_on_thread(void *user)
{
    test_waiter *waiter = user;
    waiter->got_result = tr_gpu_request_wait(waiter->request, -1, &waiter->err) != NULL;
    tr_gpu_request_release(waiter->request);
    return NULL;
}

static void destroying_wakes_waiting_threads(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    uint32_t *words = gpu_test_words(60000);
    test_waiter waiters[6];
    pthread_t threads[6];
    for (uint32_t i = 0; i < 6; i++) {
        waiters[i] = (test_waiter){.request = gpu_submit_mix(fixture.gpu, words, 60000, i, 300, NULL)};
        assert_int_equal(pthread_create(&threads[i], NULL, wait_on_thread, &waiters[i]), 0);
    }
    tr_gpu_destroy(fixture.gpu);
    for (int i = 0; i < 6; i++) {
        pthread_join(threads[i], NULL);
        assert_true(waiters[i].got_result || waiters[i].err.code == TR_ERROR_CANCELLED);
    }
    assert_int_equal(tr_context_memory(fixture.context).used_bytes, fixture.used_bytes_before);
    tr_context_destroy(fixture.context);
    test_free(words);
}

static void fail_after(test_allocator *allocator, int64_t blocks)
{
    allocator->fail_at = atomic_load(&allocator->allocations) + blocks;
    allocator->fail_after = true;
}

static void every_missing_block_is_reported(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    tr_error err = {0};
    for (int64_t blocks = 0; blocks < 8; blocks++) {
        fail_after(&allocator, blocks);
        assert_null(tr_gpu_create(context, false, &err));
        if (err.code == TR_ERROR_OUT_OF_MEMORY) continue;
        tr_context_destroy(context);
        gpu_skip_or_fail(&err);
    }
    allocator.fail_at = -1;
    tr_gpu *gpu = tr_gpu_create(context, false, &err);
    if (!gpu) fail_msg("%s", err.message);
    uint32_t words[3] = {1, 2, 3};
    for (int64_t blocks = 0; blocks < 5; blocks++) {
        fail_after(&allocator, blocks);
        tr_gpu_request *request = gpu_submit_mix(gpu, words, 3, 0, 1, &err);
        if (!request || !tr_gpu_request_wait(request, -1, &err)) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        tr_gpu_request_release(request);
    }
    tr_gpu_destroy(gpu);
    tr_context_destroy(context);
    assert_int_equal(atomic_load(&allocator.live_blocks), 0);
}

TEST_GROUP(gpu_device)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headless_device_opens_and_says_what_it_is),
        cmocka_unit_test(two_devices_live_side_by_side),
        cmocka_unit_test(released_requests_in_flight_end_with_the_device),
        cmocka_unit_test(held_requests_outlive_the_device_as_cancelled),
        cmocka_unit_test(destroying_wakes_waiting_threads),
        cmocka_unit_test(every_missing_block_is_reported),
    };
    return cmocka_run_group_tests_name("gpu device", tests, NULL, NULL);
}
