// Biomes: a plain reference, a partition of unity, sensible neighbours, every one of them somewhere, and the same bits
// however they are asked for.
#include "field_fixture.h"

#include "biome_reference.h"
#include "test_effort.h"
#include "terrain/biome_map.h"
#include "terrane/world.h"

typedef struct test_scene {
    tr_grid height, temperature, humidity, sea;
    tr_biome_inputs in;
} test_scene;

static void make_scene(tr_context *context, int32_t width, int32_t height, double spacing_m, test_scene *out)
{
    out->height = make_grid(context, width + 2, height + 2, 1);
    out->temperature = make_grid(context, width, height, 1);
    out->humidity = make_grid(context, width, height, 1);
    out->sea = make_grid(context, width, height, 1);
    out->in = (tr_biome_inputs){.area = {0, 0, width, height, spacing_m},
                                .sea_level_m = 20,
                                .beach_height_m = 5,
                                .height = &out->height,
                                .temperature = &out->temperature,
                                .humidity = &out->humidity,
                                .sea = &out->sea};
}

static void destroy_scene(tr_context *context, test_scene *scene)
{
    tr_grid *grids[] = {&scene->height, &scene->temperature, &scene->humidity, &scene->sea};
    for (int i = 0; i < 4; i++) tr_grid_destroy(context, grids[i]);
}

static tr_grid weigh(tr_context *context, const tr_biome_inputs *in)
{
    tr_error error;
    tr_grid out = make_grid(context, in->area.width, in->area.height, TR_BIOME_COUNT);
    if (!tr_biome_map_weights(context, in, &out, &error)) fail_msg("%s", error.message);
    return out;
}

static tr_grid choose(tr_context *context, const tr_biome_inputs *in)
{
    tr_error error;
    tr_grid out = make_grid(context, in->area.width, in->area.height, 1);
    if (!tr_biome_map_dominant(context, in, &out, &error)) fail_msg("%s", error.message);
    return out;
}

// Ground of every height and slope, and every climate; neighbours have nothing to do with each other.
static void fill_at_random(test_scene *scene)
{
    const int32_t width = scene->in.area.width, height = scene->in.area.height;
    for (int32_t j = 0; j < height + 2; j++)
        for (int32_t i = 0; i < width + 2; i++) {
            const int64_t block = (int64_t)(j / 8) * 1000 + i / 8;
            const double base = pow(random_unit(21, block), 3) * 2500 - 30 * random_unit(22, block);
            const double rough = pow(random_unit(23, block), 4) * 20;
            *sample_at(&scene->height, i, j) = (float)(20 + base + rough * random_unit(24, (int64_t)j * 5000 + i));
        }
    for (int64_t i = 0; i < (int64_t)width * height; i++) {
        scene->temperature.samples[i] = (float)(random_unit(25, i) * 60 - 25);
        scene->humidity.samples[i] = (float)random_unit(26, i);
        scene->sea.samples[i] = (float)random_unit(27, i);
    }
}

static biome_reference_place place_at(const test_scene *scene, int32_t i, int32_t j)
{
    double h[3][3];
    for (int b = 0; b < 3; b++)
        for (int a = 0; a < 3; a++) h[b][a] = (double)*sample_at(&scene->height, i + a, j + b);
    const double run = 8 * scene->in.area.spacing_m;
    const double east = (h[0][2] + 2 * h[1][2] + h[2][2] - h[0][0] - 2 * h[1][0] - h[2][0]) / run;
    const double south = (h[2][0] + 2 * h[2][1] + h[2][2] - h[0][0] - 2 * h[0][1] - h[0][2]) / run;
    return (biome_reference_place){.above_sea_m = h[1][1] - scene->in.sea_level_m,
                                   .slope = hypot(east, south),
                                   .degC = (double)*sample_at(&scene->temperature, i, j),
                                   .moisture = (double)*sample_at(&scene->humidity, i, j),
                                   .sea = scene->in.sea ? (double)*sample_at(&scene->sea, i, j) : 1,
                                   .beach_height_m = scene->in.beach_height_m};
}

static void assert_weights_are_right(const test_scene *scene, const tr_grid *weights, const tr_grid *chosen)
{
    for (int32_t j = 0; j < weights->height; j++)
        for (int32_t i = 0; i < weights->width; i++) {
            double expected[TR_BIOME_COUNT], sum = 0;
            const biome_reference_place place = place_at(scene, i, j);
            biome_reference(&place, expected);
            int max = 0;
            for (int b = 0; b < TR_BIOME_COUNT; b++) {
                const float found = *(sample_at(weights, i, j) + b * weights->plane_stride);
                if (!(fabs((double)found - expected[b]) < 2e-4))
                    fail_msg("%s at (%d, %d) is %.7g and not %.7g", tr_biome_name((tr_biome)b), i, j, (double)found,
                             expected[b]);
                assert_true(found > -1e-6f);
                sum += (double)found;
                if (found > *(sample_at(weights, i, j) + max * weights->plane_stride)) max = b;
            }
            assert_true(fabs(sum - 1) < 1e-5);
            assert_int_equal((int)*sample_at(chosen, i, j), max);
        }
}

static void a_plain_reference_agrees_and_all_adds_up(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    test_scene scene;
    make_scene(context, 251, 160, 8, &scene);
    fill_at_random(&scene);
    for (int variant = 0; variant < 3; variant++) {
        if (variant == 1) scene.in.beach_height_m = 0;
        if (variant == 2) scene.in.sea = NULL;
        tr_grid weights = weigh(context, &scene.in), chosen = choose(context, &scene.in);
        assert_weights_are_right(&scene, &weights, &chosen);
        tr_grid_destroy(context, &weights);
        tr_grid_destroy(context, &chosen);
    }
    destroy_scene(context, &scene);
    tr_context_destroy(context);
}

static void instruction_sets_threads_and_parts_give_the_same_bits(void **state)
{
    (void)state;
    tr_context *plain = context_of(1, TR_ISA_SCALAR);
    test_scene scene;
    make_scene(plain, 203, 60, 8, &scene);
    fill_at_random(&scene);
    tr_grid expected = weigh(plain, &scene.in), chosen = choose(plain, &scene.in);
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available((tr_isa)isa)) continue;
        tr_context *context = context_of(4, (tr_isa)isa);
        tr_grid found = weigh(context, &scene.in), other = choose(context, &scene.in);
        assert_same_bits(tr_isa_name((tr_isa)isa), &found, &expected);
        assert_same_bits(tr_isa_name((tr_isa)isa), &other, &chosen);
        tr_error error;
        for (int32_t x = 0, width = 1; x < 203; x += width, width += 4) {
            if (x + width > 203) width = 203 - x;
            const tr_grid height = part_of(&scene.height, x, 7, width + 2, 22),
                          sea = part_of(&scene.sea, x, 7, width, 20);
            const tr_grid temperature = part_of(&scene.temperature, x, 7, width, 20);
            const tr_grid humidity = part_of(&scene.humidity, x, 7, width, 20), to = part_of(&found, x, 7, width, 20);
            const tr_biome_inputs in = {{x, 7, width, 20, 8}, 20, 5, &height, &temperature, &humidity, &sea};
            assert_true(tr_biome_map_weights(context, &in, &to, &error));
        }
        assert_same_bits("parts", &found, &expected);
        tr_grid_destroy(context, &found);
        tr_grid_destroy(context, &other);
        tr_context_destroy(context);
    }
    tr_grid_destroy(plain, &expected);
    tr_grid_destroy(plain, &chosen);
    destroy_scene(plain, &scene);
    tr_context_destroy(plain);
}

// ---------------------------------------------------------------------------------------------------------
// Ramps

// Level ground 200 m above the sea: temperature falls from the south to the north, humidity rises to the east.
static void fill_climates(test_scene *scene, double slope)
{
    const int32_t width = scene->in.area.width, height = scene->in.area.height;
    for (int32_t j = 0; j < height + 2; j++)
        for (int32_t i = 0; i < width + 2; i++)
            *sample_at(&scene->height, i, j) = (float)(220 + slope * i * scene->in.area.spacing_m);
    for (int32_t j = 0; j < height; j++)
        for (int32_t i = 0; i < width; i++) {
            *sample_at(&scene->temperature, i, j) = -20.0f + 55.0f * (float)j / (float)(height - 1);
            *sample_at(&scene->humidity, i, j) = (float)i / (float)(width - 1);
            *sample_at(&scene->sea, i, j) = 0.0f;
        }
}

static void assert_may_touch(tr_biome a, tr_biome b)
{
    // Plains lie within grassland and woodland.
    const tr_biome plain = TR_BIOME_PLAINS;
    const bool a_open = a == TR_BIOME_GRASSLAND || a == TR_BIOME_WOODLAND;
    if (b == plain) {
        if (!a_open && a != plain && !biome_reference_are_neighbours(a, TR_BIOME_GRASSLAND) &&
            !biome_reference_are_neighbours(a, TR_BIOME_WOODLAND))
            fail_msg("%s lies beside plains", tr_biome_name(a));
    } else if (a == plain) {
        assert_may_touch(b, a);
    } else if (!biome_reference_are_neighbours(a, b)) {
        fail_msg("%s lies beside %s", tr_biome_name(a), tr_biome_name(b));
    }
}

static void neighbours_on_a_ramp_are_neighbours_in_the_table(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    for (int steep = 0; steep < 2; steep++) {
        test_scene scene;
        make_scene(context, 600, 500, 1, &scene);
        fill_climates(&scene, steep ? 0.2 : 0);
        tr_grid chosen = choose(context, &scene.in);
        for (int32_t j = 0; j < 499; j++)
            for (int32_t i = 0; i < 599; i++) {
                const tr_biome at = (tr_biome)*sample_at(&chosen, i, j);
                assert_true(at == TR_BIOME_PLAINS || biome_reference_is_of_climate(at));
                assert_may_touch(at, (tr_biome)*sample_at(&chosen, i + 1, j));
                assert_may_touch(at, (tr_biome)*sample_at(&chosen, i, j + 1));
                assert_may_touch(at, (tr_biome)*sample_at(&chosen, i + 1, j + 1));
            }
        tr_grid_destroy(context, &chosen);
        destroy_scene(context, &scene);
    }
    assert_false(biome_reference_are_neighbours(TR_BIOME_DESERT, TR_BIOME_TUNDRA));
    tr_context_destroy(context);
}

static void weights_change_softly(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    test_scene scene;
    make_scene(context, 1000, 1000, 1, &scene);
    fill_climates(&scene, 0);
    tr_grid weights = weigh(context, &scene.in);
    for (int b = 0; b < TR_BIOME_COUNT; b++)
        for (int32_t j = 0; j < 999; j++)
            for (int32_t i = 0; i < 999; i++) {
                const float *at = sample_at(&weights, i, j) + b * weights.plane_stride;
                assert_true(fabsf(at[1] - at[0]) < 0.05f && fabsf(at[weights.row_stride] - at[0]) < 0.05f);
            }
    tr_grid_destroy(context, &weights);
    destroy_scene(context, &scene);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Places

static tr_biome biome_at(tr_context *context, const biome_reference_place *place)
{
    test_scene scene;
    make_scene(context, 1, 1, 10, &scene);
    for (int32_t j = 0; j < 3; j++)
        for (int32_t i = 0; i < 3; i++)
            *sample_at(&scene.height, i, j) = (float)(20 + place->above_sea_m + place->slope * 10 * (i - 1));
    *scene.temperature.samples = (float)place->degC;
    *scene.humidity.samples = (float)place->moisture;
    *scene.sea.samples = (float)place->sea;
    scene.in.beach_height_m = place->beach_height_m;
    tr_grid chosen = choose(context, &scene.in);
    const tr_biome biome = (tr_biome)*chosen.samples;
    tr_grid_destroy(context, &chosen);
    destroy_scene(context, &scene);
    return biome;
}

static void places_have_the_biome_a_person_expects(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    static const struct {
        biome_reference_place place;  // above the sea, slope, degC, moisture, sea, beach
        tr_biome biome;
    } cases[] = {
        {{-40, 0.02, 12, 0.5, 1, 5}, TR_BIOME_OCEAN},     {{-2, 0.02, 12, 0.5, 0.5, 5}, TR_BIOME_OCEAN},
        {{-4, 0.00, 12, 0.5, 0, 5}, TR_BIOME_RIVER},      {{0.7, 0.00, 12, 0.5, 0, 5}, TR_BIOME_RIVER},
        {{2, 0.05, 12, 0.5, 0.5, 5}, TR_BIOME_BEACH},     {{2, 0.60, 12, 0.65, 0.5, 5}, TR_BIOME_FOREST},
        {{2, 0.12, 12, 0.65, 0.5, 0}, TR_BIOME_FOREST},   {{9, 0.12, 12, 0.65, 0.5, 5}, TR_BIOME_FOREST},
        {{100, 0.1, 28, 0.1, 0, 5}, TR_BIOME_DESERT},     {{100, 0.1, 25, 0.45, 0, 5}, TR_BIOME_SAVANNA},
        {{100, 0.1, 27, 0.8, 0, 5}, TR_BIOME_JUNGLE},     {{100, 0.1, 18, 0.8, 0, 5}, TR_BIOME_RAINFOREST},
        {{100, 0.2, 10, 0.25, 0, 5}, TR_BIOME_GRASSLAND}, {{100, 0.01, 10, 0.36, 0, 5}, TR_BIOME_PLAINS},
        {{100, 0.2, 10, 0.4, 0, 5}, TR_BIOME_WOODLAND},   {{100, 0.2, 10, 0.65, 0, 5}, TR_BIOME_FOREST},
        {{4, 0.00, 14, 0.8, 0, 5}, TR_BIOME_SWAMP},       {{100, 0.2, 1, 0.65, 0, 5}, TR_BIOME_TAIGA},
        {{100, 0.1, -6, 0.5, 0, 5}, TR_BIOME_TUNDRA},     {{800, 0.9, 8, 0.5, 0, 5}, TR_BIOME_MOUNTAIN},
        {{3500, 0.1, 1, 0.5, 0, 5}, TR_BIOME_MOUNTAIN},   {{100, 0.1, -15, 0.5, 0, 5}, TR_BIOME_ICE},
        {{2800, 0.5, -8, 0.5, 0, 5}, TR_BIOME_ICE},       {{2800, 1.6, -8, 0.5, 0, 5}, TR_BIOME_MOUNTAIN},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const tr_biome found = biome_at(context, &cases[k].place);
        if (found != cases[k].biome)
            fail_msg("place %zu is %s and not %s", k, tr_biome_name(found), tr_biome_name(cases[k].biome));
    }
    tr_context_destroy(context);
}

// Continents with coasts, plains, hills and ranges, all climates from north to south and from west to east.
static void fill_continent(test_scene *scene)
{
    const int32_t width = scene->in.area.width, height = scene->in.area.height;
    for (int32_t j = 0; j < height + 2; j++)
        for (int32_t i = 0; i < width + 2; i++) {
            const double x = i * 0.02, z = j * 0.02;
            const double large = sin(x * 0.9 + sin(z * 0.7)) + sin(z * 1.1 + 2 * sin(x * 0.3)) + 0.5;
            const double range = pow(fmax(0, sin(x * 0.5 - z * 0.8)), 6) * fmax(0, large);
            *sample_at(&scene->height, i, j) = (float)(20 + 40 * large + 700 * range * (1.3 + sin(x * 9) * sin(z * 8)));
        }
    for (int32_t j = 0; j < height; j++)
        for (int32_t i = 0; i < width; i++) {
            const double above = (double)*sample_at(&scene->height, i + 1, j + 1) - 20;
            *sample_at(&scene->temperature, i, j) = (float)(32 - 50.0 * j / height - 0.0065 * fmax(above, 0));
            *sample_at(&scene->humidity, i, j) = (float)(0.08 + 0.84 * i / width);
            *sample_at(&scene->sea, i, j) = (float)fmin(1, fmax(0, 0.5 - above / 80));
        }
    // A river from the west to the east.
    for (int32_t j = height / 2; j < height / 2 + 12; j++)
        for (int32_t i = 0; i < width; i++) {
            if (*sample_at(&scene->height, i + 1, j + 1) < 60) continue;
            *sample_at(&scene->height, i + 1, j + 1) = 17;
            *sample_at(&scene->sea, i, j) = 0;
        }
}

static void every_biome_has_its_share_of_a_continent(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    test_scene scene;
    make_scene(context, 1200, 1200, 32, &scene);
    fill_continent(&scene);
    tr_grid chosen = choose(context, &scene.in);
    double share[TR_BIOME_COUNT] = {0};
    for (int64_t i = 0; i < chosen.plane_stride; i++)
        share[(int)chosen.samples[i]] += 100.0 / (double)chosen.plane_stride;
    for (int b = 0; b < TR_BIOME_COUNT; b++) {
        print_message("%-10s %5.2f %%\n", tr_biome_name((tr_biome)b), share[b]);
        assert_true(share[b] > 0.2 && share[b] < 50);
    }
    tr_grid_destroy(context, &chosen);
    destroy_scene(context, &scene);
    tr_context_destroy(context);
}

// The table alone: what the landscape adds depends on its shapes.
static void a_world_with_all_latitudes_has_the_biomes_of_all_climates(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    tr_world_def def = tr_default_world_def();
    def.climate.latitude_deg = 0;
    def.climate.metres_per_degree = 3000;
    tr_error error;
    tr_world *world = tr_world_create(context, &def, &error);
    assert_non_null(world);
    // The same area under a sanitizer, with fewer samples.
    enum { SIDE = TEST_SLOWDOWN > 1 ? 250 : 1000 };
    const tr_sample_area area = {-SIDE / 2, -SIDE / 2, SIDE, SIDE, 512.0 * 1000 / SIDE};
    tr_grid chosen = make_grid(context, SIDE, SIDE, 1);
    assert_true(tr_world_query(world, TR_FIELD_BIOME, &area, NULL, &chosen, &error));
    int64_t count[TR_BIOME_COUNT] = {0};
    for (int64_t i = 0; i < chosen.plane_stride; i++) count[(int)chosen.samples[i]]++;
    for (int b = 0; b < TR_BIOME_COUNT; b++) {
        print_message("%-10s %5.2f %%\n", tr_biome_name((tr_biome)b), 100.0 * (double)count[b] / (SIDE * SIDE));
        if (biome_reference_is_of_climate((tr_biome)b)) assert_true(count[b] > SIDE * SIDE / 2000);
    }
    tr_grid_destroy(context, &chosen);
    tr_world_destroy(world);
    tr_context_destroy(context);
}

TEST_GROUP(biomes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_reference_agrees_and_all_adds_up),
        cmocka_unit_test(instruction_sets_threads_and_parts_give_the_same_bits),
        cmocka_unit_test(neighbours_on_a_ramp_are_neighbours_in_the_table),
        cmocka_unit_test(weights_change_softly),
        cmocka_unit_test(places_have_the_biome_a_person_expects),
        cmocka_unit_test(every_biome_has_its_share_of_a_continent),
        cmocka_unit_test(a_world_with_all_latitudes_has_the_biomes_of_all_climates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
