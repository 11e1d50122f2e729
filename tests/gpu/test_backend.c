// The choice between CPU and GL, with a device made of paper: the file under test is compiled here a second time,
// with other names for what it offers and for the GL functions that it calls.
#define tr_backend_open paper_backend_open
#define tr_backend_close paper_backend_close
#define tr_context_gpu_info paper_context_gpu_info
#define tr_context_gpu_poll paper_context_gpu_poll
#define tr_gpu_create paper_gpu_create
#define tr_gpu_destroy paper_gpu_destroy
#define tr_gpu_info_of paper_gpu_info_of
#define tr_gpu_poll paper_gpu_poll
#include "gpu/backend.c"

#include <string.h>

#include "cmocka_test.h"

// What the paper device does next.
static struct {
    tr_error_code fails;  // NONE: it opens
    bool software;
    bool use_current;
    int open_count;
} paper;

struct tr_gpu {
    int unused;
};

tr_gpu *tr_gpu_create(tr_context *context, bool use_current, tr_error *err)
{
    (void)context;
    static tr_gpu device;
    paper.use_current = use_current;
    if (paper.fails != TR_ERROR_NONE) {
        tr_fail(err, paper.fails, "the paper is wet");
        return NULL;
    }
    paper.open_count++;
    return &device;
}

void tr_gpu_destroy(tr_gpu *gpu)
{
    (void)gpu;
    paper.open_count--;
}

tr_gpu_info tr_gpu_info_of(const tr_gpu *gpu)
{
    (void)gpu;
    return (tr_gpu_info){.state = TR_GPU_READY, .software = paper.software, .renderer = "origami"};
}

bool tr_gpu_poll(tr_gpu *gpu)
{
    (void)gpu;
    return true;
}

static struct {
    int count;
    tr_log_level level;
    char text[512];
} logged;

static void log_line(void *user, tr_log_level level, const char *message)
{
    (void)user;
    logged.count++;
    logged.level = level;
    snprintf(logged.text, sizeof logged.text, "%s", message);
}

static tr_context context_for(tr_backend backend, tr_error_code fails, bool software)
{
    paper.fails = fails;
    paper.software = software;
    paper.open_count = 0;
    logged.count = 0;
    tr_context context;
    memset(&context, 0, sizeof context);
    context.def.backend = backend;
    context.def.log.write = log_line;
    return context;
}

static void cpu_never_opens_a_device(void **state)
{
    (void)state;
    tr_context context = context_for(TR_BACKEND_CPU, TR_ERROR_NONE, false);
    assert_true(tr_backend_open(&context, NULL));
    assert_int_equal(context.backend, TR_BACKEND_CPU);
    assert_int_equal(tr_context_gpu_info(&context).state, TR_GPU_UNUSED);
    assert_int_equal(paper.open_count, 0);
    assert_false(tr_context_gpu_poll(&context));
    tr_backend_close(&context);
}

static void auto_takes_a_hardware_device(void **state)
{
    (void)state;
    tr_context context = context_for(TR_BACKEND_AUTO, TR_ERROR_NONE, false);
    context.def.gl_use_current = true;
    assert_true(tr_backend_open(&context, NULL));
    assert_int_equal(context.backend, TR_BACKEND_GL);
    assert_true(paper.use_current);
    assert_int_equal(tr_context_gpu_info(&context).state, TR_GPU_READY);
    assert_true(tr_context_gpu_poll(&context));
    tr_backend_close(&context);
    assert_int_equal(paper.open_count, 0);
}

static void auto_leaves_a_software_device_and_says_so(void **state)
{
    (void)state;
    tr_context context = context_for(TR_BACKEND_AUTO, TR_ERROR_NONE, true);
    assert_true(tr_backend_open(&context, NULL));
    assert_int_equal(context.backend, TR_BACKEND_CPU);
    assert_null(context.gpu);
    assert_int_equal(paper.open_count, 0);
    assert_int_equal(tr_context_gpu_info(&context).state, TR_GPU_UNUSED);
    assert_string_equal(tr_context_gpu_info(&context).renderer, "origami");
    assert_non_null(strstr(tr_context_gpu_info(&context).reason, "software"));
    assert_int_equal(logged.count, 1);
    assert_int_equal(logged.level, TR_LOG_INFO);
    assert_non_null(strstr(logged.text, "origami"));
    tr_backend_close(&context);
}

static void auto_survives_every_failure_of_the_device(void **state)
{
    (void)state;
    for (int code = TR_ERROR_NONE + 1; code < TR_ERROR_COUNT; code++) {
        tr_context context = context_for(TR_BACKEND_AUTO, (tr_error_code)code, false);
        assert_true(tr_backend_open(&context, NULL));
        assert_int_equal(context.backend, TR_BACKEND_CPU);
        tr_gpu_info info = tr_context_gpu_info(&context);
        assert_int_equal(info.state, code == TR_ERROR_GPU_NONCONFORMING ? TR_GPU_NONCONFORMING : TR_GPU_UNAVAILABLE);
        assert_string_equal(info.reason, "the paper is wet");
        assert_int_equal(logged.level, code == TR_ERROR_GPU_NONCONFORMING ? TR_LOG_WARNING : TR_LOG_INFO);
        assert_non_null(strstr(logged.text, "the paper is wet"));
        tr_backend_close(&context);
    }
}

static void gl_takes_any_device_and_fails_without(void **state)
{
    (void)state;
    tr_context context = context_for(TR_BACKEND_GL, TR_ERROR_NONE, true);
    assert_true(tr_backend_open(&context, NULL));
    assert_int_equal(context.backend, TR_BACKEND_GL);
    assert_true(tr_context_gpu_info(&context).software);
    tr_backend_close(&context);
    assert_int_equal(paper.open_count, 0);

    context = context_for(TR_BACKEND_GL, TR_ERROR_GPU_NONCONFORMING, false);
    tr_error error = {0};
    assert_false(tr_backend_open(&context, &error));
    assert_int_equal(error.code, TR_ERROR_GPU_NONCONFORMING);
    assert_string_equal(error.message, "the paper is wet");
    tr_backend_close(&context);
}

TEST_GROUP(backend)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cpu_never_opens_a_device),
        cmocka_unit_test(auto_takes_a_hardware_device),
        cmocka_unit_test(auto_leaves_a_software_device_and_says_so),
        cmocka_unit_test(auto_survives_every_failure_of_the_device),
        cmocka_unit_test(gl_takes_any_device_and_fails_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
