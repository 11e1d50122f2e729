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
