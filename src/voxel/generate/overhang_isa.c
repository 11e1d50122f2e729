// Columns of blocks, cell by cell of the noise; compiled once per ISA.
#include "voxel/generate/overhang_isa.h"

#include "voxel/generate/overhang_kernel.h"

// The levels of a column with one more than there are cells, in whole vectors.
enum { LEVELS = TR_OVERHANG_CELLS + TR_LANES };

static void find_levels(const tr_overhang_column *column, float levels[LEVELS])
{
    const float *const *corner = column->corner;
    for (int k = 0; k < TR_OVERHANG_CELLS; k += TR_LANES) {
        k_store(levels + k, tr_overhang_level(k_load(corner[0] + k), k_load(corner[1] + k), k_load(corner[2] + k),
                                              k_load(corner[3] + k), column->east, column->south));
    }
    const int last = TR_OVERHANG_CELLS;
    k_store(levels + last, tr_overhang_level(k_set(corner[0][last]), k_set(corner[1][last]), k_set(corner[2][last]),
                                             k_set(corner[3][last]), column->east, column->south));
}

// Bit i to bit 4 i.
static uint32_t spread(unsigned bits)
{
    static const uint16_t four[16] = {0x0000, 0x0001, 0x0010, 0x0011, 0x0100, 0x0101, 0x0110, 0x0111,
                                      0x1000, 0x1001, 0x1010, 0x1011, 0x1100, 0x1101, 0x1110, 0x1111};
    return (uint32_t)four[bits & 15] | (uint32_t)four[bits >> 4 & 15] << 16;
}

static const float cell_middles[TR_OVERHANG_CELLS] = {0.5f, 4.5f, 8.5f, 12.5f, 16.5f, 20.5f, 24.5f, 28.5f};

static uint32_t solid(const tr_overhang_column *column)
{
    float levels[LEVELS];
    uint32_t out = 0;
    find_levels(column, levels);
    for (int k = 0; k < TR_OVERHANG_CELLS; k += TR_LANES) {
        const kf below = k_load(levels + k), above = k_load(levels + k + 1), first = k_load(cell_middles + k);
        for (int step = 0; step < TR_OVERHANG_CELL; step++) {
            const kf middle = first + k_set((float)step);
            const km lanes = tr_overhang_solid(below, above, (float)step * (1.0f / TR_OVERHANG_CELL), middle,
                                               column->height, column->amplitude, column->max);
            out |= spread(k_lane_bits(lanes)) << (TR_OVERHANG_CELL * k + step);
        }
    }
    return out;
}

const tr_overhang_table TR_ISA_NAME(tr_overhang_table) = {solid};
