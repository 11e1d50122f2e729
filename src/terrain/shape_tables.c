// Tables of a block of samples (shape_tables.h).
#include "terrain/shape_tables.h"

#include <assert.h>
#include <string.h>

#include "noise/lattice.h"

// Samples at most this many lattice cells apart share a lattice without gaps; others get four columns each.
enum { MAX_DENSE_CELLS = 4, TAPS = 4 };

int32_t tr_shape_block_side(int64_t lattice_units, int64_t step_units)
{
    return step_units <= lattice_units ? 1024 : step_units <= 2 * lattice_units ? 512 : 256;
}

// ---------------------------------------------------------------------------------------------------------
// The lattice along one axis

typedef struct lattice_axis {
    int64_t origin, step, lattice;  // units
    int32_t count;                  // samples
    bool dense;
    int64_t base;    // dense: number of the first column
    int32_t width;   // columns
    int32_t stride;  // sparse: samples whose columns are evenly spaced are this far apart
} lattice_axis;

// The lattice cell of a position; the spacing is a power of two, and the shift of a negative number floors.
static int64_t cell_of(const lattice_axis *axis, int64_t position)
{
    return position >> __builtin_ctzll((uint64_t)axis->lattice);
}

static lattice_axis plan_axis(int64_t origin, int64_t step, int32_t count, int64_t lattice)
{
    const int64_t max_query_step = (int64_t)1 << 31;
    lattice_axis axis = {.origin = origin, .step = step, .lattice = lattice, .count = count};
    axis.dense = step <= MAX_DENSE_CELLS * lattice;
    if (axis.dense) {
        axis.base = cell_of(&axis, origin) - 1;
        axis.width = (int32_t)(cell_of(&axis, origin + (count - 1) * step) + 2 - axis.base) + 1;
        return axis;
    }
    axis.width = TAPS * count;
    const int64_t common = step & -step, stride = common >= lattice ? 1 : lattice / common;
    axis.stride = stride > count || stride * step > max_query_step ? count : (int32_t)stride;
    return axis;
}

static void fill_lattice_axis(const lattice_axis *plan, tr_shape_axis *out)
{
    const float cells_per_unit = 1.0f / (float)plan->lattice;  // a power of two: exact
    for (int32_t i = 0; i < plan->count; i++) {
        const int64_t position = plan->origin + i * plan->step;
        out->first[i] = plan->dense ? (int32_t)(cell_of(plan, position) - 1 - plan->base) : TAPS * i;
        out->t[i] = (float)(position & (plan->lattice - 1)) * cells_per_unit;
    }
    for (int32_t i = plan->count; i < plan->count + TR_SHAPE_PAD; i++) {
        out->first[i] = out->first[plan->count - 1];
        out->t[i] = 0.0f;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Values of the lattice

// A sample on a lattice point does not depend on the last of its four columns.
static int tap_count(const lattice_axis *plan)
{
    const int64_t mask = plan->lattice - 1;
    return (plan->origin & mask) == 0 && (plan->step & mask) == 0 ? TAPS - 1 : TAPS;
}

// Sets the query along one axis to column `tap` of the samples first, first + stride, ...
static void aim(const lattice_axis *plan, int axis, int32_t first, int tap, tr_noise_query *query)
{
    const int64_t position = plan->origin + first * plan->step;
    query->origin[axis] = (cell_of(plan, position) - 1 + tap) * plan->lattice;
    query->size[axis] = (plan->count - first + plan->stride - 1) / plan->stride;
    query->step[axis] = query->size[axis] > 1 ? plan->step * plan->stride : 1;
}

static void scatter(const tr_grid *from, int32_t first_x, int32_t stride_x, int32_t first_z, int32_t stride_z,
                    float *to, int32_t width)
{
    for (int32_t j = 0; j < from->height; j++)
        for (int32_t i = 0; i < from->width; i++)
            to[(int64_t)(first_z + j * stride_z) * width + first_x + i * stride_x] =
                from->samples[j * from->row_stride + i];
}

static bool fill_sparse(const tr_noise *noise, uint64_t seed, const lattice_axis *x, const lattice_axis *z,
                        float *scratch, float *out, tr_error *err)
{
    tr_noise_query query = tr_default_noise_query();
    query.seed = seed;
    const int taps_x = tap_count(x), taps_z = tap_count(z);
    for (int32_t j = 0; j < z->stride * taps_z; j++) {
        const int32_t sample_z = j / taps_z, tap_z = j % taps_z;
        aim(z, 1, sample_z, tap_z, &query);
        for (int32_t i = 0; i < x->stride * taps_x; i++) {
            const int32_t sample_x = i / taps_x, tap_x = i % taps_x;
            aim(x, 0, sample_x, tap_x, &query);
            const tr_grid grid = {scratch, query.size[0], query.size[1],
                                  1,       query.size[0], (int64_t)query.size[0] * query.size[1]};
            if (!tr_noise_grid(noise, &query, NULL, &grid, err)) return false;
            scatter(&grid, TAPS * sample_x + tap_x, TAPS * x->stride, TAPS * sample_z + tap_z, TAPS * z->stride, out,
                    x->width);
        }
    }
    return true;
}

static bool fill_dense(const tr_noise *noise, uint64_t seed, const lattice_axis *x, const lattice_axis *z, float *out,
                       tr_error *err)
{
    tr_noise_query query = tr_default_noise_query();
    query.seed = seed;
    query.origin[0] = x->base * x->lattice;
    query.origin[1] = z->base * z->lattice;
    query.step[0] = query.step[1] = x->lattice;
    query.size[0] = x->width;
    query.size[1] = z->width;
    const tr_grid grid = {out, x->width, z->width, 1, x->width, (int64_t)x->width * z->width};
    return tr_noise_grid(noise, &query, NULL, &grid, err);
}

static float *make_layer(const tr_shape_sources *sources, const tr_noise *noise, const lattice_axis *x,
                         const lattice_axis *z, tr_error *err)
{
    const size_t points = (size_t)x->width * (size_t)z->width, size = points + TR_SHAPE_PAD;
    const size_t samples = x->dense ? 0 : (size_t)x->count * (size_t)z->count;
    float *values = tr_alloc_array(sources->context, size + samples, sizeof *values, err);
    if (!values) return NULL;
    memset(values, 0, size * sizeof *values);
    const bool ok = x->dense ? fill_dense(noise, sources->seed, x, z, values, err)
                             : fill_sparse(noise, sources->seed, x, z, values + size, values, err);
    if (ok) return values;
    tr_free(sources->context, values);
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Gully cells

static void fill_gully_axis(const tr_axis_table *from, int axis, int octave, tr_shape_axis *out)
{
    static const uint32_t multiplier[2] = {TR_AXIS_A0, TR_AXIS_A1};
    for (int32_t i = 0; i < from->count; i++) {
        const tr_axis_position p = {from->lo[i], from->high[i], 0.0f};
        const bool same = i > 0 && from->lo[i] == from->lo[i - 1] && from->high[i] == from->high[i - 1];
        for (int k = 0; k < 3; k++) {
            uint32_t *word = out->word[octave][k] + i;
            *word = same ? word[-1] : tr_axis_word_at(p, k - 1, multiplier[axis], 1);
        }
        out->offset[octave][i] = from->t[i];
        out->cell[octave][i] = from->lo[i];
    }
}

static bool fill_gullies(const tr_shape_sources *sources, const tr_noise_query *query, tr_shape_block *block,
                         tr_error *err)
{
    tr_query_tables tables;
    if (!tr_query_tables_create(sources->gullies, query, &tables, err)) return false;
    for (int octave = 0; octave < block->octave_count; octave++) {
        block->dense[octave] = tables.octaves[octave].axis[0].contiguous;
        fill_gully_axis(&tables.octaves[octave].axis[0], 0, octave, &block->x);
        fill_gully_axis(&tables.octaves[octave].axis[1], 1, octave, &block->z);
    }
    tr_query_tables_destroy(sources->gullies, &tables);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// All of it

// Hands out the arrays of an axis, 32 bits to an element, and returns where the next may begin.
static uint32_t *place_axis(int32_t count, int octave_count, uint32_t *memory, tr_shape_axis *out)
{
    const size_t size = (size_t)count + TR_SHAPE_PAD;
    out->count = count;
    out->first = (int32_t *)memory;
    out->t = (float *)(void *)(memory + size);
    memory += 2 * size;
    for (int octave = 0; octave < octave_count; octave++) {
        for (int k = 0; k < 3; k++, memory += size) out->word[octave][k] = memory;
        out->offset[octave] = (float *)(void *)memory;
        out->cell[octave] = memory + size;
        memory += 2 * size;
    }
    return memory;
}

static bool open_axes(const tr_shape_sources *sources, const tr_noise_query *query, tr_shape_block *block,
                      tr_shape_tables *out, tr_error *err)
{
    const size_t samples = (size_t)query->size[0] + (size_t)query->size[1] + 2 * TR_SHAPE_PAD;
    const size_t arrays = 2 + 5 * (size_t)block->octave_count;
    uint32_t *memory = tr_alloc_array(sources->context, samples * arrays, sizeof *memory, err);
    out->axes = memory;
    if (!memory) return false;
    memset(memory, 0, samples * arrays * sizeof *memory);
    memory = place_axis(query->size[0], block->octave_count, memory, &block->x);
    place_axis(query->size[1], block->octave_count, memory, &block->z);
    return block->octave_count == 0 || fill_gullies(sources, query, block, err);
}

bool tr_shape_tables_open(const tr_shape_sources *sources, const tr_noise_query *query, tr_shape_block *block,
                          tr_shape_tables *out, tr_error *err)
{
    *out = (tr_shape_tables){.context = sources->context};
    const lattice_axis x = plan_axis(query->origin[0], query->step[0], query->size[0], sources->lattice_units);
    const lattice_axis z = plan_axis(query->origin[1], query->step[1], query->size[1], sources->lattice_units);
    bool ok = open_axes(sources, query, block, out, err);
    if (ok) fill_lattice_axis(&x, &block->x);
    if (ok) fill_lattice_axis(&z, &block->z);
    block->lattice_width = x.width;
    block->lattice_height = z.width;
    for (int layer = 0; layer < TR_SHAPE_LAYERS; layer++) {
        block->lattice[layer] = NULL;
        if (!ok || !sources->layer[layer]) continue;
        block->lattice[layer] = out->layers[layer] = make_layer(sources, sources->layer[layer], &x, &z, err);
        ok = out->layers[layer] != NULL;
    }
    if (!ok) tr_shape_tables_close(out);
    return ok;
}

void tr_shape_tables_close(tr_shape_tables *tables)
{
    for (int layer = 0; layer < TR_SHAPE_LAYERS; layer++) tr_free(tables->context, tables->layers[layer]);
    tr_free(tables->context, tables->axes);
    *tables = (tr_shape_tables){0};
}
