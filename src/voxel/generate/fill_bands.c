// Cells of a chunk whose ground is not a single height: overhangs and arches.
#include "voxel/generate/fill.h"

enum { BAND_LAYERS = 64 };

// Which of the blocks of a band are the highest of a run of solid ones, and which lie close below such.
typedef struct band_layers {
    uint64_t surface, under;
    int32_t lowest_top;  // y of the highest block of the lowest run, which goes down from there without an end
} band_layers;

static bool is_single_height(uint64_t solid)
{
    return (solid & (solid + 1)) == 0;
}

static int32_t lowest_run(uint64_t solid)
{
    int32_t count = 0;
    while (solid >> count & 1) count++;
    return count;
}

static band_layers layers_of(const tr_column_band *band, int32_t under_depth)
{
    band_layers layers = {.surface = band->solid & ~(band->solid >> 1)};
    layers.lowest_top = band->base + lowest_run(band->solid) - 1;
    uint64_t below = layers.surface;
    for (int32_t depth = 0; depth < under_depth && below; depth++) {
        below = below >> 1 & band->solid;
        layers.under |= below;
    }
    return layers;
}

static uint8_t ground_below(const tr_column *column, int32_t cell, int32_t depth, uint8_t rock)
{
    if (depth == 0) return column->surface[cell];
    return depth <= column->under_depth[cell] ? column->under[cell] : rock;
}

static uint8_t block_at(const tr_column *column, int32_t cell, const band_layers *layers, int32_t y, uint8_t rock)
{
    const tr_column_band *band = &column->bands[cell];
    if (y < band->base) return ground_below(column, cell, layers->lowest_top - y, rock);
    const uint64_t bit = (uint64_t)1 << (y - band->base);
    if (layers->surface & bit) return column->surface[cell];
    if (layers->under & bit) return column->under[cell];
    if (band->solid & bit) return rock;
    if (y > column->water[cell]) return TR_BLOCK_AIR;
    return y == column->water[cell] && tr_column_is_frozen(column, cell) ? TR_BLOCK_ICE : TR_BLOCK_WATER;
}

int32_t tr_fill_bands(const tr_column *column, const tr_fill_plan *plan, int32_t chunk_y,
                      uint8_t blocks[TR_VOXEL_COUNT])
{
    const int32_t low = chunk_y * TR_VOXEL_SIDE;
    int32_t change = 0;
    for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++) {
        const tr_column_band *band = &column->bands[cell];
        if (is_single_height(band->solid)) continue;
        const band_layers layers = layers_of(band, column->under_depth[cell]);
        const int32_t first = band->base - 1 - column->under_depth[cell] - low, end = band->base + BAND_LAYERS - low;
        for (int32_t y = first < 0 ? 0 : first; y < TR_VOXEL_SIDE && y < end; y++) {
            uint8_t *block = &blocks[y * TR_VOXEL_LAYER + cell];
            change -= *block != TR_BLOCK_AIR;
            *block = block_at(column, cell, &layers, low + y, plan->rock[y]);
            change += *block != TR_BLOCK_AIR;
        }
    }
    return change;
}
