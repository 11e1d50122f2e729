/// @file math.h
/// Elementary functions that give the same bits on every CPU and GPU.
///
/// The C library's functions differ between machines; these are made of operations that all round alike. Use
/// them where a host extends a generator and must stay deterministic. Domains and worst errors are listed in
/// docs/determinism.md and tested.
#ifndef TERRANE_MATH_H
#define TERRANE_MATH_H

#include "terrane/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tr_math_fn {
    TR_MATH_RCP,    ///< 1/a
    TR_MATH_DIV,    ///< a/b
    TR_MATH_RSQRT,  ///< 1/sqrt(a)
    TR_MATH_SQRT,
    TR_MATH_CBRT,
    TR_MATH_EXP2,
    TR_MATH_LOG2,
    TR_MATH_POW,  ///< a^b for a >= 0
    TR_MATH_SIN,  ///< radians
    TR_MATH_COS,
    TR_MATH_ACOS,
    TR_MATH_ATAN2,  ///< angle of the direction (x = b, y = a)
    TR_MATH_COUNT
} tr_math_fn;

/// "rcp", "div", ...
TR_API const char *tr_math_fn_name(tr_math_fn fn);
/// 1 or 2.
TR_API int tr_math_fn_arguments(tr_math_fn fn);

/// Arguments of a function, `count` of each; `b` may be NULL for functions of one argument.
typedef struct tr_math_arguments {
    const float *a, *b;
    size_t count;
} tr_math_arguments;

/// out[i] = fn(a[i], b[i]) on the backend of the context. `b` may be NULL for functions of one argument;
/// `out` may be `a` or `b`. Inputs outside the domain give unspecified (but finite-time) results.
/// @return false only if the backend failed. Thread-safe.
TR_API bool tr_math_eval(tr_context *context, tr_math_fn fn, const tr_math_arguments *arguments, float *out,
                         tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
