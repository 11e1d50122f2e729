// Queries of fields (terrane/world.h): layers in their order, each with the samples it needs beyond what is asked for.
//
// Heights come chunk by chunk from the cache. Every other field is made from them tile by tile, so that the memory of a
// query does not grow with its area: heights with a halo, then the climate, then what follows from both, then what
// paths change. Flow alone needs the whole area at once.
#include <assert.h>
#include <math.h>

#include "base/integers.h"
#include "base/area.h"
#include "terrain/derived.h"
#include "world/field_tile.h"
#include "world/path_fields.h"
#include "world/world.h"

// ---------------------------------------------------------------------------------------------------------
// Tile by tile

// What is asked for. BIOME_WEIGHTS is beside the fields because it has a plane for each biome.
enum { BIOME_WEIGHTS = TR_FIELD_COUNT };

typedef struct layer_plan {
    int32_t halo;  // samples of height beyond the tile
    int32_t tile;  // samples along a side
    bool climate;  // needs temperature and humidity
} layer_plan;

static layer_plan layer_of(int what)
{
    const int32_t tile = TR_CHUNK_SIDE;
    switch (what) {
    case TR_FIELD_TEMPERATURE:
    case TR_FIELD_HUMIDITY: return (layer_plan){0, tile, true};
    case TR_FIELD_BIOME:
    case BIOME_WEIGHTS: return (layer_plan){1, tile, true};
    case TR_FIELD_SLOPE:
    case TR_FIELD_ASPECT:
    case TR_FIELD_CURVATURE:
    case TR_FIELD_NORMAL: return (layer_plan){TR_DERIVED_HALO, tile, false};
    // Larger tiles, as the halo is wide.
    case TR_FIELD_WATER_DISTANCE: return (layer_plan){TR_WATER_REACH, 4 * TR_WATER_REACH, false};
    default: return (layer_plan){0, tile, false};
    }
}

typedef struct tile_walk {
    const tr_world *world;
    const tr_sample_area *area;
    const tr_grid *out;
    int what;
    layer_plan layer;
    int64_t columns;
} tile_walk;

static bool make_tile(const tile_walk *walk, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    // Distances take their ground themselves: they write over it.
    const bool own_ground = walk->what == TR_FIELD_WATER_DISTANCE;
    tr_field_tile tile = tr_field_tile_of(walk->world, area, own_ground ? 0 : walk->layer.halo);
    const bool done = walk->what == BIOME_WEIGHTS ? tr_field_tile_biome_weights(&tile, out, err)
                                                  : tr_field_tile_field(&tile, (tr_field)walk->what, out, err);
    tr_field_tile_destroy(&tile);
    return done;
}

static bool make_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const tile_walk *walk = user;
    const int32_t side = walk->layer.tile;
    (void)worker;
    for (int64_t index = begin; index < end; index++) {
        const int64_t i = index % walk->columns * side, j = index / walk->columns * side;
        const tr_sample_area area = {walk->area->x + i, walk->area->z + j,
                                     (int32_t)tr_min_i64(side, walk->area->width - i),
                                     (int32_t)tr_min_i64(side, walk->area->height - j), walk->area->spacing_m};
        tr_grid out = *walk->out;
        out.samples += j * out.row_stride + i;
        out.width = area.width;
        out.height = area.height;
        if (!make_tile(walk, &area, &out, err)) return false;
    }
    return true;
}

static bool query_tiles(const tr_world *world, int what, const tr_sample_area *area, const tr_grid *out,
                        const tr_progress *progress, tr_error *err)
{
    tile_walk walk = {.world = world, .area = area, .out = out, .what = what, .layer = layer_of(what)};
    if (what == TR_FIELD_FLOW) walk.layer.tile = tr_max_i32(area->width, area->height);
    walk.columns = (area->width + walk.layer.tile - 1) / walk.layer.tile;
    const int64_t rows = (area->height + walk.layer.tile - 1) / walk.layer.tile;
    return tr_parallel_for(world->context, &(tr_range_work){walk.columns * rows, 1, make_tiles, &walk}, progress, err);
}

// ---------------------------------------------------------------------------------------------------------
// The public functions

// The area with everything a field reads around it must lie in the world, and the grid must fit.
static bool check_query(const tr_sample_area *area, int what, int32_t planes, const tr_grid *out, tr_error *err)
{
    assert(area && out && out->samples);
    if (!tr_sample_area_check(area, err)) return false;
    const int32_t halo = layer_of(what).halo;
    const tr_sample_area wide = {area->x - halo, area->z - halo, area->width, area->height, area->spacing_m};
    const tr_sample_area far_end = {area->x + halo, area->z + halo, area->width, area->height, area->spacing_m};
    if (!tr_sample_area_check(&wide, err) || !tr_sample_area_check(&far_end, err)) return false;
    if (out->width != area->width || out->height != area->height || out->depth != planes)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the grid has %d x %d x %d samples; the query needs %d x %d x %d", (int)out->width,
                       (int)out->height, (int)out->depth, (int)area->width, (int)area->height, (int)planes);
    return true;
}

bool tr_world_query(const tr_world *world, tr_field field, const tr_sample_area *area, const tr_progress *progress,
                    const tr_grid *out, tr_error *err)
{
    assert(world && (unsigned)field < TR_FIELD_COUNT);
    if (!check_query(area, (int)field, tr_field_planes(field), out, err)) return false;
    if (field == TR_FIELD_HEIGHT) return tr_world_heights(world, area, out, progress, err);
    const double reach_m = tr_path_fields_reach_m(field);
    if (reach_m > 0) return tr_path_fields_distance(world, field, area, reach_m, out, progress, err);
    return query_tiles(world, (int)field, area, out, progress, err);
}

bool tr_world_biome_weights(const tr_world *world, const tr_sample_area *area, const tr_progress *progress,
                            const tr_grid *out, tr_error *err)
{
    assert(world);
    return check_query(area, BIOME_WEIGHTS, TR_BIOME_COUNT, out, err) &&
           query_tiles(world, BIOME_WEIGHTS, area, out, progress, err);
}

int32_t tr_world_reach(const tr_world *world, tr_field field, double spacing_m)
{
    assert((unsigned)field < TR_FIELD_COUNT && spacing_m > 0);
    if (field == TR_FIELD_FLOW) return -1;
    const layer_plan layer = layer_of((int)field);
    if (!layer.climate || field == TR_FIELD_TEMPERATURE) return layer.halo;
    const double samples = ceil(tr_climate_reach_m(world->climate) / spacing_m);
    return samples < INT32_MAX ? layer.halo + (int32_t)samples : INT32_MAX;
}

// ---------------------------------------------------------------------------------------------------------
// As a job

typedef struct query_job {
    const tr_world *world;
    tr_field field;
    tr_sample_area area;
    tr_grid out;
} query_job;

static bool report_to_job(void *user, double share)
{
    tr_job *job = user;
    tr_job_set_share(job, share);
    return !tr_job_should_stop(job);
}

static bool run_query_job(void *user, tr_job *job, tr_error *err)
{
    const query_job *query = user;
    const tr_progress progress = {report_to_job, job};
    return tr_world_query(query->world, query->field, &query->area, &progress, &query->out, err);
}

static void release_query_job(void *user)
{
    query_job *job = user;
    tr_free(job->world->context, job);
}

tr_job *tr_world_query_start(const tr_world *world, tr_field field, const tr_sample_area *area, tr_priority priority,
                             const tr_grid *out, tr_error *err)
{
    assert(world && (unsigned)field < TR_FIELD_COUNT);
    if (!check_query(area, (int)field, tr_field_planes(field), out, err)) return NULL;
    query_job *query = tr_alloc(world->context, sizeof *query, err);
    if (!query) return NULL;
    *query = (query_job){world, field, *area, *out};
    const tr_job_work def = {run_query_job, release_query_job, query, priority};
    tr_job *job = tr_job_start(world->context, &def, err);
    if (!job) release_query_job(query);
    return job;
}
