// Which heights a Minecraft world has, and what the biomes are called there.
#include "export/game.h"

#include <limits.h>
#include <math.h>

enum {
    SIDE = TR_VOXEL_SIDE,
    SECTION = 16,      // heights of a world are multiples of it
    MIN_Y = -64,       // of the game
    HEIGHT = 384,      //
    LOWEST = -2032,    // that a data pack may ask for
    HIGHEST = 2032,    // and the first y above
    SEA_Y = 62,        // the highest block of the game's sea
    GROUND_BELOW = 8,  // blocks of ground that are kept below the lowest surface
    AIR_ABOVE = 64,    // to build in
};

// Names of 1.18.2. Where the game has nothing alike, what looks most like it.
static const char *const biomes[TR_BIOME_COUNT] = {
    [TR_BIOME_OCEAN] = "minecraft:ocean",
    [TR_BIOME_RIVER] = "minecraft:river",
    [TR_BIOME_BEACH] = "minecraft:beach",
    [TR_BIOME_DESERT] = "minecraft:desert",
    [TR_BIOME_SAVANNA] = "minecraft:savanna",
    [TR_BIOME_JUNGLE] = "minecraft:jungle",
    [TR_BIOME_RAINFOREST] = "minecraft:bamboo_jungle",
    [TR_BIOME_GRASSLAND] = "minecraft:sunflower_plains",
    [TR_BIOME_PLAINS] = "minecraft:plains",
    [TR_BIOME_WOODLAND] = "minecraft:flower_forest",
    [TR_BIOME_FOREST] = "minecraft:forest",
    [TR_BIOME_SWAMP] = "minecraft:swamp",
    [TR_BIOME_TAIGA] = "minecraft:taiga",
    [TR_BIOME_TUNDRA] = "minecraft:snowy_plains",
    [TR_BIOME_MOUNTAIN] = "minecraft:windswept_gravelly_hills",
    [TR_BIOME_ICE] = "minecraft:frozen_peaks",
};

// Heights of the world, in its own blocks; the upper ends are not included.
typedef struct tall {
    int64_t low, high;  // what the box holds
    int64_t ground;     // from here on it is worth keeping: below lies solid ground
} tall;

// Blocks may have been put above everything that the generator makes.
static bool find_edits(const tr_game *game, const tr_voxel_box *box, int64_t top, int64_t *high, tr_error *err)
{
    for (int64_t y = box->low.y + box->size[1] - 1; y * SIDE >= top; y--) {
        for (int64_t i = 0; i < (int64_t)box->size[0] * box->size[2]; i++) {
            const tr_voxel_at at = {box->low.x + i % box->size[0], y, box->low.z + i / box->size[0]};
            tr_voxel_chunk chunk;
            if (!game->source.read(game->source.user, &at, 1, &chunk, err)) {
                return false;
            }
            const bool any = chunk.filled > 0;
            tr_voxel_chunk_destroy(game->source.context, &chunk);
            if (any) {
                *high = (y + 1) * SIDE;
                return true;
            }
        }
    }
    return true;
}

static bool find_heights(const tr_game *game, const tr_export_game_def *def, tall *out, tr_error *err)
{
    const tr_voxel_box *box = &def->box;
    const int64_t box_low = box->low.y * SIDE, box_high = box_low + (int64_t)box->size[1] * SIDE;
    const int32_t bottom = tr_voxel_def_of(game->voxels)->bottom;
    int64_t ground = INT64_MAX, top = INT64_MIN;
    for (int64_t i = 0; i < (int64_t)box->size[0] * box->size[2]; i++) {
        tr_voxel_extent extent;
        if (!tr_voxels_extent(game->voxels, box->low.x + i % box->size[0], box->low.z + i / box->size[0], &extent,
                              err)) {
            return false;
        }
        ground = extent.mixed_low < ground ? extent.mixed_low : ground;
        top = extent.mixed_high > top ? extent.mixed_high : top;
    }
    out->low = box_low > bottom ? box_low : bottom;
    out->high = top < box_high ? top : box_high;
    if (def->source && !find_edits(game, box, (out->high + SIDE - 1) / SIDE * SIDE, &out->high, err)) {
        return false;
    }
    out->ground = ground - GROUND_BELOW > out->low ? ground - GROUND_BELOW : out->low;
    if (out->high <= out->low) {
        return tr_fail(
            err, TR_ERROR_INVALID_ARGUMENT,
            "%s: the chunks hold nothing but air: they begin at y %lld, and the highest block lies below %lld",
            def->directory, (long long)box_low, (long long)top);
    }
    return true;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

// The multiple of a section at or below.
static int64_t section_below(int64_t y)
{
    return y >= 0 ? y / SECTION * SECTION : -((-y + SECTION - 1) / SECTION) * SECTION;
}

// The highest block of the sea, by the rule of the generator: the one whose middle lies below the level.
static int64_t sea_block(const tr_world *world, const tr_voxels *voxels)
{
    return (int64_t)ceil(tr_world_def_of(world)->sea_level_m / tr_voxel_def_of(voxels)->block_m - 0.5) - 1;
}

// The sea where the game has it; land above the sea as low as it goes.
static int64_t wanted_lower(const tall *heights, int64_t sea)
{
    return sea >= heights->low && sea < heights->high ? sea - SEA_Y : heights->low - MIN_Y;
}

static void choose_heights(tall heights, int64_t sea, tr_anvil_def *anvil)
{
    if (heights.high - heights.low > HEIGHT && heights.high - heights.ground <= HEIGHT) {
        heights.low = heights.high - HEIGHT;
    }
    const int64_t size = heights.high - heights.low;
    int64_t lower = wanted_lower(&heights, sea);
    if (size <= HEIGHT) {
        anvil->lower = (int32_t)clamp(lower, heights.high - (MIN_Y + HEIGHT), heights.low - MIN_Y);
        return;
    }
    if (size > HIGHEST - LOWEST) {
        heights.low = heights.high - (HIGHEST - LOWEST);
    }
    lower = clamp(lower, heights.high - HIGHEST, heights.low - LOWEST);
    const int64_t low = section_below(heights.low - lower);
    const int64_t high = section_below(heights.high - lower + AIR_ABOVE + SECTION - 1);
    anvil->lower = (int32_t)lower;
    anvil->min_y = (int32_t)(low < MIN_Y ? low : MIN_Y);
    anvil->height = (int32_t)((high < HIGHEST ? high : HIGHEST) - anvil->min_y);
}

bool tr_export_minecraft(const tr_world *world, const tr_export_game_def *def, const tr_progress *progress,
                         tr_export_game_report *report, tr_error *err)
{
    tr_game game;
    tall heights;
    if (!tr_game_open(world, def, &game, err) || !find_heights(&game, def, &heights, err)) {
        return false;
    }
    tr_anvil_def anvil = tr_default_anvil_def();
    anvil.directory = def->directory;
    anvil.name = def->name;
    anvil.seed = tr_world_def_of(world)->seed;
    anvil.pieces = &game.pieces;
    anvil.biomes = biomes;
    anvil.lower = def->lower;
    if (!def->has_lower) {
        choose_heights(heights, sea_block(world, game.voxels), &anvil);
    }
    const tr_voxel_at *at = &game.spawn.at;
    const int64_t max_y = anvil.min_y + anvil.height - 1, feet_y = clamp(at->y - anvil.lower, anvil.min_y + 1, max_y);
    tr_export_game_report counted = {.spawn = {at->x, feet_y, at->z},
                                     .spawn_dry = game.spawn.dry && feet_y == at->y - anvil.lower,
                                     .lower = anvil.lower,
                                     .min_y = anvil.min_y,
                                     .max_y = (int32_t)max_y,
                                     .has_pack = anvil.min_y != MIN_Y || anvil.height != HEIGHT};
    for (int axis = 0; axis < 3; axis++) {
        anvil.spawn[axis] = counted.spawn[axis];
    }
    if (!tr_anvil_write(&game.source, &def->box, &anvil, progress, &counted.blocks, err)) {
        return false;
    }
    if (report) {
        *report = counted;
    }
    return true;
}
