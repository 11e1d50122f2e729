// The ground of a region as a mesh with its colours as a texture, and the bridges on it.
#include "export/ground.h"

#include "base/area.h"
#include "terrain/mesh.h"

enum { MAX_SAMPLES = 513, MAX_TEXELS = 2048 };

// The least power of two of metres at which a region has at most so many samples along a side.
static double spacing_for(const tr_region *region, int32_t max_samples)
{
    const int64_t width = region->x1 - region->x0, height = region->z1 - region->z0;
    const double longer_m = (double)(width > height ? width : height);
    double spacing_m = 0.25;
    while (longer_m / spacing_m > max_samples - 1) {
        spacing_m *= 2;
    }
    return spacing_m;
}

// Where there is water, its level is the surface.
static bool query_surface(const tr_world *world, const tr_sample_area *area, tr_grid *out, tr_error *err)
{
    tr_context *context = tr_world_context(world);
    tr_grid water = {0};
    const bool done = tr_grid_create(context, area->width, area->height, 1, out, err) &&
                      tr_grid_create(context, area->width, area->height, 1, &water, err) &&
                      tr_world_query(world, TR_FIELD_HEIGHT, area, NULL, out, err) &&
                      tr_world_query(world, TR_FIELD_WATER, area, NULL, &water, err);
    for (int32_t row = 0; done && row < area->height; row++) {
        for (int32_t column = 0; column < area->width; column++) {
            out->samples[row * out->row_stride + column] += water.samples[row * water.row_stride + column];
        }
    }
    tr_grid_destroy(context, &water);
    return done;
}

static bool make_mesh(const tr_world *world, const tr_sample_area *area, tr_mesh *out, tr_error *err)
{
    tr_context *context = tr_world_context(world);
    const tr_sample_area wide = tr_area_with_halo(area, 1);
    tr_grid surface = {0};
    const tr_terrain_mesh_def def = {.area = *area, .height = &surface};
    const bool done = query_surface(world, &wide, &surface, err) && tr_terrain_mesh_create(context, &def, out, err);
    tr_grid_destroy(context, &surface);
    return done;
}

// The texture covers what the mesh does, with samples of a spacing of its own.
static bool make_texture(const tr_world *world, const tr_sample_area *area, tr_image *out, tr_error *err)
{
    const int32_t longer = area->width > area->height ? area->width : area->height;
    int32_t finer = 1;
    while (finer < 4 && 2 * finer * longer <= MAX_TEXELS) {
        finer *= 2;
    }
    const tr_sample_area texels = {.x = area->x * finer,
                                   .z = area->z * finer,
                                   .width = (area->width - 1) * finer + 1,
                                   .height = (area->height - 1) * finer + 1,
                                   .spacing_m = area->spacing_m / finer};
    return tr_image_create(tr_world_context(world), &(tr_image_shape){texels.width, texels.height, 3, 8}, out, err) &&
           tr_world_colors(world, &texels, false, NULL, out, err);
}

// Bridges that cross something within the region; their ends may lie beyond it.
static bool is_within(const void *user, const tr_crossing *crossing)
{
    const tr_region *region = user;
    return crossing->x_m >= (double)region->x0 && crossing->x_m < (double)region->x1 &&
           crossing->z_m >= (double)region->z0 && crossing->z_m < (double)region->z1;
}

bool tr_export_ground_create(const tr_world *world, const tr_region *region_m, tr_export_ground *out, tr_error *err)
{
    *out = (tr_export_ground){0};
    tr_sample_area area;
    // Viewers have less exact depths than ours.
    const tr_bridge_choice bridges = {.is_wanted = is_within, .user = region_m, .lift_m = 0.06};
    return tr_sample_area_of_region(region_m, spacing_for(region_m, MAX_SAMPLES), &area, err) &&
           make_mesh(world, &area, &out->mesh, err) && make_texture(world, &area, &out->texture, err) &&
           tr_bridge_meshes_create(world, &bridges, &out->bridges, err);
}

void tr_export_ground_destroy(tr_context *context, tr_export_ground *ground)
{
    tr_mesh_destroy(context, &ground->mesh);
    tr_image_destroy(context, &ground->texture);
    tr_bridge_meshes_destroy(context, &ground->bridges);
    *ground = (tr_export_ground){0};
}
