// Meshes of a bake, with levels of detail and a texture (bake_tile.h).
#include "base/area.h"
#include "terrain/mesh.h"
#include "terrane/io.h"
#include "bake/tile.h"
#include "world/world.h"

enum { MAX_DETAIL_LEVELS = 4, MIN_TRIANGLES = 256 };

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

static bool make_full_mesh(const mesh_job *job, tr_mesh *out, tr_error *err)
{
    tr_context *context = job->world->context;
    const tr_sample_area *area = &job->def->area;
    const tr_sample_area wide = tr_area_with_halo(area, 1);
    tr_grid height;
    if (!tr_grid_create(context, wide.width, wide.height, 1, &height, err)) return false;
    bool ok = tr_world_heights(job->world, &wide, &height, NULL, err);
    if (ok && job->def->flat_sea) raise_to_sea(&height, (float)job->world->def.sea_level_m);
    const tr_terrain_mesh_def mesh = {*area, &height, job->def->skirt_m};
    ok = ok && tr_terrain_mesh_create(context, &mesh, out, err);
    tr_grid_destroy(context, &height);
    return ok;
}

// Simplifies a mesh into the next level; true without one when it is small enough already.
static bool add_level(mesh_job *job, const tr_mesh *from, size_t target, float error_m, tr_error *err)
{
    if (job->level_count == MAX_DETAIL_LEVELS || target < 3 * MIN_TRIANGLES) return true;
    if (!tr_mesh_simplify(job->world->context, from, target, error_m, &job->levels[job->level_count], err))
        return false;
    job->level_count++;
    return true;
}

// The finest level keeps the shape to a tenth of the spacing; each next one is made from the one before, with a
// quarter of its triangles. A build that cannot simplify keeps the full mesh.
static bool make_levels(mesh_job *job, tr_error *err)
{
    float error_m = (float)job->def->area.spacing_m * 0.1f;
    tr_mesh full;
    tr_error reason = {0};
    if (!make_full_mesh(job, &full, err)) return false;
    bool ok = add_level(job, &full, full.index_count / 8, error_m, &reason);
    if (job->level_count == 0 && (ok || reason.code == TR_ERROR_UNSUPPORTED)) {
        job->levels[job->level_count++] = full;
        return true;
    }
    tr_mesh_destroy(job->world->context, &full);
    for (int made = 0; ok && job->level_count > made;) {
        const tr_mesh *finer = &job->levels[job->level_count - 1];
        made = job->level_count;
        error_m *= 8;
        ok = add_level(job, finer, finer->index_count / 4, error_m, &reason);
    }
    if (!ok && err) *err = reason;
    return ok;
}

// The samples of the texture: those of the mesh, and more between them where that is asked for and the spacing allows
// it.
static tr_sample_area texture_area(const tr_bake_mesh_def *def)
{
    tr_sample_area area = def->area;
    for (int32_t scale = def->texture_scale; scale > 1; scale /= 2) {
        if (tr_area_units(&area) % 2 != 0) break;
        area = (tr_sample_area){2 * area.x, 2 * area.z, 2 * area.width - 1, 2 * area.height - 1, area.spacing_m / 2};
    }
    return area;
}

static bool make_texture(mesh_job *job, tr_error *err)
{
    const tr_sample_area area = texture_area(job->def);
    return tr_image_create(job->world->context, &(tr_image_shape){area.width, area.height, 3, 8}, &job->texture, err) &&
           tr_world_colors(job->world, &area, true, NULL, &job->texture, err);
}

bool tr_bake_mesh_write(const tr_world *world, const tr_bake_mesh_def *def, tr_error *err)
{
    const double origin[3] = {0, 0, 0};
    mesh_job job = {.world = world, .def = def};
    bool ok = make_levels(&job, err) && make_texture(&job, err);
    if (ok) {
        const tr_glb_mesh mesh = {.name = def->name,
                                  .levels = job.levels,
                                  .level_count = job.level_count,
                                  .texture = &job.texture,
                                  .roughness = 0.95f};
        ok = tr_glb_write(world->context, def->path, &mesh, 1, origin, err);
    }
    for (int i = 0; i < job.level_count; i++) tr_mesh_destroy(world->context, &job.levels[i]);
    tr_image_destroy(world->context, &job.texture);
    return ok;
}
