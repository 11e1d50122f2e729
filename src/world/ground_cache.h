// The ground of columns of chunks, kept for their neighbours: each is looked at by those around it, for slopes, banks
// and overhangs. Thread-safe, bounded, and without influence on any value.
#ifndef TR_WORLD_GROUND_CACHE_H
#define TR_WORLD_GROUND_CACHE_H

#include "voxel/generate/ground.h"
#include "world/world.h"

typedef struct tr_ground_cache tr_ground_cache;

// What is kept of a column: heights and water levels in blocks, and covers, in rows.
typedef struct tr_ground_tile {
    int64_t x, z;  // of the column of chunks
    float height[TR_VOXEL_LAYER], water[TR_VOXEL_LAYER];
    uint8_t cover[TR_VOXEL_LAYER];
} tr_ground_tile;

// Fills rows of columns of blocks, which are `stride` apart.
typedef struct tr_ground_rows {
    float *height, *water;
    uint8_t *cover;
    ptrdiff_t stride;
} tr_ground_rows;
typedef bool (*tr_ground_fill)(const tr_world *world, const tr_sample_area *area, const tr_ground_rows *out,
                               tr_error *err);

tr_ground_cache *tr_ground_cache_create(const tr_world *world, tr_ground_fill fill, tr_error *err);
void tr_ground_cache_destroy(tr_ground_cache *cache);  // NULL allowed

// The ground of a rectangle of columns of blocks. What nobody has is made in rectangles as large as there are; of that
// the columns of chunks that lie in the rectangle with all they have are kept.
bool tr_ground_cache_read(tr_ground_cache *cache, const tr_sample_area *area, const tr_ground_rows *out, tr_error *err);

#endif
