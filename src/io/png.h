// PNG inside the library: from memory as well as from files.
#ifndef TR_IO_PNG_H
#define TR_IO_PNG_H

#include "terrane/io.h"

// tr_png_read() from bytes; `name` is used in messages.
bool tr_png_read_bytes(tr_context *context, const char *name, const void *bytes, size_t size, tr_image *out,
                       tr_error *err);

#endif
