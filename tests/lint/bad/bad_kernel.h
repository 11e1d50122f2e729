// Breaks every rule of scripts/lint_kernels.py once; a comment with 1/2 and sqrt(2) breaks none.
#include "simd/lanes.h"

K_FN(kf) bad(kf a, kf b)
{
    kf root = sqrtf(a);
    kf quotient = a / b;
    quotient /= 3.0f;
    kf mixed = mix(a, b, root);
    ku whole = 7u / 2u;
    return tr_good(a * quotient) + mixed;
}

K_FN(kf) good(kf a)
{
    kf result = tr_sqrt(a);
    if (k_any(a < 0.0f)) return -1.0e-3f;
    return result;
}
