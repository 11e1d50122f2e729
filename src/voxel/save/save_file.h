// The SQLite file of a save: one connection to it, its rows and its transactions. A connection is used by one thread
// at a time.
#ifndef TR_VOXEL_SAVE_SAVE_FILE_H
#define TR_VOXEL_SAVE_SAVE_FILE_H

#include "voxel/save/save_row.h"

struct sqlite3;
struct sqlite3_stmt;

// Which world a save belongs to.
typedef struct tr_voxel_save_identity {
    uint64_t world_hash;      // tr_voxels_world_hash()
    uint64_t generator_hash;  // tr_voxels_hash()
} tr_voxel_save_identity;

typedef enum tr_voxel_save_access { TR_VOXEL_SAVE_READS, TR_VOXEL_SAVE_WRITES } tr_voxel_save_access;

typedef struct tr_voxel_save_file {
    tr_context *context;
    const char *path;  // the caller's, as long as the file is open
    struct sqlite3 *db;
    struct sqlite3_stmt *find, *put, *remove, *set_aside;  // all but the first only to write
    unsigned char *image;                                  // of a file that was cut short: its whole pages; else NULL
    bool has_reserved;
} tr_voxel_save_file;

// Writes an empty save, complete or not at all.
bool tr_voxel_save_file_create(tr_context *context, const char *path, const tr_voxel_save_identity *identity,
                               tr_error *err);

// Opens a file that is there. One that was cut short can be read as far as it goes, but not written.
// Fails with FILE_OPEN, FILE_READ or FORMAT (no save, a save of a newer format, damaged).
bool tr_voxel_save_file_open(tr_voxel_save_file *file, tr_context *context, const char *path,
                             tr_voxel_save_access access, tr_error *err);
void tr_voxel_save_file_close(tr_voxel_save_file *file);  // one that is not open is allowed

// What the save says it is. Fails with FORMAT when that is damaged.
bool tr_voxel_save_file_identify(tr_voxel_save_file *file, tr_voxel_save_identity *out, tr_error *err);

// Whether the database is whole: its pages and the order of its rows, not what the rows hold. Fails with FORMAT. Takes
// as long as reading the file.
bool tr_voxel_save_file_is_sound(tr_voxel_save_file *file, tr_error *err);

// The edits of a chunk, which are none when there is no row. `*found` says whether there is one, also when it is
// damaged: that fails with FORMAT and a message that names the chunk.
bool tr_voxel_save_file_read(tr_voxel_save_file *file, const tr_voxel_at *chunk, uint64_t world_hash,
                             tr_chunk_edits *out, bool *found, tr_error *err);

// Within a transaction. Each fails with FILE_WRITE, FORMAT or OUT_OF_MEMORY; then roll back.
bool tr_voxel_save_file_begin(tr_voxel_save_file *file, tr_error *err);
bool tr_voxel_save_file_put(tr_voxel_save_file *file, const tr_voxel_save_row *row, tr_error *err);
bool tr_voxel_save_file_remove(tr_voxel_save_file *file, const tr_voxel_at *chunk, tr_error *err);
// Copies a damaged row into the table `damaged`, where it is out of the way and not lost.
bool tr_voxel_save_file_set_aside(tr_voxel_save_file *file, const tr_voxel_at *chunk, tr_error *err);
// Returns when everything is on disk.
bool tr_voxel_save_file_commit(tr_voxel_save_file *file, tr_error *err);
void tr_voxel_save_file_roll_back(tr_voxel_save_file *file);

// Runs statements that give nothing back.
bool tr_voxel_save_file_run(tr_voxel_save_file *file, const char *sql, tr_error *err);
// Reads the columns x, y, z, generator, edits, checksum, data of a statement. False with FORMAT when they are not what
// a row has.
bool tr_voxel_save_file_row(struct sqlite3_stmt *statement, tr_voxel_save_row *out, tr_error *err);
// "path: what: reason of SQLite", with a code that follows from that reason or is `otherwise`. Returns false.
bool tr_voxel_save_file_fail(const tr_voxel_save_file *file, tr_error_code otherwise, const char *what, tr_error *err);

// The bytes of the file and of its log.
uint64_t tr_voxel_save_file_bytes(const char *path);

#endif
