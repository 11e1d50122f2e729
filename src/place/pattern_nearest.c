#include "place/pattern_nearest.h"

// What is nearer than the side of a cell is in the cell or in one of the four neighbours to the east and south; the
// others see it from their side. The shortest distance found so far limits which points are looked at.

typedef struct strip_points {
    int32_t count;
    tr_spot spots[TR_PATTERN_SLOTS];
} strip_points;

// Points of a tile, moved by (x, z), that lie in a box.
static void take_points(const tr_tile *tile, int32_t x, int32_t z, const tr_spot_box *box, strip_points *out)
{
    out->count = 0;
    for (int32_t i = 0; i < tile->count; i++) {
        const tr_spot at = {tile->spots[i].x + x, tile->spots[i].z + z};
        if (tr_spot_in_box(at, box)) out->spots[out->count++] = at;
    }
}

static void meet_within(const tr_tile *tile, int64_t *min)
{
    for (int32_t i = 0; i < tile->count; i++) {
        for (int32_t j = 0; j < i; j++) {
            const int64_t squared = tr_spot_distance_squared(tile->spots[i], tile->spots[j]);
            *min = squared < *min ? squared : *min;
        }
    }
}

// No distance that matters is longer.
enum { FAR = 2 * TR_PATTERN_UNITS };

// The tile `b` lies (columns, rows) beside `a`, -1..1 each.
static void meet(const tr_tile *a, const tr_tile *b, int32_t side, int32_t columns, int32_t rows, int64_t *min)
{
    const int32_t x = columns * side, z = rows * side;
    const tr_spot_box near_b = {x - FAR, z - FAR, x + side + FAR, z + side + FAR},
                      near_a = {-FAR, -FAR, side + FAR, side + FAR};
    strip_points from, to;
    take_points(a, 0, 0, &near_b, &from);
    take_points(b, x, z, &near_a, &to);
    for (int32_t i = 0; i < from.count; i++) {
        for (int32_t j = 0; j < to.count; j++) {
            const int64_t squared = tr_spot_distance_squared(from.spots[i], to.spots[j]);
            *min = squared < *min ? squared : *min;
        }
    }
}

static const tr_spot directions[4] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};

int64_t tr_nearest_of_any_tiles(const tr_tile *tiles, int32_t count, int32_t side)
{
    int64_t min = (int64_t)side * side;
    for (int32_t i = 0; i < count; i++) {
        meet_within(&tiles[i], &min);
        for (int32_t j = 0; j < count; j++) {
            for (int d = 0; d < 4; d++) meet(&tiles[i], &tiles[j], side, directions[d].x, directions[d].z, &min);
        }
    }
    return min;
}

// ---------------------------------------------------------------------------------------------------------
// Coloured corners

static int32_t corner_color(int32_t code, int32_t corner, int32_t colors)
{
    for (int32_t i = corner; i < 3; i++) code /= colors;
    return code % colors;
}

// Whether tiles with these corners can lie beside each other.
static bool colors_agree(int32_t a, int32_t b, tr_spot direction, int32_t colors)
{
    for (int32_t corner = 0; corner < 4; corner++) {
        const int32_t x = (corner & 1) - direction.x, z = (corner >> 1) - direction.z;
        if (x < 0 || x > 1 || z < 0 || z > 1) continue;
        if (corner_color(a, corner, colors) != corner_color(b, z * 2 + x, colors)) return false;
    }
    return true;
}

int64_t tr_nearest_of_corner_tiles(const tr_tile *tiles, int32_t side, int32_t colors)
{
    const int32_t period = tr_tiles_period(colors), mask = period - 1, codes = colors * colors * colors * colors;
    int64_t min = (int64_t)side * side;
    for (int32_t place = 0; place < period * period; place++) {
        for (int32_t a = 0; a < codes; a++) meet_within(&tiles[place * codes + a], &min);
        for (int d = 0; d < 4; d++) {
            const int32_t x = (place % period + directions[d].x) & mask, z = (place / period + directions[d].z) & mask;
            for (int32_t pair = 0; pair < codes * codes; pair++) {
                const int32_t a = pair / codes, b = pair % codes;
                if (colors_agree(a, b, directions[d], colors))
                    meet(&tiles[place * codes + a], &tiles[(z * period + x) * codes + b], side, directions[d].x,
                         directions[d].z, &min);
            }
        }
    }
    return min;
}
