// All fields of one rectangle of samples: what several of them need, such as heights and climate, is made once, when
// the first needs it.
#ifndef TR_WORLD_FIELD_TILE_H
#define TR_WORLD_FIELD_TILE_H

#include "world/world.h"

typedef struct tr_field_tile {
    const tr_world *world;
    tr_sample_area area;
    int32_t halo;    // samples of height around the area; slopes, biomes and the like need 1
    tr_grid height;  // with the halo
    tr_grid temperature, humidity, sea;
} tr_field_tile;

// Takes no memory yet. For one thread at a time.
tr_field_tile tr_field_tile_of(const tr_world *world, const tr_sample_area *area, int32_t halo);
void tr_field_tile_destroy(tr_field_tile *tile);

// The ground of the area, without the halo, as long as the tile lives.
bool tr_field_tile_heights(tr_field_tile *tile, tr_grid *out, tr_error *err);
// Any field but ROAD_DISTANCE and CITY_DISTANCE, as tr_world_query() has it; FLOW is that of this area alone.
bool tr_field_tile_field(tr_field_tile *tile, tr_field field, const tr_grid *out, tr_error *err);
bool tr_field_tile_biome_weights(tr_field_tile *tile, const tr_grid *out, tr_error *err);
// BIOME as it would be without rivers and lakes of paths.
bool tr_field_tile_land_biome(tr_field_tile *tile, const tr_grid *out, tr_error *err);
// WATER_DISTANCE, cut at `reach` samples, 3..TR_WATER_REACH.
bool tr_field_tile_water_distance(tr_field_tile *tile, int32_t reach, const tr_grid *out, tr_error *err);

#endif
