// What a generator has above a box (terrane/voxel.h).
#include <assert.h>
#include <string.h>

#include "base/integers.h"
#include "voxel/generate/generator.h"

static bool holds_light(tr_block block)
{
    const tr_block_shape shape = tr_block_info_of(block)->shape;
    return shape == TR_SHAPE_CUBE || shape == TR_SHAPE_LEAVES || shape == TR_SHAPE_LIQUID;
}

// Clears the bits of the columns in which a chunk holds light up.
static void look_through(const tr_voxel_chunk *chunk, tr_voxel_sky *sky)
{
    tr_block blocks[TR_VOXEL_COUNT];
    bool holds[TR_BLOCK_KIND_COUNT];
    for (int kind = 0; kind < TR_BLOCK_KIND_COUNT; kind++) holds[kind] = holds_light((tr_block)kind);
    tr_voxel_chunk_unpack(chunk, blocks);
    for (int i = 0; i < TR_VOXEL_COUNT; i++)
        if (holds[blocks[i] & TR_BLOCK_KIND_MASK]) sky->rows[i / TR_VOXEL_SIDE % TR_VOXEL_SIDE] &= ~(1u << i % 32);
}

// Columns whose ground reaches above y hold light up, unless a cave may have opened them.
static void look_at_ground(const tr_column *column, int32_t y, tr_voxel_sky *sky)
{
    for (int i = 0; i < TR_COLUMN_CELLS; i++) {
        const bool held = (column->top[i] >= y && !column->open[i]) || column->water[i] >= y;
        if (held) sky->rows[i / TR_VOXEL_SIDE] &= ~(1u << i % TR_VOXEL_SIDE);
    }
}

static bool look_at_chunks(const tr_voxels *voxels, tr_voxel_at at, int32_t high, tr_voxel_sky *sky, tr_error *err)
{
    for (; at.y * TR_VOXEL_SIDE < high; at.y++) {
        uint32_t open = 0;
        for (int z = 0; z < TR_VOXEL_SIDE; z++) open |= sky->rows[z];
        if (!open) return true;
        tr_voxel_chunk chunk;
        if (!tr_voxels_generate(voxels, &at, 1, NULL, &chunk, err)) return false;
        if (chunk.filled > 0) look_through(&chunk, sky);
        tr_voxel_chunk_destroy(voxels->rules.context, &chunk);
    }
    return true;
}

static bool look_up(const tr_voxels *voxels, const tr_voxel_at *at, tr_voxel_sky *sky, tr_error *err)
{
    memset(sky->rows, 0xff, sizeof sky->rows);
    tr_voxel_extent extent;
    if (!tr_voxels_extent(voxels, at->x, at->z, &extent, err)) return false;
    const int64_t low = tr_max_i64(at->y * TR_VOXEL_SIDE, voxels->rules.def.bottom);
    const int32_t high = tr_min_i32(extent.mixed_high, voxels->rules.def.top);
    if (low >= high) return true;
    const tr_column_place place = {at->x, at->z};
    const tr_column *column;
    if (!tr_column_cache_acquire(voxels->columns, &place, 1, &column, err)) return false;
    look_at_ground(column, (int32_t)low, sky);
    tr_column_cache_release(voxels->columns, &column, 1);
    return look_at_chunks(voxels, (tr_voxel_at){at->x, low / TR_VOXEL_SIDE, at->z}, high, sky, err);
}

bool tr_voxels_open_sky(const tr_voxels *voxels, const tr_voxel_box *box, tr_voxel_sky *out, tr_error *err)
{
    assert(voxels && box && out);
    if (!tr_voxel_box_check(box, err)) return false;
    for (int64_t z = 0; z < box->size[2]; z++) {
        for (int64_t x = 0; x < box->size[0]; x++) {
            const tr_voxel_at above = {box->low.x + x, box->low.y + box->size[1], box->low.z + z};
            if (!look_up(voxels, &above, &out[x + z * box->size[0]], err)) return false;
        }
    }
    return true;
}
