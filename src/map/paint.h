// The pixels of a map without its frame: tints in the light, water, coasts and contour lines.
//
// Work goes in bands of rows, so that what is needed besides the heights stays small. Bands are the same for
// every budget and every number of threads, and so are the bytes.
#ifndef TR_MAP_PAINT_H
#define TR_MAP_PAINT_H

#include "map/contours.h"
#include "map/look.h"

typedef struct tr_map_scene {
    const tr_world *world;
    tr_sample_area area;  // a sample per pixel
    const tr_map_look *look;
    const tr_map_contours *contours;
    const tr_map_field *heights;  // above the sea, with a margin of RELIEF_MARGIN
    const tr_map_field *values;   // as they are shown; NULL when the layer has none
} tr_map_scene;

// The bytes that painting takes besides the fields and the picture.
uint64_t tr_map_paint_bytes(const tr_map_look *look, bool paths, int32_t width, int32_t height);

// How many pixels each biome has most of, where the look shows biomes, and each cover of paths; else zeros.
typedef struct tr_map_counts {
    int64_t biomes[TR_BIOME_COUNT];
    int64_t covers[TR_COVER_COUNT];
} tr_map_counts;

// Paints into `image` (8-bit RGB, the size of the area). `progress` may be NULL.
bool tr_map_paint(const tr_map_scene *scene, const tr_image *image, tr_map_counts *counts, const tr_progress *progress,
                  tr_error *err);

#endif
