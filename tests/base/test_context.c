#include "test_context.h"

#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "cmocka_test.h"
#include "terrane/gpu.h"

static void the_defaults_are_as_documented(void **state)
{
    (void)state;
    tr_context_def def = tr_default_context_def();
    int cores = tr_os_core_count();
    assert_int_equal(def.threads, cores < TR_MAX_THREADS ? cores : TR_MAX_THREADS);
    assert_int_equal(def.backend, TR_BACKEND_AUTO);
    assert_int_equal(def.isa, TR_ISA_AUTO);
    assert_false(def.gl_use_current);
    assert_int_equal(def.memory_budget_bytes, UINT64_C(2) << 30);
    assert_null(def.log.write);
    assert_null(def.tasks.run);
}

static void a_context_says_what_it_uses(void **state)
{
    (void)state;
    tr_context *context = test_context(3);
    assert_int_equal(tr_context_threads(context), 3);
    assert_int_equal(tr_context_backend(context), TR_BACKEND_CPU);
    assert_int_not_equal(tr_context_isa(context), TR_ISA_AUTO);
    assert_true(tr_isa_available(tr_context_isa(context)));
    assert_int_equal(tr_context_gpu_info(context).state, TR_GPU_UNUSED);
    assert_false(tr_context_gpu_poll(context));
    tr_context_destroy(context);
    tr_context_destroy(NULL);
}

static void every_isa_is_used_or_refused_with_what_there_is(void **state)
{
    (void)state;
    for (int isa = TR_ISA_AUTO + 1; isa < TR_ISA_COUNT; isa++) {
        tr_context_def def = test_context_def(1);
        def.isa = (tr_isa)isa;
        tr_error error = {0};
        tr_context *context = tr_context_create(&def, &error);
        if (tr_isa_available((tr_isa)isa)) {
            assert_non_null(context);
            assert_int_equal(tr_context_isa(context), isa);
        } else {
            assert_null(context);
            assert_int_equal(error.code, TR_ERROR_UNSUPPORTED);
            assert_non_null(strstr(error.message, tr_isa_name((tr_isa)isa)));
            assert_non_null(strstr(error.message, "scalar, baseline"));
        }
        tr_context_destroy(context);
    }
}

static void assert_refused(const tr_context_def *def, const char *part)
{
    tr_error error = {0};
    assert_null(tr_context_create(def, &error));
    assert_int_equal(error.code, TR_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, part));
    assert_null(tr_context_create(def, NULL));
}

static void bad_definitions_are_refused(void **state)
{
    (void)state;
    tr_context_def def = test_context_def(0);
    assert_refused(&def, "0 threads");
    def = test_context_def(-1);
    assert_refused(&def, "-1 threads");
    def = test_context_def(TR_MAX_THREADS + 1);
    assert_refused(&def, "257 threads");
    def = test_context_def(1);
    def.backend = TR_BACKEND_COUNT;
    assert_refused(&def, "backend");
    def = test_context_def(1);
    def.isa = (tr_isa)-1;
    assert_refused(&def, "instruction set");
    def = test_context_def(1);
    def.allocator.free = NULL;
    assert_refused(&def, "allocator");
}

typedef struct written_lines {
    int count;
    tr_log_level level;
    char lines[4][3000];
} written_lines;

static void write_line(void *user, tr_log_level level, const char *message)
{
    written_lines *written = user;
    written->level = level;
    if (written->count < 4) snprintf(written->lines[written->count], sizeof written->lines[0], "%s", message);
    written->count++;
}

static void the_log_writes_single_lines(void **state)
{
    (void)state;
    static written_lines written;
    tr_context_def def = test_context_def(1);
    def.log = (tr_log_hook){.write = write_line, .user = &written};
    tr_context *context = tr_context_create(&def, NULL);
    written.count = 0;
    tr_log(context, TR_LOG_WARNING, "tile %d,%d", 3, -4);
    assert_int_equal(written.count, 1);
    assert_int_equal(written.level, TR_LOG_WARNING);
    assert_string_equal(written.lines[0], "tile 3,-4");

    written.count = 0;
    tr_log(context, TR_LOG_ERROR, "%s", "one\n\ntwo\n");
    assert_int_equal(written.count, 2);
    assert_string_equal(written.lines[0], "one");
    assert_string_equal(written.lines[1], "two");

    written.count = 0;
    char longer[4000];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    tr_log(context, TR_LOG_DEBUG, "%s", longer);
    assert_int_equal(written.count, 1);
    assert_string_equal(written.lines[0] + strlen(written.lines[0]) - 4, "a...");
    tr_context_destroy(context);

    context = test_context(1);
    tr_log(context, TR_LOG_ERROR, "a silent context %s", "drops it");
    tr_context_destroy(context);
}

TEST_GROUP(context)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_as_documented),
        cmocka_unit_test(a_context_says_what_it_uses),
        cmocka_unit_test(every_isa_is_used_or_refused_with_what_there_is),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(the_log_writes_single_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
