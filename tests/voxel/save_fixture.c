#include "save_fixture.h"

#include <stdio.h>
#include <stdlib.h>

#include "cmocka_test.h"
#include "voxel/save/save_edits.h"

static const tr_block kinds[] = {TR_BLOCK_AIR,  TR_BLOCK_STONE, TR_BLOCK_DIRT, TR_BLOCK_OAK_LOG,
                                 TR_BLOCK_LAMP, TR_BLOCK_GLASS, TR_BLOCK_SAND, TR_BLOCK_WATER | 3 << 12};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

// ---------------------------------------------------------------------------------------------------------

tr_block plain_world_block(const plain_world *world, const tr_voxel_at *block)
{
    return kinds[tr_hash_identity(world->seed, 1, block->x >> 2, block->y >> 2, block->z >> 2) % 3];
}

static bool make_chunk(const plain_world *world, const tr_voxel_at *at, tr_voxel_chunk *out, tr_error *err)
{
    tr_block *blocks = tr_alloc_array(world->context, TR_VOXEL_COUNT, sizeof *blocks, err);
    if (!blocks) return false;
    for (int i = 0; i < TR_VOXEL_COUNT; i++) {
        const tr_voxel_at block = {at->x * 32 + i % 32, at->y * 32 + i / 1024, at->z * 32 + i / 32 % 32};
        blocks[i] = plain_world_block(world, &block);
    }
    const bool ok = tr_voxel_chunk_pack(world->context, at, blocks, out, err);
    tr_free(world->context, blocks);
    return ok;
}

static bool make_chunks(void *user, const tr_voxel_at *chunks, size_t count, tr_voxel_chunk *out, tr_error *err)
{
    const plain_world *world = user;
    for (size_t i = 0; i < count; i++) {
        if (make_chunk(world, &chunks[i], &out[i], err)) continue;
        while (i-- > 0) tr_voxel_chunk_destroy(world->context, &out[i]);
        return false;
    }
    return true;
}

tr_voxel_save_world plain_world_as_save(plain_world *world)
{
    const uint64_t hash = tr_hash_identity(world->seed, 2, 0, 0, 0);
    return (tr_voxel_save_world){.source = {.user = world, .read = make_chunks, .context = world->context},
                                 .identity = {hash, tr_hash_identity(hash, world->version, 0, 0, 0)},
                                 .bottom = -1024,
                                 .top = 1024};
}

// ---------------------------------------------------------------------------------------------------------

save_model *save_model_create(tr_voxel_at low)
{
    save_model *model = malloc(sizeof *model);
    assert_non_null(model);
    model->low = low;
    for (int i = 0; i < SAVE_CHUNKS; i++)
        for (int j = 0; j < TR_VOXEL_COUNT; j++) model->blocks[i][j] = -1;
    return model;
}

void save_model_destroy(save_model *model)
{
    free(model);
}

void save_model_write(save_model *model, const tr_block_edit *edits, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at chunk = tr_chunk_of_block(&edits[i].at);
        const int64_t index = (chunk.x - model->low.x) + SAVE_SIDE * (chunk.z - model->low.z) +
                              SAVE_SIDE * SAVE_SIDE * (chunk.y - model->low.y);
        assert_in_range(index, 0, SAVE_CHUNKS - 1);
        model->blocks[index][tr_place_of_block(&edits[i].at)] = edits[i].block;
    }
}

tr_voxel_at save_model_chunk(const save_model *model, int index)
{
    return (tr_voxel_at){model->low.x + index % SAVE_SIDE, model->low.y + index / (SAVE_SIDE * SAVE_SIDE),
                         model->low.z + index / SAVE_SIDE % SAVE_SIDE};
}

tr_block_edit random_edit(const save_model *model, uint64_t seed, uint64_t number)
{
    const uint64_t hash = tr_hash_identity(seed, 3, (int64_t)number, 0, 0);
    const int chunk = (int)(hash % SAVE_CHUNKS), place = (int)(hash >> 8 & (TR_VOXEL_COUNT - 1));
    const tr_voxel_at at = save_model_chunk(model, chunk);
    return (tr_block_edit){.at = {at.x * 32 + place % 32, at.y * 32 + place / 1024, at.z * 32 + place / 32 % 32},
                           .block = kinds[(hash >> 32) % KIND_COUNT]};
}

// ---------------------------------------------------------------------------------------------------------

tr_voxel_save *open_save(const tr_voxel_save_world *world, const char *path, tr_voxel_save_mode mode)
{
    tr_error err = {0};
    tr_voxel_save *save = tr_voxel_save_open_world(world, path, mode, &err);
    if (!save) fail_msg("%s", err.message);
    return save;
}

void close_save(tr_voxel_save *save)
{
    tr_error err = {0};
    if (!tr_voxel_save_close(save, &err)) fail_msg("%s", err.message);
}

bool is_chunk_of_model(const tr_chunk_edits *edits, const save_model *model, int index)
{
    size_t i = 0;
    for (int place = 0; place < TR_VOXEL_COUNT; place++) {
        const int32_t block = model->blocks[index][place];
        if (block < 0) continue;
        if (i >= edits->count || edits->places[i] != place || edits->blocks[i] != block) return false;
        i++;
    }
    return i == edits->count;
}

void assert_save_is_model(tr_voxel_save *save, const save_model *model)
{
    for (int i = 0; i < SAVE_CHUNKS; i++) {
        const tr_voxel_at at = save_model_chunk(model, i);
        tr_chunk_edits edits;
        tr_error err = {0};
        if (!tr_voxel_save_read(save, &at, &edits, &err)) fail_msg("%s", err.message);
        if (!is_chunk_of_model(&edits, model, i)) fail_msg("chunk %d does not hold the edits of the model", i);
        tr_chunk_edits_destroy(save->context, &edits);
    }
}
