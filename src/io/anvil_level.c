#include "io/anvil_level.h"

#include "io/anvil_chunk.h"
#include "io/anvil_pack.h"
#include "io/nbt_writer.h"

enum { ANVIL_VERSION = 19133, CREATIVE = 1, NOON = 6000 };

// Where nothing was written there is nothing.
static void append_overworld(tr_byte_list *out)
{
    tr_nbt_compound(out, "minecraft:overworld");
    tr_nbt_string(out, "type", "minecraft:overworld");
    tr_nbt_compound(out, "generator");
    tr_nbt_string(out, "type", "minecraft:flat");
    tr_nbt_compound(out, "settings");
    tr_nbt_string(out, "biome", "minecraft:the_void");
    tr_nbt_byte(out, "lakes", 0);
    tr_nbt_byte(out, "features", 0);
    tr_nbt_list(out, "layers", TR_NBT_COMPOUND, 0);
    tr_nbt_compound(out, "structures");
    tr_nbt_compound(out, "structures");
    tr_nbt_end(out);
    tr_nbt_end(out);
    tr_nbt_end(out);
    tr_nbt_end(out);
    tr_nbt_end(out);
}

static void append_other_dimension(tr_byte_list *out, const char *name, const char *settings, bool multi_noise,
                                   uint64_t seed)
{
    tr_nbt_compound(out, name);
    tr_nbt_string(out, "type", name);
    tr_nbt_compound(out, "generator");
    tr_nbt_string(out, "type", "minecraft:noise");
    tr_nbt_string(out, "settings", settings);
    tr_nbt_long(out, "seed", seed);
    tr_nbt_compound(out, "biome_source");
    tr_nbt_string(out, "type", multi_noise ? "minecraft:multi_noise" : "minecraft:the_end");
    if (multi_noise) tr_nbt_string(out, "preset", "minecraft:nether");
    tr_nbt_long(out, "seed", seed);
    tr_nbt_end(out);
    tr_nbt_end(out);
    tr_nbt_end(out);
}

static void append_generation(tr_byte_list *out, uint64_t seed)
{
    tr_nbt_compound(out, "WorldGenSettings");
    tr_nbt_long(out, "seed", seed);
    tr_nbt_byte(out, "generate_features", 0);
    tr_nbt_byte(out, "bonus_chest", 0);
    tr_nbt_compound(out, "dimensions");
    append_overworld(out);
    append_other_dimension(out, "minecraft:the_nether", "minecraft:nether", true, seed);
    append_other_dimension(out, "minecraft:the_end", "minecraft:end", false, seed);
    tr_nbt_end(out);
    tr_nbt_end(out);
}

static void append_version(tr_byte_list *out)
{
    tr_nbt_compound(out, "Version");
    tr_nbt_int(out, "Id", TR_ANVIL_DATA_VERSION);
    tr_nbt_string(out, "Name", "1.18.2");
    tr_nbt_string(out, "Series", "main");
    tr_nbt_byte(out, "Snapshot", 0);
    tr_nbt_end(out);
}

// A pack that is not named here is taken as new and switched on; named, it is there when the world is first read.
static void append_packs(tr_byte_list *out, const tr_anvil_def *def)
{
    const bool has_pack = tr_anvil_needs_pack(def);
    tr_nbt_compound(out, "DataPacks");
    tr_nbt_list(out, "Enabled", TR_NBT_STRING, has_pack ? 2 : 1);
    tr_nbt_text(out, "vanilla");
    if (has_pack) tr_nbt_text(out, "file/" TR_ANVIL_PACK);
    tr_nbt_list(out, "Disabled", TR_NBT_STRING, 0);
    tr_nbt_end(out);
}

// Players begin where the world says, and not somewhere around it.
static void append_rules(tr_byte_list *out)
{
    tr_nbt_compound(out, "GameRules");
    tr_nbt_string(out, "spawnRadius", "0");
    tr_nbt_end(out);
}

void tr_anvil_level_append(tr_byte_list *out, const tr_anvil_def *def)
{
    tr_nbt_compound(out, "");
    tr_nbt_compound(out, "Data");
    tr_nbt_int(out, "DataVersion", TR_ANVIL_DATA_VERSION);
    tr_nbt_int(out, "version", ANVIL_VERSION);
    append_version(out);
    tr_nbt_string(out, "LevelName", def->name);
    tr_nbt_long(out, "RandomSeed", def->seed);
    append_generation(out, def->seed);
    append_packs(out, def);
    append_rules(out);
    tr_nbt_int(out, "SpawnX", def->spawn[0]);
    tr_nbt_int(out, "SpawnY", def->spawn[1]);
    tr_nbt_int(out, "SpawnZ", def->spawn[2]);
    tr_nbt_int(out, "GameType", CREATIVE);
    tr_nbt_byte(out, "Difficulty", 0);
    tr_nbt_byte(out, "hardcore", 0);
    tr_nbt_byte(out, "allowCommands", 1);
    tr_nbt_byte(out, "initialized", 1);
    tr_nbt_byte(out, "WasModded", 0);
    tr_nbt_long(out, "Time", 0);
    tr_nbt_long(out, "DayTime", NOON);
    tr_nbt_long(out, "LastPlayed", 0);
    tr_nbt_end(out);
    tr_nbt_end(out);
}
