// With the direction of a path f, its left l and up u, f x l = u: a section that runs counter-clockwise in (l, u) has f
// as its normal.
#include "geometry/solid_mesh.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "geometry/mesh_normals.h"

typedef struct tr_solid_vertex {
    float at[3];
    tr_solid_color color;
} tr_solid_vertex;

typedef struct tr_solid_triangle {
    uint32_t corners[3];
} tr_solid_triangle;

// ---------------------------------------------------------------------------------------------------------
// Faces

static bool add_vertex(tr_solid_mesh *solid, const double at[3], tr_solid_color color, tr_error *err)
{
    tr_solid_vertex *vertices = tr_array_reserve(solid->context, solid->vertices, solid->vertex_count,
                                                 &solid->vertex_capacity, sizeof *vertices, err);
    if (!vertices) return false;
    solid->vertices = vertices;
    tr_solid_vertex *vertex = &vertices[solid->vertex_count++];
    for (int axis = 0; axis < 3; axis++) vertex->at[axis] = (float)(at[axis] - solid->origin[axis]);
    vertex->color = color;
    return true;
}

static bool is_same_place(const tr_solid_mesh *solid, int a, int b)
{
    return memcmp(solid->vertices[a].at, solid->vertices[b].at, sizeof solid->vertices[a].at) == 0;
}

// On the inside of tight bends and at corners of a path places fall together; what vanishes leaves no hole.
static bool add_triangle(tr_solid_mesh *solid, int a, int b, int c, tr_error *err)
{
    if (is_same_place(solid, a, b) || is_same_place(solid, b, c) || is_same_place(solid, c, a)) return true;
    tr_solid_triangle *triangles = tr_array_reserve(solid->context, solid->triangles, solid->triangle_count,
                                                    &solid->triangle_capacity, sizeof *triangles, err);
    if (!triangles) return false;
    solid->triangles = triangles;
    triangles[solid->triangle_count++] = (tr_solid_triangle){{(uint32_t)a, (uint32_t)b, (uint32_t)c}};
    return true;
}

// A convex face of vertices of its own.
static bool add_face(tr_solid_mesh *solid, double places[][3], int count, bool turned, tr_solid_color color,
                     tr_error *err)
{
    const int first = solid->vertex_count;
    for (int i = 0; i < count; i++)
        if (!add_vertex(solid, places[i], color, err)) return false;
    for (int i = 1; i + 1 < count; i++)
        if (!add_triangle(solid, first, first + (turned ? i + 1 : i), first + (turned ? i : i + 1), err)) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Sweeps

// Where a row is cut short on the inside of a bend, everything beyond is too.
static void place_corner(const tr_strip_station *station, const tr_section_corner *corner, double out[3])
{
    double left_m = corner->side * station->half_m + corner->left_m;
    if (station->reach_m[0] < station->half_m) left_m = fmin(left_m, station->reach_m[0]);
    if (station->reach_m[1] < station->half_m) left_m = fmax(left_m, -station->reach_m[1]);
    out[0] = station->at[0] + left_m * station->left[0];
    out[1] = station->at[1] + left_m * station->tilt + corner->up_m;
    out[2] = station->at[2] + left_m * station->left[1];
}

static bool add_side(tr_solid_mesh *solid, const tr_strip_station *stations, int32_t count, const tr_section *section,
                     int edge, tr_error *err)
{
    const tr_section_corner *from = &section->corners[edge], *to = &section->corners[(edge + 1) % section->count];
    for (int32_t i = 0; i < count; i++) {
        double places[2][3];
        place_corner(&stations[i], from, places[0]);
        place_corner(&stations[i], to, places[1]);
        const int at = solid->vertex_count;
        if (!add_vertex(solid, places[0], from->color, err) || !add_vertex(solid, places[1], from->color, err))
            return false;
        if (i > 0 &&
            (!add_triangle(solid, at - 2, at - 1, at + 1, err) || !add_triangle(solid, at - 2, at + 1, at, err)))
            return false;
    }
    return true;
}

bool tr_solid_add_sweep(tr_solid_mesh *solid, const tr_strip_station *stations, int32_t count,
                        const tr_section *section, tr_error *err)
{
    for (int edge = 0; edge < section->count; edge++)
        if (!add_side(solid, stations, count, section, edge, err)) return false;
    for (int end = 0; end < 2; end++) {
        double places[TR_SECTION_MAX][3];
        for (int i = 0; i < section->count; i++)
            place_corner(&stations[end == 0 ? 0 : count - 1], &section->corners[i], places[i]);
        if (!add_face(solid, places, section->count, end == 0, section->corners[0].color, err)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Prisms

static void place_prism(const tr_strip_station *at, const tr_prism *prism, bool top, double out[][3])
{
    const double spread = top ? 1 : prism->spread;
    for (int i = 0; i < prism->count; i++) {
        const double ahead_m = spread * prism->corners[i][0], left_m = spread * prism->corners[i][1];
        const double surface_m = at->at[1] + left_m * at->tilt;
        out[i][0] = at->at[0] + left_m * at->left[0] - ahead_m * at->left[1];
        out[i][1] = top ? surface_m + prism->top_up_m : prism->hangs ? surface_m + prism->bottom_m : prism->bottom_m;
        out[i][2] = at->at[2] + left_m * at->left[1] + ahead_m * at->left[0];
    }
}

bool tr_solid_add_prism(tr_solid_mesh *solid, const tr_strip_station *at, const tr_prism *prism, tr_error *err)
{
    double top[TR_SECTION_MAX][3], bottom[TR_SECTION_MAX][3];
    place_prism(at, prism, true, top);
    place_prism(at, prism, false, bottom);
    if (!add_face(solid, top, prism->count, false, prism->color, err) ||
        !add_face(solid, bottom, prism->count, true, prism->color, err))
        return false;
    for (int i = 0; i < prism->count; i++) {
        const int next = (i + 1) % prism->count;
        double side[4][3];
        memcpy(side[0], bottom[i], sizeof side[0]);
        memcpy(side[1], bottom[next], sizeof side[1]);
        memcpy(side[2], top[next], sizeof side[2]);
        memcpy(side[3], top[i], sizeof side[3]);
        if (!add_face(solid, side, 4, false, prism->color, err)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The whole

bool tr_solid_finish(const tr_solid_mesh *solid, tr_mesh *out, tr_error *err)
{
    tr_mesh mesh;
    if (!tr_mesh_create(solid->context, (size_t)solid->vertex_count, 3 * (size_t)solid->triangle_count,
                        TR_MESH_NORMALS | TR_MESH_COLORS, &mesh, err))
        return false;
    memcpy(mesh.origin, solid->origin, sizeof mesh.origin);
    for (int i = 0; i < solid->vertex_count; i++) {
        const tr_solid_vertex *vertex = &solid->vertices[i];
        const uint8_t color[4] = {vertex->color.r, vertex->color.g, vertex->color.b, 255};
        memcpy(mesh.positions + 3 * (size_t)i, vertex->at, sizeof vertex->at);
        memcpy(mesh.colors + 4 * (size_t)i, color, sizeof color);
    }
    for (int i = 0; i < solid->triangle_count; i++)
        memcpy(mesh.indices + 3 * (size_t)i, solid->triangles[i].corners, sizeof solid->triangles[i].corners);
    if (!tr_mesh_set_normals(solid->context, &mesh, err)) {
        tr_mesh_destroy(solid->context, &mesh);
        return false;
    }
    *out = mesh;
    return true;
}

void tr_solid_destroy(tr_solid_mesh *solid)
{
    tr_free(solid->context, solid->vertices);
    tr_free(solid->context, solid->triangles);
    solid->vertices = NULL;
    solid->triangles = NULL;
}
