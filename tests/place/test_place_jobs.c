// Requests as jobs: cancelled at any moment, from several threads at once, without memory, within a budget.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "place_scene.h"
#include "test_effort.h"

static tr_place_request_def request_of(tr_region region)
{
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = region;
    return request;
}

static uint64_t hash_of(const tr_placement *placement)
{
    const int64_t count = tr_placement_count(placement, 0, -1);
    return count ? tr_hash_bytes(tr_placement_records(placement, 0, -1), (size_t)count * sizeof(tr_place_record), 1)
                 : 0;
}

static void cancelled_jobs_leave_nothing_behind(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(3, &allocator);
    place_scene scene;
    place_scene_ground(&scene, context, 4, 0.5, 0.6);
    tr_placer *placer = place_scene_placer(&scene);
    const tr_place_request_def request = request_of((tr_region){-100, -100, 150, 150});
    int finished = 0;
    for (int k = 0; k < test_effort(60, 600); k++) {
        tr_placement *out;
        tr_error err;
        tr_job *job = tr_place_start(placer, &request, TR_PRIORITY_NORMAL, &out, &err);
        assert_non_null(job);
        if (k % 6 != 0) {
            tr_job_wait(job, (int64_t)tr_index_from_hash(tr_hash_identity(5, 0, k, 0, 0), 20000000));
            tr_job_cancel(job);
        }
        if (tr_job_finish(job, &err)) {
            assert_non_null(out);
            finished++;
        } else {
            assert_int_equal(err.code, TR_ERROR_CANCELLED);
            assert_null(out);
        }
        tr_placement_destroy(out);
    }
    assert_true(finished > 0);
    tr_placer_destroy(placer);
    place_scene_destroy(&scene);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

static bool stop_at_once(void *user, double share)
{
    (void)share;
    ++*(int *)user;
    return false;
}

static void progress_cancels(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    place_scene scene;
    place_scene_ground(&scene, context, 4, 1, 0.6);
    tr_placer *placer = place_scene_placer(&scene);
    const tr_place_request_def request = request_of((tr_region){0, 0, 300, 300});
    int calls = 0;
    const tr_progress progress = {stop_at_once, &calls};
    tr_error err;
    assert_null(tr_place(placer, &request, &progress, &err));
    assert_int_equal(err.code, TR_ERROR_CANCELLED);
    assert_int_equal(calls, 1);
    tr_placer_destroy(placer);
    place_scene_destroy(&scene);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Many threads

enum { THREADS = 4, PLACES = 32 };

typedef struct test_caller {
    const tr_placer *placer;
    const uint64_t *expected;
    int64_t requests;
    uint64_t seed;
    int64_t wrong;
} test_caller;

static tr_region place_of(uint64_t number)
{
    const int64_t x = (int64_t)(number % PLACES) * 5 - 80, z = (int64_t)(number / PLACES) * 5 - 80;
    return (tr_region){x, z, x + 12, z + 9};
}

static void *call(void *user)
{
    test_caller *caller = user;
    for (int64_t i = 0; i < caller->requests; i++) {
        const uint64_t number = tr_index_from_hash(tr_hash_identity(caller->seed, 0, i, 0, 0), PLACES * PLACES);
        const tr_place_request_def request = request_of(place_of(number));
        tr_placement *out = NULL;
        tr_error err;
        if (i % 3 == 0) {
            tr_job *job = tr_place_start(caller->placer, &request, TR_PRIORITY_HIGH, &out, &err);
            if (!job || !tr_job_finish(job, &err)) caller->wrong++;
        } else {
            out = tr_place(caller->placer, &request, NULL, &err);
        }
        if (!out || hash_of(out) != caller->expected[number]) caller->wrong++;
        tr_placement_destroy(out);
    }
    return NULL;
}

static void overlapping_requests_of_several_threads_agree(void **state)
{
    (void)state;
    tr_context *context = test_context(3);
    place_scene scene;
    place_scene_textures(&scene, context, &(tr_region){-100, -100, 100, 100}, 5, 40, 0.7);
    tr_placer *placer = place_scene_placer(&scene);
    uint64_t *expected = malloc(PLACES * PLACES * sizeof *expected);
    for (uint64_t number = 0; number < PLACES * PLACES; number++) {
        tr_placement *placement = place_region(placer, place_of(number));
        expected[number] = hash_of(placement);
        tr_placement_destroy(placement);
    }
    pthread_t threads[THREADS];
    test_caller callers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        callers[i] = (test_caller){placer, expected, test_effort(10000, 100000) / THREADS, (uint64_t)i, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, call, &callers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(callers[i].wrong, 0);
    }
    free(expected);
    tr_placer_destroy(placer);
    place_scene_destroy(&scene);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Memory

static void want_of_memory_is_an_error_and_nothing_leaks(void **state)
{
    (void)state;
    const tr_region region = {-40, -40, 60, 50};
    for (int ground = 0; ground < 2; ground++) {
        test_allocator allocator;
        tr_context *context = test_context_counting(1, &allocator);
        place_scene scene;
        if (ground)
            place_scene_ground(&scene, context, 3, 1, 0.6);
        else
            place_scene_textures(&scene, context, &(tr_region){-100, -100, 100, 100}, 3, 40, 0.6);
        // Made once, so that the pattern is there.
        tr_placer_destroy(place_scene_placer(&scene));
        const int64_t live = allocator.live_blocks;
        bool done = false;
        for (int k = 0; !done && k < 60; k++) {
            tr_error err = {.code = TR_ERROR_NONE};
            allocator.fail_at = allocator.allocations + k;
            allocator.fail_after = true;
            tr_placer *placer = place_scene_try(&scene, &err);
            const tr_place_request_def request = request_of(region);
            tr_placement *placement = placer ? tr_place(placer, &request, NULL, &err) : NULL;
            done = placement != NULL;
            if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
            allocator.fail_at = -1;
            allocator.fail_after = false;
            tr_placement_destroy(placement);
            tr_placer_destroy(placer);
            assert_int_equal(allocator.live_blocks, live);
        }
        assert_true(done);
        place_scene_destroy(&scene);
        tr_context_destroy(context);
        assert_int_equal(allocator.live_blocks, 0);
    }
}

static void requests_keep_within_the_budget(void **state)
{
    (void)state;
    tr_context_def def = test_context_def(2);
    tr_error err;
    def.memory_budget_bytes = 24 << 20;
    tr_context *context = tr_context_create(&def, &err);
    assert_non_null(context);
    place_scene scene;
    place_scene_ground(&scene, context, 2, 1, 0.9);
    tr_placer *placer = place_scene_placer(&scene);
    // What fits still fits after larger ones were refused, and the other way round.
    for (int64_t side = 50; side <= 3200; side *= 2) {
        const tr_place_request_def request = request_of((tr_region){0, 0, side, side}),
                                   small = request_of((tr_region){0, 0, 9, 9});
        tr_placement *placement = tr_place(placer, &request, NULL, &err), *other = tr_place(placer, &small, NULL, &err);
        if (side <= 400) assert_non_null(placement);
        if (side == 3200) assert_null(placement);
        assert_non_null(other);
        tr_placement_destroy(placement);
        tr_placement_destroy(other);
    }
    assert_true(tr_context_memory(context).peak_bytes <= def.memory_budget_bytes);
    tr_placer_destroy(placer);
    place_scene_destroy(&scene);
    tr_context_destroy(context);
}

TEST_GROUP(place_jobs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cancelled_jobs_leave_nothing_behind),
        cmocka_unit_test(progress_cancels),
        cmocka_unit_test(overlapping_requests_of_several_threads_agree),
        cmocka_unit_test(want_of_memory_is_an_error_and_nothing_leaks),
        cmocka_unit_test(requests_keep_within_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
