// A table of columns with one place for each hash: a newer column drives out an older one (ground_cache.h).
#include "world/ground_cache.h"

#include <pthread.h>
#include <string.h>

#include "base/integers.h"

enum {
    BUDGET_SHARE = 16,  // of the budget of the context that the table may take
    MOST_TILES = 4096,
    LEAST_TILES = 64,
    RUN = 8,  // tiles in a row that are made at once
};

struct tr_ground_cache {
    const tr_world *world;
    tr_ground_fill fill;
    pthread_mutex_t lock;
    uint64_t tile_count;
    tr_ground_tile *tiles[];
};

static tr_ground_tile **place_of(tr_ground_cache *cache, int64_t x, int64_t z)
{
    return &cache->tiles[tr_hash_identity(0, 0, x, 0, z) % cache->tile_count];
}

// ---------------------------------------------------------------------------------------------------------
// Copies

// What a tile and the area share, from the rows of a tile to those of the output.
static void copy_shared(const tr_area *area, int64_t tile_x, int64_t tile_z, const tr_ground_rows *from,
                        const tr_ground_rows *to)
{
    const int64_t left = tile_x * TR_VOXEL_SIDE, upper = tile_z * TR_VOXEL_SIDE;
    const int64_t x0 = tr_max_i64(area->x, left), x1 = tr_min_i64(area->x + area->width, left + TR_VOXEL_SIDE);
    const int64_t z0 = tr_max_i64(area->z, upper), z1 = tr_min_i64(area->z + area->height, upper + TR_VOXEL_SIDE);
    const size_t count = (size_t)(x1 - x0);
    for (int64_t z = z0; z < z1; z++) {
        const ptrdiff_t at = (ptrdiff_t)((z - upper) * from->stride + (x0 - left));
        const ptrdiff_t into = (ptrdiff_t)((z - area->z) * to->stride + (x0 - area->x));
        memcpy(to->height + into, from->height + at, count * sizeof *to->height);
        memcpy(to->water + into, from->water + at, count * sizeof *to->water);
        memcpy(to->cover + into, from->cover + at, count);
    }
}

static tr_ground_rows rows_of(tr_ground_tile *tile)
{
    return (tr_ground_rows){tile->height, tile->water, tile->cover, TR_VOXEL_SIDE};
}

// ---------------------------------------------------------------------------------------------------------
// Making

// A tile that there is no memory for is not kept, and nobody minds.
static void keep(tr_ground_cache *cache, int64_t x, int64_t z, const tr_ground_rows *from)
{
    const tr_area whole = {x * TR_VOXEL_SIDE, z * TR_VOXEL_SIDE, TR_VOXEL_SIDE, TR_VOXEL_SIDE, 1};
    pthread_mutex_lock(&cache->lock);
    tr_ground_tile **place = place_of(cache, x, z);
    if (!*place) *place = tr_alloc(cache->world->context, sizeof **place, NULL);
    if (*place) {
        (*place)->x = x;
        (*place)->z = z;
        const tr_ground_rows rows = rows_of(*place);
        copy_shared(&whole, x, z, from, &rows);
    }
    pthread_mutex_unlock(&cache->lock);
}

typedef struct run_memory {
    float height[RUN * TR_VOXEL_LAYER], water[RUN * TR_VOXEL_LAYER];
    uint8_t cover[RUN * TR_VOXEL_LAYER];
} run_memory;

// Tiles x .. x + count of a row.
static bool make_run(tr_ground_cache *cache, const tr_area *area, int64_t x, int64_t z, int32_t count,
                     const tr_ground_rows *out, tr_error *err)
{
    tr_context *context = cache->world->context;
    const tr_area whole = {x * TR_VOXEL_SIDE, z * TR_VOXEL_SIDE, count * TR_VOXEL_SIDE, TR_VOXEL_SIDE, area->spacing_m};
    run_memory *memory = tr_alloc(context, sizeof *memory, err);
    if (!memory) return false;
    const tr_ground_rows made = {memory->height, memory->water, memory->cover, whole.width};
    const bool done = cache->fill(cache->world, &whole, &made, err);
    for (int32_t i = 0; i < count && done; i++) {
        const ptrdiff_t at = i * (ptrdiff_t)TR_VOXEL_SIDE;
        const tr_ground_rows tile = {made.height + at, made.water + at, made.cover + at, made.stride};
        copy_shared(area, x + i, z, &tile, out);
        keep(cache, x + i, z, &tile);
    }
    tr_free(context, memory);
    return done;
}

static bool copy_kept(tr_ground_cache *cache, const tr_area *area, int64_t x, int64_t z, const tr_ground_rows *out)
{
    pthread_mutex_lock(&cache->lock);
    tr_ground_tile *tile = *place_of(cache, x, z);
    const bool found = tile && tile->x == x && tile->z == z;
    if (found) {
        const tr_ground_rows rows = rows_of(tile);
        copy_shared(area, x, z, &rows, out);
    }
    pthread_mutex_unlock(&cache->lock);
    return found;
}

// One row of tiles: those that are there, and runs of those that are not.
static bool read_row(tr_ground_cache *cache, const tr_area *area, int64_t z, int64_t first, int64_t end,
                     const tr_ground_rows *out, tr_error *err)
{
    int32_t missing = 0;
    for (int64_t x = first; x <= end; x++) {
        const bool there = x == end || copy_kept(cache, area, x, z, out);
        missing += !there;
        if (missing > 0 && (there || missing == RUN)) {
            if (!make_run(cache, area, there ? x - missing : x + 1 - missing, z, missing, out, err)) return false;
            missing = 0;
        }
    }
    return true;
}

bool tr_ground_cache_read(tr_ground_cache *cache, const tr_area *area, const tr_ground_rows *out, tr_error *err)
{
    const int64_t first_x = tr_floor_div(area->x, TR_VOXEL_SIDE), first_z = tr_floor_div(area->z, TR_VOXEL_SIDE);
    const int64_t end_x = tr_floor_div(area->x + area->width - 1, TR_VOXEL_SIDE) + 1;
    const int64_t end_z = tr_floor_div(area->z + area->height - 1, TR_VOXEL_SIDE) + 1;
    for (int64_t z = first_z; z < end_z; z++)
        if (!read_row(cache, area, z, first_x, end_x, out, err)) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------

tr_ground_cache *tr_ground_cache_create(const tr_world *world, tr_ground_fill fill, tr_error *err)
{
    const uint64_t share = tr_context_memory(world->context).budget_bytes / BUDGET_SHARE / sizeof(tr_ground_tile);
    const uint64_t count = share > MOST_TILES ? MOST_TILES : share < LEAST_TILES ? LEAST_TILES : share;
    const size_t size = sizeof(tr_ground_cache) + count * sizeof(tr_ground_tile *);
    tr_ground_cache *cache = tr_alloc(world->context, size, err);
    if (!cache) return NULL;
    memset(cache, 0, size);
    cache->world = world;
    cache->fill = fill;
    cache->tile_count = count;
    pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

void tr_ground_cache_destroy(tr_ground_cache *cache)
{
    if (!cache) return;
    tr_context *context = cache->world->context;
    for (uint64_t i = 0; i < cache->tile_count; i++) tr_free(context, cache->tiles[i]);
    pthread_mutex_destroy(&cache->lock);
    tr_free(context, cache);
}
