#include "gpu_fixture.h"

#include <stdio.h>

void gpu_skip_or_fail(const tr_error *err)
{
    if (err->code != TR_ERROR_GPU_UNAVAILABLE) fail_msg("%s: %s", tr_error_name(err->code), err->message);
    printf("SKIPPED, no GL driver here: %s\n", err->message);
    skip();
}

gpu_fixture gpu_fixture_open(void)
{
    gpu_fixture fixture = {.context = test_context(1)};
    fixture.used_bytes_before = tr_context_memory(fixture.context).used_bytes;
    tr_error err = {0};
    fixture.gpu = tr_gpu_create(fixture.context, false, &err);
    if (!fixture.gpu) {
        tr_context_destroy(fixture.context);
        gpu_skip_or_fail(&err);
    }
    return fixture;
}

void gpu_fixture_close(gpu_fixture *fixture)
{
    tr_gpu_destroy(fixture->gpu);
    assert_int_equal(tr_context_memory(fixture->context).used_bytes, fixture->used_bytes_before);
    tr_context_destroy(fixture->context);
}

static const char mix_source[] =
    "layout(local_size_x = TR_GPU_LOCAL_SIZE) in;\n"
    "layout(std430, binding = 0) writeonly buffer out_block { uint result[]; };\n"
    "layout(std430, binding = 1) readonly buffer in_block { uint words[]; };\n"
    "layout(std430, binding = 2) readonly buffer call_block { uint salt; uint rounds; };\n"
    "void main() {\n"
    "    uint i = gl_GlobalInvocationID.x;\n"
    "    if (i >= uint(words.length())) return;\n"
    "    uint value = words[i] + salt;\n"
    "    for (uint round = 0u; round < rounds; round++) value = (value ^ (value >> 15)) * 0x2c1b3c6du + round;\n"
    "    result[i] = value;\n"
    "}\n";

uint32_t gpu_mix(uint32_t value, uint32_t salt, uint32_t rounds)
{
    value += salt;
    for (uint32_t round = 0; round < rounds; round++) value = (value ^ (value >> 15)) * 0x2c1b3c6du + round;
    return value;
}

static tr_gpu_request *submit(tr_gpu *gpu, const uint32_t *in, tr_gpu_request *from, uint32_t count,
                              const uint32_t call[2], tr_error *err)
{
    tr_gpu_request_def def = {
        .source = mix_source,
        .inputs = {{in, count * sizeof *in}, {call, 2 * sizeof *call}},
        .from = {from},
        .input_count = 2,
        .output_size = count * sizeof *in,
        .groups = {(count + TR_GPU_LOCAL_SIZE - 1) / TR_GPU_LOCAL_SIZE, 1, 1},
    };
    return tr_gpu_submit(gpu, &def, err);
}

tr_gpu_request *gpu_submit_mix(tr_gpu *gpu, const uint32_t *in, uint32_t count, uint32_t salt, uint32_t rounds,
                               tr_error *err)
{
    return submit(gpu, in, NULL, count, (const uint32_t[2]){salt, rounds}, err);
}

tr_gpu_request *gpu_submit_mix_of(tr_gpu *gpu, tr_gpu_request *from, uint32_t count, uint32_t salt, uint32_t rounds,
                                  tr_error *err)
{
    return submit(gpu, NULL, from, count, (const uint32_t[2]){salt, rounds}, err);
}

uint32_t *gpu_test_words(uint32_t count)
{
    uint32_t *words = test_malloc(count * sizeof *words);
    for (uint32_t i = 0; i < count; i++) words[i] = i;
    return words;
}

void gpu_check_mix(tr_gpu_request *request, const uint32_t *in, uint32_t count, uint32_t salt, uint32_t rounds)
{
    tr_error err = {0};
    const uint32_t *found = tr_gpu_request_wait(request, -1, &err);
    if (!found) fail_msg("%s", err.message);
    assert_true(tr_gpu_request_ready(request));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t expected = gpu_mix(in[i], salt, rounds);
        if (found[i] != expected) fail_msg("word %u of %u is 0x%08x, not 0x%08x", i, count, found[i], expected);
    }
}
