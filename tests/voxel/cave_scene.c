// Ground for tests of caves and ores (cave_scene.h).
#include "cave_scene.h"

#include <stdlib.h>
#include <string.h>

#include "terrane/base.h"
#include "voxel/generate/ground.h"

tr_voxel_rules cave_scene_rules(tr_context *context, uint64_t seed)
{
    tr_voxel_rules rules = {.context = context, .seed = seed};
    rules.def.preset = TR_VOXEL_WORLD;
    rules.def.block_m = 1.0;
    rules.def.bottom = -256;
    rules.def.top = 512;
    rules.def.caves = rules.def.ores = 1.0;
    return rules;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

// A number in [-1, 1] that changes smoothly over `size` blocks.
static double wave(uint64_t seed, int64_t x, int64_t z, int64_t size)
{
    const int64_t i = floor_div(x, size), j = floor_div(z, size);
    double tx = (double)(x - i * size) / (double)size, tz = (double)(z - j * size) / (double)size, corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] = 2.0 * tr_unit_from_hash(tr_hash_identity(seed, (uint64_t)size, i + k % 2, j + k / 2, 0)) - 1.0;
    tx = tx * tx * (3.0 - 2.0 * tx);
    tz = tz * tz * (3.0 - 2.0 * tz);
    const double near_z = corner[0] + tx * (corner[1] - corner[0]), far_z = corner[2] + tx * (corner[3] - corner[2]);
    return near_z + tz * (far_z - near_z);
}

static double height_at(uint64_t seed, int64_t x, int64_t z)
{
    const double rolling = 24.0 + 70.0 * wave(seed, x, z, 210) + 14.0 * wave(seed, x, z, 37) + wave(seed, x, z, 7);
    // Cliffs: a step of fifteen blocks.
    return rolling > 60.0 ? rolling + 15.0 : rolling;
}

static void make_cell(const tr_voxel_rules *rules, int64_t x, int64_t z, int cell, tr_column *out)
{
    const double height = height_at(rules->seed, x, z);
    const int32_t top = (int32_t)floor_div((int64_t)(height * 256.0), 256) - 1;
    const bool lake = wave(rules->seed, x, z, 90) > 0.6 && top < 40;
    const int32_t water = lake ? 40 : 0;
    out->height[cell] = (float)height;
    out->top[cell] = top;
    out->water[cell] = top < water ? water : TR_COLUMN_DRY;
    out->cover[cell] = (x & 0xff) < 6 && top >= water ? TR_GROUND_ROAD : TR_GROUND_BARE;
    out->surface[cell] = TR_BLOCK_GRASS;
    out->under[cell] = TR_BLOCK_DIRT;
    out->under_depth[cell] = 3;
}

void cave_scene_column(const tr_voxel_rules *rules, int64_t x, int64_t z, tr_column *out)
{
    memset(out, 0, sizeof *out);
    out->x = x;
    out->z = z;
    out->lowest = INT32_MAX;
    out->highest = INT32_MIN;
    for (int cell = 0; cell < TR_COLUMN_CELLS; cell++) {
        make_cell(rules, x * TR_VOXEL_SIDE + cell % TR_VOXEL_SIDE, z * TR_VOXEL_SIDE + cell / TR_VOXEL_SIDE, cell, out);
        const int32_t low = out->top[cell] - 3, top = out->top[cell], water = out->water[cell];
        out->lowest = low < out->lowest ? low : out->lowest;
        out->highest = top > out->highest ? top : out->highest;
        out->highest = water > out->highest ? water : out->highest;
    }
    if (rules->caves) tr_caves_open(rules, out, NULL);
}

void cave_scene_make_around(const tr_voxel_rules *rules, int64_t x, int64_t z, cave_scene_around *out)
{
    for (int i = 0; i < 9; i++) {
        cave_scene_column(rules, x + i % 3 - 1, z + i / 3 - 1, &out->columns[i]);
        out->pointers[i] = &out->columns[i];
    }
}

static uint8_t block_at(const tr_voxel_rules *rules, const tr_column *column, int cell, int32_t y)
{
    if (y > column->top[cell]) return y <= column->water[cell] ? TR_BLOCK_WATER : TR_BLOCK_AIR;
    if (y < rules->def.bottom + 3) return TR_BLOCK_BEDROCK;
    if (y == column->top[cell]) return column->surface[cell];
    if (y + column->under_depth[cell] >= column->top[cell]) return column->under[cell];
    return y < -96 ? TR_BLOCK_DEEP_STONE : TR_BLOCK_STONE;
}

void cave_scene_fill(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y,
                     uint8_t blocks[TR_VOXEL_COUNT])
{
    for (int y = 0; y < TR_VOXEL_SIDE; y++)
        for (int cell = 0; cell < TR_COLUMN_CELLS; cell++)
            blocks[y * TR_VOXEL_LAYER + cell] = block_at(rules, column, cell, chunk_y * TR_VOXEL_SIDE + y);
}

static void copy_chunk(const uint8_t *blocks, const int32_t at[3], cave_scene_box *out)
{
    for (int y = 0; y < TR_VOXEL_SIDE; y++)
        for (int z = 0; z < TR_VOXEL_SIDE; z++) {
            const size_t row =
                (size_t)(at[2] * TR_VOXEL_SIDE + z) + (size_t)out->size[2] * (size_t)(at[1] * TR_VOXEL_SIDE + y);
            memcpy(out->blocks + (size_t)out->size[0] * row + at[0] * TR_VOXEL_SIDE,
                   blocks + y * TR_VOXEL_LAYER + z * TR_VOXEL_SIDE, TR_VOXEL_SIDE);
        }
}

cave_scene_box cave_scene_make_box(const tr_voxel_rules *rules, const tr_voxel_box *box, bool ores)
{
    cave_scene_box out = {.box = *box};
    size_t count = 1;
    for (int i = 0; i < 3; i++) {
        out.size[i] = box->size[i] * TR_VOXEL_SIDE;
        count *= (size_t)out.size[i];
    }
    out.blocks = malloc(count);
    cave_scene_around *around = malloc(sizeof *around);
    uint8_t *blocks = malloc(TR_VOXEL_COUNT);
    for (int32_t z = 0; z < box->size[2]; z++)
        for (int32_t x = 0; x < box->size[0]; x++) {
            cave_scene_make_around(rules, box->low.x + x, box->low.z + z, around);
            for (int32_t y = 0; y < box->size[1]; y++) {
                const int32_t chunk_y = (int32_t)box->low.y + y;
                cave_scene_fill(rules, around->pointers[4], chunk_y, blocks);
                if (rules->caves) tr_caves_cut(rules, around->pointers, chunk_y, blocks, NULL);
                if (ores) tr_ores_put(rules, around->pointers[4], chunk_y, blocks);
                copy_chunk(blocks, (const int32_t[3]){x, y, z}, &out);
            }
        }
    free(blocks);
    free(around);
    return out;
}

void cave_scene_destroy_box(cave_scene_box *box)
{
    free(box->blocks);
    box->blocks = NULL;
}
