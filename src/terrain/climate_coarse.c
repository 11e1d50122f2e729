// The coarse lattice of the climate (climate_coarse.h).
//
// An area is cut into patches of samples whose cells fit into a fixed amount of memory. A patch asks for the heights of
// its cells and of those that the wind and the smoothing reach, makes the coefficients of its cells from them, and
// interpolates. Cells at the border of two patches are made twice, with the same bits.
#include "terrain/climate_coarse.h"

#include <string.h>

#include "base/integers.h"
#include "terrain/area.h"

enum {
    PATCH_CELLS = 256,         // along a side, without those around
    PATCH_SAMPLES = 1 << 14,   // along a row
    SPARSE_CELLS = 16,         // samples further apart than this are patches of their own
    SPLINE_CELLS = 4,          // coefficients along a side that a sample needs
    RUN = 1024,                // samples that are interpolated at a time
    ROUNDING = TR_CLIMATE_PAD  // rows of cells have a multiple of this length, and as much again
};

// Cells or samples of a patch along one axis.
typedef struct span {
    int32_t sample, sample_count;
    int64_t cell;  // the first that has a coefficient
    int32_t cell_count;
} span;

typedef struct cell_grid {
    float *cells;
    int32_t width, height;
    int64_t stride;
} cell_grid;

typedef struct patch {
    const tr_coarse *coarse;
    tr_coarse_kind kind;
    const tr_area *area;
    span x, z;
    int32_t low[2], high[2];  // cells that are looked at around those of the patch
    cell_grid ground, sea, smooth_ground, smooth_sea, coefficients;
    int32_t *sample_cell;  // of the samples along x
    float *sample_t;
    tr_coarse_sink sink;
    void *user;
} patch;

// ---------------------------------------------------------------------------------------------------------
// Places

static int64_t cell_at(int64_t position, int spacing_log2)
{
    return position >> spacing_log2;
}

static float share_at(int64_t position, int spacing_log2)
{
    const int64_t cell = INT64_C(1) << spacing_log2;
    return (float)((double)(position & (cell - 1)) / (double)cell);
}

// How many samples a patch has along an axis.
static int32_t samples_of_patch(int64_t units, int spacing_log2)
{
    const int64_t cell = INT64_C(1) << spacing_log2;
    if (units > SPARSE_CELLS * cell) return 1;
    const int64_t count = (PATCH_CELLS - SPLINE_CELLS) * cell / units;
    return (int32_t)tr_min_i64(count, PATCH_SAMPLES);
}

static span span_of(int64_t first_sample, int32_t sample, int32_t count, int64_t units, int spacing_log2)
{
    const int64_t first = first_sample + sample;
    const int64_t cell = cell_at(first * units, spacing_log2) - 1;
    const int64_t last_cell = cell_at((first + count - 1) * units, spacing_log2) + 2;
    return (span){sample, count, cell, (int32_t)(last_cell - cell + 1)};
}

// ---------------------------------------------------------------------------------------------------------
// Memory

static size_t place_cells(cell_grid *grid, int32_t width, int32_t height, size_t offset)
{
    grid->width = width;
    grid->height = height;
    grid->stride = (width + ROUNDING - 1) / ROUNDING * ROUNDING + ROUNDING;
    return offset + (size_t)grid->stride * (size_t)height;
}

// One block for all; numbers in the padding are computed with and thrown away, and must not be slow ones.
static void *allocate(patch *it, tr_error *err)
{
    const int32_t width = it->x.cell_count + it->high[0] - it->low[0];
    const int32_t height = it->z.cell_count + it->high[1] - it->low[1];
    const size_t samples = (size_t)it->x.sample_count + ROUNDING;
    cell_grid *grids[] = {&it->ground, &it->sea, &it->smooth_ground, &it->smooth_sea, &it->coefficients};
    const int32_t sizes[][2] = {{width + 2, height + 2},
                                {width + 2, height + 2},
                                {width, height},
                                {width, height},
                                {it->x.cell_count, it->z.cell_count}};
    size_t offsets[6] = {0};
    for (int i = 0; i < 5; i++) offsets[i + 1] = place_cells(grids[i], sizes[i][0], sizes[i][1], offsets[i]);
    const size_t count = offsets[5] + 2 * samples;
    float *block = tr_alloc_array(it->coarse->context, count, sizeof *block, err);
    if (!block) return NULL;
    memset(block, 0, count * sizeof *block);
    for (int i = 0; i < 5; i++) grids[i]->cells = block + offsets[i];
    it->sample_t = block + offsets[5];
    it->sample_cell = (int32_t *)(void *)(block + offsets[5] + samples);
    return block;
}

// ---------------------------------------------------------------------------------------------------------
// Coefficients

static bool read_heights(const patch *it, tr_error *err)
{
    const tr_area area = {it->x.cell + it->low[0] - 1, it->z.cell + it->low[1] - 1, it->ground.width, it->ground.height,
                          (double)(INT64_C(1) << it->coarse->wind.spacing_log2) / TR_UNITS_PER_METRE};
    const tr_grid out = {it->ground.cells,  it->ground.width,
                         it->ground.height, 1,
                         it->ground.stride, it->ground.stride * it->ground.height};
    return tr_heights_large_shape(it->coarse->heights, &area, &out, err);
}

static void smooth_rows(const tr_climate_table *table, const cell_grid *in, const cell_grid *out)
{
    for (int32_t j = 0; j < out->height; j++) {
        const float *first = in->cells + j * in->stride;
        const tr_smooth_row row = {
            {first, first + in->stride, first + 2 * in->stride}, out->cells + j * out->stride, out->width};
        table->smooth(&row);
    }
}

static void find_shores(const patch *it)
{
    const tr_climate_table *table = it->coarse->table;
    for (int32_t j = 0; j < it->ground.height; j++) {
        const tr_shore_row row = {it->ground.cells + j * it->ground.stride, it->sea.cells + j * it->sea.stride,
                                  it->ground.width, it->coarse->sea_level_m};
        table->shore(&row);
    }
    smooth_rows(table, &it->ground, &it->smooth_ground);
    smooth_rows(table, &it->sea, &it->smooth_sea);
}

static bool run_coefficient_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const patch *it = user;
    const tr_coarse *coarse = it->coarse;
    (void)worker, (void)err;
    for (int64_t j = begin; j < end; j++) {
        const int64_t at = (j - it->low[1]) * it->smooth_sea.stride - it->low[0];
        float *out = it->coefficients.cells + j * it->coefficients.stride;
        if (it->kind == TR_COARSE_SEA) {
            memcpy(out, it->smooth_sea.cells + at, (size_t)it->x.cell_count * sizeof *out);
            continue;
        }
        const tr_wind_row row = {&coarse->wind,
                                 it->smooth_ground.cells + at,
                                 it->smooth_sea.cells + at,
                                 it->smooth_sea.stride,
                                 coarse->sea_humidity,
                                 coarse->rain_shadow,
                                 out,
                                 it->x.cell_count};
        coarse->table->look_upwind(&row);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Samples

static void place_samples(const patch *it)
{
    const int64_t units = tr_area_units(it->area);
    const int spacing_log2 = it->coarse->wind.spacing_log2;
    for (int32_t i = 0; i < it->x.sample_count; i++) {
        const int64_t position = (it->area->x + it->x.sample + i) * units;
        it->sample_cell[i] = (int32_t)(cell_at(position, spacing_log2) - 1 - it->x.cell);
        it->sample_t[i] = share_at(position, spacing_log2);
    }
    // Vectors are read beyond the end, and take cells that begin and end alike for all alike.
    for (int32_t i = 0; i < ROUNDING; i++)
        it->sample_cell[it->x.sample_count + i] = it->sample_cell[it->x.sample_count - 1];
}

static bool run_sample_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const patch *it = user;
    const int spacing_log2 = it->coarse->wind.spacing_log2;
    float coefficients[PATCH_CELLS + 2 * ROUNDING], values[RUN + 2 * ROUNDING];
    (void)worker, (void)err;
    for (int64_t j = begin; j < end; j++) {
        const int64_t position = (it->area->z + it->z.sample + j) * tr_area_units(it->area);
        const int64_t row_of_cells = cell_at(position, spacing_log2) - 1 - it->z.cell, stride = it->coefficients.stride;
        const float *in = it->coefficients.cells + row_of_cells * stride;
        const tr_across_row across = {{in, in + stride, in + 2 * stride, in + 3 * stride},
                                      share_at(position, spacing_log2),
                                      coefficients,
                                      it->x.cell_count};
        it->coarse->table->across(&across);
        for (int32_t i = 0; i < it->x.sample_count; i += RUN) {
            const int32_t count = tr_min_i32(RUN, it->x.sample_count - i);
            const tr_along_row along = {coefficients, it->sample_cell + i, it->sample_t + i, values, count};
            it->coarse->table->along(&along);
            it->sink(it->user, it->x.sample + i, it->z.sample + (int32_t)j, values, count);
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Patches

static bool run_patch(patch *it, tr_error *err)
{
    enum { ROWS_OF_CELLS = 8, SAMPLES_PER_PIECE = 1 << 15 };
    tr_context *context = it->coarse->context;
    void *block = allocate(it, err);
    if (!block) return false;
    bool ok = read_heights(it, err);
    if (ok) {
        find_shores(it);
        place_samples(it);
        ok = tr_parallel_for(context, it->z.cell_count, ROWS_OF_CELLS, run_coefficient_rows, it, NULL, err) &&
             tr_parallel_for(context, it->z.sample_count, SAMPLES_PER_PIECE / it->x.sample_count + 1, run_sample_rows,
                             it, NULL, err);
    }
    tr_free(context, block);
    return ok;
}

// All patches of an area; `first` says what they have in common.
typedef struct patches {
    patch first;
    int32_t samples, count_x;  // along an axis of a patch; patches along x
} patches;

static span span_of_patch(const patches *it, int64_t first_sample, int32_t sample_count, int64_t index)
{
    const int32_t sample = (int32_t)(index * it->samples);
    return span_of(first_sample, sample, tr_min_i32(it->samples, sample_count - sample), tr_area_units(it->first.area),
                   it->first.coarse->wind.spacing_log2);
}

static bool run_patches(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const patches *it = user;
    const tr_area *area = it->first.area;
    (void)worker;
    for (int64_t index = begin; index < end; index++) {
        patch next = it->first;
        next.x = span_of_patch(it, area->x, area->width, index % it->count_x);
        next.z = span_of_patch(it, area->z, area->height, index / it->count_x);
        if (!run_patch(&next, err)) return false;
    }
    return true;
}

bool tr_coarse_evaluate(const tr_coarse *coarse, tr_coarse_kind kind, const tr_area *area, tr_coarse_sink sink,
                        void *user, tr_error *err)
{
    patches it = {.first = {.coarse = coarse, .kind = kind, .area = area, .sink = sink, .user = user}};
    if (kind == TR_COARSE_HUMIDITY) {
        memcpy(it.first.low, coarse->wind.low, sizeof it.first.low);
        memcpy(it.first.high, coarse->wind.high, sizeof it.first.high);
    }
    it.samples = samples_of_patch(tr_area_units(area), coarse->wind.spacing_log2);
    it.count_x = (area->width + it.samples - 1) / it.samples;
    const int64_t count_z = (area->height + it.samples - 1) / it.samples;
    return tr_parallel_for(coarse->context, it.count_x * count_z, 1, run_patches, &it, NULL, err);
}

int32_t tr_coarse_reach_cells(const tr_coarse *coarse)
{
    const tr_wind *wind = &coarse->wind;
    const int32_t around[] = {-wind->low[0], -wind->low[1], wind->high[0], wind->high[1]};
    int32_t most = 0;
    for (int i = 0; i < 4; i++)
        if (around[i] > most) most = around[i];
    // Beyond: one cell of smoothing, two of the spline.
    return most + 3;
}
