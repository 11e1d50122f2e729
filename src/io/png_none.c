// PNG in a build without libspng: the same functions, which say so.
#include "io/png.h"

static bool fail(const char *path, tr_error *err)
{
    return tr_fail(err, TR_ERROR_UNSUPPORTED, "%s: this build has no PNG (it was configured without libspng)", path);
}

bool tr_png_write(tr_context *context, const char *path, const tr_image *image, tr_error *err)
{
    (void)context;
    (void)image;
    return fail(path, err);
}

bool tr_png_read(tr_context *context, const char *path, tr_image *out, tr_error *err)
{
    (void)context;
    *out = (tr_image){0};
    return fail(path, err);
}

bool tr_png_write_bytes(tr_context *context, const char *name, const tr_image *image, tr_png_bytes *out, tr_error *err)
{
    (void)context;
    (void)image;
    *out = (tr_png_bytes){0};
    return fail(name, err);
}
