// water distance
#include "terrain/derived.h"
bool tr_water_distance(tr_context *context, double spacing_m, double sea_level_m, const tr_grid *height,
                       const tr_grid *out, tr_error *err)
{
    (void)context, (void)spacing_m, (void)sea_level_m, (void)height, (void)out;
    return tr_fail(err, TR_ERROR_UNSUPPORTED, "not yet");
}
