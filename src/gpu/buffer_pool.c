// Persistently mapped buffers: OpenGL 4.5 core specification, 6.2 and 6.3 (ARB_buffer_storage).
#include "gpu/buffer_pool.h"

#include <epoxy/gl.h>

// Four buckets per power of two: at most a quarter of a buffer is unused.
static size_t bucket_of(size_t size)
{
    size_t octave = 4096;
    while (octave < size) octave *= 2;
    if (octave == 4096) return octave;
    size_t step = octave / 8;
    return (size + step - 1) / step * step;
}

// Named functions only: a binding changed here would be one more to restore in a host's context.
tr_gpu_buffer *tr_gpu_buffer_create(tr_context *context, tr_gpu_direction direction, size_t size, tr_error *err)
{
    tr_gpu_buffer *buffer = tr_alloc(context, sizeof *buffer, err);
    if (!buffer) return NULL;
    *buffer = (tr_gpu_buffer){.direction = direction, .capacity = bucket_of(size)};
    GLbitfield access = GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    access |= direction == TR_GPU_UPLOAD ? GL_MAP_WRITE_BIT : GL_MAP_READ_BIT;
    // Results are read by the CPU: memory on its side of the bus, cached, is what makes that fast.
    GLbitfield storage = direction == TR_GPU_DOWNLOAD ? access | GL_CLIENT_STORAGE_BIT : access;
    const GLsizeiptr capacity = (GLsizeiptr)buffer->capacity;
    glCreateBuffers(1, &buffer->name);
    glNamedBufferStorage(buffer->name, capacity, NULL, storage);
    GLenum code = glGetError();
    if (code == GL_NO_ERROR) buffer->mapped = glMapNamedBufferRange(buffer->name, 0, capacity, access);
    if (buffer->mapped) return buffer;
    if (code == GL_NO_ERROR) code = glGetError();
    tr_fail(err, TR_ERROR_GPU_FAILED, "the GL driver gave no buffer of %zu bytes (GL error 0x%04x)", buffer->capacity,
            code);
    glDeleteBuffers(1, &buffer->name);
    tr_free(context, buffer);
    return NULL;
}

tr_gpu_buffer *tr_gpu_pool_take(tr_gpu_pool *pool, tr_gpu_direction direction, size_t size)
{
    size_t capacity = bucket_of(size);
    for (tr_gpu_buffer **link = &pool->free; *link; link = &(*link)->next) {
        tr_gpu_buffer *buffer = *link;
        if (buffer->capacity != capacity || buffer->direction != direction) continue;
        *link = buffer->next;
        pool->free_bytes -= capacity;
        return buffer;
    }
    return NULL;
}

void tr_gpu_pool_give(tr_gpu_pool *pool, tr_gpu_buffer *buffer)
{
    if (!buffer) return;
    buffer->next = pool->free;
    pool->free = buffer;
    pool->free_bytes += buffer->capacity;
}

void tr_gpu_pool_trim(tr_gpu_pool *pool, size_t keep_bytes)
{
    if (pool->free_bytes <= keep_bytes) return;
    size_t kept = 0;
    tr_gpu_buffer **link = &pool->free;
    while (*link) {
        tr_gpu_buffer *buffer = *link;
        if (kept + buffer->capacity <= keep_bytes) {
            kept += buffer->capacity;
            link = &buffer->next;
            continue;
        }
        *link = buffer->next;
        glDeleteBuffers(1, &buffer->name);  // unmaps it
        tr_free(pool->context, buffer);
    }
    pool->free_bytes = kept;
}

void tr_gpu_pool_abandon(tr_gpu_pool *pool)
{
    while (pool->free) {
        tr_gpu_buffer *buffer = pool->free;
        pool->free = buffer->next;
        tr_free(pool->context, buffer);
    }
    pool->free_bytes = 0;
}
