/// @file gpu.h
/// What the GL backend of a context is, and how a host lends its own GL context.
///
/// A context made with backend GL or AUTO opens OpenGL 4.5 without a window (EGL: surfaceless, device, then
/// the default display), on a thread of its own, and runs the conformance probe: golden kernels whose results
/// must equal the CPU's bit for bit. A driver that fails is refused for generation, with the reason.
#ifndef TERRANE_GPU_H
#define TERRANE_GPU_H

#include "terrane/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Thread-safe.
TR_API tr_gpu_info tr_context_gpu_info(const tr_context *context);

/// For a context made with `gl_use_current`: does the GL work that is due, on the host's GL thread with the
/// host's GL context current. Call it once a frame; it never waits for the driver. The GL state it touches
/// (program, SSBO bindings) is restored.
/// @return whether work is still under way
TR_API bool tr_context_gpu_poll(tr_context *context);

#ifdef __cplusplus
}
#endif
#endif
