// Arrays that grow while something is built.
#ifndef TR_NOISE_ARRAY_H
#define TR_NOISE_ARRAY_H

#include "terrane/base.h"

// Makes room for one more element behind `count`: returns the array, or a larger copy of it (the old one is
// freed), or NULL with `err` set (the old one stays). New memory is not cleared.
void *tr_array_reserve(tr_context *context, void *array, int count, int *capacity, size_t element_size, tr_error *err);

#endif
