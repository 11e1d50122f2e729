#include "io/zlib_bytes.h"

#include <limits.h>
#include <zlib.h>

enum { LEVEL = 6, WINDOW_BITS = 15, GZIP = 16, MEMORY_LEVEL = 8 };

static void *allocate(void *user, unsigned count, unsigned size)
{
    return tr_alloc_array(user, count, size, NULL);
}

static void release(void *user, void *block)
{
    tr_free(user, block);
}

bool tr_zlib_append(tr_byte_list *out, const tr_byte_list *in, bool gzip, tr_error *err)
{
    if (in->count > UINT_MAX / 2)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "%zu bytes to compress in one piece", in->count);
    z_stream stream = {.zalloc = allocate, .zfree = release, .opaque = out->context};
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW_BITS + (gzip ? GZIP : 0), MEMORY_LEVEL, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "there is no memory to compress %zu bytes", in->count);
    const size_t bound = deflateBound(&stream, (uLong)in->count);
    tr_bytes_reserve(out, bound);
    bool done = tr_bytes_check(out, err);
    if (done) {
        stream.next_in = in->bytes;
        stream.avail_in = (uInt)in->count;
        stream.next_out = out->bytes + out->count;
        stream.avail_out = (uInt)bound;
        done = deflate(&stream, Z_FINISH) == Z_STREAM_END || tr_fail(err, TR_ERROR_INTERNAL, "zlib did not finish");
        if (done) out->count += bound - stream.avail_out;
    }
    deflateEnd(&stream);
    return done;
}
