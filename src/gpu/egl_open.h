// A current GL context: opened without a window by EGL, or the one the host has current.
#ifndef TR_GPU_EGL_OPEN_H
#define TR_GPU_EGL_OPEN_H

#include "terrane/gpu.h"

// What is needed of a context: OpenGL 4.5 core for compute; for drawing OpenGL 3.3 core or OpenGL ES 3.0.
typedef enum tr_gl_api { TR_GL_45_CORE, TR_GL_33_CORE, TR_GLES_30, TR_GL_API_COUNT } tr_gl_api;

typedef struct tr_gl_context {
    void *display;               // EGLDisplay; NULL for a context of the host
    void *handle;                // EGLContext or GLXContext
    void *(*get_current)(void);  // what the window system of `handle` has current on the calling thread
} tr_gl_context;

// Opens a context of our own and makes it current on the calling thread. A hardware driver is preferred to a
// software one. Fails with GPU_UNAVAILABLE; the message lists what was tried and why each failed.
bool tr_gl_open_headless(tr_gl_api api, tr_gl_context *out, tr_error *err);

// Takes the context that is current on the calling thread (EGL or GLX). Fails with GPU_UNAVAILABLE.
// @param min  TR_GL_45_CORE; anything else allows OpenGL 3.3 and OpenGL ES 3.0
bool tr_gl_adopt_current(tr_gl_api min, tr_gl_context *out, tr_error *err);

// What EGL had current on a thread before a context of our own was entered there.
typedef struct tr_gl_entry {
    bool entered;
    unsigned api;
    void *display, *handle, *draw, *read;
} tr_gl_entry;

// Makes a context of our own current for a while. A context of the host, and one that is current already, are left
// alone. False when EGL refuses.
bool tr_gl_enter(const tr_gl_context *context, tr_gl_entry *out);
// Opens a context as tr_gl_open_headless() does and keeps what was current before, for tr_gl_leave().
bool tr_gl_open_entered(tr_gl_api api, tr_gl_context *out, tr_gl_entry *entry, tr_error *err);
void tr_gl_leave(const tr_gl_context *context, const tr_gl_entry *entry);

bool tr_gl_is_current(const tr_gl_context *context);

// Ends a context of our own, which is current on the calling thread or on none; leaves a context of the host alone.
void tr_gl_close(tr_gl_context *context);

// Fills vendor, renderer, version and software from the current context.
void tr_gl_describe(tr_gpu_info *info);

#endif
