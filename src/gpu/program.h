// Compute programs, compiled once per text and kept.
//
// The text of a program is stored when it is first submitted, on any thread under the lock of the device; the
// GL thread compiles it when the first request that uses it starts. A program that fails to compile stays, with
// its log, so that each of its requests fails with the same message and compiles nothing again.
#ifndef TR_GPU_PROGRAM_H
#define TR_GPU_PROGRAM_H

#include "terrane/base.h"

typedef enum tr_gpu_program_state {
    TR_GPU_PROGRAM_NEW,
    TR_GPU_PROGRAM_LINKED,
    TR_GPU_PROGRAM_FAILED
} tr_gpu_program_state;

typedef struct tr_gpu_program tr_gpu_program;
struct tr_gpu_program {
    tr_gpu_program *next;
    char *text;
    uint64_t hash;
    int users;                   // requests that have not settled; lock
    tr_gpu_program_state state;  // GL thread, as is the rest
    unsigned name;
    tr_error error;
};

typedef struct tr_gpu_program_cache {
    tr_context *context;
    tr_gpu_program *first;  // last used first
    int count;
} tr_gpu_program_cache;

// Beyond this many, the least recently used that no request needs are deleted: an editor of noise graphs makes a
// new text with every change.
enum { TR_GPU_PROGRAMS_KEPT = 128 };

// Lock. The program of a text, with one more user, or NULL when there is no memory for a new one.
tr_gpu_program *tr_gpu_program_acquire(tr_gpu_program_cache *cache, const char *text, uint64_t hash, tr_error *err);
// Lock.
void tr_gpu_program_release(tr_gpu_program *program);
// GL thread. Compiles if it was not yet; false with GPU_FAILED and the compiler's log.
bool tr_gpu_program_build(tr_context *context, tr_gpu_program *program, tr_error *err);
// Lock, GL thread. Deletes the least recently used programs without users, beyond `keep` in all.
void tr_gpu_program_cache_trim(tr_gpu_program_cache *cache, int keep);
// Forgets all programs without GL, for a context that is gone.
void tr_gpu_program_cache_abandon(tr_gpu_program_cache *cache);

#endif
