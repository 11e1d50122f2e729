// The conformance probe: a good driver passes, a wrong result is found and named.
#include <stdio.h>
#include <string.h>

#include "gpu/probe.h"
#include "gpu_fixture.h"
#include "simd/math_batch.h"

static void probe_passes_on_this_driver(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();  // which runs it
    tr_error err = {0};
    if (!tr_gpu_probe_run(fixture.gpu, NULL, &err)) fail_msg("%s", err.message);
    gpu_fixture_close(&fixture);
}

static void wrong_function_is_named(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    tr_error err = {0};
    static const char source[] = "float tr_math_apply(int fn, float a, float b) { return 0.5; }\n";
    assert_false(tr_gpu_probe_run(fixture.gpu, source, &err));
    assert_int_equal(err.code, TR_ERROR_GPU_NONCONFORMING);
    assert_non_null(strstr(err.message, tr_math_fn_name((tr_math_fn)0)));
    assert_non_null(strstr(err.message, "0x3f000000"));
    assert_non_null(strstr(err.message, tr_gpu_info_of(fixture.gpu).renderer));
    gpu_fixture_close(&fixture);
}

// A driver that is right but for the last bit of one function.
static void one_wrong_bit_is_found(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    static const char wrapper[] =
        "float tr_math_apply(int fn, float a, float b) {\n"
        "    float result = right_math_apply(fn, a, b);\n"
        "    if (fn == FN && a > 1000.0) result = uintBitsToFloat(floatBitsToUint(result) ^ 1u);\n"
        "    return result;\n"
        "}\n";
    char header[80];
    snprintf(header, sizeof header, "#define FN %d\n#define tr_math_apply right_math_apply\n", (int)TR_MATH_SIN);
    size_t size = strlen(header) + strlen(tr_glsl_math) + sizeof wrapper + 32;
    char *source = test_malloc(size);
    snprintf(source, size, "%s%s\n#undef tr_math_apply\n%s", header, tr_glsl_math, wrapper);
    tr_error err = {0};
    assert_false(tr_gpu_probe_run(fixture.gpu, source, &err));
    if (err.code != TR_ERROR_GPU_NONCONFORMING) fail_msg("%s", err.message);
    assert_non_null(strstr(err.message, tr_math_fn_name(TR_MATH_SIN)));
    test_free(source);
    gpu_fixture_close(&fixture);
}

static void kernel_that_does_not_compile_is_a_failure_of_the_driver(void **state)
{
    (void)state;
    gpu_fixture fixture = gpu_fixture_open();
    tr_error err = {0};
    assert_false(tr_gpu_probe_run(fixture.gpu, "float tr_math_apply(\n", &err));
    assert_int_equal(err.code, TR_ERROR_GPU_FAILED);
    gpu_fixture_close(&fixture);
}

TEST_GROUP(gpu_probe)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probe_passes_on_this_driver),
        cmocka_unit_test(wrong_function_is_named),
        cmocka_unit_test(one_wrong_bit_is_found),
        cmocka_unit_test(kernel_that_does_not_compile_is_a_failure_of_the_driver),
    };
    return cmocka_run_group_tests_name("gpu probe", tests, NULL, NULL);
}
