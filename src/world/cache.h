// Chunks of heights that queries keep for each other: thread-safe, bounded, and without influence on any value.
#ifndef TR_WORLD_CACHE_H
#define TR_WORLD_CACHE_H

#include "terrane/world.h"

typedef struct tr_cache tr_cache;

// Which chunk: its place, counted in chunks at a spacing in units of 1/256 m.
typedef struct tr_chunk_key {
    int64_t x, z, spacing_units;
} tr_chunk_key;

// Makes the TR_CHUNK_SIDE^2 samples of a chunk.
typedef bool (*tr_chunk_fill)(void *user, const tr_chunk_key *key, float *samples, tr_error *err);

tr_cache *tr_cache_create(tr_context *context, tr_chunk_fill fill, void *user, tr_error *err);
void tr_cache_destroy(tr_cache *cache);  // NULL allowed; nothing may be held

// The samples of a chunk, made now if nobody has them yet; a thread that finds another one making them waits for it.
// They stay valid until tr_cache_release(). When memory is short everything that is not held is dropped and the chunk
// made once more; only then OUT_OF_MEMORY or OVER_BUDGET is reported.
typedef struct tr_chunk tr_chunk;
const tr_chunk *tr_cache_acquire(tr_cache *cache, const tr_chunk_key *key, tr_error *err);
// For a query that needs only a part of a chunk: true with NULL when nobody has it and it was not asked for lately, so
// that the caller had better make the part alone. Asked for again, the whole chunk is made and kept.
bool tr_cache_acquire_if_wanted(tr_cache *cache, const tr_chunk_key *key, const tr_chunk **out, tr_error *err);
const float *tr_chunk_samples(const tr_chunk *chunk);
void tr_cache_release(tr_cache *cache, const tr_chunk *chunk);

tr_world_cache_stats tr_cache_stats(tr_cache *cache);
void tr_cache_set_limit(tr_cache *cache, uint64_t bytes);
void tr_cache_clear(tr_cache *cache);

#endif
