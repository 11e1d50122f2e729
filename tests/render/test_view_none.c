// A build without GL: wrong arguments are still named, and a right view is refused with the reason.
#include <string.h>

#include "cmocka_test.h"
#include "terrane/render.h"
#include "test_context.h"

static void view_is_refused(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_view_level level = {.area = {0, 0, 16, 16, 1}};
    assert_true(tr_grid_create(context, 16, 16, 1, &level.height, NULL));
    assert_true(tr_image_create(context, 16, 16, 3, 8, &level.color, NULL));
    tr_view_def def = tr_default_view_def();
    tr_image image;
    tr_error err = {0};
    assert_false(tr_render_view(context, &def, &level, 1, NULL, &image, &err));
    assert_int_equal(err.code, TR_ERROR_GPU_UNAVAILABLE);
    assert_non_null(strstr(err.message, "this build has no GL"));
    def.width = 1;
    assert_false(tr_render_view(context, &def, &level, 1, NULL, &image, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_grid_destroy(context, &level.height);
    tr_image_destroy(context, &level.color);
    tr_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(view_is_refused)};
    return cmocka_run_group_tests_name("view without GL", tests, NULL, NULL);
}
