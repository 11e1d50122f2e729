#include "scenes/dart_throwing.h"

#include "scenes/quick_random.h"

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

void dart_throwing_destroy(dart_throwing *throwing)
{
    free(throwing->board);
    free(throwing->x);
    free(throwing->z);
    *throwing = (dart_throwing){0};
}

static bool collides(const dart_throwing *throwing, int32_t column, int32_t row, double x, double z)
{
    for (int32_t j = row > 1 ? row - 2 : 0; j <= row + 2 && j < throwing->cells; j++) {
        for (int32_t i = column > 1 ? column - 2 : 0; i <= column + 2 && i < throwing->cells; i++) {
            const int32_t other = throwing->board[(size_t)j * (size_t)throwing->cells + (size_t)i];
            if (other < 0) {
                continue;
            }
            const double across = x - throwing->x[other], down = z - throwing->z[other];
            if (across * across + down * down < 1) {
                return true;
            }
        }
    }
    return false;
}

// A point, unless it collides.
static bool add_point(dart_throwing *throwing, double x, double z)
{
    const double per_cell = throwing->cells / throwing->side;
    const int32_t column = (int32_t)(x * per_cell), row = (int32_t)(z * per_cell);
    if (collides(throwing, column, row, x, z)) {
        return false;
    }
    throwing->x[throwing->count] = x;
    throwing->z[throwing->count] = z;
    throwing->board[(size_t)row * (size_t)throwing->cells + (size_t)column] = (int32_t)throwing->count++;
    return true;
}

static void clear_board(dart_throwing *throwing)
{
    memset(throwing->board, -1, (size_t)throwing->cells * (size_t)throwing->cells * sizeof *throwing->board);
    throwing->count = 0;
    throwing->state = 1;
}

static bool throw_one(dart_throwing *throwing)
{
    enum { TRIES = 25 };
    for (int i = 0; i < TRIES; i++) {
        const double x = throwing->side * quick_random(&throwing->state),
                     z = throwing->side * quick_random(&throwing->state);
        if (add_point(throwing, x, z)) {
            return true;
        }
    }
    return false;
}

void dart_throwing_run(dart_throwing *throwing)
{
    clear_board(throwing);
    while (throw_one(throwing)) {
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

static bool add_square(open_squares *squares, double x, double z)
{
    if (squares->count == squares->room) {
        const size_t room = 2 * squares->room + 1024;
        double(*corners)[2] = realloc(squares->corners, room * sizeof *corners);
        if (!corners) {
            return false;
        }
        squares->corners = corners;
        squares->room = room;
    }
    squares->corners[squares->count][0] = x;
    squares->corners[squares->count++][1] = z;
    return true;
}

static int32_t cell_at(const dart_throwing *throwing, double at)
{
    const int32_t cell = (int32_t)(at * throwing->cells / throwing->side);
    return cell < throwing->cells ? cell : throwing->cells - 1;
}

// Whether a point is so near to a square that there is no place in it.
static bool is_covered(const dart_throwing *throwing, double x, double z, double size)
{
    const double half = size / 2, middle_x = x + half, middle_z = z + half;
    const int32_t column = cell_at(throwing, middle_x), row = cell_at(throwing, middle_z);
    for (int32_t j = row > 1 ? row - 2 : 0; j <= row + 2 && j < throwing->cells; j++) {
        for (int32_t i = column > 1 ? column - 2 : 0; i <= column + 2 && i < throwing->cells; i++) {
            const int32_t point = throwing->board[(size_t)j * (size_t)throwing->cells + (size_t)i];
            if (point < 0) {
                continue;
            }
            const double across = fabs(middle_x - throwing->x[point]) + half,
                         down = fabs(middle_z - throwing->z[point]) + half;
            if (across * across + down * down < 1) {
                return true;
            }
        }
    }
    return false;
}

// Throws as many darts as there are squares, each into one at random, and takes away those that are hit.
static void throw_into(dart_throwing *throwing, open_squares *squares)
{
    for (size_t darts = squares->count; darts > 0 && squares->count > 0; darts--) {
        const size_t number = (size_t)(quick_random(&throwing->state) * (double)squares->count);
        const double *corner = squares->corners[number];
        const double x = corner[0] + squares->size * quick_random(&throwing->state);
        const double z = corner[1] + squares->size * quick_random(&throwing->state);
        if (add_point(throwing, x, z)) {
            squares->count--;
            memcpy(squares->corners[number], squares->corners[squares->count], sizeof *squares->corners);
        }
    }
}

// The quarters of all squares in which there may still be a place.
static bool divide(const dart_throwing *throwing, const open_squares *from, open_squares *out)
{
    const double size = from->size / 2;
    *out = (open_squares){.size = size};
    for (size_t i = 0; i < from->count; i++) {
        for (int quarter = 0; quarter < 4; quarter++) {
            const double x = from->corners[i][0] + size * (quarter & 1),
                         z = from->corners[i][1] + size * (quarter >> 1);
            if (!is_covered(throwing, x, z, size) && !add_square(out, x, z)) {
                return false;
            }
        }
    }
    return true;
}

static bool fill(dart_throwing *throwing, open_squares *squares)
{
    // Squares of 2^-40 hold no place that anybody would miss.
    for (int level = 0; level < 40 && squares->count > 0; level++) {
        throw_into(throwing, squares);
        open_squares quarters;
        const bool done = divide(throwing, squares, &quarters);
        free(squares->corners);
        *squares = quarters;
        if (!done) {
            return false;
        }
    }
    return true;
}

bool dart_throwing_fill(dart_throwing *throwing, tr_error *err)
{
    clear_board(throwing);
    open_squares squares = {.size = throwing->side / throwing->cells};
    bool done = true;
    for (int32_t i = 0; done && i < throwing->cells * throwing->cells; i++) {
        const int32_t column = i % throwing->cells, row = i / throwing->cells;
        done = add_square(&squares, column * squares.size, row * squares.size);
    }
    done = done && fill(throwing, &squares);
    free(squares.corners);
    return done || tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "no memory for dart throwing into %g^2", throwing->side);
}
