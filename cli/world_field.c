#include "world_field.h"

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
    const world_field *it = user;
    const tr_area area = {.x = x, .z = y, .width = out->width, .height = out->height, .spacing_m = it->spacing_m};
    if (!tr_world_query(it->world, it->field, &area, out, progress, err)) {
        return false;
    }
    if (it->offset != 0.0f) {
        add_offset(out, it->offset);
    }
    return true;
}

field_source world_field_source(const world_field *it)
{
    // Samples lie within 2^62 units of the origin (tr_area_check()).
    const int64_t last = ((int64_t)1 << 62) / (int64_t)(it->spacing_m * TR_UNITS_PER_METRE) - 1;
    return (field_source){
        .fill = fill, .user = it, .step = 1, .first = -last, .last = last, .planes = tr_field_planes(it->field)};
}
