// A table of columns with one place for each hash: a newer column drives out an older one (ground_cache.h).
#include "world/ground_cache.h"

#include <string.h>

#include "base/thread.h"
#include "base/integers.h"

enum {
    BUDGET_SHARE = 16,  // of the budget of the context that the table may take
    MAX_TILES = 4096,
    MIN_TILES = 64,
};

struct tr_ground_cache {
    const tr_world *world;
    tr_ground_fill fill;
    tr_mutex lock;
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
static void copy_shared(const tr_sample_area *area, int64_t tile_x, int64_t tile_z, const tr_ground_rows *from,
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
    const tr_sample_area whole = {x * TR_VOXEL_SIDE, z * TR_VOXEL_SIDE, TR_VOXEL_SIDE, TR_VOXEL_SIDE, 1};
    tr_mutex_lock(&cache->lock);
    tr_ground_tile **place = place_of(cache, x, z);
    if (!*place) *place = tr_alloc(cache->world->context, sizeof **place, NULL);
    if (*place) {
        (*place)->x = x;
        (*place)->z = z;
        const tr_ground_rows rows = rows_of(*place);
        copy_shared(&whole, x, z, from, &rows);
    }
    tr_mutex_unlock(&cache->lock);
}

// A rectangle of tiles, its end not included.
typedef struct tile_rect {
    int64_t x0, z0, x1, z1;
} tile_rect;

// The columns of blocks of a rectangle of tiles.
static tr_sample_area area_of(const tile_rect *rect, double spacing_m)
{
    return (tr_sample_area){rect->x0 * TR_VOXEL_SIDE, rect->z0 * TR_VOXEL_SIDE,
                            (int32_t)(rect->x1 - rect->x0) * TR_VOXEL_SIDE,
                            (int32_t)(rect->z1 - rect->z0) * TR_VOXEL_SIDE, spacing_m};
}

static tr_sample_area shared_area(const tr_sample_area *a, const tr_sample_area *b)
{
    const int64_t x0 = tr_max_i64(a->x, b->x), x1 = tr_min_i64(a->x + a->width, b->x + b->width);
    const int64_t z0 = tr_max_i64(a->z, b->z), z1 = tr_min_i64(a->z + a->height, b->z + b->height);
    return (tr_sample_area){x0, z0, (int32_t)(x1 - x0), (int32_t)(z1 - z0), a->spacing_m};
}

// The rows from a column of blocks of an area on.
static tr_ground_rows rows_at(const tr_ground_rows *rows, const tr_sample_area *area, int64_t x, int64_t z)
{
    const ptrdiff_t at = (ptrdiff_t)((z - area->z) * rows->stride + (x - area->x));
    return (tr_ground_rows){rows->height + at, rows->water + at, rows->cover + at, rows->stride};
}

static bool holds_tile(const tr_sample_area *area, int64_t x, int64_t z)
{
    const int64_t left = x * TR_VOXEL_SIDE, upper = z * TR_VOXEL_SIDE;
    return left >= area->x && left + TR_VOXEL_SIDE <= area->x + area->width && upper >= area->z &&
           upper + TR_VOXEL_SIDE <= area->z + area->height;
}

// Fills what a rectangle of tiles and the area share, in place, and keeps the tiles that are whole.
static bool make_shared(tr_ground_cache *cache, const tr_sample_area *area, const tile_rect *rect,
                        const tr_ground_rows *out, tr_error *err)
{
    const tr_sample_area whole = area_of(rect, area->spacing_m), part = shared_area(area, &whole);
    const tr_ground_rows rows = rows_at(out, area, part.x, part.z);
    if (!cache->fill(cache->world, &part, &rows, err)) return false;
    for (int64_t z = rect->z0; z < rect->z1; z++) {
        for (int64_t x = rect->x0; x < rect->x1; x++) {
            if (!holds_tile(&part, x, z)) continue;
            const tr_ground_rows tile = rows_at(out, area, x * TR_VOXEL_SIDE, z * TR_VOXEL_SIDE);
            keep(cache, x, z, &tile);
        }
    }
    return true;
}

static bool copy_kept(tr_ground_cache *cache, const tr_sample_area *area, int64_t x, int64_t z,
                      const tr_ground_rows *out)
{
    tr_mutex_lock(&cache->lock);
    tr_ground_tile *tile = *place_of(cache, x, z);
    const bool found = tile && tile->x == x && tile->z == z;
    if (found) {
        const tr_ground_rows rows = rows_of(tile);
        copy_shared(area, x, z, &rows, out);
    }
    tr_mutex_unlock(&cache->lock);
    return found;
}

// ---------------------------------------------------------------------------------------------------------
// Rectangles of what is missing

// Tiles of an area row by row; 1: nobody has it.
typedef struct tile_map {
    tile_rect all;
    uint8_t *missing;
} tile_map;

static uint8_t *tile_at(const tile_map *map, int64_t x, int64_t z)
{
    return map->missing + (z - map->all.z0) * (map->all.x1 - map->all.x0) + (x - map->all.x0);
}

static bool is_row_missing(const tile_map *map, int64_t x0, int64_t x1, int64_t z)
{
    return !memchr(tile_at(map, x0, z), 0, (size_t)(x1 - x0));
}

// The rectangle of missing tiles from one on, first to the right and then down; takes it off the map.
static tile_rect take_rect(const tile_map *map, int64_t x, int64_t z)
{
    tile_rect rect = {x, z, x + 1, z + 1};
    while (rect.x1 < map->all.x1 && *tile_at(map, rect.x1, z)) rect.x1++;
    while (rect.z1 < map->all.z1 && is_row_missing(map, rect.x0, rect.x1, rect.z1)) rect.z1++;
    for (int64_t row = z; row < rect.z1; row++) memset(tile_at(map, x, row), 0, (size_t)(rect.x1 - x));
    return rect;
}

static bool read_tiles(tr_ground_cache *cache, const tr_sample_area *area, const tile_map *map,
                       const tr_ground_rows *out, tr_error *err)
{
    for (int64_t z = map->all.z0; z < map->all.z1; z++)
        for (int64_t x = map->all.x0; x < map->all.x1; x++) *tile_at(map, x, z) = !copy_kept(cache, area, x, z, out);
    for (int64_t z = map->all.z0; z < map->all.z1; z++) {
        for (int64_t x = map->all.x0; x < map->all.x1; x++) {
            if (!*tile_at(map, x, z)) continue;
            const tile_rect rect = take_rect(map, x, z);
            if (!make_shared(cache, area, &rect, out, err)) return false;
        }
    }
    return true;
}

bool tr_ground_cache_read(tr_ground_cache *cache, const tr_sample_area *area, const tr_ground_rows *out, tr_error *err)
{
    tile_map map = {{tr_floor_div(area->x, TR_VOXEL_SIDE), tr_floor_div(area->z, TR_VOXEL_SIDE),
                     tr_floor_div(area->x + area->width - 1, TR_VOXEL_SIDE) + 1,
                     tr_floor_div(area->z + area->height - 1, TR_VOXEL_SIDE) + 1},
                    NULL};
    tr_context *context = cache->world->context;
    map.missing = tr_alloc(context, (size_t)((map.all.x1 - map.all.x0) * (map.all.z1 - map.all.z0)), err);
    if (!map.missing) return false;
    const bool done = read_tiles(cache, area, &map, out, err);
    tr_free(context, map.missing);
    return done;
}

// ---------------------------------------------------------------------------------------------------------

tr_ground_cache *tr_ground_cache_create(const tr_world *world, tr_ground_fill fill, tr_error *err)
{
    const uint64_t share = tr_context_memory(world->context).budget_bytes / BUDGET_SHARE / sizeof(tr_ground_tile);
    const uint64_t count = share > MAX_TILES ? MAX_TILES : share < MIN_TILES ? MIN_TILES : share;
    const size_t size = sizeof(tr_ground_cache) + count * sizeof(tr_ground_tile *);
    tr_ground_cache *cache = tr_alloc(world->context, size, err);
    if (!cache) return NULL;
    memset(cache, 0, size);
    cache->world = world;
    cache->fill = fill;
    cache->tile_count = count;
    tr_mutex_init(&cache->lock);
    return cache;
}

void tr_ground_cache_destroy(tr_ground_cache *cache)
{
    if (!cache) return;
    tr_context *context = cache->world->context;
    for (uint64_t i = 0; i < cache->tile_count; i++) tr_free(context, cache->tiles[i]);
    tr_mutex_destroy(&cache->lock);
    tr_free(context, cache);
}
