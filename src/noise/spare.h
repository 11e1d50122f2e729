// A block of memory that is kept from one query to the next.
//
// Queries need some hundred kilobytes each. Taking them from the system and giving them back every time costs page
// faults and, with several threads, interruptions of the other cores: more than a small query itself.
#ifndef TR_NOISE_SPARE_H
#define TR_NOISE_SPARE_H

#include <stdatomic.h>

#include "terrane/base.h"

typedef struct tr_spare {
    _Atomic(void *) block;
} tr_spare;

// At least `size` bytes, aligned to 64, not cleared. Thread-safe: a second query at the same time gets a block of its
// own.
void *tr_spare_take(tr_spare *spare, tr_context *context, size_t size, tr_error *err);
// Gives it back for the next query. NULL is allowed.
void tr_spare_give(tr_spare *spare, tr_context *context, void *memory);
// Ends with nothing kept.
void tr_spare_clear(tr_spare *spare, tr_context *context);

#endif
