#include "world/field_tile.h"

#include <assert.h>
#include <string.h>

#include "base/area.h"
#include "terrain/biome_map.h"
#include "terrain/derived.h"
#include "world/path_fields.h"

tr_field_tile tr_field_tile_of(const tr_world *world, const tr_sample_area *area, int32_t halo)
{
    assert(halo >= 0);
    return (tr_field_tile){.world = world, .area = *area, .halo = halo};
}

void tr_field_tile_destroy(tr_field_tile *tile)
{
    tr_context *context = tile->world->context;
    tr_grid_destroy(context, &tile->height);
    tr_grid_destroy(context, &tile->temperature);
    tr_grid_destroy(context, &tile->humidity);
    tr_grid_destroy(context, &tile->sea);
}

// ---------------------------------------------------------------------------------------------------------
// What fields are made from

// The ground with `around` samples on each side, of at most the halo.
static bool find_ground(tr_field_tile *tile, int32_t around, tr_grid *out, tr_error *err)
{
    const tr_world *world = tile->world;
    const tr_sample_area wide = tr_area_with_halo(&tile->area, tile->halo);
    if (!tile->height.samples) {
        if (!tr_grid_create(world->context, wide.width, wide.height, 1, &tile->height, err)) return false;
        if (!tr_world_heights(world, &wide, &tile->height, NULL, err)) {
            tr_grid_destroy(world->context, &tile->height);
            return false;
        }
    }
    assert(around <= tile->halo);
    *out = tr_grid_without_halo(&tile->height, tile->halo - around);
    return true;
}

bool tr_field_tile_heights(tr_field_tile *tile, tr_grid *out, tr_error *err)
{
    return find_ground(tile, 0, out, err);
}

static bool find_climate(tr_field_tile *tile, tr_error *err)
{
    const tr_world *world = tile->world;
    const tr_sample_area *area = &tile->area;
    tr_grid ground;
    if (tile->humidity.samples) return true;
    if (!find_ground(tile, 0, &ground, err)) return false;
    const bool done = tr_grid_create(world->context, area->width, area->height, 1, &tile->temperature, err) &&
                      tr_grid_create(world->context, area->width, area->height, 1, &tile->humidity, err) &&
                      tr_climate_evaluate(world->climate, area, &ground, &tile->temperature, &tile->humidity, err);
    if (done) return true;
    tr_grid_destroy(world->context, &tile->temperature);
    tr_grid_destroy(world->context, &tile->humidity);
    return false;
}

static bool find_sea(tr_field_tile *tile, tr_error *err)
{
    const tr_world *world = tile->world;
    const tr_sample_area *area = &tile->area;
    if (tile->sea.samples) return true;
    if (tr_grid_create(world->context, area->width, area->height, 1, &tile->sea, err) &&
        tr_climate_sea(world->climate, area, &tile->sea, err))
        return true;
    tr_grid_destroy(world->context, &tile->sea);
    return false;
}

static void copy_rows(const tr_grid *from, const tr_grid *to)
{
    for (int32_t j = 0; j < to->height; j++)
        memcpy(to->samples + j * to->row_stride, from->samples + j * from->row_stride,
               (size_t)to->width * sizeof *to->samples);
}

// ---------------------------------------------------------------------------------------------------------
// Fields

static void fill_water(const tr_grid *height, double sea_level_m, const tr_grid *out)
{
    const float level = (float)sea_level_m;
    for (int32_t j = 0; j < out->height; j++) {
        const float *from = height->samples + j * height->row_stride;
        float *to = out->samples + j * out->row_stride;
        for (int32_t i = 0; i < out->width; i++) to[i] = from[i] < level ? level - from[i] : 0.0f;
    }
}

static bool make_land_biomes(tr_field_tile *tile, bool weights, const tr_grid *out, tr_error *err)
{
    const tr_world *world = tile->world;
    const tr_world_def *def = &world->def;
    tr_grid around;
    if (!find_climate(tile, err) || !find_sea(tile, err) || !find_ground(tile, 1, &around, err)) return false;
    const tr_biome_inputs in = {tile->area, def->sea_level_m,   def->terrain.beaches.height_m,
                                &around,    &tile->temperature, &tile->humidity,
                                &tile->sea};
    return weights ? tr_biome_map_weights(world->context, &in, out, err)
                   : tr_biome_map_dominant(world->context, &in, out, err);
}

static bool make_biomes(tr_field_tile *tile, bool weights, const tr_grid *out, tr_error *err)
{
    tr_grid ground;
    return make_land_biomes(tile, weights, out, err) && find_ground(tile, 0, &ground, err) &&
           tr_path_fields_biome(tile->world, &tile->area, &ground, out, err);
}

bool tr_field_tile_land_biome(tr_field_tile *tile, const tr_grid *out, tr_error *err)
{
    return make_land_biomes(tile, false, out, err);
}

bool tr_field_tile_biome_weights(tr_field_tile *tile, const tr_grid *out, tr_error *err)
{
    return make_biomes(tile, true, out, err);
}

// The ground around the area is overwritten when paths are looked for, so it is a copy.
bool tr_field_tile_water_distance(tr_field_tile *tile, int32_t reach, const tr_grid *out, tr_error *err)
{
    const tr_world *world = tile->world;
    const tr_sample_area wide = tr_area_with_halo(&tile->area, reach);
    tr_grid around, ground;
    if (!tr_grid_create(world->context, wide.width, wide.height, 1, &around, err)) return false;
    bool done = reach > tile->halo ? tr_world_heights(world, &wide, &around, NULL, err)
                                   : find_ground(tile, reach, &ground, err);
    if (done && reach <= tile->halo) copy_rows(&ground, &around);
    done = done && tr_water_distance(world->context, tile->area.spacing_m, world->def.sea_level_m, &around, out, err) &&
           tr_path_fields_water_distance(world, &tile->area, &around, out, err);
    tr_grid_destroy(world->context, &around);
    return done;
}

bool tr_field_tile_field(tr_field_tile *tile, tr_field field, const tr_grid *out, tr_error *err)
{
    const tr_world *world = tile->world;
    const double spacing_m = tile->area.spacing_m, sea_level_m = world->def.sea_level_m;
    tr_grid ground;
    switch (field) {
    case TR_FIELD_TEMPERATURE:
    case TR_FIELD_HUMIDITY:
        if (!find_climate(tile, err)) return false;
        copy_rows(field == TR_FIELD_HUMIDITY ? &tile->humidity : &tile->temperature, out);
        return true;
    case TR_FIELD_BIOME: return make_biomes(tile, false, out, err);
    case TR_FIELD_WATER_DISTANCE: return tr_field_tile_water_distance(tile, TR_WATER_REACH, out, err);
    case TR_FIELD_SLOPE:
    case TR_FIELD_ASPECT:
    case TR_FIELD_CURVATURE:
    case TR_FIELD_NORMAL:
        return find_ground(tile, TR_DERIVED_HALO, &ground, err) &&
               tr_derived_evaluate(world->context, field, spacing_m, &ground, out, err);
    default: break;
    }
    if (!find_ground(tile, 0, &ground, err)) return false;
    switch (field) {
    case TR_FIELD_HEIGHT: copy_rows(&ground, out); return true;
    case TR_FIELD_FLOW: return tr_flow_accumulation(world->context, spacing_m, sea_level_m, &ground, out, err);
    case TR_FIELD_WATER:
        fill_water(&ground, sea_level_m, out);
        return tr_path_fields_water(world, &tile->area, &ground, out, err);
    default: return tr_fail(err, TR_ERROR_INTERNAL, "the field %s is not one of a tile", tr_field_name(field));
    }
}
