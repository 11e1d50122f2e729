// Roots of the preset CLASSIC: chances per column of blocks (docs/voxel.md), each drawn on its own.
#include "voxel/decorate/decoration_roots.h"

#include "base/integers.h"
#include "voxel/decorate/decoration_biomes.h"
#include "voxel/decorate/decoration_shape.h"

enum { WHAT_CLASSIC = 0x636c6173 };

// A chance as a number that a hash of 32 bits lies below.
static uint64_t bound(double chance)
{
    const double limit = chance < 1.0 ? chance : 1.0;
    return (uint64_t)(limit * 0x1p32);
}

typedef struct root_bounds {
    uint64_t tree, flowers, grass, shrub;  // each the sum with those before
} root_bounds;

static uint16_t tree_of(tr_biome biome, uint32_t variant)
{
    const uint32_t one_of = tr_shape_random(variant, 99) % 8;
    switch (biome) {
    case TR_BIOME_SAVANNA: return TR_DECORATION_ACACIA;
    case TR_BIOME_JUNGLE:
    case TR_BIOME_RAINFOREST: return TR_DECORATION_JUNGLE_TREE;
    case TR_BIOME_TAIGA:
    case TR_BIOME_TUNDRA:
        return one_of < 5 ? TR_DECORATION_PINE : one_of < 7 ? TR_DECORATION_TALL_PINE : TR_DECORATION_YOUNG_PINE;
    default: return one_of < 6 ? TR_DECORATION_OAK : TR_DECORATION_BIRCH;
    }
}

static uint16_t flower_of(uint32_t variant)
{
    static const uint8_t flowers[4] = {TR_BLOCK_RED_FLOWER, TR_BLOCK_YELLOW_FLOWER, TR_BLOCK_BLUE_FLOWER,
                                       TR_BLOCK_WHITE_FLOWER};
    return (uint16_t)(TR_DECORATION_PLANT + flowers[variant & 3]);
}

static void add_from(const tr_voxel_rules *rules, const tr_column *column, const root_bounds *biomes, bool plants,
                     tr_decoration_list *list)
{
    const uint64_t key = tr_hash_identity(rules->seed, WHAT_CLASSIC, column->x, 0, column->z);
    for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++) {
        const uint64_t hash = tr_cell_hash(key, cell), number = hash >> 32;
        const tr_biome biome = (tr_biome)column->biome[cell];
        const root_bounds *bounds = &biomes[biome];
        if (number >= bounds->shrub || (number >= bounds->tree) != plants || !tr_column_is_free(column, cell)) continue;
        tr_decoration request = {.x = cell % TR_VOXEL_SIDE, .z = cell / TR_VOXEL_SIDE, .variant = (uint32_t)hash};
        if (!plants)
            request.kind = tree_of(biome, request.variant);
        else if (number < bounds->flowers)
            request.kind = flower_of(request.variant);
        else
            request.kind = TR_DECORATION_PLANT + (number < bounds->grass ? TR_BLOCK_TALL_GRASS : TR_BLOCK_SHRUB);
        tr_decoration_list_add(list, rules, column, &request);
    }
}

void tr_decorations_root_classic(const tr_voxel_rules *rules, const tr_column *column, tr_decoration_list *list)
{
    root_bounds biomes[TR_BIOME_COUNT];
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        const tr_classic_chances *chances = &tr_classic_growth[i];
        const double factor = rules->def.decorations;
        biomes[i].tree = bound(factor * chances->tree);
        biomes[i].flowers = biomes[i].tree + bound(factor * chances->flowers);
        biomes[i].grass = biomes[i].flowers + bound(factor * chances->grass);
        biomes[i].shrub = biomes[i].grass + bound(factor * chances->shrub);
    }
    add_from(rules, column, biomes, false, list);
    add_from(rules, column, biomes, true, list);
}
