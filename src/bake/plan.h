// What a bake consists of: levels, tiles, files.
#ifndef TR_BAKE_PLAN_H
#define TR_BAKE_PLAN_H

#include "terrane/bake.h"

enum { TR_BAKE_MAX_LEVELS = 16, TR_BAKE_NAME_SIZE = 64 };

typedef struct tr_bake_level {
    double spacing_m;
    int64_t x, z;  // first sample
    int32_t tiles_x, tiles_z;
    int64_t first_tile;  // number of its first tile
} tr_bake_level;

typedef struct tr_bake_plan {
    tr_bake_def def;
    tr_bake_level levels[TR_BAKE_MAX_LEVELS];
    int64_t tile_count;
    uint64_t hash;  // of everything the files depend on
} tr_bake_plan;

typedef struct tr_bake_tile {
    int level;
    int32_t x, z;
} tr_bake_tile;

// Fails with INVALID_ARGUMENT, TOO_LARGE or UNSUPPORTED (a format this build cannot write).
bool tr_bake_plan_make(const tr_world *world, const tr_bake_def *def, tr_bake_plan *out, tr_error *err);

tr_bake_tile tr_bake_plan_tile(const tr_bake_plan *plan, int64_t index);
// The samples of a tile, and `extra` more to the east and south.
tr_sample_area tr_bake_tile_area(const tr_bake_plan *plan, tr_bake_tile tile, int32_t extra);
// What the files of a tile hold: the overlap included when it is asked for.
tr_sample_area tr_bake_file_area(const tr_bake_plan *plan, tr_bake_tile tile);
bool tr_bake_has(const tr_bake_plan *plan, tr_bake_format format);
// "level0/height_x0000_z0000.png"
void tr_bake_file_name(tr_bake_tile tile, tr_bake_format format, char out[TR_BAKE_NAME_SIZE]);
// "png", "r16", ...
const char *tr_bake_format_name(tr_bake_format format);

#endif
