// Saves of a real generator, through the public functions alone.
#include "cmocka_test.h"
#include "temp_dir.h"
#include "terrane/voxel_save.h"
#include "test_context.h"

static tr_voxels *make_voxels(tr_context *context, uint64_t seed)
{
    tr_voxel_def def = tr_default_voxel_def();
    def.preset = TR_VOXEL_CLASSIC;
    tr_error err = {0};
    tr_voxels *voxels = tr_voxels_create(context, &def, seed, &err);
    if (!voxels) fail_msg("%s", err.message);
    return voxels;
}

// Digs through the ground of a chunk and looks at it by the source.
static void a_dug_chunk_stays_dug(void **state)
{
    (void)state;
    const temp_dir dir = temp_dir_make();
    const char *path = temp_dir_file(&dir, "world.sqlite");
    tr_context *context = test_context(1);
    tr_voxels *voxels = make_voxels(context, 1), *others = make_voxels(context, 2);
    tr_error err = {0};
    tr_voxel_save *save = tr_voxel_save_open(voxels, path, TR_VOXEL_SAVE_CREATE, &err);
    if (!save) fail_msg("%s", err.message);
    const tr_voxel_at at = {3, -2, -4};
    tr_voxel_chunk before, after;
    assert_true(tr_voxels_generate(voxels, &at, 1, NULL, &before, NULL));
    tr_block_edit edits[TR_VOXEL_SIDE];
    for (int y = 0; y < TR_VOXEL_SIDE; y++)
        edits[y] = (tr_block_edit){{at.x * 32 + 5, at.y * 32 + y, at.z * 32 + 7}, TR_BLOCK_GLASS};
    assert_true(tr_voxel_save_write(save, edits, TR_VOXEL_SIDE, NULL, NULL));
    assert_true(tr_voxel_save_close(save, NULL));
    assert_null(tr_voxel_save_open(others, path, TR_VOXEL_SAVE_READ, &err));
    assert_int_equal(err.code, TR_ERROR_FORMAT);
    save = tr_voxel_save_open(voxels, path, TR_VOXEL_SAVE_READ, &err);
    assert_non_null(save);
    const tr_voxel_source source = tr_voxel_save_source(save);
    assert_true(source.read(source.user, &at, 1, &after, NULL));
    for (int i = 0; i < TR_VOXEL_COUNT; i++) {
        const int x = i % 32, y = i / 1024, z = i / 32 % 32;
        const tr_block expected = x == 5 && z == 7 ? TR_BLOCK_GLASS : tr_voxel_chunk_block(&before, x, y, z);
        assert_int_equal(tr_voxel_chunk_block(&after, x, y, z), expected);
    }
    tr_voxel_chunk_destroy(context, &before);
    tr_voxel_chunk_destroy(context, &after);
    assert_true(tr_voxel_save_close(save, NULL));
    tr_voxels_destroy(voxels);
    tr_voxels_destroy(others);
    tr_context_destroy(context);
    temp_dir_remove(&dir);
}

TEST_GROUP(save_voxels)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_dug_chunk_stays_dug)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
