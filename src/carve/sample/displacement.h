// What a displacement holds: tiles of samples by their place.
#ifndef TR_CARVE_SAMPLE_DISPLACEMENT_H
#define TR_CARVE_SAMPLE_DISPLACEMENT_H

#include "carve/sample/tile_cover.h"
#include "geometry/tile_map.h"

enum {
    TR_DISPLACED_HEIGHT,
    TR_DISPLACED_STRENGTH,
    TR_DISPLACED_PLANES,  // inclination and distance follow when they are kept
    TR_TILE_SAMPLES = TR_DISPLACEMENT_TILE * TR_DISPLACEMENT_TILE,
    TR_SPARE_TILES = 32,
};

typedef struct tr_displaced_tile {
    int64_t x, z;    // in tiles
    float values[];  // planes of TR_TILE_SAMPLES
} tr_displaced_tile;

struct tr_displacement {
    tr_context *context;
    const tr_carving *carving;
    tr_displacement_def def;  // `within` is in `lattice`
    tr_cover_lattice lattice;
    int32_t plane_count;
    tr_displaced_tile **tiles;  // by z, then by x
    int32_t tile_count;
    tr_tile_map map;
    uint64_t version;  // of the carving that the tiles show
    tr_displaced_tile
        *spare[TR_SPARE_TILES];  // memory of tiles that were replaced: an edit takes about as many as the last one left
    int32_t spare_count;
};

static inline const tr_displaced_tile *tr_displaced_tile_find(const tr_displacement *displacement, int64_t x, int64_t z)
{
    return tr_tile_map_find(&displacement->map, x, z);
}

#endif
