// Sources in the column way, compiled once per ISA.
//
// For each row of samples the lattice columns beside it are reduced to one or two numbers each (vectors over
// columns); a sample then reads those of its cell (vectors over samples). What depends on the lattice rows
// alone, the hashed gradients and feature points, is kept while the rows stay in the same lattice cell.
#include "noise/columns.h"
#include "noise/value_kernel.h"

// ---------------------------------------------------------------------------------------------------------
// Value: array 0 is the column's value.

static void value_samples(const tr_source_task *task, const column_span *span, float *row)
{
    const float *value = task->scratch->columns[0], *fade = span->x->fade + task->x0;
    for (int32_t i = 0; i < task->width; i += TR_LANES) {
        int32_t base = span->column[i] - span->first;
        ki relative = k_load_i(span->column + i) - span->column[i];
        k_store(row + i,
                tr_value_sample(pick(value + base, relative), pick(value + base + 1, relative), k_load(fade + i)));
    }
}

static void value_columns(const tr_source_task *task, const column_span *span, int dims, row_axis y, row_axis z)
{
    float *value = task->scratch->columns[0];
    uu s00 = y.word[1] + z.word[1], s10 = y.word[2] + z.word[1], s01 = y.word[1] + z.word[2],
       s11 = y.word[2] + z.word[2];
    for (int32_t c = 0; c < span->count; c += TR_LANES) {
        ku word = k_load_u(span->word + c);
        if (dims == 1)
            k_store(value + c, tr_value_column1(tr_upper_hash(word)));
        else if (dims == 2)
            k_store(value + c,
                    tr_value_column2(tr_upper_hash(word + y.word[1]), tr_upper_hash(word + y.word[2]), k_set(y.fade)));
        else
            k_store(value + c,
                    tr_value_column3(tr_upper_hash(word + s00), tr_upper_hash(word + s10), tr_upper_hash(word + s01),
                                     tr_upper_hash(word + s11), k_set(y.fade), k_set(z.fade)));
    }
}

static void value_row(const tr_source_task *task, const tr_octave_tables *tables, const column_span *span, int32_t y,
                      float *row)
{
    int dims = task->source->dims;
    row_axis at_y = dims > 1 ? row_axis_of(tables, 1, y) : (row_axis){0};
    row_axis at_z = dims > 2 ? row_axis_of(tables, 2, task->z) : (row_axis){0};
    value_columns(task, span, dims, at_y, at_z);
    value_samples(task, span, row);
}

// ---------------------------------------------------------------------------------------------------------
// Gradient: the column's slope and constant, for damped octaves their derivatives along y, and the gradients of the
// lattice rows.

enum { SLOPE, CONSTANT, SLOPE_ALONG_Y, CONSTANT_ALONG_Y, GRADIENTS };

typedef struct gradient_columns {
    const float *slope, *constant, *t, *fade;
    const column_span *span;
    float scale;
} gradient_columns;

INLINE kf gradient_at(void *row, int32_t i)
{
    const gradient_columns *columns = row;
    const int32_t first = columns->span->column[i], base = first - columns->span->first;
    const ki relative = k_load_i(columns->span->column + i) - first;
    const tr_gradient_column left = {pick(columns->slope + base, relative), pick(columns->constant + base, relative)};
    const tr_gradient_column right = {pick(columns->slope + base + 1, relative),
                                      pick(columns->constant + base + 1, relative)};
    return tr_gradient_sample(left, right, k_load(columns->t + i), k_load(columns->fade + i), columns->scale);
}

static void gradient_samples(const sink *to, const column_span *span, int32_t row)
{
    const tr_source_task *task = to->task;
    gradient_columns columns = {task->scratch->columns[SLOPE],
                                task->scratch->columns[CONSTANT],
                                span->x->t + task->x0,
                                span->x->fade + task->x0,
                                span,
                                task->source->dims == 2 ? TR_GRADIENT_SCALE2 : TR_GRADIENT_SCALE3};
    put_row(to, row, gradient_at, &columns);
}

static void store_column(const tr_source_task *task, int32_t c, tr_gradient_column column)
{
    k_store(task->scratch->columns[SLOPE] + c, column.slope);
    k_store(task->scratch->columns[CONSTANT] + c, column.constant);
}

static void gradient_row1(const tr_source_task *task, const column_span *span, float *row)
{
    float *slope = task->scratch->columns[SLOPE];
    for (int32_t c = 0; c < span->count; c += TR_LANES)
        k_store(slope + c, tr_gradient_slope1(tr_upper_hash(k_load_u(span->word + c))));
    const float *t = span->x->t + task->x0, *fade = span->x->fade + task->x0;
    for (int32_t i = 0; i < task->width; i += TR_LANES) {
        int32_t base = span->column[i] - span->first;
        ki relative = k_load_i(span->column + i) - span->column[i];
        k_store(row + i, tr_gradient_sample1(pick(slope + base, relative), pick(slope + base + 1, relative),
                                             k_load(t + i), k_load(fade + i)));
    }
}

static void hash_gradients2(const tr_source_task *task, const column_span *span, row_axis y)
{
    float(*to)[TR_TILE_COLUMNS] = task->scratch->columns + GRADIENTS;
    for (int k = 0; k < 2; k++) {
        for (int32_t c = 0; c < span->count; c += TR_LANES) {
            tr_gradient_2d g = tr_hash_gradient2(tr_upper_hash(k_load_u(span->word + c) + y.word[1 + k]));
            k_store(to[2 * k] + c, g.x);
            k_store(to[2 * k + 1] + c, g.y);
        }
    }
}

static void gradient_columns2(const tr_source_task *task, const column_span *span, row_axis y)
{
    const float(*from)[TR_TILE_COLUMNS] = (const float(*)[TR_TILE_COLUMNS])(task->scratch->columns + GRADIENTS);
    for (int32_t c = 0; c < span->count; c += TR_LANES) {
        tr_gradient_2d g0 = {k_load(from[0] + c), k_load(from[1] + c)};
        tr_gradient_2d g1 = {k_load(from[2] + c), k_load(from[3] + c)};
        store_column(task, c, tr_gradient_column2(g0, g1, k_set(y.t), k_set(y.fade)));
    }
}

static void sloped_columns2(const tr_source_task *task, const column_span *span, row_axis y)
{
    float(*columns)[TR_TILE_COLUMNS] = task->scratch->columns;
    const kf t = k_set(y.t), fade = k_set(y.fade), slope = tr_fade_smootherstep_slope(t);
    for (int32_t c = 0; c < span->count; c += TR_LANES) {
        tr_gradient_2d g0 = {k_load(columns[GRADIENTS] + c), k_load(columns[GRADIENTS + 1] + c)};
        tr_gradient_2d g1 = {k_load(columns[GRADIENTS + 2] + c), k_load(columns[GRADIENTS + 3] + c)};
        tr_sloped_column column = tr_sloped_column2(g0, g1, t, fade, slope);
        store_column(task, c, column.at);
        k_store(columns[SLOPE_ALONG_Y] + c, column.along_y.slope);
        k_store(columns[CONSTANT_ALONG_Y] + c, column.along_y.constant);
    }
}

static inline tr_sloped_column pick_sloped(const tr_source_task *task, int32_t base, ki relative)
{
    const float(*columns)[TR_TILE_COLUMNS] = (const float(*)[TR_TILE_COLUMNS])task->scratch->columns;
    tr_sloped_column column = {
        {pick(columns[SLOPE] + base, relative), pick(columns[CONSTANT] + base, relative)},
        {pick(columns[SLOPE_ALONG_Y] + base, relative), pick(columns[CONSTANT_ALONG_Y] + base, relative)}};
    return column;
}

static void damped_samples(const tr_source_task *task, const column_span *span, slope_sums sums, float *restrict row)
{
    const float *x = span->x->t + task->x0, *fade = span->x->fade + task->x0;
    for (int32_t i = 0; i < task->width; i += TR_LANES) {
        int32_t base = span->column[i] - span->first;
        ki relative = k_load_i(span->column + i) - span->column[i];
        kf t = k_load(x + i);
        tr_sloped_noise noise =
            tr_sloped_sample2(pick_sloped(task, base, relative), pick_sloped(task, base + 1, relative), t,
                              k_load(fade + i), tr_fade_smootherstep_slope(t));
        k_store(row + i, noise.value);
        add_slopes(&sums, i, noise);
    }
}

static void hash_gradients3(const tr_source_task *task, const column_span *span, row_axis y, row_axis z)
{
    float(*to)[TR_TILE_COLUMNS] = task->scratch->columns + GRADIENTS;
    for (int k = 0; k < 4; k++) {
        uu row_words = y.word[1 + k % 2] + z.word[1 + k / 2];
        for (int32_t c = 0; c < span->count; c += TR_LANES) {
            tr_gradient_3d g = tr_hash_gradient3(tr_upper_hash(k_load_u(span->word + c) + row_words));
            k_store(to[3 * k] + c, g.x);
            k_store(to[3 * k + 1] + c, g.y);
            k_store(to[3 * k + 2] + c, g.z);
        }
    }
}

static inline tr_gradient_3d load_gradient3(const float (*from)[TR_TILE_COLUMNS], int32_t c)
{
    tr_gradient_3d g = {k_load(from[0] + c), k_load(from[1] + c), k_load(from[2] + c)};
    return g;
}

static void gradient_columns3(const tr_source_task *task, const column_span *span, row_axis y, row_axis z)
{
    const float(*from)[TR_TILE_COLUMNS] = (const float(*)[TR_TILE_COLUMNS])(task->scratch->columns + GRADIENTS);
    for (int32_t c = 0; c < span->count; c += TR_LANES)
        store_column(task, c,
                     tr_gradient_column3(load_gradient3(from, c), load_gradient3(from + 3, c),
                                         load_gradient3(from + 6, c), load_gradient3(from + 9, c), k_set(y.t),
                                         k_set(z.t), k_set(y.fade), k_set(z.fade)));
}

static void gradient_row(const sink *to, const tr_octave_tables *tables, const column_span *span, int32_t row,
                         row_cell *cell)
{
    const tr_source_task *task = to->task;
    const int32_t y = task->y0 + row;
    if (task->source->dims == 1) {
        gradient_row1(task, span, sink_row(to, row));
        sink_commit(to, row);
        return;
    }
    const row_axis at_y = row_axis_of(tables, 1, y);
    if (task->source->dims == 3) {
        const row_axis at_z = row_axis_of(tables, 2, task->z);
        if (enter_cell(cell, tables, y)) hash_gradients3(task, span, at_y, at_z);
        gradient_columns3(task, span, at_y, at_z);
        gradient_samples(to, span, row);
        return;
    }
    if (enter_cell(cell, tables, y)) hash_gradients2(task, span, at_y);
    if (task->source->fractal == TR_FRACTAL_DAMPED) {
        sloped_columns2(task, span, at_y);
        damped_samples(task, span, slope_sums_at(task, row, 0), sink_row(to, row));
        sink_commit(to, row);
        return;
    }
    gradient_columns2(task, span, at_y);
    gradient_samples(to, span, row);
}

// ---------------------------------------------------------------------------------------------------------

// One octave over the rows of a tile.
void tr_columns_octave(const sink *to)
{
    const tr_source_task *task = to->task;
    const tr_octave_tables *tables = &task->octaves[to->octave];
    column_span span = span_columns(task, tables);
    row_cell cell = {0};
    for (int32_t row = 0; row < task->rows; row++) {
        if (task->source->kind == TR_NODE_GRADIENT) {
            gradient_row(to, tables, &span, row, &cell);
        } else {
            value_row(task, tables, &span, task->y0 + row, sink_row(to, row));
            sink_commit(to, row);
        }
    }
}
