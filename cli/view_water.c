#include "view_water.h"

enum { WATERS = 1 << TR_PATH_LAKE | 1 << TR_PATH_STREAM | 1 << TR_PATH_RIVER };

// Whether a sample around this one, or itself, lies well inside of the water. Along a narrow river some come near to
// its middle and others do not: they are looked for so far around that all of it is wide or none.
static bool is_wide(const tr_grid *edges, int32_t x, int32_t z, float inside_m)
{
    enum { AROUND = 3 };
    for (int32_t j = z > AROUND ? z - AROUND : 0; j <= z + AROUND && j < edges->height; j++) {
        for (int32_t i = x > AROUND ? x - AROUND : 0; i <= x + AROUND && i < edges->width; i++) {
            if (edges->samples[j * edges->row_stride + i] <= -inside_m) {
                return true;
            }
        }
    }
    return false;
}

static bool drop_narrow(const tr_world *world, const tr_area *area, const tr_grid *water, tr_error *err)
{
    tr_context *context = tr_world_context(world);
    tr_grid edges;
    if (!tr_grid_create(context, area->width, area->height, 1, &edges, err)) {
        return false;
    }
    const bool done =
        tr_carving_edge_distance(tr_world_carving(world), WATERS, area->spacing_m, area, &edges, NULL, err);
    for (int32_t z = 0; done && z < area->height; z++) {
        float *row = water->samples + z * water->row_stride;
        for (int32_t x = 0; x < area->width; x++) {
            if (row[x] > TR_NO_WATER && !is_wide(&edges, x, z, 0.75f * (float)area->spacing_m)) {
                row[x] = TR_NO_WATER;
            }
        }
    }
    tr_grid_destroy(context, &edges);
    return done;
}

bool view_water_create(const tr_world *world, const tr_area *area, tr_grid *out, tr_error *err)
{
    *out = (tr_grid){0};
    if (!tr_world_carving(world)) {
        return true;
    }
    tr_context *context = tr_world_context(world);
    tr_carve_channels channels = {0};
    if (!tr_grid_create(context, area->width, area->height, 1, &channels.water, err)) {
        return false;
    }
    if (tr_carving_evaluate(tr_world_carving(world), area, &channels, NULL, err) &&
        (area->spacing_m <= VIEW_WATER_FINE_M || drop_narrow(world, area, &channels.water, err))) {
        *out = channels.water;
        return true;
    }
    tr_grid_destroy(context, &channels.water);
    return false;
}
