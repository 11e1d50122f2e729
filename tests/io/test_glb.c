// GLB files, read back: structure, contents, levels of detail, and the same bytes for the same input.
#include "counting_directory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glb_reader.h"
#include "glb_samples.h"
#include "io/png.h"

static const double no_origin[3];
static glb_file write_and_read(const tr_glb_mesh *meshes, int count, const double origin[3])
{
    const char *path = temp_dir_file(&dir, "a.glb");
    tr_error err = {0};
    if (!tr_glb_write(context, path, meshes, count, origin, &err)) fail_msg("%s", err.message);
    assert_int_equal(temp_dir_entry_count(dir.path), 1);
    return glb_read(context, path);
}

// What a byte of a colour is in the file.
static double light_of(uint8_t byte, bool is_alpha)
{
    const double value = byte / 255.0;
    return 65535 * (is_alpha ? value : value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
}

static void a_mesh_comes_back(void **state)
{
    (void)state;
    tr_mesh hill = sample_hill(context, 5, TR_MESH_NORMALS | TR_MESH_UVS | TR_MESH_COLORS);
    const tr_glb_mesh mesh = {.name = "hill", .levels = &hill, .level_count = 1, .roughness = 0.75f};
    glb_file file = write_and_read(&mesh, 1, no_origin);

    assert_string_equal(glb_text(&file, "asset/version"), "2.0");
    char generator[64];
    snprintf(generator, sizeof generator, "Terrane %s", tr_version());
    assert_string_equal(glb_text(&file, "asset/generator"), generator);
    assert_null(glb_find(&file, "extensionsUsed"));
    assert_null(glb_find(&file, "images"));
    assert_int_equal(glb_count(&file, "scenes/0/nodes"), 1);
    assert_string_equal(glb_text(&file, "nodes/0/name"), "hill");
    assert_true(glb_number(&file, "materials/0/pbrMetallicRoughness/metallicFactor") == 0);
    assert_true(glb_number(&file, "materials/0/pbrMetallicRoughness/roughnessFactor") == 0.75);
    assert_int_equal(glb_number(&file, "meshes/0/primitives/0/material"), 0);

    size_t count;
    const int positions = (int)glb_number(&file, "meshes/0/primitives/0/attributes/POSITION");
    assert_memory_equal(glb_accessor(&file, positions, 12, &count), hill.positions, 25 * 12);
    assert_int_equal(count, 25);
    const int uvs = (int)glb_number(&file, "meshes/0/primitives/0/attributes/TEXCOORD_0");
    assert_memory_equal(glb_accessor(&file, uvs, 8, &count), hill.uvs, 25 * 8);
    const int colors = (int)glb_number(&file, "meshes/0/primitives/0/attributes/COLOR_0");
    const uint16_t *light = glb_accessor(&file, colors, 8, &count);
    for (int i = 0; i < 25 * 4; i++) assert_true(fabs(light[i] - light_of(hill.colors[i], i % 4 == 3)) <= 1);
    assert_non_null(glb_find(&file, "materials/0/doubleSided"));
    glb_close(&file);
    tr_mesh_destroy(context, &hill);
}

static void the_limits_of_positions_are_exact(void **state)
{
    (void)state;
    tr_mesh hill = sample_hill(context, 4, 0);
    hill.positions[0] = -0.1f;
    hill.positions[4] = 1e-30f;
    hill.positions[8] = 16777215.0f;
    const tr_glb_mesh mesh = {.levels = &hill, .level_count = 1};
    glb_file file = write_and_read(&mesh, 1, no_origin);
    assert_true(glb_number(&file, "accessors/0/min/0") == (double)-0.1f);
    assert_true(glb_number(&file, "accessors/0/min/1") == 0);
    assert_true(glb_number(&file, "accessors/0/max/2") == 16777215);
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 16; i++) {
        low = fminf(low, hill.positions[3 * i + 1]);
        high = fmaxf(high, hill.positions[3 * i + 1]);
    }
    assert_true(glb_number(&file, "accessors/0/min/1") == (double)low);
    assert_true(glb_number(&file, "accessors/0/max/1") == (double)high);
    assert_string_equal(glb_text(&file, "nodes/0/name"), "mesh 0");
    glb_close(&file);
    tr_mesh_destroy(context, &hill);
}

static void normals_have_unit_length(void **state)
{
    (void)state;
    // More than one batch of the writer, and not a multiple.
    tr_mesh hill = sample_hill(context, 41, TR_MESH_NORMALS);
    hill.normals[0] = 3e38f, hill.normals[1] = -3e38f, hill.normals[2] = 3e38f;
    hill.normals[3] = 0, hill.normals[4] = 1e-45f, hill.normals[5] = 0;
    const tr_glb_mesh mesh = {.name = "", .levels = &hill, .level_count = 1};
    glb_file file = write_and_read(&mesh, 1, no_origin);
    size_t count;
    const float *normals = glb_accessor(&file, 1, 12, &count);
    assert_int_equal(count, 41 * 41);
    for (size_t i = 0; i < count; i++) {
        float normal[3];
        memcpy(normal, normals + 3 * i, sizeof normal);
        const double length = sqrt((double)normal[0] * (double)normal[0] + (double)normal[1] * (double)normal[1] +
                                   (double)normal[2] * (double)normal[2]);
        assert_true(fabs(length - 1) < 1e-6);
        const float *given = hill.normals + 3 * i;
        const double along = (double)normal[0] * (double)given[0] + (double)normal[1] * (double)given[1] +
                             (double)normal[2] * (double)given[2];
        assert_true(along > 0);
    }
    glb_close(&file);
    tr_mesh_destroy(context, &hill);
}

// The largest 16-bit value restarts a primitive: 65535 vertices are the most for 16 bits.
static void indices_are_as_wide_as_needed(void **state)
{
    (void)state;
    const size_t vertex_counts[] = {65535, 65536};
    for (int wide = 0; wide < 2; wide++) {
        const size_t vertices = vertex_counts[wide], indices = 3 * 1025;
        tr_mesh points;
        tr_error err;
        assert_true(tr_mesh_create(context, vertices, indices, 0, &points, &err));
        memset(points.positions, 0, vertices * 12);
        for (size_t i = 0; i < indices; i++) points.indices[i] = (uint32_t)(vertices - 1 - i);
        const tr_glb_mesh mesh = {.name = "points", .levels = &points, .level_count = 1};
        glb_file file = write_and_read(&mesh, 1, no_origin);
        assert_int_equal(glb_number(&file, "accessors/1/componentType"), wide ? 5125 : 5123);
        size_t count;
        const unsigned char *at = glb_accessor(&file, 1, wide ? 4 : 2, &count);
        assert_int_equal(count, indices);
        for (size_t i = 0; i < indices; i++) {
            uint32_t index = 0;
            memcpy(&index, at + i * (wide ? 4 : 2), wide ? 4 : 2);
            assert_int_equal(index, points.indices[i]);
        }
        glb_close(&file);
        tr_mesh_destroy(context, &points);
    }
}

static void nodes_are_moved_by_the_difference_of_origins(void **state)
{
    (void)state;
    tr_mesh hills[2] = {sample_hill(context, 3, 0), sample_hill(context, 3, 0)};
    hills[0].origin[0] = 4503599627370496.5;
    hills[1].origin[0] = 0.1;
    hills[1].origin[1] = -7;
    const tr_glb_mesh meshes[2] = {{.name = "far", .levels = &hills[0], .level_count = 1},
                                   {.name = "near", .levels = &hills[1], .level_count = 1}};
    const double origin[3] = {0.25, 0.5, -1e9};
    glb_file file = write_and_read(meshes, 2, origin);
    assert_int_equal(glb_count(&file, "scenes/0/nodes"), 2);
    assert_true(glb_number(&file, "nodes/0/translation/0") == 4503599627370496.5 - 0.25);
    assert_true(glb_number(&file, "nodes/0/translation/2") == 1e9);
    assert_true(glb_number(&file, "nodes/1/translation/0") == 0.1 - 0.25);
    assert_true(glb_number(&file, "nodes/1/translation/1") == -7.5);
    glb_close(&file);
    for (int i = 0; i < 2; i++) tr_mesh_destroy(context, &hills[i]);
}

static void levels_of_detail_hang_on_the_finest(void **state)
{
    (void)state;
    tr_mesh levels[3] = {sample_hill(context, 9, 0), sample_hill(context, 5, 0), sample_hill(context, 3, 0)};
    tr_mesh single = sample_hill(context, 3, 0);
    const tr_glb_mesh meshes[2] = {{.name = "single", .levels = &single, .level_count = 1},
                                   {.name = "hill", .levels = levels, .level_count = 3}};
    glb_file file = write_and_read(meshes, 2, no_origin);
    assert_string_equal(glb_text(&file, "extensionsUsed/0"), "MSFT_lod");
    assert_null(glb_find(&file, "extensionsRequired"));
    assert_int_equal(glb_count(&file, "scenes/0/nodes"), 2);
    assert_int_equal(glb_number(&file, "scenes/0/nodes/0"), 0);
    assert_int_equal(glb_number(&file, "scenes/0/nodes/1"), 1);
    assert_int_equal(glb_count(&file, "nodes"), 4);
    assert_null(glb_find(&file, "nodes/0/extensions"));
    assert_int_equal(glb_count(&file, "nodes/1/extensions/MSFT_lod/ids"), 2);
    assert_int_equal(glb_number(&file, "nodes/1/extensions/MSFT_lod/ids/0"), 2);
    assert_int_equal(glb_number(&file, "nodes/1/extensions/MSFT_lod/ids/1"), 3);
    assert_int_equal(glb_count(&file, "nodes/1/extras/MSFT_screencoverage"), 3);
    assert_true(glb_number(&file, "nodes/1/extras/MSFT_screencoverage/0") == 0.5);
    assert_true(glb_number(&file, "nodes/1/extras/MSFT_screencoverage/1") == 0.25);
    assert_true(glb_number(&file, "nodes/1/extras/MSFT_screencoverage/2") == 0);
    assert_null(glb_find(&file, "nodes/2/extensions"));
    assert_string_equal(glb_text(&file, "nodes/3/name"), "hill level 2");
    assert_int_equal(glb_number(&file, "meshes/3/primitives/0/material"), 1);
    assert_int_equal(glb_number(&file, "accessors/6/count"), 9);
    glb_close(&file);
    for (int i = 0; i < 3; i++) tr_mesh_destroy(context, &levels[i]);
    tr_mesh_destroy(context, &single);
}

static void textures_are_embedded_and_shared(void **state)
{
    (void)state;
    tr_image texture = sample_texture(context, 33), other = sample_texture(context, 20);
    tr_mesh hills[3];
    tr_glb_mesh meshes[4] = {0};
    for (int i = 0; i < 3; i++) {
        hills[i] = sample_hill(context, 3, TR_MESH_UVS);
        meshes[i] = (tr_glb_mesh){.levels = &hills[i], .level_count = 1, .texture = i == 1 ? &other : &texture};
    }
    meshes[3] = (tr_glb_mesh){.levels = &hills[0], .level_count = 1};
    hills[2].uvs[3] = 1.5f;
    glb_file file = write_and_read(meshes, 4, no_origin);
    assert_int_equal(glb_count(&file, "images"), 2);
    assert_int_equal(glb_count(&file, "textures"), 3);
    assert_int_equal(glb_number(&file, "textures/0/source"), 0);
    assert_int_equal(glb_number(&file, "textures/1/source"), 1);
    assert_int_equal(glb_number(&file, "textures/2/source"), 0);
    assert_int_equal(glb_number(&file, "samplers/0/wrapS"), 33071);
    assert_int_equal(glb_number(&file, "samplers/2/wrapT"), 10497);
    assert_int_equal(glb_number(&file, "materials/2/pbrMetallicRoughness/baseColorTexture/index"), 2);
    assert_null(glb_find(&file, "materials/3/pbrMetallicRoughness/baseColorTexture"));

    assert_string_equal(glb_text(&file, "images/0/mimeType"), "image/png");
    char path[64];
    snprintf(path, sizeof path, "bufferViews/%s/byteOffset", glb_text(&file, "images/1/bufferView"));
    const size_t offset = (size_t)glb_number(&file, path);
    snprintf(path, sizeof path, "bufferViews/%s/byteLength", glb_text(&file, "images/1/bufferView"));
    tr_image back;
    tr_error err;
    assert_true(tr_png_read_bytes(context, "back", file.binary + offset, (size_t)glb_number(&file, path), &back, &err));
    assert_int_equal(back.width, 20);
    assert_memory_equal(back.pixels, other.pixels, 20 * 20 * 3);
    tr_image_destroy(context, &back);
    glb_close(&file);
    for (int i = 0; i < 3; i++) tr_mesh_destroy(context, &hills[i]);
    tr_image_destroy(context, &texture);
    tr_image_destroy(context, &other);
}

static void names_of_any_bytes_are_written(void **state)
{
    (void)state;
    char name[512];
    // 199 bytes, then a character of two that the limit of a level's name would cut.
    memset(name, 'a', 199);
    memcpy(name + 199, "\xC3\xA9 and more \"\\\n", 16);
    tr_mesh levels[2] = {sample_hill(context, 3, 0), sample_hill(context, 2, 0)};
    const tr_glb_mesh mesh = {.name = name, .levels = levels, .level_count = 2};
    glb_file file = write_and_read(&mesh, 1, no_origin);
    assert_string_equal(glb_text(&file, "nodes/0/name"), name);
    memcpy(name + 199, " level 1", 9);
    assert_string_equal(glb_text(&file, "nodes/1/name"), name);
    glb_close(&file);
    for (int i = 0; i < 2; i++) tr_mesh_destroy(context, &levels[i]);
}

static void the_same_input_gives_the_same_bytes(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int run = 0; run < 2; run++) {
        tr_image texture = sample_texture(context, 64);
        tr_mesh levels[2] = {sample_hill(context, 17, 7), sample_hill(context, 6, 7)};
        const tr_glb_mesh mesh = {.name = "hill", .levels = levels, .level_count = 2, .texture = &texture};
        glb_file file = write_and_read(&mesh, 1, no_origin);
        hashes[run] = tr_hash_bytes(file.bytes, file.size, 0);
        glb_close(&file);
        for (int i = 0; i < 2; i++) tr_mesh_destroy(context, &levels[i]);
        tr_image_destroy(context, &texture);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void arrays_are_not_copied(void **state)
{
    (void)state;
    tr_mesh hill = sample_hill(context, 400, 7);
    const uint64_t before = tr_context_memory(context).peak_bytes;
    const tr_glb_mesh mesh = {.name = "hill", .levels = &hill, .level_count = 1};
    tr_error err;
    assert_true(tr_glb_write(context, temp_dir_file(&dir, "a.glb"), &mesh, 1, no_origin, &err));
    assert_in_range(tr_context_memory(context).peak_bytes - before, 1, 16 * 1024);
    tr_mesh_destroy(context, &hill);
}

TEST_GROUP(glb)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_directory, tear_down_directory)
    const struct CMUnitTest tests[] = {
        TEST(a_mesh_comes_back),
        TEST(the_limits_of_positions_are_exact),
        TEST(normals_have_unit_length),
        TEST(indices_are_as_wide_as_needed),
        TEST(nodes_are_moved_by_the_difference_of_origins),
        TEST(levels_of_detail_hang_on_the_finest),
        TEST(textures_are_embedded_and_shared),
        TEST(names_of_any_bytes_are_written),
        TEST(the_same_input_gives_the_same_bytes),
        TEST(arrays_are_not_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
