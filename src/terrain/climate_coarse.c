// The coarse lattice of the climate (climate_coarse.h).
//
// An area is cut into patches of samples whose cells fit into a fixed amount of memory. A patch asks for the heights of
// its cells and of those that the wind and the smoothing reach, makes the coefficients of its cells from them, and
// interpolates. Cells at the border of two patches are made twice, with the same bits.
#include "terrain/climate_coarse.h"

#include <string.h>

#include "base/integers.h"
#include "base/area.h"

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

typedef struct climate_patch {
    const tr_coarse *coarse;
    tr_coarse_kind kind;
    const tr_sample_area *area;
    span x, z;
    int32_t low[2], high[2];  // cells that are looked at around those of the patch
    cell_grid ground, sea, smooth_ground, smooth_sea, coefficients;
    int32_t *sample_cell;  // of the samples along x
    float *sample_t;
    tr_coarse_sink sink;
    void *user;
} climate_patch;

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
static void *allocate(climate_patch *patch, tr_error *err)
{
    const int32_t width = patch->x.cell_count + patch->high[0] - patch->low[0];
    const int32_t height = patch->z.cell_count + patch->high[1] - patch->low[1];
    const size_t samples = (size_t)patch->x.sample_count + ROUNDING;
    cell_grid *grids[] = {&patch->ground, &patch->sea, &patch->smooth_ground, &patch->smooth_sea, &patch->coefficients};
    const int32_t sizes[][2] = {{width + 2, height + 2},
                                {width + 2, height + 2},
                                {width, height},
                                {width, height},
                                {patch->x.cell_count, patch->z.cell_count}};
    size_t offsets[6] = {0};
    for (int i = 0; i < 5; i++) offsets[i + 1] = place_cells(grids[i], sizes[i][0], sizes[i][1], offsets[i]);
    const size_t count = offsets[5] + 2 * samples;
    float *block = tr_alloc_array(patch->coarse->context, count, sizeof *block, err);
    if (!block) return NULL;
    memset(block, 0, count * sizeof *block);
    for (int i = 0; i < 5; i++) grids[i]->cells = block + offsets[i];
    patch->sample_t = block + offsets[5];
    patch->sample_cell = (int32_t *)(void *)(block + offsets[5] + samples);
    return block;
}

// ---------------------------------------------------------------------------------------------------------
// Coefficients

static bool read_heights(const climate_patch *patch, tr_error *err)
{
    const tr_sample_area area = {patch->x.cell + patch->low[0] - 1, patch->z.cell + patch->low[1] - 1,
                                 patch->ground.width, patch->ground.height,
                                 (double)(INT64_C(1) << patch->coarse->wind.spacing_log2) / TR_UNITS_PER_METRE};
    const tr_grid out = {patch->ground.cells,  patch->ground.width,
                         patch->ground.height, 1,
                         patch->ground.stride, patch->ground.stride * patch->ground.height};
    return tr_heights_large_shape(patch->coarse->heights, &area, &out, err);
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

static void find_shores(const climate_patch *patch)
{
    const tr_climate_table *table = patch->coarse->table;
    for (int32_t j = 0; j < patch->ground.height; j++) {
        const tr_shore_row row = {patch->ground.cells + j * patch->ground.stride,
                                  patch->sea.cells + j * patch->sea.stride, patch->ground.width,
                                  patch->coarse->sea_level_m};
        table->shore(&row);
    }
    smooth_rows(table, &patch->ground, &patch->smooth_ground);
    smooth_rows(table, &patch->sea, &patch->smooth_sea);
}

static bool run_coefficient_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const climate_patch *patch = user;
    const tr_coarse *coarse = patch->coarse;
    (void)worker, (void)err;
    for (int64_t j = begin; j < end; j++) {
        const int64_t at = (j - patch->low[1]) * patch->smooth_sea.stride - patch->low[0];
        float *out = patch->coefficients.cells + j * patch->coefficients.stride;
        if (patch->kind == TR_COARSE_SEA) {
            memcpy(out, patch->smooth_sea.cells + at, (size_t)patch->x.cell_count * sizeof *out);
            continue;
        }
        const tr_wind_row row = {&coarse->wind,
                                 patch->smooth_ground.cells + at,
                                 patch->smooth_sea.cells + at,
                                 patch->smooth_sea.stride,
                                 coarse->sea_humidity,
                                 coarse->rain_shadow,
                                 out,
                                 patch->x.cell_count};
        coarse->table->look_upwind(&row);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Samples

static void place_samples(const climate_patch *patch)
{
    const int64_t units = tr_area_units(patch->area);
    const int spacing_log2 = patch->coarse->wind.spacing_log2;
    for (int32_t i = 0; i < patch->x.sample_count; i++) {
        const int64_t position = (patch->area->x + patch->x.sample + i) * units;
        patch->sample_cell[i] = (int32_t)(cell_at(position, spacing_log2) - 1 - patch->x.cell);
        patch->sample_t[i] = share_at(position, spacing_log2);
    }
    // Vectors are read beyond the end, and take cells that begin and end alike for all alike.
    for (int32_t i = 0; i < ROUNDING; i++)
        patch->sample_cell[patch->x.sample_count + i] = patch->sample_cell[patch->x.sample_count - 1];
}

static bool run_sample_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const climate_patch *patch = user;
    const int spacing_log2 = patch->coarse->wind.spacing_log2;
    float coefficients[PATCH_CELLS + 2 * ROUNDING], values[RUN + 2 * ROUNDING];
    (void)worker, (void)err;
    for (int64_t j = begin; j < end; j++) {
        const int64_t position = (patch->area->z + patch->z.sample + j) * tr_area_units(patch->area);
        const int64_t row_of_cells = cell_at(position, spacing_log2) - 1 - patch->z.cell,
                      stride = patch->coefficients.stride;
        const float *in = patch->coefficients.cells + row_of_cells * stride;
        const tr_across_row across = {{in, in + stride, in + 2 * stride, in + 3 * stride},
                                      share_at(position, spacing_log2),
                                      coefficients,
                                      patch->x.cell_count};
        patch->coarse->table->across(&across);
        for (int32_t i = 0; i < patch->x.sample_count; i += RUN) {
            const int32_t count = tr_min_i32(RUN, patch->x.sample_count - i);
            const tr_along_row along = {coefficients, patch->sample_cell + i, patch->sample_t + i, values, count};
            patch->coarse->table->along(&along);
            patch->sink(patch->user, patch->x.sample + i, patch->z.sample + (int32_t)j, values, count);
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Patches

static bool run_patch(climate_patch *patch, tr_error *err)
{
    enum { ROWS_OF_CELLS = 8, SAMPLES_PER_PIECE = 1 << 15 };
    tr_context *context = patch->coarse->context;
    void *block = allocate(patch, err);
    if (!block) return false;
    bool ok = read_heights(patch, err);
    if (ok) {
        find_shores(patch);
        place_samples(patch);
        ok = tr_parallel_for(context, &(tr_range_work){patch->z.cell_count, ROWS_OF_CELLS, run_coefficient_rows, patch},
                             NULL, err) &&
             tr_parallel_for(context,
                             &(tr_range_work){patch->z.sample_count, SAMPLES_PER_PIECE / patch->x.sample_count + 1,
                                              run_sample_rows, patch},
                             NULL, err);
    }
    tr_free(context, block);
    return ok;
}

// All patches of an area; `first` says what they have in common.
typedef struct patch_list {
    climate_patch first;
    int32_t samples, count_x;  // along an axis of a patch; patches along x
} patch_list;

static span span_of_patch(const patch_list *patches, int64_t first_sample, int32_t sample_count, int64_t index)
{
    const int32_t sample = (int32_t)(index * patches->samples);
    return span_of(first_sample, sample, tr_min_i32(patches->samples, sample_count - sample),
                   tr_area_units(patches->first.area), patches->first.coarse->wind.spacing_log2);
}

static bool run_patches(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const patch_list *patches = user;
    const tr_sample_area *area = patches->first.area;
    (void)worker;
    for (int64_t index = begin; index < end; index++) {
        climate_patch next = patches->first;
        next.x = span_of_patch(patches, area->x, area->width, index % patches->count_x);
        next.z = span_of_patch(patches, area->z, area->height, index / patches->count_x);
        if (!run_patch(&next, err)) return false;
    }
    return true;
}

bool tr_coarse_evaluate(const tr_coarse *coarse, tr_coarse_kind kind, const tr_sample_area *area, tr_coarse_sink sink,
                        void *user, tr_error *err)
{
    patch_list patches = {.first = {.coarse = coarse, .kind = kind, .area = area, .sink = sink, .user = user}};
    if (kind == TR_COARSE_HUMIDITY) {
        memcpy(patches.first.low, coarse->wind.low, sizeof patches.first.low);
        memcpy(patches.first.high, coarse->wind.high, sizeof patches.first.high);
    }
    patches.samples = samples_of_patch(tr_area_units(area), coarse->wind.spacing_log2);
    patches.count_x = (area->width + patches.samples - 1) / patches.samples;
    const int64_t count_z = (area->height + patches.samples - 1) / patches.samples;
    return tr_parallel_for(coarse->context, &(tr_range_work){patches.count_x * count_z, 1, run_patches, &patches}, NULL,
                           err);
}

int32_t tr_coarse_reach_cells(const tr_coarse *coarse)
{
    const tr_wind *wind = &coarse->wind;
    const int32_t around[] = {-wind->low[0], -wind->low[1], wind->high[0], wind->high[1]};
    int32_t max = 0;
    for (int i = 0; i < 4; i++)
        if (around[i] > max) max = around[i];
    // Beyond: one cell of smoothing, two of the spline.
    return max + 3;
}
