// Programs with a vertex and a fragment shader.
#ifndef TR_RENDER_GL_PROGRAM_H
#define TR_RENDER_GL_PROGRAM_H

#include "terrane/base.h"

// Compiles and links GLSL 4.50 texts without their #version. Returns 0 with GPU_FAILED and the driver's log.
unsigned tr_gl_program_create(const char *name, const char *vertex, const char *fragment, tr_error *err);

#endif
