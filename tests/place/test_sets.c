// Several sets from request to result: what stands against a plain reference, in one piece and in many, and the
// identities of objects.
#include <math.h>
#include <string.h>

#include "collide_reference.h"
#include "place/placer.h"
#include "test_context.h"
#include "test_effort.h"
#include "wild_ground.h"

enum { ALL = (1 << WILD_SETS) - 1 };

// Sets by rank, from the largest disc.
static const int32_t by_rank[WILD_SETS] = {1, 2, 0, 3};

typedef struct test_fixture {
    tr_context *context;
    wild_ground ground;
    tr_placer *placer;
} test_fixture;

static void open_fixture(test_fixture *fixture, int threads, uint64_t seed)
{
    *fixture = (test_fixture){.context = test_context(threads)};
    tr_error err = {0};
    fixture->placer = wild_placer(fixture->context, &fixture->ground, WILD_SETS, seed, &err);
    if (!fixture->placer) fail_msg("%s", err.message);
}

static void close_fixture(test_fixture *fixture)
{
    tr_placer_destroy(fixture->placer);
    tr_context_destroy(fixture->context);
}

// A record with its place in the world.
typedef struct test_placed {
    int64_t x, z;  // in 2^-20 m
    int32_t set;
    float y_m;
    uint32_t key;
} test_placed;

typedef struct placed_list {
    test_placed *items;
    size_t count, capacity;
} placed_list;

static int by_place(const void *left, const void *right)
{
    const test_placed *a = left, *b = right;
    if (a->set != b->set) return a->set < b->set ? -1 : 1;
    if (a->z != b->z) return a->z < b->z ? -1 : 1;
    return (a->x > b->x) - (a->x < b->x);
}

static void add_records(placed_list *list, const tr_placement *placement)
{
    const size_t more = (size_t)tr_placement_count(placement, -1, -1);
    if (list->count + more > list->capacity) {
        list->capacity = 2 * (list->count + more);
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
    }
    for (int32_t set = 0; set < WILD_SETS; set++) {
        const tr_place_frame frame = tr_placement_frame(placement, set);
        const tr_place_record *records = tr_placement_records(placement, set, -1);
        const int64_t unit = (int64_t)(frame.unit_m * TR_PLACE_FINE_PER_METRE);
        for (int64_t i = 0; i < tr_placement_count(placement, set, -1); i++) {
            list->items[list->count++] =
                (test_placed){(frame.origin_x + records[i].x) * unit, (frame.origin_z + records[i].z) * unit, set,
                              records[i].y_m, records[i].key};
        }
    }
}

static void sort_list(placed_list *list)
{
    if (list->count > 0) qsort(list->items, list->count, sizeof *list->items, by_place);
}

static placed_list list_of(const tr_placer *placer, tr_region region_m, uint32_t sets, bool alone)
{
    placed_list list = {0};
    tr_placement *placement = wild_place(placer, region_m, sets, alone);
    add_records(&list, placement);
    tr_placement_destroy(placement);
    sort_list(&list);
    return list;
}

static void assert_lists_equal(const placed_list *a, const placed_list *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const test_placed *p = &a->items[i], *q = &b->items[i];
        assert_true(p->x == q->x && p->z == q->z && p->set == q->set && p->y_m == q->y_m && p->key == q->key);
    }
}

// ---------------------------------------------------------------------------------------------------------

static reference_disc *discs_of(const tr_placer *placer, const placed_list *list)
{
    int32_t rank_of[WILD_SETS];
    for (int32_t rank = 0; rank < WILD_SETS; rank++) rank_of[by_rank[rank]] = rank;
    reference_disc *discs = malloc((list->count + 1) * sizeof *discs);
    for (size_t i = 0; i < list->count; i++) {
        const test_placed *placed = &list->items[i];
        const double radius_m = tr_placer_set(placer, placed->set)->radius_m;
        discs[i] = (reference_disc){.x = placed->x,
                                    .z = placed->z,
                                    .radius = (int64_t)ceil(radius_m * TR_PLACE_FINE_PER_METRE),
                                    .rank = rank_of[placed->set],
                                    .number = i};
    }
    return discs;
}

// Candidates of each set alone, over a region with a wide margin, settled by the reference, are what a request gives.
static void check_region(const tr_placer *placer, tr_region region_m)
{
    const int64_t margin_m = 16;
    const tr_region wide_m = {region_m.x0 - margin_m, region_m.z0 - margin_m, region_m.x1 + margin_m,
                              region_m.z1 + margin_m};
    placed_list candidates = list_of(placer, wide_m, ALL, true);
    reference_disc *discs = discs_of(placer, &candidates);
    collide_reference(discs, candidates.count);
    placed_list expected = {.items = malloc((candidates.count + 1) * sizeof *expected.items)};
    size_t fallen = 0;
    const int64_t fine = TR_PLACE_FINE_PER_METRE;
    for (size_t i = 0; i < candidates.count; i++) {
        const test_placed *placed = &candidates.items[discs[i].number];
        if (placed->x < region_m.x0 * fine || placed->x >= region_m.x1 * fine || placed->z < region_m.z0 * fine ||
            placed->z >= region_m.z1 * fine)
            continue;
        fallen += !discs[i].stands;
        if (discs[i].stands) expected.items[expected.count++] = *placed;
    }
    sort_list(&expected);
    placed_list found = list_of(placer, region_m, ALL, false);
    assert_true(fallen > found.count / 10 && found.count > 100);
    assert_lists_equal(&found, &expected);
    free(found.items);
    free(expected.items);
    free(discs);
    free(candidates.items);
}

static void what_stands_is_what_the_rule_says(void **state)
{
    (void)state;
    const tr_region regions_m[] = {
        {-40, -30, 60, 70}, {1000000000003, -1000000000100, 1000000000090, -1000000000000}, {12345, 777, 12400, 850}};
    for (uint64_t seed = 0; seed < 3; seed++) {
        test_fixture fixture;
        open_fixture(&fixture, 1 + (int)seed, seed);
        for (int i = 0; i < 3; i++) check_region(fixture.placer, regions_m[i]);
        close_fixture(&fixture);
    }
}

// Said once more without the reference's loop: no two objects of different sets meet, and each that fell meets one that
// stands and is larger.
static void discs_keep_apart_and_none_falls_without_reason(void **state)
{
    (void)state;
    test_fixture fixture;
    open_fixture(&fixture, 2, 9);
    const tr_region region_m = {0, 0, 64, 64}, inner_m = {8, 8, 56, 56};
    placed_list standing = list_of(fixture.placer, region_m, ALL, false);
    placed_list alone = list_of(fixture.placer, inner_m, ALL, true);
    reference_disc *discs = discs_of(fixture.placer, &standing), *candidates = discs_of(fixture.placer, &alone);
    double min_gap_m = INFINITY;
    for (size_t i = 0; i < standing.count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (discs[i].rank == discs[j].rank) continue;
            assert_false(collide_reference_meet(&discs[i], &discs[j]));
            const double x = (double)(discs[i].x - discs[j].x), z = (double)(discs[i].z - discs[j].z);
            const double gap = sqrt(x * x + z * z) - (double)(discs[i].radius + discs[j].radius);
            min_gap_m = fmin(min_gap_m, gap / TR_PLACE_FINE_PER_METRE);
        }
    }
    print_message("%zu objects of %d sets: discs of different sets are %.6f m apart at least\n", standing.count,
                  WILD_SETS, min_gap_m);
    size_t fallen = 0;
    for (size_t i = 0; i < alone.count; i++) {
        bool stands = false, has_reason = false;
        for (size_t j = 0; j < standing.count; j++) {
            stands |= by_place(&alone.items[i], &standing.items[j]) == 0;
            has_reason |= discs[j].rank < candidates[i].rank && collide_reference_meet(&candidates[i], &discs[j]);
        }
        assert_true(stands != has_reason);
        fallen += !stands;
    }
    assert_true(fallen > 50);
    free(discs);
    free(candidates);
    free(standing.items);
    free(alone.items);
    close_fixture(&fixture);
}

// Cuts a region at random lines and asks for its pieces.
static placed_list list_of_pieces(const tr_placer *placer, tr_region region_m, int side, uint64_t seed)
{
    int64_t cuts[2][10];
    for (int axis = 0; axis < 2; axis++) {
        const int64_t low = axis ? region_m.z0 : region_m.x0, high = axis ? region_m.z1 : region_m.x1;
        for (int i = 0; i <= side; i++) cuts[axis][i] = low + (high - low) * i / side;
        for (int i = 1; i < side; i++) cuts[axis][i] += (int64_t)(tr_hash_identity(seed, 0, axis, i, 0) % 7) - 3;
    }
    placed_list list = {0};
    for (int piece = side * side - 1; piece >= 0; piece--) {
        const int x = piece % side, z = piece / side;
        const tr_region piece_m = {cuts[0][x], cuts[1][z], cuts[0][x + 1], cuts[1][z + 1]};
        // Sets together or one by one: it is the same.
        for (int32_t set = 0; set < (piece & 1 ? WILD_SETS : 1); set++) {
            tr_placement *placement = wild_place(placer, piece_m, piece & 1 ? 1u << set : ALL, false);
            add_records(&list, placement);
            tr_placement_destroy(placement);
        }
    }
    sort_list(&list);
    return list;
}

static void pieces_are_the_whole(void **state)
{
    (void)state;
    test_fixture fixture;
    open_fixture(&fixture, 2, 4);
    const tr_region regions_m[] = {{-63, -40, 77, 90}, {-1000000000000, 999999999900, -999999999880, 1000000000000}};
    for (int r = 0; r < 2; r++) {
        placed_list whole = list_of(fixture.placer, regions_m[r], ALL, false);
        assert_true(whole.count > 3000);
        for (int side = 2; side <= 8; side += TEST_SLOWDOWN > 1 ? 6 : 2) {
            placed_list pieces = list_of_pieces(fixture.placer, regions_m[r], side, (uint64_t)side);
            assert_lists_equal(&pieces, &whole);
            free(pieces.items);
        }
        free(whole.items);
    }
    close_fixture(&fixture);
}

static int by_id(const void *left, const void *right)
{
    const tr_object *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static tr_object *sorted_objects(const tr_placer *placer, tr_region region_m, int64_t *count)
{
    tr_placement *placement = wild_place(placer, region_m, ALL, false);
    *count = tr_placement_count(placement, -1, -1);
    tr_object *all = malloc(((size_t)*count + 1) * sizeof *all);
    int64_t at = 0;
    for (int32_t set = 0; set < WILD_SETS; set++) {
        const int64_t more = tr_placement_count(placement, set, -1);
        tr_placement_objects(placement, set, -1, 0, more, all + at);
        at += more;
    }
    tr_placement_destroy(placement);
    qsort(all, (size_t)*count, sizeof *all, by_id);
    return all;
}

static void objects_of_overlapping_requests_agree(void **state)
{
    (void)state;
    test_fixture fixture;
    open_fixture(&fixture, 2, 5);
    const int64_t side_m = 600 / (TEST_SLOWDOWN > 1 ? 4 : 1);
    int64_t count, moved_count, common = 0;
    tr_object *objects = sorted_objects(fixture.placer, (tr_region){0, 0, side_m, side_m}, &count);
    tr_object *moved = sorted_objects(fixture.placer, (tr_region){-37, 51, side_m - 37, side_m + 51}, &moved_count);
    for (int64_t i = 1; i < count; i++) assert_true(objects[i - 1].id != objects[i].id);
    for (int64_t i = 0; i < moved_count; i++) {
        const tr_object *same = bsearch(&moved[i], objects, (size_t)count, sizeof *objects, by_id);
        const bool inside = moved[i].x_m >= 0 && moved[i].z_m < (double)side_m;
        assert_int_equal(same != NULL, inside);
        if (same) assert_memory_equal(same, &moved[i], sizeof *same);
        common += inside;
    }
    assert_true(common > count / 2);
    free(objects);
    free(moved);
    close_fixture(&fixture);
}

TEST_GROUP(sets)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stands_is_what_the_rule_says),
        cmocka_unit_test(discs_keep_apart_and_none_falls_without_reason),
        cmocka_unit_test(pieces_are_the_whole),
        cmocka_unit_test(objects_of_overlapping_requests_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
