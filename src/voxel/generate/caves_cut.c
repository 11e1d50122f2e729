// Caves, cut out of a chunk (stages.h): the bits of what caves reach, less what must stay, then what lies in them.
#include <string.h>

#include "base/integers.h"
#include "voxel/generate/caves.h"
#include "voxel/generate/cell_hash.h"

enum { SIDE = TR_VOXEL_SIDE, LAYERS = TR_CAVE_LAYERS };

// A chunk while it is cut.
typedef struct cave_work {
    const tr_cave_noise *caves;
    const tr_column *column;
    int32_t low;  // y of its lowest layer
    tr_cave_values values;
    tr_cave_bits cut, halls;
    uint32_t reached[SIDE];  // columns of blocks in which anything is cut: bit x of z
    uint32_t used[LAYERS];   // rows in which anything may be cut: bit z of a layer
    tr_cave_bits water;      // where it stands if it is cut
    bool has_water;
} cave_work;

// ---------------------------------------------------------------------------------------------------------
// Sets of blocks that are ranges of each column: marked at both ends, then summed from below.

typedef struct column_ranges {
    int32_t low;
    uint32_t marks[(LAYERS + 1) * SIDE];
} column_ranges;

static void start_ranges(int32_t low, column_ranges *out)
{
    out->low = low;
    memset(out->marks, 0, sizeof out->marks);
}

// Adds begin <= y < end of a cell; ranges of one cell do not overlap.
static inline void add_range(column_ranges *ranges, int cell, int32_t begin, int32_t end)
{
    const int32_t first = tr_max_i32(begin - ranges->low, 0), last = tr_min_i32(end - ranges->low, LAYERS);
    if (first >= last) return;
    const uint32_t bit = UINT32_C(1) << (cell % SIDE);
    ranges->marks[cell / SIDE + SIDE * first] ^= bit;
    ranges->marks[cell / SIDE + SIDE * last] ^= bit;
}

static void sum_ranges(column_ranges *ranges)
{
    for (int row = SIDE; row < LAYERS * SIDE; row++) ranges->marks[row] ^= ranges->marks[row - SIDE];
}

static void remove_ranges(const column_ranges *ranges, tr_cave_bits *bits)
{
    for (int row = 0; row < LAYERS * SIDE; row++) bits->rows[row] &= ~ranges->marks[row];
}

// ---------------------------------------------------------------------------------------------------------
// What stays

static void find_reached(cave_work *work)
{
    memset(work->reached, 0, sizeof work->reached);
    for (int layer = 0; layer < LAYERS; layer++)
        for (int z = 0; z < SIDE; z++)
            work->reached[z] |= work->cut.rows[z + SIDE * layer] | work->halls.rows[z + SIDE * layer];
}

// Ground above caves.
static void keep_cover(cave_work *work, const tr_column *const around[9])
{
    tr_cave_limits limits;
    column_ranges above_tunnels, above_halls;
    tr_cave_limits_make(work->caves, around, work->reached, &limits);
    start_ranges(work->low, &above_tunnels);
    start_ranges(work->low, &above_halls);
    for (int z = 0; z < SIDE; z++)
        for (uint32_t bits = work->reached[z]; bits; bits &= bits - 1) {
            const int cell = __builtin_ctz(bits) + SIDE * z;
            add_range(&above_tunnels, cell, limits.tunnel[cell] + 1, work->low + LAYERS);
            add_range(&above_halls, cell, limits.hall[cell] + 1, work->low + LAYERS);
        }
    sum_ranges(&above_tunnels);
    sum_ranges(&above_halls);
    remove_ranges(&above_tunnels, &work->cut);
    remove_ranges(&above_halls, &work->halls);
}

static void add_water(const cave_work *work, int cell, column_ranges *walls, column_ranges *water)
{
    const tr_column *column = work->column;
    const int32_t level = column->cave_levels[column->cave_region[cell]], lava = work->caves->lava;
    const int32_t wall = column->cave_levels[column->cave_wall[cell]];
    const int32_t slab = level == TR_COLUMN_DRY ? lava : lava + TR_CAVE_SLAB;
    add_range(walls, cell, lava + 1, tr_max_i32(wall, slab) + 1);
    add_range(water, cell, lava + 1, level + 1);
}

static bool water_is_above(const tr_column *column, int32_t y)
{
    int32_t highest = TR_COLUMN_DRY;
    for (int i = 1; i < column->cave_level_count; i++) highest = tr_max_i32(highest, column->cave_levels[i]);
    return highest >= y;
}

// Walls between regions of water, and stone between water and the lava below it. Finds where water stands.
static void keep_walls(cave_work *work)
{
    column_ranges walls, water;
    start_ranges(work->low, &walls);
    start_ranges(work->low, &water);
    for (int z = 0; z < SIDE; z++)
        for (uint32_t bits = work->reached[z]; bits; bits &= bits - 1)
            add_water(work, __builtin_ctz(bits) + SIDE * z, &walls, &water);
    sum_ranges(&walls);
    sum_ranges(&water);
    remove_ranges(&walls, &work->cut);
    memcpy(&work->water, water.marks, sizeof work->water);
}

static void keep_bottom(cave_work *work)
{
    const int32_t layers = tr_min_i32(work->caves->floor - work->low, LAYERS);
    if (layers > 0) memset(work->cut.rows, 0, (size_t)layers * SIDE * sizeof *work->cut.rows);
}

// Takes from tunnels and halls what must stay, and joins them.
static void keep_ground(cave_work *work, const tr_column *const around[9])
{
    const bool is_deep = work->low + LAYERS <= tr_cave_limits_low(around);
    work->has_water = water_is_above(work->column, work->low);
    if (!is_deep || work->has_water) find_reached(work);
    if (!is_deep) keep_cover(work, around);
    work->caves->table->join(&work->cut, &work->halls, work->used);
    if (work->has_water) keep_walls(work);
    keep_bottom(work);
}

// ---------------------------------------------------------------------------------------------------------
// What lies in caves

// Puts a block for each bit, eight at a time: each byte of a word looks at a bit of its own.
static void put_blocks(uint32_t bits, uint8_t kind, uint8_t *blocks)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    for (; bits; bits >>= 8, blocks += 8) {
        if (!(bits & 0xff)) continue;
        const uint64_t spread = (bits & 0xff) * ones & UINT64_C(0x8040201008040201);
        const uint64_t mask = ((spread + 0x7f * ones) >> 7 & ones) * 0xff;
        uint64_t word;
        memcpy(&word, blocks, sizeof word);
        word = (word & ~mask) | (kind * ones & mask);
        memcpy(blocks, &word, sizeof word);
    }
}

static bool is_ground(uint8_t block)
{
    return block != TR_BLOCK_AIR && block != TR_BLOCK_WATER && block != TR_BLOCK_ICE && block != TR_BLOCK_BEDROCK;
}

// The bits of blocks that are ground: nothing is cut out of air, water and bedrock.
static uint32_t ground_bits(uint32_t bits, const uint8_t *blocks)
{
    uint32_t ground = bits;
    for (; bits; bits &= bits - 1) {
        const int x = __builtin_ctz(bits);
        if (!is_ground(blocks[x])) ground &= ~(UINT32_C(1) << x);
    }
    return ground;
}

static void cut_row(const cave_work *work, int row, uint32_t bits, uint8_t *blocks)
{
    const uint32_t water = work->has_water ? work->water.rows[row] : 0;
    put_blocks(bits & ~water, TR_BLOCK_AIR, blocks);
    put_blocks(bits & water, TR_BLOCK_WATER, blocks);
}

static void cut_layer(const cave_work *work, int layer, uint8_t *blocks)
{
    const int32_t y = work->low + layer;
    const bool is_lava = y <= work->caves->lava, is_stone = y < work->column->lowest;
    for (uint32_t rows = work->used[layer]; rows; rows &= rows - 1) {
        const int row = __builtin_ctz(rows) + SIDE * layer;
        uint8_t *to = blocks + row * SIDE;
        const uint32_t bits = is_stone ? work->cut.rows[row] : ground_bits(work->cut.rows[row], to);
        if (is_lava)
            put_blocks(bits, TR_BLOCK_LAVA, to);
        else
            cut_row(work, row, bits, to);
    }
}

// What the floor of a cave is made of where it was stone: stretches of gravel and moss, because `line` and `branch`
// change slowly along tunnels; seldom something that glows.
static uint8_t floor_kind(float along, uint64_t hash)
{
    const float dither = (float)(int32_t)(hash >> 48) * 0x1p-16f;
    if ((hash & 0x3ff) < 3) return TR_BLOCK_GLOW_CRYSTAL;
    if (along > 0.12f + 0.1f * dither) return TR_BLOCK_GRAVEL;
    return along < -0.2f - 0.15f * dither ? TR_BLOCK_MOSSY_COBBLE : TR_BLOCK_STONE;
}

static bool is_stone(uint8_t block)
{
    return block == TR_BLOCK_STONE || block == TR_BLOCK_DEEP_STONE;
}

// Floors: blocks below what is cut. In the lowest layer of a chunk nothing grows: its floor is another chunk's.
static void lay_floor(const cave_work *work, int layer, int z, uint32_t bits, uint8_t *blocks)
{
    const int point = z / TR_CAVE_STEP + TR_CAVE_POINTS * (layer / TR_CAVE_STEP);
    const uint64_t row_hash =
        work->caves->floor_seed + tr_cell_hash((uint64_t)(work->low + layer), work->column->z * SIDE + z);
    const int64_t far_x = work->column->x * SIDE;
    uint8_t *row = blocks + SIDE * (z + SIDE * layer);
    for (; bits; bits &= bits - 1) {
        const int x = __builtin_ctz(bits), at = point + TR_CAVE_PLANE * (x / TR_CAVE_STEP);
        uint8_t *block = &row[x];
        if (!is_stone(*block)) continue;
        const uint64_t hash = tr_cell_hash(row_hash, far_x + x);
        const uint8_t kind = floor_kind(work->values.line[at] + work->values.branch[at], hash);
        if (kind != TR_BLOCK_STONE) *block = kind;
        const uint64_t seldom = kind == TR_BLOCK_MOSSY_COBBLE ? 0x1f : 0x1ff;
        if ((hash >> 16 & seldom) == 0 && layer + 1 < SIDE && block[TR_VOXEL_LAYER] == TR_BLOCK_AIR)
            block[TR_VOXEL_LAYER] = TR_BLOCK_GLOW_MUSHROOM;
    }
}

static void lay_floors(const cave_work *work, int layer, uint8_t *blocks)
{
    for (uint32_t rows = work->used[layer + 1]; rows; rows &= rows - 1) {
        const int z = __builtin_ctz(rows), row = z + SIDE * layer;
        const uint32_t floors = work->cut.rows[row + SIDE] & ~work->cut.rows[row];
        if (floors) lay_floor(work, layer, z, floors, blocks);
    }
}

bool tr_caves_cut(const tr_voxel_rules *rules, const tr_column *const around[9], int32_t chunk_y,
                  uint8_t blocks[TR_VOXEL_COUNT], tr_error *err)
{
    (void)err;
    cave_work work;
    work.caves = rules->caves;
    work.column = around[4];
    work.low = chunk_y * SIDE;
    if (work.low > work.column->highest) return true;
    tr_cave_values_make(work.caves, work.column->x, chunk_y, work.column->z, &work.values);
    memset(&work.cut, 0, sizeof work.cut);
    memset(&work.halls, 0, sizeof work.halls);
    const int height = tr_min_i32((work.column->highest - work.low) / TR_CAVE_STEP + 1, TR_CAVE_POINTS);
    if (!work.caves->table->bits(&work.values, height, &work.cut, &work.halls)) return true;
    keep_ground(&work, around);
    for (int layer = 0; layer < SIDE; layer++) cut_layer(&work, layer, blocks);
    if (work.low + SIDE <= work.caves->lava) return true;
    for (int layer = 0; layer < SIDE; layer++) lay_floors(&work, layer, blocks);
    return true;
}
