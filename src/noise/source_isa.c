// Sources over tiles, compiled once per ISA.
//
// Three ways lead to the same bits. The column way (columns_isa.c) serves undisplaced grids whose samples advance by
// at most one lattice cell: what depends on a lattice column and a row is computed once per column. Simplex noise of
// such grids has a table of the simplices that a row crosses (simplex_grid_isa.c). The position way (positions_isa.c)
// evaluates each sample from its own lattice position: warps, point lists, and high frequencies.
#include "noise/source_rows.h"

static sink open_sink(const tr_source_task *task, int octave)
{
    const bool store = task->source->fractal == TR_FRACTAL_NONE, fbm = task->source->fractal == TR_FRACTAL_FBM;
    return (sink){task, octave, store && task->width % TR_LANES == 0, fbm && task->source->dims > 1};
}

// What folding an octave into the sum depends on: constants to the compiler in every loop below.
typedef struct fold_case {
    int fractal;
    bool first, last;
} fold_case;

// Folds a vector of noise into the sum at `out`. `carry` is what ridged noise hands on, or the divisors of damped
// noise.
INLINE void fold(fold_case test, uf weight, uf sharpness, const float *noise, float *out, float *carry)
{
    kf n = k_load(noise), term;
    if (test.fractal == TR_FRACTAL_FBM) {
        term = tr_fbm_term(n, weight);
    } else if (test.fractal == TR_FRACTAL_BILLOW) {
        term = tr_billow_term(n, weight);
    } else if (test.fractal == TR_FRACTAL_DAMPED) {
        term = tr_damped_term(n, k_load(carry), weight);
    } else {
        kf signal = tr_ridged_signal(test.first ? k_set(1.0f) : k_load(carry), n);
        k_store(carry, tr_ridged_carry(signal, sharpness));
        term = tr_fbm_term(signal, weight);
    }
    kf sum = test.first ? term : tr_add_term(k_load(out), term);
    k_store(out, test.fractal == TR_FRACTAL_RIDGED && test.last ? tr_ridged_finish(sum) : sum);
}

INLINE void fold_row(fold_case test, const sink *to, const float *restrict noise, float *restrict out,
                     float *restrict carry)
{
    const int32_t width = to->task->width;
    const uf weight = to->task->source->octaves[to->octave].weight, sharpness = to->task->source->sharpness;
    int32_t i = 0;
    for (; i + TR_LANES <= width; i += TR_LANES) fold(test, weight, sharpness, noise + i, out + i, carry + i);
    if (i >= width) return;
    float tail_out[TR_LANES] = {0}, tail_carry[TR_LANES] = {0};
    const size_t bytes = (size_t)(width - i) * sizeof *out;
    memcpy(tail_out, out + i, bytes);
    memcpy(tail_carry, carry + i, sizeof tail_carry);  // to its full width: divisors beyond the row are no zeros
    fold(test, weight, sharpness, noise + i, tail_out, tail_carry);
    memcpy(out + i, tail_out, bytes);
    memcpy(carry + i, tail_carry, bytes);
}

#define FOLD_ROW(kind, is_first, is_last) fold_row((fold_case){kind, is_first, is_last}, to, noise, out, carry)

void tr_sink_fold(const sink *to, int32_t row)
{
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

// ---------------------------------------------------------------------------------------------------------

static void clear_slope_sums(const tr_source_task *task)
{
    const slope_sums begin = slope_sums_at(task, 0, 0), end = slope_sums_at(task, task->rows, 0);
    memset(begin.x, 0, (size_t)(end.x - begin.x) * sizeof *begin.x);
    memset(begin.y, 0, (size_t)(end.y - begin.y) * sizeof *begin.y);
}

static bool is_displaced(const tr_source_task *task)
{
    for (int axis = 0; axis < task->source->dims; axis++)
        if (task->point[axis] || task->displacement[axis]) return true;
    return task->points;
}

static void run(const tr_source_task *task)
{
    const bool displaced = is_displaced(task), cellular = task->source->kind == TR_NODE_CELLULAR;
    const bool simplex = task->source->kind == TR_NODE_SIMPLEX;
    if (task->source->fractal == TR_FRACTAL_DAMPED) clear_slope_sums(task);
    for (int octave = 0; octave < task->source->octave_count; octave++) {
        const sink to = open_sink(task, octave);
        if (simplex && tr_simplex_grid_octave(&to)) continue;
        if (!displaced && task->octaves[octave].axis[0].contiguous)
            cellular ? tr_cellular_columns_octave(&to) : tr_columns_octave(&to);
        else
            cellular ? tr_cellular_positions_octave(&to) : tr_positions_octave(&to);
    }
}

const tr_source_table TR_ISA_NAME(tr_source_table) = {run};
