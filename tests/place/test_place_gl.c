// Placement on GL has the bits of the CPU: the same records in the same order, from textures and from functions, with
// one set and with several, in host memory and in GL buffers.
#include <string.h>

#include "base/context.h"
#include "gpu/gpu.h"
#include "place/placer.h"
#include "place_scene.h"

#include "cmocka_test.h"

static tr_context *cpu, *gl;

static int open_contexts(void **state)
{
    (void)state;
    tr_error err = {0};
    tr_context_def def = test_context_def(2);
    cpu = tr_context_create(&def, &err);
    if (!cpu) return -1;
    def.backend = TR_BACKEND_GL;
    gl = tr_context_create(&def, &err);
    return gl || err.code == TR_ERROR_GPU_UNAVAILABLE ? 0 : -1;
}

static int close_contexts(void **state)
{
    (void)state;
    tr_context_destroy(cpu);
    tr_context_destroy(gl);
    return 0;
}

static void need_gl(void)
{
    if (gl) return;
    print_message("SKIPPED: there is no GL driver to compare with\n");
    skip();
}

static void assert_same_set(const tr_placement *found, const tr_placement *expected, int32_t set)
{
    const int64_t count = tr_placement_count(expected, set, -1);
    assert_int_equal(tr_placement_count(found, set, -1), count);
    for (int32_t layer = 0; layer < TR_PLACE_MAX_LAYERS; layer++)
        assert_int_equal(tr_placement_count(found, set, layer), tr_placement_count(expected, set, layer));
    const tr_place_frame a = tr_placement_frame(found, set), b = tr_placement_frame(expected, set);
    assert_int_equal(a.origin_x, b.origin_x);
    assert_int_equal(a.origin_z, b.origin_z);
    const tr_place_record *there = tr_placement_records(found, set, -1),
                          *here = tr_placement_records(expected, set, -1);
    for (int64_t i = 0; i < count; i++) {
        if (memcmp(&there[i], &here[i], sizeof *here) != 0)
            fail_msg("record %lld of %lld: (%d, %d) %a key %08x instead of (%d, %d) %a key %08x", (long long)i,
                     (long long)count, there[i].x, there[i].z, (double)there[i].y_m, there[i].key, here[i].x, here[i].z,
                     (double)here[i].y_m, here[i].key);
    }
}

static void assert_same_region(const tr_placer *there, const tr_placer *here, tr_region region, int64_t min)
{
    tr_placement *found = place_region(there, region), *expected = place_region(here, region);
    for (int32_t set = 0; set < tr_placer_set_count(here); set++) assert_same_set(found, expected, set);
    assert_true(tr_placement_count(expected, -1, -1) >= min);
    tr_placement_destroy(found);
    tr_placement_destroy(expected);
}

static void textures_give_the_records_of_the_cpu(void **state)
{
    (void)state;
    need_gl();
    const tr_region bounds = {-300, -200, 413, 377};
    const int32_t layer_counts[] = {1, 3, 10, 64};
    for (size_t i = 0; i < sizeof layer_counts / sizeof *layer_counts; i++) {
        place_scene here, there;
        place_scene_textures(&here, cpu, &bounds, layer_counts[i], 128, 0.4);
        place_scene_textures(&there, gl, &bounds, layer_counts[i], 128, 0.4);
        tr_placer *on_cpu = place_scene_placer(&here), *on_gl = place_scene_placer(&there);
        assert_same_region(on_gl, on_cpu, bounds, 10000);
        assert_same_region(on_gl, on_cpu, (tr_region){-17, 5, 40, 31}, 100);
        assert_same_region(on_gl, on_cpu, (tr_region){400, 370, 900, 900}, 1);
        assert_same_region(on_gl, on_cpu, (tr_region){1000, 0, 1100, 50}, 0);
        tr_placer_destroy(on_cpu);
        tr_placer_destroy(on_gl);
        place_scene_destroy(&here);
        place_scene_destroy(&there);
    }
}

static void functions_give_the_records_of_the_cpu(void **state)
{
    (void)state;
    need_gl();
    place_scene here, there;
    place_scene_ground(&here, cpu, 5, 0.5, 0.5);
    place_scene_ground(&there, gl, 5, 0.5, 0.5);
    tr_placer *on_cpu = place_scene_placer(&here), *on_gl = place_scene_placer(&there);
    assert_same_region(on_gl, on_cpu, (tr_region){-80, -33, 120, 100}, 3000);
    const int64_t far = INT64_C(1000000000000);
    assert_same_region(on_gl, on_cpu, (tr_region){far, -far, far + 60, 60 - far}, 500);
    // So large that it comes in bands, whose records the CPU puts in order.
    assert_same_region(on_gl, on_cpu, (tr_region){0, 0, 700, 700}, 100000);
    tr_placer_destroy(on_cpu);
    tr_placer_destroy(on_gl);
    place_scene_destroy(&here);
    place_scene_destroy(&there);
}

// A second and a third set of other footprints, which give way to each other.
static tr_placer *three_sets(place_scene *scene)
{
    tr_place_set_def sets[3] = {scene->set, scene->set, scene->set};
    tr_density_map maps[3 * SCENE_MAX_LAYERS];
    for (int32_t i = 0; i < 3; i++) {
        sets[i].layers = scene->layers;
        memcpy(maps + i * scene->set.layer_count, scene->maps, (size_t)scene->set.layer_count * sizeof *maps);
    }
    sets[1].footprint_m = 3.5;
    sets[2].footprint_m = 2;
    tr_placer_def def = scene->def;
    tr_place_textures textures = scene->textures;
    textures.maps = maps;
    def.textures = &textures;
    def.sets = sets;
    def.set_count = 3;
    tr_error err;
    tr_placer *placer = tr_placer_create(scene->context, &def, &err);
    if (!placer) fail_msg("%s", err.message);
    return placer;
}

static void several_sets_give_the_records_of_the_cpu(void **state)
{
    (void)state;
    need_gl();
    const tr_region bounds = {0, 0, 300, 300};
    place_scene here, there;
    place_scene_textures(&here, cpu, &bounds, 4, 64, 0.8);
    place_scene_textures(&there, gl, &bounds, 4, 64, 0.8);
    tr_placer *on_cpu = three_sets(&here), *on_gl = three_sets(&there);
    assert_same_region(on_gl, on_cpu, bounds, 10000);
    assert_same_region(on_gl, on_cpu, (tr_region){37, 41, 92, 150}, 1000);
    tr_placer_destroy(on_cpu);
    tr_placer_destroy(on_gl);
    place_scene_destroy(&here);
    place_scene_destroy(&there);
}

// What a shader reads from the buffer of a placement: the sum of all its words.
static uint32_t sum_on_device(tr_gpu_request *records)
{
    enum { PARTS = 1024 };
    static const char source[] =
        "layout(local_size_x = 1) in;\n"
        "layout(std430, binding = 0) writeonly buffer Out { uint result[]; };\n"
        "layout(std430, binding = 1) readonly buffer Records { uint words[]; };\n"
        "void main() {\n"
        "    uint sum = 0u;\n"
        "    for (uint i = gl_WorkGroupID.x; i < uint(words.length()); i += gl_NumWorkGroups.x) sum += words[i];\n"
        "    result[gl_WorkGroupID.x] = sum;\n"
        "}\n";
    tr_error err;
    const tr_gpu_request_def def = {.source = source,
                                    .input_count = 1,
                                    .from = {records},
                                    .output_size = PARTS * sizeof(uint32_t),
                                    .groups = {PARTS, 1, 1}};
    tr_gpu_request *request = tr_gpu_submit(gl->gpu, &def, &err);
    const uint32_t *parts = request ? tr_gpu_request_wait(request, -1, &err) : NULL;
    if (!parts) fail_msg("%s", err.message);
    uint32_t sum = 0;
    for (int i = 0; i < PARTS; i++) sum += parts[i];
    tr_gpu_request_release(request);
    return sum;
}

static void assert_in_buffer(const tr_placer *on_gl, tr_region region)
{
    tr_placement *expected = place_region(on_gl, region);
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = region;
    request.to_gl = true;
    tr_error err;
    tr_placement *found = tr_place(on_gl, &request, NULL, &err);
    if (!found) fail_msg("%s", err.message);
    const int64_t count = tr_placement_count(expected, 0, -1);
    assert_true(count > 0);
    assert_int_equal(tr_placement_count(found, 0, -1), count);
    assert_null(tr_placement_records(found, 0, -1));
    assert_int_not_equal(tr_placement_gl(found, 0), 0);
    assert_int_equal(tr_placement_gl(expected, 0), 0);
    uint32_t sum = 0;
    const uint32_t *words = (const uint32_t *)tr_placement_records(expected, 0, -1);
    for (int64_t i = 0; i < count * 4; i++) sum += words[i];
    assert_int_equal(sum_on_device(found->sets[0].on_device), sum);
    tr_placement_destroy(found);
    tr_placement_destroy(expected);
}

static void records_stay_in_a_gl_buffer(void **state)
{
    (void)state;
    need_gl();
    place_scene textures, ground;
    const tr_region bounds = {0, 0, 200, 200};
    place_scene_textures(&textures, gl, &bounds, 4, 64, 0.8);
    place_scene_ground(&ground, gl, 5, 0.5, 0.5);
    tr_placer *from_textures = place_scene_placer(&textures), *from_ground = place_scene_placer(&ground);
    assert_in_buffer(from_textures, bounds);
    assert_in_buffer(from_ground, (tr_region){0, 0, 700, 700});  // put in order by the CPU, then brought there
    tr_placer_destroy(from_textures);
    tr_placer_destroy(from_ground);
    place_scene_destroy(&textures);
    place_scene_destroy(&ground);
}

static void a_gl_buffer_needs_gl(void **state)
{
    (void)state;
    place_scene scene;
    place_scene_ground(&scene, cpu, 1, 1, 0.5);
    tr_placer *placer = place_scene_placer(&scene);
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = (tr_region){0, 0, 10, 10};
    request.to_gl = true;
    tr_error err;
    assert_null(tr_place(placer, &request, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_UNSUPPORTED);
    tr_placer_destroy(placer);
    place_scene_destroy(&scene);
}

static void requests_overlap_on_the_device(void **state)
{
    (void)state;
    need_gl();
    enum { REQUESTS = 24 };
    const tr_region bounds = {0, 0, 300, 300};
    place_scene here, there;
    place_scene_textures(&here, cpu, &bounds, 4, 64, 0.6);
    place_scene_textures(&there, gl, &bounds, 4, 64, 0.6);
    tr_placer *on_cpu = place_scene_placer(&here), *on_gl = place_scene_placer(&there);
    tr_job *jobs[REQUESTS];
    tr_placement *placed[REQUESTS];
    tr_region regions[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
        regions[i] = (tr_region){i * 7, i * 3, i * 7 + 60, i * 3 + 90};
        tr_place_request_def request = tr_default_place_request_def();
        request.region_m = regions[i];
        tr_error err;
        jobs[i] = tr_place_start(on_gl, &request, TR_PRIORITY_NORMAL, &placed[i], &err);
        if (!jobs[i]) fail_msg("%s", err.message);
        if (i % 6 == 5) tr_job_cancel(jobs[i]);
    }
    for (int i = 0; i < REQUESTS; i++) {
        tr_error err = {0};
        const bool done = tr_job_finish(jobs[i], &err);
        assert_true(done ? placed[i] != NULL : err.code == TR_ERROR_CANCELLED && !placed[i] && i % 6 == 5);
        if (!done) continue;
        tr_placement *expected = place_region(on_cpu, regions[i]);
        assert_same_set(placed[i], expected, 0);
        tr_placement_destroy(expected);
        tr_placement_destroy(placed[i]);
    }
    tr_placer_destroy(on_cpu);
    tr_placer_destroy(on_gl);
    place_scene_destroy(&here);
    place_scene_destroy(&there);
}

TEST_GROUP(place_gl)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(textures_give_the_records_of_the_cpu),
        cmocka_unit_test(functions_give_the_records_of_the_cpu),
        cmocka_unit_test(several_sets_give_the_records_of_the_cpu),
        cmocka_unit_test(records_stay_in_a_gl_buffer),
        cmocka_unit_test(a_gl_buffer_needs_gl),
        cmocka_unit_test(requests_overlap_on_the_device),
    };
    return cmocka_run_group_tests(tests, open_contexts, close_contexts);
}
