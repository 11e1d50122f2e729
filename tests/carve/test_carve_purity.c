// A carved sample depends on the paths and its place alone: not on the search, the tile, the spacing, threads,
// instruction sets or the distance from the origin. And what cannot be done leaves an error and no leak.
#include "piece_fixture.h"

#include "carve/sample/piece_table.h"

static const tr_sample_area middle = {-175, -173, 447, 331, 1};

static tr_context *context_with(int threads, tr_isa isa)
{
    tr_context_def def = test_context_def(threads);
    def.isa = isa;
    tr_error err;
    tr_context *context = tr_context_create(&def, &err);
    if (!context) fail_msg("%s", err.message);
    return context;
}

// One set of bits for every way to get it; those of one thread of plain C with every record for every sample.
static void every_way_gives_the_same_bits(void **state)
{
    (void)state;
    carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    tr_context *plain = context_with(1, TR_ISA_SCALAR);
    tr_piece_index *first = open_index(plain, &scene);
    test_carved expected = evaluate_with(first, TR_SEARCH_ALL, &middle);
    size_t touched = 0;
    for (size_t i = 0; i < expected.count; i++) touched += expected.strength[i] > 0.0f;
    assert_true(touched > expected.count / 5 && touched < expected.count);
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++)
        for (int threads = 1; threads <= 8; threads += 7) {
            if (!tr_isa_available((tr_isa)isa)) {
                printf("SKIPPED %s: this machine does not have it\n", tr_isa_name((tr_isa)isa));
                continue;
            }
            tr_context *context = context_with(threads, (tr_isa)isa);
            tr_piece_index *index = open_index(context, &scene);
            test_carved hash = evaluate_with(index, TR_SEARCH_HASH, &middle),
                        all = evaluate_with(index, TR_SEARCH_ALL, &middle);
            check_same(tr_isa_name((tr_isa)isa), &hash, &expected);
            check_same("every record for every sample", &all, &expected);
            carved_free(&hash);
            carved_free(&all);
            tr_piece_index_destroy(index);
            tr_context_destroy(context);
        }
    carved_free(&expected);
    tr_piece_index_destroy(first);
    tr_context_destroy(plain);
}

// Curves of every shape with reaches many times their size, each its own priority: samples meet all branches of the
// nearest point, and their neighbours in a vector others.
static void rare_branches_do_not_touch_other_lanes(void **state)
{
    (void)state;
    static carve_scene scene;
    const tr_sample_area area = {-80, -80, 163, 160, 0.5};
    tr_context *plain = context_with(1, TR_ISA_SCALAR), *wide = context_with(1, TR_ISA_AUTO);
    for (int round = 0; round < 6; round++) {
        memset(&scene, 0, sizeof scene);
        for (int p = 0; p < FIXTURE_PATHS; p++) {
            double random[6];
            for (int k = 0; k < 6; k++) random[k] = tr_unit_from_hash(tr_hash_identity(0xca7e, 1, round, p, k)) - 0.5;
            test_pen pen = {scene_path(&scene, TR_PATH_ROAD, 10 * p), 2, 40, 0, 20 * random[0], 20 * random[1], p};
            const double size = p % 4 == 0 ? 2 : 12, x2 = pen.x + size * random[2], z2 = pen.z + size * random[3];
            const double bend = p % 4 == 0 ? 0.015 : p % 4 == 1 ? 0.4 : p % 4 == 2 ? 3 : 0;
            pen_curve(&pen, 0.5 * (pen.x + x2) + bend * (z2 - pen.z) + 0.2 * bend * random[4],
                      0.5 * (pen.z + z2) - bend * (x2 - pen.x), x2, z2, p + 1);
        }
        tr_piece_index *first = open_index(plain, &scene), *second = open_index(wide, &scene);
        test_carved expected = evaluate_with(first, TR_SEARCH_ALL, &area),
                    found = evaluate_with(second, TR_SEARCH_HASH, &area);
        check_same("rare branches", &found, &expected);
        carved_free(&expected);
        carved_free(&found);
        tr_piece_index_destroy(first);
        tr_piece_index_destroy(second);
    }
    tr_context_destroy(plain);
    tr_context_destroy(wide);
}

// Puts a part of the area into its place in `out`.
static void evaluate_part(const tr_piece_index *index, int32_t x, int32_t z, int32_t width, int32_t height,
                          test_carved *out)
{
    const tr_sample_area area = {out->area.x + x, out->area.z + z, width, height, out->area.spacing_m};
    test_carved part = evaluate_with(index, TR_SEARCH_HASH, &area);
    for (int32_t j = 0; j < height; j++)
        for (int32_t i = 0; i < width; i++) {
            const size_t from = sample_of(&part, i, j), to = sample_of(out, x + i, z + j);
            out->height[to] = part.height[from];
            out->strength[to] = part.strength[from];
            out->inclination[to] = part.inclination[from];
            out->distance[to] = part.distance[from];
            out->water[to] = part.water[from];
            out->owner[to] = part.owner[from];
        }
    carved_free(&part);
}

static void tiles_in_any_order_are_the_whole(void **state)
{
    (void)state;
    carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    tr_context *context = test_context(2);
    tr_piece_index *index = open_index(context, &scene);
    test_carved whole = evaluate_with(index, TR_SEARCH_HASH, &middle), tiles = carved_space(&middle);
    enum { SIDE = 37 };
    const int32_t across = (middle.width + SIDE - 1) / SIDE, down = (middle.height + SIDE - 1) / SIDE;
    // A step that shares no factor with the number of tiles visits all of them.
    const int32_t count = across * down, step = 41;
    assert_true(count % step != 0);
    for (int32_t k = 0; k < count; k++) {
        const int32_t tile = (int32_t)((int64_t)k * step % count), x = tile % across * SIDE, z = tile / across * SIDE;
        evaluate_part(index, x, z, middle.width - x < SIDE ? middle.width - x : SIDE,
                      middle.height - z < SIDE ? middle.height - z : SIDE, &tiles);
    }
    check_same("tiles", &tiles, &whole);
    carved_free(&whole);
    carved_free(&tiles);
    tr_piece_index_destroy(index);
    tr_context_destroy(context);
}

static void spacings_share_their_samples(void **state)
{
    (void)state;
    carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    tr_context *context = test_context(2);
    tr_piece_index *index = open_index(context, &scene);
    const tr_sample_area fine = {-170, -172, 400, 300, 1};
    test_carved every = evaluate_with(index, TR_SEARCH_HASH, &fine);
    for (int32_t step = 2; step <= 64; step *= 2) {
        const int32_t skip_x = (int32_t)(((-fine.x) % step + step) % step),
                      skip_z = (int32_t)(((-fine.z) % step + step) % step);
        const tr_sample_area coarse = {(fine.x + skip_x) / step, (fine.z + skip_z) / step, (fine.width - skip_x) / step,
                                       (fine.height - skip_z) / step, step};
        test_carved some = evaluate_with(index, TR_SEARCH_HASH, &coarse), picked = carved_space(&coarse);
        for (int32_t j = 0; j < coarse.height; j++)
            for (int32_t i = 0; i < coarse.width; i++) {
                const size_t to = sample_of(&picked, i, j),
                             from = sample_of(&every, skip_x + i * step, skip_z + j * step);
                picked.height[to] = every.height[from];
                picked.strength[to] = every.strength[from];
                picked.inclination[to] = every.inclination[from];
                picked.distance[to] = every.distance[from];
                picked.water[to] = every.water[from];
                picked.owner[to] = every.owner[from];
            }
        check_same("a wider spacing", &some, &picked);
        carved_free(&some);
        carved_free(&picked);
    }
    // So far apart that hardly any sample meets anything.
    const tr_sample_area far_apart = {-3, -3, 7, 7, 8388608};
    test_carved rare = evaluate_with(index, TR_SEARCH_HASH, &far_apart),
                all = evaluate_with(index, TR_SEARCH_ALL, &far_apart);
    check_same("samples far apart", &rare, &all);
    const size_t origin = sample_of(&rare, 3, 3);
    const carved_point at = point_at(index, 0, 0);
    assert_memory_equal(&rare.height[origin], &at.height, sizeof at.height);
    carved_free(&rare);
    carved_free(&all);
    carved_free(&every);
    tr_piece_index_destroy(index);
    tr_context_destroy(context);
}

// 2^40 m away: doubles hold the same controls there to 1/4096 m, and all of the scene's are multiples of 1/8 m.
static void the_origin_may_be_anywhere(void **state)
{
    (void)state;
    static carve_scene here, there;
    const int64_t far_m = INT64_C(1) << 40;
    make_mixed_scene(&here, 0, 0);
    make_mixed_scene(&there, (double)far_m, (double)-far_m);
    tr_context *context = test_context(2);
    tr_piece_index *near_index = open_index(context, &here), *far_index = open_index(context, &there);
    const tr_sample_area away = {middle.x + far_m, middle.z - far_m, middle.width, middle.height, 1};
    test_carved expected = evaluate_with(near_index, TR_SEARCH_HASH, &middle),
                found = evaluate_with(far_index, TR_SEARCH_HASH, &away);
    check_same("far away", &found, &expected);
    carved_free(&expected);
    carved_free(&found);
    tr_piece_index_destroy(near_index);
    tr_piece_index_destroy(far_index);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// The index

// Two roads 10^12 m apart, and one of 300 km in one piece: few cells, exact everywhere.
static void huge_extents_stay_small(void **state)
{
    (void)state;
    static carve_scene scene;
    memset(&scene, 0, sizeof scene);
    test_pen first = {scene_path(&scene, TR_PATH_ROAD, 60), 3, 10, 0, 0, 0, 5};
    pen_line(&first, 300000, 150000, 5);
    test_pen second = {scene_path(&scene, TR_PATH_ROAD, 60), 3, 10, 0, 1e12, -1e12, 7};
    pen_line(&second, 1e12 + 100, -1e12, 7);
    tr_context *context = test_context(1);
    const uint64_t before = tr_context_memory(context).used_bytes;
    tr_piece_index *index = open_index(context, &scene);
    assert_true(tr_context_memory(context).used_bytes - before < 64 * 1024);
    for (int k = 0; k <= 100; k++) {
        const carved_point at = point_at(index, 3000.0 * k, 1500.0 * k);
        assert_true(at.height == 5.0f && at.strength == 1.0f && fabsf(at.distance) < 0.02f);
    }
    const carved_point far_off = point_at(index, 1e12 + 50, -1e12);
    assert_true(far_off.height == 7.0f && far_off.owner == 1);
    const tr_box nothing = {1000 * 256, 90000 * 256, 2000 * 256, 91000 * 256}, something = {100, 0, 200, 50};
    assert_false(tr_piece_index_touches(index, &nothing));
    assert_true(tr_piece_index_touches(index, &something));
    tr_piece_index_destroy(index);
    tr_context_destroy(context);
}

// What is out of the boxes has no strength, and lists hold what boxes meet.
static void boxes_hold_all_that_is_carved(void **state)
{
    (void)state;
    carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    tr_context *context = test_context(2);
    tr_piece_index *index = open_index(context, &scene);
    const tr_sample_area area = {-333, -333, 667, 667, 1};
    test_carved carved = evaluate_with(index, TR_SEARCH_ALL, &area);
    const tr_box bounds = tr_piece_index_bounds(index);
    for (int32_t j = 0; j < area.height; j++)
        for (int32_t i = 0; i < area.width; i++) {
            if (carved.strength[sample_of(&carved, i, j)] <= 0.0f) continue;
            const int64_t x = 256 * (area.x + i), z = 256 * (area.z + j);
            const tr_box place = {x, z, x, z};
            const int32_t owner = carved.owner[sample_of(&carved, i, j)];
            const tr_box reach = tr_path_reach(scene.list[owner], scale_one);
            assert_true(tr_box_meets(&bounds, &place) && tr_box_meets(&reach, &place));
            assert_true(tr_piece_index_touches(index, &place));
        }
    carved_free(&carved);
    tr_piece_index_destroy(index);
    tr_context_destroy(context);
}

static void an_index_may_be_empty(void **state)
{
    (void)state;
    static carve_scene scene;
    tr_context *context = test_context(1);
    tr_piece_index *index = open_index(context, &scene);
    const tr_box bounds = tr_piece_index_bounds(index),
                 all = {INT64_MIN / 4, INT64_MIN / 4, INT64_MAX / 4, INT64_MAX / 4};
    assert_true(bounds.x0 > bounds.x1);
    assert_false(tr_piece_index_touches(index, &all));
    assert_true(point_at(index, 3, 4).strength == 0.0f && point_at(index, 3, 4).water == TR_NO_WATER);
    tr_piece_index_destroy(index);
    tr_context_destroy(context);
}

static void a_reach_beyond_all_measure_is_refused(void **state)
{
    (void)state;
    static carve_scene scene;
    memset(&scene, 0, sizeof scene);
    test_pen road = {scene_path(&scene, TR_PATH_ROAD, 60), 40000, 10, 0, 0, 0, 5};
    pen_line(&road, 100, 0, 5);
    tr_context *context = test_context(1);
    tr_error err;
    assert_null(tr_piece_index_create(context, scene.list, scene.count, scale_one, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    tr_context_destroy(context);
}

static void memory_may_fail_anywhere(void **state)
{
    (void)state;
    carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    const tr_sample_area area = {-20, -20, 40, 40, 1};
    float samples[1600];
    const tr_grid ground = {samples, 40, 40, 1, 40, 1600};
    bool done = false;
    int failures = 0;
    for (int64_t at = 0; !done; at++) {
        test_allocator allocator;
        tr_context *context = test_context_counting(1, &allocator);
        const int64_t before = allocator.live_blocks;
        allocator.fail_at = allocator.allocations + at;
        memset(samples, 0, sizeof samples);
        tr_error err = {TR_ERROR_NONE, ""};
        tr_piece_index *index = tr_piece_index_create(context, scene.list, scene.count, scale_one, &err);
        done = index && tr_piece_index_apply(index, &area, &ground, NULL, NULL, &err);
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        failures += !done;
        tr_piece_index_destroy(index);
        assert_int_equal(allocator.live_blocks, before);
        tr_context_destroy(context);
    }
    assert_true(failures > 8);
}

TEST_GROUP(carve_purity)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_gives_the_same_bits),
        cmocka_unit_test(rare_branches_do_not_touch_other_lanes),
        cmocka_unit_test(tiles_in_any_order_are_the_whole),
        cmocka_unit_test(spacings_share_their_samples),
        cmocka_unit_test(the_origin_may_be_anywhere),
        cmocka_unit_test(huge_extents_stay_small),
        cmocka_unit_test(boxes_hold_all_that_is_carved),
        cmocka_unit_test(an_index_may_be_empty),
        cmocka_unit_test(a_reach_beyond_all_measure_is_refused),
        cmocka_unit_test(memory_may_fail_anywhere),
    };
    return cmocka_run_group_tests_name("carve purity", tests, NULL, NULL);
}
