// Regions of a world for other programs, by the public API: what the reports say is in the files.
#include "cmocka_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export/ground.h"
#include "test_context.h"

#include "terrane/export.h"

static tr_context *context;
static char folder[] = "/tmp/terrane-export-XXXXXX";
static tr_error err;

// A road over a river, in a wood. Heights do not depend on noise that a template may change.
static const char text[] = "seed: 11\n"
                           "terrain:\n"
                           "  graph: {nodes: {level: {type: constant, value: 60}}, output: level}\n"
                           "placement:\n"
                           "  - standard: trees\n"
                           "paths:\n"
                           "  - {kind: river, line: [[-500, 0, 60], [500, 0, 55]], width: 12 m}\n"
                           "  - {kind: road, line: [[0, -500], [0, 500]], width: 6 m}\n";

static tr_world *load(const char *description)
{
    tr_world *world = tr_world_load_text(context, "export.yaml", description, strlen(description), NULL, &err);
    if (!world) {
        fail_msg("%s", err.message);
    }
    return world;
}

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

// The JSON part of a GLB file, terminated; NULL when there is no such file.
static char *read_json(const char *name)
{
    FILE *file = fopen(path_of(name), "rb");
    if (!file) {
        return NULL;
    }
    uint32_t head[5];
    assert_int_equal(fread(head, sizeof(uint32_t), 5, file), 5);
    assert_int_equal(head[0], 0x46546c67);
    char *json = malloc((size_t)head[3] + 1);
    assert_non_null(json);
    assert_int_equal(fread(json, 1, head[3], file), head[3]);
    json[head[3]] = '\0';
    fclose(file);
    return json;
}

static int count_of(const char *text_of_file, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text_of_file, part); at; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

static tr_export_scene_def scene_def(void)
{
    tr_export_scene_def def = tr_default_export_scene_def();
    def.region_m = (tr_region){-60, -60, 60, 60};
    return def;
}

// ---------------------------------------------------------------------------------------------------------
// Scenes

static void a_scene_has_what_its_report_says(void **state)
{
    (void)state;
    tr_world *world = load(text);
    const tr_export_scene_def def = scene_def();
    tr_export_scene_report report;
    assert_true(tr_export_scene(world, &def, path_of("scene.glb"), NULL, &report, &err));
    char *json = read_json("scene.glb");
    assert_non_null(json);
    assert_true(report.object_count > 5 && report.model_count > 0);
    assert_int_equal(report.bridge_count, 1);
    assert_true(strstr(json, "\"ground\"") && strstr(json, "\"bridge\"") && strstr(json, "EXT_mesh_gpu_instancing"));
    assert_true(report.origin_m[0] == 0 && report.origin_m[2] == 0);
    free(json);
    tr_world_destroy(world);
}

static void a_scene_of_a_list_is_that_of_the_region(void **state)
{
    (void)state;
    tr_world *world = load(text);
    tr_export_scene_def def = scene_def();
    def.ground = false;
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = def.region_m;
    tr_object_list list;
    assert_true(tr_world_place(world, &request, NULL, &list, &err));
    tr_export_scene_report placed, given;
    assert_true(tr_export_scene(world, &def, path_of("placed.glb"), NULL, &placed, &err));
    def.objects = &list;
    def.plain_nodes = true;
    assert_true(tr_export_scene(world, &def, path_of("given.glb"), NULL, &given, &err));
    assert_true(placed.object_count == list.count && given.object_count == list.count);
    assert_int_equal(placed.model_count, given.model_count);
    char *json = read_json("given.glb");
    // A node for each object, and no ground.
    assert_true(count_of(json, "\"translation\"") >= (int)list.count && !strstr(json, "\"ground\""));
    free(json);
    tr_object_list_destroy(&list);
    tr_world_destroy(world);
}

static void a_scene_of_nothing_is_refused(void **state)
{
    (void)state;
    tr_world *bare = load("seed: 11\n");
    tr_export_scene_def def = scene_def();
    def.ground = false;
    assert_false(tr_export_scene(bare, &def, path_of("nothing.glb"), NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(err.message, "nothing in the region"));
    def.ground = true;
    def.region_m.x1 = def.region_m.x0;
    assert_false(tr_export_scene(bare, &def, path_of("nothing.glb"), NULL, NULL, &err));
    assert_non_null(strstr(err.message, "empty"));
    def = scene_def();
    def.level = TR_MODEL_LEVELS;
    assert_false(tr_export_scene(bare, &def, path_of("nothing.glb"), NULL, NULL, &err));
    assert_non_null(strstr(err.message, "level"));
    assert_null(read_json("nothing.glb"));
    tr_world_destroy(bare);
}

// The surface of water is level, and so are its normals away from the shore.
static void ground_is_covered_by_its_water(void **state)
{
    (void)state;
    tr_world *world = load("seed: 11\nsea_level: 80 m\nterrain:\n"
                           "  graph: {nodes: {level: {type: constant, value: -20}}, output: level}\n");
    const tr_region region = {0, 0, 64, 32};
    tr_export_ground ground;
    assert_true(tr_export_ground_create(world, &region, &ground, &err));
    const size_t columns = 257, rows = 129;
    assert_int_equal(ground.mesh.vertex_count, columns * rows);
    assert_int_equal(ground.mesh.index_count, 6 * (columns - 1) * (rows - 1));
    for (size_t i = 0; i < ground.mesh.vertex_count; i++) {
        assert_true(fabsf(ground.mesh.positions[3 * i + 1] - 80.0f) < 1e-4f);
        assert_true(ground.mesh.normals[3 * i + 1] > 0.9999f);
    }
    assert_true(ground.texture.width == 1025 && ground.texture.height == 513);
    tr_export_ground_destroy(context, &ground);
    tr_world_destroy(world);
}

static void a_table_has_a_row_for_each_object(void **state)
{
    (void)state;
    tr_world *world = load(text);
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = (tr_region){-60, -60, 60, 60};
    tr_object_list list;
    assert_true(tr_world_place(world, &request, NULL, &list, &err));
    assert_true(tr_export_objects(&list, path_of("objects.csv"), NULL, &err));
    FILE *file = fopen(path_of("objects.csv"), "rb");
    assert_non_null(file);
    char line[512];
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "x,y,z,id,set,layer,model,variant,scale,yaw,tilt,world_x,world_z\n");
    int64_t rows = 0;
    while (fgets(line, sizeof line, file)) {
        double x, y;
        assert_int_equal(sscanf(line, "%lf,%lf", &x, &y), 2);
        assert_true(fabs(x - list.objects[rows].x_m) < 1e-3 && fabs(y + list.objects[rows].z_m) < 1e-3);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, list.count);
    assert_false(tr_export_objects(&list, path_of("objects.xyz"), NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_object_list_destroy(&list);
    tr_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------
// Blocks and paths

static void blocks_are_written_with_their_light(void **state)
{
    (void)state;
    tr_world *world = load(text);
    tr_export_blocks_def def = tr_default_export_blocks_def();
    def.box = (tr_voxel_box){.low = {0, 1, 0}, .size = {1, 2, 1}};
    tr_export_blocks_report report;
    assert_true(tr_export_blocks(world, &def, path_of("blocks.glb"), NULL, &report, &err));
    assert_true(report.quads > 0 && report.triangles == 2 * report.quads && report.chunks > 0);
    const double chunk_m = TR_VOXEL_SIDE * tr_voxel_def_of(tr_world_voxels(world, &err))->block_m;
    assert_true(report.origin_m[0] == 0.5 * chunk_m && report.origin_m[1] == chunk_m);
    char *json = read_json("blocks.glb");
    assert_true(json && strstr(json, "COLOR_0"));
    free(json);
    def.box.low.y = 20;
    assert_false(tr_export_blocks(world, &def, path_of("air.glb"), NULL, NULL, &err));
    assert_non_null(strstr(err.message, "nothing but air"));
    tr_world_destroy(world);
}

static void pictures_of_blocks_are_cut_where_they_say(void **state)
{
    (void)state;
    tr_world *world = load(text);
    tr_export_picture_def def = tr_default_export_picture_def();
    def.box = (tr_voxel_box){.low = {-1, 1, 0}, .size = {2, 2, 1}};
    tr_image image;
    assert_true(tr_export_picture(world, &def, NULL, &image, &err));
    // As large as 1536 pixels allow, but at most 16 a block.
    assert_true(image.width == 64 * 16 && image.height == 32 * 16);
    tr_image_destroy(context, &image);
    def.scale_px = 2;
    def.slice_axis = 2;
    def.slice_at = 5;
    assert_true(tr_export_picture(world, &def, NULL, &image, &err));
    assert_true(image.width == 128 && image.height == 128);
    // Sky above the ground, which is 60 m high, and stone below it.
    const uint8_t *above = image.pixels, *below = above + (size_t)(image.height - 1) * image.row_bytes;
    assert_true(above[2] > above[0] && abs(below[2] - below[0]) < 20);
    tr_image_destroy(context, &image);
    def.slice_at = 32;
    assert_false(tr_export_picture(world, &def, NULL, &image, &err));
    assert_non_null(strstr(err.message, "the slice z=32 lies outside of the chunks, which have z from 0 to 31"));
    def.slice_axis = 3;
    assert_false(tr_export_picture(world, &def, NULL, &image, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_world_destroy(world);
}

static void paths_have_a_strip_each_and_their_bridges(void **state)
{
    (void)state;
    tr_world *world = load(text);
    assert_true(
        tr_export_paths(context, tr_world_carving(world), (const double[3]){0, 60, 0}, path_of("paths.glb"), &err));
    char *json = read_json("paths.glb");
    assert_non_null(json);
    assert_true(strstr(json, "\"river 1\"") && strstr(json, "\"road 2\"") && strstr(json, "\"bridge 1\""));
    free(json);
    tr_world_destroy(world);
}

TEST_GROUP(export)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_has_what_its_report_says),
        cmocka_unit_test(a_scene_of_a_list_is_that_of_the_region),
        cmocka_unit_test(a_scene_of_nothing_is_refused),
        cmocka_unit_test(ground_is_covered_by_its_water),
        cmocka_unit_test(a_table_has_a_row_for_each_object),
        cmocka_unit_test(blocks_are_written_with_their_light),
        cmocka_unit_test(pictures_of_blocks_are_cut_where_they_say),
        cmocka_unit_test(paths_have_a_strip_each_and_their_bridges),
    };
    if (!mkdtemp(folder)) {
        return 1;
    }
    context = test_context(2);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tr_context_destroy(context);
    const char *files[] = {"scene.glb", "placed.glb", "given.glb", "objects.csv", "blocks.glb", "paths.glb"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        remove(path_of(files[i]));
    }
    return rmdir(folder) == 0 ? failed : 1;
}
