// Places that follow each other along a path lie close together: they are asked for in one area as long as it stays
// small.
#include "world/path_ground.h"

#include <math.h>

#include "base/integers.h"

// A power of two, so that places are divided exactly.
enum { LATTICE_M = 2, MAX_CELLS = 24, MAX_SAMPLES = (MAX_CELLS + 1) * (MAX_CELLS + 1) };

typedef struct cell_box {
    int64_t x0, z0, x1, z1;  // cells, both ends included
} cell_box;

static int64_t cell_of(double at_m)
{
    return (int64_t)floor(at_m / LATTICE_M);
}

// Adds a place; false when the box would become too large.
static bool extend(cell_box *box, double x_m, double z_m)
{
    const int64_t x = cell_of(x_m), z = cell_of(z_m);
    const cell_box wider = {tr_min_i64(box->x0, x), tr_min_i64(box->z0, z), tr_max_i64(box->x1, x),
                            tr_max_i64(box->z1, z)};
    if (wider.x1 - wider.x0 >= MAX_CELLS || wider.z1 - wider.z0 >= MAX_CELLS) return false;
    *box = wider;
    return true;
}

static float height_at(const tr_grid *grid, const cell_box *box, double x_m, double z_m)
{
    const int64_t i = cell_of(x_m), j = cell_of(z_m);
    const double u = x_m / LATTICE_M - (double)i, v = z_m / LATTICE_M - (double)j;
    const float *north = grid->samples + (j - box->z0) * grid->row_stride + (i - box->x0);
    const float *south = north + grid->row_stride;
    const double a = (double)north[0] + ((double)north[1] - (double)north[0]) * u;
    const double b = (double)south[0] + ((double)south[1] - (double)south[0]) * u;
    return (float)(a + (b - a) * v);
}

static bool find_heights(void *user, const double *x_m, const double *z_m, int32_t count, float *out_m, tr_error *err)
{
    const tr_heights *heights = user;
    float samples[MAX_SAMPLES];
    for (int32_t begin = 0; begin < count;) {
        cell_box box = {cell_of(x_m[begin]), cell_of(z_m[begin]), cell_of(x_m[begin]), cell_of(z_m[begin])};
        int32_t end = begin + 1;
        while (end < count && extend(&box, x_m[end], z_m[end])) end++;
        const tr_sample_area area = {box.x0, box.z0, (int32_t)(box.x1 - box.x0) + 2, (int32_t)(box.z1 - box.z0) + 2,
                                     LATTICE_M};
        const tr_grid grid = {samples, area.width, area.height, 1, area.width, (int64_t)area.width * area.height};
        if (!tr_sample_area_check(&area, err) || !tr_heights_evaluate(heights, &area, &grid, NULL, err)) return false;
        for (; begin < end; begin++) out_m[begin] = height_at(&grid, &box, x_m[begin], z_m[begin]);
    }
    return true;
}

tr_ground tr_path_ground(tr_heights *heights)
{
    return (tr_ground){find_heights, heights};
}
