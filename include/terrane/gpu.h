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

typedef enum tr_gpu_state {
    TR_GPU_UNUSED,         ///< the context was made for the CPU only
    TR_GPU_UNAVAILABLE,    ///< no driver, no EGL, or this build has no GL
    TR_GPU_NONCONFORMING,  ///< the driver runs but gives other bits
    TR_GPU_READY
} tr_gpu_state;

/// Facts about the GL driver of a context.
typedef struct tr_gpu_info {
    tr_gpu_state state;
    bool software;  ///< the driver renders on the CPU (llvmpipe, softpipe, SwiftShader)
    char vendor[64];
    char renderer[128];
    char version[128];
    char reason[256];  ///< why the state is not READY; empty otherwise
} tr_gpu_info;

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
