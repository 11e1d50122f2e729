// Noise at every fourth column, spread over all (coarse_rows.h).
#include "voxel/generate/coarse_rows.h"

bool tr_coarse_noise(tr_context *context, const tr_noise *noise, uint64_t seed, const tr_region *columns, float *out,
                     tr_error *err)
{
    const int64_t x0 = columns->x0 >> TR_COARSE_LOG2, x1 = ((columns->x1 - 1) >> TR_COARSE_LOG2) + 1;
    const int64_t z0 = columns->z0 >> TR_COARSE_LOG2, z1 = ((columns->z1 - 1) >> TR_COARSE_LOG2) + 1;
    const int32_t width = (int32_t)(columns->x1 - columns->x0);
    tr_noise_query query = tr_default_noise_query();
    query.seed = seed;
    query.origin[0] = x0 * TR_COARSE;
    query.origin[1] = z0 * TR_COARSE;
    query.step[0] = query.step[1] = TR_COARSE;
    query.size[0] = (int32_t)(x1 - x0 + 1);
    query.size[1] = (int32_t)(z1 - z0 + 1);
    tr_grid points;
    if (!tr_grid_create(context, query.size[0], query.size[1], 1, &points, err)) return false;
    const bool done = tr_noise_grid(noise, &query, NULL, &points, err);
    for (int64_t z = columns->z0; done && z < columns->z1; z++) {
        const float *north = points.samples + ((z >> TR_COARSE_LOG2) - z0) * points.row_stride;
        tr_coarse_row(north, north + points.row_stride, columns->x0, z, width, out + (z - columns->z0) * width);
    }
    tr_grid_destroy(context, &points);
    return done;
}
