// The ground of a world (voxel_ground.h).
#include "world/voxel_ground.h"

#include <string.h>

#include "base/hash_value.h"
#include "base/integers.h"
#include "voxel/generate/cell_hash.h"
#include "voxel/generate/coarse_rows.h"
#include "base/area.h"
#include "world/field_tile.h"
#include "world/ground_cache.h"
#include "world/path_fields.h"
#include "description/world_def.h"

// Points of the climate's lattice beyond the tile that the search for a biome close by may come to.
enum { AROUND = 1 };

_Static_assert(TR_GROUND_BARE == 0 && (int)TR_GROUND_CITY == (int)TR_COVER_CITY + 1 &&
                   (int)TR_GROUND_SHOULDER == (int)TR_COVER_SHOULDER + 1 &&
                   (int)TR_GROUND_TRACK == (int)TR_COVER_TRACK + 1 && (int)TR_GROUND_ROAD == (int)TR_COVER_ROAD + 1 &&
                   (int)TR_GROUND_RAIL == (int)TR_COVER_RAIL + 1,
               "covers of the ground are those of paths plus 1");

struct tr_world_ground {
    const tr_world *world;
    tr_ground_cache *cache;  // of step 1
};

// ---------------------------------------------------------------------------------------------------------
// Heights, water, cover

// The level of the sea everywhere, and that of rivers and lakes where it is higher. From metres to blocks.
static void settle_levels(const tr_world *world, const tr_sample_area *area, bool paths, const tr_ground_rows *out)
{
    const float sea_level_m = (float)world->def.sea_level_m, block_m = (float)world->def.voxels.block_m;
    for (int32_t j = 0; j < area->height; j++) {
        float *height = out->height + j * out->stride, *water = out->water + j * out->stride;
        for (int32_t i = 0; i < area->width; i++) {
            const float level_m = paths && water[i] > sea_level_m ? water[i] : sea_level_m;
            water[i] = level_m / block_m;
            height[i] = height[i] / block_m;
        }
    }
}

static bool fill_rows(const tr_world *world, const tr_sample_area *area, const tr_ground_rows *out, tr_error *err)
{
    const ptrdiff_t plane = out->stride * area->height;
    const tr_grid heights = {out->height, area->width, area->height, 1, out->stride, plane};
    const tr_grid levels = {out->water, area->width, area->height, 1, out->stride, plane};
    if (!tr_world_heights_anew(world, area, &heights, &levels, err) ||
        !tr_path_cover_upmost(world, area, out->cover, out->stride, err))
        return false;
    settle_levels(world, area, world->carving != NULL, out);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Climate

typedef struct coarse_climate {
    tr_sample_area area;
    tr_grid temperature, humidity, biome;
} coarse_climate;

static void destroy_climate(tr_context *context, coarse_climate *climate)
{
    tr_grid_destroy(context, &climate->temperature);
    tr_grid_destroy(context, &climate->humidity);
    tr_grid_destroy(context, &climate->biome);
}

// The fields of a coarse area; its heights are asked for once and are not worth keeping.
static bool find_fields(const tr_world *world, coarse_climate *out, tr_error *err)
{
    const tr_sample_area wide = tr_area_with_halo(&out->area, 1);
    tr_field_tile fields = tr_field_tile_of(world, &out->area, 1);
    tr_grid *const grids[] = {&out->temperature, &out->humidity, &out->biome};
    bool done = tr_grid_create(world->context, wide.width, wide.height, 1, &fields.height, err) &&
                tr_world_heights_anew(world, &wide, &fields.height, NULL, err);
    for (int i = 0; i < 3; i++)
        done = done && tr_grid_create(world->context, out->area.width, out->area.height, 1, grids[i], err);
    done = done && tr_field_tile_field(&fields, TR_FIELD_TEMPERATURE, &out->temperature, err) &&
           tr_field_tile_field(&fields, TR_FIELD_HUMIDITY, &out->humidity, err) &&
           tr_field_tile_land_biome(&fields, &out->biome, err);
    tr_field_tile_destroy(&fields);
    return done;
}

static bool find_climate(const tr_world *world, const tr_sample_area *area, coarse_climate *out, tr_error *err)
{
    const int64_t x0 = (area->x >> TR_COARSE_LOG2) - AROUND, z0 = (area->z >> TR_COARSE_LOG2) - AROUND;
    const int64_t x1 = ((area->x + area->width - 1) >> TR_COARSE_LOG2) + 1 + AROUND;
    const int64_t z1 = ((area->z + area->height - 1) >> TR_COARSE_LOG2) + 1 + AROUND;
    *out =
        (coarse_climate){.area = {x0, z0, (int32_t)(x1 - x0 + 1), (int32_t)(z1 - z0 + 1), area->spacing_m * TR_COARSE}};
    if (find_fields(world, out, err)) return true;
    destroy_climate(world->context, out);
    return false;
}

static void spread_row(const tr_grid *coarse, const tr_sample_area *area, int32_t j, float *out)
{
    const int64_t z = area->z + j;
    const int64_t row = (z >> TR_COARSE_LOG2) - ((area->z >> TR_COARSE_LOG2) - AROUND);
    const float *north = coarse->samples + row * coarse->row_stride + AROUND;
    tr_coarse_row(north, north + coarse->row_stride, area->x, z, area->width, out);
}

// ---------------------------------------------------------------------------------------------------------
// Biomes

enum {
    BIOME_SALT = 0x62696f6d,
    SPREAD = 8,                                         // places along an axis
    NEAREST = TR_COARSE / 2 - SPREAD / 2,               // of these
    POINTS = 1 + (SPREAD + TR_COARSE - 2) / TR_COARSE,  // of the lattice that those of a cell reach along an axis
};

// Whether all that the columns of a cell may get is the same, as it mostly is.
static bool is_one_biome(const float *corner, ptrdiff_t stride)
{
    bool one = true;
    for (int v = 0; v < POINTS; v++)
        for (int u = 0; u < POINTS; u++) one &= corner[v * stride + u] == *corner;
    return one;
}

// The biome of a point of the lattice that lies up to 3.5 columns away along each axis, of all places there with equal
// chances.
static void scatter_biomes(const coarse_climate *climate, uint64_t seed, const tr_sample_area *area, int32_t j,
                           uint8_t *out)
{
    const tr_grid *biomes = &climate->biome;
    const uint64_t row_hash = tr_row_hash(seed, BIOME_SALT, area->z + j);
    const int32_t low_x = (int32_t)(area->x - climate->area.x * TR_COARSE) + NEAREST;
    const int32_t low_z = (int32_t)(area->z - climate->area.z * TR_COARSE) + NEAREST + j;
    for (int32_t i = 0, end; i < area->width; i = end) {
        const int32_t u = (low_x + i) >> TR_COARSE_LOG2, v = low_z >> TR_COARSE_LOG2;
        const float *corner = biomes->samples + v * biomes->row_stride + u;
        end = tr_min_i32(area->width, (u + 1) * TR_COARSE - low_x);
        if (is_one_biome(corner, biomes->row_stride)) {
            memset(out + i, (uint8_t)*corner, (size_t)(end - i));
            continue;
        }
        for (int32_t k = i; k < end; k++) {
            const uint64_t hash = tr_cell_hash(row_hash, area->x + k);
            const int32_t near_u = (low_x + k + (int32_t)(hash >> 32 & (SPREAD - 1))) >> TR_COARSE_LOG2;
            const int32_t near_v = (low_z + (int32_t)(hash >> 48 & (SPREAD - 1))) >> TR_COARSE_LOG2;
            out[k] = (uint8_t)biomes->samples[near_v * biomes->row_stride + near_u];
        }
    }
}

// What is under water is no land, and what is not is no sea: the shore is where the heights say it.
static void settle_shores(float sea_level, const float *restrict height, const float *restrict water,
                          uint8_t *restrict biome, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const bool is_wet = water[i] > height[i], is_high = water[i] > sea_level;
        const uint8_t land = biome[i] == TR_BIOME_OCEAN ? TR_BIOME_BEACH : biome[i];
        const uint8_t wet = (is_high | (biome[i] == TR_BIOME_RIVER)) ? TR_BIOME_RIVER : TR_BIOME_OCEAN;
        biome[i] = is_wet ? wet : land;
    }
}

static float sea_level_of(const tr_world *world)
{
    return (float)world->def.sea_level_m / (float)world->def.voxels.block_m;
}

static bool fill_climate(const tr_world *world, const tr_sample_area *area, const tr_ground_samples *out, tr_error *err)
{
    coarse_climate climate;
    if (!find_climate(world, area, &climate, err)) return false;
    for (int32_t j = 0; j < area->height; j++) {
        const ptrdiff_t at = j * (ptrdiff_t)area->width;
        spread_row(&climate.temperature, area, j, out->temperature + at);
        spread_row(&climate.humidity, area, j, out->humidity + at);
        scatter_biomes(&climate, world->def.seed, area, j, out->biome + at);
        settle_shores(sea_level_of(world), out->height + at, out->water + at, out->biome + at, area->width);
    }
    destroy_climate(world->context, &climate);
    return true;
}

// ---------------------------------------------------------------------------------------------------------

static bool sample_ground(void *user, int64_t x, int64_t z, int32_t width, int32_t height, int32_t step,
                          const tr_ground_samples *out, tr_error *err)
{
    const tr_world_ground *ground = user;
    const tr_world *world = ground->world;
    const tr_sample_area area = {x, z, width, height, world->def.voxels.block_m * step};
    const tr_ground_rows rows = {out->height, out->water, out->cover, width};
    if (!tr_sample_area_check(&area, err)) return false;
    if (!(step == 1 ? tr_ground_cache_read(ground->cache, &area, &rows, err) : fill_rows(world, &area, &rows, err)))
        return false;
    return !out->biome || fill_climate(world, &area, out, err);
}

static bool find_spans(void *user, int64_t x, int64_t z, tr_ground_span out[TR_VOXEL_LAYER])
{
    const tr_world *world = ((const tr_world_ground *)user)->world;
    return tr_bridge_decks_over(&world->decks, world->def.voxels.block_m, x, z, TR_VOXEL_SIDE, out);
}

static uint64_t hash_ground(const tr_world *world)
{
    const uint64_t hash = tr_heights_hash_elevation(world->heights, tr_world_def_ground_hash(&world->def));
    return world->carving ? tr_hash_word(tr_carving_hash(world->carving), hash) : hash;
}

tr_world_ground *tr_world_ground_create(const tr_world *world, tr_error *err)
{
    tr_world_ground *ground = tr_alloc(world->context, sizeof *ground, err);
    if (!ground) return NULL;
    *ground = (tr_world_ground){world, tr_ground_cache_create(world, fill_rows, err)};
    if (ground->cache) return ground;
    tr_free(world->context, ground);
    return NULL;
}

void tr_world_ground_destroy(tr_world_ground *ground)
{
    if (!ground) return;
    tr_ground_cache_destroy(ground->cache);
    tr_free(ground->world->context, ground);
}

tr_ground_source tr_world_ground_source(tr_world_ground *ground)
{
    return (tr_ground_source){.user = ground,
                              .sample = sample_ground,
                              .spans = ground->world->decks.count > 0 ? find_spans : NULL,
                              .hash = hash_ground(ground->world),
                              .sea_level = sea_level_of(ground->world)};
}
