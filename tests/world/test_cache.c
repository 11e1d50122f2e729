// The cache of chunks: what it keeps, what it drops, and that it makes each chunk once while threads want it together.
#include <pthread.h>
#include <stdlib.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "world/cache.h"

enum { CHUNK_SAMPLES = TR_CHUNK_SIDE * TR_CHUNK_SIDE, CHUNK_BYTES = CHUNK_SAMPLES * 4 };

// Makes chunks whose first sample tells which one it is.
typedef struct test_maker {
    _Atomic int made;
    _Atomic int fail_next;
} test_maker;

static float mark_of(const tr_chunk_key *key)
{
    return (float)(key->x * 1000 + key->z * 10 + key->spacing_units);
}

static bool make(void *user, const tr_chunk_key *key, float *samples, tr_error *err)
{
    test_maker *maker = user;
    if (atomic_load(&maker->fail_next) > 0) {
        atomic_fetch_sub(&maker->fail_next, 1);
        return tr_fail(err, TR_ERROR_INTERNAL, "asked to fail");
    }
    atomic_fetch_add(&maker->made, 1);
    samples[0] = mark_of(key);
    samples[CHUNK_SAMPLES - 1] = -mark_of(key);
    return true;
}

static void use(tr_cache *cache, int64_t x, int64_t z, int64_t spacing)
{
    const tr_chunk_key key = {x, z, spacing};
    const tr_chunk *chunk = tr_cache_acquire(cache, &key, NULL);
    assert_non_null(chunk);
    assert_true(tr_chunk_samples(chunk)[0] == mark_of(&key));
    assert_true(tr_chunk_samples(chunk)[CHUNK_SAMPLES - 1] == -mark_of(&key));
    tr_cache_release(cache, chunk);
}

static void keeps_what_was_used_last(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    test_maker maker = {0};
    tr_cache *cache = tr_cache_create(context, make, &maker, NULL);
    tr_cache_set_limit(cache, 3 * CHUNK_BYTES);
    for (int64_t x = 0; x < 3; x++) use(cache, x, 0, 256);
    use(cache, 0, 0, 256);
    assert_int_equal(maker.made, 3);
    use(cache, 3, 0, 256);  // drops 1, the least recently used
    use(cache, 0, 0, 256);
    use(cache, 2, 0, 256);
    assert_int_equal(maker.made, 4);
    use(cache, 1, 0, 256);
    assert_int_equal(maker.made, 5);
    const tr_world_cache_stats stats = tr_cache_stats(cache);
    assert_int_equal(stats.hits, 3);
    assert_int_equal(stats.misses, 5);
    assert_int_equal(stats.evictions, 2);
    assert_int_equal(stats.chunk_count, 3);
    assert_int_equal(stats.bytes, 3 * CHUNK_BYTES);
    tr_cache_destroy(cache);
    tr_context_destroy(context);
}

static void tells_places_and_spacings_apart(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    test_maker maker = {0};
    tr_cache *cache = tr_cache_create(context, make, &maker, NULL);
    for (int64_t x = -2; x <= 2; x++)
        for (int64_t z = -2; z <= 2; z++)
            for (int64_t spacing = 1; spacing <= 3; spacing++) use(cache, x, z, spacing);
    assert_int_equal(maker.made, 75);
    tr_cache_clear(cache);
    assert_int_equal(tr_cache_stats(cache).bytes, 0);
    tr_cache_destroy(cache);
    tr_context_destroy(context);
}

static void makes_a_chunk_of_which_a_part_is_wanted_again(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    test_maker maker = {0};
    tr_cache *cache = tr_cache_create(context, make, &maker, NULL);
    const tr_chunk_key key = {4, -4, 9};
    const tr_chunk *chunk;
    for (int round = 0; round < 2; round++) {
        assert_true(tr_cache_acquire_if_wanted(cache, &key, &chunk, NULL));
        assert_null(chunk);
        assert_int_equal(maker.made, round);
        assert_true(tr_cache_acquire_if_wanted(cache, &key, &chunk, NULL));
        assert_non_null(chunk);
        assert_true(tr_chunk_samples(chunk)[0] == mark_of(&key));
        tr_cache_release(cache, chunk);
        assert_int_equal(maker.made, round + 1);
        tr_cache_clear(cache);  // forgets what was asked for, too
    }
    atomic_store(&maker.fail_next, 1);
    assert_true(tr_cache_acquire_if_wanted(cache, &key, &chunk, NULL));
    assert_false(tr_cache_acquire_if_wanted(cache, &key, &chunk, NULL));
    tr_cache_destroy(cache);
    tr_context_destroy(context);
}

static void keeps_nothing_with_a_limit_of_zero(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    test_maker maker = {0};
    tr_cache *cache = tr_cache_create(context, make, &maker, NULL);
    tr_cache_set_limit(cache, 0);
    use(cache, 0, 0, 1);
    assert_int_equal(tr_cache_stats(cache).chunk_count, 0);
    const tr_chunk_key key = {0, 0, 1};
    const tr_chunk *held = tr_cache_acquire(cache, &key, NULL);
    const tr_chunk *again = tr_cache_acquire(cache, &key, NULL);
    assert_ptr_equal(held, again);  // held ones are shared whatever the limit
    tr_cache_release(cache, held);
    assert_true(tr_chunk_samples(again)[0] == mark_of(&key));
    tr_cache_release(cache, again);
    tr_cache_destroy(cache);
    tr_context_destroy(context);
}

static void forgets_a_chunk_that_could_not_be_made(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    test_maker maker = {.fail_next = 1};
    tr_cache *cache = tr_cache_create(context, make, &maker, NULL);
    const tr_chunk_key key = {5, 6, 7};
    tr_error err = {0};
    assert_null(tr_cache_acquire(cache, &key, &err));
    assert_int_equal(err.code, TR_ERROR_INTERNAL);
    assert_int_equal(tr_cache_stats(cache).chunk_count, 0);
    use(cache, 5, 6, 7);
    tr_cache_destroy(cache);
    tr_context_destroy(context);
}

static void gives_way_when_memory_is_short(void **state)
{
    (void)state;
    tr_context_def def = test_context_def(1);
    def.memory_budget_bytes = 5 * CHUNK_BYTES;
    tr_context *context = tr_context_create(&def, NULL);
    test_maker maker = {0};
    tr_cache *cache = tr_cache_create(context, make, &maker, NULL);
    tr_cache_set_limit(cache, UINT64_MAX);
    for (int64_t x = 0; x < 40; x++) use(cache, x, 0, 1);
    assert_int_equal(maker.made, 40);
    assert_true(tr_context_memory(context).peak_bytes <= def.memory_budget_bytes);
    tr_cache_destroy(cache);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------

enum { THREADS = 6, ROUNDS = 400, PLACES = 24 };

static void *use_many(void *user)
{
    tr_cache *cache = user;
    for (int i = 0; i < ROUNDS; i++) {
        use(cache, i / 4 * 7 % PLACES, 1, 2);
    }
    return NULL;
}

static void threads_share_what_one_of_them_makes(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    const uint64_t before = tr_context_memory(context).used_bytes;
    for (int limit = 0; limit <= PLACES; limit += PLACES / 4) {
        test_maker maker = {0};
        tr_cache *cache = tr_cache_create(context, make, &maker, NULL);
        tr_cache_set_limit(cache, (uint64_t)limit * CHUNK_BYTES);
        pthread_t threads[THREADS];
        for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, use_many, cache);
        for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
        const tr_world_cache_stats stats = tr_cache_stats(cache);
        assert_int_equal(stats.hits + stats.misses, THREADS * ROUNDS);
        assert_int_equal(stats.misses, maker.made);
        assert_true(stats.bytes <= (uint64_t)limit * CHUNK_BYTES);
        if (limit == PLACES) assert_int_equal(maker.made, PLACES);
        tr_cache_destroy(cache);
    }
    assert_int_equal(tr_context_memory(context).used_bytes, before);
    tr_context_destroy(context);
}

static void survives_a_failing_allocator(void **state)
{
    (void)state;
    for (int64_t fail_at = 0; fail_at < 12; fail_at++) {
        test_allocator allocator;
        tr_context *context = test_context_counting(1, &allocator);
        allocator.fail_at = allocator.allocations + fail_at;
        allocator.fail_after = true;
        test_maker maker = {0};
        tr_error err = {0};
        tr_cache *cache = tr_cache_create(context, make, &maker, &err);
        for (int64_t x = 0; cache && x < 8; x++) {
            const tr_chunk_key key = {x, 0, 1};
            const tr_chunk *chunk = tr_cache_acquire(cache, &key, &err);
            if (chunk)
                tr_cache_release(cache, chunk);
            else
                assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        }
        tr_cache_destroy(cache);
        tr_context_destroy(context);
        assert_int_equal(allocator.live_blocks, 0);
    }
}

TEST_GROUP(cache)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_was_used_last),
        cmocka_unit_test(tells_places_and_spacings_apart),
        cmocka_unit_test(makes_a_chunk_of_which_a_part_is_wanted_again),
        cmocka_unit_test(keeps_nothing_with_a_limit_of_zero),
        cmocka_unit_test(forgets_a_chunk_that_could_not_be_made),
        cmocka_unit_test(gives_way_when_memory_is_short),
        cmocka_unit_test(threads_share_what_one_of_them_makes),
        cmocka_unit_test(survives_a_failing_allocator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
