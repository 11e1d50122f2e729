// A dimension type of the name of the overworld's takes its place, with other heights. The rest is what the game has in
// 1.18.2, and what 1.19 asks for beside: games read the keys that they know.
#include "io/anvil_pack.h"

#include <stdio.h>

#include "base/os.h"
#include "io/anvil_chunk.h"
#include "io/block_export.h"

#define FOLDER "/datapacks/" TR_ANVIL_PACK
#define DIMENSIONS FOLDER "/data/minecraft/dimension_type"

enum {
    PACK_FORMAT = 9,   // of 1.18.2
    LAST_FORMAT = 81,  // of 1.21.8: games from 1.20.2 on read the range
    MAX_PATH = 4096,
    MAX_TEXT = 2048,
};

bool tr_anvil_needs_pack(const tr_anvil_def *def)
{
    return def->min_y != TR_ANVIL_MIN_Y || def->height != TR_ANVIL_HEIGHT;
}

static int describe_pack(const tr_anvil_def *def, char text[MAX_TEXT])
{
    return snprintf(text, MAX_TEXT,
                    "{\"pack\": {\"pack_format\": %d, \"supported_formats\": {\"min_inclusive\": %d, "
                    "\"max_inclusive\": %d}, \"description\": \"Terrane: y of %d to %d\"}}\n",
                    PACK_FORMAT, PACK_FORMAT, LAST_FORMAT, def->min_y, def->min_y + def->height - 1);
}

static int describe_dimension(const tr_anvil_def *def, char text[MAX_TEXT])
{
    return snprintf(text, MAX_TEXT,
                    "{\n"
                    "  \"min_y\": %d,\n"
                    "  \"height\": %d,\n"
                    "  \"logical_height\": %d,\n"
                    "  \"coordinate_scale\": 1.0,\n"
                    "  \"ambient_light\": 0.0,\n"
                    "  \"natural\": true,\n"
                    "  \"ultrawarm\": false,\n"
                    "  \"piglin_safe\": false,\n"
                    "  \"respawn_anchor_works\": false,\n"
                    "  \"bed_works\": true,\n"
                    "  \"has_raids\": true,\n"
                    "  \"has_skylight\": true,\n"
                    "  \"has_ceiling\": false,\n"
                    "  \"infiniburn\": \"#minecraft:infiniburn_overworld\",\n"
                    "  \"effects\": \"minecraft:overworld\",\n"
                    "  \"monster_spawn_light_level\": 7,\n"
                    "  \"monster_spawn_block_light_limit\": 0\n"
                    "}\n",
                    def->min_y, def->height, def->height);
}

bool tr_anvil_pack_write(tr_context *context, const tr_anvil_def *def, tr_blocks_report *report, tr_error *err)
{
    char folder[MAX_PATH], pack[MAX_TEXT], dimension[MAX_TEXT];
    const int pack_size = describe_pack(def, pack), dimension_size = describe_dimension(def, dimension);
    snprintf(folder, sizeof folder, "%s" DIMENSIONS, def->directory);
    if (!tr_os_make_directories(folder, err) ||
        !tr_export_text(context, def->directory, DIMENSIONS "/overworld.json", dimension, err) ||
        !tr_export_text(context, def->directory, FOLDER "/pack.mcmeta", pack, err))
        return false;
    report->files += 2;
    report->bytes += (uint64_t)pack_size + (uint64_t)dimension_size;
    return true;
}

void tr_anvil_pack_remove(const char *directory)
{
    static const char *const entries[] = {
        FOLDER "/pack.mcmeta",
        DIMENSIONS "/overworld.json",
        DIMENSIONS,
        FOLDER "/data/minecraft",
        FOLDER "/data",
        FOLDER,
        "/datapacks",
    };
    char path[MAX_PATH];
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        snprintf(path, sizeof path, "%s%s", directory, entries[i]);
        remove(path);
    }
}
