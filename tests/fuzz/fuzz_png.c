// Any bytes as a PNG.
#include "fuzz_context.h"
#include "io/png.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_context *context = fuzz_context();
    const uint64_t used = tr_context_memory(context).used_bytes;
    tr_error err;
    tr_image image;
    if (tr_png_read_bytes(context, "fuzz", data, size, &image, &err)) {
        tr_image_destroy(context, &image);
    }
    fuzz_check_leak(used);
    return 0;
}
