#include "point_square.h"

bool point_square_create(tr_context *context, double side, point_square *out, tr_error *err)
{
    // Fewer than two points to a square footprint keep their distance.
    const size_t most = (size_t)(2 * (side + 2) * (side + 2));
    *out = (point_square){.side = side};
    out->x = tr_alloc_array(context, most, sizeof *out->x, err);
    out->z = out->x ? tr_alloc_array(context, most, sizeof *out->z, err) : NULL;
    if (out->z) {
        return true;
    }
    point_square_destroy(context, out);
    return false;
}

void point_square_destroy(tr_context *context, point_square *it)
{
    tr_free(context, it->x);
    tr_free(context, it->z);
    *it = (point_square){0};
}

void point_square_add(point_square *it, double x, double z)
{
    if (x >= 0 && z >= 0 && x < it->side && z < it->side) {
        it->x[it->count] = x;
        it->z[it->count++] = z;
    }
}

void point_square_add_pattern(point_square *it, const tr_pattern *pattern, uint64_t seed)
{
    const double side = tr_pattern_get_facts(pattern).side;
    const int64_t cells = (int64_t)(it->side / side) + 1;
    for (int64_t row = 0; row < cells; row++) {
        for (int64_t column = 0; column < cells; column++) {
            tr_candidate cell[TR_PATTERN_SLOTS];
            const int32_t count = tr_pattern_cell(pattern, seed, column, row, cell);
            for (int32_t i = 0; i < count; i++) {
                point_square_add(it, (double)column * side + (double)cell[i].x / TR_PATTERN_UNITS,
                                 (double)row * side + (double)cell[i].z / TR_PATTERN_UNITS);
            }
        }
    }
}

bool point_square_measure(tr_context *context, const point_square *it, tr_spectrum *out, tr_image *picture,
                          tr_error *err)
{
    return tr_spectrum_measure(context, it->x, it->z, it->count, it->side, out, picture, err);
}
