// The pool of mapped buffers, in a GL context of the test.
#include <string.h>

#include "gpu/buffer_pool.h"
#include "gpu/egl_open.h"
#include "gpu_fixture.h"

enum { BUFFERS = 4, BYTES = 100000 };

static void buffers_are_reused_and_the_oldest_deleted(void **state)
{
    (void)state;
    tr_gl_context gl;
    tr_error err = {0};
    if (!tr_gl_open_headless(TR_GL_45_CORE, &gl, &err)) gpu_skip_or_fail(&err);
    test_allocator allocator;
    tr_gpu_pool pool = {.context = test_context_counting(1, &allocator)};
    int64_t blocks_before = atomic_load(&allocator.live_blocks);

    tr_gpu_buffer *buffers[BUFFERS];
    for (int i = 0; i < BUFFERS; i++) {
        buffers[i] = tr_gpu_buffer_create(pool.context, TR_GPU_UPLOAD, BYTES, &err);
        if (!buffers[i]) fail_msg("%s", err.message);
        assert_true(buffers[i]->capacity >= BYTES && buffers[i]->capacity <= BYTES / 3 * 4);
        memset(buffers[i]->mapped, i, BYTES);
    }
    const size_t capacity = buffers[0]->capacity;
    for (int i = 0; i < BUFFERS; i++) tr_gpu_pool_give(&pool, buffers[i]);
    assert_int_equal(pool.free_bytes, BUFFERS * capacity);

    assert_null(tr_gpu_pool_take(&pool, TR_GPU_DOWNLOAD, BYTES));
    assert_null(tr_gpu_pool_take(&pool, TR_GPU_UPLOAD, 2 * BYTES));
    assert_ptr_equal(tr_gpu_pool_take(&pool, TR_GPU_UPLOAD, BYTES - 1), buffers[3]);
    tr_gpu_pool_give(&pool, buffers[3]);

    tr_gpu_pool_trim(&pool, 2 * capacity);
    assert_int_equal(pool.free_bytes, 2 * capacity);
    assert_ptr_equal(tr_gpu_pool_take(&pool, TR_GPU_UPLOAD, BYTES), buffers[3]);
    assert_ptr_equal(tr_gpu_pool_take(&pool, TR_GPU_UPLOAD, BYTES), buffers[2]);
    assert_null(tr_gpu_pool_take(&pool, TR_GPU_UPLOAD, BYTES));
    tr_gpu_pool_give(&pool, buffers[2]);
    tr_gpu_pool_give(&pool, buffers[3]);
    tr_gpu_pool_trim(&pool, 0);
    assert_int_equal(atomic_load(&allocator.live_blocks), blocks_before);
    tr_context_destroy(pool.context);
    tr_gl_close(&gl);
}

static void buffer_the_driver_cannot_give_is_an_error(void **state)
{
    (void)state;
    tr_gl_context gl;
    tr_error err = {0};
    if (!tr_gl_open_headless(TR_GL_45_CORE, &gl, &err)) gpu_skip_or_fail(&err);
    tr_context *context = test_context(1);
    assert_null(tr_gpu_buffer_create(context, TR_GPU_DOWNLOAD, (size_t)1 << 46, &err));
    assert_int_equal(err.code, TR_ERROR_GPU_FAILED);
    tr_context_destroy(context);
    tr_gl_close(&gl);
}

TEST_GROUP(gpu_pool)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_are_reused_and_the_oldest_deleted),
        cmocka_unit_test(buffer_the_driver_cannot_give_is_an_error),
    };
    return cmocka_run_group_tests_name("gpu pool", tests, NULL, NULL);
}
