// A dispatch uses a program and the indexed storage bindings; binding an index also sets the generic one
// (OpenGL 4.5 core specification, 6.1.1).
#include "gpu/host_state.h"

#include <epoxy/gl.h>

void tr_gpu_host_state_save(tr_gpu_host_state *state)
{
    glGetIntegerv(GL_CURRENT_PROGRAM, &state->program);
    glGetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &state->generic_buffer);
    for (GLuint i = 0; i < TR_GPU_BINDINGS; i++) {
        GLint64 start = 0, size = 0;
        glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, i, &state->bindings[i].buffer);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, i, &start);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, i, &size);
        state->bindings[i].start = start;
        state->bindings[i].size = size;
    }
}

void tr_gpu_host_state_restore(const tr_gpu_host_state *state)
{
    glUseProgram((GLuint)state->program);
    for (GLuint i = 0; i < TR_GPU_BINDINGS; i++) {
        GLuint buffer = (GLuint)state->bindings[i].buffer;
        // Both 0 mean the whole buffer, whatever its size becomes; a range of no bytes cannot be bound.
        if (state->bindings[i].size == 0) {
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffer);
        } else {
            glBindBufferRange(GL_SHADER_STORAGE_BUFFER, i, buffer, (GLintptr)state->bindings[i].start,
                              (GLsizeiptr)state->bindings[i].size);
        }
    }
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, (GLuint)state->generic_buffer);
}
