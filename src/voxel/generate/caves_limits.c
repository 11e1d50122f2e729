// How high caves may be cut: covered ground stays closed, and water and lava stay where they are.
#include <string.h>

#include "base/integers.h"
#include "voxel/generate/caves.h"
#include "voxel/generate/ground.h"

enum { WIDE = TR_VOXEL_SIDE + 2 };

int32_t tr_cave_ground_end(const tr_column *column, int32_t cell)
{
    if (!column->bands) return column->top[cell] + 1;
    const tr_column_band *band = &column->bands[cell];
    const uint64_t gaps = ~band->solid;
    return band->base + (gaps ? __builtin_ctzll(gaps) : 64);
}

bool tr_cave_is_wet(const tr_column *column, int32_t cell)
{
    return column->water[cell] >= tr_cave_ground_end(column, cell);
}

// The ends of the ground of a column, with one cell around; corners are not looked at.
typedef struct ground_ends {
    int32_t end[WIDE * WIDE];
    bool wet[WIDE * WIDE];
} ground_ends;

static void copy_end(const tr_column *column, int x, int z, int wide_x, int wide_z, ground_ends *out)
{
    const int from = x + TR_VOXEL_SIDE * z, to = wide_x + WIDE * wide_z;
    const int32_t end = tr_cave_ground_end(column, from);
    out->end[to] = end;
    out->wet[to] = column->water[from] >= end;
}

static void copy_ends(const tr_column *const around[9], ground_ends *out)
{
    const int last = TR_VOXEL_SIDE - 1;
    for (int z = 0; z <= last; z++)
        for (int x = 0; x <= last; x++) copy_end(around[4], x, z, x + 1, z + 1, out);
    for (int i = 0; i <= last; i++) {
        copy_end(around[1], i, last, i + 1, 0, out);
        copy_end(around[7], i, 0, i + 1, WIDE - 1, out);
        copy_end(around[3], last, i, 0, i + 1, out);
        copy_end(around[5], 0, i, WIDE - 1, i + 1, out);
    }
}

// How much ground stays above caves.
static int32_t cover_of(const tr_column *column, int cell, bool wet)
{
    if (wet) return TR_CAVE_WATER_COVER;
    return column->cover[cell] != TR_GROUND_BARE ? TR_CAVE_ROAD_COVER : TR_CAVE_COVER;
}

static const int steps[4] = {-1, 1, -WIDE, WIDE};

// The limit where ground is not open: it ends nowhere beside caves.
static int32_t closed_limit(const ground_ends *ends, int at, int32_t cover)
{
    int32_t limit = ends->end[at] - cover;
    for (int i = 0; i < 4; i++) limit = tr_min_i32(limit, ends->end[at + steps[i]]);
    return limit - 1;
}

// The limit where it is open up to `top`: nothing beside water, and no liquid beside air.
static int32_t open_limit(const ground_ends *ends, int at, int32_t top, int32_t liquid)
{
    const int32_t end = ends->end[at];
    int32_t limit = end <= liquid ? tr_min_i32(top, end - 1) : top;
    for (int i = 0; i < 4; i++) {
        const int32_t below = ends->end[at + steps[i]] - 1;
        if (ends->wet[at + steps[i]] || below < liquid) limit = tr_min_i32(limit, below);
    }
    return limit;
}

void tr_cave_limits_make(const tr_cave_noise *caves, const tr_column *const around[9],
                         const uint32_t cells[TR_VOXEL_SIDE], tr_cave_limits *out)
{
    const tr_column *column = around[4];
    ground_ends ends;
    copy_ends(around, &ends);
    for (int z = 0; z < TR_VOXEL_SIDE; z++)
        for (uint32_t bits = cells[z]; bits; bits &= bits - 1) {
            const int x = __builtin_ctz(bits), cell = x + TR_VOXEL_SIDE * z, at = x + 1 + WIDE * (z + 1);
            const int32_t liquid = tr_max_i32(column->cave_levels[column->cave_region[cell]], caves->lava);
            const int32_t limit = column->open[cell] && !ends.wet[at]
                                      ? open_limit(&ends, at, column->top[cell], liquid)
                                      : closed_limit(&ends, at, cover_of(column, cell, ends.wet[at]));
            out->tunnel[cell] = limit;
            out->hall[cell] = tr_min_i32(limit, ends.end[at] - 1 - TR_CAVE_HALL_COVER);
        }
}

int32_t tr_cave_limits_low(const tr_column *const around[9])
{
    int32_t lowest = around[4]->lowest;
    for (int i = 1; i < 9; i += 2) lowest = tr_min_i32(lowest, around[i]->lowest);
    return lowest - TR_CAVE_HALL_COVER;
}
