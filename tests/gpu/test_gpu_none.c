// A build without GL.
#include <string.h>

#include "gpu_fixture.h"

static void build_without_gl_says_so(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_error err = {0};
    assert_null(tr_gpu_create(context, false, &err));
    assert_int_equal(err.code, TR_ERROR_GPU_UNAVAILABLE);
    assert_non_null(strstr(err.message, "this build has no GL"));
    tr_gpu_destroy(NULL);
    tr_gpu_request_release(NULL);
    tr_context_destroy(context);
}

TEST_GROUP(gpu_none)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(build_without_gl_says_so)};
    return cmocka_run_group_tests_name("gpu none", tests, NULL, NULL);
}
