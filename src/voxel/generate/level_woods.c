// Woods of coarser levels (level.h). At level 1 trees have a trunk and a crown; at the next levels a tree is one or
// more cells of leaves, as many of them as crowns cover of the ground; where a tree is lower than half a cell the
// ground itself is green.
#include "base/integers.h"
#include "voxel/decorate/decorations.h"
#include "voxel/generate/level.h"

enum { TREE_SALT = 0x77646c76, CROWN_LEVEL = 1 };

static uint8_t log_of(uint8_t leaves)
{
    switch (leaves) {
    case TR_BLOCK_BIRCH_LEAVES: return TR_BLOCK_BIRCH_LOG;
    case TR_BLOCK_PINE_LEAVES: return TR_BLOCK_PINE_LOG;
    case TR_BLOCK_JUNGLE_LEAVES: return TR_BLOCK_JUNGLE_LOG;
    case TR_BLOCK_ACACIA_LEAVES: return TR_BLOCK_ACACIA_LOG;
    case TR_BLOCK_PALM_LEAVES: return TR_BLOCK_PALM_LOG;
    default: return TR_BLOCK_OAK_LOG;
    }
}

void tr_level_woods_make(const tr_voxel_rules *rules, int32_t level, int64_t x, int64_t z,
                         tr_level_cell cells[TR_LEVEL_CELLS], tr_level_woods *out)
{
    const int32_t step = 1 << level;
    tr_woods woods[TR_BIOME_COUNT];
    for (int i = 0; i < TR_BIOME_COUNT; i++)
        woods[i] = tr_decorations_density(rules->def.preset, (tr_biome)i, rules->def.decorations);
    out->highest = 0;
    for (int i = 0; i < TR_LEVEL_CELLS; i++) {
        const tr_woods *wood = &woods[cells[i].biome];
        out->trees[i].leaves = TR_BLOCK_AIR;
        if (!cells[i].grows || wood->leaves == TR_BLOCK_AIR) continue;
        const uint64_t hash = tr_hash_identity(rules->seed, TREE_SALT, x * TR_VOXEL_SIDE + i % TR_LEVEL_WIDE, level,
                                               z * TR_VOXEL_SIDE + i / TR_LEVEL_WIDE);
        const float chance = level == CROWN_LEVEL ? wood->trees * (float)(step * step) : wood->cover;
        if ((float)(int32_t)(hash >> 48) * 0x1p-16f >= chance) continue;
        // Trees differ in height by a third.
        const float height = wood->height * (0.8f + 0.4f * (float)(int32_t)(hash & 0xff) * 0x1p-8f);
        out->trees[i].leaves = (uint8_t)wood->leaves;
        out->trees[i].height = (uint8_t)tr_min_i32((int32_t)(height / (float)step + 0.5f), 64);
        out->highest = tr_max_i32(out->highest, out->trees[i].height);
        if (out->trees[i].height == 0) cells[i].surface = out->trees[i].leaves;
    }
}

// Puts a block where there is none.
static void put(uint8_t *blocks, int x, int32_t y, int z, uint8_t kind)
{
    if ((unsigned)x >= TR_VOXEL_SIDE || (unsigned)z >= TR_VOXEL_SIDE || y < 0 || y >= TR_VOXEL_SIDE) return;
    uint8_t *block = &blocks[x + TR_VOXEL_SIDE * z + TR_VOXEL_LAYER * y];
    if (*block == TR_BLOCK_AIR) *block = kind;
}

// A crown of three layers, the upper one narrower, around and above the end of the trunk.
static void put_crowned(uint8_t *blocks, int x, int32_t y, int z, uint8_t height, uint8_t leaves)
{
    const int32_t trunk = tr_max_i32(height - 1, 1);
    for (int32_t i = 0; i < trunk; i++) put(blocks, x, y + i, z, log_of(leaves));
    for (int32_t layer = tr_max_i32(trunk - 2, 1); layer <= trunk; layer++)
        for (int dz = -1; dz <= 1; dz++)
            for (int dx = -1; dx <= 1; dx++)
                if (layer < trunk || dx == 0 || dz == 0) put(blocks, x + dx, y + layer, z + dz, leaves);
}

void tr_level_woods_put(const tr_level_woods *woods, int32_t level, const tr_level_cell cells[TR_LEVEL_CELLS],
                        int32_t chunk_y, uint8_t blocks[TR_VOXEL_COUNT])
{
    for (int i = 0; i < TR_LEVEL_CELLS; i++) {
        if (woods->trees[i].leaves == TR_BLOCK_AIR) continue;
        const int x = i % TR_LEVEL_WIDE - TR_LEVEL_MARGIN, z = i / TR_LEVEL_WIDE - TR_LEVEL_MARGIN;
        const int32_t y = cells[i].top + 1 - chunk_y * TR_VOXEL_SIDE;
        if (y >= TR_VOXEL_SIDE || y + woods->highest < 0) continue;
        if (level == CROWN_LEVEL)
            put_crowned(blocks, x, y, z, woods->trees[i].height, woods->trees[i].leaves);
        else
            for (int32_t k = 0; k < woods->trees[i].height; k++) put(blocks, x, y + k, z, woods->trees[i].leaves);
    }
}
