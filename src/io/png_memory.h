// The memory of libspng, taken from a context, so that its budget and its allocator hold for pictures too.
#ifndef TR_IO_PNG_MEMORY_H
#define TR_IO_PNG_MEMORY_H

#include <spng.h>

#include "terrane/base.h"

// A libspng context whose memory comes from `context`. Everything that is done with it must happen on the
// calling thread, before another one is made there. NULL with `err` set on failure.
spng_ctx *tr_png_memory_open(tr_context *context, int flags, tr_error *err);
void tr_png_memory_close(spng_ctx *png);

// The error of an allocation that failed since the last open on this thread, or NULL. libspng reports some of
// them as something else.
const tr_error *tr_png_memory_failure(void);

#endif
