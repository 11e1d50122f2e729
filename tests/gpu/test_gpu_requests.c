// Requests on a device of its own: results, overlap, refusals, failures.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "gpu_fixture.h"

static void simple_dispatch_gives_the_words(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    uint32_t words[100];
    for (uint32_t i = 0; i < 100; i++) words[i] = i * 77;
    tr_gpu_request *request = gpu_submit_mix(fixture.gpu, words, 100, 5, 3, NULL);
    assert_non_null(request);
    uint32_t copy[100];
    memcpy(copy, words, sizeof copy);
    memset(words, 0, sizeof words);  // the inputs were copied by the submission
    gpu_check_mix(request, copy, 100, 5, 3);
    tr_gpu_request_release(request);
    gpu_fixture_close(&fixture);
}

static void eight_inputs_keep_their_order_and_length(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    static const char source[] = "layout(local_size_x = 1) in;\n"
                                 "layout(std430, binding = 0) buffer block0 { uint result[]; };\n"
                                 "layout(std430, binding = 1) readonly buffer block1 { uint w1[]; };\n"
                                 "layout(std430, binding = 2) readonly buffer block2 { uint w2[]; };\n"
                                 "layout(std430, binding = 3) readonly buffer block3 { uint w3[]; };\n"
                                 "layout(std430, binding = 4) readonly buffer block4 { uint w4[]; };\n"
                                 "layout(std430, binding = 5) readonly buffer block5 { uint w5[]; };\n"
                                 "layout(std430, binding = 6) readonly buffer block6 { uint w6[]; };\n"
                                 "layout(std430, binding = 7) readonly buffer block7 { uint w7[]; };\n"
                                 "layout(std430, binding = 8) readonly buffer block8 { uint w8[]; };\n"
                                 "void main() {\n"
                                 "    result[0] = w1[0] + uint(w1.length()); result[1] = w2[0] + uint(w2.length());\n"
                                 "    result[2] = w3[0] + uint(w3.length()); result[3] = w4[0] + uint(w4.length());\n"
                                 "    result[4] = w5[0] + uint(w5.length()); result[5] = w6[0] + uint(w6.length());\n"
                                 "    result[6] = w7[0] + uint(w7.length()); result[7] = w8[0] + uint(w8.length());\n"
                                 "    result[8] = uint(result.length());\n"
                                 "}\n";
    uint32_t words[8][8];
    tr_gpu_request_def def = {.source = source, .input_count = 8, .output_size = 36, .groups = {1, 1, 1}};
    for (uint32_t i = 0; i < 8; i++) {
        words[i][0] = 100 * i;
        def.inputs[i].data = words[i];
        def.inputs[i].size = (i + 1) * sizeof(uint32_t);
    }
    tr_error err = {0};
    tr_gpu_request *request = tr_gpu_submit(fixture.gpu, &def, &err);
    const uint32_t *found = request ? tr_gpu_request_wait(request, -1, &err) : NULL;
    if (!found) fail_msg("%s", err.message);
    for (uint32_t i = 0; i < 8; i++) assert_int_equal(found[i], 100 * i + i + 1);
    assert_int_equal(found[8], 9);
    tr_gpu_request_release(request);
    gpu_fixture_close(&fixture);
}

enum { OVERLAPPING = 100 };

static uint32_t size_of_request(int index)
{
    return 1 + (uint32_t)tr_index_from_hash(tr_hash_identity(1, 1, index, 0, 0), 30000);
}

static void shuffle(int *order, int count, uint64_t seed)
{
    for (int i = 0; i < count; i++) order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        int other = (int)tr_index_from_hash(tr_hash_identity(seed, 2, i, 0, 0), (uint64_t)i + 1);
        int kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

// Twice, so that the second round reuses the buffers of the first.
static void hundred_requests_overlap(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    uint32_t *words = gpu_test_words(30001);
    for (uint64_t round = 0; round < 2; round++) {
        tr_gpu_request *requests[OVERLAPPING];
        int order[OVERLAPPING];
        for (int i = 0; i < OVERLAPPING; i++) {
            requests[i] = gpu_submit_mix(fixture.gpu, words, size_of_request(i), (uint32_t)i, 2, NULL);
            assert_non_null(requests[i]);
        }
        shuffle(order, OVERLAPPING, round);
        for (int i = 0; i < OVERLAPPING; i++) {
            gpu_check_mix(requests[order[i]], words, size_of_request(order[i]), (uint32_t)order[i], 2);
        }
        shuffle(order, OVERLAPPING, round + 7);
        for (int i = 0; i < OVERLAPPING; i++) tr_gpu_request_release(requests[order[i]]);
    }
    assert_false(tr_gpu_poll(fixture.gpu));
    test_free(words);
    gpu_fixture_close(&fixture);
}

static void release_before_the_end_disturbs_nobody(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    uint32_t *words = gpu_test_words(20000);
    tr_gpu_request *kept[10];
    for (uint32_t i = 0; i < 40; i++) {
        tr_gpu_request *request = gpu_submit_mix(fixture.gpu, words, 20000, i, 20, NULL);
        assert_non_null(request);
        if (i % 4 == 0)
            kept[i / 4] = request;
        else
            tr_gpu_request_release(request);
    }
    for (uint32_t i = 0; i < 10; i++) {
        gpu_check_mix(kept[i], words, 20000, i * 4, 20);
        tr_gpu_request_release(kept[i]);
    }
    tr_gpu_request_release(NULL);
    test_free(words);
    gpu_fixture_close(&fixture);
}

// A chain in which every link is released as soon as the next one has it, and a branch of two that take the same
// output.
static void outputs_are_inputs_of_later_requests(void **state)
{
    (void)state;
    enum { COUNT = 5000, LINKS = 20 };
    gpu_fixture fixture = gpu_fixture_open();
    uint32_t *words = gpu_test_words(COUNT);
    tr_gpu_request *link = gpu_submit_mix(fixture.gpu, words, COUNT, 0, 1, NULL);
    for (uint32_t i = 1; i < LINKS; i++) {
        tr_gpu_request *next = gpu_submit_mix_of(fixture.gpu, link, COUNT, i, 1, NULL);
        assert_non_null(next);
        tr_gpu_request_release(link);
        link = next;
    }
    tr_gpu_request *left = gpu_submit_mix_of(fixture.gpu, link, COUNT, 77, 2, NULL);
    tr_gpu_request *right = gpu_submit_mix_of(fixture.gpu, link, COUNT, 78, 2, NULL);
    tr_gpu_request *unwanted = gpu_submit_mix_of(fixture.gpu, link, COUNT, 79, 2, NULL);
    tr_gpu_request_release(unwanted);
    tr_gpu_request_release(link);
    const uint32_t *found_left = tr_gpu_request_wait(left, -1, NULL);
    const uint32_t *found_right = tr_gpu_request_wait(right, -1, NULL);
    assert_non_null(found_left);
    assert_non_null(found_right);
    assert_int_not_equal(tr_gpu_request_buffer(left), 0);
    for (uint32_t k = 0; k < COUNT; k++) {
        uint32_t value = k;
        for (uint32_t i = 0; i < LINKS; i++) value = gpu_mix(value, i, 1);
        assert_int_equal(found_left[k], gpu_mix(value, 77, 2));
        assert_int_equal(found_right[k], gpu_mix(value, 78, 2));
    }
    tr_gpu_request_release(left);
    tr_gpu_request_release(right);
    test_free(words);
    gpu_fixture_close(&fixture);
}

static void a_failure_goes_on_to_what_takes_the_output(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    const tr_gpu_request_def def = {.source = "not GLSL\n", .output_size = 400, .groups = {1, 1, 1}};
    tr_gpu_request *bad = tr_gpu_submit(fixture.gpu, &def, NULL);
    tr_gpu_request *next = gpu_submit_mix_of(fixture.gpu, bad, 100, 1, 1, NULL);
    tr_gpu_request *last = gpu_submit_mix_of(fixture.gpu, next, 100, 1, 1, NULL);
    tr_error err = {0}, first = {0};
    assert_null(tr_gpu_request_wait(last, -1, &err));
    assert_null(tr_gpu_request_wait(bad, -1, &first));
    assert_int_equal(err.code, TR_ERROR_GPU_FAILED);
    assert_string_equal(err.message, first.message);
    tr_gpu_request_release(bad);
    tr_gpu_request_release(last);
    tr_gpu_request_release(next);
    gpu_fixture_close(&fixture);
}

static void compile_error_fails_its_request_only(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    tr_gpu_request_def def = {
        .source = "layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer block { uint result[]; };\n"
                  "void main() { result[0] = no_such_name; }\n",
        .output_size = 4,
        .groups = {1, 1, 1},
    };
    uint32_t words[4] = {1, 2, 3, 4};
    for (int i = 0; i < 2; i++) {
        tr_error err = {0};
        tr_gpu_request *bad = tr_gpu_submit(fixture.gpu, &def, &err);
        tr_gpu_request *good = gpu_submit_mix(fixture.gpu, words, 4, 1, 1, NULL);
        assert_non_null(bad);
        assert_null(tr_gpu_request_wait(bad, -1, &err));
        assert_int_equal(err.code, TR_ERROR_GPU_FAILED);
        if (!strstr(err.message, "no_such_name")) fail_msg("no log in: %s", err.message);
        if (!strstr(err.message, "3")) fail_msg("no line of the source in: %s", err.message);
        gpu_check_mix(good, words, 4, 1, 1);
        tr_gpu_request_release(bad);
        tr_gpu_request_release(good);
    }
    gpu_fixture_close(&fixture);
}

static void link_error_gives_a_log(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    tr_gpu_request_def def = {.source = "int not_main() { return 1; }\n", .output_size = 4, .groups = {1, 1, 1}};
    tr_error err = {0};
    tr_gpu_request *request = tr_gpu_submit(fixture.gpu, &def, &err);
    assert_non_null(request);
    assert_null(tr_gpu_request_wait(request, -1, &err));
    assert_int_equal(err.code, TR_ERROR_GPU_FAILED);
    tr_gpu_request_release(request);
    gpu_fixture_close(&fixture);
}

static void many_programs_are_not_kept_forever(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    uint64_t used_bytes = 0;
    for (int i = 0; i < 220; i++) {
        char source[200];
        snprintf(source, sizeof source,
                 "layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer block { uint result[]; };\n"
                 "void main() { result[0] = %du; }\n",
                 i);
        tr_gpu_request_def def = {.source = source, .output_size = 4, .groups = {1, 1, 1}};
        tr_gpu_request *request = tr_gpu_submit(fixture.gpu, &def, NULL);
        const uint32_t *found = tr_gpu_request_wait(request, -1, NULL);
        assert_int_equal(*found, i);
        tr_gpu_request_release(request);
        if (i == 140) used_bytes = tr_context_memory(fixture.context).used_bytes;
    }
    assert_true(tr_context_memory(fixture.context).used_bytes <= used_bytes + 4096);
    gpu_fixture_close(&fixture);
}

static void expect_refusal(tr_gpu *gpu, tr_gpu_request_def def, tr_error_code code)
{
    tr_error err = {0};
    assert_null(tr_gpu_submit(gpu, &def, &err));
    if (err.code != code) fail_msg("%s instead of %s", tr_error_name(err.code), tr_error_name(code));
}

static void sizes_and_groups_out_of_range_are_refused(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    size_t limit = tr_gpu_max_buffer_size(fixture.gpu);
    assert_true(limit >= (size_t)1 << 27);
    const tr_gpu_request_def good = {.source = "void main() {}\n", .output_size = 4, .groups = {1, 1, 1}};
    tr_gpu_request_def def = good;
    def.output_size = limit + 1;
    expect_refusal(fixture.gpu, def, TR_ERROR_TOO_LARGE);
    def.output_size = 0;
    expect_refusal(fixture.gpu, def, TR_ERROR_INVALID_ARGUMENT);
    uint32_t word = 0;
    def = good;
    def.input_count = 1;
    def.inputs[0].data = &word;
    def.inputs[0].size = limit + 1;
    expect_refusal(fixture.gpu, def, TR_ERROR_TOO_LARGE);
    def.inputs[0].size = 0;
    expect_refusal(fixture.gpu, def, TR_ERROR_INVALID_ARGUMENT);
    for (int axis = 0; axis < 3; axis++) {
        def = good;
        def.groups[axis] = 65536;
        expect_refusal(fixture.gpu, def, TR_ERROR_TOO_LARGE);
        def.groups[axis] = 0;
        expect_refusal(fixture.gpu, def, TR_ERROR_INVALID_ARGUMENT);
    }
    gpu_fixture_close(&fixture);
}

static void the_most_groups_run(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    tr_gpu_request_def def = {
        .source = "layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer block { uint result[]; };\n"
                  "void main() { result[gl_WorkGroupID.x] = gl_WorkGroupID.x; }\n",
        .output_size = 65535 * sizeof(uint32_t),
        .groups = {65535, 1, 1},
    };
    tr_gpu_request *request = tr_gpu_submit(fixture.gpu, &def, NULL);
    const uint32_t *found = tr_gpu_request_wait(request, -1, NULL);
    assert_non_null(found);
    for (uint32_t i = 0; i < 65535; i++) assert_int_equal(found[i], i);
    tr_gpu_request_release(request);
    gpu_fixture_close(&fixture);
}

typedef struct test_submitter {
    tr_gpu *gpu;
    const uint32_t *words;
    uint32_t number;
    int mistakes;
} test_submitter;

static void *submit_from_thread(void *user)
{
    test_submitter *submitter = user;
    for (uint32_t i = 0; i < 30; i++) {
        uint32_t count = 1000 + 100 * submitter->number + i;
        tr_gpu_request *request =
            gpu_submit_mix(submitter->gpu, submitter->words, count, submitter->number, 1 + i % 3, NULL);
        if (i % 5 == 4) {
            tr_gpu_request_release(request);
            continue;
        }
        const uint32_t *found = tr_gpu_request_wait(request, -1, NULL);
        for (uint32_t k = 0; found && k < count; k++)
            submitter->mistakes += found[k] != gpu_mix(k, submitter->number, 1 + i % 3);
        submitter->mistakes += !found;
        tr_gpu_request_release(request);
    }
    return NULL;
}

static void several_threads_submit(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    uint32_t *words = gpu_test_words(4000);
    pthread_t threads[4];
    test_submitter submitters[4];
    for (uint32_t i = 0; i < 4; i++) {
        submitters[i] = (test_submitter){fixture.gpu, words, i, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, submit_from_thread, &submitters[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(submitters[i].mistakes, 0);
    }
    test_free(words);
    gpu_fixture_close(&fixture);
}

static void inputs_beyond_the_budget_are_refused(void **state)
{
    (void)state;
    enum { BUDGET_BYTES = 8 << 20, WORDS = 3 << 20 };  // WORDS / 64 groups are few enough
    tr_context_def def = test_context_def(1);
    def.memory_budget_bytes = BUDGET_BYTES;
    tr_error err = {0};
    tr_context *context = tr_context_create(&def, &err);
    if (!context) fail_msg("%s", err.message);
    tr_gpu *gpu = tr_gpu_create(context, false, &err);
    if (!gpu) {
        tr_context_destroy(context);
        gpu_skip_or_fail(&err);
    }
    uint32_t *words = gpu_test_words(WORDS);
    assert_null(gpu_submit_mix(gpu, words, WORDS, 0, 1, &err));
    assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
    test_free(words);
    tr_gpu_destroy(gpu);
    tr_context_destroy(context);
}

TEST_GROUP(gpu_requests)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_dispatch_gives_the_words),
        cmocka_unit_test(eight_inputs_keep_their_order_and_length),
        cmocka_unit_test(hundred_requests_overlap),
        cmocka_unit_test(release_before_the_end_disturbs_nobody),
        cmocka_unit_test(outputs_are_inputs_of_later_requests),
        cmocka_unit_test(a_failure_goes_on_to_what_takes_the_output),
        cmocka_unit_test(compile_error_fails_its_request_only),
        cmocka_unit_test(link_error_gives_a_log),
        cmocka_unit_test(many_programs_are_not_kept_forever),
        cmocka_unit_test(sizes_and_groups_out_of_range_are_refused),
        cmocka_unit_test(the_most_groups_run),
        cmocka_unit_test(several_threads_submit),
        cmocka_unit_test(inputs_beyond_the_budget_are_refused),
    };
    return cmocka_run_group_tests_name("gpu requests", tests, NULL, NULL);
}
