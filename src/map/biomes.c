#include "map/biomes.h"

bool tr_map_biomes_create(const tr_world *world, const tr_sample_area *area, tr_grid *out, tr_error *err)
{
    tr_context *context = tr_world_context(world);
    if (!tr_grid_create(context, area->width, area->height, TR_BIOME_COUNT, out, err)) {
        return false;
    }
    if (!tr_world_biome_weights(world, area, NULL, out, err)) {
        tr_grid_destroy(context, out);
        return false;
    }
    return true;
}

tr_color tr_map_biomes_color(const tr_grid *weights, const tr_biome_settings *defs, int32_t x, int32_t y)
{
    const float *sample = weights->samples + y * weights->row_stride + x;
    tr_color sum = {0.0f, 0.0f, 0.0f};
    for (int b = 0; b < TR_BIOME_COUNT; b++) {
        const float weight = sample[b * weights->plane_stride];
        const tr_color tint = tr_color_of_bytes(defs[b].color);
        sum = (tr_color){sum.r + tint.r * weight, sum.g + tint.g * weight, sum.b + tint.b * weight};
    }
    return sum;
}

void tr_map_biomes_count(const tr_grid *weights, int64_t counts[TR_BIOME_COUNT])
{
    for (int32_t y = 0; y < weights->height; y++) {
        const float *row = weights->samples + y * weights->row_stride;
        for (int32_t x = 0; x < weights->width; x++) {
            int max = 0;
            for (int b = 1; b < TR_BIOME_COUNT; b++) {
                max = row[b * weights->plane_stride + x] > row[max * weights->plane_stride + x] ? b : max;
            }
            counts[max]++;
        }
    }
}
