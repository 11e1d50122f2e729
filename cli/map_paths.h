// Rivers, lakes and roads on a map.
#ifndef CLI_MAP_PATHS_H
#define CLI_MAP_PATHS_H

#include "map_look.h"

// How much of each pixel paths cover, a plane per tr_path_cover; without samples in a world without paths. Release with
// tr_grid_destroy().
bool map_paths_create(const tr_world *world, const tr_area *area, tr_grid *out, tr_error *err);

// What a look shows of the paths: nothing, water alone, or everything.
bool map_paths_are_shown(const map_look *look, tr_path_cover cover);

// The colour of a cover, before light.
color map_paths_tint(const map_look *look, tr_path_cover cover);

// Paints the paths over the colour of a pixel. `light` is that on the ground.
color map_paths_paint(const map_look *look, const tr_grid *cover, int32_t x, int32_t y, color light, color ground);

// Counts the pixels that each cover has most of.
void map_paths_count(const tr_grid *cover, int64_t pixels[TR_COVER_COUNT]);

#endif
