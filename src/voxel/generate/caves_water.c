// Water in caves. Points are scattered, one per square of a coarse lattice; the region of a point is what lies nearest
// to it, measured from a place that a noise has moved, so that borders wind. A region is dry or full up to its level,
// and where two meet of which one is wet, stone stays between them: always where cells of two regions touch, and beyond
// that where both points are about as near.
#include <assert.h>
#include <string.h>

#include "base/integers.h"
#include "voxel/generate/caves.h"

enum {
    SQUARE = 160,              // blocks along a side of the lattice of points
    BEND = 16,                 // blocks between points of the noise that moves places
    MOVE = 11,                 // blocks by which it does, at most
    WIDE = TR_VOXEL_SIDE + 2,  // with one cell around
    ROW = WIDE + 2,            // padded for vectors
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

// By how much the noise moves places along an axis: at the places of rows through its points.
typedef struct bent_rows {
    float x[BENDS][ROW], z[BENDS][ROW];
    int32_t first_z;  // z of the first of these rows, from the first block of the chunk
} bent_rows;

// Fills the row between points: a place `offset` blocks beyond the first of them is the first of the row.
static void bend_row(const float points[BENDS], int32_t offset, float out[ROW])
{
    for (int i = 0; i < ROW; i++) {
        const int at = (i + offset) / BEND;
        const float t = (float)((i + offset) % BEND) * (1.0f / (float)BEND);
        out[i] = points[at] + t * (points[at + 1] - points[at]);
    }
}

static void bend_rows(const tr_cave_noise *caves, int64_t x, int64_t z, bent_rows *out)
{
    const int64_t first_x = tr_floor_div(x - 1, BEND), first_z = tr_floor_div(z - 1, BEND);
    const int32_t offset = (int32_t)(x - 1 - first_x * BEND);
    out->first_z = (int32_t)(first_z * BEND - z);
    for (int j = 0; j < BENDS; j++) {
        float move_x[BENDS], move_z[BENDS];
        for (int i = 0; i < BENDS; i++) {
            const uint64_t hash = tr_hash_identity(caves->water_seed, OF_BEND, first_x + i, first_z + j, 0);
            move_x[i] = ((float)(int32_t)(hash & 0xffff) * 0x1p-15f - 1.0f) * (float)MOVE;
            move_z[i] = ((float)(int32_t)(hash >> 16 & 0xffff) * 0x1p-15f - 1.0f) * (float)MOVE;
        }
        bend_row(move_x, offset, out->x[j]);
        bend_row(move_z, offset, out->z[j]);
    }
}

// Where the noise has moved the places of a row to.
typedef struct moved_row {
    float x[ROW], z[ROW];
} moved_row;

static void move_row(const bent_rows *bent, int32_t z, moved_row *out)
{
    const int at = (z - bent->first_z) / BEND;
    const float t = (float)((z - bent->first_z) % BEND) * (1.0f / (float)BEND);
    for (int i = 0; i < ROW; i++) {
        out->x[i] = (float)(i - 1) + (bent->x[at][i] + t * (bent->x[at + 1][i] - bent->x[at][i]));
        out->z[i] = (float)z + (bent->z[at][i] + t * (bent->z[at + 1][i] - bent->z[at][i]));
    }
}

// The points whose regions meet at the places of a chunk with one cell around: the nearest, and another that is about
// as near, or the same one again.
typedef struct meetings {
    uint8_t nearest[WIDE * WIDE], other[WIDE * WIDE];
} meetings;

// The two nearest points of each place of a row, and squares of the distances to them as bits: such floats compare as
// integers do, and loops over integers become vectors.
typedef struct nearest_row {
    int32_t best[ROW], second[ROW];
    int32_t nearest[ROW], other[ROW];
} nearest_row;

static void look_at_point(const region_point *point, int32_t number, const moved_row *places, nearest_row *row)
{
    float squares[ROW];
    int32_t apart[ROW];
    for (int i = 0; i < ROW; i++) squares[i] = square_of(point->x - places->x[i]) + square_of(point->z - places->z[i]);
    memcpy(apart, squares, sizeof apart);
    for (int i = 0; i < ROW; i++) {
        const int32_t best = row->best[i], second = row->second[i];
        const int32_t is_second = -(apart[i] < second), is_best = -(apart[i] < best);
        const int32_t farther = tr_max_i32(apart[i], best), other = (row->other[i] & ~is_second) | (number & is_second);
        row->second[i] = tr_min_i32(farther, second);
        row->best[i] = tr_min_i32(apart[i], best);
        row->other[i] = (other & ~is_best) | (row->nearest[i] & is_best);
        row->nearest[i] = (row->nearest[i] & ~is_best) | (number & is_best);
    }
}

static void meet_in_row(const region_point *points, int count, const moved_row *places, uint8_t nearest[WIDE],
                        uint8_t other[WIDE])
{
    nearest_row row;
    float best[ROW], second[ROW];
    for (int i = 0; i < ROW; i++) {
        row.best[i] = row.second[i] = INT32_C(0x7f000000);
        row.nearest[i] = row.other[i] = 0;
    }
    for (int i = 0; i < count; i++) look_at_point(&points[i], i, places, &row);
    memcpy(best, row.best, sizeof best);
    memcpy(second, row.second, sizeof second);
    for (int i = 0; i < WIDE; i++) {
        nearest[i] = (uint8_t)row.nearest[i];
        other[i] = (uint8_t)(second[i] - best[i] < WALL ? row.other[i] : row.nearest[i]);
    }
}

static void find_regions(const tr_cave_noise *caves, int64_t x, int64_t z, const region_point *points, int count,
                         meetings *out)
{
    bent_rows bent;
    bend_rows(caves, x, z, &bent);
    for (int j = 0; j < WIDE; j++) {
        moved_row places;
        move_row(&bent, j - 1, &places);
        meet_in_row(points, count, &places, out->nearest + WIDE * j, out->other + WIDE * j);
    }
}

static int higher(const int32_t *levels, int a, int b)
{
    return levels[a] < levels[b] ? b : a;
}

// Whether two regions meet at each place of a row of the chunk.
static void find_borders(const meetings *regions, int first, uint8_t out[TR_VOXEL_SIDE])
{
    const uint8_t *here = regions->nearest + first, *other = regions->other + first;
    for (int i = 0; i < TR_VOXEL_SIDE; i++)
        out[i] = (uint8_t)((here[i] ^ other[i]) | (here[i] ^ here[i - 1]) | (here[i] ^ here[i + 1]) |
                           (here[i] ^ here[i - WIDE]) | (here[i] ^ here[i + WIDE]));
}

// The region up to whose level stone stays; regions are counted from 1 in `levels`.
static int wall_at(const int32_t *levels, const meetings *regions, int at)
{
    static const int steps[4] = {-1, 1, -WIDE, WIDE};
    const int nearest = regions->nearest[at], other = regions->other[at];
    int wall = other == nearest ? 0 : higher(levels, nearest + 1, other + 1);
    for (int i = 0; i < 4; i++) {
        const int beside = regions->nearest[at + steps[i]];
        if (beside != nearest) wall = higher(levels, wall, higher(levels, nearest + 1, beside + 1));
    }
    return wall;
}

static void set_row(const meetings *regions, int z, tr_column *column)
{
    const int first = 1 + WIDE * (z + 1);
    uint8_t borders[TR_VOXEL_SIDE];
    find_borders(regions, first, borders);
    for (int i = 0; i < TR_VOXEL_SIDE; i++)
        column->cave_region[i + TR_VOXEL_SIDE * z] = (uint8_t)(regions->nearest[first + i] + 1);
    for (int i = 0; i < TR_VOXEL_SIDE; i++)
        if (borders[i])
            column->cave_wall[i + TR_VOXEL_SIDE * z] = (uint8_t)wall_at(column->cave_levels, regions, first + i);
}

// Whether any cell is of a wet region or of a wall beside one.
static bool meets_water(const tr_column *column)
{
    for (int i = 1; i < column->cave_level_count; i++)
        if (column->cave_levels[i] != TR_COLUMN_DRY && (memchr(column->cave_region, i, sizeof column->cave_region) ||
                                                        memchr(column->cave_wall, i, sizeof column->cave_wall)))
            return true;
    return false;
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
    meetings regions;
    find_regions(caves, x, z, points, count, &regions);
    for (int row = 0; row < TR_VOXEL_SIDE; row++) set_row(&regions, row, column);
    if (!meets_water(column)) column->cave_level_count = 1;
}
