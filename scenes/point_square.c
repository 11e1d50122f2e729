#include "scenes/point_square.h"

bool point_square_create(tr_context *context, double side, point_square *out, tr_error *err)
{
    // Fewer than two points to a square footprint keep their distance.
    const size_t max = (size_t)(2 * (side + 2) * (side + 2));
    *out = (point_square){.side = side};
    out->x = tr_alloc_array(context, max, sizeof *out->x, err);
    out->z = out->x ? tr_alloc_array(context, max, sizeof *out->z, err) : NULL;
    if (out->z) {
        return true;
    }
    point_square_destroy(context, out);
    return false;
}

void point_square_destroy(tr_context *context, point_square *square)
{
    tr_free(context, square->x);
    tr_free(context, square->z);
    *square = (point_square){0};
}

void point_square_add(point_square *square, double x, double z)
{
    if (x >= 0 && z >= 0 && x < square->side && z < square->side) {
        square->x[square->count] = x;
        square->z[square->count++] = z;
    }
}

void point_square_add_pattern(point_square *square, const tr_pattern *pattern, uint64_t seed)
{
    const double side = tr_pattern_info_of(pattern).side;
    const int64_t cells = (int64_t)(square->side / side) + 1;
    for (int64_t row = 0; row < cells; row++) {
        for (int64_t column = 0; column < cells; column++) {
            tr_candidate cell[TR_PATTERN_SLOTS];
            const int32_t count = tr_pattern_cell(pattern, seed, column, row, cell);
            for (int32_t i = 0; i < count; i++) {
                point_square_add(square, (double)column * side + (double)cell[i].x / TR_PATTERN_UNITS,
                                 (double)row * side + (double)cell[i].z / TR_PATTERN_UNITS);
            }
        }
    }
}

bool point_square_measure(tr_context *context, const point_square *square, tr_spectrum *out, tr_image *picture,
                          tr_error *err)
{
    return tr_spectrum_measure(context, &(tr_spectrum_points){square->x, square->z, square->count, square->side}, out,
                               picture, err);
}
