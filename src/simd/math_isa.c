// The elementary functions over arrays, compiled once per ISA.
#include "base/isa.h"
#include "simd/math_isa.h"
#include "simd/math_kernel.h"

#define K_CALL_1(name) tr_##name(a)
#define K_CALL_2(name) tr_##name(a, b)

static inline kf apply(tr_math_fn fn, kf a, kf b)
{
    switch (fn) {
#define X(upper, lower, arguments) \
    case TR_MATH_##upper: return K_CALL_##arguments(lower);
        TR_MATH_LIST(X)
#undef X
    case TR_MATH_COUNT: break;
    }
    return a;
}

static void run(tr_math_fn fn, const float *a, const float *b, float *out, size_t count)
{
    size_t i = 0;
    for (; i + TR_LANES <= count; i += TR_LANES) k_store(out + i, apply(fn, k_load(a + i), k_load(b + i)));
    if (i == count) return;
    float tail_a[TR_LANES], tail_b[TR_LANES], tail_out[TR_LANES];
    for (size_t k = 0; k < TR_LANES; k++) {
        tail_a[k] = i + k < count ? a[i + k] : 1.0f;
        tail_b[k] = i + k < count ? b[i + k] : 1.0f;
    }
    k_store(tail_out, apply(fn, k_load(tail_a), k_load(tail_b)));
    memcpy(out + i, tail_out, (count - i) * sizeof *out);
}

const tr_math_table TR_ISA_NAME(tr_math_table) = {run};
