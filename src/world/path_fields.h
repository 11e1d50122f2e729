// What paths change of the fields of a world. Without paths, and out of their reach, nothing.
#ifndef TR_WORLD_PATH_FIELDS_H
#define TR_WORLD_PATH_FIELDS_H

#include "world/world.h"

// Whether anything within `beyond_m` of an area can be carved: false is certain.
bool tr_path_fields_touch(const tr_world *world, const tr_sample_area *area, double beyond_m);

// Depths: `out` has those of the sea. `height` is the ground as carved.
bool tr_path_fields_water(const tr_world *world, const tr_sample_area *area, const tr_grid *height, const tr_grid *out,
                          tr_error *err);
// Rivers and lakes above the sea are of the biome RIVER, whatever `out` says: its numbers, or with a plane each the
// weights.
bool tr_path_fields_biome(const tr_world *world, const tr_sample_area *area, const tr_grid *height, const tr_grid *out,
                          tr_error *err);
// Distances: `out` has those to the sea. `wide` has the size of the area with as many samples around it as distances
// reach, and loses what it holds.
bool tr_path_fields_water_distance(const tr_world *world, const tr_sample_area *area, const tr_grid *wide,
                                   const tr_grid *out, tr_error *err);

// Which of city, shoulder, track, road and railway lies uppermost on the ground, as a tr_path_cover plus 1: the last
// that tr_world_path_cover() paints over half of a sample, without decks; water is not looked at. 0 where none does.
// Rows of `out` are `stride` apart.
bool tr_path_cover_upmost(const tr_world *world, const tr_sample_area *area, uint8_t *out, ptrdiff_t stride,
                          tr_error *err);

// How far ROAD_DISTANCE and CITY_DISTANCE go; 0 for all other fields.
double tr_path_fields_reach_m(tr_field field);
// One of these two, cut at `reach_m`.
bool tr_path_fields_distance(const tr_world *world, tr_field field, const tr_sample_area *area, double reach_m,
                             const tr_grid *out, const tr_progress *progress, tr_error *err);

#endif
