#include "map_paths.h"

// As on printed maps, where asphalt would be lost between the tints of the ground.
static const uint8_t cover_colors[TR_COVER_COUNT][3] = {
    [TR_COVER_CITY] = {214, 196, 186}, [TR_COVER_SHOULDER] = {248, 240, 222}, [TR_COVER_TRACK] = {146, 98, 52},
    [TR_COVER_ROAD] = {190, 66, 44},   [TR_COVER_RAIL] = {54, 48, 46},
};

bool map_paths_create(const tr_world *world, const tr_area *area, tr_grid *out, tr_error *err)
{
    *out = (tr_grid){0};
    if (!tr_world_carving(world)) {
        return true;
    }
    tr_context *context = tr_world_context(world);
    if (!tr_grid_create(context, area->width, area->height, TR_COVER_COUNT, out, err)) {
        return false;
    }
    if (!tr_world_path_cover(world, area, true, out, NULL, err)) {
        tr_grid_destroy(context, out);
        *out = (tr_grid){0};
        return false;
    }
    return true;
}

// Roads would hide the values of a layer; rivers are part of it as the sea is.
bool map_paths_are_shown(const map_look *look, tr_path_cover cover)
{
    return cover == TR_COVER_WATER ? map_look_has_water(look) : !map_look_has_values(look);
}

color map_paths_tint(const map_look *look, tr_path_cover cover)
{
    if (cover != TR_COVER_WATER) {
        return color_of_bytes(cover_colors[cover]);
    }
    // A river is shallow, but a thin line must be seen: a tint of the sea off the coast.
    return map_look_has_biomes(look) ? color_of_bytes(look->biomes[TR_BIOME_RIVER].color)
                                     : map_look_water(look, 0.18f * look->depth_m);
}

color map_paths_paint(const map_look *look, const tr_grid *cover, int32_t x, int32_t y, color light, color ground)
{
    const float *sample = cover->samples + y * cover->row_stride + x;
    const color even = {1.0f, 1.0f, 1.0f}, soft = color_mix(even, light, 0.35f);
    for (int c = 0; c < TR_COVER_COUNT; c++) {
        const float share = sample[c * cover->plane_stride];
        if (share > 0.0f && map_paths_are_shown(look, (tr_path_cover)c)) {
            ground = color_mix(ground, color_lit(map_paths_tint(look, (tr_path_cover)c), soft), share);
        }
    }
    return ground;
}

void map_paths_count(const tr_grid *cover, int64_t pixels[TR_COVER_COUNT])
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
