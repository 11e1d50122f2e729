// Features that are being read: memory in blocks that are released together.
#ifndef TR_IO_VECTOR_STORE_H
#define TR_IO_VECTOR_STORE_H

#include "terrane/io.h"

#define TR_VECTORS_DEF_COOKIE 0x7645c701u

typedef struct tr_vector_store {
    tr_context *context;
    tr_vectors *out;    // `storage` is the newest block
    int32_t capacity;   // of its features
    int64_t points;     // so far
    size_t block_free;  // bytes of the newest block that are not used
} tr_vector_store;

void tr_vector_store_begin(tr_vector_store *store, tr_context *context, tr_vectors *out);

// Memory for `count` items of `size` bytes that lives as long as the vectors, aligned for any of them. NULL with
// OVER_BUDGET, OUT_OF_MEMORY or TOO_LARGE.
void *tr_vector_store_take(tr_vector_store *store, size_t count, size_t size, tr_error *err);
const char *tr_vector_store_text(tr_vector_store *store, const char *text, tr_error *err);

// What was taken since a mark is given back: of features that are left out.
typedef struct tr_vector_store_mark {
    void *block;
    size_t block_free;
} tr_vector_store_mark;
tr_vector_store_mark tr_vector_store_here(const tr_vector_store *store);
void tr_vector_store_rewind(tr_vector_store *store, tr_vector_store_mark mark);

bool tr_vector_store_add(tr_vector_store *store, const tr_vector_feature *feature, tr_error *err);

#endif
