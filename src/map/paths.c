#include "map/paths.h"

// As on printed maps, where asphalt would be lost between the tints of the ground.
static const uint8_t cover_colors[TR_COVER_COUNT][3] = {
    [TR_COVER_CITY] = {214, 196, 186}, [TR_COVER_SHOULDER] = {248, 240, 222}, [TR_COVER_TRACK] = {146, 98, 52},
    [TR_COVER_ROAD] = {190, 66, 44},   [TR_COVER_RAIL] = {54, 48, 46},
};

bool tr_map_paths_create(const tr_world *world, const tr_sample_area *area, tr_grid *out, tr_error *err)
{
    *out = (tr_grid){0};
    if (!tr_world_carving(world)) {
        return true;
    }
    tr_context *context = tr_world_context(world);
    if (!tr_grid_create(context, area->width, area->height, TR_COVER_COUNT, out, err)) {
        return false;
    }
    if (!tr_world_path_cover(world, area, true, NULL, out, err)) {
        tr_grid_destroy(context, out);
        *out = (tr_grid){0};
        return false;
    }
    return true;
}

// Roads would hide the values of a layer; rivers are part of it as the sea is.
bool tr_map_paths_are_shown(const tr_map_look *look, tr_path_cover cover)
{
    return cover == TR_COVER_WATER ? tr_map_look_has_water(look) : !tr_map_look_has_values(look);
}

tr_color tr_map_paths_tint(const tr_map_look *look, tr_path_cover cover)
{
    if (cover != TR_COVER_WATER) {
        return tr_color_of_bytes(cover_colors[cover]);
    }
    // A river is shallow, but a thin line must be seen: a tint of the sea off the coast.
    return tr_map_look_has_biomes(look) ? tr_color_of_bytes(look->biomes[TR_BIOME_RIVER].color)
                                        : tr_map_look_water(look, 0.18f * look->depth_m);
}

tr_color tr_map_paths_paint(const tr_map_look *look, const tr_grid *cover, int32_t x, int32_t y, tr_color light,
                            tr_color ground)
{
    const float *sample = cover->samples + y * cover->row_stride + x;
    const tr_color even = {1.0f, 1.0f, 1.0f}, soft = tr_color_mix(even, light, 0.35f);
    for (int c = 0; c < TR_COVER_COUNT; c++) {
        const float share = sample[c * cover->plane_stride];
        if (share > 0.0f && tr_map_paths_are_shown(look, (tr_path_cover)c)) {
            ground = tr_color_mix(ground, tr_color_lit(tr_map_paths_tint(look, (tr_path_cover)c), soft), share);
        }
    }
    return ground;
}

void tr_map_paths_count(const tr_grid *cover, int64_t pixels[TR_COVER_COUNT])
{
    for (int c = 0; c < TR_COVER_COUNT; c++) {
        for (int32_t y = 0; y < cover->height; y++) {
            const float *row = cover->samples + c * cover->plane_stride + y * cover->row_stride;
            for (int32_t x = 0; x < cover->width; x++) {
                pixels[c] += row[x] >= 0.5f;
            }
        }
    }
}
