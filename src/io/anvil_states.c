#include "io/anvil_states.h"

#define LEAVES "distance=7,persistent=true"

// Where the game has nothing alike, what looks most like it.
static const tr_anvil_state states[TR_BLOCK_KIND_COUNT] = {
    [TR_BLOCK_AIR] = {"minecraft:air", NULL},
    [TR_BLOCK_STONE] = {"minecraft:stone", NULL},
    [TR_BLOCK_DEEP_STONE] = {"minecraft:deepslate", "axis=y"},
    [TR_BLOCK_BEDROCK] = {"minecraft:bedrock", NULL},
    [TR_BLOCK_DIRT] = {"minecraft:dirt", NULL},
    [TR_BLOCK_GRASS] = {"minecraft:grass_block", "snowy=false"},
    [TR_BLOCK_DRY_GRASS] = {"minecraft:rooted_dirt", NULL},
    [TR_BLOCK_PODZOL] = {"minecraft:podzol", "snowy=false"},
    [TR_BLOCK_MUD] = {"minecraft:coarse_dirt", NULL},
    [TR_BLOCK_CLAY] = {"minecraft:clay", NULL},
    [TR_BLOCK_SAND] = {"minecraft:sand", NULL},
    [TR_BLOCK_SANDSTONE] = {"minecraft:sandstone", NULL},
    [TR_BLOCK_GRAVEL] = {"minecraft:gravel", NULL},
    [TR_BLOCK_SNOW] = {"minecraft:snow_block", NULL},
    [TR_BLOCK_ICE] = {"minecraft:ice", NULL},
    [TR_BLOCK_PACKED_ICE] = {"minecraft:packed_ice", NULL},
    [TR_BLOCK_WATER] = {"minecraft:water", "level=0"},
    [TR_BLOCK_LAVA] = {"minecraft:lava", "level=0"},
    [TR_BLOCK_COAL_ORE] = {"minecraft:coal_ore", NULL},
    [TR_BLOCK_COPPER_ORE] = {"minecraft:copper_ore", NULL},
    [TR_BLOCK_IRON_ORE] = {"minecraft:iron_ore", NULL},
    [TR_BLOCK_GOLD_ORE] = {"minecraft:gold_ore", NULL},
    [TR_BLOCK_DIAMOND_ORE] = {"minecraft:diamond_ore", NULL},
    [TR_BLOCK_GLOW_CRYSTAL] = {"minecraft:sea_lantern", NULL},
    [TR_BLOCK_OAK_LOG] = {"minecraft:oak_log", "axis=y"},
    [TR_BLOCK_OAK_LEAVES] = {"minecraft:oak_leaves", LEAVES},
    [TR_BLOCK_BIRCH_LOG] = {"minecraft:birch_log", "axis=y"},
    [TR_BLOCK_BIRCH_LEAVES] = {"minecraft:birch_leaves", LEAVES},
    [TR_BLOCK_PINE_LOG] = {"minecraft:spruce_log", "axis=y"},
    [TR_BLOCK_PINE_LEAVES] = {"minecraft:spruce_leaves", LEAVES},
    [TR_BLOCK_JUNGLE_LOG] = {"minecraft:jungle_log", "axis=y"},
    [TR_BLOCK_JUNGLE_LEAVES] = {"minecraft:jungle_leaves", LEAVES},
    [TR_BLOCK_ACACIA_LOG] = {"minecraft:acacia_log", "axis=y"},
    [TR_BLOCK_ACACIA_LEAVES] = {"minecraft:acacia_leaves", LEAVES},
    [TR_BLOCK_PALM_LOG] = {"minecraft:stripped_jungle_log", "axis=y"},
    [TR_BLOCK_PALM_LEAVES] = {"minecraft:jungle_leaves", LEAVES},
    [TR_BLOCK_BUSH_LEAVES] = {"minecraft:azalea_leaves", LEAVES},
    [TR_BLOCK_CACTUS] = {"minecraft:cactus", "age=0"},
    [TR_BLOCK_TALL_GRASS] = {"minecraft:grass", NULL},
    [TR_BLOCK_DRY_TUFT] = {"minecraft:dead_bush", NULL},
    [TR_BLOCK_FERN] = {"minecraft:fern", NULL},
    [TR_BLOCK_SHRUB] = {"minecraft:dead_bush", NULL},
    [TR_BLOCK_REEDS] = {"minecraft:sugar_cane", "age=0"},
    [TR_BLOCK_RED_FLOWER] = {"minecraft:poppy", NULL},
    [TR_BLOCK_YELLOW_FLOWER] = {"minecraft:dandelion", NULL},
    [TR_BLOCK_BLUE_FLOWER] = {"minecraft:cornflower", NULL},
    [TR_BLOCK_WHITE_FLOWER] = {"minecraft:oxeye_daisy", NULL},
    [TR_BLOCK_MUSHROOM] = {"minecraft:brown_mushroom", NULL},
    [TR_BLOCK_GLOW_MUSHROOM] = {"minecraft:red_mushroom", NULL},
    [TR_BLOCK_COBBLE] = {"minecraft:cobblestone", NULL},
    [TR_BLOCK_MOSSY_COBBLE] = {"minecraft:mossy_cobblestone", NULL},
    [TR_BLOCK_BRICKS] = {"minecraft:stone_bricks", NULL},
    [TR_BLOCK_CRACKED_BRICKS] = {"minecraft:cracked_stone_bricks", NULL},
    [TR_BLOCK_MOSSY_BRICKS] = {"minecraft:mossy_stone_bricks", NULL},
    [TR_BLOCK_PLANKS] = {"minecraft:oak_planks", NULL},
    [TR_BLOCK_GLASS] = {"minecraft:glass", NULL},
    [TR_BLOCK_LAMP] = {"minecraft:glowstone", NULL},
    [TR_BLOCK_PATH] = {"minecraft:dirt_path", NULL},
    [TR_BLOCK_ROAD] = {"minecraft:polished_andesite", NULL},
    [TR_BLOCK_BALLAST] = {"minecraft:tuff", NULL},
};

tr_anvil_state tr_anvil_state_of(tr_block block)
{
    // The game counts how far a liquid has flowed: 8 less than how high it stands.
    static const char *const levels[TR_BLOCK_MAX_LEVEL + 1] = {"level=0", "level=7", "level=6", "level=5",
                                                               "level=4", "level=3", "level=2", "level=1"};
    tr_anvil_state state = states[block & TR_BLOCK_KIND_MASK];
    const unsigned level = block >> TR_BLOCK_LEVEL_SHIFT;
    if (level) state.properties = levels[level];
    return state;
}
