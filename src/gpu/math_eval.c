// Elementary functions over arrays on any backend (terrane/math.h).
#include <assert.h>
#include <string.h>

#include "base/context.h"
#include "gpu/gpu.h"
#include "simd/math_batch.h"

typedef struct math_batch {
    tr_isa isa;
    tr_math_fn fn;
    const float *a, *b;
    float *out;
} math_batch;

static bool run_range(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const math_batch *batch = user;
    (void)worker, (void)err;
    const float *b = batch->b ? batch->b + begin : NULL;
    tr_math_batch(batch->isa, batch->fn, batch->a + begin, b, batch->out + begin, (size_t)(end - begin));
    return true;
}

static bool run_gl(tr_context *context, const math_batch *batch, size_t count, tr_error *err)
{
    static const char main_text[] = "layout(local_size_x = 64) in;\n"
                                    "layout(std430, binding = 0) writeonly buffer Out { float result[]; };\n"
                                    "layout(std430, binding = 1) readonly buffer A { float a[]; };\n"
                                    "layout(std430, binding = 2) readonly buffer B { float b[]; };\n"
                                    "layout(std430, binding = 3) readonly buffer Params { int fn; int count; };\n"
                                    "void main() {\n"
                                    "    uint i = gl_GlobalInvocationID.x;\n"
                                    "    if (i < uint(count)) result[i] = tr_math_apply(fn, a[i], b[i]);\n"
                                    "}\n";
    size_t kernel_size = strlen(tr_glsl_math);
    char *source = tr_alloc(context, kernel_size + sizeof main_text, err);
    if (!source) return false;
    memcpy(source, tr_glsl_math, kernel_size);
    memcpy(source + kernel_size, main_text, sizeof main_text);
    const int32_t params[2] = {(int32_t)batch->fn, (int32_t)count};
    size_t bytes = count * sizeof(float);
    tr_gpu_request_def def = {
        .source = source,
        .inputs = {{batch->a, bytes}, {batch->b ? batch->b : batch->a, bytes}, {params, sizeof params}},
        .input_count = 3,
        .output_size = bytes,
        .groups = {(uint32_t)((count + 63) / 64), 1, 1},
    };
    tr_gpu_request *request = tr_gpu_submit(context->gpu, &def, err);
    const void *result = request ? tr_gpu_request_wait(request, -1, err) : NULL;
    if (result) memcpy(batch->out, result, bytes);
    tr_gpu_request_release(request);
    tr_free(context, source);
    return result != NULL;
}

bool tr_math_eval(tr_context *context, tr_math_fn fn, const tr_math_arguments *arguments, float *out, tr_error *err)
{
    assert(context && arguments->a && out && (arguments->b || tr_math_fn_arguments(fn) == 1));
    enum { GRAIN = 16384, GL_PIECE = 1 << 21 };
    math_batch batch = {tr_context_isa(context), fn, arguments->a, arguments->b, out};
    if (tr_context_backend(context) != TR_BACKEND_GL)
        return tr_parallel_for(context, &(tr_range_work){(int64_t)arguments->count, GRAIN, run_range, &batch}, NULL,
                               err);
    for (size_t done = 0; done < arguments->count; done += GL_PIECE) {
        math_batch piece = {batch.isa, fn, arguments->a + done, arguments->b ? arguments->b + done : NULL, out + done};
        size_t size = arguments->count - done < GL_PIECE ? arguments->count - done : GL_PIECE;
        if (!run_gl(context, &piece, size, err)) return false;
    }
    return true;
}
