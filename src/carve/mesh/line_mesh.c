// A line as a strip: rows of vertices across it, quads between.
//
// The height of each vertex is what the path alone carves at that place, bridges as if they were carved: it comes from
// the same kernels, through an index of this one path, so that also the mixtures in tight bends are as they are in the
// ground. Water has the level of its profile all across.
#include "carve/mesh/strip_mesh.h"

#include <math.h>
#include <string.h>

#include "carve/course/anchors.h"
#include "carve/course/course.h"
#include "carve/sample/piece_table.h"
#include "carve/sample/record_depth.h"

typedef struct line_build {
    const tr_strip_def *def;
    const tr_strip_stations *stations;
    const tr_piece_index *index;  // of this path; NULL for water
    tr_mesh *mesh;
    size_t row_vertices;
} line_build;

// ---------------------------------------------------------------------------------------------------------
// Heights

// The same path, carving all along: a bridge has the shape that it would have on the ground.
static tr_piece_index *create_index(tr_context *context, const tr_carve_path *path, tr_error *err)
{
    tr_carve_path alone = *path;
    const double scale_m[2] = {1, 1};
    if (!tr_course_copy(context, &path->course, &alone.course, err)) return NULL;
    for (int32_t i = 0; i < alone.course.piece_count; i++)
        alone.course.pieces[i].strength[0] = alone.course.pieces[i].strength[1] = 1;
    const tr_carve_path *const paths[1] = {&alone};
    tr_piece_index *index = tr_piece_index_create(context, paths, 1, scale_m, err);
    tr_course_destroy(context, &alone.course);
    return index;
}

// Between the four nearest samples that there can be; over so little the bed is even.
static bool bed_height(const tr_piece_index *index, double x_m, double z_m, double *out, tr_error *err)
{
    const double x = x_m * TR_UNITS_PER_METRE, z = z_m * TR_UNITS_PER_METRE;
    const tr_sample_area area = {(int64_t)floor(x), (int64_t)floor(z), 2, 2, 1.0 / TR_UNITS_PER_METRE};
    float samples[4], strengths[4];
    tr_carve_channels channels = {
        .height = {samples, 2, 2, 1, 2, 4},
        .strength = {strengths, 2, 2, 1, 2, 4},
    };
    if (!tr_piece_index_evaluate(index, TR_SEARCH_HASH, &area, &channels, NULL, NULL, err)) return false;
    const double east = x - floor(x), south = z - floor(z);
    const double north_row = (double)samples[0] + east * ((double)samples[1] - (double)samples[0]);
    const double south_row = (double)samples[2] + east * ((double)samples[3] - (double)samples[2]);
    *out = north_row + south * (south_row - north_row);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Vertices

static bool put_vertex(const line_build *build, const tr_strip_station *station, int32_t column, size_t vertex,
                       tr_error *err)
{
    const double share = (double)column / build->def->across;
    const double wanted_m = station->half_m * (1 - 2 * share);
    const double left_m = fmax(fmin(wanted_m, station->reach_m[0]), -station->reach_m[1]);
    const double x_m = station->at[0] + left_m * station->left[0], z_m = station->at[2] + left_m * station->left[1];
    double y_m = station->at[1];
    if (build->index && !bed_height(build->index, x_m, z_m, &y_m, err)) return false;
    float *position = build->mesh->positions + 3 * vertex, *uv = build->mesh->uvs + 2 * vertex;
    position[0] = (float)(x_m - build->mesh->origin[0]);
    position[1] = (float)(y_m + build->def->lift_m - build->mesh->origin[1]);
    position[2] = (float)(z_m - build->mesh->origin[2]);
    uv[0] = station->half_m > 0 ? (float)(0.5 - 0.5 * left_m / station->half_m) : (float)share;
    uv[1] = (float)(station->arc_m / build->def->uv_m);
    return true;
}

static bool put_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    const line_build *build = user;
    for (int64_t row = begin; row < end; row++)
        for (int32_t column = 0; column <= build->def->across; column++)
            if (!put_vertex(build, &build->stations->items[row], column,
                            (size_t)row * build->row_vertices + (size_t)column, err))
                return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Triangles

// Where rows are cut short, corners fall together and triangles vanish.
static void put_triangle(tr_mesh *mesh, size_t a, size_t b, size_t c)
{
    const float *p = mesh->positions + 3 * a, *q = mesh->positions + 3 * b, *r = mesh->positions + 3 * c;
    const double turn = ((double)q[2] - (double)p[2]) * ((double)r[0] - (double)p[0]) -
                        ((double)q[0] - (double)p[0]) * ((double)r[2] - (double)p[2]);
    if (!(turn > 1e-9)) return;
    uint32_t *index = mesh->indices + mesh->index_count;
    index[0] = (uint32_t)a;
    index[1] = (uint32_t)b;
    index[2] = (uint32_t)c;
    mesh->index_count += 3;
}

static void put_quads(const line_build *build)
{
    build->mesh->index_count = 0;
    for (int32_t row = 0; row + 1 < build->stations->count; row++) {
        if (build->stations->items[row].ends) continue;
        for (int32_t column = 0; column < build->def->across; column++) {
            const size_t left = (size_t)row * build->row_vertices + (size_t)column, right = left + 1;
            const size_t next_left = left + build->row_vertices, next_right = right + build->row_vertices;
            put_triangle(build->mesh, left, right, next_right);
            put_triangle(build->mesh, left, next_right, next_left);
        }
    }
}

static bool build_mesh(tr_context *context, line_build *build, tr_error *err)
{
    build->row_vertices = (size_t)build->def->across + 1;
    const size_t rows = (size_t)build->stations->count;
    const size_t quads = (rows > 0 ? rows - 1 : 0) * (size_t)build->def->across;
    if (!tr_mesh_create(context, rows * build->row_vertices, 6 * quads, TR_MESH_NORMALS | TR_MESH_UVS, build->mesh,
                        err))
        return false;
    if (rows > 0) memcpy(build->mesh->origin, build->stations->items[0].at, sizeof build->mesh->origin);
    if (!tr_parallel_for(context, &(tr_range_work){(int64_t)rows, 16, put_rows, build}, NULL, err)) return false;
    put_quads(build);
    return true;
}

// Each vertex costs what the pieces around it cost.
#define MAX_WORK 1073741824.0  // 2^30: some ten seconds

static bool check_work(tr_context *context, const tr_carve_path *path, const line_build *build, tr_error *err)
{
    enum { FEW = 64 };
    tr_record_depth deepest;
    if (!build->index) return true;
    if (!tr_record_depth_find(context, build->index->paths[0], FEW, &deepest, err)) return false;
    const double vertices = (double)build->stations->count * (build->def->across + 1);
    if (vertices * deepest.depth <= MAX_WORK) return true;
    return tr_fail(
        err, TR_ERROR_TOO_LARGE,
        "%s: a mesh of it has %.0f vertices, and up to %d of its pieces around one; allowed are %.0f for both "
        "multiplied: leave out vertices that are closer than it is wide, or make it without a mesh",
        tr_path_title_of(&path->def).text, vertices, deepest.depth, MAX_WORK);
}

bool tr_line_mesh_create(tr_context *context, const tr_carve_path *path, const tr_strip_def *def, tr_mesh *out,
                         tr_error *err)
{
    const tr_strip_step step = {def->step_m, def->error_m, def->across};
    const bool water = tr_path_kind_is_water(path->def.kind);
    tr_strip_stations stations;
    if (!tr_strip_stations_create(context, &path->course, &step, &stations, err)) return false;
    tr_strip_stations_limit(&stations);
    tr_piece_index *index = water ? NULL : create_index(context, path, err);
    line_build build = {.def = def, .stations = &stations, .index = index, .mesh = out};
    const bool ok = (water || index) && check_work(context, path, &build, err) && build_mesh(context, &build, err);
    tr_piece_index_destroy(index);
    tr_strip_stations_destroy(context, &stations);
    return ok;
}
