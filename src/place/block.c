// Packing of densities and heights (block.h), by rows on the threads of the context.
#include "place/block.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"

// Kernels multiply heights with shares of a sample; beyond these bounds that would leave the range of normal floats.
#define MAX_HEIGHT_M 1e9f
#define MIN_HEIGHT_M 0x1p-64f

enum { SAMPLES_PER_PIECE = 1 << 14 };

typedef struct packing_work {
    const char *label;
    const tr_grid *source;
    tr_place_block *block;
} packing_work;

static double metres_along(const tr_block_axis *axis, int64_t sample)
{
    const double fine_per_metre = 1 << 20;
    return (double)axis->origin / fine_per_metre + (double)sample * axis->step / fine_per_metre;
}

// ---------------------------------------------------------------------------------------------------------
// Densities

static bool fail_density(const packing_work *packing, int32_t layer, int64_t x, int64_t z, tr_error *err)
{
    const float found =
        packing->source->samples[layer * packing->source->plane_stride + z * packing->source->row_stride + x];
    return tr_fail(err, TR_ERROR_NOT_FINITE, "%s, layer %d: the density at (%.2f, %.2f) m is %g; finite is allowed",
                   packing->label, layer, metres_along(&packing->block->x, x), metres_along(&packing->block->z, z),
                   (double)found);
}

static inline uint32_t quantised(float density)
{
    if (!(density > 0)) return 0;
    return density >= 1 ? TR_BLOCK_ONE : (uint32_t)(density * (float)TR_BLOCK_ONE + 0.5f);
}

// The accumulated densities of a row, in the low halves.
static bool accumulate_row(const packing_work *packing, int64_t z, uint32_t *out, tr_error *err)
{
    const tr_grid *source = packing->source;
    const int32_t layers = packing->block->layer_count;
    const float *row = source->samples + z * source->row_stride;
    for (int64_t x = 0; x < source->width; x++) {
        uint32_t sum = 0;
        for (int32_t layer = 0; layer < layers; layer++) {
            const float density = row[layer * source->plane_stride + x];
            if (!isfinite(density)) return fail_density(packing, layer, x, z, err);
            sum += quantised(density);
            if (sum > TR_BLOCK_ONE) sum = TR_BLOCK_ONE;
            out[x * layers + layer] = sum;
        }
    }
    return true;
}

// A row as that of its samples, and as the next one of the row before it, which another thread may write.
static void pack_ends(const tr_place_block *block, int64_t z)
{
    const int64_t width = block->x.count, layers = block->layer_count;
    const uint32_t *row = block->pairs + z * width * layers;
    tr_block_ends *own = block->ends + z * width, *before = z > 0 ? own - width : NULL;
    for (int64_t x = 0; x < width; x++) {
        const uint16_t first = (uint16_t)row[x * layers], last = (uint16_t)row[x * layers + layers - 1];
        own[x].first = first;
        own[x].last = last;
        if (!before) continue;
        before[x].next_first = first;
        before[x].next_last = last;
    }
    if (z + 1 < block->z.count) return;
    for (int64_t x = 0; x < width; x++) {
        own[x].next_first = own[x].first;
        own[x].next_last = own[x].last;
    }
}

static bool pack_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const packing_work *packing = user;
    const int64_t layers = packing->block->layer_count, words = packing->block->x.count * layers;
    (void)worker;
    for (int64_t z = begin; z < end; z++) {
        uint32_t *row = packing->block->pairs + z * words;
        if (!accumulate_row(packing, z, row, err)) return false;
        for (int64_t i = 0; i < words - layers; i++) row[i] |= row[i + layers] << 16;
        for (int64_t i = words - layers; i < words; i++) row[i] |= row[i] << 16;
        pack_ends(packing->block, z);
    }
    return true;
}

// What interpolation between samples of a square can give: ends have the next samples along z, and the next ones along
// x are looked at.
static tr_block_bound bound_of(const tr_place_block *block, int64_t square_x, int64_t square_z)
{
    const int64_t size = INT64_C(1) << block->bound_shift;
    const int64_t x_end = tr_min_i64(block->x.count, (square_x + 1) * size + 1);
    const int64_t z_end = tr_min_i64(block->z.count, (square_z + 1) * size);
    int32_t min = TR_BLOCK_ONE, max = 0;
    for (int64_t z = square_z * size; z < z_end; z++)
        for (int64_t x = square_x * size; x < x_end; x++) {
            const tr_block_ends *ends = block->ends + z * block->x.count + x;
            min = tr_min_i32(min, tr_min_i32(ends->first, ends->next_first));
            max = tr_max_i32(max, tr_max_i32(ends->last, ends->next_last));
        }
    return (tr_block_bound){(uint16_t)min, (uint16_t)(TR_BLOCK_ONE - max)};
}

static bool find_bounds(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const tr_place_block *block = ((const packing_work *)user)->block;
    const int64_t columns = tr_block_bounds(block, block->x.count);
    (void)worker;
    (void)err;
    for (int64_t z = begin; z < end; z++)
        for (int64_t x = 0; x < columns; x++) block->bounds[z * columns + x] = bound_of(block, x, z);
    return true;
}

_Static_assert(sizeof(tr_block_bound) == sizeof(uint32_t) && sizeof(tr_block_ends) == 2 * sizeof(uint32_t),
               "all are counted in words");

// One block of memory for all.
static bool take_densities(tr_context *context, tr_place_block *out, tr_error *err)
{
    const int64_t pairs = tr_place_block_pair_count(out) + TR_BLOCK_SLACK;
    const int64_t ends = ((int64_t)out->z.count * out->x.count + 1) * 2;
    const int64_t bounds = (int64_t)tr_block_bounds(out, out->z.count) * tr_block_bounds(out, out->x.count);
    out->pairs = tr_alloc_array(context, (size_t)(pairs + ends + bounds), sizeof *out->pairs, err);
    if (!out->pairs) return false;
    out->ends = (tr_block_ends *)(out->pairs + pairs);
    out->bounds = (tr_block_bound *)(out->pairs + pairs + ends);
    return true;
}

void tr_place_block_drop_densities(tr_context *context, tr_place_block *block)
{
    tr_free(context, block->pairs);
    block->pairs = NULL;
    block->ends = NULL;
    block->bounds = NULL;
}

bool tr_place_block_pack(tr_context *context, const char *label, const tr_grid *densities, tr_place_block *out,
                         tr_error *err)
{
    const packing_work packing = {label, densities, out};
    const int64_t width = out->x.count, words = width * out->layer_count;
    if (!take_densities(context, out, err)) return false;
    const int64_t grain = tr_max_i64(1, SAMPLES_PER_PIECE / words);
    if (!tr_parallel_for(context, &(tr_range_work){out->z.count, grain, pack_rows, (void *)&packing}, NULL, err)) {
        tr_place_block_drop_densities(context, out);
        return false;
    }
    uint32_t *last = out->pairs + (out->z.count - 1) * words;
    memcpy(last + words, last, (size_t)words * sizeof *last);
    memset(last + 2 * words, 0, TR_BLOCK_SLACK * sizeof *last);
    memset(out->ends + out->z.count * width, 0, sizeof *out->ends);
    const int64_t bound_grain = tr_max_i64(1, (SAMPLES_PER_PIECE / width) >> out->bound_shift);
    return tr_parallel_for(
        context, &(tr_range_work){tr_block_bounds(out, out->z.count), bound_grain, find_bounds, (void *)&packing}, NULL,
        err);
}

// ---------------------------------------------------------------------------------------------------------
// Heights

static bool pack_height_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const packing_work *packing = user;
    const tr_place_block *block = packing->block;
    const int64_t width = block->height_x.count;
    (void)worker;
    for (int64_t z = begin; z < end; z++) {
        const float *row = packing->source->samples + z * packing->source->row_stride;
        float *out = block->heights + z * (width + 1) * 2, *before = z > 0 ? out - (width + 1) * 2 : NULL;
        for (int64_t x = 0; x < width; x++) {
            if (!(fabsf(row[x]) <= MAX_HEIGHT_M))
                return tr_fail(err, TR_ERROR_NOT_FINITE,
                               "%s: the height at (%.2f, %.2f) m is %g; allowed is -1e9 to 1e9 m", packing->label,
                               metres_along(&block->height_x, x), metres_along(&block->height_z, z), (double)row[x]);
            out[2 * x] = fabsf(row[x]) < MIN_HEIGHT_M ? 0.0f : row[x];
        }
        out[2 * width] = out[2 * width - 2];
        for (int64_t x = 0; before && x <= width; x++) before[2 * x + 1] = out[2 * x];
        for (int64_t x = 0; z + 1 == block->height_z.count && x <= width; x++) out[2 * x + 1] = out[2 * x];
    }
    return true;
}

bool tr_place_block_pack_heights(tr_context *context, const char *label, const tr_grid *heights, tr_place_block *out,
                                 tr_error *err)
{
    const packing_work packing = {label, heights, out};
    const int64_t stride = (int64_t)out->height_x.count + 1;
    out->heights = tr_alloc_array(context, (size_t)tr_place_block_height_count(out), sizeof *out->heights, err);
    if (!out->heights) return false;
    const int64_t grain = tr_max_i64(1, SAMPLES_PER_PIECE / stride);
    if (!tr_parallel_for(context, &(tr_range_work){out->height_z.count, grain, pack_height_rows, (void *)&packing},
                         NULL, err)) {
        tr_free(context, out->heights);
        out->heights = NULL;
        return false;
    }
    return true;
}

void tr_place_block_destroy(tr_context *context, tr_place_block *block)
{
    tr_place_block_drop_densities(context, block);
    tr_free(context, block->heights);
    *block = (tr_place_block){.pairs = NULL};
}

tr_block_place tr_block_axis_place(const tr_block_axis *axis, int64_t corner)
{
    const double at = (double)(corner - axis->origin) / axis->step, sample = floor(at);
    return (tr_block_place){(int32_t)sample, (float)(at - sample)};
}

int32_t tr_block_bound_shift(const tr_block_axis *x, const tr_block_axis *z, int64_t side)
{
    const int32_t span = tr_max_i32(tr_block_axis_span(x, side), tr_block_axis_span(z, side));
    int32_t shift = 2;
    while (shift < 30 && 1 << shift < span) shift++;
    return shift;
}
