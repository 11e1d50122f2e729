// Two golden kernels: the elementary functions of the library, over numbers spread over their domains; and the
// operations that kernels are made of, so that the message about a driver that fails says which it gets wrong.
#define TR_LANES 1
#include "gpu/probe.h"

#include <string.h>

#include "gpu/device.h"
#include "gpu/probe_kernel.h"
#include "simd/math_samples.h"
#include "simd/math_batch.h"

extern const char tr_glsl_probe[];

enum { SAMPLES = 4096, SAMPLE_SEED = 0x7e44a };

typedef struct probe_case {
    const char *name;
    int32_t number;
    uint32_t a[SAMPLES], b[SAMPLES], expected[SAMPLES];
    tr_gpu_request *request;
} probe_case;

// ---------------------------------------------------------------------------------------------------------
// What the CPU says

static void fill_math_case(probe_case *out, int number)
{
    float a[SAMPLES] = {0}, b[SAMPLES] = {0}, expected[SAMPLES];
    tr_math_fn fn = (tr_math_fn)number;
    tr_math_samples(fn, SAMPLE_SEED, a, b, SAMPLES);
    tr_math_batch(TR_ISA_SCALAR, fn, a, b, expected, SAMPLES);
    out->name = tr_math_fn_name(fn);
    memcpy(out->a, a, sizeof a);
    memcpy(out->b, b, sizeof b);
    memcpy(out->expected, expected, sizeof expected);
}

static const char *const operation_names[] = {
#define X(name, value) name,
    TR_PROBE_LIST(X)
#undef X
};
enum { OPERATION_COUNT = sizeof operation_names / sizeof *operation_names };

static void fill_operation_case(probe_case *out, int number)
{
    out->name = operation_names[number];
    for (int i = 0; i < SAMPLES; i++) {
        uint64_t random = tr_hash_identity(SAMPLE_SEED, (uint64_t)number, i, 0, 0);
        out->a[i] = (uint32_t)random;
        out->b[i] = i % 16 == 0 ? out->a[i] : (uint32_t)(random >> 32);  // equal ones for the comparisons
        out->expected[i] = tr_probe_operation(number, out->a[i], out->b[i]);
    }
}

// ---------------------------------------------------------------------------------------------------------
// What the driver says

static const char probe_blocks[] =
    "\nlayout(local_size_x = TR_GPU_LOCAL_SIZE) in;\n"
    "layout(std430, binding = 0) writeonly buffer probe_result_block { uint probe_result[]; };\n"
    "layout(std430, binding = 1) readonly buffer probe_a_block { uint probe_a[]; };\n"
    "layout(std430, binding = 2) readonly buffer probe_b_block { uint probe_b[]; };\n"
    "layout(std430, binding = 3) readonly buffer probe_call_block { int probe_fn; uint probe_count; };\n";

static const char math_main[] =
    "void main() {\n"
    "    uint i = gl_GlobalInvocationID.x;\n"
    "    if (i >= probe_count) return;\n"
    "    float result = tr_math_apply(probe_fn, uintBitsToFloat(probe_a[i]), uintBitsToFloat(probe_b[i]));\n"
    "    probe_result[i] = floatBitsToUint(result);\n"
    "}\n";

static const char operation_main[] =
    "void main() {\n"
    "    uint i = gl_GlobalInvocationID.x;\n"
    "    if (i < probe_count) probe_result[i] = tr_probe_operation(probe_fn, probe_a[i], probe_b[i]);\n"
    "}\n";

static char *join_source(tr_context *context, const char *functions, const char *main_text, tr_error *err)
{
    const char *parts[] = {functions, probe_blocks, main_text};
    size_t size = 1;
    for (int i = 0; i < 3; i++) size += strlen(parts[i]);
    char *source = tr_alloc(context, size, err);
    if (!source) return NULL;
    char *end = source;
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(parts[i]);
        memcpy(end, parts[i], length);
        end += length;
    }
    *end = '\0';
    return source;
}

static bool submit_case(tr_gpu *gpu, const char *source, probe_case *item, tr_error *err)
{
    const struct {
        int32_t fn;
        uint32_t count;
    } call = {item->number, SAMPLES};
    tr_gpu_request_def def = {
        .source = source,
        .inputs = {{item->a, sizeof item->a}, {item->b, sizeof item->b}, {&call, sizeof call}},
        .input_count = 3,
        .output_size = sizeof item->expected,
        .groups = {SAMPLES / TR_GPU_LOCAL_SIZE, 1, 1},
    };
    item->request = tr_gpu_submit(gpu, &def, err);
    return item->request != NULL;
}

static bool check_case(const tr_gpu *gpu, const probe_case *item, tr_error *err)
{
    const uint32_t *found = tr_gpu_request_wait(item->request, -1, err);
    if (!found) return false;
    for (int i = 0; i < SAMPLES; i++) {
        if (found[i] == item->expected[i]) continue;
        return tr_fail(err, TR_ERROR_GPU_NONCONFORMING,
                       "%s does not give the CPU's bits: %s of 0x%08x and 0x%08x is 0x%08x; expected 0x%08x",
                       gpu->info.renderer, item->name, item->a[i], item->b[i], found[i], item->expected[i]);
    }
    return true;
}

typedef struct golden_kernel {
    const char *functions, *main_text;
    int case_count;
    void (*fill)(probe_case *out, int number);
} golden_kernel;

// All cases are under way before the first is looked at, as requests of a world are.
static bool run_kernel(tr_gpu *gpu, const golden_kernel *kernel, tr_error *err)
{
    tr_context *context = gpu->context;
    char *source = join_source(context, kernel->functions, kernel->main_text, err);
    probe_case *cases = source ? tr_alloc_array(context, (size_t)kernel->case_count, sizeof *cases, err) : NULL;
    bool good = cases != NULL;
    int submitted = 0;
    while (good && submitted < kernel->case_count) {
        probe_case *item = &cases[submitted];
        item->number = submitted;
        kernel->fill(item, submitted);
        good = submit_case(gpu, source, item, err);
        if (good) submitted++;
    }
    for (int i = 0; good && i < submitted; i++) good = check_case(gpu, &cases[i], err);
    for (int i = 0; i < submitted; i++) tr_gpu_request_release(cases[i].request);
    tr_free(context, cases);
    tr_free(context, source);
    return good;
}

bool tr_gpu_probe_run(tr_gpu *gpu, const char *math_source, tr_error *err)
{
    const golden_kernel operations = {tr_glsl_probe, operation_main, OPERATION_COUNT, fill_operation_case};
    const golden_kernel math = {math_source ? math_source : tr_glsl_math, math_main, TR_MATH_COUNT, fill_math_case};
    return run_kernel(gpu, &operations, err) && run_kernel(gpu, &math, err);
}
