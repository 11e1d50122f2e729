// A place worth looking at: the world's home is surveyed at a coarse spacing, and every window of it that is as large
// as the box gets marks for what is seen there.
#include "terrane/export.h"

#include <assert.h>
#include <math.h>

#include "export/middle_box.h"

enum {
    WINDOW_SAMPLES = 8,  // along a side of the box
    REACH_WINDOWS = 12,  // from the middle of the home, at most
    STEP_SAMPLES = 2,    // from window to window
    LOW_RELIEF = 300,    // blocks that games hold without more ado
};

// Heights, water, biomes and ways of the home.
typedef struct survey {
    tr_sample_area area;
    tr_grid heights, water, biomes, roads;
    double block_m;
} survey;

static void destroy_survey(tr_context *context, survey *around)
{
    tr_grid_destroy(context, &around->heights);
    tr_grid_destroy(context, &around->water);
    tr_grid_destroy(context, &around->biomes);
    tr_grid_destroy(context, &around->roads);
}

static bool query(const tr_world *world, tr_field field, const tr_sample_area *area, tr_grid *out, tr_error *err)
{
    return tr_grid_create(tr_world_context(world), area->width, area->height, 1, out, err) &&
           tr_world_query(world, field, area, NULL, out, err);
}

static bool make_survey(const tr_world *world, survey *around, tr_error *err)
{
    const tr_sample_area *area = &around->area;
    return query(world, TR_FIELD_HEIGHT, area, &around->heights, err) &&
           query(world, TR_FIELD_WATER, area, &around->water, err) &&
           query(world, TR_FIELD_BIOME, area, &around->biomes, err) &&
           (!tr_world_carving(world) || query(world, TR_FIELD_ROAD_DISTANCE, area, &around->roads, err));
}

static double share(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

// The marks of a window whose first sample is (i, j).
static double marks(const survey *around, int32_t i, int32_t j)
{
    const double samples = WINDOW_SAMPLES * WINDOW_SAMPLES;
    double low = INFINITY, high = -INFINITY;
    int dry = 0, counts[TR_BIOME_COUNT] = {0}, kinds = 0, ways = 0;
    for (int k = 0; k < WINDOW_SAMPLES * WINDOW_SAMPLES; k++) {
        const size_t at =
            (size_t)(j + k / WINDOW_SAMPLES) * (size_t)around->heights.row_stride + (size_t)(i + k % WINDOW_SAMPLES);
        const double height = (double)around->heights.samples[at], water = (double)around->water.samples[at];
        dry += water <= height;
        low = fmin(low, fmax(height, water));
        high = fmax(high, fmax(height, water));
        counts[(int)around->biomes.samples[at]]++;
        ways += around->roads.samples && (double)around->roads.samples[at] < around->area.spacing_m;
    }
    for (int biome = 0; biome < TR_BIOME_COUNT; biome++) {
        kinds += counts[biome] >= WINDOW_SAMPLES / 2;
    }
    const double land = dry / samples, relief_blk = (high - low) / around->block_m;
    const double wide_blk = WINDOW_SAMPLES * around->area.spacing_m / around->block_m;
    return 4 * share(land / 0.6) + 0.8 * share((1 - land) / 0.15) + 0.5 * share((kinds - 1) / 3.0) +
           0.6 * share(relief_blk / (0.25 * wide_blk)) - 0.8 * share((relief_blk - LOW_RELIEF) / LOW_RELIEF) +
           0.6 * share(ways / 6.0);
}

// The middle of the best window. What is farther away must be better.
static void choose(const survey *around, const double home_m[2], double out_m[2])
{
    const tr_sample_area *area = &around->area;
    const double reach_m = 0.5 * area->width * area->spacing_m;
    double best = -INFINITY;
    for (int32_t j = 0; j + WINDOW_SAMPLES <= area->height; j += STEP_SAMPLES) {
        for (int32_t i = 0; i + WINDOW_SAMPLES <= area->width; i += STEP_SAMPLES) {
            const double x_m = ((double)(area->x + i) + 0.5 * WINDOW_SAMPLES) * area->spacing_m;
            const double z_m = ((double)(area->z + j) + 0.5 * WINDOW_SAMPLES) * area->spacing_m;
            const double way = fmax(fabs(x_m - home_m[0]), fabs(z_m - home_m[1])) / reach_m;
            const double found = marks(around, i, j) - 0.6 * way;
            if (found > best) {
                best = found;
                out_m[0] = x_m;
                out_m[1] = z_m;
            }
        }
    }
}

// The area to survey: what of the home lies around its middle, at a spacing that lattices have.
static tr_sample_area area_of(const tr_region *home, double window_m)
{
    double spacing_m = 1.0 / TR_UNITS_PER_METRE;
    while (2 * WINDOW_SAMPLES * spacing_m <= window_m) {
        spacing_m *= 2;
    }
    const double reach_m = REACH_WINDOWS * window_m;
    const double middle_m[2] = {0.5 * ((double)home->x0 + (double)home->x1),
                                0.5 * ((double)home->z0 + (double)home->z1)};
    const double half_m[2] = {fmin(0.5 * (double)(home->x1 - home->x0), reach_m),
                              fmin(0.5 * (double)(home->z1 - home->z0), reach_m)};
    return (tr_sample_area){.x = (int64_t)ceil((middle_m[0] - half_m[0]) / spacing_m),
                            .z = (int64_t)ceil((middle_m[1] - half_m[1]) / spacing_m),
                            .width = (int32_t)floor(2 * half_m[0] / spacing_m),
                            .height = (int32_t)floor(2 * half_m[1] / spacing_m),
                            .spacing_m = spacing_m};
}

bool tr_export_default_box(const tr_world *world, int32_t columns, tr_voxel_box *out, tr_error *err)
{
    assert(columns >= 1);
    const tr_voxels *voxels = tr_world_voxels(world, err);
    if (!voxels) {
        return false;
    }
    const double block_m = tr_voxel_def_of(voxels)->block_m;
    const tr_region home = tr_world_home(world);
    survey around = {.block_m = block_m, .area = area_of(&home, columns * TR_VOXEL_SIDE * block_m)};
    if (tr_voxel_def_of(voxels)->preset != TR_VOXEL_WORLD || around.area.width < WINDOW_SAMPLES ||
        around.area.height < WINDOW_SAMPLES) {
        return tr_export_middle_box(world, columns, out, err);
    }
    const double home_m[2] = {0.5 * ((double)home.x0 + (double)home.x1), 0.5 * ((double)home.z0 + (double)home.z1)};
    double middle_m[2] = {home_m[0], home_m[1]};
    const bool done = make_survey(world, &around, err);
    if (done) {
        choose(&around, home_m, middle_m);
    }
    destroy_survey(tr_world_context(world), &around);
    return done && tr_box_around(voxels, columns, middle_m, out, err);
}
