#include "voxel/save/save_schema.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/hash_value.h"
#include "base/os.h"
#include "base/text_builder.h"
#include "base/atomic_file.h"
#include "base/file_bytes.h"

enum { BUSY_TIMEOUT_MS = 10000, MAX_VALUE_BYTES = 1 << 20, PAGE_BYTES = 4096 };

// ---------------------------------------------------------------------------------------------------------
// Making one

// That the two hashes are whole: one that was damaged must not look like a save of another world.
static uint64_t check_of(const tr_voxel_save_identity *identity)
{
    return tr_hash_word(identity->generator_hash, identity->world_hash);
}

static bool build(sqlite3 *db, const tr_voxel_save_identity *identity)
{
    char sql[1024];
    snprintf(sql, sizeof sql,
             "PRAGMA page_size = %d; PRAGMA application_id = %d; PRAGMA user_version = %d;"
             "CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
             "CREATE TABLE chunks (x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL,"
             " generator INTEGER NOT NULL, edits INTEGER NOT NULL, checksum INTEGER NOT NULL, data BLOB NOT NULL,"
             " PRIMARY KEY (x, y, z)) WITHOUT ROWID;"
             "CREATE TABLE damaged (x INTEGER, y INTEGER, z INTEGER,"
             " generator INTEGER, edits INTEGER, checksum INTEGER, data BLOB);"
             "INSERT INTO meta VALUES ('world', %" PRId64 "), ('generator', %" PRId64 "), ('check', %" PRId64 ");",
             PAGE_BYTES, TR_VOXEL_SAVE_APPLICATION, TR_VOXEL_SAVE_FORMAT, (int64_t)identity->world_hash,
             (int64_t)identity->generator_hash, (int64_t)check_of(identity));
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool write_image(tr_context *context, const char *path, const void *image, size_t size, tr_error *err)
{
    tr_atomic_file file;
    if (!tr_atomic_file_open(&file, context, path, err)) return false;
    if (tr_atomic_file_write(&file, image, size, err)) return tr_atomic_file_commit(&file, err);
    tr_atomic_file_abort(&file);
    return false;
}

bool tr_voxel_save_file_create(tr_context *context, const char *path, const tr_voxel_save_identity *identity,
                               tr_error *err)
{
    sqlite3 *db = NULL;
    sqlite3_int64 size = 0;
    unsigned char *image = NULL;
    if (sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) ==
            SQLITE_OK &&
        build(db, identity))
        image = sqlite3_serialize(db, "main", &size, 0);
    const bool ok =
        image ? write_image(context, path, image, (size_t)size, err)
              : tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "%s: an empty save cannot be made: %s", path, sqlite3_errmsg(db));
    sqlite3_free(image);
    sqlite3_close(db);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Connecting

static char *make_uri(tr_context *context, const char *path, tr_error *err)
{
    tr_text_builder uri = tr_text_builder_open(context);
    tr_text_append(&uri, "file:");
    for (const char *c = path; *c; c++) {
        if (*c == '?' || *c == '#' || *c == '%')
            tr_text_appendf(&uri, "%%%02x", (unsigned)*c);
        else
            tr_text_append_bytes(&uri, c, 1);
    }
    tr_text_append(&uri, "?immutable=1");
    return tr_text_builder_finish(&uri, err);
}

// Nothing in the file may make SQLite do more than read rows: triggers, views and functions of a schema are off.
static int configure(sqlite3 *db)
{
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, BUSY_TIMEOUT_MS);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    char sql[160];
    snprintf(sql, sizeof sql,
             "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -%d;"
             "PRAGMA schema_version",
             TR_VOXEL_SAVE_CACHE_BYTES / 1024);
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

// Gives back a code of SQLite. The connection stays for the message of a failure.
static int try_to_connect(tr_voxel_save_file *file, const char *name, int flags)
{
    sqlite3_close(file->db);
    file->db = NULL;
    const int result = sqlite3_open_v2(name, &file->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    return (result == SQLITE_OK ? configure(file->db) : result) & 0xff;
}

// Without locks, where nothing can be written beside the file. Nobody else can write it there either.
static int connect_without_locks(tr_voxel_save_file *file, tr_error *err)
{
    char *uri = make_uri(file->context, file->path, err);
    if (!uri) return SQLITE_NOMEM;
    const int result = try_to_connect(file, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    tr_free(file->context, uri);
    return result;
}

static void write_big_endian(unsigned char *to, uint32_t value)
{
    for (int i = 0; i < 4; i++) to[i] = (unsigned char)(value >> (24 - 8 * i));
}

// SQLite refuses a file that is shorter than its first page says, and would take the zeros behind its end for rows. So
// its whole pages are read into memory, with a first page that says how many they are and that there is no log
// (https://www.sqlite.org/fileformat2.html, the database header).
static int connect_to_image(tr_voxel_save_file *file, tr_error *err)
{
    enum { PAGE_SIZE_AT = 16, VERSIONS_AT = 18, CHANGES_AT = 24, PAGE_COUNT_AT = 28, CHANGES_OF_COUNT_AT = 92 };
    tr_file_bytes contents;
    if (!tr_file_bytes_read(file->context, file->path, INT32_MAX, &contents, err)) return SQLITE_NOMEM;
    file->image = (unsigned char *)contents.bytes;
    const uint32_t page_count = (uint32_t)(contents.size / PAGE_BYTES);
    if (page_count == 0 || (file->image[PAGE_SIZE_AT] << 8 | file->image[PAGE_SIZE_AT + 1]) != PAGE_BYTES)
        return SQLITE_CORRUPT;
    memset(file->image + VERSIONS_AT, 1, 2);
    write_big_endian(file->image + PAGE_COUNT_AT, page_count);
    memcpy(file->image + CHANGES_OF_COUNT_AT, file->image + CHANGES_AT, 4);
    sqlite3_close(file->db);
    file->db = NULL;
    const sqlite3_int64 size = (sqlite3_int64)page_count * PAGE_BYTES;
    int result = sqlite3_open_v2(":memory:", &file->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_deserialize(file->db, "main", file->image, size, size, SQLITE_DESERIALIZE_READONLY);
    return (result == SQLITE_OK ? configure(file->db) : result) & 0xff;
}

static int64_t log_bytes(const char *path)
{
    char log[4096];
    const int length = snprintf(log, sizeof log, "%s-wal", path);
    return length < (int)sizeof log ? tr_os_file_size(log) : -1;
}

// The only value of a statement.
static bool read_number(tr_voxel_save_file *file, const char *sql, int64_t *out, tr_error *err)
{
    sqlite3_stmt *statement = NULL;
    const bool ok = sqlite3_prepare_v2(file->db, sql, -1, &statement, NULL) == SQLITE_OK &&
                    sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_type(statement, 0) == SQLITE_INTEGER;
    if (ok)
        *out = sqlite3_column_int64(statement, 0);
    else
        tr_voxel_save_file_fail(file, TR_ERROR_FORMAT, "what it says about itself cannot be read", err);
    sqlite3_finalize(statement);
    return ok;
}

// SQLite counts a last page that is cut as a whole one, and takes the zeros behind its end for rows. With a log beside
// it a file may be so: the log has the page.
static bool has_part_of_a_page(tr_voxel_save_file *file)
{
    int64_t page_bytes = 0;
    return read_number(file, "PRAGMA page_size", &page_bytes, NULL) && page_bytes > 0 &&
           tr_os_file_size(file->path) % page_bytes != 0 && log_bytes(file->path) <= 0;
}

static bool fail_damaged(const tr_voxel_save_file *file, tr_voxel_save_access access, tr_error *err)
{
    return tr_fail(err, TR_ERROR_FORMAT, "%s: is damaged or was cut short%s", file->path,
                   access == TR_VOXEL_SAVE_WRITES ? ": it can only be opened for reading" : "");
}

// The connection could write, so that closing it removes what SQLite put beside the file; a log that was there before
// stays as it is. A file that is write-protected is opened all the same.
static bool connect_to_read(tr_voxel_save_file *file, tr_error *err)
{
    const bool has_log = log_bytes(file->path) > 0;
    int result = try_to_connect(file, file->path, SQLITE_OPEN_READWRITE);
    if (result == SQLITE_OK && has_log) sqlite3_db_config(file->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
    if ((result == SQLITE_CANTOPEN || result == SQLITE_READONLY) && !has_log) result = connect_without_locks(file, err);
    if (result == SQLITE_CORRUPT || (result == SQLITE_OK && has_part_of_a_page(file)))
        result = connect_to_image(file, err);
    if (result == SQLITE_CORRUPT) return fail_damaged(file, TR_VOXEL_SAVE_READS, err);
    return result == SQLITE_OK && sqlite3_exec(file->db, "PRAGMA query_only = ON", NULL, NULL, NULL) == SQLITE_OK;
}

static int take_mode(void *user, int count, char **values, char **names)
{
    (void)names;
    bool *is_log = user;
    *is_log = count == 1 && values[0] && strcmp(values[0], "wal") == 0;
    return 0;
}

static bool connect_to_write(tr_voxel_save_file *file, tr_error *err)
{
    bool is_log = false;
    if (try_to_connect(file, file->path, SQLITE_OPEN_READWRITE) != SQLITE_OK) return false;
    if (has_part_of_a_page(file)) return fail_damaged(file, TR_VOXEL_SAVE_WRITES, err);
    if (sqlite3_exec(file->db, "PRAGMA synchronous = FULL", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(file->db, "PRAGMA journal_mode = WAL", take_mode, &is_log, NULL) != SQLITE_OK)
        return false;
    // Else SQLite would open a file that is write-protected to read it.
    if (sqlite3_db_readonly(file->db, "main") == 1)
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened for writing: it is write-protected", file->path);
    return is_log || tr_fail(err, TR_ERROR_FILE_OPEN, "%s: the file system allows no write-ahead log", file->path);
}

bool tr_voxel_save_connect(tr_voxel_save_file *file, tr_voxel_save_access access, tr_error *err)
{
    tr_error reason = {0};
    if (!sqlite3_threadsafe())
        return tr_fail(err, TR_ERROR_UNSUPPORTED, "%s: the SQLite of this machine was built without threads",
                       file->path);
    if (access == TR_VOXEL_SAVE_WRITES ? connect_to_write(file, &reason) : connect_to_read(file, &reason)) return true;
    if (reason.code != TR_ERROR_NONE) return tr_fail(err, reason.code, "%s", reason.message);
    const int code = sqlite3_errcode(file->db) & 0xff;
    if (code == SQLITE_NOTADB)
        return tr_fail(err, TR_ERROR_FORMAT, "%s: is no save: it is no SQLite database", file->path);
    if (code == SQLITE_CORRUPT) return fail_damaged(file, access, err);
    return tr_voxel_save_file_fail(file, code == SQLITE_IOERR ? TR_ERROR_FILE_READ : TR_ERROR_FILE_OPEN,
                                   "cannot be opened", err);
}

// ---------------------------------------------------------------------------------------------------------
// What it is

bool tr_voxel_save_check_format(tr_voxel_save_file *file, tr_error *err)
{
    int64_t application, format;
    if (!read_number(file, "PRAGMA application_id", &application, err) ||
        !read_number(file, "PRAGMA user_version", &format, err))
        return false;
    if (application != TR_VOXEL_SAVE_APPLICATION)
        return tr_fail(err, TR_ERROR_FORMAT, "%s: is no save: its application is 0x%08" PRIx32 ", that of saves 0x%08x",
                       file->path, (uint32_t)application, (unsigned)TR_VOXEL_SAVE_APPLICATION);
    if (format >= 1 && format <= TR_VOXEL_SAVE_FORMAT) return true;
    return tr_fail(err, TR_ERROR_FORMAT, "%s: has the format %" PRId64 " of a newer version; this one reads up to %d",
                   file->path, format, TR_VOXEL_SAVE_FORMAT);
}

bool tr_voxel_save_file_identify(tr_voxel_save_file *file, tr_voxel_save_identity *out, tr_error *err)
{
    int64_t world, generator, check;
    if (!read_number(file, "SELECT value FROM meta WHERE name = 'world'", &world, err) ||
        !read_number(file, "SELECT value FROM meta WHERE name = 'generator'", &generator, err) ||
        !read_number(file, "SELECT value FROM meta WHERE name = 'check'", &check, err))
        return false;
    *out = (tr_voxel_save_identity){(uint64_t)world, (uint64_t)generator};
    return check_of(out) == (uint64_t)check ||
           tr_fail(err, TR_ERROR_FORMAT, "%s: what it says about its world is damaged", file->path);
}

uint64_t tr_voxel_save_file_bytes(const char *path)
{
    const int64_t file = tr_os_file_size(path), log = log_bytes(path);
    return (uint64_t)(file > 0 ? file : 0) + (uint64_t)(log > 0 ? log : 0);
}
