// Cellular noise in the column way, compiled once per ISA.
//
// Near lattice rows number 3^(dims - 1), in the order of the scan (z, then y). Each has arrays of its cells'
// feature points; per row of samples, the part of the distance that does not depend on x.
#include "noise/cellular_kernel.h"
#include "noise/columns.h"

enum { CELL_X, CELL_Y, CELL_Z, CELL_REST, CELL_HASH, CELL_ARRAYS };

static int near_rows(int dims)
{
    return dims == 1 ? 1 : dims == 2 ? 3 : 9;
}

static inline float *cell_array(const tr_source_task *task, int near_row, int what)
{
    return task->scratch->columns[near_row * CELL_ARRAYS + what];
}

static void hash_features(const tr_source_task *task, const column_span *span, int dims, row_axis y, row_axis z)
{
    uf spread = task->source->spread;
    for (int n = 0; n < near_rows(dims); n++) {
        uu row_words = y.word[n % 3] + z.word[n / 3];
        for (int32_t c = 0; c < span->count; c += TR_LANES) {
            ku h = tr_point_hash(k_load_u(span->word + c) + row_words);
            k_store(cell_array(task, n, CELL_HASH) + c, k_from_bits(h));
            k_store(cell_array(task, n, CELL_X) + c, tr_cellular_feature(TR_CELLULAR_X(h), spread));
            if (dims == 2) k_store(cell_array(task, n, CELL_Y) + c, tr_cellular_feature(TR_CELLULAR_Y2(h), spread));
            if (dims < 3) continue;
            k_store(cell_array(task, n, CELL_Y) + c, tr_cellular_feature(TR_CELLULAR_Y3(h), spread));
            k_store(cell_array(task, n, CELL_Z) + c, tr_cellular_feature(TR_CELLULAR_Z3(h), spread));
        }
    }
}

INLINE void rest_of_distances(const tr_source_task *task, const column_span *span, tr_cellular_params params, int dims,
                              row_axis y, row_axis z)
{
    for (int n = 0; n < near_rows(dims); n++) {
        int32_t oy = n % 3 - 1, oz = n / 3 - 1;
        kf ty = k_set(y.t) - k_uniform_f(oy);
        kf tz = k_set(z.t) - k_uniform_f(oz);
        for (int32_t c = 0; c < span->count; c += TR_LANES) {
            kf feature_y = k_load(cell_array(task, n, CELL_Y) + c);
            kf rest = dims == 2 ? tr_cellular_rest2(params, feature_y, ty)
                                : tr_cellular_rest3(params, feature_y, k_load(cell_array(task, n, CELL_Z) + c), ty, tz);
            k_store(cell_array(task, n, CELL_REST) + c, rest);
        }
    }
}

// The outer ring, for the vectors of samples that need it.
static __attribute__((noinline)) kf finish_with_ring(const tr_source_task *task, const tr_octave_tables *tables,
                                                     tr_cellular_params params, tr_cellular_best best, int32_t i,
                                                     int32_t y)
{
    const ui wraps = tables->wraps;
    tr_axis_position px = load_position(&tables->axis[0], task->x0 + i);
    if (task->source->dims == 1) {
        best = tr_cellular_scan1(params, best, 2, px, wraps);
    } else {
        tr_axis_position py = set_position(&tables->axis[1], y);
        if (task->source->dims == 2)
            best = tr_cellular_scan2(params, best, 2, px, py, wraps);
        else
            best = tr_cellular_scan3(params, best, 2, px, py, set_position(&tables->axis[2], task->z), wraps);
    }
    return tr_cellular_finish(params, best);
}

INLINE void cellular_samples(const tr_source_task *task, const tr_octave_tables *tables, const column_span *span,
                             tr_cellular_params params, int dims, int32_t y, float row_inset, float *row)
{
    const float *t = span->x->t + task->x0;
    for (int32_t i = 0; i < task->width; i += TR_LANES) {
        int32_t base = span->column[i] - span->first;
        ki relative = k_load_i(span->column + i) - span->column[i];
        kf tx = k_load(t + i);
        tr_cellular_best best = tr_cellular_start();
        for (int n = 0; n < near_rows(dims); n++) {
            for (int32_t ox = -1; ox <= 1; ox++) {
                int32_t at = base + 1 + ox;
                kf feature = pick(cell_array(task, n, CELL_X) + at, relative);
                ku h = k_bits(pick(cell_array(task, n, CELL_HASH) + at, relative));
                kf offset = tx - k_uniform_f(ox);
                kf distance = dims == 1 ? tr_cellular_one(params.metric, feature - offset)
                                        : tr_cellular_distance(params, feature, offset,
                                                               pick(cell_array(task, n, CELL_REST) + at, relative));
                best = tr_cellular_keep(best, distance, h);
            }
        }
        kf inset = k_min(tr_cellular_inset(tx), k_set(row_inset));
        km wanting = tr_cellular_needs_ring(params, best, inset);
        kf result =
            k_any(wanting) ? finish_with_ring(task, tables, params, best, i, y) : tr_cellular_finish(params, best);
        k_store(row + i, result);
    }
}

static inline float inset_of(float t)
{
    float other = 1.0f - t;
    return t < other ? t : other;
}

// One metric, result and number of dimensions, as constants to the compiler.
INLINE void cellular_row_of(const tr_source_task *task, const tr_octave_tables *tables, const column_span *span,
                            tr_cellular_params params, int dims, int32_t y, row_cell *cell, float *row)
{
    row_axis at_y = {0}, at_z = {0};
    float inset = 1.0f;
    if (dims > 1) {
        at_y = row_axis_of(tables, 1, y);
        inset = inset_of(at_y.t);
    }
    if (dims > 2) {
        at_z = row_axis_of(tables, 2, task->z);
        inset = inset_of(at_z.t) < inset ? inset_of(at_z.t) : inset;
    }
    if (dims == 1 || enter_cell(cell, tables, y)) hash_features(task, span, dims, at_y, at_z);
    if (dims > 1) rest_of_distances(task, span, params, dims, at_y, at_z);
    cellular_samples(task, tables, span, params, dims, y, inset, row);
}

#define CELLULAR_CASE(metric_k, result_k, dims)                                                        \
    {                                                                                                  \
        tr_cellular_params constant = {metric_k, result_k, task->source->spread, task->source->guard}; \
        cellular_row_of(task, tables, span, constant, dims, y, cell, row);                             \
        return;                                                                                        \
    }

#define CELLULAR_DIMS(dims)                                                                        \
    static void cellular_row##dims(const tr_source_task *task, const tr_octave_tables *tables,     \
                                   const column_span *span, int32_t y, row_cell *cell, float *row) \
    {                                                                                              \
        const int metric = (int)task->source->metric, result = (int)task->source->result;          \
        if (metric == TR_METRIC_K_EUCLIDEAN && result == TR_CELLULAR_K_F1)                         \
            CELLULAR_CASE(TR_METRIC_K_EUCLIDEAN, TR_CELLULAR_K_F1, dims)                           \
        if (metric == TR_METRIC_K_EUCLIDEAN) CELLULAR_CASE(TR_METRIC_K_EUCLIDEAN, result, dims)    \
        if (metric == TR_METRIC_K_SQUARED) CELLULAR_CASE(TR_METRIC_K_SQUARED, result, dims)        \
        if (metric == TR_METRIC_K_MANHATTAN) CELLULAR_CASE(TR_METRIC_K_MANHATTAN, result, dims)    \
        CELLULAR_CASE(TR_METRIC_K_CHEBYSHEV, result, dims)                                         \
    }

CELLULAR_DIMS(1)
CELLULAR_DIMS(2)
CELLULAR_DIMS(3)

void tr_cellular_columns_octave(const sink *to)
{
    const tr_source_task *task = to->task;
    const tr_octave_tables *tables = &task->octaves[to->octave];
    const column_span span = span_columns(task, tables);
    row_cell cell = {0};
    for (int32_t row = 0; row < task->rows; row++) {
        if (task->source->dims == 1)
            cellular_row1(task, tables, &span, task->y0 + row, &cell, sink_row(to, row));
        else if (task->source->dims == 2)
            cellular_row2(task, tables, &span, task->y0 + row, &cell, sink_row(to, row));
        else
            cellular_row3(task, tables, &span, task->y0 + row, &cell, sink_row(to, row));
        sink_commit(to, row);
    }
}
