// write_glb_samples <folder>: GLB files of every kind, for validators and viewers.
#include <stdio.h>
#include <stdlib.h>

#include "glb_samples.h"
#include "terrain/mesh.h"
#include "terrane/carve.h"
#include "test_context.h"

static const double no_origin[3];
static const char *folder;

static void require(bool done, const tr_error *err)
{
    if (!done) {
        fprintf(stderr, "%s\n", err->message);
        exit(1);
    }
}

static void write(tr_context *context, const char *name, const tr_glb_mesh *meshes, int count)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    tr_error err;
    require(tr_glb_write(context, path, meshes, count, no_origin, &err), &err);
}

static void write_plain(tr_context *context)
{
    tr_mesh hill = sample_hill(context, 2, 0);
    const tr_glb_mesh mesh = {.levels = &hill, .level_count = 1};
    write(context, "plain.glb", &mesh, 1);
    tr_mesh_destroy(context, &hill);
}

static void write_texture(tr_context *context)
{
    tr_image texture = sample_texture(context, 128);
    tr_mesh hill = sample_hill(context, 40, TR_MESH_NORMALS | TR_MESH_UVS);
    const tr_glb_mesh mesh = {
        .name = "hill", .levels = &hill, .level_count = 1, .texture = &texture, .roughness = 0.9f};
    write(context, "texture.glb", &mesh, 1);
    tr_mesh_destroy(context, &hill);
    tr_image_destroy(context, &texture);
}

// More than 65535 vertices, so with wide indices.
static void write_colors(tr_context *context)
{
    tr_mesh hill = sample_hill(context, 257, TR_MESH_NORMALS | TR_MESH_COLORS);
    const tr_glb_mesh mesh = {.name = "colours", .levels = &hill, .level_count = 1, .roughness = 1};
    write(context, "colors.glb", &mesh, 1);
    tr_mesh_destroy(context, &hill);
}

// Several meshes with every attribute, some with levels, a shared texture and one of their own.
static void write_many(tr_context *context)
{
    enum { COUNT = 4, LEVELS = 3, ALL = TR_MESH_NORMALS | TR_MESH_UVS | TR_MESH_COLORS };
    tr_image textures[2] = {sample_texture(context, 61), sample_texture(context, 64)};
    tr_mesh levels[COUNT][LEVELS];
    tr_glb_mesh meshes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        for (int level = 0; level < LEVELS; level++) {
            levels[i][level] = sample_hill(context, (33 >> level) + 1, ALL);
            levels[i][level].origin[0] = 100.1 * i;
            levels[i][level].origin[2] = -7e6;
        }
        meshes[i] = (tr_glb_mesh){.name = i == 0 ? "Hügel \"0\"" : NULL,
                                  .levels = levels[i],
                                  .level_count = i == 1 ? 1 : LEVELS,
                                  .texture = &textures[i == 3],
                                  .roughness = 0.25f * (float)i};
    }
    for (size_t i = 0; i < 2 * levels[2][0].vertex_count; i++) levels[2][0].uvs[i] *= 4;
    write(context, "many.glb", meshes, COUNT);
    for (int i = 0; i < COUNT * LEVELS; i++) tr_mesh_destroy(context, &levels[i / LEVELS][i % LEVELS]);
    for (int i = 0; i < 2; i++) tr_image_destroy(context, &textures[i]);
}

// Copies in every way, beside a mesh that stands once: as instances and as plain nodes, with levels and without.
static void write_copies(tr_context *context, const char *name, bool plain_nodes)
{
    enum { COUNT = 500, ALL = TR_MESH_NORMALS | TR_MESH_COLORS };
    tr_mesh hills[3] = {sample_hill(context, 65, ALL), sample_hill(context, 5, ALL), sample_hill(context, 3, ALL)};
    const tr_glb_mesh meshes[3] = {{.name = "ground", .levels = &hills[0], .level_count = 1, .roughness = 1},
                                   {.name = "hillock", .levels = &hills[1], .level_count = 2, .roughness = 1},
                                   {.name = "heap", .levels = &hills[2], .level_count = 1, .roughness = 0.5f}};
    double positions_m[3 * COUNT];
    float rotations[4 * COUNT], scales[COUNT];
    sample_poses(COUNT, positions_m, rotations, scales);
    const tr_glb_instances instances[3] = {
        {.name = "hillocks",
         .mesh = 1,
         .positions_m = positions_m,
         .rotations = rotations,
         .scales = scales,
         .count = COUNT},
        {.name = "heaps", .mesh = 2, .positions_m = positions_m, .scales = scales, .count = COUNT / 2},
        {.mesh = 2, .positions_m = positions_m, .count = 1}};
    const tr_glb_scene scene = {.meshes = meshes,
                                .mesh_count = 3,
                                .instances = instances,
                                .instance_count = 3,
                                .origin = {0, 10, 0},
                                .plain_nodes = plain_nodes};
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    tr_error err;
    require(tr_glb_scene_write(context, path, &scene, &err), &err);
    for (int i = 0; i < 3; i++) tr_mesh_destroy(context, &hills[i]);
}

static tr_grid rolling_heights(tr_context *context, const tr_sample_area *area)
{
    tr_grid height;
    tr_error err;
    require(tr_grid_create(context, area->width + 2, area->height + 2, 1, &height, &err), &err);
    for (int32_t row = 0; row < height.height; row++) {
        for (int32_t column = 0; column < height.width; column++) {
            const double x = (double)(column % 64 - 32) / 32, z = (double)(row % 64 - 32) / 32;
            height.samples[row * height.row_stride + column] = (float)(40 * (1 - x * x) * (1 - z * z));
        }
    }
    return height;
}

// A terrain tile with a skirt, and with simplified levels where the build has them.
static void write_terrain(tr_context *context)
{
    const tr_sample_area area = {.x = 1000, .z = -2000, .width = 129, .height = 129, .spacing_m = 4};
    tr_grid height = rolling_heights(context, &area);
    tr_image texture = sample_texture(context, 256);
    const tr_terrain_mesh_def def = {.area = area, .height = &height, .skirt_m = 10};
    tr_mesh levels[3];
    tr_error err;
    int level_count = 1;
    require(tr_terrain_mesh_create(context, &def, &levels[0], &err), &err);
#ifdef TR_HAVE_MESHOPT
    for (; level_count < 3; level_count++) {
        const tr_mesh *finer = &levels[level_count - 1];
        require(tr_mesh_simplify(context, finer, finer->index_count / 4, 5, &levels[level_count], &err), &err);
    }
#endif
    const tr_glb_mesh mesh = {
        .name = "terrain", .levels = levels, .level_count = level_count, .texture = &texture, .roughness = 0.95f};
    write(context, "terrain.glb", &mesh, 1);
    for (int i = 0; i < level_count; i++) tr_mesh_destroy(context, &levels[i]);
    tr_image_destroy(context, &texture);
    tr_grid_destroy(context, &height);
}

static bool slope(void *user, const double *x_m, const double *z_m, int32_t count, float *out_m, tr_error *err)
{
    (void)user, (void)err;
    for (int32_t i = 0; i < count; i++) out_m[i] = (float)(300 + 0.02 * x_m[i] - 0.01 * z_m[i]);
    return true;
}

// Adds a path through five places around a middle; the last is near the first.
static tr_path_id add_path(tr_carving *carving, tr_path_kind kind, bool area, double x_m, double z_m, double size_m)
{
    const double places[5][2] = {{-1, -0.2}, {-0.3, 0.8}, {0.5, 0.6}, {0.9, -0.5}, {-0.6, -0.9}};
    tr_path_vertex vertices[5];
    for (int i = 0; i < 5; i++)
        vertices[i] = tr_path_vertex_at(x_m + size_m * places[i][0], z_m + size_m * places[i][1]);
    tr_path_def def = tr_default_path_def(kind);
    def.area = area;
    def.vertices = vertices;
    def.vertex_count = 5;
    tr_path_id id = 0;
    tr_error err;
    require(tr_carving_add(carving, &def, &id, &err), &err);
    return id;
}

// A road with tight bends, a river and a lake, as their surfaces.
static void write_strips(tr_context *context)
{
    enum { COUNT = 3 };
    tr_carving_def carving_def = tr_default_carving_def();
    carving_def.ground.heights = slope;
    const tr_strip_def def = tr_default_strip_def();
    tr_error err;
    tr_carving *carving = tr_carving_create(context, &carving_def, &err);
    require(carving != NULL, &err);
    const tr_path_id ids[COUNT] = {add_path(carving, TR_PATH_ROAD, false, 4e5, 7e5, 40),
                                   add_path(carving, TR_PATH_RIVER, false, 4e5 + 900, 7e5, 300),
                                   add_path(carving, TR_PATH_LAKE, true, 4e5, 7e5 + 900, 200)};
    require(tr_carving_commit(carving, NULL, &err), &err);
    tr_image texture = sample_texture(context, 64);
    tr_mesh strips[COUNT];
    tr_glb_mesh meshes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        require(tr_carving_strip(carving, ids[i], &def, &strips[i], &err), &err);
        meshes[i] = (tr_glb_mesh){.levels = &strips[i], .level_count = 1, .texture = &texture, .roughness = 0.8f};
    }
    write(context, "strips.glb", meshes, COUNT);
    for (int i = 0; i < COUNT; i++) tr_mesh_destroy(context, &strips[i]);
    tr_image_destroy(context, &texture);
    tr_carving_destroy(carving);
}

// A road over a river, and a railway over both.
static void write_bridges(tr_context *context)
{
    enum { MAX = 8 };
    tr_carving_def carving_def = tr_default_carving_def();
    carving_def.ground.heights = slope;
    const tr_bridge_def def = tr_default_bridge_def();
    tr_error err;
    tr_carving *carving = tr_carving_create(context, &carving_def, &err);
    require(carving != NULL, &err);
    add_path(carving, TR_PATH_RIVER, false, 4e5, 7e5, 500);
    add_path(carving, TR_PATH_ROAD, false, 4e5 + 300, 7e5, 400);
    add_path(carving, TR_PATH_RAIL, false, 4e5, 7e5 + 300, 450);
    require(tr_carving_commit(carving, NULL, &err), &err);
    tr_mesh bridges[MAX];
    tr_glb_mesh meshes[MAX];
    int count = 0;
    for (int32_t i = 0; i < tr_carving_crossing_count(carving) && count < MAX; i++) {
        require(tr_carving_bridge(carving, i, &def, &bridges[count], &err), &err);
        meshes[count] = (tr_glb_mesh){.name = "bridge", .levels = &bridges[count], .level_count = 1, .roughness = 0.9f};
        count += bridges[count].index_count > 0;
    }
    if (count < 2) {
        fprintf(stderr, "%d bridges of %d crossings\n", count, (int)tr_carving_crossing_count(carving));
        exit(1);
    }
    write(context, "bridges.glb", meshes, count);
    for (int i = 0; i < count; i++) tr_mesh_destroy(context, &bridges[i]);
    tr_carving_destroy(carving);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "write_glb_samples <folder>\n");
        return 2;
    }
    folder = argv[1];
    tr_context *context = test_context(1);
    write_plain(context);
    write_texture(context);
    write_colors(context);
    write_many(context);
    write_copies(context, "instances.glb", false);
    write_copies(context, "plain_nodes.glb", true);
    write_terrain(context);
    write_strips(context);
    write_bridges(context);
    tr_context_destroy(context);
    return 0;
}
