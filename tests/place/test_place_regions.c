// Requests of regions: any split and any overlap give the same objects; shares follow densities.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "place_scene.h"
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

// An object wherever it was asked for.
typedef struct thing {
    int64_t x, z;  // in units of the world
    float y_m;
    uint32_t key;
} thing;

typedef struct things {
    thing *list;
    int64_t count;
} things;

static int compare_things(const void *a, const void *b)
{
    const thing *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->z < q->z ? -1 : p->z > q->z;
}

static void add_region(things *all, const tr_placer *placer, tr_region region)
{
    tr_placement *placement = place_region(placer, region);
    const int64_t count = tr_placement_count(placement, 0, -1);
    const tr_place_record *records = tr_placement_records(placement, 0, -1);
    const tr_place_frame frame = tr_placement_frame(placement, 0);
    all->list = realloc(all->list, (size_t)(all->count + count + 1) * sizeof *all->list);
    for (int64_t i = 0; i < count; i++) {
        const thing found = {frame.origin_x + records[i].x, frame.origin_z + records[i].z, records[i].y_m,
                             records[i].key};
        const double x_m = (double)found.x * frame.unit_m, z_m = (double)found.z * frame.unit_m;
        assert_true(x_m >= (double)region.x0 && x_m < (double)region.x1);
        assert_true(z_m >= (double)region.z0 && z_m < (double)region.z1);
        all->list[all->count++] = found;
    }
    tr_placement_destroy(placement);
}

static void sort_things(things *all)
{
    qsort(all->list, (size_t)all->count, sizeof *all->list, compare_things);
}

static void assert_same(const things *a, const things *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->list, b->list, (size_t)a->count * sizeof *a->list);
}

static void a_region_in_pieces_has_the_objects_of_the_whole(void **state)
{
    (void)state;
    const tr_region region = {-61, 17, 67, 145};
    for (int ground = 0; ground < 2; ground++) {
        place_scene scene;
        if (ground)
            place_scene_ground(&scene, context, 6, 0.5, 0.6);
        else
            place_scene_textures(&scene, context, &(tr_region){-100, -50, 100, 150}, 6, 50, 0.6);
        tr_placer *placer = place_scene_placer(&scene);
        things whole = {NULL, 0};
        add_region(&whole, placer, region);
        sort_things(&whole);
        assert_true(whole.count > 4000);
        for (int side = 1; side <= 8; side += 1 + side / 3) {
            things parts = {NULL, 0};
            for (int i = 0; i < side * side; i++) {
                const int64_t x = i % side, z = i / side;
                add_region(&parts, placer,
                           (tr_region){region.x0 + 128 * x / side, region.z0 + 128 * z / side,
                                       region.x0 + 128 * (x + 1) / side, region.z0 + 128 * (z + 1) / side});
            }
            sort_things(&parts);
            assert_same(&parts, &whole);
            free(parts.list);
        }
        free(whole.list);
        tr_placer_destroy(placer);
        place_scene_destroy(&scene);
    }
}

static things within(const things *all, const tr_placer *placer, tr_region region)
{
    const double unit_m = tr_placer_set(placer, 0)->footprint_m / TR_PATTERN_UNITS;
    things out = {malloc((size_t)(all->count + 1) * sizeof *out.list), 0};
    for (int64_t i = 0; i < all->count; i++) {
        const double x_m = (double)all->list[i].x * unit_m, z_m = (double)all->list[i].z * unit_m;
        if (x_m >= (double)region.x0 && x_m < (double)region.x1 && z_m >= (double)region.z0 && z_m < (double)region.z1)
            out.list[out.count++] = all->list[i];
    }
    return out;
}

static void moved_regions_agree_where_they_overlap(void **state)
{
    (void)state;
    place_scene scene;
    place_scene_ground(&scene, context, 5, 1, 0.7);
    scene.set.footprint_m = 1.3;
    tr_placer *placer = place_scene_placer(&scene);
    for (int64_t step = 1; step < 40; step += 7) {
        const tr_region a = {0, 0, 60, 50}, b = {step, 2 * step - 30, step + 60, 2 * step + 20};
        const tr_region both = {b.x0, b.z0 > 0 ? b.z0 : 0, a.x1, b.z1 < a.z1 ? b.z1 : a.z1};
        things in_a = {NULL, 0}, in_b = {NULL, 0};
        add_region(&in_a, placer, a);
        add_region(&in_b, placer, b);
        sort_things(&in_a);
        sort_things(&in_b);
        things of_a = within(&in_a, placer, both), of_b = within(&in_b, placer, both);
        assert_true(of_a.count > 20);
        assert_same(&of_a, &of_b);
        free(in_a.list);
        free(in_b.list);
        free(of_a.list);
        free(of_b.list);
    }
    tr_placer_destroy(placer);
    place_scene_destroy(&scene);
}

// ---------------------------------------------------------------------------------------------------------
// Shares

typedef struct share_scene {
    place_scene scene;
    tr_placer *placer;
    double candidates;  // per square metre
} share_scene;

static void open_shares(share_scene *scene, const float *densities, int32_t layers, int32_t side_m)
{
    place_scene_textures(&scene->scene, context, &(tr_region){0, 0, side_m, side_m}, layers, 8, 1);
    for (int32_t layer = 0; layer < layers; layer++) place_scene_fill(&scene->scene, layer, densities[layer]);
    scene->placer = place_scene_placer(&scene->scene);
    scene->candidates = tr_pattern_info_of(tr_placer_set(scene->placer, 0)->pattern).per_footprint;
}

static void close_shares(share_scene *scene)
{
    tr_placer_destroy(scene->placer);
    place_scene_destroy(&scene->scene);
}

static void constant_maps_take_their_share(void **state)
{
    (void)state;
    const float shares[] = {0, 0.25f, 0.5f, 0.75f, 1};
    for (int k = 0; k < 5; k++) {
        share_scene scene;
        open_shares(&scene, &shares[k], 1, 500);
        tr_placement *placement = place_region(scene.placer, (tr_region){0, 0, 500, 500});
        const double found = (double)tr_placement_count(placement, 0, -1) / (250000 * scene.candidates);
        print_message("a density of %g takes %.5f of the candidates\n", (double)shares[k], found);
        if (k == 0) assert_true(found == 0);
        if (fabs(found - (double)shares[k]) > 0.01 * (double)shares[k])
            fail_msg("a density of %g takes %g of the candidates", (double)shares[k], found);
        tr_placement_destroy(placement);
        close_shares(&scene);
    }
}

static void layers_share_the_candidates(void **state)
{
    (void)state;
    const float shares[] = {0.1f, 0.2f, 0, 0.3f, 0.15f, 0.5f, 1};
    const double expected[] = {0.1, 0.2, 0, 0.3, 0.15, 0.25, 0};
    share_scene scene;
    open_shares(&scene, shares, 7, 400);
    tr_placement *placement = place_region(scene.placer, (tr_region){0, 0, 400, 400});
    int64_t sum = 0;
    for (int32_t layer = 0; layer < 7; layer++) {
        const int64_t count = tr_placement_count(placement, 0, layer);
        if (fabs((double)count / (160000 * scene.candidates) - expected[layer]) > 0.005)
            fail_msg("layer %d has %lld objects", layer, (long long)count);
        const tr_place_record *records = tr_placement_records(placement, 0, layer);
        assert_true((records == NULL) == (count == 0));
        for (int64_t i = 0; i < count; i++) assert_int_equal(records[i].key >> 6 & 63, layer);
        sum += count;
    }
    assert_int_equal(sum, tr_placement_count(placement, -1, -1));
    tr_placement_destroy(placement);
    close_shares(&scene);
}

// The source left a strip empty there when the lower bound was not a multiple of the cell.
static void no_strip_at_the_upper_bound_is_empty(void **state)
{
    (void)state;
    const float one = 1;
    share_scene scene;
    open_shares(&scene, &one, 1, 300);
    for (int64_t from = 1; from < 12; from += 3) {
        const tr_region region = {from, from + 2, 250, 251};
        things all = {NULL, 0};
        add_region(&all, scene.placer, region);
        things last = within(&all, scene.placer, (tr_region){246, region.z0, 250, region.z1});
        things lowest = within(&all, scene.placer, (tr_region){region.x0, 247, region.x1, 251});
        assert_true((double)last.count > 0.8 * 4 * 249 * scene.candidates * (double)(251 - region.z0) / 251);
        assert_true((double)lowest.count > 0.8 * 4 * 249 * scene.candidates * (double)(250 - region.x0) / 250);
        free(all.list);
        free(last.list);
        free(lowest.list);
    }
    close_shares(&scene);
}

static void a_million_objects_are_placed(void **state)
{
    (void)state;
    const float one = 1;
    share_scene scene;
    open_shares(&scene, &one, 1, 1250);
    tr_placement *placement = place_region(scene.placer, (tr_region){0, 0, 1250, 1250});
    assert_true(tr_placement_count(placement, 0, -1) > 1000000);
    tr_placement_destroy(placement);
    close_shares(&scene);
}

// ---------------------------------------------------------------------------------------------------------
// Regions that are nothing, or too much

// Densities of 1 within 50 m of `user` along z, of 0 elsewhere.
static bool densities_near_a_line(void *user, int32_t set, const tr_sample_area *area, const tr_grid *out,
                                  tr_error *err)
{
    (void)set, (void)err;
    const double line_m = *(const double *)user;
    for (int32_t z = 0; z < area->height; z++) {
        const double z_m = (double)(area->z + z) * area->spacing_m;
        for (int32_t x = 0; x < area->width; x++)
            out->samples[z * out->row_stride + x] = fabs(z_m - line_m) < 50 ? 1 : 0;
    }
    return true;
}

static bool heights_of_a_plain(void *user, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    (void)user, (void)err;
    for (int32_t z = 0; z < area->height; z++)
        for (int32_t x = 0; x < area->width; x++) out->samples[z * out->row_stride + x] = 0;
    return true;
}

static tr_placer *giant_placer(double *line_m, double spacing_m)
{
    tr_place_layer_def layer = tr_default_place_layer_def();
    tr_place_set_def set = tr_default_place_set_def();
    set.footprint_m = 4096;
    set.spacing_m = spacing_m;
    set.layers = &layer;
    set.layer_count = 1;
    tr_placer_def def = tr_default_placer_def();
    def.sets = &set;
    def.set_count = 1;
    def.ground = (tr_place_ground){line_m, heights_of_a_plain, densities_near_a_line};
    tr_error err;
    tr_placer *placer = tr_placer_create(context, &def, &err);
    if (!placer) fail_msg("%s", err.message);
    return placer;
}

// What densities can be is kept for squares of samples, which must not be smaller than a cell.
static void an_object_is_found_among_very_many_samples_of_its_cell(void **state)
{
    (void)state;
    double line_m = 0;
    tr_placer *coarse = giant_placer(&line_m, 4), *fine = giant_placer(&line_m, 1.0 / 16);
    things all = {NULL, 0};
    for (int64_t z = 10000; all.count == 0; z += 100) {  // in the middle of the cells of the first row
        assert_true(z < 30000);
        line_m = (double)z;
        add_region(&all, coarse, (tr_region){0, z - 40, 8000, z + 40});
    }
    const int64_t x = all.list[0].x, z = all.list[0].z;  // units are 1 m
    line_m = (double)z;
    things found = {NULL, 0};
    add_region(&found, fine, (tr_region){x - 1, z - 5000, x + 2, z + 5000});
    assert_int_equal(found.count, 1);
    assert_int_equal(found.list[0].x, all.list[0].x);
    assert_int_equal(found.list[0].z, all.list[0].z);
    free(all.list);
    free(found.list);
    tr_placer_destroy(coarse);
    tr_placer_destroy(fine);
}

static void empty_and_outside_regions_have_no_objects(void **state)
{
    (void)state;
    const float one = 1;
    share_scene scene;
    open_shares(&scene, &one, 1, 100);
    const tr_region regions[] = {
        {10, 10, 10, 50}, {10, 10, 50, 10}, {100, 0, 200, 100}, {-50, -50, 0, 0}, {INT64_MIN, INT64_MIN, -5, -5}};
    for (int k = 0; k < 5; k++) {
        tr_placement *placement = place_region(scene.placer, regions[k]);
        assert_int_equal(tr_placement_count(placement, -1, -1), 0);
        assert_null(tr_placement_records(placement, 0, -1));
        tr_placement_destroy(placement);
    }
    tr_placement *all = place_region(scene.placer, (tr_region){INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX});
    tr_placement *same = place_region(scene.placer, (tr_region){0, 0, 100, 100});
    assert_int_equal(tr_placement_count(all, 0, -1), tr_placement_count(same, 0, -1));
    tr_placement_destroy(all);
    tr_placement_destroy(same);
    close_shares(&scene);
}

static void assert_refused(const tr_placer *placer, tr_region region, uint32_t sets, tr_error_code code)
{
    tr_place_request_def request = tr_default_place_request_def();
    tr_error err;
    request.region_m = region;
    request.sets = sets;
    assert_null(tr_place(placer, &request, NULL, &err));
    if (err.code != code) fail_msg("%s: %s", tr_error_name(err.code), err.message);
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    place_scene scene;
    place_scene_ground(&scene, context, 2, 1, 0.5);
    tr_placer *placer = place_scene_placer(&scene);
    assert_refused(placer, (tr_region){5, 0, 4, 10}, 1, TR_ERROR_INVALID_ARGUMENT);
    assert_refused(placer, (tr_region){0, 5, 10, 4}, 1, TR_ERROR_INVALID_ARGUMENT);
    assert_refused(placer, (tr_region){0, 0, 10, 10}, 2, TR_ERROR_INVALID_ARGUMENT);
    assert_refused(placer, (tr_region){0, 0, INT64_C(1) << 43, 10}, 1, TR_ERROR_TOO_LARGE);
    assert_refused(placer, (tr_region){0, 0, INT64_C(1) << 40, 10}, 1, TR_ERROR_TOO_LARGE);
    assert_refused(placer, (tr_region){0, 0, 500000, 500000}, 1, TR_ERROR_OVER_BUDGET);
    tr_place_request_def request = tr_default_place_request_def();
    tr_error err;
    request.to_gl = true;
    assert_null(tr_place(placer, &request, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_UNSUPPORTED);
    tr_placer_destroy(placer);
    place_scene_destroy(&scene);
}

TEST_GROUP(place_regions)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_region_in_pieces_has_the_objects_of_the_whole),
        cmocka_unit_test(moved_regions_agree_where_they_overlap),
        cmocka_unit_test(constant_maps_take_their_share),
        cmocka_unit_test(layers_share_the_candidates),
        cmocka_unit_test(no_strip_at_the_upper_bound_is_empty),
        cmocka_unit_test(a_million_objects_are_placed),
        cmocka_unit_test(an_object_is_found_among_very_many_samples_of_its_cell),
        cmocka_unit_test(empty_and_outside_regions_have_no_objects),
        cmocka_unit_test(bad_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
