// Rivers, lakes and roads on a map.
#ifndef TR_MAP_PATHS_H
#define TR_MAP_PATHS_H

#include "map/look.h"

// How much of each pixel paths cover, a plane per tr_path_cover; without samples in a world without paths. Release with
// tr_grid_destroy().
bool tr_map_paths_create(const tr_world *world, const tr_sample_area *area, tr_grid *out, tr_error *err);

// What a look shows of the paths: nothing, water alone, or everything.
bool tr_map_paths_are_shown(const tr_map_look *look, tr_path_cover cover);

// The colour of a cover, before light.
tr_color tr_map_paths_tint(const tr_map_look *look, tr_path_cover cover);

// Paints the paths over the colour of a pixel. `light` is that on the ground.
tr_color tr_map_paths_paint(const tr_map_look *look, const tr_grid *cover, int32_t x, int32_t y, tr_color light,
                            tr_color ground);

// Counts the pixels that each cover has most of.
void tr_map_paths_count(const tr_grid *cover, int64_t pixels[TR_COVER_COUNT]);

#endif
