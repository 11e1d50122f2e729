// Placement against the plain reference, on every ISA and any number of threads: the same records in the same order.
#include <stdlib.h>

#include "cmocka_test.h"
#include "place_scene.h"
#include "test_effort.h"

static tr_context *context_of(tr_isa isa, int threads)
{
    tr_context_def def = test_context_def(threads);
    tr_error err;
    def.isa = isa;
    tr_context *context = tr_context_create(&def, &err);
    if (!context) fail_msg("%s", err.message);
    return context;
}

typedef struct scene_kind {
    int32_t layers;
    double share, footprint_m, spacing_m;  // no spacing: textures
    tr_region region;
} scene_kind;

static const scene_kind kinds[] = {
    {1, 0.5, 1, 0, {-20, -30, 90, 71}},
    {3, 0.9, 1.5, 0, {-100, -100, 100, 100}},
    {4, 0.3, 0.75, 0, {13, 7, 61, 90}},
    {7, 0.35, 1, 0, {-300, -300, 300, 300}},
    {10, 1.9, 1, 0, {-77, 3, 100, 99}},
    {13, 0.4, 2.25, 0, {0, 0, 100, 100}},
    {64, 0.6, 3, 0, {-100, -100, 100, 57}},
    {2, 0.5, 40, 0, {-100, -100, 100, 100}},
    {5, 0.5, 0.0625, 0, {1, 2, 4, 5}},
    // Cells that are narrower than the samples of heights are apart.
    {4, 0.6, 0.25, 0, {-100, -100, -40, -55}},
    {3, 0.9, 0.3125, 0, {41, 60, 100, 100}},
    {10, 0.1, 0.5, 64, {-200, -90, -100, 301}},
    {1, 0.4, 1, 1, {-55, 12, 41, 77}},
    {6, 0.5, 2, 0.25, {3, -41, 60, 17}},
    {9, 1.2, 0.8, 4, {-1000000000007, 999999999987, -999999999950, 1000000000031}},
    {3, 0.7, 30, 16, {-801, -900, 700, 333}},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static void open_scene(place_scene *scene, tr_context *context, const scene_kind *kind)
{
    const tr_region bounds = {-100, -100, 100, 100};
    if (kind->spacing_m == 0)
        place_scene_textures(scene, context, &bounds, kind->layers, 61, kind->share);
    else
        place_scene_ground(scene, context, kind->layers, kind->spacing_m, kind->share);
    scene->set.footprint_m = kind->footprint_m;
}

static void assert_kinds_are(tr_context *context, reference_result *expected)
{
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        place_scene scene;
        open_scene(&scene, context, &kinds[kind]);
        tr_placer *placer = place_scene_placer(&scene);
        if (!expected[kind].records) expected[kind] = place_scene_reference(&scene, placer, &kinds[kind].region);
        assert_true(expected[kind].starts[TR_PLACE_MAX_LAYERS] > 0);
        tr_placement *placement = place_region(placer, kinds[kind].region);
        assert_placement_is(placement, &expected[kind]);
        tr_placement_destroy(placement);
        tr_placer_destroy(placer);
        place_scene_destroy(&scene);
    }
}

static void every_isa_and_thread_count_gives_the_records_of_the_reference(void **state)
{
    (void)state;
    reference_result expected[KIND_COUNT] = {{.records = NULL}};
    // Sanitizers look for races and stray memory, which one number of threads per ISA shows.
    const int fewest_threads = TEST_SLOWDOWN > 1 ? 8 : 1;
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available((tr_isa)isa)) continue;
        for (int threads = fewest_threads; threads <= 8; threads += isa == TR_ISA_SCALAR ? 7 : 3) {
            tr_context *context = context_of((tr_isa)isa, threads);
            assert_kinds_are(context, expected);
            tr_context_destroy(context);
        }
    }
    for (int kind = 0; kind < KIND_COUNT; kind++) free(expected[kind].records);
}

TEST_GROUP(place)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_isa_and_thread_count_gives_the_records_of_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
