/// @file bake.h
/// A world as tiles of files: for engines, GIS and whoever reads whole pictures of ground.
#ifndef TERRANE_BAKE_H
#define TERRANE_BAKE_H

#include "terrane/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// X(name, what `--formats` calls it).
#define TR_BAKE_FORMAT_LIST(X) \
    X(PNG, "png")              \
    X(R16, "r16")              \
    X(TIFF, "tiff")            \
    X(NORMAL, "normal")        \
    X(BIOME, "biome")          \
    X(GLB, "glb")

typedef enum tr_bake_format {
#define X(name, text) TR_BAKE_##name,
    TR_BAKE_FORMAT_LIST(X)
#undef X
        TR_BAKE_FORMAT_COUNT
} tr_bake_format;

typedef struct tr_bake_def {
    uint32_t cookie;
    const char *directory;  ///< made if it does not exist
    tr_region region_m;     ///< what to bake
    double spacing_m;
    int32_t tile;      ///< samples along a side of a tile, 32..8192
    int32_t levels;    ///< 1..16: each next one has twice the spacing and a quarter of the tiles
    unsigned formats;  ///< a sum of 1 << TR_BAKE_...
    bool overlap;      ///< tiles share the row and column of samples at their borders (tile + 1 samples)
    bool start_over;   ///< replace another bake that lies in the directory
} tr_bake_def;

/// Tiles of 512 samples, one level, all formats that this build can write, no overlap.
TR_API tr_bake_def tr_default_bake_def(void);

typedef struct tr_bake_report {
    int64_t tile_count, tiles_kept;  ///< all, and those that an earlier bake had finished
    uint64_t bytes;                  ///< of all files
    double seconds;
    double megapixels;    ///< samples that were baked now, in millions
    float low_m, high_m;  ///< range of the heights
} tr_bake_report;

/// Writes tiles, their index `manifest.json` and what the formats need. A bake that was killed goes on where it stopped
/// and gives the same bytes as one that was not. Refuses a directory that holds another bake unless `start_over`.
TR_API bool tr_world_bake(tr_world *world, const tr_bake_def *def, const tr_progress *progress, tr_bake_report *report,
                          tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
