// A height grid as triangles: rows of vertices and quads in parallel, then the skirt around.
#include "terrain/mesh.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "terrain/derived.h"

// A piece of work has about this many vertices: enough that threads are worth their start.
enum { PIECE_VERTICES = 16384 };

typedef struct mesh_build {
    const tr_terrain_mesh_def *def;
    tr_mesh *mesh;
    int32_t width, height;  // vertices
    tr_grid normals;        // of the vertices
} mesh_build;

// The height at a vertex; the halo is at -1 and at the width or height.
static float height_at(const mesh_build *build, int32_t column, int32_t row)
{
    const tr_grid *grid = build->def->height;
    return grid->samples[(int64_t)(row + 1) * grid->row_stride + column + 1];
}

static size_t vertex_at(const mesh_build *build, int32_t column, int32_t row)
{
    return (size_t)row * (size_t)build->width + (size_t)column;
}

// --- vertices -----------------------------------------------------------------------------------------------

static void put_vertices(const mesh_build *build, int32_t row)
{
    const double spacing_m = build->def->area.spacing_m;
    for (int32_t column = 0; column < build->width; column++) {
        float *position = build->mesh->positions + 3 * vertex_at(build, column, row);
        float *normal = build->mesh->normals + 3 * vertex_at(build, column, row);
        float *uv = build->mesh->uvs + 2 * vertex_at(build, column, row);
        position[0] = (float)(column * spacing_m);
        position[1] = height_at(build, column, row);
        position[2] = (float)(row * spacing_m);
        for (int axis = 0; axis < 3; axis++)
            normal[axis] =
                build->normals.samples[axis * build->normals.plane_stride + row * build->normals.row_stride + column];
        uv[0] = (float)((double)column / (build->width - 1));
        uv[1] = (float)((double)row / (build->height - 1));
    }
}

// --- triangles ----------------------------------------------------------------------------------------------

static uint32_t *put_triangle(uint32_t *out, size_t a, size_t b, size_t c)
{
    out[0] = (uint32_t)a;
    out[1] = (uint32_t)b;
    out[2] = (uint32_t)c;
    return out + 3;
}

// Quads are cut along the diagonal with the smaller height difference: ridges and valleys stay whole.
static void put_quads(const mesh_build *build, int32_t row)
{
    uint32_t *out = build->mesh->indices + 6 * (size_t)row * (size_t)(build->width - 1);
    for (int32_t column = 0; column + 1 < build->width; column++) {
        const size_t nw = vertex_at(build, column, row), ne = nw + 1;
        const size_t sw = vertex_at(build, column, row + 1), se = sw + 1;
        const float falling = fabsf(height_at(build, column, row) - height_at(build, column + 1, row + 1));
        const float rising = fabsf(height_at(build, column, row + 1) - height_at(build, column + 1, row));
        if (falling <= rising) {
            out = put_triangle(out, nw, sw, se);
            out = put_triangle(out, nw, se, ne);
        } else {
            out = put_triangle(out, nw, sw, ne);
            out = put_triangle(out, ne, sw, se);
        }
    }
}

static bool build_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    const mesh_build *build = user;
    for (int32_t row = (int32_t)begin; row < end; row++) {
        put_vertices(build, row);
        if (row + 1 < build->height) put_quads(build, row);
    }
    return true;
}

// --- skirt --------------------------------------------------------------------------------------------------

static size_t border_length(const mesh_build *build)
{
    return 2 * ((size_t)build->width + (size_t)build->height) - 4;
}

// The vertices of the border, clockwise seen from above, from the north-west corner.
static size_t border_vertex(const mesh_build *build, size_t step)
{
    const size_t east = (size_t)build->width - 1, south = (size_t)build->height - 1;
    const size_t width = (size_t)build->width;
    if (step < east) return step;
    if (step < east + south) return (step - east) * width + east;
    if (step < 2 * east + south) return south * width + (2 * east + south - step);
    return (2 * east + 2 * south - step) * width;
}

static void build_skirt(const mesh_build *build)
{
    tr_mesh *mesh = build->mesh;
    const size_t length = border_length(build), first = (size_t)build->width * (size_t)build->height;
    uint32_t *out = mesh->indices + 6 * (size_t)(build->width - 1) * (size_t)(build->height - 1);
    for (size_t step = 0; step < length; step++) {
        const size_t next_step = step + 1 < length ? step + 1 : 0;
        const size_t above = border_vertex(build, step), below = first + step;
        memcpy(mesh->positions + 3 * below, mesh->positions + 3 * above, 3 * sizeof(float));
        memcpy(mesh->normals + 3 * below, mesh->normals + 3 * above, 3 * sizeof(float));
        memcpy(mesh->uvs + 2 * below, mesh->uvs + 2 * above, 2 * sizeof(float));
        mesh->positions[3 * below + 1] = (float)((double)mesh->positions[3 * above + 1] - build->def->skirt_m);
        const size_t next_above = border_vertex(build, next_step), next_below = first + next_step;
        out = put_triangle(out, above, next_above, next_below);
        out = put_triangle(out, above, next_below, below);
    }
}

// --- the whole ----------------------------------------------------------------------------------------------

static bool check(const tr_terrain_mesh_def *def, tr_error *err)
{
    const tr_sample_area *area = &def->area;
    if (!tr_sample_area_check(area, err)) return false;
    if (area->width < 2 || area->height < 2) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a mesh of %d x %d samples: each size must be at least 2",
                       (int)area->width, (int)area->height);
    }
    if (def->height->width != area->width + 2 || def->height->height != area->height + 2) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "a mesh of %d x %d samples needs one height more on each side, and not a grid of %d x %d",
                       (int)area->width, (int)area->height, (int)def->height->width, (int)def->height->height);
    }
    if (!(def->skirt_m >= 0) || !isfinite(def->skirt_m)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a skirt of %g m is not allowed: it must be 0 or more",
                       def->skirt_m);
    }
    return true;
}

// The halo counts too: it is in the normals.
static bool check_heights(const mesh_build *build, tr_error *err)
{
    for (int32_t row = -1; row <= build->height; row++)
        for (int32_t column = -1; column <= build->width; column++)
            if (!isfinite(height_at(build, column, row)))
                return tr_fail(err, TR_ERROR_NOT_FINITE, "the height at sample %d, %d is not finite", (int)column,
                               (int)row);
    return true;
}

static bool build_ground(mesh_build *build, tr_context *context, tr_error *err)
{
    const int64_t grain = PIECE_VERTICES / build->width + 1;
    const bool ok = tr_grid_create(context, build->width, build->height, 3, &build->normals, err) &&
                    tr_derived_evaluate(context, TR_FIELD_NORMAL, build->def->area.spacing_m, build->def->height,
                                        &build->normals, err) &&
                    tr_parallel_for(context, &(tr_range_work){build->height, grain, build_rows, build}, NULL, err);
    tr_grid_destroy(context, &build->normals);
    return ok;
}

bool tr_terrain_mesh_create(tr_context *context, const tr_terrain_mesh_def *def, tr_mesh *out, tr_error *err)
{
    assert(context && def && def->height && out);
    memset(out, 0, sizeof *out);
    if (!check(def, err)) return false;
    mesh_build build = {.def = def, .mesh = out, .width = def->area.width, .height = def->area.height};
    if (!check_heights(&build, err)) return false;
    const size_t skirt = def->skirt_m > 0 ? border_length(&build) : 0;
    const size_t vertices = (size_t)build.width * (size_t)build.height + skirt;
    const size_t indices = 6 * ((size_t)(build.width - 1) * (size_t)(build.height - 1) + skirt);
    if (!tr_mesh_create(context, vertices, indices, TR_MESH_NORMALS | TR_MESH_UVS, out, err)) return false;
    out->origin[0] = (double)def->area.x * def->area.spacing_m;
    out->origin[2] = (double)def->area.z * def->area.spacing_m;
    if (!build_ground(&build, context, err)) {
        tr_mesh_destroy(context, out);
        return false;
    }
    if (skirt > 0) build_skirt(&build);
    return true;
}
