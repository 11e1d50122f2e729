// Machines without a driver: the reasons are named and nothing crashes.
//
// This program's dlopen() stands before the C library's, so that a test can hide a library.
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "gpu_fixture.h"

static const char *hidden_libraries[2];

static bool is_hidden(const char *name)
{
    for (int i = 0; i < 2; i++) {
        if (name && hidden_libraries[i] && strcmp(name, hidden_libraries[i]) == 0) return true;
    }
    return false;
}

static void hide(const char *first, const char *second)
{
    hidden_libraries[0] = first;
    hidden_libraries[1] = second;
}

void *dlopen(const char *name, int flags)
{
    void *(*real)(const char *, int);
    void *symbol = dlsym(RTLD_NEXT, "dlopen");
    memcpy(&real, &symbol, sizeof real);
    return real(is_hidden(name) ? "/hidden/by/the/test" : name, flags);
}

static void expect_unavailable(bool use_current, const char *part)
{
    tr_context *context = test_context(1);
    uint64_t used_bytes = tr_context_memory(context).used_bytes;
    tr_error err = {0};
    assert_null(tr_gpu_create(context, use_current, &err));
    assert_int_equal(err.code, TR_ERROR_GPU_UNAVAILABLE);
    if (!strstr(err.message, part)) fail_msg("no \"%s\" in: %s", part, err.message);
    print_message("%s\n", err.message);
    assert_int_equal(tr_context_memory(context).used_bytes, used_bytes);
    tr_context_destroy(context);
}

static void without_egl(void **state)
{
    (void)state;
    hide("libEGL.so.1", NULL);
    expect_unavailable(false, "library is missing");
    expect_unavailable(true, "current");
    hide(NULL, NULL);
}

static void without_gl(void **state)
{
    (void)state;
    hide("libOpenGL.so.0", "libGL.so.1");
    expect_unavailable(false, "neither libOpenGL.so.0 nor libGL.so.1");
    hide(NULL, NULL);
}

// EGL is there, and finds no driver of any vendor.
static void without_a_driver(void **state)
{
    (void)state;
    void *egl = dlopen("libEGL.so.1", RTLD_LAZY);
    if (!egl) {
        print_message("SKIPPED, no libEGL.so.1 here\n");
        skip();
    }
    setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere.json", 1);
    setenv("LIBGL_DRIVERS_PATH", "/nowhere", 1);
    expect_unavailable(false, "default display");
}

TEST_GROUP(gpu_unavailable)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_egl),
        cmocka_unit_test(without_gl),
        cmocka_unit_test(without_a_driver),
    };
    return cmocka_run_group_tests_name("gpu unavailable", tests, NULL, NULL);
}
