#include "view/view_bridges.h"

#include <math.h>

double tr_view_bridges_reach_m(const tr_view_shot *shot)
{
    const double deck_m = 8;
    return deck_m * tr_view_px_per_radian(shot);
}

static double half_length_m(const tr_crossing *crossing)
{
    return 0.5 * (crossing->deck_to_m - crossing->deck_from_m);
}

bool tr_view_bridge_is_near(const tr_view_shot *shot, const tr_crossing *crossing, double more_m)
{
    const double x = crossing->x_m - shot->eye_m[0], z = crossing->z_m - shot->eye_m[2];
    const double y = crossing->upper_m - shot->eye_m[1];
    return sqrt(x * x + y * y + z * z) - half_length_m(crossing) < tr_view_bridges_reach_m(shot) + more_m;
}

static bool is_over(const void *user, const tr_crossing *crossing)
{
    const tr_sample_area *area = user;
    const double beside_m = 50, reach_m = half_length_m(crossing) + beside_m;
    const double x = crossing->x_m - (double)area->x * area->spacing_m,
                 z = crossing->z_m - (double)area->z * area->spacing_m;
    return x > -reach_m && z > -reach_m && x < area->width * area->spacing_m + reach_m &&
           z < area->height * area->spacing_m + reach_m;
}

// ---------------------------------------------------------------------------------------------------------
// Where decks stand over the samples of a level

typedef struct deck_triangle {
    double x[3], y[3], z[3];  // x and z in samples of the area
} deck_triangle;

// Whether a triangle looks up.
static bool read_triangle(const tr_mesh *mesh, size_t first, const tr_sample_area *area, deck_triangle *out)
{
    for (size_t k = 0; k < 3; k++) {
        const float *at = mesh->positions + 3 * (size_t)mesh->indices[first + k];
        out->x[k] = (mesh->origin[0] + (double)at[0]) / area->spacing_m - (double)area->x;
        out->y[k] = mesh->origin[1] + (double)at[1];
        out->z[k] = (mesh->origin[2] + (double)at[2]) / area->spacing_m - (double)area->z;
    }
    return mesh->normals[3 * (size_t)mesh->indices[first] + 1] > 0.7f;
}

static double min(const double values[3])
{
    return fmin(values[0], fmin(values[1], values[2]));
}

static double max(const double values[3])
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

static void add_triangle(const deck_triangle *triangle, int32_t side, const tr_view_deck_map *map)
{
    const double bx = triangle->x[1] - triangle->x[0], bz = triangle->z[1] - triangle->z[0],
                 cx = triangle->x[2] - triangle->x[0], cz = triangle->z[2] - triangle->z[0], area = bx * cz - bz * cx;
    if (area == 0) {
        return;
    }
    const int32_t x0 = (int32_t)fmax(ceil(min(triangle->x)), 0), z0 = (int32_t)fmax(ceil(min(triangle->z)), 0);
    const int32_t x1 = (int32_t)fmin(floor(max(triangle->x)), map->above.width - 1);
    const int32_t z1 = (int32_t)fmin(floor(max(triangle->z)), map->above.height - 1);
    for (int32_t z = z0; z <= z1; z++) {
        for (int32_t x = x0; x <= x1; x++) {
            const double px = x - triangle->x[0], pz = z - triangle->z[0];
            const double u = (px * cz - pz * cx) / area, v = (bx * pz - bz * px) / area;
            if (u < 0 || v < 0 || u + v > 1) {
                continue;
            }
            const float y =
                (float)(triangle->y[0] + u * (triangle->y[1] - triangle->y[0]) + v * (triangle->y[2] - triangle->y[0]));
            float *above = &map->above.samples[z * map->above.row_stride + x];
            *above = fminf(*above, y);
            spread(&map->around, x, z, side, y);
        }
    }
}

static void add_bridge(const tr_mesh *mesh, const tr_sample_area *area, const tr_view_deck_map *map)
{
    const double around_m = 1.5;
    const int32_t side = (int32_t)ceil(around_m / area->spacing_m);
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        deck_triangle triangle;
        if (read_triangle(mesh, i, area, &triangle) && max(triangle.x) >= 0 && max(triangle.z) >= 0 &&
            min(triangle.x) < area->width && min(triangle.z) < area->height) {
            add_triangle(&triangle, side, map);
        }
    }
}

static bool create_grid(tr_context *context, const tr_sample_area *area, tr_grid *out, tr_error *err)
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

bool tr_view_deck_map_create(const tr_world *world, const tr_sample_area *area, tr_view_deck_map *out, tr_error *err)
{
    *out = (tr_view_deck_map){0};
    tr_context *context = tr_world_context(world);
    const tr_bridge_choice choice = {.is_wanted = is_over, .user = area, .lift_m = VIEW_BRIDGES_LIFT_M};
    tr_bridge_meshes bridges;
    if (area->spacing_m > VIEW_BRIDGES_FINE_M) {
        return true;
    }
    if (!tr_bridge_meshes_create(world, &choice, &bridges, err)) {
        return false;
    }
    const bool done = bridges.count == 0 ||
                      (create_grid(context, area, &out->above, err) && create_grid(context, area, &out->around, err));
    for (int32_t i = 0; done && i < bridges.count; i++) {
        add_bridge(&bridges.meshes[i], area, out);
    }
    tr_bridge_meshes_destroy(context, &bridges);
    if (!done) {
        tr_view_deck_map_destroy(context, out);
    }
    return done;
}

void tr_view_deck_map_destroy(tr_context *context, tr_view_deck_map *map)
{
    tr_grid_destroy(context, &map->above);
    tr_grid_destroy(context, &map->around);
}

void tr_view_deck_map_clear(const tr_view_deck_map *map, const tr_grid *heights)
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
