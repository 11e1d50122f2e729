// Chunks of ground and water, compiled once per ISA: a row of blocks is one vector of bytes with AVX2.
#include "voxel/generate/fill_isa.h"

#include "voxel/generate/fill_kernel.h"

static inline int8_t within_chunk(int32_t y, int32_t lowest)
{
    const int32_t low = y < lowest ? lowest : y;
    return (int8_t)(low > TR_VOXEL_SIDE ? TR_VOXEL_SIDE : low);
}

static void plan(const tr_column *restrict column, int32_t low, tr_fill_plan *restrict out)
{
    for (int32_t i = 0; i < TR_COLUMN_CELLS; i++) {
        const int32_t top = column->top[i] - low;
        out->top[i] = within_chunk(top, -1);
        out->stone[i] = within_chunk(top - column->under_depth[i], 0);
    }
    for (int32_t i = 0; i < TR_COLUMN_CELLS; i++) {
        const int32_t water = column->water[i] - low;
        out->water[i] = within_chunk(water, -1);
    }
    for (int32_t i = 0; i < TR_COLUMN_CELLS; i++)
        out->ice[i] = (int8_t)(tr_column_is_frozen(column, i) ? out->water[i] : -1);
    memcpy(out->surface, column->surface, sizeof out->surface);
    memcpy(out->under, column->under, sizeof out->under);
}

static int32_t count_filled(const tr_fill_plan *plan)
{
    int32_t count = 0;
    for (int32_t i = 0; i < TR_COLUMN_CELLS; i++) {
        const int32_t highest = plan->top[i] > plan->water[i] ? plan->top[i] : plan->water[i];
        count += highest < TR_VOXEL_SIDE ? highest + 1 : TR_VOXEL_SIDE;
    }
    return count;
}

static int32_t fill(const tr_fill_plan *plan, uint8_t blocks[TR_VOXEL_COUNT])
{
    for (int32_t i = 0; i < TR_COLUMN_CELLS; i += TR_BYTE_LANES) {
        const kb top = kb_load(plan->top + i), stone = kb_load(plan->stone + i), water = kb_load(plan->water + i);
        const kb ice = kb_load(plan->ice + i), surface = kb_load(plan->surface + i), under = kb_load(plan->under + i);
        for (int y = 0; y < TR_VOXEL_SIDE; y++)
            kb_store(blocks + y * TR_VOXEL_LAYER + i,
                     tr_fill_block(kb_set(y), top, stone, water, ice, surface, under, kb_set(plan->rock[y])));
    }
    return count_filled(plan);
}

const tr_fill_table TR_ISA_NAME(tr_fill_table) = {plan, fill};
