// The ground of the preset CLASSIC on the GL backend: a dispatch for the columns, and one for the smoothing, which
// takes the output of the first where it lies (classic_ground.glsl.h, classic_smooth.glsl.h).
#include <string.h>

#include "base/context.h"
#include "gpu/gpu.h"
#include "voxel/generate/classic.h"

extern const char tr_glsl_classic_ground[];
extern const char tr_glsl_classic_smooth[];

static uint32_t groups_of(size_t count)
{
    return (uint32_t)((count + TR_GPU_LOCAL_SIZE - 1) / TR_GPU_LOCAL_SIZE);
}

static tr_gpu_request *submit_ground(tr_context *context, const tr_classic_area *area, tr_error *err)
{
    const size_t count = (size_t)area->stride * (size_t)area->rows;
    tr_gpu_request_def def = {
        .source = tr_glsl_classic_ground,
        .input_count = TR_CLASSIC_FIELD_COUNT,
        .output_size = 2 * count * sizeof(uint32_t),
        .groups = {groups_of(count), 1, 1},
    };
    for (int field = 0; field < TR_CLASSIC_FIELD_COUNT; field++) {
        def.inputs[field].data = area->noise[field];
        def.inputs[field].size = count * sizeof(float);
    }
    return tr_gpu_submit(context->gpu, &def, err);
}

static tr_gpu_request *submit_smooth(tr_context *context, const tr_classic_area *area, tr_gpu_request *ground,
                                     tr_error *err)
{
    const int32_t call[2] = {area->chunks_x * TR_VOXEL_SIDE, area->stride};
    const size_t count = (size_t)call[0] * (size_t)area->chunks_z * TR_VOXEL_SIDE;
    const tr_gpu_request_def def = {
        .source = tr_glsl_classic_smooth,
        .inputs = {{call, sizeof call}},
        .from = {NULL, ground},
        .input_count = 2,
        .output_size = count * sizeof(float),
        .groups = {groups_of(count), 1, 1},
    };
    return tr_gpu_submit(context->gpu, &def, err);
}

static bool read_results(const tr_classic_area *area, tr_gpu_request *ground, tr_gpu_request *smooth, tr_error *err)
{
    const size_t count = (size_t)area->stride * (size_t)area->rows;
    const uint32_t *words = tr_gpu_request_wait(ground, -1, err);
    if (!words) return false;
    memcpy(area->raw, words, count * sizeof *words);
    memcpy(area->biome, words + count, count * sizeof *words);
    const float *heights = tr_gpu_request_wait(smooth, -1, err);
    if (!heights) return false;
    memcpy(area->height, heights, (size_t)area->chunks_x * (size_t)area->chunks_z * TR_VOXEL_LAYER * sizeof *heights);
    return true;
}

bool tr_classic_ground_gl(const tr_voxel_rules *rules, const tr_classic_area *area, tr_error *err)
{
    tr_gpu_request *ground = submit_ground(rules->context, area, err);
    if (!ground) return false;
    tr_gpu_request *smooth = submit_smooth(rules->context, area, ground, err);
    const bool ok = smooth && read_results(area, ground, smooth, err);
    tr_gpu_request_release(smooth);
    tr_gpu_request_release(ground);
    return ok;
}
