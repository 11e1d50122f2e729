// The legend of a map: a ramp with its values, a list of biomes, or a disc of directions.
#ifndef TR_MAP_LEGEND_H
#define TR_MAP_LEGEND_H

#include "map/layout.h"
#include "map/look.h"

typedef struct tr_map_legend_def {
    const tr_map_layout *layout;
    const tr_map_look *look;
    float sea_level_m;            // heights are written as above the datum
    float lowest_m;               // ground of the map, above the sea
    bool land, water;             // whether the map has any
    const int64_t *biome_pixels;  // TR_BIOME_COUNT numbers
    const int64_t *cover_pixels;  // TR_COVER_COUNT numbers
} tr_map_legend_def;

void tr_map_legend_draw(const tr_image *page, const tr_map_legend_def *def);

// An area as it is written: "100 m2" (with a superscript), "5 ha", "20 km2".
void tr_map_area_text(double area_m2, char *out, size_t size);

#endif
