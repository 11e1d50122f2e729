// Heights of any area, chunk by chunk through the cache.
#include <string.h>

#include "base/integers.h"
#include "terrain/area.h"
#include "world/world.h"

bool tr_world_fill_chunk(void *user, const tr_chunk_key *key, float *samples, tr_error *err)
{
    const tr_world *world = user;
    const tr_area area = {key->x * TR_CHUNK_SIDE, key->z * TR_CHUNK_SIDE, TR_CHUNK_SIDE, TR_CHUNK_SIDE,
                          (double)key->spacing_units / TR_UNITS_PER_METRE};
    const tr_grid grid = {samples, TR_CHUNK_SIDE, TR_CHUNK_SIDE, 1, TR_CHUNK_SIDE, TR_CHUNK_SIDE * TR_CHUNK_SIDE};
    return tr_heights_evaluate(world->heights, &area, &grid, NULL, err);
}

// The chunks that an area touches, counted row by row.
typedef struct chunk_walk {
    const tr_world *world;
    const tr_area *area;
    const tr_grid *out;
    int64_t first_x, first_z, columns, rows;
} chunk_walk;

// Copies what a chunk and the area share.
static void copy_shared(const chunk_walk *it, const tr_chunk_key *key, const float *samples)
{
    const tr_area *area = it->area;
    const int64_t chunk_x = key->x * TR_CHUNK_SIDE, chunk_z = key->z * TR_CHUNK_SIDE;
    const int64_t x0 = tr_max_i64(area->x, chunk_x), x1 = tr_min_i64(area->x + area->width, chunk_x + TR_CHUNK_SIDE);
    const int64_t z0 = tr_max_i64(area->z, chunk_z), z1 = tr_min_i64(area->z + area->height, chunk_z + TR_CHUNK_SIDE);
    for (int64_t z = z0; z < z1; z++)
        memcpy(it->out->samples + (z - area->z) * it->out->row_stride + (x0 - area->x),
               samples + (z - chunk_z) * TR_CHUNK_SIDE + (x0 - chunk_x), (size_t)(x1 - x0) * sizeof *samples);
}

static bool copy_chunks(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const chunk_walk *it = user;
    (void)worker;
    for (int64_t index = begin; index < end; index++) {
        const tr_chunk_key key = {it->first_x + index % it->columns, it->first_z + index / it->columns,
                                  tr_area_units(it->area)};
        const tr_chunk *chunk = tr_cache_acquire(it->world->cache, &key, err);
        if (!chunk) return false;
        copy_shared(it, &key, tr_chunk_samples(chunk));
        tr_cache_release(it->world->cache, chunk);
    }
    return true;
}

bool tr_world_heights(const tr_world *world, const tr_area *area, const tr_grid *out, const tr_progress *progress,
                      tr_error *err)
{
    chunk_walk it = {.world = world, .area = area, .out = out};
    it.first_x = tr_floor_div(area->x, TR_CHUNK_SIDE);
    it.first_z = tr_floor_div(area->z, TR_CHUNK_SIDE);
    it.columns = tr_floor_div(area->x + area->width - 1, TR_CHUNK_SIDE) - it.first_x + 1;
    it.rows = tr_floor_div(area->z + area->height - 1, TR_CHUNK_SIDE) - it.first_z + 1;
    return tr_parallel_for(world->context, it.columns * it.rows, 1, copy_chunks, &it, progress, err);
}
