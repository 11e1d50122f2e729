// A save of a plain world in a folder of its own, and the model of what it must hold: what tests of saves set up.
#ifndef TEST_SAVE_RIG_H
#define TEST_SAVE_RIG_H

#include <stdio.h>

#include "cmocka_test.h"
#include "save_fixture.h"
#include "temp_dir.h"
#include "test_context.h"

static temp_dir dir;
static test_allocator allocator;
static tr_context *context;
static plain_world plain;
static tr_voxel_save_world world;
static save_model *model;
static char path[512];

static inline int save_rig_open(int threads)
{
    dir = temp_dir_make();
    context = test_context_counting(threads, &allocator);
    plain = (plain_world){context, 5, 1};
    world = plain_world_as_save(&plain);
    model = save_model_create((tr_voxel_at){-2, -1, -2});
    snprintf(path, sizeof path, "%s/world.sqlite", dir.path);
    return 0;
}

static inline int save_rig_close(void **state)
{
    (void)state;
    save_model_destroy(model);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    temp_dir_remove(&dir);
    return 0;
}

#endif
