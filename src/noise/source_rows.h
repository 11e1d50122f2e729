// The rows of an octave and where they go: what the files share that evaluate sources (source_isa.c), compiled once per
// ISA.
#ifndef TR_NOISE_SOURCE_ROWS_H
#define TR_NOISE_SOURCE_ROWS_H

#include "noise/fractal_kernel.h"
#include "noise/gradient_kernel.h"
#include "noise/source_isa.h"

#define INLINE static inline __attribute__((always_inline))

// Where the rows of an octave go: stored as they are, or folded into the sum of octaves.
typedef struct sink {
    const tr_source_task *task;
    int octave;
    bool direct;  // rows may be written in whole vectors right into the output
    bool adds;    // rows of gradient noise are added to the sum vector by vector, without being stored before
} sink;

// Functions of one file that others call: one per ISA, named by the build.
#define tr_sink_fold TR_ISA_NAME(tr_sink_fold)
#define tr_columns_octave TR_ISA_NAME(tr_columns_octave)
#define tr_cellular_columns_octave TR_ISA_NAME(tr_cellular_columns_octave)
#define tr_positions_octave TR_ISA_NAME(tr_positions_octave)
#define tr_cellular_positions_octave TR_ISA_NAME(tr_cellular_positions_octave)
#define tr_simplex_grid_octave TR_ISA_NAME(tr_simplex_grid_octave)

// Folds the row that was written to the scratch row into the sum of octaves.
void tr_sink_fold(const sink *to, int32_t row);

// One octave over the rows of a tile, in the column way and in the position way, each in files of its name.
void tr_columns_octave(const sink *to);
void tr_cellular_columns_octave(const sink *to);
void tr_positions_octave(const sink *to);
void tr_cellular_positions_octave(const sink *to);
// The same for simplex noise of undisplaced grids; false where the position way is better.
bool tr_simplex_grid_octave(const sink *to);

static inline float *sink_row(const sink *to, int32_t row)
{
    return to->direct ? to->task->out + row * to->task->out_stride : to->task->scratch->row;
}

// Hands over the row that was written to sink_row().
INLINE void sink_commit(const sink *to, int32_t row)
{
    if (!to->direct) tr_sink_fold(to, row);
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

static inline slope_sums slope_sums_at(const tr_source_task *task, int32_t row, int32_t i)
{
    const int32_t first = row * ((task->width + TR_LANES - 1) / TR_LANES * TR_LANES) + i;
    tr_source_scratch *scratch = task->scratch;
    slope_sums sums = {scratch->slope_sum[0] + first, scratch->slope_sum[1] + first, scratch->divisor + i,
                       task->source->sharpness};
    return sums;
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

#endif
