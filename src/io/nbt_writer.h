// NBT, the tree of named values in which Minecraft keeps its data, in big endian.
#ifndef TR_IO_NBT_WRITER_H
#define TR_IO_NBT_WRITER_H

#include "io/byte_list.h"

// Values of compounds have names; those of lists have none, and are written without a tag of their own.
typedef enum tr_nbt_type {
    TR_NBT_END = 0,
    TR_NBT_BYTE = 1,
    TR_NBT_INT = 3,
    TR_NBT_LONG = 4,
    TR_NBT_BYTE_ARRAY = 7,
    TR_NBT_STRING = 8,
    TR_NBT_LIST = 9,
    TR_NBT_COMPOUND = 10,
    TR_NBT_LONG_ARRAY = 12
} tr_nbt_type;

void tr_nbt_byte(tr_byte_list *out, const char *name, int value);
void tr_nbt_int(tr_byte_list *out, const char *name, int64_t value);
void tr_nbt_long(tr_byte_list *out, const char *name, uint64_t value);
void tr_nbt_string(tr_byte_list *out, const char *name, const char *value);
// Opens a compound; all that follows is in it until tr_nbt_end().
void tr_nbt_compound(tr_byte_list *out, const char *name);
void tr_nbt_end(tr_byte_list *out);
// A list of `count` values of one type, which follow: a compound of it is its values and tr_nbt_end(), a text is
// tr_nbt_text().
void tr_nbt_list(tr_byte_list *out, const char *name, tr_nbt_type type, size_t count);
void tr_nbt_text(tr_byte_list *out, const char *text);
// An array of `count` numbers of 64 bits, which follow as such; one of bytes.
void tr_nbt_long_array(tr_byte_list *out, const char *name, size_t count);
void tr_nbt_byte_array(tr_byte_list *out, const char *name, const uint8_t *bytes, size_t count);
// An array of longs with `bits` for each of `count` values, lowest first, none of which straddles two longs.
void tr_nbt_packed(tr_byte_list *out, const char *name, const uint16_t *values, int count, int bits);

#endif
