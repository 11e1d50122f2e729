// Fewer triangles, by meshoptimizer: edges are collapsed in the order of their quadric error (Garland and Heckbert
// 1997).
#include "io/mesh_simplify.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <meshoptimizer.h>

#include "base/context.h"
#include "terrane/io.h"

// meshoptimizer takes its own memory from C++, which ends the program when there is none. Its hooks belong to the whole
// process, where a host may use it too, so they are left alone: the budget is asked for an upper bound beforehand.
// Counted for 0.18 and rounded up; tests/io/test_mesh_simplify.c measures it.
uint64_t tr_mesh_simplify_bound(size_t vertex_count, size_t index_count)
{
    enum { BYTES_PER_VERTEX = 128, BYTES_PER_INDEX = 40, BYTES_ALWAYS = 64 * 1024 };
    return (uint64_t)vertex_count * BYTES_PER_VERTEX + (uint64_t)index_count * BYTES_PER_INDEX + BYTES_ALWAYS;
}

static bool check_mesh(const tr_mesh *mesh, float max_error_m, tr_error *err)
{
    if (mesh->vertex_count < 1 || mesh->vertex_count > UINT32_MAX || !mesh->positions) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a mesh of %zu vertices cannot be simplified",
                       mesh->vertex_count);
    }
    if (mesh->index_count < 3 || mesh->index_count % 3 != 0 || mesh->index_count > UINT32_MAX || !mesh->indices) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a mesh of %zu indices cannot be simplified", mesh->index_count);
    }
    if (!(max_error_m >= 0)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "an error of %g m is not allowed: it must be 0 or more",
                       (double)max_error_m);
    }
    for (size_t i = 0; i < 3 * mesh->vertex_count; i++) {
        if (!isfinite(mesh->positions[i])) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the position of vertex %zu is not finite", i / 3);
        }
    }
    for (size_t i = 0; i < mesh->index_count; i++) {
        if (mesh->indices[i] >= mesh->vertex_count) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "index %u of triangle %zu is out of range; there are %zu "
                           "vertices",
                           mesh->indices[i], i / 3, mesh->vertex_count);
        }
    }
    return true;
}

// Indices between the steps.
typedef struct scratch {
    uint32_t *simplified, *ordered;  // index_count
    uint32_t *remap;                 // vertex_count
} scratch;

// The number of indices that are left, in the order of the vertex cache.
static size_t simplify(const tr_mesh *mesh, size_t target_index_count, float max_error_m, const scratch *memory)
{
    const size_t stride = 3 * sizeof(float);
    const size_t target = target_index_count < mesh->index_count ? target_index_count : mesh->index_count;
    const float scale = meshopt_simplifyScale(mesh->positions, mesh->vertex_count, stride);
    const float error = scale > 0 ? max_error_m / scale : 0;
    const size_t count =
        meshopt_simplify(memory->simplified, mesh->indices, mesh->index_count, mesh->positions, mesh->vertex_count,
                         stride, target / 3 * 3, error, meshopt_SimplifyLockBorder, NULL);
    meshopt_optimizeVertexCache(memory->ordered, memory->simplified, count, mesh->vertex_count);
    return count;
}

// The mesh of the vertices that are still used, in the order of their first use.
static bool gather(tr_context *context, const tr_mesh *mesh, size_t index_count, const scratch *memory, tr_mesh *out,
                   tr_error *err)
{
    const size_t all = mesh->vertex_count;
    const size_t used = meshopt_optimizeVertexFetchRemap(memory->remap, memory->ordered, index_count, all);
    const unsigned attributes =
        (mesh->normals ? TR_MESH_NORMALS : 0u) | (mesh->uvs ? TR_MESH_UVS : 0u) | (mesh->colors ? TR_MESH_COLORS : 0u);
    if (!tr_mesh_create(context, used, index_count, attributes, out, err)) return false;
    memcpy(out->origin, mesh->origin, sizeof out->origin);
    meshopt_remapIndexBuffer(out->indices, memory->ordered, index_count, memory->remap);
    meshopt_remapVertexBuffer(out->positions, mesh->positions, all, 3 * sizeof(float), memory->remap);
    if (mesh->normals) meshopt_remapVertexBuffer(out->normals, mesh->normals, all, 3 * sizeof(float), memory->remap);
    if (mesh->uvs) meshopt_remapVertexBuffer(out->uvs, mesh->uvs, all, 2 * sizeof(float), memory->remap);
    if (mesh->colors) meshopt_remapVertexBuffer(out->colors, mesh->colors, all, 4, memory->remap);
    return true;
}

static bool simplify_within(tr_context *context, const tr_mesh *mesh, size_t target_index_count, float max_error_m,
                            tr_mesh *out, tr_error *err)
{
    scratch memory = {0};
    const bool done =
        (memory.simplified = tr_alloc_array(context, mesh->index_count, sizeof(uint32_t), err)) &&
        (memory.ordered = tr_alloc_array(context, mesh->index_count, sizeof(uint32_t), err)) &&
        (memory.remap = tr_alloc_array(context, mesh->vertex_count, sizeof(uint32_t), err)) &&
        gather(context, mesh, simplify(mesh, target_index_count, max_error_m, &memory), &memory, out, err);
    tr_free(context, memory.simplified);
    tr_free(context, memory.ordered);
    tr_free(context, memory.remap);
    return done;
}

bool tr_mesh_simplify(tr_context *context, const tr_mesh *mesh, size_t target_index_count, float max_error_m,
                      tr_mesh *out, tr_error *err)
{
    assert(context && mesh && out && out != mesh);
    *out = (tr_mesh){0};
    if (!check_mesh(mesh, max_error_m, err)) return false;
    const uint64_t foreign_bytes = tr_mesh_simplify_bound(mesh->vertex_count, mesh->index_count);
    if (!tr_memory_reserve(context, foreign_bytes, err)) return false;
    const bool done = simplify_within(context, mesh, target_index_count, max_error_m, out, err);
    tr_memory_unreserve(context, foreign_bytes);
    return done;
}
