// Quads as triangles with colours, for files and renderers that know no quads (terrane/voxel.h).
#include <assert.h>

#include "base/integers.h"
#include "voxel/mesh/mesh_corners.h"
#include "voxel/mesh/mesh_sprites.h"

// How bright a colour is by the occlusion of a corner and by its light, as factors of sRGB values. Each step of light
// is 0.85 of the next: steps look alike.
static const float occlusion_factor[4] = {0.52f, 0.70f, 0.86f, 1.0f};
static const float light_factor[TR_LIGHT_MAX + 1] = {0.087f, 0.103f, 0.121f, 0.142f, 0.167f, 0.197f, 0.232f, 0.272f,
                                                     0.321f, 0.377f, 0.444f, 0.522f, 0.614f, 0.723f, 0.85f,  1.0f};
enum { LIQUID_ALPHA = 170, CLEAR_ALPHA = 140 };

// ---------------------------------------------------------------------------------------------------------
// Colours

static float brightness(float level)
{
    const int below = tr_min_i32((int)level, TR_LIGHT_MAX - 1);
    return light_factor[below] + (light_factor[below + 1] - light_factor[below]) * (level - (float)below);
}

static void corner_factors(const tr_voxel_quad *quad, const tr_block_info *info, const tr_voxel_paint *paint,
                           int corner, float out[3])
{
    static const int shifts[3] = {TR_LIGHT_RED_SHIFT, TR_LIGHT_GREEN_SHIFT, TR_LIGHT_BLUE_SHIFT};
    const float occlusion = occlusion_factor[quad->occlusion >> 2 * corner & 3];
    const tr_light light = quad->light[corner];
    const float sky = (float)(light >> TR_LIGHT_SKY_SHIFT) * paint->daylight;
    const bool glows = info->light[0] || info->light[1] || info->light[2];
    for (int channel = 0; channel < 3; channel++) {
        const float block = (float)(light >> shifts[channel] & TR_LIGHT_MAX);
        out[channel] = occlusion;
        if (paint->baked && !glows) out[channel] *= brightness(sky > block ? sky : block);
    }
}

static uint8_t alpha_of(const tr_block_info *info)
{
    if (info->shape == TR_SHAPE_CLEAR) return CLEAR_ALPHA;
    const bool glows = info->light[0] || info->light[1] || info->light[2];
    return info->shape == TR_SHAPE_LIQUID && !glows ? LIQUID_ALPHA : 255;
}

static void put_color(tr_mesh *mesh, size_t vertex, const uint8_t base[3], const float factors[3], uint8_t alpha)
{
    uint8_t *color = mesh->colors + 4 * vertex;
    for (int channel = 0; channel < 3; channel++)
        color[channel] = (uint8_t)((float)base[channel] * factors[channel] + 0.5f);
    color[3] = alpha;
}

// ---------------------------------------------------------------------------------------------------------
// Places

static void put_vertex(tr_mesh *mesh, size_t vertex, const float position[3], const float normal[3])
{
    for (int axis = 0; axis < 3; axis++) {
        mesh->positions[3 * vertex + (size_t)axis] = position[axis];
        mesh->normals[3 * vertex + (size_t)axis] = normal[axis];
    }
}

static void cube_corner(const tr_voxel_quad *quad, int corner, float cell_m, float out[3])
{
    const tr_face_axes *axes = &tr_faces_axes[quad->face];
    const int far_first = tr_corner_first(axes, corner), far_second = tr_corner_second(axes, corner);
    int eighths[3] = {8 * quad->x, 8 * quad->y, 8 * quad->z};
    eighths[axes->first] += far_first * 8 * quad->width;
    eighths[axes->second] += far_second * 8 * quad->height;
    eighths[axes->normal] += axes->positive * 8;
    const bool upper = quad->face == TR_FACE_UP || (axes->first == 1 && far_first) || (axes->second == 1 && far_second);
    if (upper)
        eighths[1] -= quad->sink;
    else if (axes->normal != 1)
        eighths[1] += quad->rise;
    for (int axis = 0; axis < 3; axis++) out[axis] = (float)eighths[axis] * (cell_m * 0.125f);
}

// Two triangles along the diagonal between the brighter corners, so that a dark corner looks the same whichever it is.
static void put_indices(const tr_voxel_quad *quad, uint32_t first, uint32_t *out)
{
    static const uint8_t turns[2][6] = {{0, 1, 2, 0, 2, 3}, {1, 2, 3, 1, 3, 0}};
    const unsigned o = quad->occlusion;
    const bool turned = (o & 3) + (o >> 4 & 3) < (o >> 2 & 3) + (o >> 6 & 3);
    for (int i = 0; i < 6; i++) out[i] = first + turns[turned][i];
}

static void put_cube_face(tr_mesh *mesh, const tr_voxel_quad *quad, const tr_voxel_paint *paint, size_t vertex,
                          size_t index)
{
    const tr_block_info *info = tr_block_info_of(quad->block);
    const tr_face_axes *axes = &tr_faces_axes[quad->face];
    float normal[3] = {0};
    normal[axes->normal] = axes->positive ? 1.0f : -1.0f;
    for (int corner = 0; corner < 4; corner++) {
        float position[3], factors[3];
        cube_corner(quad, corner, (float)paint->cell_m, position);
        corner_factors(quad, info, paint, corner, factors);
        put_vertex(mesh, vertex + (size_t)corner, position, normal);
        put_color(mesh, vertex + (size_t)corner, quad->face == TR_FACE_UP ? info->top_color : info->side_color, factors,
                  alpha_of(info));
    }
    put_indices(quad, (uint32_t)vertex, mesh->indices + index);
}

// Plants are seen from both sides, and take the light from above as the ground does.
static void put_sprite(tr_mesh *mesh, const tr_voxel_quad *quad, const tr_voxel_paint *paint, size_t vertex,
                       size_t index)
{
    static const float up[3] = {0, 1, 0};
    const tr_block_info *info = tr_block_info_of(quad->block);
    const tr_sprite_shape *shape = tr_sprite_shape_of((tr_block_kind)(quad->block & TR_BLOCK_KIND_MASK));
    const float cell_m = (float)paint->cell_m;
    float factors[3];
    corner_factors(quad, info, paint, 0, factors);
    for (int i = 0; i < shape->vertex_count; i++, vertex++) {
        const tr_sprite_vertex *v = &shape->vertices[i];
        const float along = (float)v->along * 0.0625f;
        const float z = quad->face == TR_FACE_DIAGONAL ? along : 1.0f - along;
        const float position[3] = {((float)quad->x + along) * cell_m,
                                   ((float)quad->y + (float)v->up * 0.0625f) * cell_m, ((float)quad->z + z) * cell_m};
        put_vertex(mesh, vertex, position, up);
        put_color(mesh, vertex, v->stem ? tr_sprite_stem_color : info->top_color, factors, 255);
    }
    const uint32_t first = (uint32_t)(vertex - (size_t)shape->vertex_count);
    uint32_t *out = mesh->indices + index;
    for (int i = 0; i < shape->vertex_count; i += 3)
        for (int side = 0; side < 2; side++, out += 3) {
            out[0] = first + (uint32_t)i;
            out[1] = first + (uint32_t)(i + 1 + side);
            out[2] = first + (uint32_t)(i + 2 - side);
        }
}

// ---------------------------------------------------------------------------------------------------------

typedef struct triangle_counts {
    size_t vertices, indices;
} triangle_counts;

static triangle_counts counts_of(const tr_voxel_quad *quad)
{
    if (quad->face < TR_FACE_DIAGONAL) return (triangle_counts){4, 6};
    const size_t count = (size_t)tr_sprite_shape_of((tr_block_kind)(quad->block & TR_BLOCK_KIND_MASK))->vertex_count;
    return (triangle_counts){count, 2 * count};
}

static bool is_wanted(const tr_voxel_mesh *mesh, size_t i, unsigned passes)
{
    int pass = 0;
    while (i >= mesh->pass_end[pass]) pass++;
    return passes >> pass & 1;
}

bool tr_voxel_mesh_triangles(tr_context *context, const tr_voxel_mesh *mesh, unsigned passes,
                             const tr_voxel_paint *paint, tr_mesh *out, tr_error *err)
{
    assert(paint->cell_m > 0 && paint->daylight >= 0 && paint->daylight <= 1);
    triangle_counts total = {0};
    for (size_t i = 0; i < mesh->count; i++) {
        if (!is_wanted(mesh, i, passes)) continue;
        const triangle_counts own = counts_of(&mesh->quads[i]);
        total.vertices += own.vertices;
        total.indices += own.indices;
    }
    if (total.vertices > UINT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "a mesh of %zu vertices; allowed are %u", total.vertices, UINT32_MAX);
    if (!tr_mesh_create(context, total.vertices, total.indices, TR_MESH_NORMALS | TR_MESH_COLORS, out, err))
        return false;
    for (int axis = 0; axis < 3; axis++) out->origin[axis] = paint->origin[axis];
    triangle_counts at = {0};
    for (size_t i = 0; i < mesh->count; i++) {
        const tr_voxel_quad *quad = &mesh->quads[i];
        if (!is_wanted(mesh, i, passes)) continue;
        if (quad->face < TR_FACE_DIAGONAL)
            put_cube_face(out, quad, paint, at.vertices, at.indices);
        else
            put_sprite(out, quad, paint, at.vertices, at.indices);
        const triangle_counts own = counts_of(quad);
        at.vertices += own.vertices;
        at.indices += own.indices;
    }
    return true;
}
