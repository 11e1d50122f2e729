// The schema is the old one, with one column for the place: servers up to 5.11 know no other.
#include "io/luanti_map.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"

struct tr_luanti_map {
    tr_context *context;
    const char *path;
    char *temp_path;
    sqlite3 *database;
    sqlite3_stmt *insert;
};

static bool fail(const tr_luanti_map *map, tr_error *err)
{
    const char *reason = map->database ? sqlite3_errmsg(map->database) : "there is no memory";
    return tr_fail(err, TR_ERROR_FILE_WRITE, "%s cannot be written: %s", map->path, reason);
}

static void release(tr_luanti_map *map)
{
    sqlite3_finalize(map->insert);
    sqlite3_close(map->database);
    tr_free(map->context, map->temp_path);
    tr_free(map->context, map);
}

void tr_luanti_map_abort(tr_luanti_map *map)
{
    sqlite3_finalize(map->insert);
    sqlite3_close(map->database);
    map->insert = NULL;
    map->database = NULL;
    remove(map->temp_path);
    release(map);
}

// A map that is not finished is thrown away, so that the database needs no journal.
static bool open_database(tr_luanti_map *map, tr_error *err)
{
    static const char begin[] = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                                "CREATE TABLE `blocks` (`pos` INT NOT NULL PRIMARY KEY, `data` BLOB); BEGIN";
    if (sqlite3_open_v2(map->temp_path, &map->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
            SQLITE_OK ||
        sqlite3_exec(map->database, begin, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(map->database, "INSERT INTO `blocks` VALUES (?, ?)", -1, &map->insert, NULL) != SQLITE_OK)
        return fail(map, err);
    return true;
}

tr_luanti_map *tr_luanti_map_open(tr_context *context, const char *path, tr_error *err)
{
    tr_luanti_map *map = tr_alloc(context, sizeof *map, err);
    if (!map) return NULL;
    *map = (tr_luanti_map){.context = context, .path = path};
    const size_t length = strlen(path);
    map->temp_path = tr_alloc(context, length + TR_OS_SUFFIX_SIZE, err);
    if (!map->temp_path) {
        release(map);
        return NULL;
    }
    memcpy(map->temp_path, path, length);
    tr_os_unique_suffix(map->temp_path + length);
    if (open_database(map, err)) return map;
    tr_luanti_map_abort(map);
    return NULL;
}

bool tr_luanti_map_put(tr_luanti_map *map, int64_t key, const void *data, size_t size, tr_error *err)
{
    const bool done = sqlite3_bind_int64(map->insert, 1, key) == SQLITE_OK &&
                      sqlite3_bind_blob64(map->insert, 2, data, size, SQLITE_STATIC) == SQLITE_OK &&
                      sqlite3_step(map->insert) == SQLITE_DONE;
    if (!done) return fail(map, err);
    sqlite3_reset(map->insert);
    return true;
}

bool tr_luanti_map_commit(tr_luanti_map *map, uint64_t *bytes, tr_error *err)
{
    sqlite3_finalize(map->insert);
    map->insert = NULL;
    bool done = sqlite3_exec(map->database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK || fail(map, err);
    if (done) {
        const bool closed = sqlite3_close(map->database) == SQLITE_OK;
        done = closed || fail(map, err);
        if (closed) map->database = NULL;
    }
    if (done) *bytes = (uint64_t)tr_os_file_size(map->temp_path);
    done = done && tr_os_fsync_path(map->temp_path, err) && tr_os_rename_over(map->temp_path, map->path, err);
    if (done)
        release(map);
    else
        tr_luanti_map_abort(map);
    return done;
}
