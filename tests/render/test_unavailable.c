// A machine without GL: a view is refused with the reason, and nothing crashes.
//
// This program's dlopen() stands before the C library's and hides EGL.
#include <dlfcn.h>
#include <string.h>

#include "view_fixture.h"

void *dlopen(const char *name, int flags)
{
    void *(*real)(const char *, int);
    void *symbol = dlsym(RTLD_NEXT, "dlopen");
    memcpy(&real, &symbol, sizeof real);
    return real(name && strcmp(name, "libEGL.so.1") == 0 ? "/hidden/by/the/test" : name, flags);
}

static void view_is_refused_without_a_driver(void **state)
{
    (void)state;
    const double origin[2] = {0, 0};
    view_fixture fixture = view_fixture_open(view_plain, origin);
    tr_error err = {0};
    assert_null(tr_renderer_create(fixture.context, &fixture.renderer, &err));
    assert_int_equal(err.code, TR_ERROR_GPU_UNAVAILABLE);
    assert_non_null(strstr(err.message, "library is missing"));
    view_fixture_close(&fixture);
}

TEST_GROUP(unavailable)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(view_is_refused_without_a_driver)};
    return cmocka_run_group_tests_name("view unavailable", tests, NULL, NULL);
}
