// The world as blocks (voxels.h).
#include "world/voxels.h"

#include <assert.h>

#include "base/thread.h"
#include "voxel/generate/voxels.h"
#include "world/voxel_ground.h"

typedef struct tr_world_blocks {
    tr_mutex lock;
    tr_world_ground *ground;  // of the preset WORLD
    tr_voxels *voxels;        // NULL: not asked for yet
} tr_world_blocks;

bool tr_world_make_blocks(tr_world *world, tr_error *err)
{
    world->blocks = tr_alloc(world->context, sizeof *world->blocks, err);
    if (!world->blocks) return false;
    *world->blocks = (tr_world_blocks){0};
    tr_mutex_init(&world->blocks->lock);
    return true;
}

void tr_world_destroy_blocks(tr_world *world)
{
    if (!world->blocks) return;
    tr_voxels_destroy(world->blocks->voxels);
    tr_world_ground_destroy(world->blocks->ground);
    tr_mutex_destroy(&world->blocks->lock);
    tr_free(world->context, world->blocks);
}

static tr_voxels *make_voxels(const tr_world *world, tr_error *err)
{
    const tr_voxel_def *def = &world->def.voxels;
    tr_world_blocks *blocks = world->blocks;
    if (def->preset != TR_VOXEL_WORLD) return tr_voxels_make(world->context, def, world->def.seed, NULL, err);
    if (!blocks->ground) blocks->ground = tr_world_ground_create(world, err);
    if (!blocks->ground) return NULL;
    const tr_ground_source source = tr_world_ground_source(blocks->ground);
    return tr_voxels_make(world->context, def, world->def.seed, &source, err);
}

const tr_voxels *tr_world_voxels(const tr_world *world, tr_error *err)
{
    assert(world);
    tr_world_blocks *blocks = world->blocks;
    tr_mutex_lock(&blocks->lock);
    if (!blocks->voxels) blocks->voxels = make_voxels(world, err);
    const tr_voxels *voxels = blocks->voxels;
    tr_mutex_unlock(&blocks->lock);
    return voxels;
}
