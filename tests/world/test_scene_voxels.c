// A scene of a real generator, with real meshes and a real save.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmocka_test.h"
#include "terrane/voxel_scene.h"
#include "test_context.h"
#include "test_effort.h"

typedef struct fixture {
    tr_context *context;
    tr_voxels *voxels;
    char folder[64], path[96];
} fixture;

static void open_world(fixture *f)
{
    f->context = test_context(2);
    tr_voxel_def def = tr_default_voxel_def();
    def.preset = TR_VOXEL_CLASSIC;
    tr_error err;
    f->voxels = tr_voxels_create(f->context, &def, 5, &err);
    if (!f->voxels) fail_msg("%s", err.message);
    snprintf(f->folder, sizeof f->folder, "/tmp/terrane_scene_XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/world.save", f->folder);
}

static void close_world(fixture *f)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", f->path, ends[i]);
        remove(path);
    }
    rmdir(f->folder);
    tr_voxels_destroy(f->voxels);
    tr_context_destroy(f->context);
}

static tr_voxel_scene *open_scene(fixture *f, int32_t near_chunks, int32_t far_chunks, tr_voxel_save *save)
{
    tr_voxel_scene_def def = tr_default_voxel_scene_def();
    def.near_chunks = near_chunks;
    def.far_chunks = far_chunks;
    def.save = save;
    tr_error err;
    tr_voxel_scene *scene = tr_voxel_scene_create(f->voxels, &def, &err);
    if (!scene) fail_msg("%s", err.message);
    return scene;
}

static void settle(tr_voxel_scene *scene, const double eye[3])
{
    tr_error err;
    if (!tr_voxel_scene_settle(scene, eye, NULL, &err)) fail_msg("%s", err.message);
}

static void holds_blocks_and_light_of_the_generator(void **state)
{
    (void)state;
    fixture f;
    open_world(&f);
    tr_voxel_scene *scene = open_scene(&f, 1, TEST_SLOWDOWN > 1 ? 2 : 6, NULL);
    const double eye[3] = {600.0, 20.0, -200.0};
    settle(scene, eye);
    const tr_voxel_box box = {{17, -2, -8}, {3, 4, 3}};
    const size_t count = tr_voxel_box_count(&box);
    tr_voxel_chunk chunks[36];
    tr_voxel_at places[36];
    for (size_t i = 0; i < count; i++) places[i] = tr_voxel_box_at(&box, i);
    assert_true(tr_voxels_generate(f.voxels, places, count, NULL, chunks, NULL));
    tr_voxel_sky sky[9];
    tr_voxel_light lights[2];
    assert_true(tr_voxels_open_sky(f.voxels, &box, sky, NULL));
    assert_true(tr_voxel_light_box(f.context, &(tr_voxel_light_input){&box, chunks, sky}, NULL, lights, NULL));
    for (int y = 0; y < 64; y++)
        for (int i = 0; i < TR_VOXEL_LAYER; i++) {
            const tr_voxel_at at = {18 * 32 + i % 32, -32 + y, -7 * 32 + i / 32};
            const int inner = 1 + 3 * 1 + 9 * (1 + y / 32);
            bool known;
            assert_int_equal(tr_voxel_scene_block(scene, &at, &known),
                             tr_voxel_chunk_block(&chunks[inner], i % 32, y % 32, i / 32));
            assert_true(known);
            const tr_voxel_light *light = &lights[y / 32];
            assert_int_equal(tr_voxel_scene_light(scene, &at, &known),
                             light->values ? light->values[i + TR_VOXEL_LAYER * (y % 32)] : light->uniform);
            assert_true(known);
        }
    for (size_t i = 0; i < count; i++) tr_voxel_chunk_destroy(f.context, &chunks[i]);
    for (int i = 0; i < 2; i++) tr_voxel_light_destroy(f.context, &lights[i]);
    const tr_voxel_scene_stats stats = tr_voxel_scene_stats_of(scene);
    assert_int_equal(stats.missing, 0);
    assert_true(stats.quads > 1000);
    assert_true(tr_voxel_scene_parts(scene, NULL, 0, NULL, 0) > 10);
    tr_voxel_scene_destroy(scene);
    close_world(&f);
}

static void edits_are_in_the_save(void **state)
{
    (void)state;
#if !defined(TR_HAVE_SQLITE) || !defined(TR_HAVE_ZSTD)
    skip();
#else
    fixture f;
    open_world(&f);
    const double eye[3] = {10.0, 40.0, 10.0};
    const tr_voxel_at at = {12, 45, 9};
    tr_error err;
    for (int turn = 0; turn < 2; turn++) {
        tr_voxel_save *save =
            tr_voxel_save_open(f.voxels, f.path, turn == 0 ? TR_VOXEL_SAVE_CREATE : TR_VOXEL_SAVE_OPEN, &err);
        if (!save) fail_msg("%s", err.message);
        tr_voxel_scene *scene = open_scene(&f, 1, 1, save);
        settle(scene, eye);
        if (turn == 0) {
            const tr_block_edit edit = {at, TR_BLOCK_LAMP};
            if (!tr_voxel_scene_edit(scene, &edit, 1, &err)) fail_msg("%s", err.message);
        }
        assert_int_equal(tr_voxel_scene_block(scene, &at, NULL), TR_BLOCK_LAMP);
        assert_int_equal(tr_voxel_scene_light(scene, &at, NULL) & 0xfff, 0xfda);
        tr_voxel_scene_destroy(scene);
        if (!tr_voxel_save_close(save, &err)) fail_msg("%s", err.message);
    }
    close_world(&f);
#endif
}

TEST_GROUP(scene_voxels)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_blocks_and_light_of_the_generator),
        cmocka_unit_test(edits_are_in_the_save),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
