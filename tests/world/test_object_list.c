// The objects of a region in one list: the same as those of a placement, by set and layer.
#include "cmocka_test.h"

#include <string.h>

#include "test_context.h"

#include "terrane/world.h"

static tr_context *context;

static const char text[] = "seed: 7\n"
                           "placement:\n"
                           "  - standard: trees\n"
                           "  - standard: rocks\n";

static tr_world *load(const char *description)
{
    tr_error err = {0};
    tr_world *world = tr_world_load_text(context, "list.yaml", description, strlen(description), NULL, &err);
    if (!world) {
        fail_msg("%s", err.message);
    }
    return world;
}

static tr_place_request_def request_of(uint32_t sets)
{
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = (tr_region){-200, -200, 200, 200};
    request.sets = sets;
    return request;
}

static void a_list_has_the_objects_of_the_placement(void **state)
{
    (void)state;
    tr_world *world = load(text);
    const tr_place_request_def request = request_of(UINT32_MAX);
    tr_object_list list;
    assert_true(tr_world_place(world, &request, NULL, &list, NULL));
    tr_placement *placement = tr_place(tr_world_placer(world), &request, NULL, NULL);
    assert_true(list.count > 100 && list.count == tr_placement_count(placement, -1, -1));
    int64_t seen = 0;
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        const int64_t in_set = tr_object_list_range(&list, set, -1).count;
        int64_t in_layers = 0;
        for (int32_t layer = 0; layer < tr_object_list_layers(&list, set); layer++) {
            const tr_object_range range = tr_object_list_range(&list, set, layer);
            assert_int_equal(range.count, tr_placement_count(placement, set, layer));
            for (int64_t i = 0; i < range.count; i++) {
                tr_object one;
                tr_placement_objects(placement, set, layer, i, 1, &one);
                assert_memory_equal(&range.objects[i], &one, sizeof one);
            }
            in_layers += range.count;
        }
        assert_int_equal(in_set, in_layers);
        seen += in_set;
    }
    assert_int_equal(seen, list.count);
    tr_placement_destroy(placement);
    tr_object_list_destroy(&list);
    tr_world_destroy(world);
}

static void a_list_has_only_the_sets_that_are_asked_for(void **state)
{
    (void)state;
    tr_world *world = load(text);
    const tr_place_request_def request = request_of(1u << 1);
    tr_object_list list;
    assert_true(tr_world_place(world, &request, NULL, &list, NULL));
    assert_int_equal(list.sets, 1u << 1);
    assert_int_equal(tr_object_list_layers(&list, 0), 0);
    assert_int_equal(tr_object_list_range(&list, 0, -1).count, 0);
    assert_true(list.count > 0 && tr_object_list_range(&list, 1, -1).count == list.count);
    char name[TR_PLACE_NAME_SIZE];
    assert_string_equal(tr_world_set_name(world, 1, name), "rocks");
    assert_int_equal(list.objects[0].set, 1);
    const tr_model_kind kind = tr_world_object_model(world, &list.objects[0]);
    assert_true(kind == TR_MODEL_ROCK || kind == TR_MODEL_BOULDER);
    tr_object_list_destroy(&list);
    tr_world_destroy(world);
}

static void a_world_that_places_nothing_gives_an_empty_list(void **state)
{
    (void)state;
    tr_world *world = load("seed: 7\n");
    const tr_place_request_def request = request_of(UINT32_MAX);
    tr_object_list list;
    assert_true(tr_world_place(world, &request, NULL, &list, NULL));
    assert_true(list.count == 0 && list.sets == 0);
    assert_int_equal(tr_object_list_range(&list, 0, -1).count, 0);
    tr_object_list_destroy(&list);
    tr_world_destroy(world);
}

static void a_list_is_refused_what_is_not_on_the_host(void **state)
{
    (void)state;
    tr_world *world = load(text);
    tr_place_request_def request = request_of(UINT32_MAX);
    request.to_gl = true;
    tr_object_list list;
    tr_error err = {0};
    assert_false(tr_world_place(world, &request, NULL, &list, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_object_list_destroy(&list);
    request.to_gl = false;
    request.sets = 1u << 9;
    assert_false(tr_world_place(world, &request, NULL, &list, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_object_list_destroy(&list);
    tr_world_destroy(world);
}

TEST_GROUP(object_list)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_has_the_objects_of_the_placement),
        cmocka_unit_test(a_list_has_only_the_sets_that_are_asked_for),
        cmocka_unit_test(a_world_that_places_nothing_gives_an_empty_list),
        cmocka_unit_test(a_list_is_refused_what_is_not_on_the_host),
    };
    context = test_context(2);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tr_context_destroy(context);
    return failed;
}
