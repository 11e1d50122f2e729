// PNG inside the library: in memory as well as in files.
#ifndef TR_IO_PNG_H
#define TR_IO_PNG_H

#include "terrane/io.h"

// tr_png_read() from bytes; `name` is used in messages.
bool tr_png_read_bytes(tr_context *context, const char *name, const void *bytes, size_t size, tr_image *out,
                       tr_error *err);

// The bytes of a PNG file. Release `bytes` with tr_free().
typedef struct tr_png_bytes {
    unsigned char *bytes;
    size_t size;
} tr_png_bytes;

// tr_png_write() into memory, byte for byte the same; `name` is used in messages.
bool tr_png_write_bytes(tr_context *context, const char *name, const tr_image *image, tr_png_bytes *out, tr_error *err);

#endif
