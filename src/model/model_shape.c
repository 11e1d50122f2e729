#include "model/model_shape.h"

#include <string.h>

#include "base/array.h"

#define TR_LANES 1
#include "simd/math_kernel.h"

typedef struct tr_shape_point {
    tr_vec3 at, normal;
    tr_tone tone;
} tr_shape_point;

typedef struct tr_shape_face {
    int32_t corners[3];
} tr_shape_face;

double tr_model_sin(double angle)
{
    return (double)tr_sin((float)angle);
}

double tr_model_cos(double angle)
{
    return (double)tr_cos((float)angle);
}

// ---------------------------------------------------------------------------------------------------------
// Random numbers

double tr_shape_random(const tr_shape *shape, int what, int index)
{
    return tr_unit_from_hash(tr_hash_identity((uint64_t)shape->kind, (uint64_t)shape->variant, what, index, 0));
}

double tr_shape_between(const tr_shape *shape, int what, int index, double low, double high)
{
    return low + (high - low) * tr_shape_random(shape, what, index);
}

tr_tone tr_shape_tint(const tr_shape *shape, int what, tr_tone tone, double share)
{
    const double bright = tr_shape_between(shape, what, 0, 1 - share, 1 + share);
    const double warm = tr_shape_between(shape, what, 1, -0.3 * share, 0.3 * share);
    return (tr_tone){tone.r * bright * (1 + warm), tone.g * bright, tone.b * bright * (1 - warm)};
}

// ---------------------------------------------------------------------------------------------------------
// Triangles

int32_t tr_shape_vertex(tr_shape *shape, tr_vec3 at, tr_vec3 normal, tr_tone tone)
{
    if (shape->failed) return 0;
    tr_shape_point *vertices = tr_array_reserve(shape->context, shape->vertices, shape->vertex_count,
                                                &shape->vertex_capacity, sizeof *vertices, shape->err);
    if (!vertices) {
        shape->failed = true;
        return 0;
    }
    shape->vertices = vertices;
    vertices[shape->vertex_count] = (tr_shape_point){at, tr_vec3_unit(normal), tone};
    return shape->vertex_count++;
}

void tr_shape_triangle(tr_shape *shape, int32_t a, int32_t b, int32_t c)
{
    if (shape->failed) return;
    tr_shape_face *triangles = tr_array_reserve(shape->context, shape->triangles, shape->triangle_count,
                                                &shape->triangle_capacity, sizeof *triangles, shape->err);
    if (!triangles) {
        shape->failed = true;
        return;
    }
    shape->triangles = triangles;
    triangles[shape->triangle_count++] = (tr_shape_face){{a, b, c}};
}

void tr_shape_facet(tr_shape *shape, const tr_vec3 corners[3], const tr_tone tones[3])
{
    const tr_vec3 normal =
        tr_vec3_cross(tr_vec3_subtract(corners[1], corners[0]), tr_vec3_subtract(corners[2], corners[0]));
    int32_t numbers[3];
    for (int i = 0; i < 3; i++) numbers[i] = tr_shape_vertex(shape, corners[i], normal, tones[i]);
    tr_shape_triangle(shape, numbers[0], numbers[1], numbers[2]);
}

// ---------------------------------------------------------------------------------------------------------
// The whole

static uint8_t channel_of(double value)
{
    return (uint8_t)(tr_model_clamp(value, 0, 255) + 0.5);
}

bool tr_shape_finish(tr_shape *shape, tr_mesh *out)
{
    if (shape->failed) return false;
    tr_mesh mesh;
    if (!tr_mesh_create(shape->context, (size_t)shape->vertex_count, 3 * (size_t)shape->triangle_count,
                        TR_MESH_NORMALS | TR_MESH_COLORS, &mesh, shape->err))
        return false;
    for (int32_t i = 0; i < shape->vertex_count; i++) {
        const tr_shape_point *vertex = &shape->vertices[i];
        const float at[3] = {(float)vertex->at.x, (float)vertex->at.y, (float)vertex->at.z};
        const float normal[3] = {(float)vertex->normal.x, (float)vertex->normal.y, (float)vertex->normal.z};
        const tr_tone *tone = &vertex->tone;
        const uint8_t color[4] = {channel_of(tone->r), channel_of(tone->g), channel_of(tone->b), 255};
        memcpy(mesh.positions + 3 * (size_t)i, at, sizeof at);
        memcpy(mesh.normals + 3 * (size_t)i, normal, sizeof normal);
        memcpy(mesh.colors + 4 * (size_t)i, color, sizeof color);
    }
    for (int32_t i = 0; i < shape->triangle_count; i++)
        for (int k = 0; k < 3; k++) mesh.indices[3 * (size_t)i + (size_t)k] = (uint32_t)shape->triangles[i].corners[k];
    *out = mesh;
    return true;
}

void tr_shape_destroy(tr_shape *shape)
{
    tr_free(shape->context, shape->vertices);
    tr_free(shape->context, shape->triangles);
    shape->vertices = NULL;
    shape->triangles = NULL;
}
