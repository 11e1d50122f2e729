// Elementary functions over arrays.
#include "simd/math_batch.h"

#include <assert.h>

#include "base/isa.h"
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
