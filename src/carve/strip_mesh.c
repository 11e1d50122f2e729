// The surface of a path as a mesh (terrane/carve.h).
#include "carve/strip_mesh.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "carve/carving.h"

enum { STRIP_DEF_COOKIE = 0x73747270, MOST_ACROSS = 64 };

tr_strip_def tr_default_strip_def(void)
{
    return (tr_strip_def){.cookie = STRIP_DEF_COOKIE, .step_m = 5, .error_m = 0.02, .across = 2, .uv_m = 10};
}

static bool check_number(const char *name, double value, tr_error *err)
{
    if (isfinite(value) && value > 0) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the %s of a strip is %g m: it must be finite and more than 0", name,
                   value);
}

static bool check_def(const tr_strip_def *def, tr_error *err)
{
    if (!check_number("step", def->step_m, err) || !check_number("error", def->error_m, err) ||
        !check_number("repeat of the texture", def->uv_m, err))
        return false;
    if (def->across < 1 || def->across > MOST_ACROSS)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d quads across a strip: allowed is 1 to %d", (int)def->across,
                       (int)MOST_ACROSS);
    if (!isfinite(def->lift_m)) return tr_fail(err, TR_ERROR_NOT_FINITE, "the lift of a strip is not a finite number");
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Normals

static void add_normal(const tr_mesh *mesh, const uint32_t *index, double *sums)
{
    double edge[2][3], normal[3];
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < 2; k++)
            edge[k][axis] = (double)mesh->positions[3 * (size_t)index[k + 1] + (size_t)axis] -
                            (double)mesh->positions[3 * (size_t)index[0] + (size_t)axis];
    }
    for (int axis = 0; axis < 3; axis++) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        normal[axis] = edge[0][next] * edge[1][last] - edge[0][last] * edge[1][next];
    }
    for (int k = 0; k < 3; k++)
        for (int axis = 0; axis < 3; axis++) sums[3 * (size_t)index[k] + (size_t)axis] += normal[axis];
}

bool tr_mesh_set_normals(tr_context *context, tr_mesh *mesh, tr_error *err)
{
    double *sums = tr_alloc_array(context, mesh->vertex_count, 3 * sizeof *sums, err);
    if (!sums) return false;
    memset(sums, 0, mesh->vertex_count * 3 * sizeof *sums);
    for (size_t i = 0; i < mesh->index_count; i += 3) add_normal(mesh, mesh->indices + i, sums);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const double *sum = sums + 3 * i;
        const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
        for (size_t axis = 0; axis < 3; axis++)
            mesh->normals[3 * i + axis] = length > 0 ? (float)(sum[axis] / length) : axis == 1;
    }
    tr_free(context, sums);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The whole

bool tr_carving_strip(const tr_carving *carving, tr_path_id id, const tr_strip_def *def, tr_mesh *out, tr_error *err)
{
    assert(carving && def && def->cookie == STRIP_DEF_COOKIE && out);
    memset(out, 0, sizeof *out);
    if (!check_def(def, err)) return false;
    const int32_t at = tr_carving_find(carving, id);
    if (at < 0) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "there is no path %u to make a strip of", (unsigned)id);
    const tr_carve_path *path = carving->paths[at];
    tr_context *context = carving->context;
    const bool ok = path->def.area ? tr_area_mesh_create(context, path, def, out, err)
                                   : tr_line_mesh_create(context, path, def, out, err);
    if (ok && tr_mesh_set_normals(context, out, err)) return true;
    tr_mesh_destroy(context, out);
    return false;
}
