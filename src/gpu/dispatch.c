// One dispatch on the GL thread: buffers, bindings, fence.
#include <epoxy/gl.h>
#include <string.h>

#include "gpu/device.h"

#include "base/thread.h"

static tr_gpu_buffer *take_or_create(tr_gpu *gpu, tr_gpu_direction direction, size_t size, tr_error *err)
{
    tr_mutex_lock(&gpu->lock);
    tr_gpu_buffer *buffer = tr_gpu_pool_take(&gpu->pool, direction, size);
    tr_mutex_unlock(&gpu->lock);
    return buffer ? buffer : tr_gpu_buffer_create(gpu->context, direction, size, err);
}

static bool prepare_buffers(tr_gpu_request *request, tr_error *err)
{
    tr_gpu *gpu = request->gpu;
    if (request->stage) {
        request->upload = take_or_create(gpu, TR_GPU_UPLOAD, request->upload_size, err);
        if (!request->upload) return false;
        memcpy(request->upload->mapped, request->stage, request->upload_size);
        tr_free(gpu->context, request->stage);
        request->stage = NULL;
    }
    request->download = take_or_create(gpu, TR_GPU_DOWNLOAD, request->output_size, err);
    return request->download != NULL;
}

// Requests start in order, so what this one takes was started before it; it may have failed.
static bool check_borrowed(const tr_gpu_request *request, tr_error *err)
{
    tr_gpu *gpu = request->gpu;
    bool usable = true;
    tr_mutex_lock(&gpu->lock);
    for (int i = 0; i < request->input_count && usable; i++) {
        const tr_gpu_request *from = request->input_from[i];
        usable = !from || from->state == TR_GPU_REQUEST_RUNNING || from->state == TR_GPU_REQUEST_DONE;
        if (!usable && err) *err = from->error;
    }
    tr_mutex_unlock(&gpu->lock);
    return usable;
}

// Ranges of the exact size, so that length() in the shader is what the caller gave.
static void bind_buffers(const tr_gpu_request *request)
{
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, request->download->name, 0, (GLsizeiptr)request->output_size);
    for (int i = 0; i < request->input_count; i++) {
        const tr_gpu_request *from = request->input_from[i];
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, (GLuint)i + 1, from ? from->download->name : request->upload->name,
                          (GLintptr)request->input_offsets[i], (GLsizeiptr)request->input_sizes[i]);
    }
}

bool tr_gpu_dispatch(tr_gpu_request *request, tr_error *err)
{
    if (!tr_gpu_program_build(request->gpu->context, request->program, err)) return false;
    if (!check_borrowed(request, err) || !prepare_buffers(request, err)) return false;
    glUseProgram(request->program->name);
    bind_buffers(request);
    glDispatchCompute(request->groups[0], request->groups[1], request->groups[2]);
    // For the CPU, and for requests that take the output.
    glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    request->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
    GLenum code = glGetError();
    if (code == GL_NO_ERROR && request->fence) return true;
    // The driver may still use the buffers, and without a fence nothing says when it ends.
    glFinish();
    glDeleteSync(request->fence);
    request->fence = NULL;
    return tr_fail(err, TR_ERROR_GPU_FAILED, "the GL driver refused %u x %u x %u groups (GL error 0x%04x)",
                   request->groups[0], request->groups[1], request->groups[2], code);
}

tr_gpu_request_state tr_gpu_dispatch_look(tr_gpu_request *request, tr_error *err)
{
    GLenum answer = glClientWaitSync(request->fence, 0, 0);
    if (answer == GL_TIMEOUT_EXPIRED) return TR_GPU_REQUEST_RUNNING;
    glDeleteSync(request->fence);
    request->fence = NULL;
    GLenum reset = glGetGraphicsResetStatus();
    if (answer != GL_WAIT_FAILED && reset == GL_NO_ERROR) return TR_GPU_REQUEST_DONE;
    tr_fail(err, TR_ERROR_GPU_FAILED, "the GL driver lost the work (fence 0x%04x, reset status 0x%04x)", answer, reset);
    return TR_GPU_REQUEST_FAILED;
}
