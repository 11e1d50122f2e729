#include "base/array.h"

#include <string.h>

#include "base/integers.h"

enum { FIRST_CAPACITY = 16 };

void *tr_array_reserve(tr_context *context, void *array, int32_t count, int32_t *capacity, size_t element_size,
                       tr_error *err)
{
    if (count < *capacity) return array;
    if (count == INT32_MAX) {
        tr_fail(err, TR_ERROR_TOO_LARGE, "more than %d elements of %zu bytes in one list", (int)INT32_MAX,
                element_size);
        return NULL;
    }
    const int32_t larger = tr_max_i32(*capacity > INT32_MAX / 2 ? INT32_MAX : 2 * *capacity, FIRST_CAPACITY);
    void *copy = tr_alloc_array(context, (size_t)larger, element_size, err);
    if (!copy) return NULL;
    if (count > 0) memcpy(copy, array, (size_t)count * element_size);
    tr_free(context, array);
    *capacity = larger;
    return copy;
}
