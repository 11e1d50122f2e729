#include "terrane/io.h"

void tr_elevation_destroy(tr_context *context, tr_elevation *elevation)
{
    tr_grid_destroy(context, &elevation->heights);
    tr_free(context, elevation->place.wkt);
    *elevation = (tr_elevation){0};
}
