// Where caves may break through the ground: dry, bare ground where a slow noise allows it and a tunnel lies close
// below.
#include <string.h>

#include "base/integers.h"
#include "voxel/generate/caves.h"
#include "voxel/generate/ground.h"

enum {
    LATTICE = 64,  // blocks between the points of the noise
    BIAS = 56,     // of 256: how much of the ground is allowed
};

static float smooth(int32_t offset)
{
    const float t = (float)offset * (1.0f / (float)LATTICE);
    return t * t * (3.0f - 2.0f * t);
}

// The noise around a column: LATTICE is a multiple of its side, so that one square of points holds it.
typedef struct open_noise {
    float corner[4];
    int32_t x, z;  // of the column in the square, in blocks
} open_noise;

static open_noise noise_of(const tr_cave_noise *caves, const tr_column *column)
{
    const int64_t x = column->x * TR_VOXEL_SIDE, z = column->z * TR_VOXEL_SIDE;
    const int64_t square_x = tr_floor_div(x, LATTICE), square_z = tr_floor_div(z, LATTICE);
    open_noise noise = {.x = (int32_t)(x - square_x * LATTICE), .z = (int32_t)(z - square_z * LATTICE)};
    for (int i = 0; i < 4; i++) {
        const uint64_t hash = tr_hash_identity(caves->open_seed, 0, square_x + i % 2, square_z + i / 2, 0);
        noise.corner[i] = (float)(int32_t)(hash >> 56) - (float)(256 - BIAS);
    }
    return noise;
}

// Where all points are below zero nothing between them is above.
static bool may_allow(const open_noise *noise)
{
    for (int i = 0; i < 4; i++)
        if (noise->corner[i] > 0.0f) return true;
    return false;
}

// Marks the cells that the noise allows.
static void allow_cells(const open_noise *noise, uint8_t *out)
{
    float near_z[TR_VOXEL_SIDE], far_z[TR_VOXEL_SIDE];
    for (int x = 0; x < TR_VOXEL_SIDE; x++) {
        const float tx = smooth(noise->x + x);
        near_z[x] = noise->corner[0] + tx * (noise->corner[1] - noise->corner[0]);
        far_z[x] = noise->corner[2] + tx * (noise->corner[3] - noise->corner[2]);
    }
    for (int z = 0; z < TR_VOXEL_SIDE; z++) {
        const float tz = smooth(noise->z + z);
        for (int x = 0; x < TR_VOXEL_SIDE; x++)
            out[x + TR_VOXEL_SIDE * z] = near_z[x] + tz * (far_z[x] - near_z[x]) > 0.0f;
    }
}

// Marks the cells in which a tunnel comes close to the surface within a chunk.
static void look_into_chunk(const tr_cave_noise *caves, tr_column *column, const uint8_t *allowed, int32_t chunk_y)
{
    tr_cave_values values;
    tr_cave_bits tunnels = {{0}}, halls = {{0}};
    tr_cave_values_make(caves, column->x, chunk_y, column->z, &values);
    if (!caves->table->bits(&values, TR_CAVE_CELLS, &tunnels, &halls)) return;
    const int32_t low = chunk_y * TR_VOXEL_SIDE;
    for (int cell = 0; cell < TR_COLUMN_CELLS; cell++) {
        if (!allowed[cell]) continue;
        const int x = cell % TR_VOXEL_SIDE, z = cell / TR_VOXEL_SIDE;
        const int32_t first = tr_max_i32(column->top[cell] - TR_CAVE_OPEN_DEPTH - low, 0);
        const int32_t last = tr_min_i32(column->top[cell] - low, TR_VOXEL_SIDE - 1);
        for (int32_t y = first; y <= last; y++)
            if (tunnels.rows[z + TR_VOXEL_SIDE * y] >> x & 1) column->open[cell] = 1;
    }
}

bool tr_caves_open(const tr_voxel_rules *rules, tr_column *column, tr_error *err)
{
    (void)err;
    memset(column->open, 0, sizeof column->open);
    const tr_cave_noise *caves = rules->caves;
    column->cave_level_count = 0;
    if (!caves) return true;
    tr_cave_water_make(caves, column);
    const open_noise noise = noise_of(caves, column);
    if (!may_allow(&noise)) return true;
    uint8_t allowed[TR_COLUMN_CELLS];
    allow_cells(&noise, allowed);
    int32_t lowest = TR_CAVE_NO_LIMIT, highest = -TR_CAVE_NO_LIMIT;
    for (int cell = 0; cell < TR_COLUMN_CELLS; cell++) {
        if (!allowed[cell]) continue;
        allowed[cell] = column->cover[cell] == TR_GROUND_BARE && !tr_cave_is_wet(column, cell);
        if (!allowed[cell]) continue;
        lowest = tr_min_i32(lowest, column->top[cell]);
        highest = tr_max_i32(highest, column->top[cell]);
    }
    if (highest < lowest) return true;
    const int32_t end = highest >> 5;
    for (int32_t y = (lowest - TR_CAVE_OPEN_DEPTH) >> 5; y <= end; y++) look_into_chunk(caves, column, allowed, y);
    return true;
}
