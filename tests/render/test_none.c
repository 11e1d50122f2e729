// A build without GL: parts can be prepared, and a renderer is refused with the reason.
#include <string.h>

#include "cmocka_test.h"
#include "terrane/render.h"
#include "test_context.h"

static void a_renderer_is_refused(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const tr_renderer_def def = tr_default_renderer_def();
    const tr_environment_def environment = tr_default_environment_def();
    tr_error err = {0};
    assert_null(tr_renderer_create(context, &def, &err));
    assert_int_equal(err.code, TR_ERROR_GPU_UNAVAILABLE);
    assert_non_null(strstr(err.message, "this build has no GL"));
    tr_render_part *sky = tr_render_part_environment(context, &environment, NULL);
    assert_non_null(sky);
    tr_render_part_destroy(sky);
    tr_context_destroy(context);
}

TEST_GROUP(none)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_renderer_is_refused)};
    return cmocka_run_group_tests_name("renderer without GL", tests, NULL, NULL);
}
