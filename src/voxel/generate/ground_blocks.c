// Soil by biome, then what water, ways, steepness and cold make of it (ground_blocks.h).
//
// No rule has a sharp edge: each threshold is moved by a slow noise, so that borders wander, and by a hash, so that
// they fray.
#include "voxel/generate/ground_blocks.h"

#include "voxel/generate/cell_hash.h"
#include "voxel/generate/column.h"
#include "voxel/generate/ground.h"

#define SOIL(surface, under, depth) ((tr_ground_soil){TR_BLOCK_##surface, TR_BLOCK_##under, depth})

// Shares of a hash that do not depend on each other.
typedef enum dither { DITHER_SOIL, DITHER_ROCK, DITHER_SNOW, DITHER_DEPTH } dither;

static float share_of(const tr_ground_cell *cell, dither which)
{
    return tr_cell_share(cell->hash, 16 * (int)which);
}

// The patches with frayed edges: -1 .. 1.
static inline float fray(float patch, uint64_t hash)
{
    return patch + 0.3f * (tr_cell_share(hash, 16 * DITHER_SOIL) - 0.5f);
}

static float frayed(const tr_ground_cell *cell)
{
    return fray(cell->patch, cell->hash);
}

// ---------------------------------------------------------------------------------------------------------
// Soil

static tr_ground_soil wood_floor(const tr_ground_cell *cell, float needles)
{
    return frayed(cell) < needles ? SOIL(PODZOL, DIRT, 3) : SOIL(GRASS, DIRT, 3);
}

// Grass that is dry in patches, all the more the less rain falls.
static tr_ground_soil meadow(const tr_ground_cell *cell, float dry_humidity)
{
    const float dryness = dry_humidity - cell->humidity + 0.2f * frayed(cell);
    return dryness > 0 ? SOIL(DRY_GRASS, DIRT, 3) : SOIL(GRASS, DIRT, 3);
}

static tr_ground_soil tundra(const tr_ground_cell *cell)
{
    const float patch = frayed(cell);
    if (patch > 0.22f) return SOIL(GRAVEL, GRAVEL, 2);
    return patch < -0.12f ? SOIL(PODZOL, DIRT, 2) : SOIL(DRY_GRASS, DIRT, 2);
}

static tr_ground_soil swamp(const tr_ground_cell *cell)
{
    const float patch = frayed(cell);
    if (patch > 0.3f) return SOIL(CLAY, CLAY, 2);
    return patch > 0.02f ? SOIL(MUD, MUD, 3) : SOIL(GRASS, MUD, 3);
}

// Meadows of the heights up to where it is too cold for them, then stones.
static tr_ground_soil mountain(const tr_ground_cell *cell)
{
    const float patch = frayed(cell), warmth = cell->degC + 6 * patch;
    if (warmth > 3 && cell->humidity > 0.3f) return SOIL(GRASS, DIRT, 2);
    if (patch > 0.08f) return SOIL(GRAVEL, GRAVEL, 2);
    return warmth > 0 && cell->humidity > 0.3f ? SOIL(DRY_GRASS, DIRT, 1) : SOIL(STONE, STONE, 0);
}

// Sand, with hard ground coming through it here and there.
static tr_ground_soil desert(const tr_ground_cell *cell)
{
    const float patch = frayed(cell);
    if (patch > 0.42f) return SOIL(SANDSTONE, SANDSTONE, 6);
    return patch < -0.46f ? SOIL(GRAVEL, SANDSTONE, 4) : SOIL(SAND, SANDSTONE, 5);
}

// Beaches and the bed of the sea are of one block. Here `patch` has frayed edges; conditions are numbers, as branches
// would keep loops from being vectors.
static inline int32_t is_cold_beach(float degC, float patch)
{
    const float cold = 4 - degC + 8 * patch;
    return cold > 0;
}

static inline int32_t sea_bed_block(int32_t depth, float degC, float patch)
{
    const int32_t is_deep = (float)depth + 20 * patch > 32, is_clay = (patch > 0.3f) & (depth > 2);
    const int32_t is_stony = ((patch < -0.32f) & (depth > 3)) | is_cold_beach(degC, patch);
    const int32_t shallow = is_clay ? TR_BLOCK_CLAY : TR_BLOCK_SAND;
    return (is_deep | (is_stony & (is_clay ^ 1))) ? TR_BLOCK_GRAVEL : shallow;
}

static inline int32_t bed_depth(int32_t block)
{
    return block == TR_BLOCK_SAND ? 4 : 3;
}

static tr_ground_soil bed_of(int32_t block)
{
    return (tr_ground_soil){(uint8_t)block, (uint8_t)block, (uint8_t)bed_depth(block)};
}

static tr_ground_soil beach(const tr_ground_cell *cell)
{
    return bed_of(is_cold_beach(cell->degC, frayed(cell)) ? TR_BLOCK_GRAVEL : TR_BLOCK_SAND);
}

static tr_ground_soil soil_of_biome(const tr_ground_cell *cell)
{
    switch (cell->biome) {
    case TR_BIOME_OCEAN:
    case TR_BIOME_BEACH: return beach(cell);
    case TR_BIOME_DESERT: return desert(cell);
    case TR_BIOME_SAVANNA: return meadow(cell, 0.62f);
    case TR_BIOME_JUNGLE:
    case TR_BIOME_RAINFOREST: return wood_floor(cell, -0.3f);
    case TR_BIOME_GRASSLAND: return meadow(cell, 0.26f);
    case TR_BIOME_WOODLAND: return wood_floor(cell, -0.34f);
    case TR_BIOME_FOREST: return wood_floor(cell, -0.2f);
    case TR_BIOME_TAIGA: return wood_floor(cell, 0.12f);
    case TR_BIOME_SWAMP: return swamp(cell);
    case TR_BIOME_TUNDRA: return tundra(cell);
    case TR_BIOME_MOUNTAIN: return mountain(cell);
    case TR_BIOME_ICE: return frayed(cell) > 0.34f ? SOIL(PACKED_ICE, PACKED_ICE, 4) : SOIL(SNOW, SNOW, 3);
    default: return meadow(cell, 0.22f);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Beds and banks

static tr_ground_soil sea_bed(const tr_ground_cell *cell)
{
    return bed_of(sea_bed_block(cell->depth, cell->degC, frayed(cell)));
}

static tr_ground_soil river_bed(const tr_ground_cell *cell)
{
    const float patch = frayed(cell);
    if (cell->slope > 0.5f) return SOIL(GRAVEL, GRAVEL, 2);
    if (patch > 0.22f) return SOIL(CLAY, CLAY, 2);
    if (patch < -0.14f) return SOIL(GRAVEL, GRAVEL, 2);
    return cell->humidity > 0.7f ? SOIL(MUD, MUD, 2) : SOIL(SAND, SAND, 2);
}

// Some of what the bed is made of, for one column beside it.
static tr_ground_soil bank(const tr_ground_cell *cell, tr_ground_soil soil)
{
    if (share_of(cell, DITHER_ROCK) > 0.45f + 0.5f * cell->patch) return soil;
    return cell->biome == TR_BIOME_BEACH ? beach(cell) : river_bed(cell);
}

// ---------------------------------------------------------------------------------------------------------
// Rock, snow, ways

static tr_ground_soil rock_of(const tr_ground_cell *cell)
{
    const bool sandy = cell->biome == TR_BIOME_DESERT || cell->biome == TR_BIOME_BEACH;
    return sandy && frayed(cell) < 0.25f ? SOIL(SANDSTONE, SANDSTONE, 6) : SOIL(STONE, STONE, 0);
}

// Bare rock where it is steep, scree below that; roots hold some soil where it is moist.
static tr_ground_soil on_slope(const tr_ground_cell *cell, tr_ground_soil soil)
{
    const float held = 0.35f * cell->humidity + 0.6f * cell->patch + 0.25f * (share_of(cell, DITHER_ROCK) - 0.5f);
    const float rock = 1.1f + held, scree = 0.92f + held;
    if (cell->slope > rock) return rock_of(cell);
    if (cell->slope > scree && share_of(cell, DITHER_SOIL) < 0.55f) return SOIL(GRAVEL, GRAVEL, 1);
    return soil;
}

// From about -1 degC on snow stays, where it does not slide off.
static bool is_snowy(const tr_ground_cell *cell)
{
    const float warmth = cell->degC + 5 * cell->patch + 1.5f * (share_of(cell, DITHER_SNOW) - 0.5f);
    const float steep = cell->slope + 0.25f * (share_of(cell, DITHER_SNOW) - 0.5f) + 0.3f * cell->patch;
    return warmth < -1 && steep < 1.05f - 0.02f * warmth;
}

static tr_ground_soil under_snow(tr_ground_soil soil)
{
    const bool frozen = soil.surface == TR_BLOCK_PACKED_ICE || soil.surface == TR_BLOCK_SNOW;
    return frozen ? soil : (tr_ground_soil){TR_BLOCK_SNOW, soil.under, soil.depth};
}

// What people have made of the ground.
static tr_ground_soil made(const tr_ground_cell *cell, tr_ground_soil soil)
{
    switch (cell->cover) {
    case TR_GROUND_ROAD: return SOIL(ROAD, GRAVEL, 2);
    case TR_GROUND_RAIL: return SOIL(BALLAST, GRAVEL, 2);
    case TR_GROUND_CITY:
    case TR_GROUND_TRACK: return share_of(cell, DITHER_SOIL) < 0.1f ? SOIL(GRAVEL, DIRT, 2) : SOIL(PATH, DIRT, 2);
    default: return share_of(cell, DITHER_SOIL) < 0.6f ? SOIL(GRAVEL, DIRT, 2) : soil;
    }
}

// A soil is not equally deep everywhere: a block more, or none.
static inline int32_t more_depth(float patch, uint64_t hash)
{
    return tr_cell_share(hash, 16 * DITHER_DEPTH) < 0.5f + patch;
}

static tr_ground_soil deepened(const tr_ground_cell *cell, tr_ground_soil soil)
{
    if (soil.depth > 0) soil.depth = (uint8_t)(soil.depth + more_depth(cell->patch, cell->hash));
    return soil;
}

static inline tr_ground_soil find_soil(const tr_ground_cell *cell)
{
    if (cell->depth > 0) return deepened(cell, cell->biome == TR_BIOME_OCEAN ? sea_bed(cell) : river_bed(cell));
    tr_ground_soil soil = soil_of_biome(cell);
    if (cell->cover != TR_GROUND_BARE) return made(cell, soil);
    if (cell->bank) soil = bank(cell, soil);
    soil = on_slope(cell, soil);
    if (is_snowy(cell)) soil = under_snow(soil);
    return deepened(cell, soil);
}

tr_ground_soil tr_ground_soil_of(const tr_ground_cell *cell)
{
    return find_soil(cell);
}

static bool is_sea(const tr_ground_line *line, int32_t count)
{
    const uint8_t *biome = line->biome;
    const int32_t *water = line->water;
    int dry = 0;
    for (int32_t i = 0; i < count; i++) dry |= (biome[i] != TR_BIOME_OCEAN) | (water[i] == TR_COLUMN_DRY);
    return !dry;
}

// Rows of the sea are many and have few rules: several columns at a time.
static void fill_sea(const tr_ground_line *line, int32_t count, uint8_t *restrict surface, uint8_t *restrict under,
                     uint8_t *restrict depth)
{
    const int32_t *restrict water = line->water, *restrict top = line->top;
    const float *restrict patch = line->patch, *restrict degC = line->degC;
    const uint64_t *restrict hash = line->hash;
    for (int32_t i = 0; i < count; i++) {
        const int32_t block = sea_bed_block(water[i] - top[i], degC[i], fray(patch[i], hash[i]));
        surface[i] = under[i] = (uint8_t)block;
        depth[i] = (uint8_t)(bed_depth(block) + more_depth(patch[i], hash[i]));
    }
}

void tr_ground_soil_line(const tr_ground_line *line, int32_t count, uint8_t *restrict surface, uint8_t *restrict under,
                         uint8_t *restrict depth)
{
    if (is_sea(line, count)) {
        fill_sea(line, count, surface, under, depth);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        const tr_ground_cell cell = {
            .biome = line->biome[i],
            .cover = line->cover[i],
            .bank = line->bank[i] != 0,
            .depth = line->water[i] == TR_COLUMN_DRY ? 0 : line->water[i] - line->top[i],
            .slope = line->slope[i],
            .degC = line->degC[i],
            .humidity = line->humidity[i],
            .patch = line->patch[i],
            .hash = line->hash[i],
        };
        const tr_ground_soil soil = find_soil(&cell);
        surface[i] = soil.surface;
        under[i] = soil.under;
        depth[i] = soil.depth;
    }
}
