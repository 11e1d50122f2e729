// Blocks of memory that a placer keeps between requests: the first touch of fresh pages costs more than filling them
// with objects.
//
// What is kept is part of the budget of the context, at most an eighth of it and at most TR_SPARES_MAX_BYTES, and is
// given up when a request of the placer finds no other memory.
#ifndef TR_PLACE_SPARES_H
#define TR_PLACE_SPARES_H

#include "terrane/base.h"

#define TR_SPARES_MAX_BYTES (UINT64_C(96) << 20)

typedef struct tr_spares tr_spares;

tr_spares *tr_spares_create(tr_context *context, tr_error *err);
// NULL is allowed. All blocks must have been given back.
void tr_spares_destroy(tr_spares *spares);

// As tr_alloc_array(), and thread-safe.
void *tr_spares_take(tr_spares *spares, size_t count, size_t size, tr_error *err);
// NULL is allowed.
void tr_spares_give(tr_spares *spares, void *block);

#endif
