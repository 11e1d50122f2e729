// Tables of what grows where, and what woods are like from far away.
#include "voxel/decorate/decoration_biomes.h"

const tr_classic_chances tr_classic_growth[TR_BIOME_COUNT] = {
    [TR_BIOME_DESERT] = {.shrub = 0.005},
    [TR_BIOME_SAVANNA] = {.tree = 0.001, .flowers = 0.001, .grass = 0.005},
    [TR_BIOME_JUNGLE] = {.tree = 0.01, .flowers = 0.001, .grass = 0.01},
    [TR_BIOME_GRASSLAND] = {.tree = 0.0005, .flowers = 0.003, .grass = 0.02},
    [TR_BIOME_WOODLAND] = {.tree = 0.007, .flowers = 0.003, .grass = 0.008},
    [TR_BIOME_FOREST] = {.tree = 0.009, .flowers = 0.003, .grass = 0.008},
    [TR_BIOME_RAINFOREST] = {.tree = 0.009, .flowers = 0.003, .grass = 0.008},
    [TR_BIOME_TAIGA] = {.tree = 0.006, .flowers = 0.001, .grass = 0.008},
    [TR_BIOME_TUNDRA] = {.tree = 0.0005},
};

#define GROW(kind, grove, chance)           \
    {                                       \
        TR_DECORATION_##kind, grove, chance \
    }

const tr_biome_growth tr_world_growth[TR_BIOME_COUNT] = {
    [TR_BIOME_OCEAN] = {.clearings = 0},
    [TR_BIOME_RIVER] = {.trees = {GROW(OAK, 1, 0.06f), GROW(BIRCH, -1, 0.05f), GROW(BUSH, 0, 0.08f)},
                        .great = {GROW(MOSSY_BOULDER, 0, 0.05f), GROW(FALLEN_OAK, 0, 0.03f)},
                        .clearings = 0.8f,
                        .plants = {TR_BLOCK_TALL_GRASS, TR_BLOCK_FERN},
                        .plant = 0.22f,
                        .flower = 0.02f,
                        .reeds = 0.5f},
    [TR_BIOME_BEACH] = {.trees = {GROW(PALM, 1, 0.16f)},
                        .great = {GROW(STONE_BOULDER, -1, 0.03f)},
                        .clearings = 0.9f,
                        .plants = {TR_BLOCK_DRY_TUFT, TR_BLOCK_DRY_TUFT},
                        .plant = 0.02f},
    [TR_BIOME_DESERT] = {.trees = {GROW(CACTUS, 1, 0.10f), GROW(DEAD_TREE, -1, 0.012f), GROW(PALM, 0, 0.25f)},
                         .great = {GROW(SANDSTONE_BOULDER, 0, 0.10f)},
                         .clearings = 0.7f,
                         .plants = {TR_BLOCK_SHRUB, TR_BLOCK_DRY_TUFT},
                         .plant = 0.018f,
                         .reeds = 0.3f},
    [TR_BIOME_SAVANNA] = {.trees = {GROW(ACACIA, 0, 0.085f), GROW(BUSH, 0, 0.05f), GROW(DEAD_TREE, -1, 0.006f)},
                          .great = {GROW(STONE_BOULDER, 0, 0.05f)},
                          .clearings = 0.8f,
                          .plants = {TR_BLOCK_DRY_TUFT, TR_BLOCK_TALL_GRASS},
                          .plant = 0.34f,
                          .flower = 0.006f,
                          .reeds = 0.25f},
    [TR_BIOME_JUNGLE] = {.trees = {GROW(JUNGLE_TREE, 0, 0.62f), GROW(BUSH, 0, 0.20f), GROW(PALM, 1, 0.07f)},
                         .great = {GROW(JUNGLE_GIANT, 1, 0.40f), GROW(MOSSY_BOULDER, 0, 0.08f)},
                         .clearings = 0.35f,
                         .plants = {TR_BLOCK_TALL_GRASS, TR_BLOCK_FERN},
                         .plant = 0.34f,
                         .flower = 0.03f,
                         .mushroom = 0.002f,
                         .reeds = 0.4f},
    [TR_BIOME_RAINFOREST] = {.trees = {GROW(OAK, -1, 0.35f), GROW(JUNGLE_TREE, 1, 0.30f), GROW(BUSH, 0, 0.15f)},
                             .great = {GROW(OLD_OAK, -1, 0.25f), GROW(JUNGLE_GIANT, 1, 0.25f),
                                       GROW(MOSSY_BOULDER, 0, 0.10f), GROW(FALLEN_OAK, 0, 0.10f)},
                             .clearings = 0.35f,
                             .plants = {TR_BLOCK_FERN, TR_BLOCK_TALL_GRASS},
                             .plant = 0.34f,
                             .flower = 0.015f,
                             .mushroom = 0.010f,
                             .reeds = 0.4f},
    [TR_BIOME_GRASSLAND] = {.trees = {GROW(OAK, 1, 0.022f), GROW(BUSH, -1, 0.05f)},
                            .great = {GROW(OLD_OAK, 1, 0.02f), GROW(STONE_BOULDER, -1, 0.05f)},
                            .clearings = 0.9f,
                            .plants = {TR_BLOCK_TALL_GRASS, TR_BLOCK_DRY_TUFT},
                            .plant = 0.42f,
                            .flower = 0.09f,
                            .reeds = 0.35f},
    [TR_BIOME_PLAINS] = {.trees = {GROW(OAK, 1, 0.014f), GROW(BIRCH, -1, 0.008f), GROW(BUSH, 0, 0.02f)},
                         .great = {GROW(OLD_OAK, 1, 0.03f), GROW(STONE_BOULDER, -1, 0.02f)},
                         .clearings = 0.9f,
                         .plants = {TR_BLOCK_TALL_GRASS, TR_BLOCK_TALL_GRASS},
                         .plant = 0.38f,
                         .flower = 0.14f,
                         .reeds = 0.35f},
    [TR_BIOME_WOODLAND] = {.trees = {GROW(OAK, 1, 0.24f), GROW(BIRCH, -1, 0.14f), GROW(BUSH, 0, 0.10f)},
                           .great = {GROW(OLD_OAK, 1, 0.12f), GROW(MOSSY_BOULDER, 0, 0.05f),
                                     GROW(FALLEN_BIRCH, -1, 0.06f)},
                           .clearings = 0.75f,
                           .plants = {TR_BLOCK_TALL_GRASS, TR_BLOCK_FERN},
                           .plant = 0.26f,
                           .flower = 0.05f,
                           .mushroom = 0.002f,
                           .reeds = 0.35f},
    [TR_BIOME_FOREST] = {.trees = {GROW(OAK, 1, 0.48f), GROW(BIRCH, -1, 0.24f), GROW(BUSH, 0, 0.10f),
                                   GROW(PINE, -1, 0.04f)},
                         .great = {GROW(OLD_OAK, 1, 0.30f), GROW(MOSSY_BOULDER, 0, 0.08f), GROW(FALLEN_OAK, 1, 0.08f),
                                   GROW(FALLEN_BIRCH, -1, 0.08f)},
                         .clearings = 0.5f,
                         .plants = {TR_BLOCK_TALL_GRASS, TR_BLOCK_FERN},
                         .plant = 0.20f,
                         .flower = 0.03f,
                         .mushroom = 0.006f,
                         .reeds = 0.35f},
    [TR_BIOME_SWAMP] = {.trees = {GROW(SWAMP_OAK, 0, 0.36f), GROW(BUSH, 0, 0.12f), GROW(DEAD_TREE, -1, 0.03f)},
                        .great = {GROW(MOSSY_BOULDER, 0, 0.06f), GROW(FALLEN_OAK, 0, 0.15f)},
                        .clearings = 0.6f,
                        .plants = {TR_BLOCK_TALL_GRASS, TR_BLOCK_FERN},
                        .plant = 0.26f,
                        .flower = 0.01f,
                        .mushroom = 0.015f,
                        .reeds = 0.7f},
    [TR_BIOME_TAIGA] = {.trees = {GROW(PINE, 0, 0.34f), GROW(TALL_PINE, 1, 0.24f), GROW(YOUNG_PINE, 0, 0.10f),
                                  GROW(UMBRELLA_PINE, -1, 0.10f)},
                        .great = {GROW(MOSSY_BOULDER, 0, 0.14f), GROW(FALLEN_PINE, 0, 0.14f)},
                        .clearings = 0.5f,
                        .plants = {TR_BLOCK_FERN, TR_BLOCK_FERN},
                        .plant = 0.20f,
                        .flower = 0.006f,
                        .mushroom = 0.006f,
                        .reeds = 0.2f},
    [TR_BIOME_TUNDRA] = {.trees = {GROW(YOUNG_PINE, 1, 0.02f), GROW(DEAD_TREE, -1, 0.003f)},
                         .great = {GROW(STONE_BOULDER, 0, 0.12f)},
                         .clearings = 0.9f,
                         .plants = {TR_BLOCK_DRY_TUFT, TR_BLOCK_DRY_TUFT},
                         .plant = 0.08f,
                         .flower = 0.01f},
    [TR_BIOME_MOUNTAIN] = {.trees = {GROW(PINE, 1, 0.12f), GROW(UMBRELLA_PINE, -1, 0.08f), GROW(YOUNG_PINE, 0, 0.06f)},
                           .great = {GROW(STONE_BOULDER, 0, 0.20f)},
                           .clearings = 0.8f,
                           .plants = {TR_BLOCK_TALL_GRASS, TR_BLOCK_DRY_TUFT},
                           .plant = 0.14f,
                           .flower = 0.04f},
    [TR_BIOME_ICE] = {.clearings = 0},
};

// ---------------------------------------------------------------------------------------------------------
// From far away

// Places for trees per column of blocks: one per cell of 5 x 5, less those that give way; and for large ones. Measured
// (tests/voxel/test_decorations.c).
#define SMALL_PLACES 0.0232f
#define GREAT_PLACES (0.6f / 256.0f)

typedef struct crown_shape {
    float area;    // in blocks
    float height;  // of the whole
    tr_block_kind leaves;
} crown_shape;

// Of trees; AIR for what is none.
static crown_shape crown_of(uint16_t kind)
{
    switch (kind) {
    case TR_DECORATION_OAK: return (crown_shape){30, 7, TR_BLOCK_OAK_LEAVES};
    case TR_DECORATION_BIRCH: return (crown_shape){18, 9, TR_BLOCK_BIRCH_LEAVES};
    case TR_DECORATION_OLD_OAK: return (crown_shape){130, 13, TR_BLOCK_OAK_LEAVES};
    case TR_DECORATION_SWAMP_OAK: return (crown_shape){38, 8, TR_BLOCK_OAK_LEAVES};
    case TR_DECORATION_JUNGLE_TREE: return (crown_shape){32, 12, TR_BLOCK_JUNGLE_LEAVES};
    case TR_DECORATION_JUNGLE_GIANT: return (crown_shape){120, 24, TR_BLOCK_JUNGLE_LEAVES};
    case TR_DECORATION_ACACIA: return (crown_shape){55, 7, TR_BLOCK_ACACIA_LEAVES};
    case TR_DECORATION_PINE: return (crown_shape){31, 10, TR_BLOCK_PINE_LEAVES};
    case TR_DECORATION_TALL_PINE: return (crown_shape){52, 17, TR_BLOCK_PINE_LEAVES};
    case TR_DECORATION_YOUNG_PINE: return (crown_shape){9, 5, TR_BLOCK_PINE_LEAVES};
    case TR_DECORATION_UMBRELLA_PINE: return (crown_shape){45, 12, TR_BLOCK_PINE_LEAVES};
    case TR_DECORATION_PALM: return (crown_shape){30, 9, TR_BLOCK_PALM_LEAVES};
    default: return (crown_shape){0, 0, TR_BLOCK_AIR};
    }
}

typedef struct tally {
    float trees, area, heights, max;
    tr_block_kind leaves;
} tally;

static void count(tally *sum, uint16_t kind, float trees)
{
    const crown_shape crown = crown_of(kind);
    if (crown.leaves == TR_BLOCK_AIR) return;
    sum->trees += trees;
    sum->area += trees * crown.area;
    sum->heights += trees * crown.area * crown.height;
    if (trees * crown.area > sum->max) {
        sum->max = trees * crown.area;
        sum->leaves = crown.leaves;
    }
}

static uint16_t classic_tree(tr_biome biome)
{
    switch (biome) {
    case TR_BIOME_SAVANNA: return TR_DECORATION_ACACIA;
    case TR_BIOME_JUNGLE:
    case TR_BIOME_RAINFOREST: return TR_DECORATION_JUNGLE_TREE;
    case TR_BIOME_TAIGA:
    case TR_BIOME_TUNDRA: return TR_DECORATION_PINE;
    default: return TR_DECORATION_OAK;
    }
}

tr_woods tr_decorations_density(tr_voxel_preset preset, tr_biome biome, double factor)
{
    tally sum = {.leaves = TR_BLOCK_AIR};
    if (preset == TR_VOXEL_CLASSIC) {
        count(&sum, classic_tree(biome), (float)(factor * tr_classic_growth[biome].tree));
    } else {
        const tr_biome_growth *growth = &tr_world_growth[biome];
        for (int i = 0; i < TR_MAX_GROWTHS; i++) {
            // Palms of dry and sandy ground stand at water only.
            const bool at_water = growth->trees[i].kind == TR_DECORATION_PALM && biome != TR_BIOME_JUNGLE;
            const float trees = at_water ? 0.0f : SMALL_PLACES * growth->trees[i].chance * (float)factor;
            count(&sum, growth->trees[i].kind, trees);
            count(&sum, growth->great[i].kind, GREAT_PLACES * growth->great[i].chance * (float)factor);
        }
    }
    if (sum.trees <= 0) return (tr_woods){.leaves = TR_BLOCK_AIR};
    // Crowns overlap as chance has it: 1 - exp(-area), to second order.
    const float cover = 1.0f - 1.0f / (1.0f + sum.area + 0.5f * sum.area * sum.area);
    return (tr_woods){.trees = sum.trees, .cover = cover, .height = sum.heights / sum.area, .leaves = sum.leaves};
}
