// Queries of fields (terrane/world.h).
#include <assert.h>

#include "terrain/biome_map.h"
#include "terrain/derived.h"
#include "world/world.h"

bool tr_world_heights(const tr_world *world, const tr_area *area, const tr_grid *out, const tr_progress *progress,
                      tr_error *err)
{
    return tr_heights_evaluate(world->heights, area, out, progress, err);
}

static bool query_with_halo(const tr_world *world, tr_field field, const tr_area *area, const tr_grid *out,
                            tr_error *err)
{
    const int32_t halo = 1;
    tr_context *context = world->context;
    tr_area wide = *area;
    wide.x -= halo, wide.z -= halo, wide.width += 2 * halo, wide.height += 2 * halo;
    tr_grid height = {0}, temperature = {0}, humidity = {0}, sea = {0};
    bool ok = tr_grid_create(context, wide.width, wide.height, 1, &height, err) &&
              tr_grid_create(context, area->width, area->height, 1, &temperature, err) &&
              tr_grid_create(context, area->width, area->height, 1, &humidity, err) &&
              tr_grid_create(context, area->width, area->height, 1, &sea, err) &&
              tr_world_heights(world, &wide, &height, NULL, err);
    tr_grid inner = height;
    inner.samples += height.row_stride + 1, inner.width -= 2, inner.height -= 2;
    ok = ok && tr_climate_evaluate(world->climate, area, &inner, &temperature, &humidity, err) &&
         tr_climate_sea(world->climate, area, &sea, err);
    const tr_biome_inputs in = {
        *area, world->def.sea_level_m, world->def.terrain.beaches.height_m, &height, &temperature, &humidity, &sea};
    if (field == TR_FIELD_BIOME)
        ok = ok && tr_biome_map_dominant(context, &in, out, err);
    else
        ok = ok && tr_derived_evaluate(context, field, area->spacing_m, &height, out, err);
    tr_grid_destroy(context, &height);
    tr_grid_destroy(context, &temperature);
    tr_grid_destroy(context, &humidity);
    tr_grid_destroy(context, &sea);
    return ok;
}

bool tr_world_query(const tr_world *world, tr_field field, const tr_area *area, const tr_grid *out,
                    const tr_progress *progress, tr_error *err)
{
    if (!tr_area_check(area, err)) return false;
    if (field == TR_FIELD_HEIGHT) return tr_world_heights(world, area, out, progress, err);
    return query_with_halo(world, field, area, out, err);
}
