// Heightmaps of a chunk: for each column of blocks the first y above the highest block of some kind, counted from the
// lowest y of the world, in as few bits as the height of the world needs.
#include "io/anvil_chunk.h"
#include "io/nbt_writer.h"

enum { COLUMNS = TR_ANVIL_SIDE * TR_ANVIL_SIDE, MAPS = 4 };

// What the game calls them, and which blocks each looks for.
enum { SURFACE, MOTION, MOTION_NO_LEAVES, FLOOR };
static const char *const names[MAPS] = {
    [SURFACE] = "WORLD_SURFACE",
    [MOTION] = "MOTION_BLOCKING",
    [MOTION_NO_LEAVES] = "MOTION_BLOCKING_NO_LEAVES",
    [FLOOR] = "OCEAN_FLOOR",
};

// The maps, as bits, that end at a block.
static unsigned maps_of(tr_block block)
{
    switch (tr_block_info_of(block)->shape) {
    case TR_SHAPE_EMPTY: return 0;
    case TR_SHAPE_SPRITE: return 1u << SURFACE;
    case TR_SHAPE_LIQUID: return 1u << SURFACE | 1u << MOTION | 1u << MOTION_NO_LEAVES;
    case TR_SHAPE_LEAVES: return 1u << SURFACE | 1u << MOTION | 1u << FLOOR;
    default: return (1u << MAPS) - 1;
    }
}

static void find_heights(const tr_anvil_column *column, int place, uint16_t heights[MAPS])
{
    unsigned left = (1u << MAPS) - 1;
    for (int map = 0; map < MAPS; map++) heights[map] = 0;
    for (int y = column->height - 1; y >= 0 && left; y--) {
        const unsigned found = maps_of(column->blocks[place + y * TR_VOXEL_LAYER]) & left;
        for (int map = 0; map < MAPS; map++)
            if (found >> map & 1) heights[map] = (uint16_t)(y + 1);
        left &= ~found;
    }
}

void tr_anvil_heightmaps_append(tr_byte_list *out, const tr_anvil_column *column, int corner)
{
    uint16_t heights[COLUMNS][MAPS], one_map[COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
        find_heights(column, corner + i % TR_ANVIL_SIDE + TR_VOXEL_SIDE * (i / TR_ANVIL_SIDE), heights[i]);
    int bits = 1;
    while (1 << bits < column->height + 1) bits++;
    tr_nbt_compound(out, "Heightmaps");
    for (int map = 0; map < MAPS; map++) {
        for (int i = 0; i < COLUMNS; i++) one_map[i] = heights[i][map];
        tr_nbt_packed(out, names[map], one_map, COLUMNS, bits);
    }
    tr_nbt_end(out);
}
