#include "noise/array.h"

#include <string.h>

enum { FIRST_CAPACITY = 16 };

void *tr_array_reserve(tr_context *context, void *array, int count, int *capacity, size_t element_size, tr_error *err)
{
    if (count < *capacity) return array;
    const int larger = *capacity > 0 ? 2 * *capacity : FIRST_CAPACITY;
    void *copy = tr_alloc_array(context, (size_t)larger, element_size, err);
    if (!copy) return NULL;
    if (count > 0) memcpy(copy, array, (size_t)count * element_size);
    tr_free(context, array);
    *capacity = larger;
    return copy;
}
