// The pixels of a map without its frame: tints in the light, water, coasts and contour lines.
//
// Work goes in bands of rows, so that what is needed besides the heights stays small. Bands are the same for
// every budget and every number of threads, and so are the bytes.
#ifndef CLI_MAP_PAINT_H
#define CLI_MAP_PAINT_H

#include "map_contours.h"
#include "map_look.h"

typedef struct map_scene {
    const tr_world *world;
    tr_area area;  // a sample per pixel
    const map_look *look;
    const map_contours *contours;
    const field *heights;  // above the sea, with a margin of RELIEF_MARGIN
    const field *values;   // as they are shown; NULL when the layer has none
} map_scene;

// The bytes that painting takes besides the fields and the picture.
uint64_t map_paint_bytes(const map_look *look, bool paths, int32_t width, int32_t height);

// How many pixels each biome has most of, where the look shows biomes, and each cover of paths; else zeros.
typedef struct map_counts {
    int64_t biomes[TR_BIOME_COUNT];
    int64_t covers[TR_COVER_COUNT];
} map_counts;

// Paints into `image` (8-bit RGB, the size of the area). `progress` may be NULL.
bool map_paint(const map_scene *scene, const tr_image *image, map_counts *counts, const tr_progress *progress,
               tr_error *err);

#endif
