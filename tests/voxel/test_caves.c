// Caves against a plain reference on every ISA, and what a world of them must be like.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../reference/caves_reference.h"
#include "cave_scene.h"
#include "cmocka_test.h"
#include "test_allocator.h"
#include "test_context.h"
#include "test_effort.h"
#include "voxel/generate/caves.h"

static tr_context *context_of(tr_isa isa)
{
    tr_context_def def = tr_default_context_def();
    def.isa = isa;
    def.threads = 1;
    tr_context *context = tr_context_create(&def, NULL);
    assert_non_null(context);
    return context;
}

// A chunk of the scene, cut.
static void cut_chunk(const tr_voxel_rules *rules, const tr_voxel_at *at, uint8_t *blocks)
{
    cave_scene_around *around = malloc(sizeof *around);
    cave_scene_make_around(rules, at->x, at->z, around);
    cave_scene_fill(rules, around->pointers[4], (int32_t)at->y, blocks);
    assert_true(tr_caves_cut(rules, around->pointers, (int32_t)at->y, blocks, NULL));
    free(around);
}

// ---------------------------------------------------------------------------------------------------------
// Reference

// Columns of the scene for the reference, remembered.
typedef struct scene_columns {
    const tr_voxel_rules *rules;
    tr_column columns[25];
    int64_t x, z;  // of the middle one
} scene_columns;

static caves_reference_column column_at(void *user, int64_t x, int64_t z)
{
    const scene_columns *columns = user;
    const int64_t dx = (x >> 5) - columns->x + 2, dz = (z >> 5) - columns->z + 2;
    assert_true(dx >= 0 && dx < 5 && dz >= 0 && dz < 5);
    const tr_column *column = &columns->columns[dx + 5 * dz];
    const int cell = (int)(x & 31) + 32 * (int)(z & 31);
    const int32_t end = tr_cave_ground_end(column, cell);
    return (caves_reference_column){column->top[cell], end, column->water[cell] >= end,
                                    column->cover[cell] == TR_GROUND_BARE};
}

static void compare_chunk(const tr_voxel_rules *rules, const tr_voxel_at *at)
{
    static const tr_voxel_rules plain;
    tr_voxel_rules without = *rules;
    without.caves = plain.caves;
    scene_columns *columns = malloc(sizeof *columns);
    columns->rules = rules, columns->x = at->x, columns->z = at->z;
    for (int i = 0; i < 25; i++)
        cave_scene_column(&without, at->x + i % 5 - 2, at->z + i / 5 - 2, &columns->columns[i]);
    const caves_reference reference = {.seed = rules->seed,
                                       .amount = (float)rules->def.caves,
                                       .bottom = rules->def.bottom,
                                       .column = column_at,
                                       .user = columns,
                                       .memory = calloc(CAVES_REFERENCE_MEMORY, sizeof(caves_reference_point))};
    uint8_t *ground = malloc(TR_VOXEL_COUNT), *below = malloc(TR_VOXEL_COUNT), *cut = malloc(TR_VOXEL_COUNT);
    cave_scene_fill(rules, &columns->columns[12], (int32_t)at->y, ground);
    cave_scene_fill(rules, &columns->columns[12], (int32_t)at->y - 1, below);
    cut_chunk(rules, at, cut);
    for (int i = 0; i < TR_VOXEL_COUNT; i++) {
        const int64_t x = at->x * 32 + i % 32, y = at->y * 32 + i / 1024, z = at->z * 32 + i / 32 % 32;
        const uint8_t under = i >= 1024 ? ground[i - 1024] : below[i + TR_VOXEL_COUNT - 1024];
        const uint8_t expected = caves_reference_block(&reference, x, y, z, ground[i], under);
        if (cut[i] != expected)
            fail_msg("block %lld %lld %lld is %s, the reference has %s", (long long)x, (long long)y, (long long)z,
                     tr_block_name(cut[i]), tr_block_name(expected));
    }
    free(cut);
    free(below);
    free(ground);
    free(reference.memory);
    free(columns);
}

static void chunks_are_those_of_the_reference(void **state)
{
    (void)state;
    const tr_isa isas[] = {TR_ISA_SCALAR, TR_ISA_BASELINE, TR_ISA_AVX2};
    const int64_t far = INT64_C(1) << 39;
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        if (!tr_isa_available(isas[i])) continue;
        tr_context *context = context_of(isas[i]);
        for (int64_t k = 0; k < test_effort(24, 400); k++) {
            tr_voxel_rules rules = cave_scene_rules(context, (uint64_t)k % 5);
            rules.def.caves = k % 4 == 3 ? 0.4 : 1.0;
            assert_true(tr_caves_make(&rules, NULL));
            const int64_t offset = k % 3 == 2 ? far : k % 3 == 1 ? -(INT64_C(1) << 26) : 0;
            const tr_voxel_at at = {offset + 3 * k - 17, k % 11 - 8, 5 * k - 31};
            compare_chunk(&rules, &at);
            tr_caves_destroy(&rules);
        }
        tr_context_destroy(context);
    }
}

// The noises and the bits of every block, without any column.
static void bits_are_equal_on_every_isa(void **state)
{
    (void)state;
    tr_context *scalar = context_of(TR_ISA_SCALAR);
    const tr_isa isas[] = {TR_ISA_BASELINE, TR_ISA_AVX2};
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        if (!tr_isa_available(isas[i])) continue;
        tr_context *wide = context_of(isas[i]);
        for (int64_t k = 0; k < test_effort(200, 5000); k++) {
            tr_voxel_rules a = cave_scene_rules(scalar, (uint64_t)k), b = cave_scene_rules(wide, (uint64_t)k);
            assert_true(tr_caves_make(&a, NULL) && tr_caves_make(&b, NULL));
            tr_cave_values values[2];
            tr_cave_bits bits[2][2];
            memset(values, 0, sizeof values);
            memset(bits, 0, sizeof bits);
            tr_cave_values_make(a.caves, 1000 * k, (int32_t)k % 60, -7777777 * k, &values[0]);
            tr_cave_values_make(b.caves, 1000 * k, (int32_t)k % 60, -7777777 * k, &values[1]);
            assert_int_equal(a.caves->table->bits(&values[0], TR_CAVE_POINTS, &bits[0][0], &bits[0][1]),
                             b.caves->table->bits(&values[1], TR_CAVE_POINTS, &bits[1][0], &bits[1][1]));
            assert_memory_equal(&values[0], &values[1], sizeof values[0]);
            assert_memory_equal(bits[0], bits[1], sizeof bits[0]);
            tr_caves_destroy(&a);
            tr_caves_destroy(&b);
        }
        tr_context_destroy(wide);
    }
    tr_context_destroy(scalar);
}

// ---------------------------------------------------------------------------------------------------------
// A large piece

enum { PIECE = TEST_SLOWDOWN > 1 ? 4 : 12, PIECE_TALL = 12, PIECE_LOW = -8 };

static cave_scene_box piece_of(tr_context *context, uint64_t seed, int64_t x, tr_voxel_rules *rules)
{
    *rules = cave_scene_rules(context, seed);
    assert_true(tr_caves_make(rules, NULL));
    const tr_voxel_box box = {{x, PIECE_LOW, 40}, {PIECE, PIECE_TALL, PIECE}};
    return cave_scene_make_box(rules, &box, false);
}

static bool is_open_kind(uint8_t block)
{
    return block == TR_BLOCK_AIR || block == TR_BLOCK_GLOW_MUSHROOM;
}

// Counts the liquids that have air beside or below them.
static int64_t count_leaks(const cave_scene_box *box, uint8_t liquid)
{
    static const int steps[5][3] = {{-1, 0, 0}, {1, 0, 0}, {0, 0, -1}, {0, 0, 1}, {0, -1, 0}};
    int64_t leaks = 0;
    for (int32_t y = 1; y < box->size[1]; y++)
        for (int32_t z = 1; z < box->size[2] - 1; z++)
            for (int32_t x = 1; x < box->size[0] - 1; x++) {
                if (cave_scene_at(box, x, y, z) != liquid) continue;
                for (int i = 0; i < 5; i++)
                    leaks += is_open_kind(cave_scene_at(box, x + steps[i][0], y + steps[i][1], z + steps[i][2]));
            }
    return leaks;
}

// How many leaks the ground has before anything is cut: the scene's own lakes stand in the air here and there.
static int64_t count_leaks_before(const tr_voxel_rules *rules, const cave_scene_box *box)
{
    tr_voxel_rules without = *rules;
    without.caves = NULL;
    cave_scene_box ground = cave_scene_make_box(&without, &box->box, false);
    const int64_t leaks = count_leaks(&ground, TR_BLOCK_WATER);
    cave_scene_destroy_box(&ground);
    return leaks;
}

static void liquids_stay_where_they_are(void **state)
{
    (void)state;
    tr_context *context = context_of(TR_ISA_AUTO);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        tr_voxel_rules rules;
        cave_scene_box box = piece_of(context, seed, seed == 4 ? INT64_C(1) << 35 : 3, &rules);
        assert_int_equal(count_leaks(&box, TR_BLOCK_WATER), count_leaks_before(&rules, &box));
        assert_int_equal(count_leaks(&box, TR_BLOCK_LAVA), 0);
        cave_scene_destroy_box(&box);
        tr_caves_destroy(&rules);
    }
    tr_context_destroy(context);
}

// Shares of what is cut: of all that lies deeper than 40 blocks below the lowest ground.
typedef struct cave_shares {
    double cut, water, lava, max, second;  // shares of the volume, then of what is cut
    double tunnels, halls;                 // what of the volume each alone reaches
} cave_shares;

static size_t cell_count(const cave_scene_box *box)
{
    return (size_t)box->size[0] * (size_t)box->size[1] * (size_t)box->size[2];
}

static bool is_hollow(uint8_t block)
{
    return is_open_kind(block) || block == TR_BLOCK_WATER || block == TR_BLOCK_LAVA;
}

// Floods one hollow from a cell; returns how many cells it has.
static size_t flood(const cave_scene_box *box, size_t start, size_t end, uint8_t *seen, uint32_t *queue)
{
    const size_t steps[3] = {1, (size_t)box->size[0], (size_t)box->size[0] * (size_t)box->size[2]};
    size_t head = 0, tail = 0;
    queue[tail++] = (uint32_t)start;
    seen[start] = 1;
    while (head < tail) {
        const size_t at = queue[head++];
        const int32_t place[3] = {(int32_t)(at % steps[1]), (int32_t)(at / steps[1] % (size_t)box->size[2]),
                                  (int32_t)(at / steps[2])};
        const int32_t sizes[3] = {box->size[0], box->size[2], box->size[1]};
        for (int i = 0; i < 6; i++) {
            if (i & 1 ? place[i / 2] == sizes[i / 2] - 1 : place[i / 2] == 0) continue;
            const size_t next = i & 1 ? at + steps[i / 2] : at - steps[i / 2];
            if (next >= end || seen[next] || !is_hollow(box->blocks[next])) continue;
            seen[next] = 1;
            queue[tail++] = (uint32_t)next;
        }
    }
    return tail;
}

static void measure_hollows(const cave_scene_box *box, size_t end, cave_shares *out)
{
    uint8_t *seen = calloc(cell_count(box), 1);
    uint32_t *queue = malloc(cell_count(box) * sizeof *queue);
    size_t all = 0, max = 0, second = 0, water = 0, lava = 0;
    for (size_t i = 0; i < end; i++) {
        water += box->blocks[i] == TR_BLOCK_WATER;
        lava += box->blocks[i] == TR_BLOCK_LAVA;
        if (seen[i] || !is_hollow(box->blocks[i])) continue;
        const size_t size = flood(box, i, end, seen, queue);
        all += size;
        second = size > max ? max : size > second ? size : second;
        max = size > max ? size : max;
    }
    out->cut = (double)all / (double)end;
    out->water = (double)water / (double)end;
    out->lava = (double)lava / (double)end;
    out->max = (double)max / (double)all;
    out->second = (double)second / (double)all;
    free(queue);
    free(seen);
}

static void measure_kinds(const tr_voxel_rules *rules, const cave_scene_box *box, cave_shares *out)
{
    int64_t tunnels = 0, halls = 0, all = 0;
    for (int32_t i = 0; i < PIECE * PIECE * 5; i++) {
        tr_cave_values values;
        tr_cave_bits bits[2] = {{{0}}, {{0}}};
        tr_cave_values_make(rules->caves, box->box.low.x + i % PIECE, -7 + i / PIECE / PIECE, 40 + i / PIECE % PIECE,
                            &values);
        rules->caves->table->bits(&values, TR_CAVE_POINTS, &bits[0], &bits[1]);
        for (int row = 0; row < 1024; row++) {
            tunnels += __builtin_popcount(bits[0].rows[row]);
            halls += __builtin_popcount(bits[1].rows[row] & ~bits[0].rows[row]);
        }
        all += TR_VOXEL_COUNT;
    }
    out->tunnels = (double)tunnels / (double)all;
    out->halls = (double)halls / (double)all;
}

static cave_shares measure(tr_context *context, uint64_t seed, int64_t x)
{
    tr_voxel_rules rules;
    cave_shares shares;
    cave_scene_box box = piece_of(context, seed, x, &rules);
    // Below the ground: y from -256 to -96.
    const size_t end = (size_t)box.size[0] * (size_t)box.size[2] * 160;
    measure_hollows(&box, end, &shares);
    measure_kinds(&rules, &box, &shares);
    printf("seed %llu at %lld: cut %.3f, water %.3f, lava %.4f of the volume; tunnels %.3f, halls %.3f; the largest "
           "hollow has %.3f of them, the second %.3f\n",
           (unsigned long long)seed, (long long)x, shares.cut, shares.water, shares.lava, shares.tunnels, shares.halls,
           shares.max, shares.second);
    cave_scene_destroy_box(&box);
    tr_caves_destroy(&rules);
    return shares;
}

static void caves_hang_together_and_are_of_two_kinds(void **state)
{
    (void)state;
    tr_context *context = context_of(TR_ISA_AUTO);
    double max = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const cave_shares shares = measure(context, seed, 100 * (int64_t)seed);
        assert_true(shares.cut > 0.02 && shares.cut < 0.14);
        assert_true(shares.tunnels > 0.01 && shares.halls > 0.002);
        max += shares.max / 3;
    }
    if (TEST_SLOWDOWN == 1) assert_true(max > 0.5);
    tr_context_destroy(context);
}

static void far_away_caves_are_as_near(void **state)
{
    (void)state;
    tr_context *context = context_of(TR_ISA_AUTO);
    cave_shares near_mean = {0}, far_mean = {0};
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const cave_shares a = measure(context, seed, 7), b = measure(context, seed, INT64_C(1) << 39);
        near_mean.cut += a.cut / 3, near_mean.tunnels += a.tunnels / 3, near_mean.halls += a.halls / 3;
        far_mean.cut += b.cut / 3, far_mean.tunnels += b.tunnels / 3, far_mean.halls += b.halls / 3;
    }
    assert_true(near_mean.cut < 1.7 * far_mean.cut && far_mean.cut < 1.7 * near_mean.cut);
    assert_true(near_mean.tunnels < 1.5 * far_mean.tunnels && far_mean.tunnels < 1.5 * near_mean.tunnels);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Surfaces

// Blocks of the ground that caves took away, by whether their column is open.
static void ground_is_broken_only_where_it_is_open(void **state)
{
    (void)state;
    tr_context *context = context_of(TR_ISA_AUTO);
    tr_voxel_rules rules = cave_scene_rules(context, 11);
    assert_true(tr_caves_make(&rules, NULL));
    cave_scene_around *around = malloc(sizeof *around);
    uint8_t *blocks = malloc(TR_VOXEL_COUNT);
    int64_t open = 0, entrances = 0, cells = 0;
    for (int64_t k = 0; k < test_effort(300, 3000); k++) {
        cave_scene_make_around(&rules, 5 * k, 3 * k, around);
        const tr_column *column = around->pointers[4];
        for (int32_t y = -3; y < 5; y++) {
            cave_scene_fill(&rules, column, y, blocks);
            tr_caves_cut(&rules, around->pointers, y, blocks, NULL);
            for (int cell = 0; cell < TR_COLUMN_CELLS; cell++) {
                const int32_t top = column->top[cell] - 32 * y;
                if (top < 0 || top > 31) continue;
                const bool broken = is_hollow(blocks[cell + 1024 * top]);
                assert_false(broken && !column->open[cell]);
                assert_false(column->open[cell] &&
                             (column->cover[cell] != TR_GROUND_BARE || column->water[cell] > column->top[cell]));
                open += column->open[cell];
                entrances += broken;
                cells++;
            }
        }
    }
    printf("of %lld columns %.4f are open and %.4f broken\n", (long long)cells, (double)open / (double)cells,
           (double)entrances / (double)cells);
    assert_true(entrances > 0 && open * 20 < cells);
    free(blocks);
    free(around);
    tr_caves_destroy(&rules);
    tr_context_destroy(context);
}

static void bedrock_is_never_cut(void **state)
{
    (void)state;
    tr_context *context = context_of(TR_ISA_AUTO);
    tr_voxel_rules rules = cave_scene_rules(context, 12);
    assert_true(tr_caves_make(&rules, NULL));
    uint8_t *blocks = malloc(TR_VOXEL_COUNT);
    for (int64_t k = 0; k < test_effort(200, 2000); k++) {
        cut_chunk(&rules, &(tr_voxel_at){k, -8, -k}, blocks);
        for (int i = 0; i < 3 * TR_VOXEL_LAYER; i++) assert_int_equal(blocks[i], TR_BLOCK_BEDROCK);
    }
    free(blocks);
    tr_caves_destroy(&rules);
    tr_context_destroy(context);
}

static void no_caves_need_no_memory(void **state)
{
    (void)state;
    tr_context *context = context_of(TR_ISA_AUTO);
    tr_voxel_rules rules = cave_scene_rules(context, 1);
    rules.def.caves = 0;
    assert_true(tr_caves_make(&rules, NULL));
    assert_null(rules.caves);
    tr_caves_destroy(&rules);
    tr_context_destroy(context);
}

TEST_GROUP(caves)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_are_those_of_the_reference),
        cmocka_unit_test(bits_are_equal_on_every_isa),
        cmocka_unit_test(liquids_stay_where_they_are),
        cmocka_unit_test(caves_hang_together_and_are_of_two_kinds),
        cmocka_unit_test(far_away_caves_are_as_near),
        cmocka_unit_test(ground_is_broken_only_where_it_is_open),
        cmocka_unit_test(bedrock_is_never_cut),
        cmocka_unit_test(no_caves_need_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
