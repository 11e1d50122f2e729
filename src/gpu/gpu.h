// The GL side of a context: compute requests, each with buffers of its own, so that they overlap.
//
// All GL calls happen on one thread: the thread the device owns (headless), or the host's (gl_use_current), on
// which tr_gpu_poll() runs. Submitting and waiting are thread-safe. A build without GL has the same functions;
// tr_gpu_create() then fails with the reason.
#ifndef TR_GPU_GPU_H
#define TR_GPU_GPU_H

#include "terrane/base.h"
#include "terrane/gpu.h"

typedef struct tr_gpu tr_gpu;
typedef struct tr_gpu_request tr_gpu_request;

enum { TR_GPU_MAX_INPUTS = 8, TR_GPU_LOCAL_SIZE = 64 };

// Opens the driver and runs the conformance probe. Fails with GPU_UNAVAILABLE, GPU_NONCONFORMING or GPU_FAILED,
// or for want of memory or threads.
// With `use_current`, the GL context that is current on the calling thread (EGL or GLX) is used.
tr_gpu *tr_gpu_create(tr_context *context, bool use_current, tr_error *err);
// Queued requests are cancelled and running ones let finish. Requests that are not released yet answer CANCELLED
// from then on, their results are gone, and they must be released before the context ends. With `use_current`:
// on the thread that has the host's GL context current, else its GL objects stay until that context ends. NULL
// allowed.
void tr_gpu_destroy(tr_gpu *gpu);
tr_gpu_info tr_gpu_info_of(const tr_gpu *gpu);
// Whether work is under way. With `use_current`, starts and settles what is due, if the host's GL context is
// current on the calling thread; never waits for the driver, though compiling a new program takes its time.
bool tr_gpu_poll(tr_gpu *gpu);

// One compute dispatch. `source` is GLSL without #version: it declares its own local size (TR_GPU_LOCAL_SIZE is
// defined for it), storage blocks (binding 0 is the output, bindings 1.. the inputs in order) and a void main().
// length() of a block is exact. Programs are compiled once per text and kept. The source and the inputs are
// copied before tr_gpu_submit() returns. Output that the kernel does not write holds anything: buffers are reused.
typedef struct tr_gpu_request_def {
    const char *source;
    struct {
        const void *data;
        size_t size;  // bytes, 1..tr_gpu_max_buffer_size()
    } inputs[TR_GPU_MAX_INPUTS];
    // Instead of inputs[i], where not NULL: the output of a request that was submitted before and is not released yet.
    // It stays on the device. When that request fails, this one fails with its error.
    tr_gpu_request *from[TR_GPU_MAX_INPUTS];
    int input_count;
    size_t output_size;  // bytes, 1..tr_gpu_max_buffer_size()
    uint32_t groups[3];  // work groups per axis, each 1..65535
} tr_gpu_request_def;

size_t tr_gpu_max_buffer_size(const tr_gpu *gpu);

// Queues the dispatch and returns at once; requests run in the order of submission and overlap. Fails with
// TOO_LARGE, INVALID_ARGUMENT (a size or count of 0), OVER_BUDGET or OUT_OF_MEMORY.
tr_gpu_request *tr_gpu_submit(tr_gpu *gpu, const tr_gpu_request_def *def, tr_error *err);
bool tr_gpu_request_ready(const tr_gpu_request *request);
// Waits (negative: without limit; 0 only looks). On the thread that has the host's GL context current it polls
// meanwhile; any other thread relies on the host's polling. Returns the persistently mapped result, valid until
// the release, or NULL with TIMEOUT, GPU_FAILED (with the compiler's log for a program that does not compile),
// CANCELLED, OVER_BUDGET or OUT_OF_MEMORY.
const void *tr_gpu_request_wait(tr_gpu_request *request, int64_t timeout_ns, tr_error *err);
// The GL buffer object that holds the output, from offset 0, until the release. The request must be ready.
uint32_t tr_gpu_request_buffer(const tr_gpu_request *request);
// Gives the buffers back for reuse. Allowed at any time; a running dispatch, and those that take its output, are let
// finish first. NULL allowed.
void tr_gpu_request_release(tr_gpu_request *request);

#endif
