#include "dart_reference.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "terrane/base.h"

typedef struct dart_board {
    double side, cell;
    int cells;
    int32_t *points;  // of the cells, each of which has room for one
    const double *x, *z;
} dart_board;

static double wrapped(double a, double b, double side)
{
    const double apart = fabs(a - b);
    return apart > side / 2 ? side - apart : apart;
}

static bool is_free(const dart_board *board, int column, int row, double x, double z)
{
    for (int i = row - 2; i <= row + 2; i++) {
        for (int j = column - 2; j <= column + 2; j++) {
            const int32_t other =
                board->points[(i + board->cells) % board->cells * board->cells + (j + board->cells) % board->cells];
            if (other < 0) continue;
            const double across = wrapped(x, board->x[other], board->side),
                         down = wrapped(z, board->z[other], board->side);
            if (across * across + down * down < 1) return false;
        }
    }
    return true;
}

size_t dart_reference(uint64_t seed, double side, double darts_per_area, double *x, double *z)
{
    dart_board board = {.side = side, .cells = (int)ceil(side * sqrt(2)), .x = x, .z = z};
    board.cell = side / board.cells;
    const size_t cell_count = (size_t)board.cells * (size_t)board.cells;
    board.points = malloc(cell_count * sizeof *board.points);
    if (!board.points) abort();
    for (size_t i = 0; i < cell_count; i++) board.points[i] = -1;
    size_t count = 0;
    const int64_t darts = (int64_t)(side * side * darts_per_area);
    for (int64_t i = 0; i < darts; i++) {
        const double at_x = side * tr_unit_from_hash(tr_hash_identity(seed, 1, i, 0, 0));
        const double at_z = side * tr_unit_from_hash(tr_hash_identity(seed, 2, i, 0, 0));
        const int column = (int)(at_x / board.cell), row = (int)(at_z / board.cell);
        if (!is_free(&board, column, row, at_x, at_z)) continue;
        x[count] = at_x;
        z[count] = at_z;
        board.points[row * board.cells + column] = (int32_t)count++;
    }
    free(board.points);
    return count;
}
