/// @file voxel_save.h
/// Saves: the changes that were made to a world of blocks, in one SQLite file. The generated world is never stored.
///
/// Edits are handed to one writer thread, which commits them in transactions of a write-ahead log at least every half
/// second: an edit is on disk within a second, whole or not at all. What is handed over can be read at once. A chunk of
/// the save holds only its changed blocks, compressed, with a checksum and the version of the generator that they were
/// made on; a damaged chunk is refused with a message and the rest is read.
#ifndef TERRANE_VOXEL_SAVE_H
#define TERRANE_VOXEL_SAVE_H

#include "terrane/voxel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tr_voxel_save tr_voxel_save;

/// One changed block, by its place in the world, in blocks.
typedef struct tr_block_edit {
    tr_voxel_at at;
    tr_block block;
} tr_block_edit;

typedef enum tr_voxel_save_mode {
    TR_VOXEL_SAVE_OPEN,    ///< there must be one
    TR_VOXEL_SAVE_CREATE,  ///< made if there is none
    TR_VOXEL_SAVE_READ     ///< there must be one; nothing is written
} tr_voxel_save_mode;

/// Opens a save. To write, its database is checked first, which takes as long as reading the file; one that is damaged
/// takes no writes and is refused: tr_voxel_save_repair() makes a copy that does. It can still be opened to read. What
/// single chunks hold is not looked at: a damaged chunk is set aside when it is changed.
/// @param voxels  the generator whose chunks are changed: a save of another world (another seed or description) is
///                refused; one of an older version of the generator is opened, and its edits are replayed over
///                the new chunks
/// @return NULL with FILE_OPEN, FILE_READ, FORMAT (no save, a save of another world, of a newer version, damaged) or
/// UNSUPPORTED (a build without SQLite and zstd)
TR_API tr_voxel_save *tr_voxel_save_open(const tr_voxels *voxels, const char *path, tr_voxel_save_mode mode,
                                         tr_error *err);
/// Writes what is left, and closes. False with the reason when something could not be written.
TR_API bool tr_voxel_save_close(tr_voxel_save *save, tr_error *err);

/// Hands over edits: all of them are committed together or none is. Later edits of a block replace earlier ones. They
/// are seen by tr_voxel_save_read() at once.
/// @param ticket  may be NULL; receives what tr_voxel_save_wait() takes
/// @return false with INVALID_ARGUMENT (no block, no place), OUT_OF_MEMORY, or the failure of an earlier transaction.
/// Thread-safe.
TR_API bool tr_voxel_save_write(tr_voxel_save *save, const tr_block_edit *edits, size_t count, uint64_t *ticket,
                                tr_error *err);
/// Waits until the edits of a ticket are on disk (the write-ahead log is synced). Thread-safe.
/// @param timeout_ns  negative waits without limit
/// @return false with TIMEOUT or the reason why they cannot be written
TR_API bool tr_voxel_save_wait(tr_voxel_save *save, uint64_t ticket, int64_t timeout_ns, tr_error *err);

/// The changed blocks of a chunk.
typedef struct tr_chunk_edits {
    size_t count;
    uint16_t *places;  ///< within the chunk, ascending
    tr_block *blocks;
    uint64_t generator;  ///< tr_voxels_hash() that they were made on
} tr_chunk_edits;
/// Reads those of one chunk; none is no failure. FORMAT names the chunk when it is damaged. Thread-safe.
TR_API bool tr_voxel_save_read(tr_voxel_save *save, const tr_voxel_at *chunk, tr_chunk_edits *out, tr_error *err);
TR_API void tr_chunk_edits_destroy(tr_context *context, tr_chunk_edits *edits);

/// The chunks of the generator with the edits of the save in them, as long as the save is open. A damaged chunk of
/// edits is logged and given as it was generated.
TR_API tr_voxel_source tr_voxel_save_source(tr_voxel_save *save);

typedef struct tr_voxel_save_stats {
    uint64_t chunk_count;  ///< that have edits
    uint64_t edit_count;   ///< blocks that differ
    uint64_t file_bytes;   ///< with its log
    uint64_t bad_count;    ///< of tr_voxel_save_verify(): what was reported
    uint64_t world_hash;   ///< of the generator that made it
    tr_voxel_box bounds;   ///< around the chunks that have edits; of size 0 when there are none, at most INT32_MAX
} tr_voxel_save_stats;

/// Calls for each damaged chunk, and for damage of the database itself with a NULL `chunk`; `message` says what is
/// wrong.
typedef struct tr_voxel_save_damage_hook {
    void (*bad)(void *user, const tr_voxel_at *chunk, const char *message);
    void *user;
} tr_voxel_save_damage_hook;

/// Looks at every chunk of a save, and at the database itself. Damage is counted and reported, not a failure.
TR_API bool tr_voxel_save_verify(tr_voxel_save *save, const tr_voxel_save_damage_hook *hook,
                                 const tr_progress *progress, tr_voxel_save_stats *out, tr_error *err);
/// Writes every chunk of a save that is whole into a new save. The save itself is only read; what cannot be kept is
/// reported as tr_voxel_save_verify() does. The copy appears complete or not at all.
///
/// @param save  open with TR_VOXEL_SAVE_READ
/// @param to    where the copy goes; nothing may be there
/// @param out   may be NULL; of the copy, with `bad_count` of what was reported
/// @return false with FORMAT when no chunk is whole, FILE_OPEN when there is a file already, FILE_WRITE, CANCELLED
TR_API bool tr_voxel_save_repair(tr_voxel_save *save, const char *to, const tr_voxel_save_damage_hook *hook,
                                 const tr_progress *progress, tr_voxel_save_stats *out, tr_error *err);
/// Drops edits that are what the generator makes anyway, compresses harder, and gives free space back. Damaged
/// chunks stay as they are.
TR_API bool tr_voxel_save_pack(tr_voxel_save *save, const tr_progress *progress, tr_voxel_save_stats *before,
                               tr_voxel_save_stats *after, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
