// Requests as their owner sees them: submit, look, wait, release. No GL happens here.
#include <assert.h>
#include <string.h>

#include "base/os.h"
#include "base/thread.h"
#include "gpu/device.h"

enum { MAX_GROUPS = 65535 };
// How often a waiting host thread polls.
enum { HOST_POLL_NS = 100 * 1000 };

void tr_gpu_queue_push(tr_gpu_queue *queue, tr_gpu_request *request)
{
    request->next = NULL;
    if (queue->last)
        queue->last->next = request;
    else
        queue->first = request;
    queue->last = request;
}

tr_gpu_request *tr_gpu_queue_pop(tr_gpu_queue *queue)
{
    tr_gpu_request *request = queue->first;
    if (!request) return NULL;
    queue->first = request->next;
    if (!queue->first) queue->last = NULL;
    return request;
}

// ---------------------------------------------------------------------------------------------------------
// Submitting

static bool check_size(const tr_gpu *gpu, const char *what, int index, size_t size, tr_error *err)
{
    if (size == 0) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s %d of a GPU request has no bytes", what, index);
    if (size > gpu->max_buffer_size) {
        return tr_fail(err, TR_ERROR_TOO_LARGE, "%s %d of a GPU request has %zu bytes; this driver allows %zu", what,
                       index, size, gpu->max_buffer_size);
    }
    return true;
}

static bool check_def(const tr_gpu *gpu, const tr_gpu_request_def *def, tr_error *err)
{
    assert(def->source && def->input_count >= 0 && def->input_count <= TR_GPU_MAX_INPUTS);
    if (!check_size(gpu, "output", 0, def->output_size, err)) return false;
    for (int i = 0; i < def->input_count; i++) {
        if (!def->from[i] && !check_size(gpu, "input", i, def->inputs[i].size, err)) return false;
    }
    for (int axis = 0; axis < 3; axis++) {
        uint32_t count = def->groups[axis];
        if (count >= 1 && count <= MAX_GROUPS) continue;
        return tr_fail(err, count == 0 ? TR_ERROR_INVALID_ARGUMENT : TR_ERROR_TOO_LARGE,
                       "a GPU request has %u work groups on axis %d; 1 to %d are possible", count, axis, MAX_GROUPS);
    }
    return true;
}

static void lay_out_inputs(tr_gpu_request *request, const tr_gpu_request_def *def)
{
    const size_t alignment = request->gpu->offset_alignment;
    size_t at = 0;
    for (int i = 0; i < def->input_count; i++) {
        if (def->from[i]) {
            request->input_sizes[i] = def->from[i]->output_size;
            continue;
        }
        request->input_offsets[i] = at;
        request->input_sizes[i] = def->inputs[i].size;
        request->upload_size = at + def->inputs[i].size;
        at = (request->upload_size + alignment - 1) / alignment * alignment;
    }
    request->input_count = def->input_count;
}

// Straight into the mapped memory of a free buffer, else into memory of the context from which the GL thread
// fills a new buffer.
static bool copy_inputs(tr_gpu_request *request, const tr_gpu_request_def *def, tr_error *err)
{
    if (request->upload_size == 0) return true;
    tr_gpu *gpu = request->gpu;
    tr_mutex_lock(&gpu->lock);
    request->upload = tr_gpu_pool_take(&gpu->pool, TR_GPU_UPLOAD, request->upload_size);
    tr_mutex_unlock(&gpu->lock);
    if (!request->upload) {
        request->stage = tr_alloc(gpu->context, request->upload_size, err);
        if (!request->stage) return false;
    }
    char *to = request->upload ? request->upload->mapped : request->stage;
    for (int i = 0; i < def->input_count; i++) {
        if (!def->from[i]) memcpy(to + request->input_offsets[i], def->inputs[i].data, def->inputs[i].size);
    }
    return true;
}

// Lock.
static void borrow_outputs(tr_gpu_request *request, const tr_gpu_request_def *def)
{
    for (int i = 0; i < def->input_count; i++) {
        tr_gpu_request *from = def->from[i];
        if (!from) continue;
        assert(from->gpu == request->gpu && !from->released);
        from->borrowers++;
        request->input_from[i] = from;
    }
}

static void list_request(tr_gpu_request *request)
{
    tr_gpu *gpu = request->gpu;
    request->following = gpu->requests;
    if (gpu->requests) gpu->requests->previous = request;
    gpu->requests = request;
}

tr_gpu_request *tr_gpu_submit(tr_gpu *gpu, const tr_gpu_request_def *def, tr_error *err)
{
    if (!check_def(gpu, def, err)) return NULL;
    tr_gpu_request *request = tr_alloc(gpu->context, sizeof *request, err);
    if (!request) return NULL;
    *request = (tr_gpu_request){.gpu = gpu, .output_size = def->output_size};
    memcpy(request->groups, def->groups, sizeof request->groups);
    lay_out_inputs(request, def);
    bool copied = copy_inputs(request, def, err);
    uint64_t hash = tr_hash_bytes(def->source, strlen(def->source), 0);

    tr_mutex_lock(&gpu->lock);
    assert(!gpu->closing);
    list_request(request);
    borrow_outputs(request, def);
    if (copied) request->program = tr_gpu_program_acquire(&gpu->programs, def->source, hash, err);
    if (request->program) {
        tr_gpu_queue_push(&gpu->queued, request);
        tr_condition_signal(&gpu->work);
    } else {
        tr_gpu_request_free(request);
        request = NULL;
    }
    tr_mutex_unlock(&gpu->lock);
    return request;
}

// ---------------------------------------------------------------------------------------------------------
// Ending

static bool has_settled(const tr_gpu_request *request)
{
    return request->state >= TR_GPU_REQUEST_DONE;
}

static void return_outputs(tr_gpu_request *request)
{
    for (int i = 0; i < request->input_count; i++) {
        tr_gpu_request *from = request->input_from[i];
        request->input_from[i] = NULL;
        if (!from || --from->borrowers > 0) continue;
        if (from->released && has_settled(from)) tr_gpu_request_free(from);
    }
}

// What a request holds besides itself. The result of a DONE one stays until its release.
static void let_go(tr_gpu_request *request)
{
    tr_gpu *gpu = request->gpu;
    tr_free(gpu->context, request->stage);
    request->stage = NULL;
    tr_gpu_pool_give(&gpu->pool, request->upload);
    request->upload = NULL;
    if (request->program) tr_gpu_program_release(request->program);
    request->program = NULL;
    return_outputs(request);
}

void tr_gpu_request_free(tr_gpu_request *request)
{
    tr_gpu *gpu = request->gpu;
    let_go(request);
    tr_gpu_pool_give(&gpu->pool, request->download);
    if (gpu->pool.free_bytes > TR_GPU_POOL_KEEP_BYTES) tr_condition_signal(&gpu->work);
    if (request->following) request->following->previous = request->previous;
    if (request->previous) request->previous->following = request->following;
    if (gpu->requests == request) gpu->requests = request->following;
    tr_free(gpu->context, request);
}

void tr_gpu_request_finish(tr_gpu_request *request, tr_gpu_request_state state)
{
    tr_gpu *gpu = request->gpu;
    request->state = state;
    let_go(request);
    if (request->released && request->borrowers == 0)
        tr_gpu_request_free(request);
    else
        tr_condition_broadcast(&gpu->settled);
}

void tr_gpu_request_withdraw(tr_gpu_request *request)
{
    request->state = TR_GPU_REQUEST_CANCELLED;
    tr_gpu_pool_give(&request->gpu->pool, request->download);
    request->download = NULL;
}

void tr_gpu_request_release(tr_gpu_request *request)
{
    if (!request) return;
    tr_gpu *gpu = request->gpu;
    tr_mutex_lock(&gpu->lock);
    assert(!request->released);
    request->released = true;
    const bool borrowed = request->borrowers > 0;  // then it goes with the last of them
    if (!borrowed && has_settled(request))
        tr_gpu_request_free(request);
    else if (!borrowed && request->state == TR_GPU_REQUEST_QUEUED)
        let_go(request);  // the rest when its turn comes
    bool last = gpu->closed && !gpu->requests;
    tr_mutex_unlock(&gpu->lock);
    if (last) tr_gpu_free(gpu);
}

// ---------------------------------------------------------------------------------------------------------
// Waiting

bool tr_gpu_request_ready(const tr_gpu_request *request)
{
    tr_gpu *gpu = request->gpu;
    tr_mutex_lock(&gpu->lock);
    bool ready = has_settled(request);
    tr_mutex_unlock(&gpu->lock);
    return ready;
}

// Lock. The answer for a settled request.
static const void *result_of(const tr_gpu_request *request, tr_error *err)
{
    if (request->state == TR_GPU_REQUEST_CANCELLED) {
        tr_fail(err, TR_ERROR_CANCELLED, "the GPU device was closed before the result was read");
        return NULL;
    }
    if (request->state == TR_GPU_REQUEST_FAILED) {
        if (err) *err = request->error;
        return NULL;
    }
    return request->download->mapped;
}

// Lock; released during the wait. Only this thread can do the GL work in a host's context, so it must not sleep
// until somebody else does it.
static bool wait_step(tr_gpu_request *request, int64_t deadline_ns)
{
    tr_gpu *gpu = request->gpu;
    int64_t until_ns = deadline_ns;
    if (tr_gpu_polls_here(gpu)) {
        tr_mutex_unlock(&gpu->lock);
        tr_gpu_poll(gpu);
        int64_t next_poll_ns = tr_os_now_ns() + HOST_POLL_NS;
        if (next_poll_ns < until_ns) until_ns = next_poll_ns;
        tr_mutex_lock(&gpu->lock);
        if (has_settled(request)) return true;
    }
    if (until_ns == INT64_MAX)
        tr_condition_wait(&gpu->settled, &gpu->lock);
    else
        tr_condition_wait_until(&gpu->settled, &gpu->lock, until_ns);
    return has_settled(request) || tr_os_now_ns() < deadline_ns;
}

const void *tr_gpu_request_wait(tr_gpu_request *request, int64_t timeout_ns, tr_error *err)
{
    tr_gpu *gpu = request->gpu;
    int64_t now_ns = tr_os_now_ns();
    int64_t deadline_ns = timeout_ns < 0 || timeout_ns > INT64_MAX - now_ns ? INT64_MAX : now_ns + timeout_ns;
    tr_mutex_lock(&gpu->lock);
    bool in_time = true;
    while (!has_settled(request) && in_time) in_time = wait_step(request, deadline_ns);
    const void *result = NULL;
    if (has_settled(request))
        result = result_of(request, err);
    else
        tr_fail(err, TR_ERROR_TIMEOUT, "a GPU request was not ready after %lld ns", (long long)timeout_ns);
    tr_mutex_unlock(&gpu->lock);
    return result;
}

uint32_t tr_gpu_request_buffer(const tr_gpu_request *request)
{
    assert(request->state == TR_GPU_REQUEST_DONE);
    return request->download->name;
}
