// The GL device: the thread that owns the context, the order of its work, opening and closing.
#include "gpu/device.h"

#include <assert.h>
#include <epoxy/gl.h>

#include "base/thread.h"
#include "base/os.h"
#include "gpu/host_state.h"
#include "gpu/probe.h"

// Fences are looked at, not waited for, so that a new request starts at once; the pauses between the looks grow.
enum { FIRST_PAUSE_NS = 20 * 1000, MAX_PAUSE_NS = 1000 * 1000 };
// A frame of the host spends at most about this long on starting requests, one request excepted.
enum { HOST_START_NS = 2 * 1000 * 1000 };
enum { MAX_PENDING_ERRORS = 16 };

// ---------------------------------------------------------------------------------------------------------
// Work on the GL thread

// Starts the oldest queued request. False when there is none.
static bool start_next(tr_gpu *gpu)
{
    tr_mutex_lock(&gpu->lock);
    tr_gpu_request *request = tr_gpu_queue_pop(&gpu->queued);
    while (request && request->released && request->borrowers == 0) {
        tr_gpu_request_free(request);
        request = tr_gpu_queue_pop(&gpu->queued);
    }
    if (request) request->state = TR_GPU_REQUEST_STARTING;
    gpu->starting = request != NULL;
    tr_mutex_unlock(&gpu->lock);
    if (!request) return false;

    tr_error error = {0};
    bool started = tr_gpu_dispatch(request, &error);
    tr_mutex_lock(&gpu->lock);
    gpu->starting = false;
    if (started) {
        request->state = TR_GPU_REQUEST_RUNNING;
        tr_gpu_queue_push(&gpu->running, request);
    } else {
        request->error = error;
        tr_gpu_request_finish(request, TR_GPU_REQUEST_FAILED);
    }
    tr_mutex_unlock(&gpu->lock);
    return true;
}

// Settles what the driver has finished. Fences of one context are signalled in order, so the first tells.
// Only this thread changes the running queue, hence the look without the lock.
static bool settle_finished(tr_gpu *gpu)
{
    bool any = false;
    while (gpu->running.first) {
        tr_error error = {0};
        tr_gpu_request_state state = tr_gpu_dispatch_look(gpu->running.first, &error);
        if (state == TR_GPU_REQUEST_RUNNING) break;
        tr_mutex_lock(&gpu->lock);
        tr_gpu_request *request = tr_gpu_queue_pop(&gpu->running);
        request->error = error;
        tr_gpu_request_finish(request, state);
        tr_mutex_unlock(&gpu->lock);
        any = true;
    }
    return any;
}

static void trim(tr_gpu *gpu)
{
    tr_mutex_lock(&gpu->lock);
    tr_gpu_pool_trim(&gpu->pool, TR_GPU_POOL_KEEP_BYTES);
    tr_gpu_program_cache_trim(&gpu->programs, TR_GPU_PROGRAMS_KEPT);
    tr_mutex_unlock(&gpu->lock);
}

// Sleeps until there is something to do, or until it is time to look at the fences again.
static void rest(tr_gpu *gpu, int64_t pause_ns)
{
    tr_mutex_lock(&gpu->lock);
    if (gpu->running.first) {
        if (!gpu->closing && !gpu->queued.first) {
            tr_condition_wait_until(&gpu->work, &gpu->lock, tr_os_now_ns() + pause_ns);
        }
    } else {
        while (!gpu->closing && !gpu->queued.first && gpu->pool.free_bytes <= TR_GPU_POOL_KEEP_BYTES) {
            tr_condition_wait(&gpu->work, &gpu->lock);
        }
    }
    tr_mutex_unlock(&gpu->lock);
}

static bool is_closing(tr_gpu *gpu)
{
    tr_mutex_lock(&gpu->lock);
    bool closing = gpu->closing;
    tr_mutex_unlock(&gpu->lock);
    return closing;
}

static void work_until_closed(tr_gpu *gpu)
{
    int64_t pause_ns = FIRST_PAUSE_NS;
    while (!is_closing(gpu)) {
        bool started = start_next(gpu);
        bool settled = settle_finished(gpu);
        trim(gpu);
        if (started || settled) pause_ns = FIRST_PAUSE_NS;
        if (started) continue;
        rest(gpu, pause_ns);
        if (pause_ns < MAX_PAUSE_NS) pause_ns *= 2;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Opening

static bool check_limits(tr_gpu *gpu, tr_error *err)
{
    GLint blocks = 0, bindings = 0, alignment = 1;
    GLint64 block_size = 0;
    glGetIntegerv(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, &blocks);
    glGetIntegerv(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, &bindings);
    glGetIntegerv(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, &alignment);
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block_size);
    if (blocks < TR_GPU_BINDINGS || bindings < TR_GPU_BINDINGS) {
        return tr_fail(err, TR_ERROR_GPU_UNAVAILABLE, "%s allows %d storage blocks and %d bindings; %d are needed",
                       gpu->info.renderer, blocks, bindings, TR_GPU_BINDINGS);
    }
    // Shaders index with 32 bits.
    gpu->max_buffer_size = block_size < INT32_MAX ? (size_t)block_size : (size_t)INT32_MAX;
    gpu->offset_alignment = alignment > 1 ? (size_t)alignment : 1;
    return true;
}

static bool open_gl(tr_gpu *gpu, tr_error *err)
{
    bool opened = gpu->host ? tr_gl_adopt_current(TR_GL_45_CORE, &gpu->gl, err)
                            : tr_gl_open_headless(TR_GL_45_CORE, &gpu->gl, err);
    if (!opened) return false;
    tr_gl_describe(&gpu->info);
    if (check_limits(gpu, err)) return true;
    tr_gl_close(&gpu->gl);
    return false;
}

// Lock.
static void cancel_all(tr_gpu_queue *queue)
{
    for (tr_gpu_request *request; (request = tr_gpu_queue_pop(queue));) {
        tr_gpu_request_finish(request, TR_GPU_REQUEST_CANCELLED);
    }
}

// Ends every request and frees what GL holds for us. In a context that is not current any more, the driver frees
// it with that context.
static void close_gl(tr_gpu *gpu, bool current)
{
    if (!current) {
        tr_log(gpu->context, TR_LOG_WARNING, "the host's GL context is not current: our buffers stay in it");
    }
    tr_mutex_lock(&gpu->lock);
    cancel_all(&gpu->queued);
    tr_mutex_unlock(&gpu->lock);
    while (current && gpu->running.first) {
        glFinish();
        settle_finished(gpu);
    }
    tr_mutex_lock(&gpu->lock);
    cancel_all(&gpu->running);
    for (tr_gpu_request *request = gpu->requests; request; request = request->following)
        tr_gpu_request_withdraw(request);
    if (current) {
        tr_gpu_pool_trim(&gpu->pool, 0);
        tr_gpu_program_cache_trim(&gpu->programs, 0);
    } else {
        tr_gpu_pool_abandon(&gpu->pool);
        tr_gpu_program_cache_abandon(&gpu->programs);
    }
    tr_mutex_unlock(&gpu->lock);
    if (current) tr_gl_close(&gpu->gl);
}

static void *run_gl_thread(void *user)
{
    tr_gpu *gpu = user;
    tr_error error = {0};
    bool opened = open_gl(gpu, &error);
    tr_mutex_lock(&gpu->lock);
    gpu->open_error = error;
    gpu->opened = true;
    tr_condition_broadcast(&gpu->settled);
    tr_mutex_unlock(&gpu->lock);
    if (!opened) return NULL;
    work_until_closed(gpu);
    close_gl(gpu, true);
    return NULL;
}

static bool open_on_own_thread(tr_gpu *gpu, tr_error *err)
{
    if (!tr_thread_start(&gpu->thread, run_gl_thread, gpu)) {
        return tr_fail(err, TR_ERROR_THREADS, "the thread of the GL device could not be started");
    }
    tr_mutex_lock(&gpu->lock);
    while (!gpu->opened) tr_condition_wait(&gpu->settled, &gpu->lock);
    tr_error error = gpu->open_error;
    tr_mutex_unlock(&gpu->lock);
    if (error.code == TR_ERROR_NONE) return true;
    tr_thread_join(gpu->thread);
    if (err) *err = error;
    return false;
}

static tr_gpu *allocate(tr_context *context, bool use_current, tr_error *err)
{
    tr_gpu *gpu = tr_alloc(context, sizeof *gpu, err);
    if (!gpu) return NULL;
    *gpu = (tr_gpu){.context = context, .host = use_current};
    gpu->pool.context = context;
    gpu->programs.context = context;
    if (tr_mutex_init(&gpu->lock)) {
        if (tr_condition_init(&gpu->work)) {
            if (tr_condition_init(&gpu->settled)) return gpu;
            tr_condition_destroy(&gpu->work);
        }
        tr_mutex_destroy(&gpu->lock);
    }
    tr_free(context, gpu);
    tr_fail(err, TR_ERROR_THREADS, "the system gave no lock for the GL device");
    return NULL;
}

void tr_gpu_free(tr_gpu *gpu)
{
    tr_condition_destroy(&gpu->settled);
    tr_condition_destroy(&gpu->work);
    tr_mutex_destroy(&gpu->lock);
    tr_free(gpu->context, gpu);
}

tr_gpu *tr_gpu_create(tr_context *context, bool use_current, tr_error *err)
{
    tr_gpu *gpu = allocate(context, use_current, err);
    if (!gpu) return NULL;
    if (!(use_current ? open_gl(gpu, err) : open_on_own_thread(gpu, err))) {
        tr_gpu_free(gpu);
        return NULL;
    }
    if (!tr_gpu_probe_run(gpu, NULL, err)) {
        tr_gpu_destroy(gpu);
        return NULL;
    }
    gpu->info.state = TR_GPU_READY;
    tr_log(context, TR_LOG_INFO, "GL: %s, %s%s", gpu->info.renderer, gpu->info.version,
           gpu->info.software ? " (software)" : "");
    return gpu;
}

tr_gpu_info tr_gpu_info_of(const tr_gpu *gpu)
{
    return gpu->info;
}

size_t tr_gpu_max_buffer_size(const tr_gpu *gpu)
{
    return gpu->max_buffer_size;
}

// ---------------------------------------------------------------------------------------------------------
// In the host's context

bool tr_gpu_polls_here(const tr_gpu *gpu)
{
    return gpu->host && tr_gl_is_current(&gpu->gl);
}

// Errors the host left behind would be taken for ours.
static void report_host_errors(tr_gpu *gpu)
{
    for (int i = 0; i < MAX_PENDING_ERRORS; i++) {
        GLenum code = glGetError();
        if (code == GL_NO_ERROR) return;
        tr_log(gpu->context, TR_LOG_WARNING, "the host's GL context had the error 0x%04x pending; it was read", code);
    }
}

static void work_in_host(tr_gpu *gpu)
{
    report_host_errors(gpu);
    tr_gpu_host_state state;
    tr_gpu_host_state_save(&state);
    int64_t deadline_ns = tr_os_now_ns() + HOST_START_NS;
    while (start_next(gpu) && tr_os_now_ns() < deadline_ns) continue;
    tr_gpu_host_state_restore(&state);
    settle_finished(gpu);
}

static void warn_not_current(tr_gpu *gpu)
{
    tr_mutex_lock(&gpu->lock);
    bool warn = !gpu->warned_not_current;
    gpu->warned_not_current = true;
    tr_mutex_unlock(&gpu->lock);
    if (!warn) return;
    tr_log(gpu->context, TR_LOG_WARNING, "GPU work waits: the poll came without the host's GL context being current");
}

static bool is_under_way(tr_gpu *gpu)
{
    tr_mutex_lock(&gpu->lock);
    bool result = gpu->queued.first || gpu->starting || gpu->running.first;
    tr_mutex_unlock(&gpu->lock);
    return result;
}

bool tr_gpu_poll(tr_gpu *gpu)
{
    bool busy = is_under_way(gpu);
    if (!gpu->host) return busy;
    if (tr_gpu_polls_here(gpu)) {
        if (busy) work_in_host(gpu);
        trim(gpu);
    } else if (busy) {
        warn_not_current(gpu);
    }
    return is_under_way(gpu);
}

// ---------------------------------------------------------------------------------------------------------
// Closing

void tr_gpu_destroy(tr_gpu *gpu)
{
    if (!gpu) return;
    tr_mutex_lock(&gpu->lock);
    assert(!gpu->closing);
    gpu->closing = true;
    tr_condition_signal(&gpu->work);
    tr_mutex_unlock(&gpu->lock);
    if (gpu->host)
        close_gl(gpu, tr_gl_is_current(&gpu->gl));
    else
        tr_thread_join(gpu->thread);
    tr_mutex_lock(&gpu->lock);
    gpu->closed = true;
    bool last = !gpu->requests;
    tr_mutex_unlock(&gpu->lock);
    if (last) tr_gpu_free(gpu);
}
