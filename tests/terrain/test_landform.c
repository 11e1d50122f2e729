// What the built-in landscape promises about itself: how much of it is land, how steep it is, where rivers and beaches
// are.
#include <math.h>

#include "terrain_backends.h"
#include "test_effort.h"

// Far apart every sample costs many points of the lattice: under a sanitizer the same area has fewer of them.
enum { SIDE = 400, SEEDS = 6, FAR_SIDE = TEST_SLOWDOWN > 1 ? 200 : SIDE, FAR_M = 2048 * SIDE / FAR_SIDE };

typedef struct test_survey {
    double land;        // share of samples above the sea
    double high;        // share of the land above half of the mountains' height
    double mean_slope;  // of the land
    double cliffs;      // share of the land steeper than 2
    double steepest;
    double near_sea;  // share of samples within two metres of the sea level
    double highest, lowest;
} test_survey;

static test_survey survey_area(tr_context *context, const tr_terrain_settings *def, uint64_t seed, int side,
                               double spacing_m)
{
    tr_heights *heights = open_heights(context, def, seed, 0);
    const tr_sample_area area = {-side / 2, -side / 2, side, side, spacing_m};
    float *h = evaluate(heights, &area);
    test_survey survey = {.highest = -1e9, .lowest = 1e9};
    for (int j = 0; j < side - 1; j++)
        for (int i = 0; i < side - 1; i++) {
            const float *at = h + j * side + i;
            const double y = (double)*at;
            survey.near_sea += fabs(y) < 2;
            survey.highest = fmax(survey.highest, y);
            survey.lowest = fmin(survey.lowest, y);
            if (y <= 0) continue;
            const double slope = hypot((double)(at[1] - at[0]), (double)(at[side] - at[0])) / spacing_m;
            survey.land++;
            survey.high += y > 0.5 * def->landform.mountain_height_m;
            survey.mean_slope += slope;
            survey.cliffs += slope > 2;
            survey.steepest = fmax(survey.steepest, slope);
        }
    survey.high /= fmax(survey.land, 1);
    survey.mean_slope /= fmax(survey.land, 1);
    survey.cliffs /= fmax(survey.land, 1);
    survey.land /= (side - 1.0) * (side - 1.0);
    survey.near_sea /= (side - 1.0) * (side - 1.0);
    test_free(h);
    tr_heights_destroy(heights);
    return survey;
}

// The mean over some worlds, seen from afar: hundreds of continents.
static test_survey survey_worlds(const tr_terrain_settings *def)
{
    tr_context *context = test_context(2);
    test_survey mean = {.highest = -1e9, .lowest = 1e9};
    for (int seed = 1; seed <= SEEDS; seed++) {
        const test_survey survey = survey_area(context, def, (uint64_t)seed, FAR_SIDE, FAR_M);
        mean.land += survey.land / SEEDS;
        mean.high += survey.high / SEEDS;
        mean.highest = fmax(mean.highest, survey.highest);
        mean.lowest = fmin(mean.lowest, survey.lowest);
    }
    tr_context_destroy(context);
    return mean;
}

static void the_land_has_the_share_asked_for(void **state)
{
    (void)state;
    static const double shares[] = {0.1, 0.3, 0.5, 0.7, 0.9};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        tr_terrain_settings def = tr_default_world_def().terrain;
        def.rivers.width_m = 0;
        def.landform.land_share = shares[i];
        const test_survey found = survey_worlds(&def);
        printf("land share %.2f: %.3f land, %.3f of it high, %.0f to %.0f m\n", shares[i], found.land, found.high,
               found.lowest, found.highest);
        assert_true(fabs(found.land - shares[i]) < 0.04);
    }
}

static void mountains_have_the_share_and_height_asked_for(void **state)
{
    (void)state;
    tr_terrain_settings def = tr_default_world_def().terrain;
    const test_survey usual = survey_worlds(&def);
    def.landform.mountain_share = 0;
    const test_survey none = survey_worlds(&def);
    def.landform.mountain_share = 1;
    const test_survey full = survey_worlds(&def);
    printf("high land: %.3f by default, %.3f without mountains, %.3f with mountains everywhere\n", usual.high,
           none.high, full.high);
    assert_true(none.high < 0.02 && usual.high > 2 * none.high && full.high > 1.5 * usual.high);
    const tr_landform_settings *land = &def.landform;
    assert_true(usual.highest > 0.8 * land->mountain_height_m && usual.highest < 2 * land->mountain_height_m);
    assert_true(usual.lowest < -0.7 * land->continent_height_m && usual.lowest > -2 * land->continent_height_m);
}

static void slopes_are_plausible(void **state)
{
    (void)state;
    const tr_terrain_settings def = tr_default_world_def().terrain;
    tr_context *context = test_context(2);
    double mean = 0, cliffs = 0, steepest = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
        const test_survey survey = survey_area(context, &def, (uint64_t)seed, SIDE, 16);
        mean += survey.mean_slope / SEEDS;
        cliffs += survey.cliffs / SEEDS;
        steepest = fmax(steepest, survey.steepest);
    }
    printf("mean slope %.3f, steeper than 2: %.6f of the land, steepest %.2f\n", mean, cliffs, steepest);
    assert_true(mean > 0.03 && mean < 0.5);
    assert_true(cliffs < 0.005 && steepest < 8);
    tr_context_destroy(context);
}

static void beaches_widen_the_shore(void **state)
{
    (void)state;
    tr_terrain_settings def = tr_default_world_def().terrain;
    tr_context *context = test_context(2);
    def.beaches = (tr_beach_settings){4, 4};
    const test_survey with = survey_area(context, &def, 1, SIDE, 32);
    def.beaches.height_m = 0;
    const test_survey without = survey_area(context, &def, 1, SIDE, 32);
    printf("near the sea level: %.4f with beaches, %.4f without\n", with.near_sea, without.near_sea);
    assert_true(with.near_sea > 2 * without.near_sea);
    assert_true(fabs(with.land - without.land) < 1e-9);
    tr_context_destroy(context);
}

// Rivers only lower the ground, and bring water where land was.
static void rivers_only_cut(void **state)
{
    (void)state;
    tr_terrain_settings def = tr_default_world_def().terrain;
    def.beaches.height_m = 0;
    tr_context *context = test_context(2);
    tr_heights *with = open_heights(context, &def, 1, 0);
    def.rivers.width_m = 0;
    tr_heights *without = open_heights(context, &def, 1, 0);
    const tr_sample_area area = {-SIDE / 2, -SIDE / 2, SIDE, SIDE, 48};
    float *cut = evaluate(with, &area), *whole = evaluate(without, &area);
    int drowned = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        assert_true(cut[i] <= whole[i] + 1e-3f);
        drowned += cut[i] < 0 && whole[i] > 0;
    }
    printf("%.4f of the world is river\n", (double)drowned / (SIDE * SIDE));
    assert_true(drowned > SIDE * SIDE / 500 && drowned < SIDE * SIDE / 10);
    test_free(cut);
    test_free(whole);
    tr_heights_destroy(with);
    tr_heights_destroy(without);
    tr_context_destroy(context);
}

TEST_GROUP(landform)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_land_has_the_share_asked_for),
        cmocka_unit_test(mountains_have_the_share_and_height_asked_for),
        cmocka_unit_test(slopes_are_plausible),
        cmocka_unit_test(beaches_widen_the_shore),
        cmocka_unit_test(rivers_only_cut),
    };
    return cmocka_run_group_tests_name("landform", tests, NULL, NULL);
}
