/// @file io.h
/// Files: PNG pictures. Every file is written beside its final name and renamed when it is complete, so that
/// a reader never sees half a file and a failure leaves the old one.
#ifndef TERRANE_IO_H
#define TERRANE_IO_H

#include "terrane/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes an image as PNG: 8 or 16 bits, grey, grey and alpha, RGB or RGBA.
///
/// @return false with FILE_OPEN, FILE_WRITE, INVALID_ARGUMENT or UNSUPPORTED (a build without libspng); no
/// file is left behind and an existing one is untouched. Thread-safe.
TR_API bool tr_png_write(tr_context *context, const char *path, const tr_image *image, tr_error *err);

/// Reads a PNG in its own channels and bits (palette becomes RGB or RGBA; less than 8 bits become 8).
///
/// @param out  filled on success; release with tr_image_destroy()
/// @return false with FILE_OPEN, FILE_READ, FORMAT, TOO_LARGE or OVER_BUDGET. Size limits are checked before
/// any pixel memory is taken. Thread-safe.
TR_API bool tr_png_read(tr_context *context, const char *path, tr_image *out, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
