#include "place/pattern_square.h"

#include <math.h>

enum { GRID_SIDE = 8, PITCH = 5 * TR_PATTERN_UNITS / 4 };
// What random numbers are for.
enum { OF_GRID = 1, OF_OWN_ORDER };

// The matrix of ordered dithering, M8: its bits are those of the row and of their difference from the column,
// interleaved, the finest step first.
static int32_t dither(int32_t column, int32_t row)
{
    int32_t value = 0;
    for (int bit = 0; bit < 3; bit++) {
        const int32_t x = column >> bit & 1, z = row >> bit & 1;
        value = 4 * value + 2 * (x ^ z) + z;
    }
    return value;
}

// The rank of a point of 8 x 8 in a tile: the matrix is moved from tile to tile.
static int32_t rank_in_tile(int32_t point, int32_t tile)
{
    return dither((point + tile) % GRID_SIDE, (point / GRID_SIDE + tile / GRID_SIDE) % GRID_SIDE);
}

int32_t tr_square_grid_side(void)
{
    return GRID_SIDE * PITCH;
}

void tr_square_make_grid(const tr_pattern_def *def, tr_tile *tiles)
{
    const uint64_t choices = PITCH - TR_PATTERN_UNITS + 1;
    for (int32_t tile = 0; tile < TR_SQUARE_TILES; tile++) {
        tiles[tile].count = TR_PATTERN_SLOTS;
        for (int32_t i = 0; i < TR_PATTERN_SLOTS; i++) {
            const uint64_t x = tr_index_from_hash(tr_hash_identity(def->seed, OF_GRID, tile, i, 0), choices);
            const uint64_t z = tr_index_from_hash(tr_hash_identity(def->seed, OF_GRID, tile, i, 1), choices);
            tiles[tile].spots[rank_in_tile(i, tile)] =
                (tr_spot){i % GRID_SIDE * PITCH + (int32_t)x, i / GRID_SIDE * PITCH + (int32_t)z};
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// The caller's own points

static int32_t units_of(double footprints)
{
    return (int32_t)floor(footprints * TR_PATTERN_UNITS + 0.5);
}

static tr_spot own_spot(const tr_pattern_def *def, int32_t point)
{
    return (tr_spot){units_of(def->points[2 * point]), units_of(def->points[2 * point + 1])};
}

static bool check_point(const tr_pattern_def *def, int32_t point, int32_t side, tr_error *err)
{
    const double x = def->points[2 * point], z = def->points[2 * point + 1];
    if (!isfinite(x) || !isfinite(z))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "point %d of the pattern is at %g, %g", (int)point, x, z);
    if (x < 0 || z < 0 || x >= def->side || z >= def->side)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "point %d of the pattern is at %g, %g; allowed is 0 up to below the side, %g", (int)point, x, z,
                       def->side);
    const tr_spot at = own_spot(def, point);
    if (at.x < side && at.z < side) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "point %d of the pattern is at %.9g, %.9g, which is the side, %g, in units of 1/%d footprint",
                   (int)point, x, z, def->side, TR_PATTERN_UNITS);
}

// The square of the least distance between two points of any of the eight cells around and the cell itself.
static int64_t wrapped_squared(tr_spot a, tr_spot b, int32_t side)
{
    int64_t min = INT64_MAX;
    for (int32_t i = -1; i <= 1; i++) {
        for (int32_t j = -1; j <= 1; j++) {
            const int64_t squared = tr_spot_distance_squared(a, (tr_spot){b.x + j * side, b.z + i * side});
            min = squared < min ? squared : min;
        }
    }
    return min;
}

bool tr_square_check_own(const tr_pattern_def *def, int32_t *side, tr_error *err)
{
    if (!isfinite(def->side)) return tr_fail(err, TR_ERROR_NOT_FINITE, "the side of the pattern is %g", def->side);
    if (!(def->side > 1 && def->side < 16))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the side of the pattern is %g footprints; allowed is above 1 and below 16", def->side);
    if (!def->points || def->point_count < 1 || def->point_count > TR_PATTERN_SLOTS)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the pattern has %d points; allowed is 1 to %d",
                       def->points ? (int)def->point_count : 0, TR_PATTERN_SLOTS);
    *side = units_of(def->side);
    for (int32_t i = 0; i < def->point_count; i++) {
        if (!check_point(def, i, *side, err)) return false;
    }
    const int64_t unit_squared = (int64_t)TR_PATTERN_UNITS * TR_PATTERN_UNITS;
    for (int32_t i = 0; i < def->point_count; i++) {
        for (int32_t j = 0; j < i; j++) {
            const int64_t squared = wrapped_squared(own_spot(def, i), own_spot(def, j), *side);
            if (squared < unit_squared)
                return tr_fail(
                    err, TR_ERROR_INVALID_ARGUMENT,
                    "points %d and %d of the pattern are %.6g footprints apart, repeated; allowed is 1 and more",
                    (int)j, (int)i, sqrt((double)squared) / TR_PATTERN_UNITS);
        }
    }
    return true;
}

// A random order, another one for each tile.
static void shuffle(tr_tile *tile, uint64_t seed, int32_t number)
{
    for (int32_t i = tile->count - 1; i > 0; i--) {
        const uint64_t hash = tr_hash_identity(seed, OF_OWN_ORDER, number, i, 0);
        const int32_t other = (int32_t)tr_index_from_hash(hash, (uint64_t)i + 1);
        const tr_spot held = tile->spots[i];
        tile->spots[i] = tile->spots[other];
        tile->spots[other] = held;
    }
}

void tr_square_make_own(const tr_pattern_def *def, tr_tile *tiles)
{
    for (int32_t number = 0; number < TR_SQUARE_TILES; number++) {
        tr_tile *tile = &tiles[number];
        const bool is_square = def->point_count == TR_PATTERN_SLOTS;
        tile->count = def->point_count;
        for (int32_t i = 0; i < tile->count; i++)
            tile->spots[is_square ? rank_in_tile(i, number) : i] = own_spot(def, i);
        if (!is_square) shuffle(tile, def->seed, number);
    }
}
