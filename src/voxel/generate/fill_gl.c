// Chunks of ground and water on the GL backend, many in a dispatch (fill.glsl.h).
#include <string.h>

#include "base/context.h"
#include "gpu/gpu.h"
#include "voxel/generate/fill.h"

extern const char tr_glsl_fill[];

// Chunks of a dispatch: 8 MiB of blocks.
enum { BATCH = 256 };
_Static_assert(sizeof(tr_fill_plan) == 4 * 1544, "the shader knows the size of a plan");

// Requests that are not known without being made.
typedef struct math_batch {
    tr_fill_plan plans[BATCH];
    tr_voxel_fill_request *requests[BATCH];
    size_t count;
} math_batch;

static tr_gpu_request *submit(tr_context *context, const math_batch *from, tr_error *err)
{
    const tr_gpu_request_def def = {
        .source = tr_glsl_fill,
        .inputs = {{from->plans, from->count * sizeof *from->plans}},
        .input_count = 1,
        .output_size = from->count * (TR_VOXEL_COUNT + sizeof(uint32_t)),
        .groups = {(uint32_t)from->count, 1, 1},
    };
    return tr_gpu_submit(context->gpu, &def, err);
}

static void take_results(const math_batch *batch, const uint8_t *blocks)
{
    for (size_t i = 0; i < batch->count; i++) {
        tr_voxel_fill_request *request = batch->requests[i];
        uint32_t count;
        memcpy(request->blocks, blocks + i * TR_VOXEL_COUNT, TR_VOXEL_COUNT);
        memcpy(&count, blocks + batch->count * TR_VOXEL_COUNT + i * sizeof count, sizeof count);
        request->filled =
            (int32_t)count + tr_fill_finish(request->column, &batch->plans[i], request->chunk_y, request->blocks);
    }
}

static bool run_batch(const tr_voxel_rules *rules, math_batch *batch, tr_error *err)
{
    if (batch->count == 0) return true;
    tr_gpu_request *request = submit(rules->context, batch, err);
    if (!request) return false;
    const uint8_t *blocks = tr_gpu_request_wait(request, -1, err);
    if (blocks) take_results(batch, blocks);
    tr_gpu_request_release(request);
    batch->count = 0;
    return blocks != NULL;
}

static bool run_all(const tr_voxel_rules *rules, tr_voxel_fill_request *requests, size_t count, math_batch *batch,
                    tr_error *err)
{
    for (size_t i = 0; i < count; i++) {
        tr_voxel_fill_request *request = &requests[i];
        uint8_t kind;
        if (tr_voxel_fill_uniform(rules, request->column, request->chunk_y, &kind)) {
            memset(request->blocks, kind, TR_VOXEL_COUNT);
            request->filled = kind == TR_BLOCK_AIR ? 0 : TR_VOXEL_COUNT;
            continue;
        }
        tr_fill_make_plan(rules, request->column, request->chunk_y, &batch->plans[batch->count]);
        batch->requests[batch->count++] = request;
        if (batch->count == BATCH && !run_batch(rules, batch, err)) return false;
    }
    return run_batch(rules, batch, err);
}

bool tr_fill_many_gl(const tr_voxel_rules *rules, tr_voxel_fill_request *requests, size_t count, tr_error *err)
{
    math_batch *batch = tr_alloc(rules->context, sizeof *batch, err);
    if (!batch) return false;
    batch->count = 0;
    const bool ok = run_all(rules, requests, count, batch, err);
    tr_free(rules->context, batch);
    return ok;
}
