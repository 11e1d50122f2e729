#include "terrane/io.h"

void tr_raster_destroy(tr_context *context, tr_raster *raster)
{
    tr_grid_destroy(context, &raster->values);
    tr_free(context, raster->voids);
    tr_free(context, raster->wkt);
    *raster = (tr_raster){0};
}
