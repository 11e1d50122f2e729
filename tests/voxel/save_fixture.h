// A plain world for tests of saves, edits at random places of a small piece of it, and a model of what a save must
// hold.
#ifndef TEST_SAVE_FIXTURE_H
#define TEST_SAVE_FIXTURE_H

#include "voxel/save/save.h"

// The piece: chunks from `save_low` on.
enum { SAVE_SIDE = 4, SAVE_TALL = 2, SAVE_CHUNKS = SAVE_SIDE * SAVE_TALL * SAVE_SIDE };

// Blocks that depend on the seed and the place alone; `version` is that of the generator and changes no block.
typedef struct plain_world {
    tr_context *context;
    uint64_t seed, version;
} plain_world;

tr_block plain_world_block(const plain_world *world, const tr_voxel_at *block);
tr_voxel_save_world plain_world_as_save(plain_world *world);

// What every block of the piece was changed to, or -1.
typedef struct save_model {
    tr_voxel_at low;  // chunk
    int32_t blocks[SAVE_CHUNKS][TR_VOXEL_COUNT];
} save_model;

save_model *save_model_create(tr_voxel_at low);
void save_model_destroy(save_model *model);
void save_model_write(save_model *model, const tr_block_edit *edits, size_t count);
tr_voxel_at save_model_chunk(const save_model *model, int index);

// Edit `number` of a stream: a block of the piece, at a random place.
tr_block_edit random_edit(const save_model *model, uint64_t seed, uint64_t number);

// Opens or ends the test with the message.
tr_voxel_save *open_save(const tr_voxel_save_world *world, const char *path, tr_voxel_save_mode mode);
void close_save(tr_voxel_save *save);
// Whether the edits of a chunk are exactly those of the model.
bool is_chunk_of_model(const tr_chunk_edits *edits, const save_model *model, int index);
void assert_save_is_model(tr_voxel_save *save, const save_model *model);

#endif
