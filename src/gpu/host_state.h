// The GL state of a host that our dispatches change: saved before, put back after.
#ifndef TR_GPU_HOST_STATE_H
#define TR_GPU_HOST_STATE_H

#include "gpu/gpu.h"

enum { TR_GPU_BINDINGS = 1 + TR_GPU_MAX_INPUTS };

typedef struct tr_gpu_host_state {
    int program;
    int generic_buffer;
    struct {
        int buffer;
        int64_t start, size;
    } bindings[TR_GPU_BINDINGS];
} tr_gpu_host_state;

void tr_gpu_host_state_save(tr_gpu_host_state *state);
void tr_gpu_host_state_restore(const tr_gpu_host_state *state);

#endif
