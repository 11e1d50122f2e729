#include "world/path_fields.h"

#include <math.h>

#include "base/area.h"
#include "terrain/derived.h"

enum {
    WATERS = 1 << TR_PATH_LAKE | 1 << TR_PATH_STREAM | 1 << TR_PATH_RIVER,
    ROADS = 1 << TR_PATH_TRACK | 1 << TR_PATH_ROAD | 1 << TR_PATH_RAIL,
    CITIES = 1 << TR_PATH_CITY | 1 << TR_PATH_LEVEL
};

bool tr_path_fields_touch(const tr_world *world, const tr_sample_area *area, double beyond_m)
{
    tr_region carved;
    if (!world->carving || !tr_carving_bounds(world->carving, &carved)) return false;
    const double step = area->spacing_m;
    return (double)area->x * step - beyond_m <= (double)carved.x1 &&
           (double)area->z * step - beyond_m <= (double)carved.z1 &&
           (double)(area->x + area->width) * step + beyond_m >= (double)carved.x0 &&
           (double)(area->z + area->height) * step + beyond_m >= (double)carved.z0;
}

// ---------------------------------------------------------------------------------------------------------
// Levels of rivers and lakes

// One sample that is under water of a river or a lake.
typedef void (*wet_sample)(const tr_world *world, float level, float ground, const tr_grid *out, float *sample);

static bool for_wet_samples(const tr_world *world, const tr_sample_area *area, const tr_grid *height,
                            const tr_grid *out, wet_sample visit, tr_error *err)
{
    if (!tr_path_fields_touch(world, area, 0)) return true;
    tr_carve_channels channels = {0};
    if (!tr_grid_create(world->context, area->width, area->height, 1, &channels.water, err)) return false;
    const bool done = tr_carving_evaluate(world->carving, area, NULL, &channels, err);
    for (int32_t j = 0; done && j < area->height; j++) {
        const float *levels = channels.water.samples + j * channels.water.row_stride;
        const float *ground = height->samples + j * height->row_stride;
        for (int32_t i = 0; i < area->width; i++) {
            if (levels[i] > ground[i]) visit(world, levels[i], ground[i], out, out->samples + j * out->row_stride + i);
        }
    }
    tr_grid_destroy(world->context, &channels.water);
    return done;
}

static void deepen(const tr_world *world, float level, float ground, const tr_grid *out, float *sample)
{
    (void)world, (void)out;
    *sample = fmaxf(*sample, level - ground);
}

static void make_river(const tr_world *world, float level, float ground, const tr_grid *out, float *sample)
{
    (void)ground;
    if (level <= (float)world->def.sea_level_m) return;
    if (out->depth == 1) {
        *sample = TR_BIOME_RIVER;
        return;
    }
    for (int b = 0; b < TR_BIOME_COUNT; b++) sample[b * out->plane_stride] = b == TR_BIOME_RIVER;
}

bool tr_path_fields_water(const tr_world *world, const tr_sample_area *area, const tr_grid *height, const tr_grid *out,
                          tr_error *err)
{
    return for_wet_samples(world, area, height, out, deepen, err);
}

bool tr_path_fields_biome(const tr_world *world, const tr_sample_area *area, const tr_grid *height, const tr_grid *out,
                          tr_error *err)
{
    return for_wet_samples(world, area, height, out, make_river, err);
}

// ---------------------------------------------------------------------------------------------------------
// Distances

// Edges are looked for this many samples away: that close, distances to them are exact. Farther they are those to
// samples that an edge passes by, as to the sea: looking far for edges takes long.
static const double exact_samples = 2;

static bool find_edges(const tr_world *world, const tr_sample_area *area, tr_grid *out, tr_error *err)
{
    return tr_grid_create(world->context, area->width, area->height, 1, out, err) &&
           tr_carving_edge_distance(world->carving, &(tr_edge_query){WATERS, exact_samples * area->spacing_m}, area,
                                    NULL, out, err);
}

// Puts what lies in rivers and lakes, or so close that no edge can pass the lattice without it, below the sea.
static void flood(const tr_world *world, const tr_grid *edges, double spacing_m, const tr_grid *height)
{
    const float close_m = 0.75f * (float)spacing_m, level_m = (float)world->def.sea_level_m;
    for (int32_t j = 0; j < edges->height; j++) {
        const float *edge = edges->samples + j * edges->row_stride;
        float *row = height->samples + j * height->row_stride;
        for (int32_t i = 0; i < edges->width; i++) row[i] = edge[i] <= close_m ? level_m - 1 : level_m + 1;
    }
}

static void take_nearer(const tr_grid *edges, float exact_m, const tr_grid *far, const tr_grid *out)
{
    for (int32_t j = 0; j < out->height; j++) {
        const float *edge = edges->samples + j * edges->row_stride, *beyond = far->samples + j * far->row_stride;
        float *row = out->samples + j * out->row_stride;
        for (int32_t i = 0; i < out->width; i++)
            row[i] = fminf(row[i], edge[i] < exact_m ? fmaxf(edge[i], 0) : beyond[i]);
    }
}

bool tr_path_fields_water_distance(const tr_world *world, const tr_sample_area *area, const tr_grid *wide,
                                   const tr_grid *out, tr_error *err)
{
    const double spacing_m = area->spacing_m;
    const int32_t reach = (wide->width - area->width) / 2;
    if (!tr_path_fields_touch(world, area, (reach + 1) * spacing_m)) return true;
    tr_context *context = world->context;
    const tr_sample_area around = tr_area_with_halo(area, reach);
    tr_grid edges = {0}, far = {0};
    bool done =
        find_edges(world, &around, &edges, err) && tr_grid_create(context, area->width, area->height, 1, &far, err);
    if (done) {
        flood(world, &edges, spacing_m, wide);
        done = tr_water_distance(context, spacing_m, world->def.sea_level_m, wide, &far, err);
    }
    if (done) {
        const tr_grid inner = tr_grid_without_halo(&edges, reach);
        take_nearer(&inner, (float)(exact_samples * spacing_m), &far, out);
    }
    tr_grid_destroy(context, &edges);
    tr_grid_destroy(context, &far);
    return done;
}

double tr_path_fields_reach_m(tr_field field)
{
    return field == TR_FIELD_ROAD_DISTANCE ? TR_ROAD_REACH_M : field == TR_FIELD_CITY_DISTANCE ? TR_CITY_REACH_M : 0;
}

bool tr_path_fields_distance(const tr_world *world, tr_field field, const tr_sample_area *area, double reach_m,
                             const tr_grid *out, const tr_progress *progress, tr_error *err)
{
    const unsigned kinds = field == TR_FIELD_ROAD_DISTANCE ? ROADS : CITIES;
    const bool near = (world->path_kinds & kinds) && tr_path_fields_touch(world, area, reach_m);
    if (near && !tr_carving_edge_distance(world->carving, &(tr_edge_query){kinds, reach_m}, area, progress, out, err))
        return false;
    if (near) tr_bridge_decks_lower(&world->decks, kinds, reach_m, area, out);
    for (int32_t j = 0; j < area->height; j++) {
        float *row = out->samples + j * out->row_stride;
        for (int32_t i = 0; i < area->width; i++) row[i] = near ? fmaxf(row[i], 0) : (float)reach_m;
    }
    return true;
}
