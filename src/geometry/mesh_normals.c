#include "geometry/mesh_normals.h"

#include <math.h>
#include <string.h>

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
