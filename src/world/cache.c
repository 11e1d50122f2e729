// The cache of chunks (cache.h): a hash table of chunks, and a list of those nobody holds, least recently used first.
//
// A chunk in the table is being made or ready. The thread that adds it makes it, outside the lock; others that want it
// wait for that thread. Making a chunk never acquires another one, so nobody waits in a circle.
#include "world/cache.h"

#include "base/thread.h"

#include <assert.h>
#include <string.h>

enum {
    BUCKET_COUNT = 4096,
    ASKED_COUNT = 4096,
    CHUNK_BYTES = TR_CHUNK_SIDE * TR_CHUNK_SIDE * sizeof(float),
    BUDGET_SHARE = 4
};

struct tr_chunk {
    tr_chunk_key key;
    float *samples;
    int holders;
    bool ready;
    tr_chunk *next_in_bucket;
    tr_chunk *newer, *older;  // in the list of idle chunks, when ready and without holders
};

struct tr_cache {
    tr_context *context;
    tr_chunk_fill fill;
    void *user;
    tr_mutex lock;
    tr_condition changed;  // a chunk became ready, or could not be made
    tr_chunk *buckets[BUCKET_COUNT];
    tr_chunk *newest, *oldest;
    uint64_t asked[ASKED_COUNT];  // hashes of chunks of which a part was asked for, each in its place; 0: none
    tr_world_cache_stats stats;
};

static uint64_t hash_of(const tr_chunk_key *key)
{
    return tr_hash_identity(0, 0, key->x, key->z, key->spacing_units);
}

static tr_chunk **bucket_of(tr_cache *cache, const tr_chunk_key *key)
{
    return &cache->buckets[hash_of(key) % BUCKET_COUNT];
}

static tr_chunk *find(tr_cache *cache, const tr_chunk_key *key)
{
    tr_chunk *chunk = *bucket_of(cache, key);
    while (chunk &&
           (chunk->key.x != key->x || chunk->key.z != key->z || chunk->key.spacing_units != key->spacing_units))
        chunk = chunk->next_in_bucket;
    return chunk;
}

// ---------------------------------------------------------------------------------------------------------
// With the lock held

static void add_to_idle(tr_cache *cache, tr_chunk *chunk)
{
    chunk->newer = NULL;
    chunk->older = cache->newest;
    if (cache->newest)
        cache->newest->newer = chunk;
    else
        cache->oldest = chunk;
    cache->newest = chunk;
}

static void remove_from_idle(tr_cache *cache, tr_chunk *chunk)
{
    if (chunk->newer)
        chunk->newer->older = chunk->older;
    else
        cache->newest = chunk->older;
    if (chunk->older)
        chunk->older->newer = chunk->newer;
    else
        cache->oldest = chunk->newer;
}

static void add_to_table(tr_cache *cache, tr_chunk *chunk)
{
    tr_chunk **bucket = bucket_of(cache, &chunk->key);
    chunk->next_in_bucket = *bucket;
    *bucket = chunk;
    cache->stats.chunk_count++;
    cache->stats.bytes += CHUNK_BYTES;
}

// Takes a chunk out of the table and frees it.
static void drop(tr_cache *cache, tr_chunk *chunk)
{
    tr_chunk **link = bucket_of(cache, &chunk->key);
    while (*link != chunk) link = &(*link)->next_in_bucket;
    *link = chunk->next_in_bucket;
    cache->stats.chunk_count--;
    cache->stats.bytes -= CHUNK_BYTES;
    tr_free(cache->context, chunk->samples);
    tr_free(cache->context, chunk);
}

static void shrink_to(tr_cache *cache, uint64_t bytes)
{
    while (cache->oldest && cache->stats.bytes > bytes) {
        tr_chunk *chunk = cache->oldest;
        remove_from_idle(cache, chunk);
        drop(cache, chunk);
        cache->stats.evictions++;
    }
}

static tr_chunk *hold(tr_cache *cache, tr_chunk *chunk)
{
    if (chunk->holders++ == 0) remove_from_idle(cache, chunk);
    return chunk;
}

// ---------------------------------------------------------------------------------------------------------

static tr_chunk *create_chunk(tr_cache *cache, const tr_chunk_key *key, tr_error *err)
{
    tr_chunk *chunk = tr_alloc(cache->context, sizeof *chunk, err);
    if (!chunk) return NULL;
    *chunk = (tr_chunk){.key = *key, .holders = 1};
    chunk->samples = tr_alloc(cache->context, CHUNK_BYTES, err);
    if (chunk->samples) return chunk;
    tr_free(cache->context, chunk);
    return NULL;
}

static bool is_short_of_memory(const tr_error *err)
{
    return err->code == TR_ERROR_OVER_BUDGET || err->code == TR_ERROR_OUT_OF_MEMORY;
}

// Adds a chunk that this thread is going to make; the lock is held. When memory is short, idle chunks go first.
static tr_chunk *begin_chunk(tr_cache *cache, const tr_chunk_key *key, tr_error *err)
{
    tr_error reason = {0};
    tr_chunk *chunk = create_chunk(cache, key, &reason);
    if (!chunk && is_short_of_memory(&reason) && cache->oldest) {
        shrink_to(cache, 0);
        chunk = create_chunk(cache, key, &reason);
    }
    if (chunk)
        add_to_table(cache, chunk);
    else if (err)
        *err = reason;
    return chunk;
}

static bool fill_chunk(tr_cache *cache, tr_chunk *chunk, tr_error *err)
{
    tr_error reason = {0};
    if (cache->fill(cache->user, &chunk->key, chunk->samples, &reason)) return true;
    if (is_short_of_memory(&reason)) {
        tr_cache_clear(cache);
        if (cache->fill(cache->user, &chunk->key, chunk->samples, &reason)) return true;
    }
    if (err) *err = reason;
    return false;
}

const tr_chunk *tr_cache_acquire(tr_cache *cache, const tr_chunk_key *key, tr_error *err)
{
    tr_mutex_lock(&cache->lock);
    tr_chunk *chunk = find(cache, key);
    while (chunk && !chunk->ready) {
        tr_condition_wait(&cache->changed, &cache->lock);
        chunk = find(cache, key);
    }
    if (chunk) {
        cache->stats.hits++;
        hold(cache, chunk);
        tr_mutex_unlock(&cache->lock);
        return chunk;
    }
    cache->stats.misses++;
    chunk = begin_chunk(cache, key, err);
    tr_mutex_unlock(&cache->lock);
    if (!chunk) return NULL;

    const bool made = fill_chunk(cache, chunk, err);
    tr_mutex_lock(&cache->lock);
    chunk->ready = made;
    if (!made) drop(cache, chunk);
    shrink_to(cache, cache->stats.limit_bytes);
    tr_condition_broadcast(&cache->changed);
    tr_mutex_unlock(&cache->lock);
    return made ? chunk : NULL;
}

// Notes that a part was asked for; whether one had been asked for before.
static bool ask_again(tr_cache *cache, const tr_chunk_key *key)
{
    const uint64_t hash = hash_of(key) | 1;
    uint64_t *place = &cache->asked[hash / 2 % ASKED_COUNT];
    const bool before = *place == hash;
    *place = hash;
    return before;
}

bool tr_cache_acquire_if_wanted(tr_cache *cache, const tr_chunk_key *key, const tr_chunk **out, tr_error *err)
{
    *out = NULL;
    tr_mutex_lock(&cache->lock);
    const bool wanted = find(cache, key) || ask_again(cache, key);
    tr_mutex_unlock(&cache->lock);
    if (wanted) *out = tr_cache_acquire(cache, key, err);
    return !wanted || *out;
}

const float *tr_chunk_samples(const tr_chunk *chunk)
{
    return chunk->samples;
}

void tr_cache_release(tr_cache *cache, const tr_chunk *chunk)
{
    tr_mutex_lock(&cache->lock);
    tr_chunk *own = find(cache, &chunk->key);
    assert(own == chunk && own->holders > 0);
    if (--own->holders == 0) add_to_idle(cache, own);
    shrink_to(cache, cache->stats.limit_bytes);
    tr_mutex_unlock(&cache->lock);
}

// ---------------------------------------------------------------------------------------------------------

tr_cache *tr_cache_create(tr_context *context, tr_chunk_fill fill, void *user, tr_error *err)
{
    tr_cache *cache = tr_alloc(context, sizeof *cache, err);
    if (!cache) return NULL;
    *cache = (tr_cache){.context = context, .fill = fill, .user = user};
    cache->stats.limit_bytes = tr_context_memory(context).budget_bytes / BUDGET_SHARE;
    tr_mutex_init(&cache->lock);
    tr_condition_init(&cache->changed);
    return cache;
}

void tr_cache_destroy(tr_cache *cache)
{
    if (!cache) return;
    tr_cache_clear(cache);
    assert(cache->stats.chunk_count == 0);
    tr_condition_destroy(&cache->changed);
    tr_mutex_destroy(&cache->lock);
    tr_free(cache->context, cache);
}

tr_world_cache_stats tr_cache_stats(tr_cache *cache)
{
    tr_mutex_lock(&cache->lock);
    const tr_world_cache_stats stats = cache->stats;
    tr_mutex_unlock(&cache->lock);
    return stats;
}

void tr_cache_set_limit(tr_cache *cache, uint64_t bytes)
{
    tr_mutex_lock(&cache->lock);
    cache->stats.limit_bytes = bytes;
    shrink_to(cache, bytes);
    tr_mutex_unlock(&cache->lock);
}

void tr_cache_clear(tr_cache *cache)
{
    tr_mutex_lock(&cache->lock);
    shrink_to(cache, 0);
    memset(cache->asked, 0, sizeof cache->asked);
    tr_mutex_unlock(&cache->lock);
}
