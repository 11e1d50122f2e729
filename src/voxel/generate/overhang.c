// How far the ground leans, and the bands that come of it (overhang.h).
#include "voxel/generate/overhang.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "voxel/generate/coarse_rows.h"

// Where A rises from 0 to full: slopes, and the slow noise.
static const float slope_low = 0.8f, slope_high = 1.4f, rugged_low = -0.2f, rugged_high = 0.2f;
static const float max_amplitude = 52;
// What would not move a surface by a block is left alone.
static const float min_amplitude = 2;

static float ramp(float value, float low, float high)
{
    const float t = fminf(fmaxf((value - low) / (high - low), 0), 1);
    return t * t * (3 - 2 * t);
}

float tr_overhang_steepness(float slope)
{
    return ramp(slope, slope_low, slope_high);
}

// Whether a slope of a row has a square above a number; several are looked at at a time.
static bool has_square_above(const tr_ground_window *window, int32_t j, float square)
{
    const float *heights = window->samples.height + (ptrdiff_t)j * window->width;
    int any = 0;
    for (int32_t i = 1; i < window->width - 1; i++) any |= tr_ground_slope_squared(heights + i, window->width) > square;
    return any;
}

bool tr_overhang_possible(const tr_voxel_rules *rules, const tr_ground_window *window)
{
    const float nearly = 0.98f * slope_low * slope_low;  // less by more than what a root is rounded
    for (int32_t j = 1; rules->def.overhangs > 0 && j < window->depth - 1; j++) {
        if (!has_square_above(window, j, nearly)) continue;
        for (int32_t i = 1; i < window->width - 1; i++)
            if (tr_ground_slope(window, (ptrdiff_t)j * window->width + i) > slope_low) return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------------------
// Amplitudes

static bool is_built_on(const tr_ground_window *window, ptrdiff_t at)
{
    return window->samples.water[at] > window->samples.height[at] || window->samples.cover[at] != TR_GROUND_BARE;
}

// Along a row, how many columns away the nearest is that must stay as it is, up to TR_OVERHANG_CLEAR.
static void measure_row(const tr_ground_window *window, int32_t j, uint8_t *out)
{
    const ptrdiff_t row = (ptrdiff_t)j * window->width;
    int distance = TR_OVERHANG_CLEAR;
    for (int32_t i = 0; i < window->width; i++) {
        distance = is_built_on(window, row + i) ? 0 : tr_min_i32(distance + 1, TR_OVERHANG_CLEAR);
        out[row + i] = (uint8_t)distance;
    }
    for (int32_t i = window->width; i-- > 0;) {
        distance = tr_min_i32(distance + 1, out[row + i]);
        out[row + i] = (uint8_t)distance;
    }
}

// The larger of both ways along the axes, to the nearest.
static int clearance(const tr_ground_window *window, const uint8_t *along_rows, ptrdiff_t at)
{
    int nearest = TR_OVERHANG_CLEAR;
    for (int dz = -TR_OVERHANG_CLEAR; dz <= TR_OVERHANG_CLEAR; dz++) {
        const int way = tr_max_i32(dz < 0 ? -dz : dz, along_rows[at + dz * (ptrdiff_t)window->width]);
        nearest = tr_min_i32(nearest, way);
    }
    return nearest;
}

// `out` has the slow noise and gets A, in rows as those of the window without TR_OVERHANG_CLEAR + 1 columns around.
static void find_amplitudes(const tr_voxel_rules *rules, const tr_ground_window *window, const uint8_t *along_rows,
                            float *out)
{
    const int32_t rim = TR_OVERHANG_CLEAR + 1, width = window->width - 2 * rim, depth = window->depth - 2 * rim;
    for (int32_t j = 0; j < depth; j++) {
        for (int32_t i = 0; i < width; i++) {
            const ptrdiff_t at = (ptrdiff_t)(j + rim) * window->width + i + rim;
            float *amplitude = &out[(ptrdiff_t)j * width + i];
            const float steep = tr_overhang_steepness(tr_ground_slope(window, at));
            const float wild = steep > 0 ? steep * ramp(*amplitude, rugged_low, rugged_high) : 0;
            *amplitude = 0;
            if (!(wild > 0)) continue;
            // Beside water the ground is a bank, which stays as it is too.
            const float free = (float)(clearance(window, along_rows, at) - 1) * (1.0f / (TR_OVERHANG_CLEAR - 1));
            const float full = (float)rules->def.overhangs * max_amplitude * wild * free;
            if (full >= min_amplitude) *amplitude = full - min_amplitude;
        }
    }
}

static bool make_amplitudes(const tr_voxel_rules *rules, const tr_ground_window *window, float *out, tr_error *err)
{
    const int32_t rim = TR_OVERHANG_CLEAR + 1;
    const tr_region columns = {window->x + rim, window->z + rim, window->x + window->width - rim,
                               window->z + window->depth - rim};
    uint8_t *along_rows =
        tr_alloc(rules->context, (size_t)window->width * (size_t)window->depth * sizeof *along_rows, err);
    if (!along_rows) return false;
    const bool done = tr_coarse_noise(rules->context, rules->overhangs->rugged, rules->seed, &columns, out, err);
    for (int32_t j = 0; done && j < window->depth; j++) measure_row(window, j, along_rows);
    if (done) find_amplitudes(rules, window, along_rows, out);
    tr_free(rules->context, along_rows);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Bands

// The first of the blocks that can vary: a multiple of the cells of the noise, so far below the height that the
// surface stays within them.
static int32_t varying_base(float height)
{
    const int32_t whole = (int32_t)floorf(height) - TR_OVERHANG_REACH;
    return whole & ~(TR_OVERHANG_CELL - 1);
}

// Columns whose noise is made at once.
enum { TILE = 16, POINTS = TILE / TR_OVERHANG_CELL + 1 };

typedef struct band_walk {
    const tr_voxel_rules *rules;
    const tr_ground_window *window;
    const float *amplitudes;
    tr_column_band *bands;
    int32_t rim, width, depth;  // of amplitudes and bands
} band_walk;

// A part of a tile that lies in the walk, in columns from the first of the walk.
typedef struct band_tile {
    int64_t x, z;  // of the tile, in blocks
    int32_t i0, i1, j0, j1;
} band_tile;

static float height_at(const band_walk *walk, int32_t i, int32_t j)
{
    return walk->window->samples.height[(ptrdiff_t)(j + walk->rim) * walk->window->width + i + walk->rim];
}

// The lowest and the highest base of the columns that lean; false when none does.
static bool find_levels(const band_walk *walk, const band_tile *tile, int32_t *low, int32_t *high)
{
    *low = INT32_MAX;
    *high = INT32_MIN;
    for (int32_t j = tile->j0; j < tile->j1; j++) {
        for (int32_t i = tile->i0; i < tile->i1; i++) {
            if (!(walk->amplitudes[(ptrdiff_t)j * walk->width + i] > 0)) continue;
            const int32_t base = varying_base(height_at(walk, i, j));
            *low = tr_min_i32(*low, base);
            *high = tr_max_i32(*high, base);
        }
    }
    return *low <= *high;
}

static void lean_column(const band_walk *walk, const tr_grid *noise, int64_t x, int64_t z, int32_t low,
                        const float *amplitude, tr_column_band *out)
{
    const int32_t i = (int32_t)(x - walk->window->x) - walk->rim, j = (int32_t)(z - walk->window->z) - walk->rim;
    const float height = height_at(walk, i, j);
    const int32_t base = varying_base(height);
    const int32_t cell_x = (int32_t)(x & (TILE - 1)) / TR_OVERHANG_CELL;
    const int32_t cell_z = (int32_t)(z & (TILE - 1)) / TR_OVERHANG_CELL;
    const float *at =
        noise->samples + cell_z * noise->plane_stride + cell_x * noise->row_stride + (base - low) / TR_OVERHANG_CELL;
    const tr_overhang_column column = {
        .corner = {at, at + noise->row_stride, at + noise->plane_stride, at + noise->plane_stride + noise->row_stride},
        .east = (float)(x & (TR_OVERHANG_CELL - 1)) * (1.0f / TR_OVERHANG_CELL),
        .south = (float)(z & (TR_OVERHANG_CELL - 1)) * (1.0f / TR_OVERHANG_CELL),
        .height = height - (float)base,
        .amplitude = *amplitude,
        .max = TR_OVERHANG_REACH,
    };
    const uint64_t varying = walk->rules->overhangs->table->solid(&column);
    out->base = base - TR_BAND_MARGIN;
    out->solid = varying << TR_BAND_MARGIN | ((UINT64_C(1) << TR_BAND_MARGIN) - 1);
}

static bool lean_tile(const band_walk *walk, const band_tile *tile, tr_error *err)
{
    int32_t low, high;
    if (!find_levels(walk, tile, &low, &high)) return true;
    tr_noise_query query = tr_default_noise_query();
    query.seed = walk->rules->seed;
    query.origin[0] = low;
    query.origin[1] = tile->x;
    query.origin[2] = tile->z;
    for (int axis = 0; axis < 3; axis++) query.step[axis] = TR_OVERHANG_CELL;
    query.size[0] = (high - low) / TR_OVERHANG_CELL + TR_OVERHANG_CELLS + 1;
    query.size[1] = query.size[2] = POINTS;
    tr_grid noise;
    if (!tr_grid_create(walk->rules->context, query.size[0], POINTS, POINTS, &noise, err)) return false;
    const bool done = tr_noise_grid(walk->rules->overhangs->density, &query, NULL, &noise, err);
    for (int32_t j = tile->j0; done && j < tile->j1; j++) {
        for (int32_t i = tile->i0; i < tile->i1; i++) {
            const ptrdiff_t at = (ptrdiff_t)j * walk->width + i;
            if (walk->amplitudes[at] > 0)
                lean_column(walk, &noise, walk->window->x + walk->rim + i, walk->window->z + walk->rim + j, low,
                            &walk->amplitudes[at], &walk->bands[at]);
        }
    }
    tr_grid_destroy(walk->rules->context, &noise);
    return done;
}

static bool lean_tiles(const band_walk *walk, tr_error *err)
{
    const int64_t x0 = walk->window->x + walk->rim, z0 = walk->window->z + walk->rim;
    for (int64_t z = z0 & ~(int64_t)(TILE - 1); z < z0 + walk->depth; z += TILE) {
        for (int64_t x = x0 & ~(int64_t)(TILE - 1); x < x0 + walk->width; x += TILE) {
            const band_tile tile = {x,
                                    z,
                                    (int32_t)tr_max_i64(x - x0, 0),
                                    (int32_t)tr_min_i64(x + TILE - x0, walk->width),
                                    (int32_t)tr_max_i64(z - z0, 0),
                                    (int32_t)tr_min_i64(z + TILE - z0, walk->depth)};
            if (!lean_tile(walk, &tile, err)) return false;
        }
    }
    return true;
}

// Ground that does not lean ends at its top.
static void fill_plain(const band_walk *walk)
{
    enum { BLOCKS = 32 };
    for (int32_t j = 0; j < walk->depth; j++) {
        const int32_t *top = walk->window->top + (ptrdiff_t)(j + walk->rim) * walk->window->width + walk->rim;
        for (int32_t i = 0; i < walk->width; i++)
            walk->bands[(ptrdiff_t)j * walk->width + i] = (tr_column_band){top[i] + 1 - BLOCKS, UINT32_MAX};
    }
}

bool tr_overhang_bands(const tr_voxel_rules *rules, const tr_ground_window *window, tr_column_band *bands,
                       uint8_t *leaning, tr_error *err)
{
    const int32_t rim = TR_OVERHANG_CLEAR + 1;
    const size_t count = (size_t)(window->width - 2 * rim) * (size_t)(window->depth - 2 * rim);
    float *amplitudes = tr_alloc_array(rules->context, count, sizeof *amplitudes, err);
    if (!amplitudes) return false;
    const band_walk walk = {rules, window, amplitudes, bands, rim, window->width - 2 * rim, window->depth - 2 * rim};
    fill_plain(&walk);
    const bool done = make_amplitudes(rules, window, amplitudes, err) && lean_tiles(&walk, err);
    for (size_t i = 0; done && i < count; i++) leaning[i] = amplitudes[i] > 0;
    tr_free(rules->context, amplitudes);
    return done;
}
