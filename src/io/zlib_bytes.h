// Bytes compressed by zlib, with memory of the context.
#ifndef TR_IO_ZLIB_BYTES_H
#define TR_IO_ZLIB_BYTES_H

#include "io/byte_list.h"

// Appends `in` to `out` as a zlib stream, or as a gzip file.
bool tr_zlib_append(tr_byte_list *out, const tr_byte_list *in, bool gzip, tr_error *err);

#endif
