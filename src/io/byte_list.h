// Bytes that grow: numbers and pieces appended one after another, for formats that are built in memory.
#ifndef TR_IO_BYTE_LIST_H
#define TR_IO_BYTE_LIST_H

#include "terrane/base.h"

// After a failed append the list stays failed and ignores further ones, so that only the end is checked.
typedef struct tr_byte_list {
    tr_context *context;
    uint8_t *bytes;
    size_t count, capacity;
    bool failed;
    tr_error error;
} tr_byte_list;

void tr_bytes_append(tr_byte_list *list, const void *bytes, size_t size);
// `size` bytes of a number, the highest or the lowest first.
void tr_bytes_append_big(tr_byte_list *list, uint64_t value, int size);
void tr_bytes_append_little(tr_byte_list *list, uint64_t value, int size);
// Makes room for `size` more bytes, for those who write behind `count` themselves.
void tr_bytes_reserve(tr_byte_list *list, size_t size);
// Whether nothing has failed; else `err` is set.
bool tr_bytes_check(const tr_byte_list *list, tr_error *err);
// Empties the list and keeps its memory.
void tr_bytes_clear(tr_byte_list *list);
void tr_bytes_free(tr_byte_list *list);

#endif
