// A device for a test, and a kernel whose results are known.
#ifndef TR_TESTS_GPU_FIXTURE_H
#define TR_TESTS_GPU_FIXTURE_H

#include "cmocka_test.h"
#include "gpu/gpu.h"
#include "test_context.h"

typedef struct gpu_fixture {
    tr_context *context;
    tr_gpu *gpu;
    uint64_t used_bytes_before;  // of the context, before the device
} gpu_fixture;

// A context on the CPU and a device of its own. Where there is no GL driver, prints why and skips the test.
gpu_fixture gpu_fixture_open(void);
// Destroys both and checks that the device gave all its memory back.
void gpu_fixture_close(gpu_fixture *fixture);

// Skips the test, with the reason, when `err` says that there is no driver; fails it for any other error.
void gpu_skip_or_fail(const tr_error *err);

// Fills `count` words: out[i] = mix(in[i] + salt), after `rounds` rounds of mixing.
tr_gpu_request *gpu_submit_mix(tr_gpu *gpu, const uint32_t *in, uint32_t count, uint32_t salt, uint32_t rounds,
                               tr_error *err);
// The same of the output of another request, which has `count` words.
tr_gpu_request *gpu_submit_mix_of(tr_gpu *gpu, tr_gpu_request *from, uint32_t count, uint32_t salt, uint32_t rounds,
                                  tr_error *err);
uint32_t gpu_mix(uint32_t value, uint32_t salt, uint32_t rounds);
// The words 0 to count - 1; the caller frees them with test_free().
uint32_t *gpu_test_words(uint32_t count);
// Waits and checks every word of a request made by gpu_submit_mix().
void gpu_check_mix(tr_gpu_request *request, const uint32_t *in, uint32_t count, uint32_t salt, uint32_t rounds);

#endif
