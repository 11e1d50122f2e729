#include "view_deck_map.h"

#include <math.h>

typedef struct triangle {
    double x[3], y[3], z[3];  // x and z in samples of the area
} triangle;

// Whether a triangle looks up.
static bool read_triangle(const tr_mesh *mesh, size_t first, const tr_area *area, triangle *out)
{
    for (size_t k = 0; k < 3; k++) {
        const float *at = mesh->positions + 3 * (size_t)mesh->indices[first + k];
        out->x[k] = (mesh->origin[0] + (double)at[0]) / area->spacing_m - (double)area->x;
        out->y[k] = mesh->origin[1] + (double)at[1];
        out->z[k] = (mesh->origin[2] + (double)at[2]) / area->spacing_m - (double)area->z;
    }
    return mesh->normals[3 * (size_t)mesh->indices[first] + 1] > 0.7f;
}

static double least(const double values[3])
{
    return fmin(values[0], fmin(values[1], values[2]));
}

static double most(const double values[3])
{
    return fmax(values[0], fmax(values[1], values[2]));
}

// Samples beside one within a square take its height.
static void spread(const tr_grid *around, int32_t x, int32_t z, int32_t side, float height)
{
    for (int32_t j = z > side ? z - side : 0; j <= z + side && j < around->height; j++) {
        float *row = around->samples + j * around->row_stride;
        for (int32_t i = x > side ? x - side : 0; i <= x + side && i < around->width; i++) {
            row[i] = fminf(row[i], height);
        }
    }
}

static void add_triangle(const triangle *it, int32_t side, const view_deck_map *map)
{
    const double bx = it->x[1] - it->x[0], bz = it->z[1] - it->z[0], cx = it->x[2] - it->x[0], cz = it->z[2] - it->z[0],
                 area = bx * cz - bz * cx;
    if (area == 0) {
        return;
    }
    const int32_t x0 = (int32_t)fmax(ceil(least(it->x)), 0), z0 = (int32_t)fmax(ceil(least(it->z)), 0);
    const int32_t x1 = (int32_t)fmin(floor(most(it->x)), map->above.width - 1);
    const int32_t z1 = (int32_t)fmin(floor(most(it->z)), map->above.height - 1);
    for (int32_t z = z0; z <= z1; z++) {
        for (int32_t x = x0; x <= x1; x++) {
            const double px = x - it->x[0], pz = z - it->z[0];
            const double u = (px * cz - pz * cx) / area, v = (bx * pz - bz * px) / area;
            if (u < 0 || v < 0 || u + v > 1) {
                continue;
            }
            const float y = (float)(it->y[0] + u * (it->y[1] - it->y[0]) + v * (it->y[2] - it->y[0]));
            float *above = &map->above.samples[z * map->above.row_stride + x];
            *above = fminf(*above, y);
            spread(&map->around, x, z, side, y);
        }
    }
}

static void add_bridge(const tr_mesh *mesh, const tr_area *area, const view_deck_map *map)
{
    const double around_m = 1.5;
    const int32_t side = (int32_t)ceil(around_m / area->spacing_m);
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        triangle it;
        if (read_triangle(mesh, i, area, &it) && most(it.x) >= 0 && most(it.z) >= 0 && least(it.x) < area->width &&
            least(it.z) < area->height) {
            add_triangle(&it, side, map);
        }
    }
}

static bool is_near(const tr_mesh *mesh, const tr_area *area)
{
    const double reach_m = 2000;
    const double x = mesh->origin[0] - (double)area->x * area->spacing_m,
                 z = mesh->origin[2] - (double)area->z * area->spacing_m;
    return x > -reach_m && z > -reach_m && x < area->width * area->spacing_m + reach_m &&
           z < area->height * area->spacing_m + reach_m;
}

static bool create_grid(tr_context *context, const tr_area *area, tr_grid *out, tr_error *err)
{
    if (!tr_grid_create(context, area->width, area->height, 1, out, err)) {
        return false;
    }
    for (int32_t z = 0; z < area->height; z++) {
        for (int32_t x = 0; x < area->width; x++) {
            out->samples[z * out->row_stride + x] = INFINITY;
        }
    }
    return true;
}

bool view_deck_map_create(tr_context *context, const bridge_meshes *bridges, const tr_area *area, view_deck_map *out,
                          tr_error *err)
{
    *out = (view_deck_map){0};
    for (int32_t i = 0; i < bridges->count; i++) {
        if (area->spacing_m > VIEW_BRIDGES_FINE_M || !is_near(&bridges->meshes[i], area)) {
            continue;
        }
        if (!out->above.samples &&
            !(create_grid(context, area, &out->above, err) && create_grid(context, area, &out->around, err))) {
            view_deck_map_destroy(context, out);
            return false;
        }
        add_bridge(&bridges->meshes[i], area, out);
    }
    return true;
}

void view_deck_map_destroy(tr_context *context, view_deck_map *map)
{
    tr_grid_destroy(context, &map->above);
    tr_grid_destroy(context, &map->around);
}

void view_deck_map_clear(const view_deck_map *map, const tr_grid *heights)
{
    const float below_m = 0.08f;
    for (int32_t z = 0; map->above.samples && z < heights->height; z++) {
        float *row = heights->samples + z * heights->row_stride;
        const float *above = map->above.samples + z * map->above.row_stride;
        for (int32_t x = 0; x < heights->width; x++) {
            row[x] = fminf(row[x], above[x] - below_m);
        }
    }
}
