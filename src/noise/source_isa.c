// Sources over tiles, compiled once per ISA.
//
// Two ways lead to the same bits. The column way (column_rows.h) serves undisplaced grids whose samples advance by
// at most one lattice cell: what depends on a lattice column and a row is computed once per column. The
// position way (positions.h) evaluates each sample from its own lattice position: warps, point lists, simplex, and
// frequencies beyond one cell per sample.
#include "noise/source_isa.h"

#include "noise/cellular_kernel.h"
#include "noise/fractal_kernel.h"
#include "noise/gradient_kernel.h"
#include "noise/simplex_kernel.h"
#include "noise/value_kernel.h"

#define INLINE static inline __attribute__((always_inline))

// Where the rows of an octave go: stored as they are, or folded into the sum of octaves.
typedef struct sink {
    const tr_source_task *task;
    int octave;
    bool direct;  // rows may be written in whole vectors right into the output
    bool adds;    // rows of gradient noise are added to the sum vector by vector, without being stored before
} sink;

static sink open_sink(const tr_source_task *task, int octave)
{
    const bool store = task->source->fractal == TR_FRACTAL_NONE, fbm = task->source->fractal == TR_FRACTAL_FBM;
    return (sink){task, octave, store && task->width % TR_LANES == 0, fbm && task->source->dims > 1};
}

static float *sink_row(const sink *to, int32_t row)
{
    return to->direct ? to->task->out + row * to->task->out_stride : to->task->scratch->row;
}

// What folding an octave into the sum depends on: constants to the compiler in every loop below.
typedef struct fold_case {
    int fractal;
    bool first, last;
} fold_case;

// Folds a vector of noise into the sum at `out`. `carry` is what ridged noise hands on, or the divisors of damped
// noise.
INLINE void fold(fold_case it, uf weight, uf sharpness, const float *noise, float *out, float *carry)
{
    kf n = k_load(noise), term;
    if (it.fractal == TR_FRACTAL_FBM) {
        term = tr_fbm_term(n, weight);
    } else if (it.fractal == TR_FRACTAL_BILLOW) {
        term = tr_billow_term(n, weight);
    } else if (it.fractal == TR_FRACTAL_DAMPED) {
        term = tr_damped_term(n, k_load(carry), weight);
    } else {
        kf signal = tr_ridged_signal(it.first ? k_set(1.0f) : k_load(carry), n);
        k_store(carry, tr_ridged_carry(signal, sharpness));
        term = tr_fbm_term(signal, weight);
    }
    kf sum = it.first ? term : tr_add_term(k_load(out), term);
    k_store(out, it.fractal == TR_FRACTAL_RIDGED && it.last ? tr_ridged_finish(sum) : sum);
}

INLINE void fold_row(fold_case it, const sink *to, const float *restrict noise, float *restrict out,
                     float *restrict carry)
{
    const int32_t width = to->task->width;
    const uf weight = to->task->source->octaves[to->octave].weight, sharpness = to->task->source->sharpness;
    int32_t i = 0;
    for (; i + TR_LANES <= width; i += TR_LANES) fold(it, weight, sharpness, noise + i, out + i, carry + i);
    if (i >= width) return;
    float tail_out[TR_LANES] = {0}, tail_carry[TR_LANES] = {0};
    const size_t bytes = (size_t)(width - i) * sizeof *out;
    memcpy(tail_out, out + i, bytes);
    memcpy(tail_carry, carry + i, sizeof tail_carry);  // to its full width: divisors beyond the row are no zeros
    fold(it, weight, sharpness, noise + i, tail_out, tail_carry);
    memcpy(out + i, tail_out, bytes);
    memcpy(carry + i, tail_carry, bytes);
}

#define FOLD_ROW(kind, is_first, is_last) fold_row((fold_case){kind, is_first, is_last}, to, noise, out, carry)

// Hands over the row that was written to sink_row().
static void sink_commit(const sink *to, int32_t row)
{
    if (to->direct) return;
    const tr_source_task *task = to->task;
    const bool first = to->octave == 0, last = to->octave == task->source->octave_count - 1;
    float *noise = task->scratch->row, *out = task->out + row * task->out_stride;
    const bool damped = task->source->fractal == TR_FRACTAL_DAMPED;
    float *carry = damped ? task->scratch->divisor : task->scratch->carry + row * task->width;
    switch (task->source->fractal) {
    case TR_FRACTAL_FBM:
        if (first)
            FOLD_ROW(TR_FRACTAL_FBM, true, false);
        else
            FOLD_ROW(TR_FRACTAL_FBM, false, false);
        break;
    case TR_FRACTAL_BILLOW: FOLD_ROW(TR_FRACTAL_BILLOW, first, false); break;
    case TR_FRACTAL_RIDGED: FOLD_ROW(TR_FRACTAL_RIDGED, first, last); break;
    case TR_FRACTAL_DAMPED:
        if (first)
            FOLD_ROW(TR_FRACTAL_DAMPED, true, false);
        else
            FOLD_ROW(TR_FRACTAL_DAMPED, false, false);
        break;
    default: memcpy(out, noise, (size_t)task->width * sizeof *out); break;
    }
}

// The vector of a row from sample i on. `row` is what the loops of a row share.
typedef kf (*noise_at)(void *row, int32_t i);

INLINE void add_vector(const sink *to, kf noise, float *out)
{
    const kf term = tr_fbm_term(noise, to->task->source->octaves[to->octave].weight);
    k_store(out, to->octave == 0 ? term : tr_add_term(k_load(out), term));
}

// What sink_commit() does to a row of fbm, while the row is made: one pass less over it.
INLINE void add_row(const sink *to, int32_t index, noise_at at, void *row)
{
    const int32_t width = to->task->width;
    float *restrict out = to->task->out + index * to->task->out_stride;
    int32_t i = 0;
    for (; i + TR_LANES <= width; i += TR_LANES) add_vector(to, at(row, i), out + i);
    if (i >= width) return;
    float tail[TR_LANES] = {0};
    const size_t bytes = (size_t)(width - i) * sizeof *out;
    memcpy(tail, out + i, bytes);
    add_vector(to, at(row, i), tail);
    memcpy(out + i, tail, bytes);
}

// Makes a row of gradient noise and hands it over.
INLINE void put_row(const sink *to, int32_t index, noise_at at, void *row)
{
    if (to->adds) {
        add_row(to, index, at, row);
        return;
    }
    float *restrict out = sink_row(to, index);
    for (int32_t i = 0; i < to->task->width; i += TR_LANES) k_store(out + i, at(row, i));
    sink_commit(to, index);
}

// ---------------------------------------------------------------------------------------------------------
// Damped octaves

// The sums of the derivatives over the octaves so far, and what they divide the octave by, from one sample of a row on.
// The reciprocal is left to fold(): in one loop its long chain would keep the processor from overlapping vectors (95
// instead of 145 million samples a second).
typedef struct slope_sums {
    float *x, *y, *divisor;
    float sharpness;
} slope_sums;

static slope_sums slope_sums_at(const tr_source_task *task, int32_t row, int32_t i)
{
    const int32_t first = row * ((task->width + TR_LANES - 1) / TR_LANES * TR_LANES) + i;
    tr_source_scratch *scratch = task->scratch;
    slope_sums sums = {scratch->slope_sum[0] + first, scratch->slope_sum[1] + first, scratch->divisor + i,
                       task->source->sharpness};
    return sums;
}

static void clear_slope_sums(const tr_source_task *task)
{
    const slope_sums begin = slope_sums_at(task, 0, 0), end = slope_sums_at(task, task->rows, 0);
    memset(begin.x, 0, (size_t)(end.x - begin.x) * sizeof *begin.x);
    memset(begin.y, 0, (size_t)(end.y - begin.y) * sizeof *begin.y);
}

// Adds the derivatives of an octave at the samples from i on.
INLINE void add_slopes(const slope_sums *sums, int32_t i, tr_sloped_noise noise)
{
    kf x = tr_add_term(k_load(sums->x + i), noise.along_x), y = tr_add_term(k_load(sums->y + i), noise.along_y);
    k_store(sums->x + i, x);
    k_store(sums->y + i, y);
    k_store(sums->divisor + i, tr_damped_divisor(x, y, sums->sharpness));
}

// ---------------------------------------------------------------------------------------------------------

// The positions of TR_LANES samples from `index` on, and one position for all lanes.
static inline tr_axis_position load_position(const tr_axis_table *table, int32_t index)
{
    tr_axis_position p = {k_load_u(table->lo + index), k_load_u(table->high + index), k_load(table->t + index)};
    return p;
}

static inline tr_axis_position set_position(const tr_axis_table *table, int32_t index)
{
    tr_axis_position p = {k_set_u(table->lo[index]), k_set_u(table->high[index]), k_set(table->t[index])};
    return p;
}

#include "noise/column_rows.h"
#include "noise/positions.h"

static bool is_displaced(const tr_source_task *task)
{
    for (int axis = 0; axis < task->source->dims; axis++)
        if (task->point[axis] || task->displacement[axis]) return true;
    return task->points;
}

static void run(const tr_source_task *task)
{
    bool displaced = is_displaced(task);
    if (task->source->fractal == TR_FRACTAL_DAMPED) clear_slope_sums(task);
    for (int octave = 0; octave < task->source->octave_count; octave++) {
        sink to = open_sink(task, octave);
        if (!displaced && task->octaves[octave].axis[0].contiguous)
            column_octave(&to);
        else
            position_octave(&to);
    }
}

const tr_source_table TR_ISA_NAME(tr_source_table) = {run};
