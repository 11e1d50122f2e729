// Meshes of a bake, with levels of detail and a texture (bake_tile.h).
#include "terrain/mesh.h"
#include "terrane/io.h"
#include "world/bake_tile.h"
#include "world/world.h"

enum { MAX_DETAIL_LEVELS = 4, SMALLEST_TRIANGLES = 256 };

typedef struct mesh_job {
    const tr_world *world;
    const tr_bake_mesh_def *def;
    tr_mesh levels[MAX_DETAIL_LEVELS];
    int level_count;
    tr_image texture;
} mesh_job;

static void raise_to_sea(const tr_grid *height, float level)
{
    for (int32_t j = 0; j < height->height; j++) {
        float *row = height->samples + j * height->row_stride;
        for (int32_t i = 0; i < height->width; i++)
            if (row[i] < level) row[i] = level;
    }
}

static bool make_full_mesh(const mesh_job *it, tr_mesh *out, tr_error *err)
{
    tr_context *context = it->world->context;
    const tr_area *area = &it->def->area;
    const tr_area wide = {area->x - 1, area->z - 1, area->width + 2, area->height + 2, area->spacing_m};
    tr_grid height;
    if (!tr_grid_create(context, wide.width, wide.height, 1, &height, err)) return false;
    bool ok = tr_world_heights(it->world, &wide, &height, NULL, err);
    if (ok && it->def->flat_sea) raise_to_sea(&height, (float)it->world->def.sea_level_m);
    const tr_terrain_mesh_def mesh = {*area, &height, it->def->skirt_m};
    ok = ok && tr_terrain_mesh_create(context, &mesh, out, err);
    tr_grid_destroy(context, &height);
    return ok;
}

// The finest level keeps the shape to a twentieth of the spacing; each next one has a quarter of the triangles. A build
// that cannot simplify keeps the full mesh.
static bool make_levels(mesh_job *it, tr_error *err)
{
    const float spacing = (float)it->def->area.spacing_m;
    tr_mesh full;
    if (!make_full_mesh(it, &full, err)) return false;
    float error_m = spacing * 0.05f;
    size_t target = full.index_count / 8;
    tr_error reason = {0};
    bool ok = true;
    while (ok && it->level_count < MAX_DETAIL_LEVELS && target >= 3 * SMALLEST_TRIANGLES) {
        tr_mesh *level = &it->levels[it->level_count];
        ok = tr_mesh_simplify(it->world->context, &full, target, error_m, level, &reason);
        if (!ok) break;
        it->level_count++;
        target = level->index_count / 4;
        error_m *= 8;
    }
    if (it->level_count == 0 && (ok || reason.code == TR_ERROR_UNSUPPORTED)) {
        it->levels[it->level_count++] = full;
        return true;
    }
    tr_mesh_destroy(it->world->context, &full);
    if (!ok && err) *err = reason;
    return ok;
}

static bool make_texture(mesh_job *it, tr_error *err)
{
    const tr_area *area = &it->def->area;
    return tr_image_create(it->world->context, area->width, area->height, 3, 8, &it->texture, err) &&
           tr_world_colors(it->world, area, &it->texture, NULL, err);
}

bool tr_bake_mesh_write(const tr_world *world, const tr_bake_mesh_def *def, tr_error *err)
{
    const double origin[3] = {0, 0, 0};
    mesh_job it = {.world = world, .def = def};
    bool ok = make_levels(&it, err) && make_texture(&it, err);
    if (ok) {
        const tr_glb_mesh mesh = {.name = def->name,
                                  .levels = it.levels,
                                  .level_count = it.level_count,
                                  .texture = &it.texture,
                                  .roughness = 0.95f};
        ok = tr_glb_write(world->context, def->path, &mesh, 1, origin, err);
    }
    for (int i = 0; i < it.level_count; i++) tr_mesh_destroy(world->context, &it.levels[i]);
    tr_image_destroy(world->context, &it.texture);
    return ok;
}
