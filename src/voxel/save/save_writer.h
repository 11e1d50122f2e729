// The thread that writes a save. Edits that are handed over wait in memory, where they can be read, until a transaction
// with them is on disk; one that fails is tried again with the same edits.
#ifndef TR_VOXEL_SAVE_SAVE_WRITER_H
#define TR_VOXEL_SAVE_SAVE_WRITER_H

#include "voxel/save/save_file.h"

typedef struct tr_voxel_save_writer tr_voxel_save_writer;

// Opens the file to write it, and starts the thread. `path` must stay valid.
tr_voxel_save_writer *tr_voxel_save_writer_create(tr_context *context, const char *path,
                                                  const tr_voxel_save_identity *identity, tr_error *err);
// Commits what waits, ends the thread and closes the file. False when something could not be committed.
bool tr_voxel_save_writer_destroy(tr_voxel_save_writer *writer, tr_error *err);

// As tr_voxel_save_write() and tr_voxel_save_wait(); the edits are checked already.
bool tr_voxel_save_writer_add(tr_voxel_save_writer *writer, const tr_block_edit *edits, size_t count, uint64_t *ticket,
                              tr_error *err);
bool tr_voxel_save_writer_wait(tr_voxel_save_writer *writer, uint64_t ticket, int64_t timeout_ns, tr_error *err);
// Waits for everything that was handed over before the call.
bool tr_voxel_save_writer_flush(tr_voxel_save_writer *writer, tr_error *err);

// The edits of a chunk that wait. `*transaction` counts what was committed: a row of the file that was read after this
// call belongs to it when the count is still the same afterwards.
bool tr_voxel_save_writer_collect(tr_voxel_save_writer *writer, const tr_voxel_at *chunk, tr_chunk_edits *out,
                                  uint64_t *transaction, tr_error *err);
uint64_t tr_voxel_save_writer_transaction(tr_voxel_save_writer *writer);

// Gives the caller the connection, its rows' encoder, and a pause of the thread until it is given back.
tr_voxel_save_file *tr_voxel_save_writer_borrow(tr_voxel_save_writer *writer, tr_voxel_save_encoder **encoder);
void tr_voxel_save_writer_give_back(tr_voxel_save_writer *writer);

#endif
