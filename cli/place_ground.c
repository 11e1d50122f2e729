#include "place_ground.h"

enum { MOST_SAMPLES = 513, MOST_TEXELS = 2048 };

// The least power of two of metres at which a region has at most so many samples along a side.
static double spacing_for(const tr_region *region, int32_t most)
{
    const int64_t width = region->x1 - region->x0, height = region->z1 - region->z0;
    const double longest_m = (double)(width > height ? width : height);
    double spacing_m = 0.25;
    while (longest_m / spacing_m > most - 1) {
        spacing_m *= 2;
    }
    return spacing_m;
}

typedef struct surface {
    tr_grid heights, water, normals;
} surface;

static void destroy_surface(tr_context *context, surface *it)
{
    tr_grid_destroy(context, &it->heights);
    tr_grid_destroy(context, &it->water);
    tr_grid_destroy(context, &it->normals);
}

static bool query_surface(const tr_world *world, const tr_area *area, surface *out, tr_error *err)
{
    tr_context *context = tr_world_context(world);
    return tr_grid_create(context, area->width, area->height, 1, &out->heights, err) &&
           tr_grid_create(context, area->width, area->height, 1, &out->water, err) &&
           tr_grid_create(context, area->width, area->height, 3, &out->normals, err) &&
           tr_world_query(world, TR_FIELD_HEIGHT, area, &out->heights, NULL, err) &&
           tr_world_query(world, TR_FIELD_WATER, area, &out->water, NULL, err) &&
           tr_world_query(world, TR_FIELD_NORMAL, area, &out->normals, NULL, err);
}

static float at(const tr_grid *grid, int plane, int32_t column, int32_t row)
{
    return grid->samples[plane * grid->plane_stride + row * grid->row_stride + column];
}

// Where there is water, its level is the surface.
static void put_vertices(tr_mesh *mesh, const tr_area *area, const surface *from)
{
    size_t vertex = 0;
    for (int32_t row = 0; row < area->height; row++) {
        for (int32_t column = 0; column < area->width; column++, vertex++) {
            float *position = mesh->positions + 3 * vertex, *normal = mesh->normals + 3 * vertex;
            const float depth_m = at(&from->water, 0, column, row);
            position[0] = (float)(column * area->spacing_m);
            position[1] = at(&from->heights, 0, column, row) + depth_m;
            position[2] = (float)(row * area->spacing_m);
            for (int axis = 0; axis < 3; axis++) {
                normal[axis] = depth_m > 0.0f ? (axis == 1 ? 1.0f : 0.0f) : at(&from->normals, axis, column, row);
            }
            mesh->uvs[2 * vertex] = (float)column / (float)(area->width - 1);
            mesh->uvs[2 * vertex + 1] = (float)row / (float)(area->height - 1);
        }
    }
}

static void put_triangles(tr_mesh *mesh, int32_t columns, int32_t rows)
{
    uint32_t *out = mesh->indices;
    for (int32_t row = 0; row + 1 < rows; row++) {
        for (int32_t column = 0; column + 1 < columns; column++) {
            const uint32_t nw = (uint32_t)row * (uint32_t)columns + (uint32_t)column, sw = nw + (uint32_t)columns;
            const uint32_t corners[6] = {nw, sw, sw + 1, nw, sw + 1, nw + 1};
            for (int i = 0; i < 6; i++) {
                *out++ = corners[i];
            }
        }
    }
}

static bool make_mesh(const tr_world *world, const tr_area *area, tr_mesh *out, tr_error *err)
{
    tr_context *context = tr_world_context(world);
    surface from = {0};
    const size_t columns = (size_t)area->width, rows = (size_t)area->height;
    const bool done = query_surface(world, area, &from, err) &&
                      tr_mesh_create(context, columns * rows, 6 * (columns - 1) * (rows - 1),
                                     TR_MESH_NORMALS | TR_MESH_UVS, out, err);
    if (done) {
        out->origin[0] = (double)area->x * area->spacing_m;
        out->origin[2] = (double)area->z * area->spacing_m;
        put_vertices(out, area, &from);
        put_triangles(out, area->width, area->height);
    }
    destroy_surface(context, &from);
    return done;
}

// The texture covers what the mesh does, with samples of a spacing of its own.
static bool make_texture(const tr_world *world, const tr_area *area, tr_image *out, tr_error *err)
{
    const int32_t longest = area->width > area->height ? area->width : area->height;
    int32_t finer = 1;
    while (finer < 4 && 2 * finer * longest <= MOST_TEXELS) {
        finer *= 2;
    }
    const tr_area texels = {.x = area->x * finer,
                            .z = area->z * finer,
                            .width = (area->width - 1) * finer + 1,
                            .height = (area->height - 1) * finer + 1,
                            .spacing_m = area->spacing_m / finer};
    return tr_image_create(tr_world_context(world), texels.width, texels.height, 3, 8, out, err) &&
           tr_world_colors(world, &texels, false, out, NULL, err);
}

// Bridges that cross something within the region; their ends may lie beyond it.
static bool is_within(const void *user, const tr_crossing *crossing)
{
    const tr_region *region = user;
    return crossing->x_m >= (double)region->x0 && crossing->x_m < (double)region->x1 &&
           crossing->z_m >= (double)region->z0 && crossing->z_m < (double)region->z1;
}

bool place_ground_create(const tr_world *world, const tr_region *region_m, place_ground *out, tr_error *err)
{
    *out = (place_ground){0};
    tr_area area;
    // Viewers have less exact depths than ours.
    const bridge_choice bridges = {.is_wanted = is_within, .user = region_m, .lift_m = 0.06};
    return tr_area_of_region(region_m, spacing_for(region_m, MOST_SAMPLES), &area, err) &&
           make_mesh(world, &area, &out->mesh, err) && make_texture(world, &area, &out->texture, err) &&
           bridge_meshes_create(world, &bridges, &out->bridges, err);
}

void place_ground_destroy(tr_context *context, place_ground *it)
{
    tr_mesh_destroy(context, &it->mesh);
    tr_image_destroy(context, &it->texture);
    bridge_meshes_destroy(context, &it->bridges);
    *it = (place_ground){0};
}
