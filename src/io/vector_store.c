#include "io/vector_store.h"

#include <string.h>

enum { BLOCK_BYTES = 256 * 1024, ALIGNMENT = 16 };

// The header of a block; what it holds follows, and is taken from its end.
typedef struct block {
    struct block *older;
} block;

#define HEADER_BYTES ((sizeof(block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)

tr_vectors_def tr_default_vectors_def(void)
{
    return (tr_vectors_def){.cookie = TR_VECTORS_DEF_COOKIE, .max_points = 1 << 24};
}

void tr_vector_store_begin(tr_vector_store *store, tr_context *context, tr_vectors *out)
{
    *out = (tr_vectors){0};
    *store = (tr_vector_store){.context = context, .out = out};
}

void *tr_vector_store_take(tr_vector_store *store, size_t count, size_t size, tr_error *err)
{
    if (size != 0 && count > (SIZE_MAX / 2) / size) {
        tr_fail(err, TR_ERROR_TOO_LARGE, "%zu items of %zu bytes are more than can be addressed", count, size);
        return NULL;
    }
    const size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes > store->block_free) {
        const size_t room = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        block *fresh = tr_alloc(store->context, HEADER_BYTES + room, err);
        if (!fresh) return NULL;
        *fresh = (block){.older = store->out->storage};
        store->out->storage = fresh;
        store->block_free = room;
    }
    store->block_free -= bytes;
    return (char *)store->out->storage + HEADER_BYTES + store->block_free;
}

const char *tr_vector_store_text(tr_vector_store *store, const char *text, tr_error *err)
{
    const size_t size = strlen(text) + 1;
    char *copy = tr_vector_store_take(store, size, 1, err);
    return copy ? memcpy(copy, text, size) : NULL;
}

tr_vector_store_mark tr_vector_store_here(const tr_vector_store *store)
{
    return (tr_vector_store_mark){store->out->storage, store->block_free};
}

// Releases blocks from the newest on, up to `last`.
static void *release_until(tr_context *context, void *newest, const void *last)
{
    while (newest != last) {
        block *older = ((block *)newest)->older;
        tr_free(context, newest);
        newest = older;
    }
    return newest;
}

void tr_vector_store_rewind(tr_vector_store *store, tr_vector_store_mark mark)
{
    store->out->storage = release_until(store->context, store->out->storage, mark.block);
    store->block_free = mark.block_free;
}

static bool grow(tr_vector_store *store, tr_error *err)
{
    if (store->capacity > INT32_MAX / 2) return tr_fail(err, TR_ERROR_TOO_LARGE, "there are more than 2^30 features");
    const int32_t capacity = store->capacity > 0 ? 2 * store->capacity : 256;
    tr_vector_feature *larger = tr_alloc_array(store->context, (size_t)capacity, sizeof *store->out->features, err);
    if (!larger) return false;
    if (store->out->count > 0) memcpy(larger, store->out->features, (size_t)store->out->count * sizeof *larger);
    tr_free(store->context, store->out->features);
    store->out->features = larger;
    store->capacity = capacity;
    return true;
}

bool tr_vector_store_add(tr_vector_store *store, const tr_vector_feature *feature, tr_error *err)
{
    if (store->out->count == store->capacity && !grow(store, err)) return false;
    store->out->features[store->out->count++] = *feature;
    return true;
}

void tr_vectors_destroy(tr_context *context, tr_vectors *vectors)
{
    release_until(context, vectors->storage, NULL);
    tr_free(context, vectors->features);
    *vectors = (tr_vectors){0};
}
