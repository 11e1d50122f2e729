// Elementary functions over arrays on any backend, and the numbers they are verified with.
#include "simd/math_batch.h"

#include <assert.h>
#include <string.h>

#include "base/context.h"
#include "gpu/gpu.h"
#include "simd/isa.h"
#include "simd/math_isa.h"

typedef struct function_info {
    const char *name;
    int arguments;
} function_info;

// In the order of tr_math_fn.
static const function_info functions[TR_MATH_COUNT] = {
    {"rcp", 1},  {"div", 2}, {"rsqrt", 1}, {"sqrt", 1}, {"cbrt", 1}, {"exp2", 1},
    {"log2", 1}, {"pow", 2}, {"sin", 1},   {"cos", 1},  {"acos", 1}, {"atan2", 2},
};

const char *tr_math_fn_name(tr_math_fn fn)
{
    assert((unsigned)fn < TR_MATH_COUNT);
    return functions[fn].name;
}

int tr_math_fn_arguments(tr_math_fn fn)
{
    assert((unsigned)fn < TR_MATH_COUNT);
    return functions[fn].arguments;
}

void tr_math_batch(tr_isa isa, tr_math_fn fn, const float *a, const float *b, float *out, size_t count)
{
    TR_ISA_PICK(tr_math_table, isa)->run(fn, a, functions[fn].arguments == 2 ? b : a, out, count);
}

// A float with a random mantissa and a binary exponent in [low, high], from 64 random bits.
static float spread_float(uint64_t bits, int low, int high, bool both_signs)
{
    uint64_t exponents = (uint64_t)high - (uint64_t)low + 1;
    uint32_t exponent = (uint32_t)(low + (int)tr_index_from_hash(bits, exponents) + 127);
    uint32_t pattern = exponent << 23 | (uint32_t)(bits & 0x7fffff);
    if (both_signs) pattern |= (uint32_t)(bits >> 23 & 1) << 31;
    float value;
    memcpy(&value, &pattern, sizeof value);
    return value;
}

// An even spread over [low, high].
static float spread_range(uint64_t bits, float low, float high)
{
    float unit = (float)(bits >> 40) * 0x1p-24f;
    float span = (high - low) * unit;
    return low + span;
}

static void sample(tr_math_fn fn, uint64_t r, uint64_t s, float *a, float *b)
{
    *b = 1.0f;
    switch (fn) {
    case TR_MATH_RCP: *a = spread_float(r, -124, 124, true); break;
    case TR_MATH_DIV:
        *a = spread_float(r, -60, 60, true);
        *b = spread_float(s, -60, 60, true);
        break;
    case TR_MATH_RSQRT:
    case TR_MATH_SQRT: *a = spread_float(r, -124, 124, false); break;
    case TR_MATH_CBRT: *a = spread_float(r, -119, 119, true); break;
    case TR_MATH_EXP2: *a = spread_range(r, -126.0f, 127.0f); break;
    case TR_MATH_LOG2: *a = spread_float(r, -125, 126, false); break;
    case TR_MATH_POW:
        *a = spread_float(r, -12, 12, false);
        *b = spread_range(s, -9.0f, 9.0f);
        break;
    case TR_MATH_SIN:
    case TR_MATH_COS: *a = spread_range(r, -8192.0f, 8192.0f); break;
    case TR_MATH_ACOS: *a = spread_range(r, -1.0f, 1.0f); break;
    case TR_MATH_ATAN2:
        *a = spread_float(r, -30, 30, true);
        *b = spread_float(s, -30, 30, true);
        break;
    case TR_MATH_COUNT: break;
    }
}

void tr_math_samples(tr_math_fn fn, uint64_t seed, float *a, float *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t r = tr_hash_identity(seed, (uint64_t)fn, (int64_t)i, 0, 0);
        uint64_t s = tr_hash_identity(seed, (uint64_t)fn, (int64_t)i, 1, 0);
        sample(fn, r, s, &a[i], &b[i]);
    }
}

// ------------------------------------------------------------------------------------------------ backends

typedef struct batch {
    tr_isa isa;
    tr_math_fn fn;
    const float *a, *b;
    float *out;
} batch;

static bool run_range(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const batch *it = user;
    (void)worker, (void)err;
    const float *b = it->b ? it->b + begin : NULL;
    tr_math_batch(it->isa, it->fn, it->a + begin, b, it->out + begin, (size_t)(end - begin));
    return true;
}

static bool run_gl(tr_context *context, const batch *it, size_t count, tr_error *err)
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
    const int32_t params[2] = {(int32_t)it->fn, (int32_t)count};
    size_t bytes = count * sizeof(float);
    tr_gpu_request_def def = {
        .source = source,
        .inputs = {{it->a, bytes}, {it->b ? it->b : it->a, bytes}, {params, sizeof params}},
        .input_count = 3,
        .output_size = bytes,
        .groups = {(uint32_t)((count + 63) / 64), 1, 1},
    };
    tr_gpu_request *request = tr_gpu_submit(context->gpu, &def, err);
    const void *result = request ? tr_gpu_request_wait(request, -1, err) : NULL;
    if (result) memcpy(it->out, result, bytes);
    tr_gpu_request_release(request);
    tr_free(context, source);
    return result != NULL;
}

bool tr_math_eval(tr_context *context, tr_math_fn fn, const float *a, const float *b, size_t count, float *out,
                  tr_error *err)
{
    assert(context && a && out && (b || functions[fn].arguments == 1));
    enum { GRAIN = 16384, GL_PIECE = 1 << 21 };
    batch it = {tr_context_isa(context), fn, a, b, out};
    if (tr_context_backend(context) != TR_BACKEND_GL)
        return tr_parallel_for(context, (int64_t)count, GRAIN, run_range, &it, NULL, err);
    for (size_t done = 0; done < count; done += GL_PIECE) {
        batch piece = {it.isa, fn, a + done, b ? b + done : NULL, out + done};
        size_t size = count - done < GL_PIECE ? count - done : GL_PIECE;
        if (!run_gl(context, &piece, size, err)) return false;
    }
    return true;
}
