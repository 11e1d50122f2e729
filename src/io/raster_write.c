#include <math.h>

#include "io/geotiff_write.h"

// Voids get their value, and a height that happens to be it the next one.
static void place_voids(const tr_raster *place, const tr_grid *values, const tr_grid *out)
{
    const float no_data = (float)place->no_data;
    for (int32_t y = 0; y < values->height; y++) {
        const float *from = values->samples + y * values->row_stride;
        float *to = out->samples + y * out->row_stride;
        const uint8_t *voids = place->voids ? place->voids + (int64_t)y * values->width : NULL;
        for (int32_t x = 0; x < values->width; x++) {
            to[x] = from[x];
            if (voids && voids[x])
                to[x] = no_data;
            else if (place->has_no_data && to[x] == no_data)
                to[x] = nextafterf(no_data, INFINITY);
        }
    }
}

bool tr_raster_write(tr_context *context, const char *path, const tr_raster *place, const tr_raster_band *band,
                     tr_error *err)
{
    if (band->values->width != place->values.width || band->values->height != place->values.height)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %d x %d values do not fit a raster of %d x %d", path,
                       band->values->width, band->values->height, place->values.width, place->values.height);
    const tr_geotiff what = {.transform = {place->west, place->step[0], 0, place->north, 0, -place->step[1]},
                             .wkt = place->wkt,
                             .unit = band->unit ? band->unit : place->unit,
                             .description = band->description,
                             .has_no_data = place->has_no_data,
                             .no_data = place->no_data,
                             .is_point = place->is_point};
    if (!place->has_no_data) return tr_geotiff_write_as(context, path, band->values, &what, err);
    tr_grid marked;
    if (!tr_grid_create(context, band->values->width, band->values->height, 1, &marked, err)) return false;
    place_voids(place, band->values, &marked);
    const bool ok = tr_geotiff_write_as(context, path, &marked, &what, err);
    tr_grid_destroy(context, &marked);
    return ok;
}
