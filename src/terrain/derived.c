// derived
#include "terrain/derived.h"
bool tr_derived_evaluate(tr_context *context, tr_field field, double spacing_m, const tr_grid *height,
                         const tr_grid *out, tr_error *err)
{
    (void)context, (void)field, (void)spacing_m, (void)height, (void)out;
    return tr_fail(err, TR_ERROR_UNSUPPORTED, "not yet");
}
