// An area as a mesh: its rings as polygons, filled with triangles at the height of their outline.
#include <math.h>
#include <string.h>

#include "carve/mesh/strip_mesh.h"
#include "geometry/triangulate.h"

// Corners on a lattice, so that triangles can be found exactly: 1/1024 m, or coarser for areas beyond 500 km.
typedef struct area_outline {
    tr_lattice_point *points;
    int32_t *ring_end;
    int32_t ring_count;
    double unit_m;
} area_outline;

static double lattice_unit(const tr_strip_stations *stations, const double origin[3])
{
    double extent_m = 0;
    for (int32_t i = 0; i < stations->count; i++) {
        extent_m = fmax(extent_m, fabs(stations->items[i].at[0] - origin[0]));
        extent_m = fmax(extent_m, fabs(stations->items[i].at[2] - origin[2]));
    }
    double unit_m = 1.0 / 1024;
    while (extent_m / unit_m >= TR_LATTICE_LIMIT) unit_m *= 2;
    return unit_m;
}

static bool create_outline(tr_context *context, const tr_strip_stations *stations, const double origin[3],
                           area_outline *out, tr_error *err)
{
    *out = (area_outline){.unit_m = lattice_unit(stations, origin)};
    const size_t count = (size_t)stations->count;
    out->points = tr_alloc_array(context, count, sizeof *out->points, err);
    out->ring_end = tr_alloc_array(context, count, sizeof *out->ring_end, err);
    if (!out->points || !out->ring_end) return false;
    for (int32_t i = 0; i < stations->count; i++) {
        const tr_strip_station *station = &stations->items[i];
        out->points[i].x = (int32_t)floor((station->at[0] - origin[0]) / out->unit_m + 0.5);
        out->points[i].z = (int32_t)floor((station->at[2] - origin[2]) / out->unit_m + 0.5);
        if (station->ends) out->ring_end[out->ring_count++] = i + 1;
    }
    return true;
}

static void put_vertices(const tr_strip_stations *stations, const area_outline *outline, const tr_strip_def *def,
                         tr_mesh *mesh)
{
    for (int32_t i = 0; i < stations->count; i++) {
        const double x_m = outline->points[i].x * outline->unit_m, z_m = outline->points[i].z * outline->unit_m;
        float *position = mesh->positions + 3 * (size_t)i, *uv = mesh->uvs + 2 * (size_t)i;
        position[0] = (float)x_m;
        position[1] = (float)(stations->items[i].at[1] + def->lift_m - mesh->origin[1]);
        position[2] = (float)z_m;
        uv[0] = (float)(x_m / def->uv_m);
        uv[1] = (float)(z_m / def->uv_m);
    }
}

static bool build(tr_context *context, const tr_strip_stations *stations, const tr_strip_def *def,
                  area_outline *outline, tr_triangles *triangles, tr_mesh *out, tr_error *err)
{
    double origin[3];
    memcpy(origin, stations->items[0].at, sizeof origin);
    if (!create_outline(context, stations, origin, outline, err) ||
        !tr_triangulate(context, outline->points, outline->ring_end, outline->ring_count, triangles, err) ||
        !tr_mesh_create(context, (size_t)stations->count, triangles->index_count, TR_MESH_NORMALS | TR_MESH_UVS, out,
                        err))
        return false;
    memcpy(out->origin, origin, sizeof origin);
    if (triangles->index_count > 0)
        memcpy(out->indices, triangles->indices, triangles->index_count * sizeof *out->indices);
    put_vertices(stations, outline, def, out);
    return true;
}

bool tr_area_mesh_create(tr_context *context, const tr_carve_path *path, const tr_strip_def *def, tr_mesh *out,
                         tr_error *err)
{
    const tr_strip_step step = {INFINITY, def->error_m, def->across};
    tr_strip_stations stations;
    area_outline outline = {0};
    tr_triangles triangles = {0};
    if (!tr_strip_stations_create(context, &path->course, &step, &stations, err)) return false;
    const bool ok = build(context, &stations, def, &outline, &triangles, out, err);
    tr_free(context, triangles.indices);
    tr_free(context, outline.points);
    tr_free(context, outline.ring_end);
    tr_strip_stations_destroy(context, &stations);
    return ok;
}
