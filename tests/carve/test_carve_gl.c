// Carving on GL has the bits of the CPU: scalar, baseline and AVX2 kernels against the shaders, over scenes with all
// kinds of paths.
#include "carve/sample/piece_table.h"
#include "piece_fixture.h"
#include "test_effort.h"

enum { BACKEND_SCALAR, BACKEND_BASELINE, BACKEND_AVX2, BACKEND_GL, BACKEND_COUNT };

static const char *const backend_names[BACKEND_COUNT] = {"scalar", "baseline", "avx2", "gl"};
static tr_context *contexts[BACKEND_COUNT];  // NULL where this machine does not have it

static tr_context_def backend_def(int backend)
{
    static const tr_isa isas[BACKEND_COUNT] = {TR_ISA_SCALAR, TR_ISA_BASELINE, TR_ISA_AVX2, TR_ISA_AUTO};
    tr_context_def def = test_context_def(2);
    def.isa = isas[backend];
    if (backend == BACKEND_GL) def.backend = TR_BACKEND_GL;
    return def;
}

static int open_contexts(void **state)
{
    (void)state;
    for (int i = 0; i < BACKEND_COUNT; i++) {
        const tr_context_def def = backend_def(i);
        tr_error err = {TR_ERROR_UNSUPPORTED, "this build or machine does not have it"};
        contexts[i] = tr_isa_available(def.isa) ? tr_context_create(&def, &err) : NULL;
        if (!contexts[i]) printf("SKIPPED %s: %s\n", backend_names[i], err.message);
        if (i == BACKEND_GL && !contexts[i] && err.code != TR_ERROR_GPU_UNAVAILABLE) return -1;
    }
    return contexts[BACKEND_SCALAR] ? 0 : -1;
}

static int close_contexts(void **state)
{
    (void)state;
    for (int i = 0; i < BACKEND_COUNT; i++) tr_context_destroy(contexts[i]);
    return 0;
}

// ---------------------------------------------------------------------------------------------------------
// Random scenes

static double random_in(uint64_t *random, double low, double high)
{
    return low + (high - low) * tr_unit_from_hash(tr_hash_identity(0xca7e, (*random)++, 0, 0, 0));
}

static int random_below(uint64_t *random, int count)
{
    return (int)(tr_hash_identity(0xca7e, (*random)++, 0, 0, 0) % (uint64_t)count);
}

// Where a scene is and how large: its paths stay within some 150 sizes, and widths are a few sizes.
typedef struct scene_place {
    double x_m, z_m, size_m;
} scene_place;

static test_pen random_pen(uint64_t *random, carve_scene *scene, tr_path_kind kind, int32_t priority, double size_m)
{
    const bool water = tr_path_kind_is_water(kind);
    return (test_pen){scene_path(scene, kind, priority),
                      (float)random_in(random, 1 * size_m, 6 * size_m),
                      (float)random_in(random, 0.5 * size_m, 12 * size_m),
                      (float)(water ? random_in(random, 0.5, 4) : 0),
                      0,
                      0,
                      random_in(random, -20, 80)};
}

// Values along a piece that the pen does not vary.
static void vary(uint64_t *random, tr_piece *piece, double size_m)
{
    if (random_below(random, 2)) {
        for (int k = 0; k < 3; k++) piece->inclination[k] = (float)random_in(random, -0.1, 0.1);
    }
    if (random_below(random, 3) == 0) {
        piece->half_m[1] += (float)random_in(random, 0, 3 * size_m);
        piece->fade_m[0] += (float)random_in(random, 0, 5 * size_m);
        piece->depth_m[1] *= 1.5f;
    }
    if (random_below(random, 4) == 0) piece->strength[random_below(random, 2)] = (float)random_in(random, 0, 1);
    piece->y_m[1] += (float)random_in(random, -2, 2);
    piece->y_m[2] += (float)random_in(random, -2, 2);
}

// Straight, gentle, sharp, doubled back and without length.
static void random_line(uint64_t *random, test_pen *pen, const scene_place *place)
{
    const double size = place->size_m;
    pen->x = place->x_m + random_in(random, -100, 100) * size;
    pen->z = place->z_m + random_in(random, -100, 100) * size;
    const int pieces = 3 + random_below(random, 8);
    for (int i = 0; i < pieces; i++) {
        const double x = pen->x + random_in(random, -40, 40) * size, z = pen->z + random_in(random, -40, 40) * size;
        const double y = pen->y + random_in(random, -3, 3), bend = random_in(random, -1, 1);
        const double middle_x = 0.5 * (pen->x + x), middle_z = 0.5 * (pen->z + z);
        const double across_x = bend * (z - pen->z), across_z = bend * (pen->x - x);
        tr_piece *piece = NULL;
        switch (random_below(random, 6)) {
        case 0: piece = pen_line(pen, x, z, y); break;
        case 1: piece = pen_curve(pen, middle_x + 0.02 * across_x, middle_z + 0.02 * across_z, x, z, y); break;
        case 2: piece = pen_curve(pen, 2 * x - pen->x, 2 * z - pen->z, x, z, y); break;
        case 3: piece = pen_line(pen, pen->x, pen->z, pen->y); break;
        default: piece = pen_curve(pen, middle_x + across_x, middle_z + across_z, x, z, y);
        }
        vary(random, piece, size);
    }
}

// A rectangle with an island, both anywhere, and sometimes a bent shore.
static void random_area(uint64_t *random, test_pen *pen, const scene_place *place)
{
    const double size = place->size_m;
    const double x = place->x_m + random_in(random, -100, 40) * size,
                 z = place->z_m + random_in(random, -100, 40) * size;
    const double width = random_in(random, 30, 120) * size, height = random_in(random, 30, 120) * size;
    pen->path->def.area = true;
    pen->half_m = 0;
    pen->path->course.level_m = (float)pen->y;
    pen_rectangle(pen, x, z, x + width, z + height, false);
    if (random_below(random, 2)) {
        tr_piece *shore = &pen->path->course.pieces[1];
        shore->z_m[1] += 0.1 * height;
        shore->y_m[1] += 0.5f;
    }
    pen_rectangle(pen, x + 0.3 * width, z + 0.4 * height, x + 0.6 * width, z + 0.7 * height, true);
}

static void random_scene(uint64_t *random, const scene_place *place, carve_scene *scene)
{
    memset(scene, 0, sizeof *scene);
    for (int kind = 0; kind < TR_PATH_KIND_COUNT; kind++) {
        test_pen pen = random_pen(random, scene, (tr_path_kind)kind, 10 * random_below(random, 4), place->size_m);
        const bool area =
            tr_path_kind_is_area((tr_path_kind)kind) || (kind == TR_PATH_RIVER && random_below(random, 2));
        if (area)
            random_area(random, &pen, place);
        else
            random_line(random, &pen, place);
    }
}

// ---------------------------------------------------------------------------------------------------------
// One query on all backends

typedef struct test_question {
    const char *name;
    const carve_scene *scene;
    double scale_m[2];
    tr_sample_area area;
    unsigned kinds;
    double limit_m;
} test_question;

// All that can be asked: the channels, the ground with the water, and the edges.
typedef struct test_answer {
    test_carved channels;
    float *ground, *water, *edge;
} test_answer;

static tr_piece_index *open_scaled(tr_context *context, const test_question *question)
{
    tr_error err;
    tr_piece_index *index =
        tr_piece_index_create(context, question->scene->list, question->scene->count, question->scale_m, &err);
    if (!index) fail_msg("%s: %s", question->name, err.message);
    return index;
}

// Ground with negative zeros: where nothing is carved they stay what they are.
static void fill_ground(float *ground, size_t count)
{
    for (size_t i = 0; i < count; i++) ground[i] = i % 11 == 0 ? -0.0f : (float)(i % 977) * 0.1f - 30;
}

static test_answer ask(tr_context *context, const test_question *question)
{
    tr_piece_index *index = open_scaled(context, question);
    test_answer out = {.channels = evaluate_with(index, TR_SEARCH_HASH, &question->area)};
    const size_t count = out.channels.count;
    out.ground = test_malloc(3 * count * sizeof(float));
    out.water = out.ground + count;
    out.edge = out.water + count;
    fill_ground(out.ground, count);
    const tr_grid ground = carved_grid(&out.channels, out.ground), water = carved_grid(&out.channels, out.water),
                  edge = carved_grid(&out.channels, out.edge);
    tr_error err;
    if (!tr_piece_index_apply(index, &question->area, &ground, &water, NULL, &err) ||
        !tr_piece_index_edge_distance(index, question->kinds, question->limit_m, &question->area, &edge, NULL, &err))
        fail_msg("%s: %s", question->name, err.message);
    tr_piece_index_destroy(index);
    return out;
}

static void forget(test_answer *answer)
{
    carved_free(&answer->channels);
    test_free(answer->ground);
}

static void check_floats(const char *what, const char *channel, const float *found, const float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(&found[i], &expected[i], sizeof *found) != 0)
            fail_msg("%s: %s of sample %zu is %a and not %a", what, channel, i, (double)found[i], (double)expected[i]);
}

// @return the share of samples that are carved
static double check_backends(const test_question *question)
{
    test_answer expected = ask(contexts[BACKEND_SCALAR], question);
    const size_t count = expected.channels.count;
    for (int i = BACKEND_SCALAR + 1; i < BACKEND_COUNT; i++) {
        if (!contexts[i]) continue;
        char what[160];
        snprintf(what, sizeof what, "%s, %s", question->name, backend_names[i]);
        test_answer found = ask(contexts[i], question);
        check_same(what, &found.channels, &expected.channels);
        check_floats(what, "ground", found.ground, expected.ground, count);
        check_floats(what, "water", found.water, expected.water, count);
        check_floats(what, "edge", found.edge, expected.edge, count);
        forget(&found);
    }
    size_t touched = 0;
    for (size_t i = 0; i < count; i++) touched += expected.channels.strength[i] > 0.0f;
    forget(&expected);
    return (double)touched / (double)count;
}

static void need_gl(void)
{
    if (contexts[BACKEND_GL]) return;
    printf("SKIPPED: there is no GL driver to compare with\n");
    skip();
}

// ---------------------------------------------------------------------------------------------------------

static void every_backend_gives_the_same_bits(void **state)
{
    (void)state;
    need_gl();
    static carve_scene scene;
    const double far_m = 1099511627776.0;
    const tr_sample_area areas[] = {{-175, -173, 447, 331, 1},
                                    {-175 + (int64_t)far_m, -173 - (int64_t)far_m, 447, 331, 1},
                                    {-100, -300, 200, 130, 0.25},
                                    {-3, -3, 70, 70, 64}};
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
        make_mixed_scene(&scene, i == 1 ? far_m : 0, i == 1 ? -far_m : 0);
        char name[64];
        snprintf(name, sizeof name, "mixed scene, area %zu", i);
        const test_question question = {name, &scene, {1, 1}, areas[i], 1u << TR_PATH_ROAD | 1u << TR_PATH_LAKE, 60};
        assert_true(check_backends(&question) > 0);
    }
}

// Spacings from 1/4 to 64 m, places up to 2^40 m away, units that are not metres and not even square.
static void random_scenes_have_the_same_bits(void **state)
{
    (void)state;
    need_gl();
    static carve_scene scene;
    static const double spacings_m[] = {0.25, 0.5, 1, 2, 4, 8, 16, 32, 64};
    static const double scales_m[][2] = {{1, 1}, {0.3, 0.3}, {2.5, 2.5}, {0.9, 1.1}};
    static const double origins_m[] = {0, 1e4, -3e8, 1099511627776.0};
    uint64_t random = 1;
    double touched = 0;
    const int64_t rounds = test_effort(27, 1000);
    for (int64_t round = 0; round < rounds; round++) {
        const double spacing_m = spacings_m[round % 9], *scale_m = scales_m[random_below(&random, 4)];
        const double origin_m = origins_m[random_below(&random, 4)];
        // From a few samples per width to some widths per sample.
        const double size_m = spacing_m * scale_m[0] * random_in(&random, 0.3, 2);
        const scene_place place = {origin_m, -0.5 * origin_m, size_m};
        random_scene(&random, &place, &scene);
        char name[64];
        snprintf(name, sizeof name, "random scene %d", (int)round);
        test_question question = {name, &scene, {scale_m[0], scale_m[1]}, {0, 0, 140, 101, spacing_m}, 0, 0};
        question.area.x = (int64_t)(place.x_m / (spacing_m * scale_m[0])) - 30 - random_below(&random, 80);
        question.area.z = (int64_t)(place.z_m / (spacing_m * scale_m[1])) - 20 - random_below(&random, 60);
        question.kinds = 1u + (unsigned)random_below(&random, (1 << TR_PATH_KIND_COUNT) - 1);
        question.limit_m = random_in(&random, size_m, 60 * size_m);
        touched += check_backends(&question);
    }
    printf("%.0f %% of the samples were carved\n", 100 * touched / (double)rounds);
    assert_true(touched / (double)rounds > 0.2 && touched / (double)rounds < 0.98);
}

// More tiles than a batch has, and more entries; with every record for every sample as well.
static void batches_join(void **state)
{
    (void)state;
    need_gl();
    static carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    tr_piece_index *cpu =
        open_index(contexts[BACKEND_AVX2] ? contexts[BACKEND_AVX2] : contexts[BACKEND_BASELINE], &scene);
    tr_piece_index *gl = open_index(contexts[BACKEND_GL], &scene);
    const int32_t side = TEST_SLOWDOWN > 1 ? 800 : 1600;
    const tr_sample_area large = {-175 * 4, -173 * 4, side, side, 0.25}, small = {-175, -173, 233, 171, 1};
    test_carved expected = evaluate_with(cpu, TR_SEARCH_HASH, &large),
                found = evaluate_with(gl, TR_SEARCH_HASH, &large);
    check_same("many batches", &found, &expected);
    carved_free(&found);
    carved_free(&expected);
    expected = evaluate_with(cpu, TR_SEARCH_HASH, &small), found = evaluate_with(gl, TR_SEARCH_ALL, &small);
    check_same("every record for every sample", &found, &expected);
    carved_free(&found);
    carved_free(&expected);
    tr_piece_index_destroy(cpu);
    tr_piece_index_destroy(gl);
}

// Samples so far apart that their places do not fit 32 bits.
static void samples_may_be_far_apart(void **state)
{
    (void)state;
    need_gl();
    static carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    for (double spacing_m = 4096; spacing_m <= 8388608; spacing_m *= 8) {
        const test_question question = {"far apart", &scene, {1, 1}, {-37, -40, 75, 77, spacing_m}, 127, 1000};
        assert_true(check_backends(&question) > 0);
        tr_piece_index *cpu = open_index(contexts[BACKEND_SCALAR], &scene),
                       *gl = open_index(contexts[BACKEND_GL], &scene);
        test_carved expected = evaluate_with(cpu, TR_SEARCH_ALL, &question.area),
                    found = evaluate_with(gl, TR_SEARCH_ALL, &question.area);
        check_same("every record, far apart", &found, &expected);
        carved_free(&found);
        carved_free(&expected);
        tr_piece_index_destroy(cpu);
        tr_piece_index_destroy(gl);
    }
}

// Only some channels, rows with gaps; what lies between stays.
static void planes_keep_to_their_rows(void **state)
{
    (void)state;
    need_gl();
    enum { WIDTH = 101, HEIGHT = 90, STRIDE = 107 };
    static carve_scene scene;
    static float strength[2][HEIGHT * STRIDE], water[2][HEIGHT * STRIDE];
    make_mixed_scene(&scene, 0, 0);
    const tr_sample_area area = {70, -60, WIDTH, HEIGHT, 2};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < HEIGHT * STRIDE; i++) strength[k][i] = water[k][i] = -777;
        tr_piece_index *index = open_index(contexts[k ? BACKEND_GL : BACKEND_SCALAR], &scene);
        const tr_carve_channels out = {.strength = {strength[k], WIDTH, HEIGHT, 1, STRIDE, HEIGHT * STRIDE},
                                       .water = {water[k], WIDTH, HEIGHT, 1, STRIDE, HEIGHT * STRIDE}},
                                nothing = {.height = {0}};
        tr_error err;
        if (!tr_piece_index_evaluate(index, TR_SEARCH_HASH, &area, &out, NULL, NULL, &err) ||
            !tr_piece_index_evaluate(index, TR_SEARCH_HASH, &area, &nothing, NULL, NULL, &err))
            fail_msg("%s", err.message);
        tr_piece_index_destroy(index);
    }
    assert_memory_equal(strength[1], strength[0], sizeof strength[0]);
    assert_memory_equal(water[1], water[0], sizeof water[0]);
    assert_true(strength[1][WIDTH] == -777.0f);
}

static void nothing_is_carved_without_paths(void **state)
{
    (void)state;
    need_gl();
    static carve_scene scene;
    memset(&scene, 0, sizeof scene);
    const test_question question = {"no paths", &scene, {1, 1}, {-40, -40, 80, 80, 1}, 127, 50};
    assert_true(check_backends(&question) == 0);
}

// ---------------------------------------------------------------------------------------------------------
// Ends before the end

typedef struct test_patience {
    int reports, max;
    double last;
} test_patience;

static bool report(void *user, double share)
{
    test_patience *patience = user;
    assert_true(share > patience->last && share <= 1.0);
    patience->last = share;
    return ++patience->reports < patience->max;
}

static void progress_is_told_and_may_cancel(void **state)
{
    (void)state;
    need_gl();
    enum { SIDE = 800 };
    static carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    tr_piece_index *index = open_index(contexts[BACKEND_GL], &scene);
    const tr_sample_area area = {-400, -400, SIDE, SIDE, 1};
    float *samples = test_malloc((size_t)SIDE * SIDE * sizeof *samples);
    const tr_grid out = {samples, SIDE, SIDE, 1, SIDE, SIDE * SIDE};
    tr_error err;
    test_patience calm = {.max = 1000}, hasty = {.max = 1};
    const tr_progress told = {report, &calm}, cancelling = {report, &hasty};
    assert_true(tr_piece_index_edge_distance(index, 127, 20, &area, &out, &told, &err));
    assert_true(calm.reports > 1 && calm.last == 1.0);
    assert_false(tr_piece_index_edge_distance(index, 127, 20, &area, &out, &cancelling, &err));
    assert_int_equal(err.code, TR_ERROR_CANCELLED);
    test_free(samples);
    tr_piece_index_destroy(index);
}

static void memory_may_fail_anywhere(void **state)
{
    (void)state;
    need_gl();
    enum { SIDE = 100 };
    static carve_scene scene;
    static float samples[SIDE * SIDE];
    make_mixed_scene(&scene, 0, 0);
    const tr_sample_area area = {-50, -50, SIDE, SIDE, 1};
    const tr_grid ground = {samples, SIDE, SIDE, 1, SIDE, SIDE * SIDE};
    int failures = 0;
    test_allocator allocator;
    test_allocator_init(&allocator);
    tr_context_def def = backend_def(BACKEND_GL);
    def.allocator = test_allocator_hook(&allocator);
    tr_error err;
    tr_context *context = tr_context_create(&def, &err);
    if (!context) fail_msg("%s", err.message);
    for (bool done = false; !done; failures += !done) {
        tr_piece_index *index = open_index(context, &scene);
        allocator.fail_at = allocator.allocations + failures;
        err.code = TR_ERROR_NONE;
        done = tr_piece_index_apply(index, &area, &ground, NULL, NULL, &err);
        allocator.fail_at = -1;
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        tr_piece_index_destroy(index);
    }
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    assert_true(failures > 6);
}

TEST_GROUP(carve_gl)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_backend_gives_the_same_bits),
        cmocka_unit_test(random_scenes_have_the_same_bits),
        cmocka_unit_test(batches_join),
        cmocka_unit_test(samples_may_be_far_apart),
        cmocka_unit_test(planes_keep_to_their_rows),
        cmocka_unit_test(nothing_is_carved_without_paths),
        cmocka_unit_test(progress_is_told_and_may_cancel),
        cmocka_unit_test(memory_may_fail_anywhere),
    };
    return cmocka_run_group_tests_name("carve gl", tests, open_contexts, close_contexts);
}
