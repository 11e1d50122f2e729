// Definitions that are refused, and what the message names.
#include <math.h>
#include <string.h>

#include "cmocka_test.h"
#include "place_scene.h"

static tr_context *context;
static place_scene scene;

static int set_up(void **state)
{
    (void)state;
    if (!context) context = test_context(1);
    place_scene_textures(&scene, context, &(tr_region){0, 0, 50, 50}, 3, 12, 0.5);
    scene.set.name = "trees";
    scene.layers[1].name = "oak";
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    place_scene_destroy(&scene);
    return 0;
}

static int end(void **state)
{
    (void)state;
    tr_context_destroy(context);
    return 0;
}

// Refused with a code, and with a message that has `what` in it.
static void assert_refused(tr_error_code code, const char *what)
{
    tr_error err = {.code = TR_ERROR_NONE};
    assert_null(place_scene_try(&scene, &err));
    if (err.code != code || !strstr(err.message, what)) fail_msg("%s: %s", tr_error_name(err.code), err.message);
}

static void footprints_are_checked(void **state)
{
    (void)state;
    const double bad[] = {0, -1, 0.01, 5000};
    for (int k = 0; k < 4; k++) {
        scene.set.footprint_m = bad[k];
        assert_refused(TR_ERROR_INVALID_ARGUMENT, "set 0 (trees): footprint_m");
    }
    scene.set.footprint_m = NAN;
    assert_refused(TR_ERROR_NOT_FINITE, "set 0 (trees): footprint_m");
}

static void numbers_of_sets_are_checked(void **state)
{
    (void)state;
    scene.set.radius_m = 4.5;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "radius_m");
    scene.set.radius_m = 1;
    scene.set.spacing_m = 3;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "powers of two");
    scene.set.spacing_m = 128;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "spacing_m");
    scene.set.spacing_m = 1;
    scene.set.layer_count = 0;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "number of layers");
    scene.set.layer_count = TR_PLACE_MAX_LAYERS + 1;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "number of layers");
    scene.set.layer_count = 3;
    scene.layers[1].variants = 0;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "layer 1 (oak): variants");
}

static void texels_are_checked(void **state)
{
    (void)state;
    const tr_grid *texture = &scene.maps[1].texture;
    texture->samples[4 * texture->row_stride + 3] = NAN;
    assert_refused(TR_ERROR_NOT_FINITE, "set 0 (trees), layer 1 (oak): texel (3, 4)");
    texture->samples[4 * texture->row_stride + 3] = INFINITY;
    assert_refused(TR_ERROR_NOT_FINITE, "texel (3, 4)");
    texture->samples[4 * texture->row_stride + 3] = 0;
    scene.maps[2].low = 0.7;
    scene.maps[2].high = 0.2;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "layer 2");
    scene.maps[2].low = 0;
    scene.maps[2].scale = NAN;
    assert_refused(TR_ERROR_NOT_FINITE, "layer 2");
    scene.maps[2].scale = 1;
    scene.textures.height.samples[5] = NAN;
    assert_refused(TR_ERROR_NOT_FINITE, "heights: texel (5, 0)");
}

static void bounds_and_sources_are_checked(void **state)
{
    (void)state;
    scene.def.bounds_m.x1 = -1;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "bounds");
    scene.def.bounds_m.x1 = INT64_MAX;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "2^42");
    scene.def.bounds_m.x1 = 50;
    scene.def.has_bounds = false;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "bounds");
    scene.def.has_bounds = true;
    scene.def.set_count = 0;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "sets");
    scene.def.set_count = 1;
}

static void sets_are_copied_as_they_are_used(void **state)
{
    (void)state;
    scene.set.footprint_m = 1.7512;
    tr_placer *placer = place_scene_placer(&scene);
    const tr_place_set_def *set = tr_placer_set(placer, 0);
    assert_true(set->footprint_m == 448.0 / 256);
    assert_true(set->radius_m == 224.0 / 256);
    assert_non_null(set->pattern);
    assert_string_equal(set->name, "trees");
    assert_true(set->name != scene.set.name && set->layers != scene.layers);
    assert_string_equal(set->layers[1].name, "oak");
    tr_placer_destroy(placer);
}

static bool bad_densities(void *user, int32_t set, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    (void)user;
    (void)set;
    (void)err;
    for (int32_t layer = 0; layer < out->depth; layer++)
        for (int32_t z = 0; z < area->height; z++)
            for (int32_t x = 0; x < area->width; x++) {
                const bool is_bad = layer == 1 && area->x + x == 7 && area->z + z == 9;
                out->samples[layer * out->plane_stride + z * out->row_stride + x] = is_bad ? NAN : 0.5f;
            }
    return true;
}

static void a_density_that_is_not_finite_is_named(void **state)
{
    (void)state;
    place_scene ground;
    place_scene_ground(&ground, context, 3, 2, 0.5);
    ground.set.name = "trees";
    ground.def.ground.densities = bad_densities;
    tr_placer *placer = place_scene_placer(&ground);
    tr_place_request_def request = tr_default_place_request_def();
    tr_error err;
    request.region_m = (tr_region){0, 0, 30, 30};
    assert_null(tr_place(placer, &request, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
    if (!strstr(err.message, "set 0 (trees), layer 1") || !strstr(err.message, "(14.00, 18.00) m"))
        fail_msg("%s", err.message);
    tr_placer_destroy(placer);
    place_scene_destroy(&ground);
}

TEST_GROUP(placer)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(footprints_are_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_of_sets_are_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(texels_are_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bounds_and_sources_are_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sets_are_copied_as_they_are_used, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_density_that_is_not_finite_is_named, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
