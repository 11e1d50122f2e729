// A current OpenGL 4.5 context: opened without a window by EGL, or the one the host has current.
#ifndef TR_GPU_EGL_OPEN_H
#define TR_GPU_EGL_OPEN_H

#include "terrane/gpu.h"

typedef struct tr_gl_context {
    void *display;               // EGLDisplay; NULL for a context of the host
    void *handle;                // EGLContext or GLXContext
    void *(*get_current)(void);  // what the window system of `handle` has current on the calling thread
} tr_gl_context;

// Opens a context of our own and makes it current on the calling thread. A hardware driver is preferred to a
// software one. Fails with GPU_UNAVAILABLE; the message lists what was tried and why each failed.
bool tr_gl_open_headless(tr_gl_context *out, tr_error *err);

// Takes the context that is current on the calling thread (EGL or GLX). Fails with GPU_UNAVAILABLE.
bool tr_gl_adopt_current(tr_gl_context *out, tr_error *err);

bool tr_gl_is_current(const tr_gl_context *context);

// Ends a context of our own, on the thread that opened it; leaves a context of the host alone.
void tr_gl_close(tr_gl_context *context);

// Fills vendor, renderer, version and software from the current context.
void tr_gl_describe(tr_gpu_info *info);

#endif
