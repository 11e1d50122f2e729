// The GL device of a build without GL.
#include <assert.h>

#include "gpu/gpu.h"

tr_gpu *tr_gpu_create(tr_context *context, bool use_current, tr_error *err)
{
    (void)context;
    (void)use_current;
    tr_fail(err, TR_ERROR_GPU_UNAVAILABLE,
            "this build has no GL (libepoxy and EGL were not found when it was configured)");
    return NULL;
}

void tr_gpu_destroy(tr_gpu *gpu)
{
    assert(!gpu);
    (void)gpu;
}

// No device exists, so nothing below is ever called with one.

tr_gpu_info tr_gpu_info_of(const tr_gpu *gpu)
{
    (void)gpu;
    return (tr_gpu_info){.state = TR_GPU_UNAVAILABLE};
}

bool tr_gpu_poll(tr_gpu *gpu)
{
    (void)gpu;
    return false;
}

size_t tr_gpu_max_buffer_size(const tr_gpu *gpu)
{
    (void)gpu;
    return 0;
}

tr_gpu_request *tr_gpu_submit(tr_gpu *gpu, const tr_gpu_request_def *def, tr_error *err)
{
    (void)gpu;
    (void)def;
    tr_fail(err, TR_ERROR_GPU_UNAVAILABLE, "this build has no GL");
    return NULL;
}

bool tr_gpu_request_ready(const tr_gpu_request *request)
{
    (void)request;
    return false;
}

const void *tr_gpu_request_wait(tr_gpu_request *request, int64_t timeout_ns, tr_error *err)
{
    (void)request;
    (void)timeout_ns;
    tr_fail(err, TR_ERROR_GPU_UNAVAILABLE, "this build has no GL");
    return NULL;
}

uint32_t tr_gpu_request_buffer(const tr_gpu_request *request)
{
    (void)request;
    return 0;
}

void tr_gpu_request_release(tr_gpu_request *request)
{
    assert(!request);
    (void)request;
}
