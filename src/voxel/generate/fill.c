// Blocks of ground and water of chunks (docs/voxel.md).
#include "voxel/generate/fill.h"

#include <string.h>

#define TR_LANES 1
#include "voxel/generate/fill_kernel.h"

_Static_assert(TR_FILL_AIR == TR_BLOCK_AIR && TR_FILL_ICE == TR_BLOCK_ICE && TR_FILL_WATER == TR_BLOCK_WATER,
               "the kernel puts blocks by their numbers");

// The rock of a layer. The world's own generator has bedrock as its lowest layer and deep stone above that.
static uint8_t rock_at(const tr_voxel_def *def, int32_t y)
{
    if (def->preset != TR_VOXEL_WORLD || y >= def->bottom + TR_DEEP_STONE_LAYERS) return TR_BLOCK_STONE;
    return y == def->bottom ? TR_BLOCK_BEDROCK : TR_BLOCK_DEEP_STONE;
}

bool tr_voxel_fill_uniform(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y, uint8_t *kind)
{
    const int32_t low = chunk_y * TR_VOXEL_SIDE, high = low + TR_VOXEL_SIDE - 1;
    if (low > column->highest) {
        *kind = TR_BLOCK_AIR;
        return true;
    }
    // Bedrock is but one layer, and deep stone begins with a chunk.
    *kind = rock_at(&rules->def, high);
    return high < column->lowest && *kind == rock_at(&rules->def, low);
}

void tr_fill_make_plan(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y, tr_fill_plan *out)
{
    const int32_t low = chunk_y * TR_VOXEL_SIDE;
    TR_ISA_PICK(tr_fill_table, tr_context_isa(rules->context))->plan(column, low, out);
    for (int32_t y = 0; y < TR_VOXEL_SIDE; y++) out->rock[y] = rock_at(&rules->def, low + y);
}

int32_t tr_fill_finish(const tr_column *column, const tr_fill_plan *plan, int32_t chunk_y,
                       uint8_t blocks[TR_VOXEL_COUNT])
{
    const int32_t change = column->bands ? tr_fill_bands(column, plan, chunk_y, blocks) : 0;
    if (plan->rock[0] != TR_BLOCK_BEDROCK) return change;
    for (int32_t i = 0; i < TR_COLUMN_CELLS; i++)
        if (blocks[i] != TR_BLOCK_AIR && blocks[i] != TR_BLOCK_WATER && blocks[i] != TR_BLOCK_ICE)
            blocks[i] = TR_BLOCK_BEDROCK;
    return change;
}

int32_t tr_voxel_fill(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y,
                      uint8_t blocks[TR_VOXEL_COUNT])
{
    uint8_t kind;
    if (tr_voxel_fill_uniform(rules, column, chunk_y, &kind)) {
        memset(blocks, kind, TR_VOXEL_COUNT);
        return kind == TR_BLOCK_AIR ? 0 : TR_VOXEL_COUNT;
    }
    tr_fill_plan plan;
    tr_fill_make_plan(rules, column, chunk_y, &plan);
    const int32_t count = TR_ISA_PICK(tr_fill_table, tr_context_isa(rules->context))->fill(&plan, blocks);
    return count + tr_fill_finish(column, &plan, chunk_y, blocks);
}

bool tr_voxel_fill_many(const tr_voxel_rules *rules, tr_voxel_fill_request *requests, size_t count, tr_error *err)
{
    if (tr_context_backend(rules->context) == TR_BACKEND_GL) return tr_fill_many_gl(rules, requests, count, err);
    for (size_t i = 0; i < count; i++)
        requests[i].filled = tr_voxel_fill(rules, requests[i].column, requests[i].chunk_y, requests[i].blocks);
    return true;
}
