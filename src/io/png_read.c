// PNG (W3C, third edition) by libspng. A file is hostile until it is read: its size is compared with the budget
// before pixel memory is taken, its chunks are limited, and it counts only with its end in place.
#include "io/png.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "io/png_memory.h"

// Larger than any chunk of a sane file but the pixels, which libspng reads piece by piece.
enum { CHUNK_LIMIT = 16 * 1024 * 1024 };

static bool fail_png(const char *name, int status, tr_error *err)
{
    const tr_error *memory = tr_png_memory_failure();
    if (memory) {
        return tr_fail(err, memory->code, "%s: cannot be decoded: %s", name, memory->message);
    }
    switch (status) {
    case SPNG_IO_ERROR: return tr_fail(err, TR_ERROR_FILE_READ, "%s: cannot be read: %s", name, strerror(errno));
    case SPNG_IO_EOF:
    case SPNG_EOF: return tr_fail(err, TR_ERROR_FORMAT, "%s: the PNG ends too early", name);
    case SPNG_EUSER_WIDTH:
    case SPNG_EUSER_HEIGHT:
    case SPNG_ECHUNK_LIMITS:
        return tr_fail(err, TR_ERROR_TOO_LARGE, "%s: the PNG is too large: %s", name, spng_strerror(status));
    default: return tr_fail(err, TR_ERROR_FORMAT, "%s: not a valid PNG: %s", name, spng_strerror(status));
    }
}

// Where the bytes come from: a stream, or memory when that is NULL.
typedef struct png_source {
    FILE *stream;
    const unsigned char *bytes;
    size_t size;
    int status;  // the first failure to give bytes, or 0
} png_source;

static int take_bytes(png_source *source, void *out, size_t size)
{
    if (source->stream) {
        if (fread(out, 1, size, source->stream) == size) {
            return 0;
        }
        return ferror(source->stream) ? SPNG_IO_ERROR : SPNG_IO_EOF;
    }
    if (size > source->size) {
        return SPNG_IO_EOF;
    }
    memcpy(out, source->bytes, size);
    source->bytes += size;
    source->size -= size;
    return 0;
}

static int read_bytes(spng_ctx *png, void *user, void *out, size_t size)
{
    (void)png;
    png_source *source = user;
    if (source->status == 0) {
        source->status = take_bytes(source, out, size);
    }
    return source->status;
}

// How the pixels of a file are handed out.
typedef struct pixel_layout {
    int format, flags;  // of libspng
    int32_t channels, bits;
} pixel_layout;

// A palette becomes RGB, less than 8 bits become 8, and a transparent colour (tRNS) becomes alpha.
static pixel_layout choose_layout(const struct spng_ihdr *header, bool has_transparency)
{
    const int32_t bits = header->bit_depth == 16 ? 16 : 8;
    const int rgba = bits == 16 ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8;
    const int flags = has_transparency ? SPNG_DECODE_TRNS : 0;
    switch (header->color_type) {
    case SPNG_COLOR_TYPE_GRAYSCALE:
        if (has_transparency) {
            return (pixel_layout){bits == 16 ? SPNG_FMT_GA16 : SPNG_FMT_GA8, flags, 2, bits};
        }
        return (pixel_layout){bits == 16 ? SPNG_FMT_PNG : SPNG_FMT_G8, 0, 1, bits};
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA: return (pixel_layout){SPNG_FMT_PNG, 0, 2, bits};
    case SPNG_COLOR_TYPE_INDEXED:
        return has_transparency ? (pixel_layout){SPNG_FMT_RGBA8, flags, 4, 8} : (pixel_layout){SPNG_FMT_RGB8, 0, 3, 8};
    case SPNG_COLOR_TYPE_TRUECOLOR:
        return has_transparency ? (pixel_layout){rgba, flags, 4, bits} : (pixel_layout){SPNG_FMT_PNG, 0, 3, bits};
    default: return (pixel_layout){SPNG_FMT_PNG, 0, 4, bits};
    }
}

// What follows the pixels, up to the end of the file. libspng does not mind that the checksum of the last chunk
// is missing, but a file that lacks it was cut off.
static int decode_rest(spng_ctx *png, const png_source *source)
{
    const int status = spng_decode_chunks(png);
    return status != 0 ? status : source->status;
}

// Rows of an interlaced file come several times, each time with more of their pixels.
static int decode_rows(spng_ctx *png, const pixel_layout *layout, const tr_image *image)
{
    int status = spng_decode_image(png, NULL, 0, layout->format, layout->flags | SPNG_DECODE_PROGRESSIVE);
    const size_t packed = (size_t)image->width * (size_t)image->channels * (size_t)(image->bits / 8);
    while (status == 0) {
        struct spng_row_info row;
        status = spng_get_row_info(png, &row);
        if (status == 0) {
            status = spng_decode_row(png, (char *)image->pixels + row.row_num * image->row_bytes, packed);
        }
    }
    return status == SPNG_EOI ? 0 : status;
}

static bool fits_budget(tr_context *context, const struct spng_ihdr *header, const pixel_layout *layout)
{
    const tr_memory_stats memory = tr_context_memory(context);
    const uint64_t row = (uint64_t)header->width * (uint64_t)(layout->channels * (layout->bits / 8));
    return row <= (memory.budget_bytes - memory.used_bytes) / header->height;
}

static bool decode(tr_context *context, const char *name, spng_ctx *png, const png_source *source, tr_image *out,
                   tr_error *err)
{
    spng_set_image_limits(png, INT32_MAX, INT32_MAX);
    spng_set_chunk_limits(png, CHUNK_LIMIT, CHUNK_LIMIT);
    struct spng_ihdr header;
    int status = spng_get_ihdr(png, &header);
    if (status != 0) {
        return fail_png(name, status, err);
    }
    struct spng_trns transparency;
    status = spng_get_trns(png, &transparency);
    if (status != 0 && status != SPNG_ECHUNKAVAIL) {
        return fail_png(name, status, err);
    }
    const pixel_layout layout = choose_layout(&header, status == 0);
    if (!fits_budget(context, &header, &layout)) {
        return tr_fail(err, TR_ERROR_OVER_BUDGET, "%s: its %u x %u pixels do not fit the memory budget", name,
                       header.width, header.height);
    }
    if (!tr_image_create(context,
                         &(tr_image_shape){(int32_t)header.width, (int32_t)header.height, layout.channels, layout.bits},
                         out, err)) {
        return false;
    }
    status = decode_rows(png, &layout, out);
    if (status == 0) {
        status = decode_rest(png, source);
    }
    if (status != 0) {
        tr_image_destroy(context, out);
        return fail_png(name, status, err);
    }
    return true;
}

static bool read_source(tr_context *context, const char *name, png_source *source, tr_image *out, tr_error *err)
{
    *out = (tr_image){0};
    spng_ctx *png = tr_png_memory_open(context, 0, err);
    if (!png) {
        return false;
    }
    const int status = spng_set_png_stream(png, read_bytes, source);
    const bool done = status == 0 ? decode(context, name, png, source, out, err) : fail_png(name, status, err);
    tr_png_memory_close(png);
    return done;
}

bool tr_png_read_bytes(tr_context *context, const char *name, const void *bytes, size_t size, tr_image *out,
                       tr_error *err)
{
    png_source source = {.bytes = bytes, .size = size};
    return read_source(context, name, &source, out, err);
}

bool tr_png_read(tr_context *context, const char *path, tr_image *out, tr_error *err)
{
    *out = (tr_image){0};
    png_source source = {.stream = fopen(path, "rb")};
    if (!source.stream) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened: %s", path, strerror(errno));
    }
    const bool done = read_source(context, path, &source, out, err);
    fclose(source.stream);
    return done;
}
