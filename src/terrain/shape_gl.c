// Blocks on the GL backend: one dispatch each (shape_run.h, shape.glsl.h).
#include <string.h>

#include "base/context.h"
#include "gpu/gpu.h"
#include "terrain/shape_run.h"

extern const char tr_glsl_shape[];

// The buffer `Call` of the shader.
typedef struct call_block {
    tr_shape_params params;
    int32_t width, rows, steps, octave_count, lattice_width, lattice_points, has_large;
    float octave_size[TR_MAX_GULLY_OCTAVES];
    float octave_share[TR_MAX_GULLY_OCTAVES];
} call_block;

static call_block make_call(const tr_shape_block *block)
{
    call_block call = {.params = block->params,
                       .width = block->x.count,
                       .rows = block->z.count,
                       .steps = block->steps,
                       .octave_count = block->octave_count,
                       .lattice_width = block->lattice_width,
                       .lattice_points = block->lattice_width * block->lattice_height,
                       .has_large = block->lattice[TR_SHAPE_LARGE] != NULL};
    memcpy(call.octave_size, block->octave_size, sizeof call.octave_size);
    memcpy(call.octave_share, block->octave_share, sizeof call.octave_share);
    return call;
}

// What is packed for the shader; one allocation.
typedef struct upload {
    uint32_t *axis[2];
    float *lattice, *before;
    size_t axis_words[2], lattice_floats, sample_count;
} upload;

static uint32_t word_of(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static void pack_axis(const tr_shape_axis *from, int octave_count, uint32_t *to)
{
    for (int32_t i = 0; i < from->count; i++) {
        *to++ = (uint32_t)from->first[i];
        *to++ = word_of(from->t[i]);
        for (int octave = 0; octave < octave_count; octave++) {
            for (int k = 0; k < 3; k++) *to++ = from->word[octave][k][i];
            *to++ = word_of(from->offset[octave][i]);
        }
    }
}

static void pack(const tr_shape_block *block, upload *to)
{
    pack_axis(&block->x, block->octave_count, to->axis[0]);
    pack_axis(&block->z, block->octave_count, to->axis[1]);
    const size_t points = to->lattice_floats / TR_SHAPE_LAYERS;
    for (int layer = 0; layer < TR_SHAPE_LAYERS; layer++)
        if (block->lattice[layer])
            memcpy(to->lattice + (size_t)layer * points, block->lattice[layer], points * sizeof(float));
    for (int32_t row = 0; row < block->z.count; row++)
        memcpy(to->before + (size_t)row * (size_t)block->x.count, block->out + row * block->out_stride,
               (size_t)block->x.count * sizeof(float));
}

static void *open_upload(tr_context *context, const tr_shape_block *block, upload *out, tr_error *err)
{
    const size_t words = TR_AXIS_OCTAVES + TR_AXIS_OCTAVE_WORDS * (size_t)block->octave_count;
    const size_t width = (size_t)block->x.count, rows = (size_t)block->z.count;
    *out = (upload){.axis_words = {width * words, rows * words}, .sample_count = width * rows};
    out->lattice_floats = TR_SHAPE_LAYERS * (size_t)block->lattice_width * (size_t)block->lattice_height;
    const size_t total = (width + rows) * words + out->lattice_floats + out->sample_count;
    uint32_t *memory = tr_alloc_array(context, total, sizeof *memory, err);
    if (!memory) return NULL;
    memset(memory, 0, total * sizeof *memory);
    out->axis[0] = memory;
    out->axis[1] = out->axis[0] + out->axis_words[0];
    out->lattice = (float *)(void *)(out->axis[1] + out->axis_words[1]);
    out->before = out->lattice + out->lattice_floats;
    pack(block, out);
    return memory;
}

static tr_gpu_request *submit(tr_context *context, const tr_shape_block *block, const upload *from, tr_error *err)
{
    static const float nothing = 0;
    const call_block call = make_call(block);
    const size_t bytes = from->sample_count * sizeof(float);
    const bool real = (block->steps & TR_SHAPE_ELEVATION) != 0;
    const tr_gpu_request_def def = {
        .source = tr_glsl_shape,
        .inputs = {{&call, sizeof call},
                   {from->axis[0], from->axis_words[0] * sizeof(uint32_t)},
                   {from->axis[1], from->axis_words[1] * sizeof(uint32_t)},
                   {from->lattice, from->lattice_floats * sizeof(float)},
                   {from->before, bytes},
                   {real ? block->elevation : &nothing, real ? bytes : sizeof nothing},
                   {real ? block->weight : &nothing, real ? bytes : sizeof nothing}},
        .input_count = 7,
        .output_size = bytes,
        .groups = {(uint32_t)((from->sample_count + TR_GPU_LOCAL_SIZE - 1) / TR_GPU_LOCAL_SIZE), 1, 1},
    };
    return tr_gpu_submit(context->gpu, &def, err);
}

bool tr_shape_run_gl(tr_context *context, const tr_shape_block *block, tr_error *err)
{
    upload from;
    void *memory = open_upload(context, block, &from, err);
    if (!memory) return false;
    tr_gpu_request *request = submit(context, block, &from, err);
    tr_free(context, memory);
    if (!request) return false;
    const float *samples = tr_gpu_request_wait(request, -1, err);
    for (int32_t row = 0; samples && row < block->z.count; row++)
        memcpy(block->out + row * block->out_stride, samples + (size_t)row * (size_t)block->x.count,
               (size_t)block->x.count * sizeof(float));
    tr_gpu_request_release(request);
    return samples != NULL;
}
