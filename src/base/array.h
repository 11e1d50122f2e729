// Arrays that grow while something is built.
#ifndef TR_BASE_ARRAY_H
#define TR_BASE_ARRAY_H

#include "terrane/base.h"

// Makes room for one more element behind `count`: returns the array, or a copy of it that is twice as large (the old
// one is freed), or NULL with `err` set (the old one stays). New memory is not cleared.
// @return NULL with TOO_LARGE when there would be more than INT32_MAX elements
void *tr_array_reserve(tr_context *context, void *array, int32_t count, int32_t *capacity, size_t element_size,
                       tr_error *err);

#endif
