// Edits, undo and redo: always the same as a carving that was made of the same paths at once, to the bit.
#include "carve/edit/built_path.h"
#include "carving_fixture.h"
#include "counting_context.h"
#include "test_effort.h"

#define TR_LANES 1
#include "carve/sample/carve_kernel.h"

static test_ground rolling = {.base_m = 50, .slope_x = 0.02, .slope_z = -0.03, .wave_m = 5, .wave_length_m = 70};

// Where all paths of these tests lie.
static const tr_sample_area everywhere = {-100, -100, 200, 200, 4};

// What a carving is: its hash, its samples and its crossings (without ids, which depend on what was there before).
typedef struct test_fingerprint {
    uint64_t hash, samples, crossings;
} test_fingerprint;

static uint64_t hash_crossings(const tr_carving *carving)
{
    uint64_t hash = 0;
    for (int32_t i = 0; i < tr_carving_crossing_count(carving); i++) {
        const tr_crossing crossing = tr_carving_crossing_at(carving, i);
        const double values[] = {crossing.x_m,
                                 crossing.z_m,
                                 crossing.upper_m,
                                 crossing.lower_m,
                                 crossing.from_m,
                                 crossing.to_m,
                                 crossing.bridge,
                                 tr_carving_find(carving, crossing.upper),
                                 tr_carving_find(carving, crossing.lower)};
        hash = tr_hash_bytes(values, sizeof values, hash);
    }
    return hash;
}

static test_fingerprint take(const tr_carving *carving)
{
    float *samples = test_evaluate(carving, &everywhere);
    const size_t bytes = TEST_CHANNELS * (size_t)everywhere.width * (size_t)everywhere.height * sizeof *samples;
    const test_fingerprint fingerprint = {tr_carving_hash(carving), tr_hash_bytes(samples, bytes, 0),
                                          hash_crossings(carving)};
    free(samples);
    return fingerprint;
}

static void assert_same(test_fingerprint a, test_fingerprint b)
{
    assert_true(a.hash == b.hash);
    assert_true(a.samples == b.samples);
    assert_true(a.crossings == b.crossings);
}

// What was taken over from earlier states is what making it anew gives; only ids may differ.
static void assert_same_records(const tr_path_records *a, const tr_path_records *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->inside_count, b->inside_count);
    assert_int_equal(a->piece_count, b->piece_count);
    assert_memory_equal(a->piece_end, b->piece_end, (size_t)a->piece_count * sizeof *a->piece_end);
    for (int32_t i = 0; i < a->count; i++) {
        tr_carve_piece record = a->records[i];
        record.path = b->records[i].path;
        assert_memory_equal(&record, &b->records[i], sizeof record);
        const tr_record_place *p = &a->places[i], *q = &b->places[i];
        assert_memory_equal(&p->box, &q->box, sizeof p->box);
        assert_true(p->x == q->x && p->z == q->z && p->capsule_m == q->capsule_m);
        assert_true(p->min_tau == q->min_tau && p->max_tau == q->max_tau);
    }
}

static test_fingerprint take_from_scratch(const tr_carving *carving)
{
    tr_carving *again = test_carving(context, &rolling);
    for (int32_t i = 0; i < tr_carving_path_count(carving); i++) {
        test_add(again, tr_carving_path(carving, tr_carving_path_at(carving, i)));
    }
    test_commit(again);
    for (int32_t i = 0; i < tr_carving_path_count(carving); i++) {
        assert_same_records(((const tr_built_path *)carving->paths[i])->records,
                            ((const tr_built_path *)again->paths[i])->records);
    }
    const test_fingerprint fingerprint = take(again);
    tr_carving_destroy(again);
    return fingerprint;
}

// ---------------------------------------------------------------------------------------------------------
// Random edits

typedef struct test_dice {
    uint64_t seed;
    int64_t thrown;
} test_dice;

static double throw_between(test_dice *dice, double low, double high)
{
    return test_random(dice->seed, dice->thrown++, low, high);
}

static int32_t throw_below(test_dice *dice, int32_t count)
{
    return (int32_t)throw_between(dice, 0, count);
}

static tr_path_vertex random_vertex(test_dice *dice)
{
    tr_path_vertex vertex = tr_path_vertex_at(throw_between(dice, -350, 350), throw_between(dice, -350, 350));
    if (throw_below(dice, 4) == 0) vertex.height_m = (float)throw_between(dice, 40, 70);
    if (throw_below(dice, 6) == 0) vertex.width_m = (float)throw_between(dice, 3, 12);
    return vertex;
}

enum { MAX_VERTICES = 6 };

static tr_path_def random_line(test_dice *dice, tr_path_vertex vertices[MAX_VERTICES])
{
    static const tr_path_kind kinds[] = {TR_PATH_STREAM, TR_PATH_RIVER, TR_PATH_TRACK, TR_PATH_ROAD, TR_PATH_RAIL};
    const int32_t count = 2 + throw_below(dice, MAX_VERTICES - 1);
    for (int32_t i = 0; i < count; i++) vertices[i] = random_vertex(dice);
    tr_path_def def = test_path(kinds[throw_below(dice, 5)], vertices, count);
    def.mode = throw_below(dice, 2) ? TR_CURVE_LOCAL : TR_CURVE_SPLINE;
    def.bridges = throw_below(dice, 4) > 0;
    return def;
}

static tr_path_def random_square(test_dice *dice, tr_path_vertex vertices[MAX_VERTICES])
{
    const double x_m = throw_between(dice, -300, 200), z_m = throw_between(dice, -300, 200);
    const double size_m = throw_between(dice, 30, 150);
    vertices[0] = tr_path_vertex_at(x_m, z_m);
    vertices[1] = tr_path_vertex_at(x_m + size_m, z_m);
    vertices[2] = tr_path_vertex_at(x_m + size_m, z_m + size_m);
    vertices[3] = tr_path_vertex_at(x_m, z_m + size_m);
    tr_path_def def = test_path(throw_below(dice, 2) ? TR_PATH_LAKE : TR_PATH_LEVEL, vertices, 4);
    def.area = true;
    return def;
}

static tr_path_def random_path(test_dice *dice, tr_path_vertex vertices[MAX_VERTICES])
{
    return throw_below(dice, 4) == 0 ? random_square(dice, vertices) : random_line(dice, vertices);
}

// One edit; some are refused (too few vertices), which must change nothing.
static void edit(tr_carving *carving, test_dice *dice)
{
    tr_path_vertex vertices[MAX_VERTICES], vertex = random_vertex(dice);
    const int32_t count = tr_carving_path_count(carving);
    tr_path_id id = count > 0 ? tr_carving_path_at(carving, throw_below(dice, count)) : 0;
    const tr_path_def *path = tr_carving_path(carving, id);
    const int what = throw_below(dice, 10);
    if (!path || (what < 2 && count < 10)) {
        const tr_path_def def = random_path(dice, vertices);
        test_add(carving, &def);
    } else if (what == 2) {
        assert_true(tr_carving_remove(carving, id, NULL));
    } else if (what == 3) {
        const tr_path_def def = random_path(dice, vertices);
        assert_true(tr_carving_replace(carving, id, &def, NULL));
    } else if (path->area) {
        tr_path_vertex moved = path->vertices[0];
        moved.x_m -= throw_between(dice, 0, 20);
        tr_carving_set_vertex(carving, id, 0, &moved, NULL);
    } else if (what == 4) {
        tr_carving_insert_vertex(carving, id, throw_below(dice, path->vertex_count + 1), &vertex, NULL);
    } else if (what == 5) {
        tr_carving_remove_vertex(carving, id, throw_below(dice, path->vertex_count), NULL);
    } else {
        const int32_t index = throw_below(dice, path->vertex_count);
        vertex.x_m = path->vertices[index].x_m + throw_between(dice, -40, 40);
        tr_carving_set_vertex(carving, id, index, &vertex, NULL);
    }
}

static void edit_and_commit(tr_carving *carving, test_dice *dice)
{
    tr_error error;
    for (int edits = 1 + throw_below(dice, 3); edits > 0; edits--) edit(carving, dice);
    // A shore may come to cross itself: then the commit is refused, and nothing changes.
    const uint64_t hash = tr_carving_hash(carving);
    if (!tr_carving_commit(carving, NULL, &error)) assert_true(tr_carving_hash(carving) == hash);
}

// Records that are left out where another one is nearer, and all others that are out of reach, change no bit.
static void every_search_finds_the_same(void **state)
{
    (void)state;
    const int64_t rounds = test_effort(20, 300);
    const tr_sample_area area = {-150, -150, 300, 300, 2.5};
    for (int64_t round = 0; round < rounds; round++) {
        float *samples[2];
        for (int all = 0; all < 2; all++) {
            test_dice dice = {.seed = 100 + (uint64_t)round};
            tr_carving_def def = tr_default_carving_def();
            def.ground = test_ground_hook(&rolling);
            tr_carving *carving = tr_carving_create(context, &def, NULL);
            assert_non_null(carving);
            tr_carving_set_search(carving, all ? TR_SEARCH_ALL : TR_SEARCH_HASH);
            for (int i = 0; i < 3; i++) {
                tr_path_vertex vertices[MAX_VERTICES];
                tr_path_def path = random_line(&dice, vertices);
                if (throw_below(&dice, 2) == 0) {
                    for (int32_t k = 0; k < path.vertex_count; k++) vertices[k].width_m = NAN;
                    path.width_m = throw_between(&dice, 1, 40);
                    path.smoothing_m = throw_between(&dice, 0.5, 60);
                    path.bridges = false;
                }
                test_add(carving, &path);
            }
            test_commit(carving);
            samples[all] = test_evaluate(carving, &area);
            tr_carving_destroy(carving);
        }
        const size_t count = TEST_CHANNELS * (size_t)area.width * (size_t)area.height;
        assert_memory_equal(samples[0], samples[1], count * sizeof **samples);
        free(samples[0]);
        free(samples[1]);
    }
}

static void undo_and_redo_restore_every_bit(void **state)
{
    (void)state;
    enum { MAX_STEPS = 4096 };
    static test_fingerprint at[MAX_STEPS + 1];
    const int32_t steps = (int32_t)test_effort(150, 1500);
    test_dice dice = {.seed = 11};
    tr_carving *carving = test_carving(context, &rolling);
    at[0] = take(carving);
    int32_t done = 0;
    for (int32_t i = 0; i < steps; i++) {
        // Now and then some steps back and forth, which a new edit then cuts off.
        if (throw_below(&dice, 5) == 0) {
            for (int32_t back = throw_below(&dice, 6); back > 0 && done > 0; back--, done--) {
                assert_true(tr_carving_undo(carving, NULL));
            }
            assert_same(take(carving), at[done]);
        }
        edit_and_commit(carving, &dice);
        done = tr_carving_undo_count(carving);
        at[done] = take(carving);
        if (i % 10 == 0) assert_same(at[done], take_from_scratch(carving));
    }
    while (tr_carving_undo_count(carving) > 0) {
        assert_true(tr_carving_undo(carving, NULL));
        assert_same(take(carving), at[tr_carving_undo_count(carving)]);
    }
    tr_error error;
    assert_false(tr_carving_undo(carving, &error));
    assert_int_equal(error.code, TR_ERROR_NOT_FOUND);
    while (tr_carving_redo_count(carving) > 0) assert_true(tr_carving_redo(carving, NULL));
    assert_same(take(carving), at[tr_carving_undo_count(carving)]);
    assert_false(tr_carving_redo(carving, &error));
    assert_int_equal(error.code, TR_ERROR_NOT_FOUND);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Boxes of what changed

static bool is_in_boxes(const tr_carving *carving, uint64_t since, int64_t x, int64_t z)
{
    for (int32_t i = 0; i < carving->change_count; i++) {
        if (carving->changes[i].version <= since) continue;
        for (int32_t j = 0; j < carving->changes[i].box_count; j++) {
            const tr_box *box = &carving->changes[i].boxes[j];
            if (x >= box->x0 && x <= box->x1 && z >= box->z0 && z <= box->z1) return true;
        }
    }
    return false;
}

// Every sample that changed lies in a box; returns how many samples lie in boxes.
static int64_t check_boxes(const tr_carving *carving, uint64_t since, const float *before, const float *after)
{
    const int64_t units = (int64_t)(everywhere.spacing_m * TR_UNITS_PER_METRE);
    const size_t count = (size_t)everywhere.width * (size_t)everywhere.height;
    int64_t inside = 0;
    for (size_t i = 0; i < count; i++) {
        const int64_t x = everywhere.x + (int64_t)i % everywhere.width,
                      z = everywhere.z + (int64_t)i / everywhere.width;
        const bool boxed = is_in_boxes(carving, since, x * units, z * units);
        inside += boxed;
        for (int k = 0; k < TEST_CHANNELS && !boxed; k++) {
            if (before[(size_t)k * count + i] != after[(size_t)k * count + i])
                fail_msg("channel %d at %lld %lld changed outside of all boxes", k, (long long)(x * 4),
                         (long long)(z * 4));
        }
    }
    return inside;
}

static void changes_lie_in_their_boxes(void **state)
{
    (void)state;
    test_dice dice = {.seed = 23};
    tr_carving *carving = test_carving(context, &rolling);
    for (int i = 0; i < 8; i++) {
        tr_path_vertex vertices[MAX_VERTICES];
        const tr_path_def def = random_path(&dice, vertices);
        test_add(carving, &def);
    }
    test_commit(carving);
    float *before = test_evaluate(carving, &everywhere);
    uint64_t seen = carving->version;
    const int64_t steps = test_effort(150, 1000), all = (int64_t)everywhere.width * everywhere.height;
    int64_t boxed = 0;
    for (int64_t i = 0; i < steps; i++) {
        if (throw_below(&dice, 4) == 0 && tr_carving_undo_count(carving) > 1)
            assert_true(tr_carving_undo(carving, NULL));
        else
            edit_and_commit(carving, &dice);
        float *after = test_evaluate(carving, &everywhere);
        boxed += check_boxes(carving, seen, before, after);
        seen = carving->version;
        free(before);
        before = after;
    }
    // Boxes are of some use: they hold but a part of everything.
    assert_true(boxed < steps * all / 3);
    free(before);
    tr_carving_destroy(carving);
}

// Someone who looks again after very many edits still learns of all of them.
static void a_long_log_still_holds_every_change(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    const tr_path_vertex vertices[] = {tr_path_vertex_at(-300, -200), tr_path_vertex_at(0, 0),
                                       tr_path_vertex_at(300, 100)};
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, 3);
    const tr_path_id road = test_add(carving, &def);
    test_commit(carving);
    float *before = test_evaluate(carving, &everywhere);
    const uint64_t seen = carving->version;
    for (int i = 0; i < 700; i++) {
        const tr_path_vertex moved = tr_path_vertex_at(300 - i % 50, 100 + i % 70);
        assert_true(tr_carving_set_vertex(carving, road, 2, &moved, NULL));
        test_commit(carving);
    }
    assert_true(carving->change_count <= 257);
    assert_int_equal(carving->version, seen + 700);
    float *after = test_evaluate(carving, &everywhere);
    check_boxes(carving, seen, before, after);
    free(before);
    free(after);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Drops and failures

static void reverted_edits_leave_nothing(void **state)
{
    (void)state;
    test_dice dice = {.seed = 5};
    tr_carving *carving = test_carving(context, &rolling);
    for (int i = 0; i < 5; i++) edit(carving, &dice);
    test_commit(carving);
    const test_fingerprint before = take(carving);
    for (int i = 0; i < 20; i++) edit(carving, &dice);
    tr_carving_revert(carving);
    test_commit(carving);
    assert_same(take(carving), before);
    assert_int_equal(tr_carving_undo_count(carving), 1);
    tr_carving_destroy(carving);
}

static void ids_are_never_given_twice(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    const tr_path_vertex vertices[] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(90, 10)};
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, 2);
    const tr_path_id first = test_add(carving, &def);
    assert_true(first != 0);
    test_commit(carving);
    const tr_path_id second = test_add(carving, &def);
    test_commit(carving);
    assert_true(tr_carving_undo(carving, NULL));
    assert_true(tr_carving_path(carving, second) == NULL);
    const tr_path_id third = test_add(carving, &def);
    assert_true(third != first && third != second);
    test_commit(carving);
    assert_int_equal(tr_carving_redo_count(carving), 0);
    assert_true(tr_carving_remove(carving, first, NULL));
    test_commit(carving);
    assert_true(tr_carving_undo(carving, NULL));
    assert_int_equal(tr_carving_path_at(carving, 0), first);  // in its old place
    assert_int_equal(tr_carving_path_at(carving, 1), third);
    tr_carving_destroy(carving);
}

// Equal paths in equal order have one hash; the name does not count, everything else does.
static void the_hash_is_of_what_values_depend_on(void **state)
{
    (void)state;
    const tr_path_vertex vertices[] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(90, 10)};
    tr_path_def def = test_path(TR_PATH_ROAD, vertices, 2);
    tr_carving *carving = test_carving(context, &rolling);
    const tr_path_id road = test_add(carving, &def);
    test_commit(carving);
    const uint64_t hash = tr_carving_hash(carving);
    def.name = "high street";
    assert_true(tr_carving_replace(carving, road, &def, NULL));
    test_commit(carving);
    assert_true(tr_carving_hash(carving) == hash);
    def.station_m += 1;
    assert_true(tr_carving_replace(carving, road, &def, NULL));
    test_commit(carving);
    assert_true(tr_carving_hash(carving) != hash);
    assert_true(tr_carving_undo(carving, NULL));
    assert_true(tr_carving_hash(carving) == hash);
    assert_string_equal(tr_carving_path(carving, road)->name, "high street");
    tr_carving_destroy(carving);
}

// Every allocation of edits, a commit, an undo and a redo fails once: each time the carving is as it was.
static void a_failing_allocator_leaves_the_last_commit(void **state)
{
    (void)state;
    test_dice dice = {.seed = 31};
    tr_carving *carving = test_carving(context, &rolling);
    for (int i = 0; i < 6; i++) {
        tr_path_vertex vertices[MAX_VERTICES];
        const tr_path_def def = random_path(&dice, vertices);
        test_add(carving, &def);
    }
    test_commit(carving);
    const test_fingerprint before = take(carving);
    for (int what = 0; what < 3; what++) {
        const test_fingerprint start = what == 2 ? before : take(carving);
        bool ok = false;
        for (int64_t fail = 0; !ok; fail++) {
            assert_true(fail < 5000);
            tr_error error = {0};
            test_dice same = {.seed = 77};
            allocator.fail_at = allocator.allocations + fail;
            if (what == 0) {
                tr_path_vertex vertices[MAX_VERTICES], moved = random_vertex(&same);
                const tr_path_def def = random_line(&same, vertices);
                tr_path_id id;
                ok = tr_carving_add(carving, &def, &id, &error) &&
                     tr_carving_set_vertex(carving, id, 1, &moved, &error) &&
                     tr_carving_remove(carving, tr_carving_path_at(carving, 0), &error) &&
                     tr_carving_commit(carving, NULL, &error);
            } else {
                ok = what == 1 ? tr_carving_undo(carving, &error) : tr_carving_redo(carving, &error);
            }
            allocator.fail_at = -1;
            if (ok) break;
            assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
            tr_carving_revert(carving);
            if (fail % 7 == 0) assert_same(take(carving), start);
        }
        if (what == 1) assert_same(take(carving), before);
    }
    assert_same(take(carving), take_from_scratch(carving));
    tr_carving_destroy(carving);
}

TEST_GROUP(undo)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_search_finds_the_same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(undo_and_redo_restore_every_bit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(changes_lie_in_their_boxes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_long_log_still_holds_every_change, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reverted_edits_leave_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ids_are_never_given_twice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_hash_is_of_what_values_depend_on, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_allocator_leaves_the_last_commit, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
