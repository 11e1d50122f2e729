// Columns of the preset WORLD (stages.h): the ground of the world cut into blocks, its soil, and what leans over.
#include <assert.h>
#include <string.h>

#include "base/integers.h"
#include "voxel/generate/cell_hash.h"
#include "voxel/generate/coarse_rows.h"
#include "voxel/generate/ground_blocks.h"
#include "voxel/generate/overhang.h"

enum { SOIL_SALT = 0x736f696c };

// The rectangle of columns of blocks that columns of chunks cover, with some more around.
static tr_ground_window window_around(tr_column *const *columns, size_t count, int32_t around)
{
    int64_t x0 = columns[0]->x, x1 = x0, z0 = columns[0]->z, z1 = z0;
    for (size_t i = 1; i < count; i++) {
        x0 = tr_min_i64(x0, columns[i]->x);
        x1 = tr_max_i64(x1, columns[i]->x);
        z0 = tr_min_i64(z0, columns[i]->z);
        z1 = tr_max_i64(z1, columns[i]->z);
    }
    return (tr_ground_window){.x = x0 * TR_VOXEL_SIDE - around,
                              .z = z0 * TR_VOXEL_SIDE - around,
                              .width = (int32_t)(x1 - x0 + 1) * TR_VOXEL_SIDE + 2 * around,
                              .depth = (int32_t)(z1 - z0 + 1) * TR_VOXEL_SIDE + 2 * around};
}

// Where the first column of blocks of a column of chunks lies in a window.
static ptrdiff_t first_of(const tr_ground_window *window, const tr_column *column)
{
    return (ptrdiff_t)((column->z * TR_VOXEL_SIDE - window->z) * window->width + column->x * TR_VOXEL_SIDE - window->x);
}

// ---------------------------------------------------------------------------------------------------------
// Surfaces

// What a column of chunks takes over from a row of the window.
static void copy_row(const tr_ground_window *window, ptrdiff_t at, tr_column *column, int cell)
{
    const tr_ground_samples *samples = &window->samples;
    const int32_t *water = window->water + at;
    const uint8_t *cover = samples->cover + at;
    uint8_t *restrict bare = column->cover + cell;
    memcpy(column->top + cell, window->top + at, TR_VOXEL_SIDE * sizeof *column->top);
    memcpy(column->water + cell, water, TR_VOXEL_SIDE * sizeof *column->water);
    memcpy(column->height + cell, samples->height + at, TR_VOXEL_SIDE * sizeof *column->height);
    memcpy(column->biome + cell, samples->biome + at, TR_VOXEL_SIDE);
    for (int i = 0; i < TR_VOXEL_SIDE; i++) bare[i] = water[i] == TR_COLUMN_DRY ? cover[i] : TR_GROUND_BARE;
}

static void cover_row(const tr_ground_window *window, ptrdiff_t at, const float *patches, const uint64_t *hashes,
                      tr_column *column, int cell)
{
    const tr_ground_samples *samples = &window->samples;
    float slopes[TR_VOXEL_SIDE];
    for (int i = 0; i < TR_VOXEL_SIDE; i++) slopes[i] = tr_ground_slope(window, at + i);
    const tr_ground_line line = {.biome = samples->biome + at,
                                 .cover = samples->cover + at,
                                 .bank = window->bank + at,
                                 .top = window->top + at,
                                 .water = window->water + at,
                                 .slope = slopes,
                                 .degC = samples->temperature + at,
                                 .humidity = samples->humidity + at,
                                 .patch = patches + at,
                                 .hash = hashes};
    tr_ground_soil_line(&line, TR_VOXEL_SIDE, column->surface + cell, column->under + cell, column->under_depth + cell);
}

static void fill_column(const tr_voxel_rules *rules, const tr_ground_window *window, const float *patches,
                        tr_column *column)
{
    const ptrdiff_t first = first_of(window, column);
    for (int j = 0; j < TR_VOXEL_SIDE; j++) {
        const uint64_t row = tr_row_hash(rules->seed, SOIL_SALT, column->z * TR_VOXEL_SIDE + j);
        const ptrdiff_t at = first + j * (ptrdiff_t)window->width;
        uint64_t hashes[TR_VOXEL_SIDE];
        for (int i = 0; i < TR_VOXEL_SIDE; i++) hashes[i] = tr_cell_hash(row, column->x * TR_VOXEL_SIDE + i);
        copy_row(window, at, column, j * TR_VOXEL_SIDE);
        cover_row(window, at, patches, hashes, column, j * TR_VOXEL_SIDE);
    }
    memset(column->open, 0, sizeof column->open);
}

typedef struct filling_work {
    const tr_voxel_rules *rules;
    const tr_ground_window *window;
    const float *patches;
    tr_column *const *columns;
} filling_work;

static bool fill_some(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const filling_work *filling = user;
    (void)worker, (void)err;
    for (int64_t i = begin; i < end; i++)
        fill_column(filling->rules, filling->window, filling->patches, filling->columns[i]);
    return true;
}

// A thread that has no group of columns to make helps with those of the others.
static bool fill_columns(const tr_voxel_rules *rules, const tr_ground_window *window, tr_column *const *columns,
                         size_t count, tr_error *err)
{
    enum { COLUMNS_AT_ONCE = 4 };
    const tr_region all = {window->x, window->z, window->x + window->width, window->z + window->depth};
    float *patches =
        tr_alloc_array(rules->context, (size_t)window->width * (size_t)window->depth, sizeof *patches, err);
    if (!patches) return false;
    filling_work filling = {rules, window, patches, columns};
    const bool done =
        tr_coarse_noise(rules->context, rules->overhangs->patches, rules->seed, &all, patches, err) &&
        tr_parallel_for(rules->context, &(tr_range_work){(int64_t)count, COLUMNS_AT_ONCE, fill_some, &filling}, NULL,
                        err);
    tr_free(rules->context, patches);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Overhangs

// The highest block of a band; below it all is solid.
static int32_t top_of(const tr_column_band *band)
{
    return band->solid ? band->base + 63 - __builtin_clzll(band->solid) : band->base - 1;
}

// Whether a column has ground that leans; its bands are then its own.
static bool take_bands(const tr_voxel_rules *rules, const tr_band_field *field, const uint8_t *leaning, int32_t x,
                       int32_t z, tr_column *column, tr_error *err)
{
    bool any = false;
    for (int j = 0; j < TR_VOXEL_SIDE && !any; j++)
        any = memchr(leaning + (ptrdiff_t)(z + j) * field->width + x, 1, TR_VOXEL_SIDE) != NULL;
    if (!any) return true;
    tr_column_band *bands = tr_alloc_array(rules->context, TR_COLUMN_CELLS, sizeof *bands, err);
    if (!bands) return false;
    for (int j = 0; j < TR_VOXEL_SIDE; j++)
        memcpy(bands + (ptrdiff_t)j * TR_VOXEL_SIDE, field->bands + (ptrdiff_t)(z + j) * field->width + x,
               TR_VOXEL_SIDE * sizeof *bands);
    column->bands = bands;
    if (!tr_float_remove(rules->context, field, x, z, bands, err)) return false;
    for (int cell = 0; cell < TR_COLUMN_CELLS; cell++)
        column->top[cell] = tr_block_within(&rules->def, top_of(&bands[cell]));
    return true;
}

static bool lean_with(const tr_voxel_rules *rules, const tr_ground_window *window, tr_column_band *bands,
                      uint8_t *leaning, tr_column *const *columns, size_t count, tr_error *err)
{
    const int32_t rim = TR_OVERHANG_HALO - TR_FLOAT_SIDE;
    const tr_band_field field = {bands, window->width - 2 * rim, window->depth - 2 * rim};
    if (!tr_overhang_bands(rules, window, bands, leaning, err)) return false;
    for (size_t i = 0; i < count; i++) {
        const int32_t x = (int32_t)(columns[i]->x * TR_VOXEL_SIDE - window->x) - rim;
        const int32_t z = (int32_t)(columns[i]->z * TR_VOXEL_SIDE - window->z) - rim;
        if (!take_bands(rules, &field, leaning, x, z, columns[i], err)) return false;
    }
    return true;
}

static bool lean_columns(const tr_voxel_rules *rules, tr_column *const *columns, size_t count, tr_error *err)
{
    tr_ground_window window = window_around(columns, count, TR_OVERHANG_HALO);
    const size_t cells = (size_t)window.width * (size_t)window.depth;
    tr_column_band *bands = tr_alloc_array(rules->context, cells, sizeof *bands, err);
    uint8_t *leaning = tr_alloc(rules->context, cells, err);
    bool done = bands && leaning && tr_ground_window_make(rules, false, &window, err);
    if (done) {
        done = lean_with(rules, &window, bands, leaning, columns, count, err);
        tr_ground_window_destroy(rules, &window);
    }
    tr_free(rules->context, leaning);
    tr_free(rules->context, bands);
    return done;
}

// ---------------------------------------------------------------------------------------------------------

// The highest block below the first gap of a band: it has soil too.
static int32_t lowest_top(const tr_column_band *band, int32_t top)
{
    const uint64_t gaps = ~band->solid;
    return gaps ? tr_min_i32(band->base + __builtin_ctzll(gaps) - 1, top) : top;
}

static void measure_extent(tr_column *column)
{
    int32_t lowest = INT32_MAX, highest = INT32_MIN;
    for (int cell = 0; cell < TR_COLUMN_CELLS; cell++) {
        lowest = tr_min_i32(lowest, column->top[cell] - column->under_depth[cell]);
        highest = tr_max_i32(highest, tr_max_i32(column->top[cell], column->water[cell]));
    }
    for (int cell = 0; column->bands && cell < TR_COLUMN_CELLS; cell++)
        lowest = tr_min_i32(lowest, lowest_top(&column->bands[cell], column->top[cell]) - column->under_depth[cell]);
    column->lowest = lowest;
    column->highest = highest;
}

bool tr_ground_columns(const tr_voxel_rules *rules, tr_column *const *columns, size_t count, tr_error *err)
{
    assert(rules->overhangs && count > 0);
    tr_ground_window window = window_around(columns, count, 1);
    if (!tr_ground_window_make(rules, true, &window, err)) return false;
    bool done = fill_columns(rules, &window, columns, count, err);
    const bool leaning = done && tr_overhang_possible(rules, &window);
    tr_ground_window_destroy(rules, &window);
    if (leaning) done = lean_columns(rules, columns, count, err);
    for (size_t i = 0; i < count && done; i++) measure_extent(columns[i]);
    return done;
}
