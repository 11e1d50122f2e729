// The folder of a Luanti world around its map. A world has no key for its spawn, and `static_spawnpoint` belongs to all
// worlds of a player: a mod of the world does it.
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "io/block_export.h"
#include "io/luanti_write.h"

enum { MAX_PATH = 4096, MAX_TEXT = 4096, MAX_NAME = 1000 };

#define MOD "terrane_spawn"
#define MOD_FOLDER "/worldmods/terrane_spawn"

// world.mt comes last: a folder without it is no world.
static const char map_name[] = "/map.sqlite", meta_name[] = "/map_meta.txt", mod_name[] = MOD_FOLDER "/mod.conf",
                  lua_name[] = MOD_FOLDER "/init.lua", world_name[] = "/world.mt";

// Nothing is generated around what was written.
static bool write_meta(tr_context *context, const tr_luanti_def *def, tr_error *err)
{
    char text[MAX_TEXT];
    snprintf(text, sizeof text, "mg_name = singlenode\nseed = %" PRIu64 "\n[end_of_params]\n", def->seed);
    return tr_export_text(context, def->directory, meta_name, text, err);
}

// A node reaches half a node around its place: feet stand on the lower side of the one that they are in.
static bool write_mod(tr_context *context, const tr_luanti_def *def, tr_error *err)
{
    char text[MAX_TEXT];
    snprintf(
        text, sizeof text,
        "-- Written by Terrane: players of this world begin on dry ground, unless the setting static_spawnpoint or\n"
        "-- a bed says where.\n"
        "terrane_spawn = {x = %" PRId64 ", y = %" PRId64 " - 0.5, z = %" PRId64 "}\n"
        "\n"
        "local function put_on_spawn(player)\n"
        "    if minetest.setting_get_pos(\"static_spawnpoint\") then return false end\n"
        "    player:set_pos(terrane_spawn)\n"
        "    return true\n"
        "end\n"
        "\n"
        "minetest.register_on_newplayer(put_on_spawn)\n"
        "minetest.register_on_respawnplayer(function(player)\n"
        "    local beds = rawget(_G, \"beds\")\n"
        "    if beds and beds.spawn and beds.spawn[player:get_player_name()] then return false end\n"
        "    return put_on_spawn(player)\n"
        "end)\n",
        def->spawn[0], def->spawn[1], def->spawn[2]);
    return tr_export_text(context, def->directory, mod_name,
                          "name = " MOD "\ndescription = Players begin on dry ground\noptional_depends = spawn, beds\n",
                          err) &&
           tr_export_text(context, def->directory, lua_name, text, err);
}

static bool write_world_file(tr_context *context, const tr_luanti_def *def, tr_error *err)
{
    char text[MAX_TEXT];
    snprintf(text, sizeof text,
             "world_name = %s\n"
             "gameid = minetest\n"
             "backend = sqlite3\n"
             "player_backend = sqlite3\n"
             "auth_backend = sqlite3\n"
             "mod_storage_backend = sqlite3\n"
             "creative_mode = true\n"
             "enable_damage = false\n"
             "server_announce = false\n",
             def->name);
    return tr_export_text(context, def->directory, world_name, text, err);
}

static void take_back(const tr_luanti_def *def)
{
    static const char *const entries[] = {world_name,   lua_name,  mod_name, MOD_FOLDER,
                                          "/worldmods", meta_name, map_name, ""};
    char path[MAX_PATH];
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        snprintf(path, sizeof path, "%s%s", def->directory, entries[i]);
        remove(path);
    }
}

static bool check_def(const tr_luanti_def *def, tr_error *err)
{
    static const char *const taken[] = {world_name, map_name};
    char path[MAX_PATH];
    if (strlen(def->name) > MAX_NAME || strpbrk(def->name, "\r\n"))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a name of %zu bytes; allowed are %d in one line",
                       strlen(def->name), MAX_NAME);
    if (strlen(def->directory) > MAX_PATH - TR_OS_SUFFIX_SIZE - 128)
        return tr_fail(err, TR_ERROR_FILE_OPEN, "the path of the world has %zu bytes; that is too long",
                       strlen(def->directory));
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        snprintf(path, sizeof path, "%s%s", def->directory, taken[i]);
        if (tr_os_file_size(path) >= 0)
            return tr_fail(err, TR_ERROR_FILE_OPEN, "%s holds a world already (%s): take an empty directory",
                           def->directory, taken[i] + 1);
    }
    return true;
}

bool tr_luanti_world_write(const tr_voxel_source *source, const tr_voxel_box *box, const tr_luanti_def *def,
                           const tr_progress *progress, tr_blocks_report *report, tr_error *err)
{
    assert(def->cookie == TR_LUANTI_DEF_COOKIE && def->directory && def->name);
    enum { OTHER_FILES = 4 };
    char path[MAX_PATH];
    if (!check_def(def, err) || !tr_luanti_check_box(box, def->directory, err)) return false;
    snprintf(path, sizeof path, "%s" MOD_FOLDER, def->directory);
    if (!tr_os_make_directories(path, err)) return false;
    snprintf(path, sizeof path, "%s%s", def->directory, map_name);
    const tr_luanti_request request = {source, def->pieces, box, path, progress};
    tr_context *context = source->context;
    tr_blocks_report counted;
    if (!tr_luanti_map_write(&request, &counted, err) || !write_meta(context, def, err) ||
        !write_mod(context, def, err) || !write_world_file(context, def, err)) {
        take_back(def);
        return false;
    }
    counted.files += OTHER_FILES;
    if (report) *report = counted;
    return true;
}
