// Plain data. Sizes are checked before any memory is taken; what could not be made is left empty, so that
// destroying it is always allowed. Every array is a block of tr_alloc() of its own: rooms that build a mesh or
// points step by step may put their own blocks there.
#include <string.h>

#include "terrane/base.h"

// ---------------------------------------------------------------------------------------------------------
// Grids

bool tr_grid_create(tr_context *context, int32_t width, int32_t height, int32_t depth, tr_grid *out, tr_error *err)
{
    memset(out, 0, sizeof *out);
    if (width < 1 || height < 1 || depth < 1) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a grid of %d x %d x %d samples: each size must be at least 1",
                       width, height, depth);
    }
    const int64_t plane = (int64_t)width * height;
    if (plane > PTRDIFF_MAX / (int64_t)sizeof(float) / depth) {
        return tr_fail(err, TR_ERROR_TOO_LARGE, "a grid of %d x %d x %d samples cannot be addressed", width, height,
                       depth);
    }
    float *samples = tr_alloc_array(context, (size_t)(plane * depth), sizeof(float), err);
    if (!samples) return false;
    *out = (tr_grid){
        .samples = samples,
        .width = width,
        .height = height,
        .depth = depth,
        .row_stride = width,
        .plane_stride = plane,
    };
    return true;
}

void tr_grid_destroy(tr_context *context, tr_grid *grid)
{
    tr_free(context, grid->samples);
    memset(grid, 0, sizeof *grid);
}

// ---------------------------------------------------------------------------------------------------------
// Images

bool tr_image_create(tr_context *context, const tr_image_shape *shape, tr_image *out, tr_error *err)
{
    memset(out, 0, sizeof *out);
    if (shape->width < 1 || shape->height < 1) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "an image of %d x %d pixels: each size must be at least 1",
                       shape->width, shape->height);
    }
    if (shape->channels < 1 || shape->channels > 4) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "an image of %d channels: 1 to 4 are possible", shape->channels);
    }
    if (shape->bits != 8 && shape->bits != 16) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "an image of %d bits per channel: 8 and 16 are possible",
                       shape->bits);
    }
    const size_t row_bytes = (size_t)shape->width * (size_t)(shape->channels * shape->bits / 8);
    void *pixels = tr_alloc_array(context, (size_t)shape->height, row_bytes, err);
    if (!pixels) return false;
    *out = (tr_image){
        .pixels = pixels,
        .width = shape->width,
        .height = shape->height,
        .channels = shape->channels,
        .bits = shape->bits,
        .row_bytes = row_bytes,
    };
    return true;
}

void tr_image_destroy(tr_context *context, tr_image *image)
{
    tr_free(context, image->pixels);
    memset(image, 0, sizeof *image);
}

// ---------------------------------------------------------------------------------------------------------
// Points

bool tr_points_create(tr_context *context, size_t count, tr_points *out, tr_error *err)
{
    memset(out, 0, sizeof *out);
    tr_points points = {.count = count};
    bool ok = (points.x = tr_alloc_array(context, count, sizeof(double), err)) &&
              (points.y = tr_alloc_array(context, count, sizeof(double), err)) &&
              (points.z = tr_alloc_array(context, count, sizeof(double), err));
    if (!ok) {
        tr_points_destroy(context, &points);
        return false;
    }
    *out = points;
    return true;
}

void tr_points_destroy(tr_context *context, tr_points *points)
{
    tr_free(context, points->x);
    tr_free(context, points->y);
    tr_free(context, points->z);
    memset(points, 0, sizeof *points);
}

// ---------------------------------------------------------------------------------------------------------
// Meshes

static bool check_mesh_sizes(size_t vertex_count, size_t index_count, unsigned attributes, tr_error *err)
{
    if (attributes & ~(unsigned)(TR_MESH_NORMALS | TR_MESH_UVS | TR_MESH_COLORS)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "0x%x is not a sum of mesh attributes", attributes);
    }
    if (index_count % 3 != 0) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a mesh of %zu indices: triangles have three each", index_count);
    }
    if (vertex_count > 0 && vertex_count - 1 > UINT32_MAX) {
        return tr_fail(err, TR_ERROR_TOO_LARGE, "a mesh of %zu vertices: 32-bit indices reach 4294967296",
                       vertex_count);
    }
    return true;
}

bool tr_mesh_create(tr_context *context, size_t vertex_count, size_t index_count, unsigned attributes, tr_mesh *out,
                    tr_error *err)
{
    memset(out, 0, sizeof *out);
    if (!check_mesh_sizes(vertex_count, index_count, attributes, err)) return false;
    tr_mesh mesh = {.vertex_count = vertex_count, .index_count = index_count};
    bool ok = (mesh.positions = tr_alloc_array(context, vertex_count, 3 * sizeof(float), err)) &&
              (mesh.indices = tr_alloc_array(context, index_count, sizeof(uint32_t), err));
    if (ok && attributes & TR_MESH_NORMALS) {
        ok = (mesh.normals = tr_alloc_array(context, vertex_count, 3 * sizeof(float), err));
    }
    if (ok && attributes & TR_MESH_UVS) {
        ok = (mesh.uvs = tr_alloc_array(context, vertex_count, 2 * sizeof(float), err));
    }
    if (ok && attributes & TR_MESH_COLORS) {
        ok = (mesh.colors = tr_alloc_array(context, vertex_count, 4, err));
    }
    if (!ok) {
        tr_mesh_destroy(context, &mesh);
        return false;
    }
    *out = mesh;
    return true;
}

void tr_mesh_destroy(tr_context *context, tr_mesh *mesh)
{
    tr_free(context, mesh->positions);
    tr_free(context, mesh->normals);
    tr_free(context, mesh->uvs);
    tr_free(context, mesh->colors);
    tr_free(context, mesh->indices);
    memset(mesh, 0, sizeof *mesh);
}
