#include "dart_throwing.h"

#include "quick_random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool dart_throwing_create(double side, dart_throwing *out, tr_error *err)
{
    *out = (dart_throwing){.side = side, .cells = (int32_t)ceil(side * sqrt(2))};
    const size_t cells = (size_t)out->cells * (size_t)out->cells;
    out->board = malloc(cells * sizeof *out->board);
    out->x = malloc(cells * sizeof *out->x);
    out->z = malloc(cells * sizeof *out->z);
    if (out->board && out->x && out->z) {
        return true;
    }
    dart_throwing_destroy(out);
    return tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "no memory for dart throwing into %g^2", side);
}

void dart_throwing_destroy(dart_throwing *it)
{
    free(it->board);
    free(it->x);
    free(it->z);
    *it = (dart_throwing){0};
}

static bool collides(const dart_throwing *it, int32_t column, int32_t row, double x, double z)
{
    for (int32_t j = row > 1 ? row - 2 : 0; j <= row + 2 && j < it->cells; j++) {
        for (int32_t i = column > 1 ? column - 2 : 0; i <= column + 2 && i < it->cells; i++) {
            const int32_t other = it->board[(size_t)j * (size_t)it->cells + (size_t)i];
            if (other < 0) {
                continue;
            }
            const double across = x - it->x[other], down = z - it->z[other];
            if (across * across + down * down < 1) {
                return true;
            }
        }
    }
    return false;
}

// A point, unless it collides.
static bool add_point(dart_throwing *it, double x, double z)
{
    const double per_cell = it->cells / it->side;
    const int32_t column = (int32_t)(x * per_cell), row = (int32_t)(z * per_cell);
    if (collides(it, column, row, x, z)) {
        return false;
    }
    it->x[it->count] = x;
    it->z[it->count] = z;
    it->board[(size_t)row * (size_t)it->cells + (size_t)column] = (int32_t)it->count++;
    return true;
}

static void clear_board(dart_throwing *it)
{
    memset(it->board, -1, (size_t)it->cells * (size_t)it->cells * sizeof *it->board);
    it->count = 0;
    it->state = 1;
}

static bool throw_one(dart_throwing *it)
{
    enum { TRIES = 25 };
    for (int i = 0; i < TRIES; i++) {
        const double x = it->side * quick_random(&it->state), z = it->side * quick_random(&it->state);
        if (add_point(it, x, z)) {
            return true;
        }
    }
    return false;
}

void dart_throwing_run(dart_throwing *it)
{
    clear_board(it);
    while (throw_one(it)) {
    }
}

// ---------------------------------------------------------------------------------------------------------
// Until no place is left

// Squares of one size in which there may be a place.
typedef struct open_squares {
    double size;
    size_t count, room;
    double (*corners)[2];
} open_squares;

static bool add_square(open_squares *it, double x, double z)
{
    if (it->count == it->room) {
        const size_t room = 2 * it->room + 1024;
        double(*corners)[2] = realloc(it->corners, room * sizeof *corners);
        if (!corners) {
            return false;
        }
        it->corners = corners;
        it->room = room;
    }
    it->corners[it->count][0] = x;
    it->corners[it->count++][1] = z;
    return true;
}

static int32_t cell_at(const dart_throwing *it, double at)
{
    const int32_t cell = (int32_t)(at * it->cells / it->side);
    return cell < it->cells ? cell : it->cells - 1;
}

// Whether a point is so near to a square that there is no place in it.
static bool is_covered(const dart_throwing *it, double x, double z, double size)
{
    const double half = size / 2, middle_x = x + half, middle_z = z + half;
    const int32_t column = cell_at(it, middle_x), row = cell_at(it, middle_z);
    for (int32_t j = row > 1 ? row - 2 : 0; j <= row + 2 && j < it->cells; j++) {
        for (int32_t i = column > 1 ? column - 2 : 0; i <= column + 2 && i < it->cells; i++) {
            const int32_t point = it->board[(size_t)j * (size_t)it->cells + (size_t)i];
            if (point < 0) {
                continue;
            }
            const double across = fabs(middle_x - it->x[point]) + half, down = fabs(middle_z - it->z[point]) + half;
            if (across * across + down * down < 1) {
                return true;
            }
        }
    }
    return false;
}

// Throws as many darts as there are squares, each into one at random, and takes away those that are hit.
static void throw_into(dart_throwing *it, open_squares *squares)
{
    for (size_t darts = squares->count; darts > 0 && squares->count > 0; darts--) {
        const size_t number = (size_t)(quick_random(&it->state) * (double)squares->count);
        const double *corner = squares->corners[number];
        const double x = corner[0] + squares->size * quick_random(&it->state);
        const double z = corner[1] + squares->size * quick_random(&it->state);
        if (add_point(it, x, z)) {
            squares->count--;
            memcpy(squares->corners[number], squares->corners[squares->count], sizeof *squares->corners);
        }
    }
}

// The quarters of all squares in which there may still be a place.
static bool divide(const dart_throwing *it, const open_squares *from, open_squares *out)
{
    const double size = from->size / 2;
    *out = (open_squares){.size = size};
    for (size_t i = 0; i < from->count; i++) {
        for (int quarter = 0; quarter < 4; quarter++) {
            const double x = from->corners[i][0] + size * (quarter & 1),
                         z = from->corners[i][1] + size * (quarter >> 1);
            if (!is_covered(it, x, z, size) && !add_square(out, x, z)) {
                return false;
            }
        }
    }
    return true;
}

static bool fill(dart_throwing *it, open_squares *squares)
{
    // Squares of 2^-40 hold no place that anybody would miss.
    for (int level = 0; level < 40 && squares->count > 0; level++) {
        throw_into(it, squares);
        open_squares quarters;
        const bool done = divide(it, squares, &quarters);
        free(squares->corners);
        *squares = quarters;
        if (!done) {
            return false;
        }
    }
    return true;
}

bool dart_throwing_fill(dart_throwing *it, tr_error *err)
{
    clear_board(it);
    open_squares squares = {.size = it->side / it->cells};
    bool done = true;
    for (int32_t i = 0; done && i < it->cells * it->cells; i++) {
        const int32_t column = i % it->cells, row = i / it->cells;
        done = add_square(&squares, column * squares.size, row * squares.size);
    }
    done = done && fill(it, &squares);
    free(squares.corners);
    return done || tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "no memory for dart throwing into %g^2", it->side);
}
