// Heights of any area, chunk by chunk through the cache.
#include <string.h>

#include "base/integers.h"
#include "base/area.h"
#include "world/world.h"

// Each sample is carved for itself, so that a part of a chunk has the values of the whole.
bool tr_world_heights_anew(const tr_world *world, const tr_sample_area *area, const tr_grid *out, const tr_grid *water,
                           tr_error *err)
{
    return tr_heights_evaluate(world->heights, area, out, NULL, err) &&
           (!world->carving || tr_carving_apply(world->carving, area, NULL, out, water, err));
}

bool tr_world_fill_chunk(void *user, const tr_chunk_key *key, float *samples, tr_error *err)
{
    const tr_world *world = user;
    const tr_sample_area area = {key->x * TR_CHUNK_SIDE, key->z * TR_CHUNK_SIDE, TR_CHUNK_SIDE, TR_CHUNK_SIDE,
                                 (double)key->spacing_units / TR_UNITS_PER_METRE};
    const tr_grid grid = {samples, TR_CHUNK_SIDE, TR_CHUNK_SIDE, 1, TR_CHUNK_SIDE, TR_CHUNK_SIDE * TR_CHUNK_SIDE};
    return tr_world_heights_anew(world, &area, &grid, NULL, err);
}

// The chunks that an area touches, counted row by row.
typedef struct chunk_walk {
    const tr_world *world;
    const tr_sample_area *area;
    const tr_grid *out;
    int64_t first_x, first_z, columns, rows;
} chunk_walk;

// What a chunk and the area share, and where it lies in the output.
typedef struct shared_part {
    tr_sample_area area;
    tr_grid out;
} shared_part;

static shared_part part_of(const chunk_walk *walk, const tr_chunk_key *key)
{
    const tr_sample_area *area = walk->area;
    const int64_t chunk_x = key->x * TR_CHUNK_SIDE, chunk_z = key->z * TR_CHUNK_SIDE;
    const int64_t x0 = tr_max_i64(area->x, chunk_x), x1 = tr_min_i64(area->x + area->width, chunk_x + TR_CHUNK_SIDE);
    const int64_t z0 = tr_max_i64(area->z, chunk_z), z1 = tr_min_i64(area->z + area->height, chunk_z + TR_CHUNK_SIDE);
    shared_part part = {{x0, z0, (int32_t)(x1 - x0), (int32_t)(z1 - z0), area->spacing_m}, *walk->out};
    part.out.samples += (z0 - area->z) * walk->out->row_stride + (x0 - area->x);
    part.out.width = part.area.width;
    part.out.height = part.area.height;
    return part;
}

static void copy_part(const shared_part *part, const tr_chunk_key *key, const float *samples)
{
    const float *from =
        samples + (part->area.z - key->z * TR_CHUNK_SIDE) * TR_CHUNK_SIDE + (part->area.x - key->x * TR_CHUNK_SIDE);
    for (int32_t j = 0; j < part->area.height; j++)
        memcpy(part->out.samples + j * part->out.row_stride, from + (ptrdiff_t)j * TR_CHUNK_SIDE,
               (size_t)part->area.width * sizeof *from);
}

// Without the cache; when memory is short, once more after the cache gave way.
static bool make_part(const tr_world *world, const shared_part *part, tr_error *err)
{
    tr_error reason = {0};
    if (tr_world_heights_anew(world, &part->area, &part->out, NULL, &reason)) return true;
    if (reason.code == TR_ERROR_OVER_BUDGET || reason.code == TR_ERROR_OUT_OF_MEMORY) {
        tr_cache_clear(world->cache);
        if (tr_world_heights_anew(world, &part->area, &part->out, NULL, &reason)) return true;
    }
    if (err) *err = reason;
    return false;
}

// A whole chunk is kept for others. Of one that is touched only in part, the part alone is made, unless it is asked for
// again and again: what is not asked for costs nothing.
static bool fill_part(const chunk_walk *walk, const tr_chunk_key *key, tr_error *err)
{
    tr_cache *cache = walk->world->cache;
    const shared_part part = part_of(walk, key);
    const tr_chunk *chunk;
    if (part.area.width == TR_CHUNK_SIDE && part.area.height == TR_CHUNK_SIDE) {
        chunk = tr_cache_acquire(cache, key, err);
        if (!chunk) return false;
    } else if (!tr_cache_acquire_if_wanted(cache, key, &chunk, err)) {
        return false;
    }
    if (!chunk) return make_part(walk->world, &part, err);
    copy_part(&part, key, tr_chunk_samples(chunk));
    tr_cache_release(cache, chunk);
    return true;
}

static bool fill_parts(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const chunk_walk *walk = user;
    (void)worker;
    for (int64_t index = begin; index < end; index++) {
        const tr_chunk_key key = {walk->first_x + index % walk->columns, walk->first_z + index / walk->columns,
                                  tr_area_units(walk->area)};
        if (!fill_part(walk, &key, err)) return false;
    }
    return true;
}

bool tr_world_heights(const tr_world *world, const tr_sample_area *area, const tr_grid *out,
                      const tr_progress *progress, tr_error *err)
{
    chunk_walk walk = {.world = world, .area = area, .out = out};
    walk.first_x = tr_floor_div(area->x, TR_CHUNK_SIDE);
    walk.first_z = tr_floor_div(area->z, TR_CHUNK_SIDE);
    walk.columns = tr_floor_div(area->x + area->width - 1, TR_CHUNK_SIDE) - walk.first_x + 1;
    walk.rows = tr_floor_div(area->z + area->height - 1, TR_CHUNK_SIDE) - walk.first_z + 1;
    return tr_parallel_for(world->context, &(tr_range_work){walk.columns * walk.rows, 1, fill_parts, &walk}, progress,
                           err);
}
