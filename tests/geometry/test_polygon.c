// Conflicts and insides of rings against looking at every pair of edges, in whole numbers; and shapes of many edges.
#include "counting_context.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "geometry/edge_census.h"
#include "geometry/polygon.h"
#include "geometry/turn.h"
#include "test_effort.h"

enum { MAX_POINTS = 48, MAX_RINGS = 6 };

typedef struct test_rings {
    double at[MAX_POINTS][2];
    int32_t ring_end[MAX_RINGS], ring_count, count;
} test_rings;

static tr_plan_rings plan_of(const test_rings *rings)
{
    return (tr_plan_rings){&rings->at[0][0], &rings->at[0][1], sizeof rings->at[0], rings->ring_end, rings->ring_count};
}

static int64_t random_int(uint64_t seed, int64_t index, int64_t low, int64_t high)
{
    return low + (int64_t)(tr_hash_identity(seed, 7, index, 0, 0) % (uint64_t)(high - low + 1));
}

// ---------------------------------------------------------------------------------------------------------
// Turns

static int sign_of(int64_t value)
{
    return (value > 0) - (value < 0);
}

static void turns_are_exact(void **state)
{
    (void)state;
    int rounded = 0;
    for (int64_t round = 0; round < test_effort(100000, 3000000); round++) {
        int64_t p[6];
        for (int k = 0; k < 4; k++) p[k] = random_int((uint64_t)round, k, -(1 << 29), 1 << 29);
        // Nearly on the line, where doubles do not tell.
        for (int k = 0; k < 2; k++) {
            const int64_t middle = (p[k] + p[k + 2]) / 2;
            p[k + 4] = middle + random_int((uint64_t)round, 4 + k, -1, 1);
        }
        const int64_t exact = (p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0]);
        double at[6];
        // Far from the origin, and by halves of units: sums of products have more bits than a double.
        for (int k = 0; k < 6; k++) at[k] = 0.5 * (double)p[k] + 1099511627776.0;
        assert_int_equal(tr_turn(&at[0], &at[2], &at[4]), sign_of(exact));
        const double plain = at[0] * (at[3] - at[5]) + at[2] * (at[5] - at[1]) + at[4] * (at[1] - at[3]);
        rounded += (plain > 0) - (plain < 0) != sign_of(exact);
    }
    assert_true(rounded > 0);
}

// ---------------------------------------------------------------------------------------------------------
// Small rings against all pairs

static int64_t turn_of(const double *a, const double *b, const double *c)
{
    return (int64_t)((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

static bool boxes_meet(const double *a, const double *b, const double *c, const double *d)
{
    for (int k = 0; k < 2; k++)
        if (fmax(a[k], b[k]) < fmin(c[k], d[k]) || fmax(c[k], d[k]) < fmin(a[k], b[k])) return false;
    return true;
}

static int32_t next_of(const test_rings *rings, int32_t ring, int32_t i)
{
    return i + 1 < rings->ring_end[ring] ? i + 1 : (ring > 0 ? rings->ring_end[ring - 1] : 0);
}

static int32_t ring_of(const test_rings *rings, int32_t i)
{
    int32_t ring = 0;
    while (i >= rings->ring_end[ring]) ring++;
    return ring;
}

static bool in_conflict(const test_rings *rings, int32_t i, int32_t j)
{
    const int32_t ring_i = ring_of(rings, i), ring_j = ring_of(rings, j);
    const int32_t after_i = next_of(rings, ring_i, i), after_j = next_of(rings, ring_j, j);
    const double *a = rings->at[i], *b = rings->at[after_i], *c = rings->at[j], *d = rings->at[after_j];
    if (after_i == j) return turn_of(a, b, d) == 0 && (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0;
    if (after_j == i) return in_conflict(rings, j, i);
    if (!boxes_meet(a, b, c, d)) return false;
    const int c_side = sign_of(turn_of(a, b, c)), d_side = sign_of(turn_of(a, b, d));
    const int a_side = sign_of(turn_of(c, d, a)), b_side = sign_of(turn_of(c, d, b));
    if (c_side * d_side > 0 || a_side * b_side > 0) return false;
    return ring_i == ring_j || (c_side * d_side < 0 && a_side * b_side < 0);
}

static bool any_conflict(const test_rings *rings)
{
    for (int32_t i = 0; i < rings->count; i++)
        for (int32_t j = i + 1; j < rings->count; j++)
            if (in_conflict(rings, i, j)) return true;
    return false;
}

// Even-odd, for a place that is on no edge.
static bool is_inside(const test_rings *rings, double x, double z)
{
    bool inside = false;
    for (int32_t i = 0; i < rings->count; i++) {
        const double *a = rings->at[i], *b = rings->at[next_of(rings, ring_of(rings, i), i)];
        if ((a[1] > z) == (b[1] > z)) continue;
        if (a[0] + (b[0] - a[0]) * ((z - a[1]) / (b[1] - a[1])) > x) inside = !inside;
    }
    return inside;
}

// Rings of whole numbers, in a square so small that they often touch.
static void make_rings(uint64_t seed, test_rings *out)
{
    *out = (test_rings){0};
    const int64_t side = random_int(seed, 0, 4, 60);
    out->ring_count = (int32_t)random_int(seed, 1, 1, MAX_RINGS);
    for (int32_t ring = 0; ring < out->ring_count; ring++) {
        const int32_t begin = out->count, count = (int32_t)random_int(seed, 10 + ring, 3, 5);
        const double x = (double)random_int(seed, 20 + ring, 0, side), z = (double)random_int(seed, 30 + ring, 0, side);
        const int64_t size = random_int(seed, 40 + ring, 1, side / 2);
        while (out->count < begin + count) {
            const int64_t key = 100 + 1000 * ring + out->count;
            out->at[out->count][0] = x + (double)random_int(seed, key, -size, size);
            out->at[out->count][1] = z + (double)random_int(seed, key + 500, -size, size);
            out->count++;
        }
        out->ring_end[ring] = out->count;
    }
}

static bool has_doubles(const test_rings *rings)
{
    for (int32_t i = 0; i < rings->count; i++) {
        const double *a = rings->at[i], *b = rings->at[next_of(rings, ring_of(rings, i), i)];
        if (a[0] == b[0] && a[1] == b[1]) return true;
    }
    return false;
}

// A place just left of the middle of the first edge of a ring has to be inside.
static void check_inside(const test_rings *rings, const bool *reversed)
{
    for (int32_t ring = 0; ring < rings->ring_count; ring++) {
        const int32_t first = ring > 0 ? rings->ring_end[ring - 1] : 0;
        const double *a = rings->at[first], *b = rings->at[first + 1], little = 1e-4 * (reversed[ring] ? -1 : 1);
        const double x = a[0] + 0.4937 * (b[0] - a[0]) + little * (b[1] - a[1]);
        const double z = a[1] + 0.4937 * (b[1] - a[1]) - little * (b[0] - a[0]);
        if (!is_inside(rings, x, z)) fail_msg("ring %d: left of it is outside", ring);
    }
}

// Whether a corner lies on an edge of another ring, between its ends: the other ring may go through the edge there,
// which then has no one side. Corners that meet corners are left.
static bool touches_an_edge(const test_rings *rings)
{
    for (int32_t i = 0; i < rings->count; i++)
        for (int32_t j = 0; j < rings->count; j++) {
            const double *a = rings->at[i], *b = rings->at[next_of(rings, ring_of(rings, i), i)], *c = rings->at[j];
            const bool at_end = (c[0] == a[0] && c[1] == a[1]) || (c[0] == b[0] && c[1] == b[1]);
            if (!at_end && ring_of(rings, i) != ring_of(rings, j) && turn_of(a, b, c) == 0 && boxes_meet(a, b, c, c))
                return true;
        }
    return false;
}

static void conflicts_and_insides_are_those_of_all_pairs(void **state)
{
    (void)state;
    int64_t sound = 0, crossed = 0;
    for (int64_t round = 0; round < test_effort(200000, 3000000); round++) {
        test_rings rings;
        make_rings((uint64_t)round, &rings);
        if (has_doubles(&rings)) continue;
        const tr_plan_rings plan = plan_of(&rings);
        tr_ring_conflict conflict;
        assert_true(tr_rings_find_conflict(context, &plan, &conflict, NULL));
        const bool expected = any_conflict(&rings);
        if (conflict.found != expected)
            fail_msg("round %d: found %d, expected %d", (int)round, conflict.found, expected);
        crossed += expected;
        if (expected) continue;
        sound++;
        bool reversed[MAX_RINGS];
        assert_true(tr_rings_find_reversed(context, &plan, reversed, NULL));
        if (!touches_an_edge(&rings)) check_inside(&rings, reversed);
    }
    assert_true(sound > 500 && crossed > 500);
}

// ---------------------------------------------------------------------------------------------------------
// Many edges

typedef struct large_ring {
    double (*at)[2];
    int32_t count;
} large_ring;

// Teeth that lie side by side, all of their boxes over each other.
static large_ring slanted_comb(int32_t count)
{
    large_ring ring = {calloc((size_t)count + 4, sizeof *ring.at), count / 4 * 4 + 1};
    for (int32_t i = 0; i < ring.count; i++) {
        const double out = i % 4 == 1 || i % 4 == 2 ? 800 : 0;
        ring.at[i][0] = 300.0 * i / count + out;
        ring.at[i][1] = out;
    }
    ring.at[ring.count][0] = ring.at[ring.count - 1][0], ring.at[ring.count++][1] = -50;
    ring.at[ring.count][0] = 0, ring.at[ring.count++][1] = -50;
    return ring;
}

static large_ring needle_fan(int32_t count)
{
    large_ring ring = {calloc((size_t)count, sizeof *ring.at), count};
    for (int32_t i = 0; i < count; i++) {
        const double angle = 6.283185307179586 * i / count, radius = i % 2 ? 800 : 0.05;
        ring.at[i][0] = radius * cos(angle);
        ring.at[i][1] = radius * sin(angle);
    }
    return ring;
}

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void many_edges_cost_n_log_n(void **state)
{
    (void)state;
    large_ring (*const shapes[])(int32_t) = {slanted_comb, needle_fan};
    for (int k = 0; k < 2; k++) {
        large_ring ring = shapes[k](100000);
        const tr_plan_rings plan = {&ring.at[0][0], &ring.at[0][1], sizeof *ring.at, &ring.count, 1};
        tr_ring_conflict conflict;
        bool reversed;
        const double start = cpu_seconds();
        assert_true(tr_rings_find_conflict(context, &plan, &conflict, NULL));
        assert_false(conflict.found);
        assert_true(tr_rings_find_reversed(context, &plan, &reversed, NULL));
        // Comparing all pairs takes minutes.
        assert_true(cpu_seconds() - start < 10 * TEST_SLOWDOWN);
        assert_int_equal(reversed, tr_ring_area(&plan, 0) > 0);
        free(ring.at);
    }
}

static void a_census_ends_at_its_limits(void **state)
{
    (void)state;
    large_ring ring = slanted_comb(20000);
    const tr_plan_rings plan = {&ring.at[0][0], &ring.at[0][1], sizeof *ring.at, &ring.count, 1};
    const tr_edge_limits limits = {1 << 24, 1000000, 1000};
    tr_edge_census census;
    assert_true(tr_edge_census_take(context, &plan, &limits, &census, NULL));
    assert_false(tr_edge_census_is_within(&census, &limits));
    assert_true(census.pairs < limits.pairs + ring.count && census.tests < limits.tests + ring.count);
    assert_int_equal(census.crossings, 0);
    free(ring.at);
    // A star of five points crosses itself five times.
    const double star[5][2] = {{0, 10}, {6, -8}, {-9, 3}, {9, 3}, {-6, -8}};
    const int32_t end = 5;
    const tr_plan_rings five = {&star[0][0], &star[0][1], sizeof star[0], &end, 1};
    assert_true(tr_edge_census_take(context, &five, &limits, &census, NULL));
    assert_int_equal(census.crossings, 5);
    assert_true(tr_edge_census_is_within(&census, &limits));
}

static void failed_allocations_are_reported(void **state)
{
    (void)state;
    large_ring ring = needle_fan(100);
    const tr_plan_rings plan = {&ring.at[0][0], &ring.at[0][1], sizeof *ring.at, &ring.count, 1};
    const tr_edge_limits limits = {1000, 1000, 1000};
    for (int64_t after = 0;; after++) {
        tr_ring_conflict conflict;
        tr_edge_census census;
        bool reversed;
        allocator.allocations = 0;
        allocator.fail_at = after;
        const bool ok = tr_rings_find_conflict(context, &plan, &conflict, NULL) &&
                        tr_rings_find_reversed(context, &plan, &reversed, NULL) &&
                        tr_edge_census_take(context, &plan, &limits, &census, NULL);
        allocator.fail_at = -1;
        if (ok) break;
        assert_true(after < 20);
    }
    free(ring.at);
}

TEST_GROUP(polygon)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_exact),
        cmocka_unit_test_setup_teardown(conflicts_and_insides_are_those_of_all_pairs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_edges_cost_n_log_n, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_census_ends_at_its_limits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(failed_allocations_are_reported, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
