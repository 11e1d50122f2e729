// Paths as nobody would draw them: extreme numbers, vertices on each other, lines back over themselves, far away. What
// is accepted must be carved in finite numbers; what is not must say why. Sanitizers look on.
#include "counting_context.h"

#include <math.h>
#include <stdio.h>

#include "terrane/carve.h"
#include "test_effort.h"

enum { MAX_VERTICES = 14, PATHS = 4, SIDE = 24, SAMPLES = SIDE * SIDE };

// ---------------------------------------------------------------------------------------------------------
// Random numbers, by what they are for

typedef struct test_dice {
    int64_t scene, path;
    int32_t rolls;
} test_dice;

static double roll(test_dice *dice)
{
    return tr_unit_from_hash(tr_hash_identity(0x6f0, (uint64_t)dice->rolls++, dice->scene, dice->path, 0));
}

static int32_t pick(test_dice *dice, int32_t count)
{
    return (int32_t)(roll(dice) * count);
}

// Often one end of what is allowed, else any order of magnitude in between.
static double extreme(test_dice *dice, double low, double high)
{
    const int32_t which = pick(dice, 4);
    if (which == 0) return low;
    if (which == 1) return high;
    const double min = low > 0 ? low : high * 1e-9;
    return exp2(log2(min) + roll(dice) * (log2(high) - log2(min)));
}

static float maybe(test_dice *dice, double low, double high)
{
    if (pick(dice, 3) > 0) return TR_NOT_GIVEN;
    return (float)(low < 0 ? low + (high - low) * roll(dice) : extreme(dice, low, high));
}

// ---------------------------------------------------------------------------------------------------------
// Paths

static double ground_at(double x_m, double z_m)
{
    const double a = x_m / 300 - floor(x_m / 300), b = z_m / 170 - floor(z_m / 170);
    return 100 + 60 * a * (1 - a) - 40 * b * (1 - b);
}

static bool heights(void *user, const double *x_m, const double *z_m, int32_t count, float *out_m, tr_error *err)
{
    (void)user, (void)err;
    for (int32_t i = 0; i < count; i++) out_m[i] = (float)ground_at(x_m[i], z_m[i]);
    return true;
}

static void place_vertex(test_dice *dice, double origin_m, double size_m, int32_t i, tr_path_vertex *vertices)
{
    double x_m = origin_m + size_m * (roll(dice) - 0.5), z_m = -origin_m + size_m * (roll(dice) - 0.5);
    const int32_t how = i > 0 ? pick(dice, 8) : 7;
    if (how < 2) {
        // On one that was there before: doubled, or back to it.
        const tr_path_vertex *other = &vertices[how == 0 ? i - 1 : pick(dice, i)];
        x_m = other->x_m, z_m = other->z_m;
    } else if (how == 2) {
        x_m = vertices[i - 1].x_m + size_m * exp2(-40 * roll(dice));
        z_m = vertices[i - 1].z_m;
    } else if (how == 3 && i > 1) {
        // Straight on or straight back.
        const double t = 3 * roll(dice) - 1;
        x_m = vertices[i - 2].x_m + t * (vertices[i - 1].x_m - vertices[i - 2].x_m);
        z_m = vertices[i - 2].z_m + t * (vertices[i - 1].z_m - vertices[i - 2].z_m);
    }
    vertices[i] = tr_path_vertex_at(x_m, z_m);
}

static void set_values(test_dice *dice, bool gives_all, tr_path_vertex *vertex)
{
    vertex->height_m = gives_all ? (float)(200 * roll(dice)) : maybe(dice, -1e5, 1e5);
    vertex->width_m = maybe(dice, 0.01, 1e4);
    vertex->smoothing_m = maybe(dice, 0, 1e4);
    vertex->depth_m = maybe(dice, 0, 1e3);
    vertex->inclination = maybe(dice, -1, 1);
}

static tr_path_def make_path(test_dice *dice, double origin_m, tr_path_vertex *vertices)
{
    tr_path_def def = tr_default_path_def((tr_path_kind)pick(dice, TR_PATH_KIND_COUNT));
    const double size_m = exp2(20 * roll(dice) - 6);
    const bool tame = pick(dice, 2), gives_all = pick(dice, 3) == 0;
    def.vertex_count = 2 + pick(dice, MAX_VERTICES - 1);
    for (int32_t i = 0; i < def.vertex_count; i++) {
        place_vertex(dice, origin_m, size_m, i, vertices);
        if (!tame || gives_all) set_values(dice, gives_all, &vertices[i]);
    }
    def.vertices = vertices;
    def.mode = (tr_curve_mode)pick(dice, TR_CURVE_COUNT);
    def.smoothness = extreme(dice, 0, 1);
    def.station_m = fmax(extreme(dice, 0.1, 1e6), size_m / 20);
    if (def.kind == TR_PATH_RIVER) def.area = pick(dice, 2);
    if (tame) return def;
    def.width_m = extreme(dice, 0.01, 1e4);
    def.smoothing_m = extreme(dice, 0, 1e4);
    def.depth_m = extreme(dice, 0, 1e3);
    def.banking = extreme(dice, 0, 1e3);
    def.max_inclination = extreme(dice, 0, 1);
    def.max_grade = extreme(dice, 0, 10);
    def.clearance_m = extreme(dice, 0, 1e3);
    def.priority = pick(dice, 256);
    def.monotone = pick(dice, 2);
    def.bridges = pick(dice, 2);
    const bool has_level = pick(dice, 2);
    const double level_m = 2e5 * roll(dice) - 1e5;
    if (has_level) def.level_m = level_m;
    return def;
}

// ---------------------------------------------------------------------------------------------------------
// What must hold

static void assert_reason(const tr_error *err)
{
    assert_true(err->code != TR_ERROR_NONE && err->message[0] != '\0');
}

static void check_samples(const tr_carving *carving, const tr_sample_area *area)
{
    float samples[5][SAMPLES];
    tr_grid grids[5];
    for (int i = 0; i < 5; i++) grids[i] = (tr_grid){samples[i], SIDE, SIDE, 1, SIDE, SAMPLES};
    const tr_carve_channels channels = {grids[0], grids[1], grids[2], grids[3], grids[4]};
    tr_error err = {0};
    if (!tr_carving_evaluate(carving, area, NULL, &channels, &err)) fail_msg("%s", err.message);
    for (int i = 0; i < SAMPLES; i++) {
        for (int k = 0; k < 5; k++)
            if (!isfinite(samples[k][i])) fail_msg("channel %d of sample %d is %g", k, i, (double)samples[k][i]);
        if (!(samples[1][i] >= 0 && samples[1][i] <= 1)) fail_msg("strength %.9g", (double)samples[1][i]);
        if (samples[1][i] == 0) assert_true(samples[0][i] == 0);
    }
}

static void check_path(const tr_carving *carving, tr_path_id id)
{
    tr_error err = {0};
    tr_path_info info;
    if (!tr_carving_path_info(carving, id, &info, &err)) fail_msg("%s", err.message);
    assert_true(isfinite(info.length_m) && info.length_m > 0);
    assert_true(isfinite(info.max_grade) && isfinite(info.low_m) && info.low_m <= info.high_m);
    assert_true(isfinite(info.max_deviation_m) && info.min_radius_m >= 0);
    tr_points points;
    if (!tr_carving_path_points(carving, id, info.length_m / 50, &points, &err)) fail_msg("%s", err.message);
    for (size_t i = 0; i < points.count; i++)
        assert_true(isfinite(points.x[i]) && isfinite(points.y[i]) && isfinite(points.z[i]));
    tr_points_destroy(context, &points);
}

// Rows across a path that is kilometres wide and centimetres long take too long.
static bool is_slender(const tr_path_def *def)
{
    bool slender = def->width_m <= 100;
    for (int32_t i = 0; i < def->vertex_count; i++) slender = slender && isnan(def->vertices[i].width_m);
    return slender;
}

static void check_strip(const tr_carving *carving, tr_path_id id)
{
    tr_strip_def strip = tr_default_strip_def();
    strip.step_m = strip.error_m = 100;
    tr_mesh mesh;
    tr_error err = {0};
    if (!tr_carving_strip(carving, id, &strip, &mesh, &err)) fail_msg("%s", err.message);
    for (size_t i = 0; i < 3 * mesh.vertex_count; i++)
        assert_true(isfinite(mesh.positions[i]) && isfinite(mesh.normals[i]));
    for (size_t i = 0; i < mesh.index_count; i++) assert_true(mesh.indices[i] < mesh.vertex_count);
    tr_mesh_destroy(context, &mesh);
}

static void check_carving(const tr_carving *carving, const double scale_m[2])
{
    static const double spacings_m[] = {1.0 / 256, 0.5, 16};
    for (int32_t p = 0; p < tr_carving_path_count(carving); p++) {
        const tr_path_id id = tr_carving_path_at(carving, p);
        const tr_path_vertex *at = &tr_carving_path(carving, id)->vertices[0];
        for (int s = 0; s < 3; s++) {
            const int64_t x = (int64_t)floor(at->x_m / scale_m[0] / spacings_m[s]) - SIDE / 2;
            const int64_t z = (int64_t)floor(at->z_m / scale_m[1] / spacings_m[s]) - SIDE / 2;
            check_samples(carving, &(tr_sample_area){x, z, SIDE, SIDE, spacings_m[s]});
        }
        check_path(carving, id);
        if (is_slender(tr_carving_path(carving, id))) check_strip(carving, id);
    }
    for (int32_t i = 0; i < tr_carving_crossing_count(carving); i++) {
        const tr_crossing crossing = tr_carving_crossing_at(carving, i);
        assert_true(isfinite(crossing.x_m) && isfinite(crossing.z_m) && isfinite(crossing.upper_m) &&
                    isfinite(crossing.lower_m));
        if (crossing.bridge) assert_true(crossing.to_m >= crossing.from_m);
    }
}

static bool try_scene(int64_t scene)
{
    static const double origins_m[] = {0, 0, 1e6, 1e9};
    test_dice dice = {.scene = scene, .path = -1};
    const double origin_m = origins_m[pick(&dice, 4)];
    tr_carving_def def = tr_default_carving_def();
    def.ground = (tr_ground){heights, NULL};
    if (origin_m == 0 && pick(&dice, 3) == 0) {
        def.scale_m[0] = 0.3 + 40 * roll(&dice);
        def.scale_m[1] = 0.3 + 40 * roll(&dice);
    }
    tr_error err = {0};
    tr_carving *carving = tr_carving_create(context, &def, &err);
    if (!carving) fail_msg("%s", err.message);
    for (dice.path = 0; dice.path < PATHS; dice.path++) {
        tr_path_vertex vertices[MAX_VERTICES];
        dice.rolls = 0;
        const tr_path_def path = make_path(&dice, origin_m, vertices);
        tr_path_id id;
        if (!tr_carving_add(carving, &path, &id, &err)) assert_reason(&err);
    }
    const bool done = tr_carving_commit(carving, NULL, &err);
    if (!done) assert_reason(&err);
    if (!done) assert_int_equal(tr_carving_path_count(carving), 0);
    check_carving(carving, def.scale_m);
    tr_carving_destroy(carving);
    return done;
}

static void what_is_accepted_is_carved_in_finite_numbers(void **state)
{
    (void)state;
    const int64_t scenes = test_effort(1200, 50000);
    int64_t carved = 0;
    for (int64_t scene = 0; scene < scenes; scene++) carved += try_scene(scene);
    printf("%lld of %lld scenes were carved\n", (long long)carved, (long long)scenes);
    assert_true(carved * 4 > scenes);
}

TEST_GROUP(rough)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_accepted_is_carved_in_finite_numbers, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
