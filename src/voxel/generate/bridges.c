// Bridges as blocks (stages.h): a plate with the way on it, parapets, and piers down to the ground.
#include "base/integers.h"
#include "voxel/generate/ground_window.h"
#include "voxel/generate/stages.h"

enum {
    PARAPET = 1,  // blocks above the way
    PLATE = 2,    // blocks from the way down, itself included
    ROOM = 4,     // blocks above the way that nothing grows into
};

static uint8_t surface_of(uint8_t cover)
{
    switch (cover) {
    case TR_GROUND_RAIL: return TR_BLOCK_BALLAST;
    case TR_GROUND_TRACK: return TR_BLOCK_PLANKS;
    default: return TR_BLOCK_ROAD;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Over a column

static void take_spans(const tr_voxel_rules *rules, const tr_ground_span *found, tr_column *column)
{
    column->spans_highest = INT32_MIN;
    for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++) {
        const tr_ground_span *span = &found[cell];
        tr_column_span *out = &column->spans[cell];
        *out = (tr_column_span){0};
        if (span->part == TR_SPAN_NONE) continue;
        *out = (tr_column_span){.y = tr_block_within(&rules->def, tr_block_below(span->height)),
                                .part = span->part,
                                .surface = surface_of(span->cover),
                                .pier = span->pier && tr_ground_has_room(column->cover[cell])};
        column->spans_highest = tr_max_i32(column->spans_highest, out->y + ROOM);
        if (column->cover[cell] == TR_GROUND_BARE) column->cover[cell] = TR_GROUND_SHOULDER;
    }
}

bool tr_bridges_find(const tr_voxel_rules *rules, tr_column *column, tr_error *err)
{
    const tr_ground_source *ground = &rules->ground;
    if (!ground->spans) return true;
    tr_ground_span found[TR_COLUMN_CELLS] = {0};
    if (!ground->spans(ground->user, column->x * TR_VOXEL_SIDE, column->z * TR_VOXEL_SIDE, found)) return true;
    column->spans = tr_alloc_array(rules->context, TR_COLUMN_CELLS, sizeof *column->spans, err);
    if (!column->spans) return false;
    take_spans(rules, found, column);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Blocks

// Blocks from `low` to `high` of a cell, as far as they lie in the chunk.
static void put_blocks(uint8_t *blocks, int32_t cell, int32_t chunk_low, int32_t low, int32_t high, uint8_t block)
{
    const int32_t begin = tr_max_i32(low - chunk_low, 0), end = tr_min_i32(high - chunk_low, TR_VOXEL_SIDE - 1);
    for (int32_t y = begin; y <= end; y++) blocks[cell + TR_VOXEL_LAYER * y] = block;
}

static void put_cell(const tr_column *column, int32_t cell, int32_t chunk_low, uint8_t *blocks)
{
    const tr_column_span *span = &column->spans[cell];
    const int32_t top = column->top[cell], way = tr_max_i32(span->y, top);
    if (top > span->y + 1) return;  // the bridge ends in a slope; a step of one block it goes on over
    put_blocks(blocks, cell, chunk_low, way + 1, way + ROOM, TR_BLOCK_AIR);
    const bool edge = span->part == TR_SPAN_EDGE;
    if (top < way) {
        put_blocks(blocks, cell, chunk_low, tr_max_i32(way - PLATE + 1, top + 1), way, TR_BLOCK_BRICKS);
        if (edge) put_blocks(blocks, cell, chunk_low, way + 1, way + PARAPET, TR_BLOCK_BRICKS);
        if (span->pier) put_blocks(blocks, cell, chunk_low, top + 1, way - 1, TR_BLOCK_BRICKS);
    }
    if (!edge) put_blocks(blocks, cell, chunk_low, way, way, span->surface);
}

void tr_bridges_put(const tr_column *column, int32_t chunk_y, uint8_t blocks[TR_VOXEL_COUNT])
{
    for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++)
        if (column->spans[cell].part != TR_SPAN_NONE) put_cell(column, cell, chunk_y * TR_VOXEL_SIDE, blocks);
}
