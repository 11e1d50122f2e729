// The elementary functions as shader text.
#include "simd/math_kernel.h"

#define K_CALL_1(name) tr_##name(a)
#define K_CALL_2(name) tr_##name(a, b)

// The case numbers follow tr_math_fn, whose order is that of TR_MATH_LIST.
K_FN(kf) tr_math_apply(ui fn, kf a, kf b)
{
    int index = 0;
#define X(upper, lower, arguments)                     \
    if (fn == index) return K_CALL_##arguments(lower); \
    index++;
    TR_MATH_LIST(X)
#undef X
    return a;
}
