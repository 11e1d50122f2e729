// GL buffers that stay mapped, kept for reuse.
//
// Sizes are rounded up to buckets, so that requests of about the same size share buffers. Making and deleting
// needs the GL thread; taking and giving back only moves pointers and is done by any thread under the lock of
// the device.
#ifndef TR_GPU_BUFFER_POOL_H
#define TR_GPU_BUFFER_POOL_H

#include "terrane/base.h"

typedef enum tr_gpu_direction { TR_GPU_UPLOAD, TR_GPU_DOWNLOAD } tr_gpu_direction;

typedef struct tr_gpu_buffer tr_gpu_buffer;
struct tr_gpu_buffer {
    tr_gpu_buffer *next;  // in the free list
    void *mapped;         // coherent, for as long as the buffer lives
    size_t capacity;
    tr_gpu_direction direction;
    unsigned name;  // of the GL buffer object
};

typedef struct tr_gpu_pool {
    tr_context *context;
    tr_gpu_buffer *free;  // last given first
    size_t free_bytes;
} tr_gpu_pool;

// What free buffers may hold together before the least recently used are deleted.
enum { TR_GPU_POOL_KEEP_BYTES = 256 << 20 };

// GL thread. A new buffer of at least `size` bytes, or NULL with GPU_FAILED.
tr_gpu_buffer *tr_gpu_buffer_create(tr_context *context, tr_gpu_direction direction, size_t size, tr_error *err);

// Lock. A free buffer of the bucket of `size`, or NULL.
tr_gpu_buffer *tr_gpu_pool_take(tr_gpu_pool *pool, tr_gpu_direction direction, size_t size);
// Lock. NULL is allowed.
void tr_gpu_pool_give(tr_gpu_pool *pool, tr_gpu_buffer *buffer);
// Lock, GL thread. Deletes the least recently used until at most `keep_bytes` are free.
void tr_gpu_pool_trim(tr_gpu_pool *pool, size_t keep_bytes);
// Forgets all free buffers without GL, for a context that is gone.
void tr_gpu_pool_abandon(tr_gpu_pool *pool);

#endif
