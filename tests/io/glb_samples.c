#include "glb_samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void require(bool done, const tr_error *err)
{
    if (!done) {
        fprintf(stderr, "%s\n", err->message);
        abort();
    }
}

static void put_vertex(tr_mesh *mesh, int side, int column, int row)
{
    const size_t vertex = (size_t)row * (size_t)side + (size_t)column;
    const float u = (float)column / (float)(side - 1), v = (float)row / (float)(side - 1);
    const float x = 2 * u - 1, z = 2 * v - 1;
    float *position = mesh->positions + 3 * vertex;
    position[0] = 100 * u;
    position[1] = 30 * (1 - x * x) * (1 - z * z);
    position[2] = 100 * v;
    if (mesh->normals) {
        // Not of unit length: writers normalise.
        mesh->normals[3 * vertex] = 1.2f * x * (1 - z * z);
        mesh->normals[3 * vertex + 1] = 1;
        mesh->normals[3 * vertex + 2] = 1.2f * z * (1 - x * x);
    }
    if (mesh->uvs) {
        mesh->uvs[2 * vertex] = u;
        mesh->uvs[2 * vertex + 1] = v;
    }
    if (mesh->colors) {
        uint8_t *color = mesh->colors + 4 * vertex;
        color[0] = (uint8_t)(255 * u);
        color[1] = (uint8_t)(255 * v);
        color[2] = 128;
        color[3] = 255;
    }
}

tr_mesh sample_hill(tr_context *context, int side, unsigned attributes)
{
    const size_t quads = (size_t)(side - 1) * (size_t)(side - 1);
    tr_mesh mesh;
    tr_error err;
    require(tr_mesh_create(context, (size_t)side * (size_t)side, 6 * quads, attributes, &mesh, &err), &err);
    for (int i = 0; i < side * side; i++) {
        put_vertex(&mesh, side, i % side, i / side);
    }
    uint32_t *out = mesh.indices;
    for (int row = 0; row + 1 < side; row++) {
        for (int column = 0; column + 1 < side; column++) {
            const uint32_t nw = (uint32_t)(row * side + column), sw = nw + (uint32_t)side;
            const uint32_t corners[] = {nw, sw, sw + 1, nw, sw + 1, nw + 1};
            for (int i = 0; i < 6; i++) *out++ = corners[i];
        }
    }
    return mesh;
}

tr_image sample_texture(tr_context *context, int32_t side)
{
    tr_image image;
    tr_error err;
    require(tr_image_create(context, &(tr_image_shape){side, side, 3, 8}, &image, &err), &err);
    for (int32_t y = 0; y < side; y++) {
        uint8_t *pixel = (uint8_t *)image.pixels + (size_t)y * image.row_bytes;
        for (int32_t x = 0; x < side; x++, pixel += 3) {
            const bool line = x % 16 == 0 || y % 16 == 0;
            pixel[0] = (uint8_t)(line ? 230 : 60 + 80 * x / side);
            pixel[1] = line ? 220 : 140;
            pixel[2] = (uint8_t)(line ? 190 : 50 + 60 * y / side);
        }
    }
    return image;
}

void sample_poses(int count, double *positions_m, float *rotations, float *scales)
{
    for (int i = 0; i < count; i++) {
        const double turn = 2.4 * i, distance_m = 4 * sqrt((double)i);
        positions_m[3 * i] = distance_m * cos(turn);
        positions_m[3 * i + 1] = 10 + 0.01 * i;
        positions_m[3 * i + 2] = distance_m * sin(turn);
        const double axis[3] = {0.1 * sin(turn), 1, 0.1 * cos(turn)};
        const double length = sqrt(axis[0] * axis[0] + 1 + axis[2] * axis[2]);
        for (int k = 0; k < 3; k++) rotations[4 * i + k] = (float)(sin(0.5 * turn) * axis[k] / length);
        rotations[4 * i + 3] = (float)cos(0.5 * turn);
        scales[i] = 0.02f + 0.08f * (float)i / (float)count;
    }
}
