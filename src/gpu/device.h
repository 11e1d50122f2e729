// Inside the GL device: what its files share.
//
// A request goes QUEUED -> STARTING -> RUNNING -> DONE, or ends FAILED or CANCELLED. Everything is guarded by
// the lock of the device, except: what a request holds while it is STARTING or RUNNING belongs to the GL thread,
// and a result that is DONE belongs to whoever holds the request.
#ifndef TR_GPU_DEVICE_H
#define TR_GPU_DEVICE_H

#include "base/thread.h"
#include "gpu/buffer_pool.h"
#include "gpu/egl_open.h"
#include "gpu/gpu.h"
#include "gpu/program.h"

typedef enum tr_gpu_request_state {
    TR_GPU_REQUEST_QUEUED,
    TR_GPU_REQUEST_STARTING,
    TR_GPU_REQUEST_RUNNING,
    TR_GPU_REQUEST_DONE,
    TR_GPU_REQUEST_FAILED,
    TR_GPU_REQUEST_CANCELLED
} tr_gpu_request_state;

struct tr_gpu_request {
    tr_gpu *gpu;
    tr_gpu_request *next;                  // in the queue that holds it
    tr_gpu_request *previous, *following;  // among all requests of the device
    tr_gpu_request_state state;
    bool released;            // nobody waits for it: gone as soon as the driver lets go of it
    tr_gpu_program *program;  // until it settles
    tr_gpu_buffer *upload, *download;
    char *stage;  // the inputs, when no upload buffer was free at the submission
    size_t input_offsets[TR_GPU_MAX_INPUTS];
    size_t input_sizes[TR_GPU_MAX_INPUTS];
    tr_gpu_request *input_from[TR_GPU_MAX_INPUTS];  // NULL: from `upload`
    int borrowers;                                  // requests that take this one's output and have not settled
    int input_count;
    size_t upload_size, output_size;
    uint32_t groups[3];
    void *fence;  // GLsync
    tr_error error;
};

typedef struct tr_gpu_queue {
    tr_gpu_request *first, *last;
} tr_gpu_queue;

struct tr_gpu {
    tr_context *context;
    tr_gpu_info info;
    size_t max_buffer_size;
    size_t offset_alignment;  // of the inputs in their common buffer

    bool host;  // the GL context is the host's
    tr_gl_context gl;
    tr_thread thread;  // owns the GL context, unless `host`

    tr_mutex lock;
    tr_condition work;     // the GL thread has something to do
    tr_condition settled;  // a request settled, or the GL thread has opened its context
    bool opened, closing, closed;
    tr_error open_error;
    tr_gpu_queue queued, running;
    bool starting;             // a request is between the two
    tr_gpu_request *requests;  // all that exist; the device lives until the last is released
    bool warned_not_current;
    tr_gpu_pool pool;
    tr_gpu_program_cache programs;
};

// Lock.
void tr_gpu_queue_push(tr_gpu_queue *queue, tr_gpu_request *request);
tr_gpu_request *tr_gpu_queue_pop(tr_gpu_queue *queue);
// Lock. The end of a request: wakes its waiters, or frees it when it was released before.
void tr_gpu_request_finish(tr_gpu_request *request, tr_gpu_request_state state);
// Lock. Takes the result away from a settled request, because its buffer is about to go.
void tr_gpu_request_withdraw(tr_gpu_request *request);
// Lock. Gives the buffers back and frees the request.
void tr_gpu_request_free(tr_gpu_request *request);

// Whether this thread is the one that has to poll: it has the host's GL context current.
bool tr_gpu_polls_here(const tr_gpu *gpu);
// Frees a closed device without requests.
void tr_gpu_free(tr_gpu *gpu);

// GL thread, no lock. Copies the inputs, dispatches and sets the fence.
bool tr_gpu_dispatch(tr_gpu_request *request, tr_error *err);
// GL thread, no lock. RUNNING, DONE, or FAILED with `err` set; does not wait.
tr_gpu_request_state tr_gpu_dispatch_look(tr_gpu_request *request, tr_error *err);

#endif
