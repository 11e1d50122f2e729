// The ground on every backend against the reference implementation, bit for bit: every step alone and all together, a
// graph of the user's, spacings from a millimetre to kilometres, at the origin, on the negative side and 10^12 m away.
#include "terrain_backends.h"
#include "terrain_reference.h"

static tr_context *contexts[BACKEND_COUNT];

static int open_all(void **state)
{
    (void)state;
    for (int i = 0; i < BACKEND_COUNT; i++) contexts[i] = open_backend(i, 2);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    for (int i = 0; i < BACKEND_COUNT; i++) tr_context_destroy(contexts[i]);
    return 0;
}

// Odd sizes, so that vectors end within rows. The third lies where land and sea meet in most worlds.
static const tr_sample_area areas[] = {
    {-7, -5, 21, 9, 4.0},
    {1000, -3000, 19, 7, 1.5},
    {-900, 300, 21, 9, 64.0},
    {250000000000, -250000000000, 21, 7, 4.0},
    {-1000000000, 77, 9, 5, 0.00390625},
    {-40, 11, 17, 9, 300.0},
    {12, -9, 11, 6, 2048.0},
    {3, 4, 7, 5, 1100.0},
    {-5, 2, 7, 4, 1100.00390625},
    {-3, -1, 5, 4, 8388608.0},
};
enum { AREAS = sizeof areas / sizeof *areas };

static float *reference_area(const ref_terrain *reference, const tr_sample_area *area)
{
    const int64_t step = (int64_t)(area->spacing_m * TR_UNITS_PER_METRE);
    float *expected = test_malloc(area_samples(area) * sizeof *expected);
    for (int32_t j = 0; j < area->height; j++)
        for (int32_t i = 0; i < area->width; i++)
            expected[j * area->width + i] = ref_terrain_height(reference, (area->x + i) * step, (area->z + j) * step);
    return expected;
}

static void check_terrain(const char *what, const tr_terrain_settings *def, double sea_level_m, int area_count)
{
    const uint64_t seed = 0x5eed;
    ref_terrain *reference = ref_terrain_create(contexts[BACKEND_SCALAR], def, seed, sea_level_m);
    float *expected[AREAS];
    for (int a = 0; a < area_count; a++) expected[a] = reference_area(reference, &areas[a]);
    for (int b = 0; b < BACKEND_COUNT; b++) {
        if (!contexts[b]) continue;
        tr_heights *heights = open_heights(contexts[b], def, seed, sea_level_m);
        for (int a = 0; a < area_count; a++) {
            char label[100];
            snprintf(label, sizeof label, "%s on %s, area %d", what, backend_names[b], a);
            float *found = evaluate(heights, &areas[a]);
            check_equal(label, found, expected[a], area_samples(&areas[a]));
            test_free(found);
        }
        tr_heights_destroy(heights);
    }
    for (int a = 0; a < area_count; a++) test_free(expected[a]);
    ref_terrain_destroy(reference);
}

// All steps off.
static tr_terrain_settings plain_terrain(void)
{
    tr_terrain_settings def = tr_default_world_def().terrain;
    def.landform.ruggedness = 0;
    def.erosion.strength = 0;
    def.rivers.width_m = 0;
    def.beaches.height_m = 0;
    def.terraces.height_m = 0;
    return def;
}

static void the_default_ground_is_the_reference(void **state)
{
    (void)state;
    const tr_terrain_settings def = tr_default_world_def().terrain;
    check_terrain("the default", &def, 0, AREAS);
}

static void every_step_alone_is_the_reference(void **state)
{
    (void)state;
    const tr_terrain_settings usual = tr_default_world_def().terrain;
    tr_terrain_settings def = plain_terrain();
    check_terrain("the large shape", &def, 12.5, 4);
    def.erosion = (tr_erosion_settings){1, 333, 8};
    check_terrain("erosion", &def, 12.5, 4);
    def = plain_terrain();
    def.rivers = usual.rivers;
    check_terrain("rivers", &def, -100, 4);
    def = plain_terrain();
    def.beaches = (tr_beach_settings){40, 7};
    check_terrain("beaches", &def, 1000, 4);
    def = plain_terrain();
    def.terraces = (tr_terrace_settings){11, 1};
    check_terrain("terraces", &def, 3, 4);
    def = plain_terrain();
    def.landform.ruggedness = 1;
    check_terrain("detail", &def, 3, 4);
}

static void a_graph_of_the_user_is_the_reference(void **state)
{
    (void)state;
    tr_error err;
    tr_noise_graph *graph = tr_noise_graph_create(contexts[BACKEND_SCALAR], &err);
    tr_node_def hills = tr_default_node_def(TR_NODE_SIMPLEX);
    hills.frequency = 1.0 / 700;
    hills.fractal = TR_FRACTAL_FBM;
    hills.octaves = 6;
    const tr_node source = tr_noise_graph_add(graph, &hills, &err);
    tr_node_def height = tr_default_node_def(TR_NODE_LINEAR);
    height.inputs[0] = source;
    height.factor = 400;
    height.offset = 60;
    assert_true(tr_noise_graph_add(graph, &height, &err) >= 0);
    tr_terrain_settings def = tr_default_world_def().terrain;
    def.graph = graph;
    def.terraces = (tr_terrace_settings){25, 0.6};
    check_terrain("a graph", &def, 7, AREAS);
    tr_noise_graph_destroy(graph);
}

TEST_GROUP(heights_reference)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_ground_is_the_reference),
        cmocka_unit_test(every_step_alone_is_the_reference),
        cmocka_unit_test(a_graph_of_the_user_is_the_reference),
    };
    return cmocka_run_group_tests_name("heights reference", tests, open_all, close_all);
}
