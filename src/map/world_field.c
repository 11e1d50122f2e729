#include "map/world_field.h"

static void add_offset(const tr_grid *grid, float offset)
{
    for (int32_t plane = 0; plane < grid->depth; plane++) {
        for (int32_t y = 0; y < grid->height; y++) {
            float *row = grid->samples + plane * grid->plane_stride + y * grid->row_stride;
            for (int32_t x = 0; x < grid->width; x++) {
                row[x] += offset;
            }
        }
    }
}

static bool fill(const void *user, int64_t x, int64_t y, const tr_grid *out, const tr_progress *progress, tr_error *err)
{
    const tr_map_world_field *place = user;
    const tr_sample_area area = {
        .x = x, .z = y, .width = out->width, .height = out->height, .spacing_m = place->spacing_m};
    if (!tr_world_query(place->world, place->field, &area, progress, out, err)) {
        return false;
    }
    if (place->offset != 0.0f) {
        add_offset(out, place->offset);
    }
    return true;
}

tr_map_field_source tr_map_world_source(const tr_map_world_field *place)
{
    // Samples lie within 2^62 units of the origin (tr_sample_area_check()).
    const int64_t last = ((int64_t)1 << 62) / (int64_t)(place->spacing_m * TR_UNITS_PER_METRE) - 1;
    return (tr_map_field_source){
        .fill = fill, .user = place, .step = 1, .first = -last, .last = last, .planes = tr_field_planes(place->field)};
}
