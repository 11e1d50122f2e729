// The conformance probe: golden kernels whose results must equal the CPU's bit for bit.
#ifndef TR_GPU_PROBE_H
#define TR_GPU_PROBE_H

#include "gpu/gpu.h"

// Runs all golden kernels. Fails with GPU_NONCONFORMING, naming the function, the input and both results, or with
// what stopped it.
//
// @param math_source  GLSL with `float tr_math_apply(int fn, float a, float b)`; NULL takes the library's own
bool tr_gpu_probe_run(tr_gpu *gpu, const char *math_source, tr_error *err);

#endif
