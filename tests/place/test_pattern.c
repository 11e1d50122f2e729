// Patterns: distances, densities and orders of candidates; definitions that are refused.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../reference/dart_reference.h"
#include "cmocka_test.h"
#include "place/pattern.h"
#include "place/pattern_tiles.h"
#include "test_context.h"
#include "test_effort.h"

static tr_context *context;

static int set_up(void **state)
{
    (void)state;
    context = test_context(2);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_context_destroy(context);
    return 0;
}

static tr_pattern *create(tr_pattern_kind kind, int32_t colors, uint64_t seed)
{
    tr_pattern_def def = tr_default_pattern_def();
    def.kind = kind;
    def.colors = colors;
    def.seed = seed;
    tr_error err;
    tr_pattern *pattern = tr_pattern_create(context, &def, &err);
    if (!pattern) fail_msg("%s", err.message);
    return pattern;
}

// ---------------------------------------------------------------------------------------------------------
// Distances

// Candidates of a square of cells.
typedef struct test_plane {
    int32_t cells;
    size_t count;
    int64_t *x, *z;  // units from the corner of the first cell
} test_plane;

static test_plane plane_of(const tr_pattern *pattern, uint64_t seed, int64_t cell_x, int64_t cell_z, int32_t cells)
{
    test_plane out = {.cells = cells};
    const size_t max = (size_t)cells * (size_t)cells * TR_PATTERN_SLOTS;
    out.x = malloc(max * sizeof *out.x);
    out.z = malloc(max * sizeof *out.z);
    assert_non_null(out.x);
    assert_non_null(out.z);
    tr_candidate candidates[TR_PATTERN_SLOTS];
    for (int64_t j = 0; j < cells; j++) {
        for (int64_t i = 0; i < cells; i++) {
            const int32_t count = tr_pattern_cell(pattern, seed, cell_x + i, cell_z + j, candidates);
            for (int32_t k = 0; k < count; k++) {
                assert_in_range(candidates[k].x, 0, pattern->side - 1);
                assert_in_range(candidates[k].z, 0, pattern->side - 1);
                out.x[out.count] = i * pattern->side + candidates[k].x;
                out.z[out.count++] = j * pattern->side + candidates[k].z;
            }
        }
    }
    return out;
}

static void free_plane(test_plane *plane)
{
    free(plane->x);
    free(plane->z);
}

// The least distance of two points, by an index of squares of one footprint, up to four points each.
static double nearest_of(const test_plane *plane, int64_t side)
{
    const int64_t across = plane->cells * side / TR_PATTERN_UNITS + 1;
    int32_t *bins = malloc((size_t)(across * across) * 4 * sizeof *bins);
    assert_non_null(bins);
    memset(bins, -1, (size_t)(across * across) * 4 * sizeof *bins);
    int64_t min = INT64_MAX;
    for (size_t n = 0; n < plane->count; n++) {
        const int64_t bin_x = plane->x[n] / TR_PATTERN_UNITS, bin_z = plane->z[n] / TR_PATTERN_UNITS;
        for (int64_t j = bin_z > 0 ? bin_z - 1 : 0; j <= bin_z + 1 && j < across; j++) {
            for (int64_t i = bin_x > 0 ? bin_x - 1 : 0; i <= bin_x + 1 && i < across; i++) {
                for (int k = 0; k < 4 && bins[(j * across + i) * 4 + k] >= 0; k++) {
                    const int32_t other = bins[(j * across + i) * 4 + k];
                    const int64_t x = plane->x[n] - plane->x[other], z = plane->z[n] - plane->z[other];
                    if (x * x + z * z < min) min = x * x + z * z;
                }
            }
        }
        int32_t *bin = &bins[(bin_z * across + bin_x) * 4];
        int k = 0;
        while (k < 4 && bin[k] >= 0) k++;
        assert_in_range(k, 0, 3);
        bin[k] = (int32_t)n;
    }
    free(bins);
    return sqrt((double)min) / TR_PATTERN_UNITS;
}

static void check_distances(const tr_pattern *pattern, int64_t cell)
{
    const double told = tr_pattern_info_of(pattern).nearest;
    assert_true(told >= 1);
    test_plane all = plane_of(pattern, 77, cell, -cell, (int32_t)test_effort(64, 600));
    const double found = nearest_of(&all, (int64_t)pattern->side);
    assert_true(found >= told);
    free_plane(&all);
}

static void no_two_candidates_are_nearer_than_the_footprint(void **state)
{
    (void)state;
    for (int kind = 0; kind < TR_PATTERN_OWN; kind++) {
        tr_pattern *pattern = create((tr_pattern_kind)kind, 2, 5);
        check_distances(pattern, 0);
        check_distances(pattern, INT64_C(1) << 40);
        tr_pattern_destroy(pattern);
    }
    for (int32_t colors = 1; colors <= TR_PATTERN_MAX_COLORS; colors += colors == 1 ? 2 : 1) {
        tr_pattern *pattern = create(TR_PATTERN_DART, colors, 6);
        check_distances(pattern, 0);
        tr_pattern_destroy(pattern);
    }
}

static void cells_far_away_are_not_those_of_the_origin(void **state)
{
    (void)state;
    tr_pattern *pattern = create(TR_PATTERN_DART, 2, 0);
    enum { COUNT = 256 };
    const int64_t places[] = {0, INT64_C(1) << 40, -(INT64_C(1) << 40), INT64_C(1) << 52};
    tr_place_cell rows[4][COUNT];
    for (int i = 0; i < 4; i++) tr_pattern_row(pattern, 1, places[i], places[i], COUNT, rows[i]);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < i; j++) assert_memory_not_equal(rows[i], rows[j], sizeof rows[i]);
    }
    tr_pattern_destroy(pattern);
}

// ---------------------------------------------------------------------------------------------------------
// Densities

// Dart throwing that goes on for ever covers 0.547 of the plane with discs of half the footprint.
static void candidates_are_nearly_as_dense_as_dart_throwing(void **state)
{
    (void)state;
    const double saturated = 0.547 * 4 / 3.14159265358979323846;
    const double side = (double)(20 + test_effort(60, 300));
    double *x = malloc((size_t)(1.2 * side * side) * sizeof *x), *z = malloc((size_t)(1.2 * side * side) * sizeof *z);
    assert_non_null(x);
    assert_non_null(z);
    const double thrown = (double)dart_reference(3, side, 1500, x, z) / (side * side);
    free(x);
    free(z);
    assert_true(thrown > 0.97 * saturated && thrown < saturated);
    for (int kind = 0; kind < TR_PATTERN_OWN; kind++) {
        tr_pattern *pattern = create((tr_pattern_kind)kind, 2, 0);
        const double density = tr_pattern_info_of(pattern).per_footprint;
        print_message(
            "%s: %.4f candidates per square footprint, %.1f %% of saturated dart throwing, %.1f %% of 1500 darts\n",
            tr_pattern_name((tr_pattern_kind)kind), density, 100 * density / saturated, 100 * density / thrown);
        assert_true(density >= (kind == TR_PATTERN_GRID ? 0.9 : 0.97) * saturated);
        tr_pattern_destroy(pattern);
    }
}

static void shares_follow_densities(void **state)
{
    (void)state;
    const double densities[] = {0.01, 0.25, 0.5, 0.75, 1};
    for (int kind = 0; kind < TR_PATTERN_OWN; kind++) {
        tr_pattern *pattern = create((tr_pattern_kind)kind, 2, 0);
        enum { CELLS = 64 };
        int64_t counts[5] = {0}, all = 0;
        for (int64_t cell = 0; cell < (int64_t)CELLS * CELLS; cell++) {
            tr_candidate candidates[TR_PATTERN_SLOTS];
            const int32_t count = tr_pattern_cell(pattern, 9, cell % CELLS, cell / CELLS, candidates);
            all += count;
            for (int32_t i = 0; i < count; i++) {
                assert_true(candidates[i].threshold >= 0 && candidates[i].threshold < 1);
                for (int d = 0; d < 5; d++) counts[d] += candidates[i].threshold < densities[d];
            }
        }
        for (int d = 0; d < 5; d++)
            assert_true(fabs((double)counts[d] / (double)all / densities[d] - 1) < 0.01 + 0.0005 / densities[d]);
        tr_pattern_destroy(pattern);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Orders

static void slots_are_ranks(void **state)
{
    (void)state;
    for (int kind = 0; kind < TR_PATTERN_OWN; kind++) {
        tr_pattern *pattern = create((tr_pattern_kind)kind, 2, 0);
        assert_int_equal(pattern->slot_count, TR_PATTERN_SLOTS);
        for (uint32_t slot = 0; slot < TR_PATTERN_SLOTS; slot++)
            assert_int_equal(pattern->thresholds[slot], slot * (TR_PLACE_ONE / TR_PATTERN_SLOTS));
        tr_pattern_destroy(pattern);
    }
}

// The first ranks of all tiles together: by distance from the border of the cell, relative to an even spread.
static void first_ranks_favour_no_part_of_the_cell(void **state)
{
    (void)state;
    enum { RINGS = 4 };
    for (int kind = TR_PATTERN_DART; kind <= TR_PATTERN_BLUE; kind++) {
        double counts[RINGS] = {0};
        int32_t tiles = 0;
        for (uint64_t seed = 0; seed < 2; seed++) {
            tr_pattern *pattern = create((tr_pattern_kind)kind, 2, seed);
            for (int32_t i = 0; i < pattern->tile_count * TR_PATTERN_SLOTS; i++) {
                if (i % TR_PATTERN_SLOTS >= TR_PATTERN_SLOTS / 8) continue;
                const double x = (pattern->places[i] & 0xffff) / (double)pattern->side;
                const double z = (double)(pattern->places[i] >> 16) / (double)pattern->side;
                const double inside = fmin(fmin(x, 1 - x), fmin(z, 1 - z));
                counts[(int)fmin(inside * 2 * RINGS, RINGS - 1)]++;
            }
            tiles += pattern->tile_count;
            tr_pattern_destroy(pattern);
        }
        for (int ring = 0; ring < RINGS; ring++) {
            const double outer = 1 - (double)ring / RINGS, inner = 1 - (double)(ring + 1) / RINGS;
            const double even = tiles * (TR_PATTERN_SLOTS / 8) * (outer * outer - inner * inner);
            print_message("%s, ring %d: %.3f\n", tr_pattern_name((tr_pattern_kind)kind), ring, counts[ring] / even);
            assert_true(fabs(counts[ring] / even - 1) < 0.1);
        }
    }
}

static void grid_uses_the_matrix_of_ordered_dithering(void **state)
{
    (void)state;
    static const int matrix[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    tr_pattern *pattern = create(TR_PATTERN_GRID, 2, 0);
    for (int32_t slot = 0; slot < TR_PATTERN_SLOTS; slot++) {
        const uint32_t place = pattern->places[slot], pitch = pattern->side / 8;
        const uint32_t column = (place & 0xffff) / pitch, row = (place >> 16) / pitch;
        assert_int_equal(slot / 4, matrix[row % 4][column % 4]);
    }
    tr_pattern_destroy(pattern);
}

// ---------------------------------------------------------------------------------------------------------
// The same everywhere

static uint64_t hash_of(const tr_pattern *pattern)
{
    const size_t bytes = (size_t)pattern->tile_count * TR_PATTERN_SLOTS * sizeof(uint32_t);
    tr_place_cell row[100];
    tr_pattern_row(pattern, 42, -50, 7, 100, row);
    return tr_hash_bytes(pattern->thresholds, TR_PATTERN_SLOTS * sizeof *pattern->thresholds,
                         tr_hash_bytes(pattern->places, bytes, tr_hash_bytes(row, sizeof row, 0)));
}

static void tiles_are_the_same_on_every_machine(void **state)
{
    (void)state;
    static const uint64_t expected[TR_PATTERN_OWN] = {0xc31f0b4d651916f, 0x9ee47337aa7ed45b, 0x1ad561f92d3be8df};
    int same = 0;
    for (int kind = 0; kind < TR_PATTERN_OWN; kind++) {
        tr_pattern *pattern = create((tr_pattern_kind)kind, 2, 1);
        const uint64_t hash = hash_of(pattern);
        if (hash != expected[kind])
            print_message("%s: %#llx\n", tr_pattern_name((tr_pattern_kind)kind), (unsigned long long)hash);
        same += hash == expected[kind];
        tr_pattern_destroy(pattern);
    }
    assert_int_equal(same, TR_PATTERN_OWN);
}

static void threads_and_rows_change_nothing(void **state)
{
    (void)state;
    tr_pattern_def def = tr_default_pattern_def();
    tr_context *one = test_context(1);
    tr_pattern *alone = tr_pattern_create(one, &def, NULL), *shared = create(TR_PATTERN_DART, def.colors, def.seed);
    assert_non_null(alone);
    assert_true(hash_of(alone) == hash_of(shared));
    tr_place_cell row[64], cell;
    tr_pattern_row(alone, 3, -32, 5, 64, row);
    for (int i = 0; i < 64; i++) {
        tr_pattern_row(alone, 3, i - 32, 5, 1, &cell);
        assert_memory_equal(&cell, &row[i], sizeof cell);
    }
    tr_pattern_destroy(alone);
    tr_pattern_destroy(shared);
    tr_context_destroy(one);
}

static void patterns_live_as_long_as_somebody_keeps_them(void **state)
{
    (void)state;
    tr_pattern *pattern = create(TR_PATTERN_GRID, 1, 0);
    tr_pattern *kept = tr_pattern_keep(pattern);
    tr_pattern_destroy(pattern);
    assert_true(tr_pattern_info_of(kept).nearest >= 1);
    tr_pattern_destroy(kept);
    tr_pattern_destroy(NULL);
}

// ---------------------------------------------------------------------------------------------------------
// The caller's own points, and what is refused

static void own_points_are_repeated_in_every_cell(void **state)
{
    (void)state;
    const double points[] = {0, 0, 2, 0.5, 1, 2};
    tr_pattern_def def = tr_default_pattern_def();
    def.kind = TR_PATTERN_OWN;
    def.side = 3;
    def.points = points;
    def.point_count = 3;
    tr_pattern *pattern = tr_pattern_create(context, &def, NULL);
    assert_non_null(pattern);
    tr_pattern_info info = tr_pattern_info_of(pattern);
    assert_true(info.side == 3 && info.slot_count == 3);
    assert_true(fabs(info.nearest - sqrt(1.25)) < 1e-12);
    for (int64_t cell = 0; cell < 100; cell++) {
        tr_candidate candidates[TR_PATTERN_SLOTS];
        assert_int_equal(tr_pattern_cell(pattern, 0, cell, -cell, candidates), 3);
        int found = 0;
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++)
                found += candidates[i].x == points[2 * k] * TR_PATTERN_UNITS &&
                         candidates[i].z == points[2 * k + 1] * TR_PATTERN_UNITS;
        }
        assert_int_equal(found, 3);
    }
    tr_pattern_destroy(pattern);
}

static void expect_refused(const tr_pattern_def *def, tr_error_code code, const char *part)
{
    tr_error err;
    assert_null(tr_pattern_create(context, def, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.message, part)) fail_msg("\"%s\" does not say \"%s\"", err.message, part);
}

static void bad_definitions_are_refused(void **state)
{
    (void)state;
    tr_pattern_def def = tr_default_pattern_def();
    def.kind = (tr_pattern_kind)99;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "99");
    def = tr_default_pattern_def();
    def.colors = 0;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "0 colours");
    def.colors = 5;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "5 colours");

    double points[] = {0.1, 0.1, 1.5, 1.5};
    def = tr_default_pattern_def();
    def.kind = TR_PATTERN_OWN;
    def.side = 4;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "0 points");
    def.points = points;
    def.point_count = 65;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "65 points");
    def.point_count = 2;
    def.side = NAN;
    expect_refused(&def, TR_ERROR_NOT_FINITE, "side");
    def.side = 1;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "side");
    def.side = 16;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "side");
    def.side = 4;
    points[3] = INFINITY;
    expect_refused(&def, TR_ERROR_NOT_FINITE, "point 1");
    points[3] = 4;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "point 1");
    points[3] = -0.1;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "point 1");
    points[3] = 3.99999;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "1/4096");
    points[2] = 0.1;
    points[3] = 0.85;
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "points 0 and 1 of the pattern are 0.75");
    points[3] = 3.6;  // near the copy in the next cell
    expect_refused(&def, TR_ERROR_INVALID_ARGUMENT, "points 0 and 1 of the pattern are 0.5");
}

static void names_are_found(void **state)
{
    (void)state;
    for (int i = 0; i < TR_PATTERN_COUNT; i++) {
        tr_pattern_kind kind;
        assert_true(tr_pattern_from_name(tr_pattern_name((tr_pattern_kind)i), &kind));
        assert_int_equal(kind, i);
    }
    tr_pattern_kind kind;
    assert_false(tr_pattern_from_name("darts", &kind));
}

static void memory_may_fail_at_any_time(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *counting = test_context_counting(1, &allocator);
    tr_pattern_def def = tr_default_pattern_def();
    def.colors = 1;
    const int64_t before = allocator.live_blocks;
    tr_pattern *pattern = NULL;
    int64_t failures = 0;
    while (!pattern) {
        allocator.fail_at = allocator.allocations + failures;
        tr_error err;
        pattern = tr_pattern_create(counting, &def, &err);
        if (pattern) break;
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, before);
        failures++;
    }
    assert_in_range(failures, 7, 20);
    allocator.fail_at = -1;
    tr_pattern_destroy(pattern);
    tr_context_destroy(counting);
    assert_int_equal(allocator.live_blocks, 0);
}

TEST_GROUP(pattern)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_candidates_are_nearer_than_the_footprint),
        cmocka_unit_test(cells_far_away_are_not_those_of_the_origin),
        cmocka_unit_test(candidates_are_nearly_as_dense_as_dart_throwing),
        cmocka_unit_test(shares_follow_densities),
        cmocka_unit_test(slots_are_ranks),
        cmocka_unit_test(first_ranks_favour_no_part_of_the_cell),
        cmocka_unit_test(grid_uses_the_matrix_of_ordered_dithering),
        cmocka_unit_test(tiles_are_the_same_on_every_machine),
        cmocka_unit_test(threads_and_rows_change_nothing),
        cmocka_unit_test(patterns_live_as_long_as_somebody_keeps_them),
        cmocka_unit_test(own_points_are_repeated_in_every_cell),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(memory_may_fail_at_any_time),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
