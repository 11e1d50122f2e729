// The one place where the base composes a room above it: making a context may open the GL device. Everything
// else in src/base knows src/gpu by its opaque pointer only.
#include <stdio.h>

#include "base/context.h"
#include "gpu/gpu.h"

// Continues on the CPU, and leaves the reason where tr_context_gpu_info() and the log show it.
static void stay_on_cpu(tr_context *context, tr_gpu_state state, const char *reason)
{
    context->gpu_info.state = state;
    snprintf(context->gpu_info.reason, sizeof context->gpu_info.reason, "%.*s",
             (int)sizeof context->gpu_info.reason - 1, reason);
    // Machines without a GPU are common; a driver that gives wrong bits is not.
    tr_log_level level = state == TR_GPU_NONCONFORMING ? TR_LOG_WARNING : TR_LOG_INFO;
    tr_log(context, level, "backend auto: the CPU generates, because %s", reason);
}

static void use_gl_if_hardware(tr_context *context, struct tr_gpu *gpu)
{
    context->gpu_info = tr_gpu_info_of(gpu);
    if (!context->gpu_info.software) {
        context->gpu = gpu;
        context->backend = TR_BACKEND_GL;
        return;
    }
    tr_gpu_destroy(gpu);
    char reason[sizeof context->gpu_info.renderer + 64];
    snprintf(reason, sizeof reason, "the GL driver renders in software (%s)", context->gpu_info.renderer);
    stay_on_cpu(context, TR_GPU_UNUSED, reason);
}

bool tr_backend_open(tr_context *context, tr_error *err)
{
    const tr_context_def *def = &context->def;
    context->backend = TR_BACKEND_CPU;
    if (def->backend == TR_BACKEND_CPU) return true;
    tr_error gl_error = {0};
    struct tr_gpu *gpu = tr_gpu_create(context, def->gl_use_current, &gl_error);
    if (def->backend == TR_BACKEND_GL) {
        if (!gpu) return tr_fail(err, gl_error.code, "%s", gl_error.message);
        context->gpu = gpu;
        context->gpu_info = tr_gpu_info_of(gpu);
        context->backend = TR_BACKEND_GL;
    } else if (gpu) {
        use_gl_if_hardware(context, gpu);
    } else {
        bool nonconforming = gl_error.code == TR_ERROR_GPU_NONCONFORMING;
        stay_on_cpu(context, nonconforming ? TR_GPU_NONCONFORMING : TR_GPU_UNAVAILABLE, gl_error.message);
    }
    return true;
}

void tr_backend_close(tr_context *context)
{
    if (context->gpu) tr_gpu_destroy(context->gpu);
    context->gpu = NULL;
}

tr_gpu_info tr_context_gpu_info(const tr_context *context)
{
    return context->gpu_info;
}

bool tr_context_gpu_poll(tr_context *context)
{
    return context->gpu && tr_gpu_poll(context->gpu);
}
