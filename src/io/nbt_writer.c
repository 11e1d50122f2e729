#include "io/nbt_writer.h"

#include <string.h>

static void tag(tr_byte_list *out, tr_nbt_type type, const char *name)
{
    tr_bytes_append_big(out, (uint64_t)type, 1);
    tr_nbt_text(out, name);
}

void tr_nbt_text(tr_byte_list *out, const char *text)
{
    const size_t length = strlen(text);
    tr_bytes_append_big(out, length, 2);
    tr_bytes_append(out, text, length);
}

void tr_nbt_byte(tr_byte_list *out, const char *name, int value)
{
    tag(out, TR_NBT_BYTE, name);
    tr_bytes_append_big(out, (uint64_t)value, 1);
}

void tr_nbt_int(tr_byte_list *out, const char *name, int64_t value)
{
    tag(out, TR_NBT_INT, name);
    tr_bytes_append_big(out, (uint64_t)value, 4);
}

void tr_nbt_long(tr_byte_list *out, const char *name, uint64_t value)
{
    tag(out, TR_NBT_LONG, name);
    tr_bytes_append_big(out, value, 8);
}

void tr_nbt_string(tr_byte_list *out, const char *name, const char *value)
{
    tag(out, TR_NBT_STRING, name);
    tr_nbt_text(out, value);
}

void tr_nbt_compound(tr_byte_list *out, const char *name)
{
    tag(out, TR_NBT_COMPOUND, name);
}

void tr_nbt_end(tr_byte_list *out)
{
    tr_bytes_append_big(out, TR_NBT_END, 1);
}

void tr_nbt_list(tr_byte_list *out, const char *name, tr_nbt_type type, size_t count)
{
    tag(out, TR_NBT_LIST, name);
    tr_bytes_append_big(out, (uint64_t)(count ? type : TR_NBT_END), 1);
    tr_bytes_append_big(out, count, 4);
}

void tr_nbt_long_array(tr_byte_list *out, const char *name, size_t count)
{
    tag(out, TR_NBT_LONG_ARRAY, name);
    tr_bytes_append_big(out, count, 4);
}

void tr_nbt_byte_array(tr_byte_list *out, const char *name, const uint8_t *bytes, size_t count)
{
    tag(out, TR_NBT_BYTE_ARRAY, name);
    tr_bytes_append_big(out, count, 4);
    tr_bytes_append(out, bytes, count);
}

void tr_nbt_packed(tr_byte_list *out, const char *name, const uint16_t *values, int count, int bits)
{
    const int per_word = 64 / bits, words = (count + per_word - 1) / per_word;
    tr_nbt_long_array(out, name, (size_t)words);
    for (int word = 0, next = 0; word < words; word++) {
        uint64_t packed = 0;
        for (int i = 0; i < per_word && next < count; i++, next++) packed |= (uint64_t)values[next] << i * bits;
        tr_bytes_append_big(out, packed, 8);
    }
}
