// Streams: a walk of 5 km against one request for everything, teleports, failures and memory.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/os.h"
#include "test_context.h"
#include "test_effort.h"
#include "wild_ground.h"

enum { SETS = 3, CHUNK_M = 32 };

// What the test itself knows of the chunks of a set: a plain list.
typedef struct known_chunk {
    int32_t set;
    int64_t x, z;
    const tr_placement *placement;
    uint64_t hash;  // of its objects
} known_chunk;

typedef struct known {
    known_chunk *items;
    int32_t count, capacity;
} known;

static known_chunk *find(const known *list, int32_t set, int64_t x, int64_t z)
{
    for (int32_t i = 0; i < list->count; i++) {
        if (list->items[i].set == set && list->items[i].x == x && list->items[i].z == z) return &list->items[i];
    }
    return NULL;
}

static uint64_t hash_of(const tr_place_chunk *chunk)
{
    int64_t count;
    tr_object *objects = wild_objects(chunk->placement, chunk->set, &count);
    const uint64_t hash = tr_hash_bytes(objects, (size_t)count * sizeof *objects, (uint64_t)count);
    free(objects);
    return hash;
}

// What came is new, what goes was there and is what it was when it came.
static void follow(known *list, const tr_place_update *update)
{
    for (int32_t i = 0; i < update->gone_count; i++) {
        const tr_place_chunk *gone = &update->gone[i];
        known_chunk *chunk = find(list, gone->set, gone->x, gone->z);
        assert_true(chunk && chunk->placement == gone->placement && chunk->hash == hash_of(gone));
        *chunk = list->items[--list->count];
    }
    for (int32_t i = 0; i < update->came_count; i++) {
        const tr_place_chunk *came = &update->came[i];
        assert_null(find(list, came->set, came->x, came->z));
        if (list->count == list->capacity) {
            list->capacity = 2 * list->capacity + 16;
            list->items = realloc(list->items, (size_t)list->capacity * sizeof *list->items);
        }
        list->items[list->count++] = (known_chunk){came->set, came->x, came->z, came->placement, hash_of(came)};
    }
}

static double distance_m(double at_m, int64_t chunk)
{
    return fmax(0, fmax((double)(chunk * CHUNK_M) - at_m, at_m - (double)((chunk + 1) * CHUNK_M)));
}

// Chunks nearer than `radius_m` that are not known.
static int missing_within(const known *list, int32_t set, double x_m, double z_m, double radius_m)
{
    int missing = 0;
    const int64_t x0 = (int64_t)floor((x_m - radius_m) / CHUNK_M), z0 = (int64_t)floor((z_m - radius_m) / CHUNK_M);
    for (int64_t z = z0; (double)(z * CHUNK_M) <= z_m + radius_m; z++) {
        for (int64_t x = x0; (double)(x * CHUNK_M) <= x_m + radius_m; x++) {
            const double dx = distance_m(x_m, x), dz = distance_m(z_m, z);
            if (dx * dx + dz * dz < radius_m * radius_m) missing += !find(list, set, x, z);
        }
    }
    return missing;
}

// The list of the stream is the list of the test, sets in order.
static void check_list(const tr_place_stream *stream, const known *list)
{
    int32_t count;
    const tr_place_chunk *chunks = tr_place_stream_chunks(stream, &count);
    assert_int_equal(count, list->count);
    for (int32_t i = 0; i < count; i++) {
        const known_chunk *chunk = find(list, chunks[i].set, chunks[i].x, chunks[i].z);
        assert_true(chunk && chunk->placement == chunks[i].placement);
        assert_true(i == 0 || chunks[i - 1].set <= chunks[i].set);
    }
}

// ---------------------------------------------------------------------------------------------------------
// The walk

static int by_set_and_id(const void *left, const void *right)
{
    const tr_object *a = left, *b = right;
    if (a->set != b->set) return a->set < b->set ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

// Everything around the path, in one request.
typedef struct everything {
    tr_object *objects;
    int64_t count;
    int64_t x0, z0, columns, rows;  // in chunks
    int32_t *per_chunk;             // objects, by set and chunk
} everything;

static everything ask_for_everything(const tr_placer *placer, int64_t x0, int64_t z0, int64_t x1, int64_t z1)
{
    everything all = {.x0 = x0, .z0 = z0, .columns = x1 - x0, .rows = z1 - z0};
    const tr_region region_m = {x0 * CHUNK_M, z0 * CHUNK_M, x1 * CHUNK_M, z1 * CHUNK_M};
    tr_placement *placement = wild_place(placer, region_m, (1 << SETS) - 1, false);
    all.count = tr_placement_count(placement, -1, -1);
    all.objects = malloc((size_t)all.count * sizeof *all.objects);
    all.per_chunk = calloc((size_t)(SETS * all.columns * all.rows), sizeof *all.per_chunk);
    int64_t at = 0;
    for (int32_t set = 0; set < SETS; set++) {
        const int64_t more = tr_placement_count(placement, set, -1);
        tr_placement_objects(placement, set, -1, 0, more, all.objects + at);
        at += more;
    }
    tr_placement_destroy(placement);
    for (int64_t i = 0; i < all.count; i++) {
        const tr_object *object = &all.objects[i];
        const int64_t x = (int64_t)floor(object->x_m / CHUNK_M) - x0, z = (int64_t)floor(object->z_m / CHUNK_M) - z0;
        all.per_chunk[(object->set * all.rows + z) * all.columns + x]++;
    }
    qsort(all.objects, (size_t)all.count, sizeof *all.objects, by_set_and_id);
    return all;
}

// The objects of a chunk are those of the request for everything, to the bit.
static void check_chunk(const everything *all, const tr_place_chunk *chunk)
{
    int64_t count;
    tr_object *objects = wild_objects(chunk->placement, chunk->set, &count);
    const int64_t x = chunk->x - all->x0, z = chunk->z - all->z0;
    assert_true(x >= 0 && x < all->columns && z >= 0 && z < all->rows);
    assert_int_equal(count, all->per_chunk[(chunk->set * all->rows + z) * all->columns + x]);
    assert_int_equal(count, tr_placement_count(chunk->placement, -1, -1));
    for (int64_t i = 0; i < count; i++) {
        const tr_object *same = bsearch(&objects[i], all->objects, (size_t)all->count, sizeof *objects, by_set_and_id);
        assert_non_null(same);
        assert_memory_equal(same, &objects[i], sizeof *same);
    }
    free(objects);
}

typedef struct test_walk {
    tr_place_stream *stream;
    tr_place_stream_def def;
    known list;
    int64_t worst_ns, sum_ns, came, late;
    int64_t worst_processor_ns, sum_processor_ns;  // of the updating thread: what the machine does besides is left out
    uint64_t max_bytes;
} test_walk;

static int64_t processor_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void step(test_walk *walk, const everything *all, double x_m, double z_m)
{
    tr_place_update update;
    tr_error err = {0};
    const int64_t start_ns = tr_os_now_ns(), start_processor_ns = processor_ns();
    const bool ok = tr_place_stream_update(walk->stream, x_m, z_m, &update, &err);
    const int64_t spent_processor_ns = processor_ns() - start_processor_ns, spent_ns = tr_os_now_ns() - start_ns;
    if (!ok) fail_msg("%s", err.message);
    if (spent_ns > walk->worst_ns) walk->worst_ns = spent_ns;
    walk->sum_ns += spent_ns;
    if (spent_processor_ns > walk->worst_processor_ns) walk->worst_processor_ns = spent_processor_ns;
    walk->sum_processor_ns += spent_processor_ns;
    walk->came += update.came_count;
    follow(&walk->list, &update);
    for (int32_t i = 0; i < update.came_count; i++) check_chunk(all, &update.came[i]);
}

// Updates at 60 per second, 30 m/s: what the frame leaves of its time is for the jobs.
static int64_t go(test_walk *walk, tr_context *context, const everything *all, double length_m)
{
    int64_t updates = 0;
    const int64_t frame_ns = 1000000000 / 60;
    for (double along_m = 0; along_m < length_m; along_m += 0.5, updates++) {
        const double x_m = along_m, z_m = 90 * sin(along_m / 130);
        step(walk, all, x_m, z_m);
        const uint64_t bytes = tr_context_memory(context).used_bytes;
        if (bytes > walk->max_bytes) walk->max_bytes = bytes;
        // Half a chunk before the edge of the range everything has been there for long.
        for (int32_t set = 0; updates > 0 && set < SETS; set++)
            walk->late += missing_within(&walk->list, set, x_m, z_m, walk->def.radius_m[set] - CHUNK_M / 2) > 0;
        tr_place_stream_wait(walk->stream, frame_ns);
        if (updates % 64 == 0) {
            assert_true(tr_place_stream_wait(walk->stream, -1));
            step(walk, all, x_m, z_m);
            for (int32_t set = 0; set < SETS; set++)
                assert_int_equal(missing_within(&walk->list, set, x_m, z_m, walk->def.radius_m[set]), 0);
            check_list(walk->stream, &walk->list);
        }
    }
    return updates;
}

static void nothing_comes_goes_or_moves_on_a_walk(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    wild_ground ground = {0};
    tr_placer *placer = wild_placer(context, &ground, SETS, 1, NULL);
    assert_non_null(placer);
    const double length_m = TEST_SLOWDOWN > 1 ? 400 : 5000;
    const everything all = ask_for_everything(placer, -9, -11, (int64_t)length_m / CHUNK_M + 10, 11);
    test_walk walk = {.def = tr_default_place_stream_def()};
    walk.def.chunk_m = CHUNK_M;
    walk.def.keep_m = 24;
    walk.def.radius_m[0] = 64;
    walk.def.radius_m[1] = 200;
    walk.def.radius_m[2] = 120;
    const uint64_t before_bytes = tr_context_memory(context).used_bytes;
    walk.stream = tr_place_stream_create(placer, &walk.def, NULL);
    assert_non_null(walk.stream);
    step(&walk, &all, 0, 0);
    assert_true(tr_place_stream_wait(walk.stream, -1));
    step(&walk, &all, 0, 0);
    const uint64_t first_bytes = tr_context_memory(context).used_bytes - before_bytes;
    const int64_t updates = go(&walk, context, &all, length_m);
    const uint64_t max_bytes = walk.max_bytes - before_bytes;
    const double mean = 1e-3 / (double)updates;
    printf("%lld updates over %g m, %lld chunks, %lld objects around\n", (long long)updates, length_m,
           (long long)walk.came, (long long)all.count);
    printf("update: mean %.1f us, worst %.1f us; of processor time %.1f us, %.1f us\n", (double)walk.sum_ns * mean,
           (double)walk.worst_ns * 1e-3, (double)walk.sum_processor_ns * mean, (double)walk.worst_processor_ns * 1e-3);
    printf("%lld times something was not there in time; %.2f MB at first, %.2f MB at most\n", (long long)walk.late,
           (double)first_bytes * 1e-6, (double)max_bytes * 1e-6);
    assert_true(max_bytes < 3 * first_bytes);
    tr_place_stream_destroy(walk.stream);
    free(walk.list.items);
    free(all.objects);
    free(all.per_chunk);
    tr_placer_destroy(placer);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------

typedef struct test_fixture {
    test_allocator allocator;
    tr_context *context;
    wild_ground ground;
    tr_placer *placer;
    tr_place_stream_def def;
    tr_place_stream *stream;
    known list;
} test_fixture;

static void open_fixture(test_fixture *fixture, int threads, int32_t set_count)
{
    *fixture = (test_fixture){.def = tr_default_place_stream_def()};
    fixture->context = test_context_counting(threads, &fixture->allocator);
    fixture->placer = wild_placer(fixture->context, &fixture->ground, set_count, 3, NULL);
    assert_non_null(fixture->placer);
    fixture->def.chunk_m = CHUNK_M;
    fixture->def.keep_m = 20;
    for (int32_t set = 0; set < set_count; set++) fixture->def.radius_m[set] = 50 + 20 * set;
    fixture->stream = tr_place_stream_create(fixture->placer, &fixture->def, NULL);
    assert_non_null(fixture->stream);
}

static void close_fixture(test_fixture *fixture)
{
    tr_place_stream_destroy(fixture->stream);
    tr_placer_destroy(fixture->placer);
    tr_context_destroy(fixture->context);
    assert_int_equal(fixture->allocator.live_blocks, 0);
    free(fixture->list.items);
}

static void update_and_follow(test_fixture *fixture, double x_m, double z_m)
{
    tr_place_update update;
    assert_true(tr_place_stream_update(fixture->stream, x_m, z_m, &update, NULL));
    follow(&fixture->list, &update);
}

// Jumps near and far, some before anything has come; what is there in the end is what should be.
static void jumps_lose_nothing(void **state)
{
    (void)state;
    test_fixture fixture;
    open_fixture(&fixture, 4, SETS);
    const int64_t jumps = test_effort(600, 6000);
    for (int64_t jump = 0; jump < jumps; jump++) {
        const uint64_t hash = tr_hash_identity(1, 2, jump, 0, 0);
        const double reach_m = hash % 5 == 0 ? 1e12 : hash % 5 < 3 ? 300 : 30;
        const double x_m = (tr_unit_from_hash(hash) - 0.5) * 2 * reach_m;
        const double z_m = (tr_unit_from_hash(tr_hash_identity(1, 3, jump, 0, 0)) - 0.5) * 2 * reach_m;
        update_and_follow(&fixture, x_m, z_m);
        if (hash >> 32 & 1) tr_place_stream_wait(fixture.stream, (int64_t)(hash >> 40) & 0x1fffff);
        if (hash >> 33 & 7) continue;
        assert_true(tr_place_stream_wait(fixture.stream, -1));
        update_and_follow(&fixture, x_m, z_m);
        for (int32_t set = 0; set < SETS; set++)
            assert_int_equal(missing_within(&fixture.list, set, x_m, z_m, fixture.def.radius_m[set]), 0);
        check_list(fixture.stream, &fixture.list);
    }
    close_fixture(&fixture);
}

// Streams that end while requests run.
static void streams_can_end_at_any_moment(void **state)
{
    (void)state;
    test_fixture fixture;
    open_fixture(&fixture, 3, SETS);
    for (int round = 0; round < 60; round++) {
        update_and_follow(&fixture, 1e6 * round, 0);
        if (round & 1) tr_place_stream_wait(fixture.stream, 50000 * round);
        if (round & 2) update_and_follow(&fixture, 1e6 * round + 100, 0);
        tr_place_stream_destroy(fixture.stream);
        fixture.list.count = 0;
        fixture.stream = tr_place_stream_create(fixture.placer, &fixture.def, NULL);
        assert_non_null(fixture.stream);
    }
    close_fixture(&fixture);
}

// One set that gives way to none: each request asks the ground for densities once. The path goes to and fro over the
// edges of chunks, by less than what is kept beyond the range, so no chunk is wanted twice.
static void each_chunk_is_asked_for_once(void **state)
{
    (void)state;
    test_fixture fixture;
    open_fixture(&fixture, 2, 1);
    known seen = {0};
    for (int i = 0; i < 400; i++) {
        const double x_m = fmin(3.0 * i, 1100), z_m = 8 * sin(i);
        tr_place_update update;
        assert_true(tr_place_stream_wait(fixture.stream, -1));
        assert_true(tr_place_stream_update(fixture.stream, x_m, z_m, &update, NULL));
        follow(&fixture.list, &update);
        update.gone_count = 0;
        follow(&seen, &update);
    }
    assert_true(seen.count > 100);
    assert_int_equal(atomic_load(&fixture.ground.density_calls), seen.count);
    free(seen.items);
    close_fixture(&fixture);
}

static void check_failures(int32_t max_jobs)
{
    test_fixture fixture;
    open_fixture(&fixture, 2, SETS);
    tr_place_stream_destroy(fixture.stream);
    fixture.def.max_jobs = max_jobs;
    fixture.stream = tr_place_stream_create(fixture.placer, &fixture.def, NULL);
    update_and_follow(&fixture, 0, 0);
    assert_true(tr_place_stream_wait(fixture.stream, -1));
    update_and_follow(&fixture, 0, 0);
    const int32_t before = fixture.list.count;
    atomic_store(&fixture.ground.fails, true);
    int told = 0;
    for (int i = 0; i < 5; i++) {
        tr_place_update update;
        tr_error err = {0};
        if (!tr_place_stream_update(fixture.stream, 40, 0, &update, &err)) {
            told++;
            assert_int_equal(err.code, TR_ERROR_FILE_READ);
            assert_non_null(strstr(err.message, "today"));
        }
        follow(&fixture.list, &update);
        assert_true(update.waiting_count > 0);
        assert_false(tr_place_stream_wait(fixture.stream, -1));
    }
    assert_true(told >= 4);
    atomic_store(&fixture.ground.fails, false);
    tr_place_update update;
    tr_place_stream_update(fixture.stream, 40, 0, &update, NULL);
    follow(&fixture.list, &update);
    for (int i = 0; i < 100 && !tr_place_stream_wait(fixture.stream, -1); i++) {
        tr_place_stream_update(fixture.stream, 40, 0, &update, NULL);
        follow(&fixture.list, &update);
    }
    update_and_follow(&fixture, 40, 0);
    for (int32_t set = 0; set < SETS; set++)
        assert_int_equal(missing_within(&fixture.list, set, 40, 0, fixture.def.radius_m[set]), 0);
    assert_true(fixture.list.count >= before);
    close_fixture(&fixture);
}

// With jobs for some of what is missing, and for all of it.
static void failures_are_told_and_mended(void **state)
{
    (void)state;
    check_failures(4);
    check_failures(64);
}

// Without memory an update fails and leaves everything as it is; with memory again all comes.
static void lack_of_memory_is_told_and_mended(void **state)
{
    (void)state;
    test_fixture fixture;
    open_fixture(&fixture, 1, 1);
    fixture.allocator.fail_after = true;
    fixture.allocator.fail_at = fixture.allocator.allocations;
    for (int i = 0; i < 3; i++) {
        tr_place_update update;
        tr_error err = {0};
        assert_false(tr_place_stream_update(fixture.stream, 0, 0, &update, &err));
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_true(update.came_count == 0 && update.waiting_count > 0);
    }
    fixture.allocator.fail_at = -1;
    fixture.allocator.fail_after = false;
    update_and_follow(&fixture, 0, 0);
    assert_true(tr_place_stream_wait(fixture.stream, -1));
    update_and_follow(&fixture, 0, 0);
    assert_int_equal(missing_within(&fixture.list, 0, 0, 0, fixture.def.radius_m[0]), 0);
    // Streams that could not be made leave nothing behind.
    const int64_t live = fixture.allocator.live_blocks;
    tr_place_stream *stream = NULL;
    for (int64_t skipped = 0; !stream; skipped++) {
        assert_int_equal(fixture.allocator.live_blocks, live);
        fixture.allocator.fail_at = fixture.allocator.allocations + skipped;
        stream = tr_place_stream_create(fixture.placer, &fixture.def, NULL);
    }
    tr_place_stream_destroy(stream);
    fixture.allocator.fail_at = -1;
    close_fixture(&fixture);
}

static void assert_refused(const tr_placer *placer, const tr_place_stream_def *def, tr_error_code code,
                           const char *words)
{
    tr_error err = {0};
    assert_null(tr_place_stream_create(placer, def, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.message, words)) fail_msg("\"%s\" does not say %s", err.message, words);
}

static void wrong_definitions_and_places_are_refused(void **state)
{
    (void)state;
    test_fixture fixture;
    open_fixture(&fixture, 1, 2);
    tr_place_stream_def def = fixture.def;
    def.chunk_m = 0;
    assert_refused(fixture.placer, &def, TR_ERROR_INVALID_ARGUMENT, "chunk_m of the stream is 0");
    def = fixture.def;
    def.max_jobs = 65;
    assert_refused(fixture.placer, &def, TR_ERROR_INVALID_ARGUMENT, "most_jobs of the stream is 65");
    def = fixture.def;
    def.keep_m = -1;
    assert_refused(fixture.placer, &def, TR_ERROR_INVALID_ARGUMENT, "keep_m of the stream is -1");
    def.keep_m = NAN;
    assert_refused(fixture.placer, &def, TR_ERROR_NOT_FINITE, "keep_m");
    def = fixture.def;
    def.radius_m[1] = INFINITY;
    assert_refused(fixture.placer, &def, TR_ERROR_NOT_FINITE, "set 1");
    def.radius_m[1] = -3;
    assert_refused(fixture.placer, &def, TR_ERROR_INVALID_ARGUMENT, "set 1 of the stream is -3");
    def.radius_m[1] = 1e6;
    def.chunk_m = 1;
    assert_refused(fixture.placer, &def, TR_ERROR_TOO_LARGE, "larger chunks");
    def = fixture.def;
    def.radius_m[2] = 10;
    assert_refused(fixture.placer, &def, TR_ERROR_INVALID_ARGUMENT, "wants set 2");
    tr_place_update update;
    tr_error err = {0};
    assert_false(tr_place_stream_update(fixture.stream, NAN, 0, &update, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
    assert_false(tr_place_stream_update(fixture.stream, 0, -5e12, &update, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_int_equal(update.came_count + update.gone_count + update.waiting_count, 0);
    assert_true(tr_place_stream_wait(fixture.stream, 0));
    close_fixture(&fixture);
}

// A set with radius 0 is left out, and a stream without any set has nothing to wait for.
static void sets_without_a_radius_are_not_streamed(void **state)
{
    (void)state;
    test_fixture fixture;
    open_fixture(&fixture, 1, 2);
    tr_place_stream_def def = fixture.def;
    def.radius_m[0] = 0;
    tr_place_stream_destroy(fixture.stream);
    fixture.stream = tr_place_stream_create(fixture.placer, &def, NULL);
    update_and_follow(&fixture, -5, 5);
    assert_true(tr_place_stream_wait(fixture.stream, -1));
    update_and_follow(&fixture, -5, 5);
    assert_int_equal(missing_within(&fixture.list, 1, -5, 5, def.radius_m[1]), 0);
    for (int32_t i = 0; i < fixture.list.count; i++) assert_int_equal(fixture.list.items[i].set, 1);
    tr_place_stream_def none = tr_default_place_stream_def();
    tr_place_stream *empty = tr_place_stream_create(fixture.placer, &none, NULL);
    tr_place_update update;
    assert_true(tr_place_stream_update(empty, 0, 0, &update, NULL));
    assert_true(tr_place_stream_wait(empty, -1));
    assert_int_equal(update.waiting_count, 0);
    tr_place_stream_destroy(empty);
    close_fixture(&fixture);
}

TEST_GROUP(stream)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_comes_goes_or_moves_on_a_walk),
        cmocka_unit_test(jumps_lose_nothing),
        cmocka_unit_test(streams_can_end_at_any_moment),
        cmocka_unit_test(each_chunk_is_asked_for_once),
        cmocka_unit_test(failures_are_told_and_mended),
        cmocka_unit_test(lack_of_memory_is_told_and_mended),
        cmocka_unit_test(wrong_definitions_and_places_are_refused),
        cmocka_unit_test(sets_without_a_radius_are_not_streamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
