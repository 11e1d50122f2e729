#include "io/byte_list.h"

#include <string.h>

enum { FIRST_CAPACITY = 4096 };

static bool grow(tr_byte_list *list, size_t size)
{
    size_t capacity = list->capacity ? list->capacity : FIRST_CAPACITY;
    while (capacity - list->count < size) {
        if (capacity > SIZE_MAX / 2) return tr_fail(&list->error, TR_ERROR_TOO_LARGE, "%zu more bytes", size);
        capacity *= 2;
    }
    uint8_t *larger = tr_alloc(list->context, capacity, &list->error);
    if (!larger) return false;
    if (list->count) memcpy(larger, list->bytes, list->count);
    tr_free(list->context, list->bytes);
    list->bytes = larger;
    list->capacity = capacity;
    return true;
}

void tr_bytes_reserve(tr_byte_list *list, size_t size)
{
    if (!list->failed && list->capacity - list->count < size) list->failed = !grow(list, size);
}

void tr_bytes_append(tr_byte_list *list, const void *bytes, size_t size)
{
    tr_bytes_reserve(list, size);
    if (list->failed || size == 0) return;
    memcpy(list->bytes + list->count, bytes, size);
    list->count += size;
}

void tr_bytes_append_big(tr_byte_list *list, uint64_t value, int size)
{
    uint8_t bytes[8];
    for (int i = 0; i < size; i++) bytes[i] = (uint8_t)(value >> 8 * (size - 1 - i));
    tr_bytes_append(list, bytes, (size_t)size);
}

void tr_bytes_append_little(tr_byte_list *list, uint64_t value, int size)
{
    uint8_t bytes[8];
    for (int i = 0; i < size; i++) bytes[i] = (uint8_t)(value >> 8 * i);
    tr_bytes_append(list, bytes, (size_t)size);
}

bool tr_bytes_check(const tr_byte_list *list, tr_error *err)
{
    if (list->failed && err) *err = list->error;
    return !list->failed;
}

void tr_bytes_clear(tr_byte_list *list)
{
    list->count = 0;
}

void tr_bytes_free(tr_byte_list *list)
{
    tr_free(list->context, list->bytes);
    list->bytes = NULL;
    list->count = list->capacity = 0;
}
