// Water in caves. Points are scattered, one per square of a coarse lattice; the region of a point is what lies nearest
// to it, measured from a place that a noise has moved, so that borders wind. A region is dry or full up to its level,
// and where two meet of which one is wet, stone stays between them: always where cells of two regions touch, and beyond
// that where both points are about as near.
#include <assert.h>
#include <string.h>

#include "base/integers.h"
#include "voxel/caves.h"

enum {
    SQUARE = 160,              // blocks along a side of the lattice of points
    BEND = 16,                 // blocks between points of the noise that moves places
    MOVE = 11,                 // blocks by which it does, at most
    WIDE = TR_VOXEL_SIDE + 2,  // with one cell around
    BENDS = 5,                 // points of that noise along a side of a chunk with one cell around
    REACH = 2,                 // squares around that of a chunk that may have the nearest point
    POINTS = (2 * REACH + 1) * (2 * REACH + 1),
    OF_POINT = 1,
    OF_BEND = 2,
    WET_IN_16 = 4,  // how many of 16 regions are wet
};

_Static_assert(POINTS < (int)TR_CAVE_LEVELS, "the dry region comes first");

// By how much squares of distances to two points differ where stone stays between their regions.
static const float WALL = 500.0f;

// A point, from the first block of the chunk.
typedef struct region_point {
    float x, z;
    int32_t level;
} region_point;

static region_point point_of(const tr_cave_noise *caves, int64_t square_x, int64_t square_z, int64_t x, int64_t z)
{
    const uint64_t hash = tr_hash_identity(caves->water_seed, OF_POINT, square_x, square_z, 0);
    const uint32_t span = (uint32_t)(caves->water_high - caves->water_low);
    region_point point;
    point.x = (float)(square_x * SQUARE - x + (int64_t)((hash & 0xffff) * SQUARE >> 16));
    point.z = (float)(square_z * SQUARE - z + (int64_t)((hash >> 16 & 0xffff) * SQUARE >> 16));
    point.level =
        (hash >> 60) < WET_IN_16 ? caves->water_low + (int32_t)((hash >> 32 & 0xffff) * span >> 16) : TR_COLUMN_DRY;
    return point;
}

static float square_of(float x)
{
    return x * x;
}

// Distances from a point to the chunk, with as much around as places move.
static void distances(const region_point *point, float *nearest, float *farthest)
{
    const float low = -(float)(MOVE + 2), high = (float)(TR_VOXEL_SIDE + MOVE + 2);
    const float ends[2] = {point->x, point->z};
    *nearest = *farthest = 0.0f;
    for (int i = 0; i < 2; i++) {
        const float before = low - ends[i], after = ends[i] - high;
        const float gap = before > after ? before : after,
                    span = ends[i] - low > high - ends[i] ? ends[i] - low : high - ends[i];
        *nearest += gap > 0.0f ? square_of(gap) : 0.0f;
        *farthest += square_of(span);
    }
}

// The points that may be the nearest of some place in the chunk, in a fixed order.
static int list_points(const tr_cave_noise *caves, int64_t x, int64_t z, region_point out[POINTS])
{
    const int64_t square_x = tr_floor_div(x, SQUARE), square_z = tr_floor_div(z, SQUARE);
    region_point all[POINTS];
    float nearest[POINTS], best = 1e30f;
    int count = 0;
    for (int64_t j = -REACH; j <= REACH; j++)
        for (int64_t i = -REACH; i <= REACH; i++, count++) {
            float farthest;
            all[count] = point_of(caves, square_x + i, square_z + j, x, z);
            distances(&all[count], &nearest[count], &farthest);
            best = farthest < best ? farthest : best;
        }
    int kept = 0;
    for (int i = 0; i < POINTS; i++)
        if (nearest[i] <= best + WALL) out[kept++] = all[i];
    return kept;
}

// Where the noise has moved the places of a row to.
typedef struct moves {
    float x[BENDS * BENDS], z[BENDS * BENDS];
    int64_t first_x, first_z;  // of the points of the noise, in blocks
} moves;

static void make_moves(const tr_cave_noise *caves, int64_t x, int64_t z, moves *out)
{
    const int64_t first_x = tr_floor_div(x - 1, BEND), first_z = tr_floor_div(z - 1, BEND);
    out->first_x = first_x * BEND;
    out->first_z = first_z * BEND;
    for (int i = 0; i < BENDS * BENDS; i++) {
        const uint64_t hash = tr_hash_identity(caves->water_seed, OF_BEND, first_x + i % BENDS, first_z + i / BENDS, 0);
        out->x[i] = ((float)(int32_t)(hash & 0xffff) * 0x1p-15f - 1.0f) * (float)MOVE;
        out->z[i] = ((float)(int32_t)(hash >> 16 & 0xffff) * 0x1p-15f - 1.0f) * (float)MOVE;
    }
}

static float move_at(const float *values, int32_t x, int32_t z)
{
    const int at = x / BEND + BENDS * (z / BEND);
    const float tx = (float)(x % BEND) * (1.0f / (float)BEND), tz = (float)(z % BEND) * (1.0f / (float)BEND);
    const float near_z = values[at] + tx * (values[at + 1] - values[at]);
    const float far_z = values[at + BENDS] + tx * (values[at + BENDS + 1] - values[at + BENDS]);
    return near_z + tz * (far_z - near_z);
}

// The points whose regions meet at a place: the nearest, and another that is about as near, or the same one again.
typedef struct meeting {
    uint8_t nearest, other;
} meeting;

static meeting nearest_points(const region_point *points, int count, float x, float z)
{
    int nearest = 0, other = 0;
    float best = 1e30f, second = 1e30f;
    for (int i = 0; i < count; i++) {
        const float apart = square_of(points[i].x - x) + square_of(points[i].z - z);
        if (apart < best) {
            second = best;
            other = nearest;
            best = apart;
            nearest = i;
        } else if (apart < second) {
            second = apart;
            other = i;
        }
    }
    return (meeting){(uint8_t)nearest, (uint8_t)(second - best < WALL ? other : nearest)};
}

static void find_regions(const tr_cave_noise *caves, int64_t x, int64_t z, const region_point *points, int count,
                         meeting regions[WIDE * WIDE])
{
    moves moved;
    make_moves(caves, x, z, &moved);
    const int32_t dx = (int32_t)(x - moved.first_x), dz = (int32_t)(z - moved.first_z);
    for (int j = -1; j <= TR_VOXEL_SIDE; j++)
        for (int i = -1; i <= TR_VOXEL_SIDE; i++) {
            const float at_x = (float)i + move_at(moved.x, i + dx, j + dz);
            const float at_z = (float)j + move_at(moved.z, i + dx, j + dz);
            regions[i + 1 + WIDE * (j + 1)] = nearest_points(points, count, at_x, at_z);
        }
}

static int higher(const int32_t *levels, int a, int b)
{
    return levels[a] < levels[b] ? b : a;
}

// The region up to whose level stone stays; regions are counted from 1 in `levels`.
static int wall_at(const int32_t *levels, const meeting *at)
{
    static const int steps[4] = {-1, 1, -WIDE, WIDE};
    int wall = at->other == at->nearest ? 0 : higher(levels, at->nearest + 1, at->other + 1);
    for (int i = 0; i < 4; i++) {
        const int beside = at[steps[i]].nearest;
        if (beside != at->nearest) wall = higher(levels, wall, higher(levels, at->nearest + 1, beside + 1));
    }
    return wall;
}

void tr_cave_water_make(const tr_cave_noise *caves, tr_column *column)
{
    const int64_t x = column->x * TR_VOXEL_SIDE, z = column->z * TR_VOXEL_SIDE;
    region_point points[POINTS];
    const int count = list_points(caves, x, z, points);
    int highest = 0;
    column->cave_levels[0] = TR_COLUMN_DRY;
    for (int i = 0; i < count; i++) {
        column->cave_levels[i + 1] = points[i].level;
        highest = higher(column->cave_levels, highest, i + 1);
    }
    column->cave_level_count = highest > 0 ? count + 1 : 1;
    memset(column->cave_region, highest > 0, sizeof column->cave_region);
    memset(column->cave_wall, 0, sizeof column->cave_wall);
    if (highest == 0 || count == 1) return;
    meeting regions[WIDE * WIDE];
    find_regions(caves, x, z, points, count, regions);
    bool met = false;
    for (int i = 0; i < TR_COLUMN_CELLS; i++) {
        const meeting *at = &regions[i % TR_VOXEL_SIDE + 1 + WIDE * (i / TR_VOXEL_SIDE + 1)];
        column->cave_region[i] = (uint8_t)(at->nearest + 1);
        column->cave_wall[i] = (uint8_t)wall_at(column->cave_levels, at);
        met |= column->cave_levels[column->cave_wall[i]] != TR_COLUMN_DRY ||
               column->cave_levels[column->cave_region[i]] != TR_COLUMN_DRY;
    }
    if (!met) column->cave_level_count = 1;
}
