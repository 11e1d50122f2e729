// Sources in the position way, compiled once per ISA: each sample has a lattice position of its own.
#include "noise/positions.h"
#include "noise/value_kernel.h"

// ---------------------------------------------------------------------------------------------------------
// Value, gradient and simplex noise in two passes over a run of samples: where they lie, then what is there. Each pass
// is short enough for the processor to overlap several vectors, which hides the latency of the long chain from a
// position to its value.

enum { NO_FADE = -1 };  // simplex noise needs no weights

INLINE void store_axis(tr_axis_run *to, int32_t i, tr_axis_position p, uu multiplier, ui wraps, int fade)
{
    tr_axis_words words = tr_axis_word_pair(p, multiplier, wraps);
    k_store_u(to->near_word + i, words.near_word);
    k_store_u(to->far_word + i, words.far_word);
    k_store(to->t + i, p.t);
    if (fade != NO_FADE) k_store(to->fade + i, tr_fade(fade, p.t));
}

#define FILL_AXIS(axis, mode, position, fade_kind)                                           \
    for (int32_t i = 0; i < count; i += TR_LANES) {                                          \
        store_axis(&run[axis], i, position, TR_AXIS_A##axis, mode == MODE_WRAPS, fade_kind); \
    }

#define FILL_RUN(mode)                                                                                                \
    static void fill_run_##mode(const row_positions *positions, int32_t i0, int32_t count, int32_t row,               \
                                tr_axis_run *restrict run)                                                            \
    {                                                                                                                 \
        const tr_source *source = positions->task->source;                                                            \
        if (source->kind == TR_NODE_SIMPLEX && source->dims == 2) {                                                   \
            FILL_AXIS(0, mode, skew_position(positions, mode, 2, 0, i0 + i, row), NO_FADE)                            \
            FILL_AXIS(1, mode, skew_position(positions, mode, 2, 1, i0 + i, row), NO_FADE)                            \
        } else if (source->kind == TR_NODE_SIMPLEX) {                                                                 \
            FILL_AXIS(0, mode, skew_position(positions, mode, 3, 0, i0 + i, row), NO_FADE)                            \
            FILL_AXIS(1, mode, skew_position(positions, mode, 3, 1, i0 + i, row), NO_FADE)                            \
            FILL_AXIS(2, mode, skew_position(positions, mode, 3, 2, i0 + i, row), NO_FADE)                            \
        } else if (source->fade == TR_FADE_SMOOTHERSTEP) {                                                            \
            FILL_AXIS(0, mode, lattice_position(positions, mode, 0, i0 + i, row), TR_FADE_SMOOTHERSTEP)               \
            if (source->dims > 1)                                                                                     \
                FILL_AXIS(1, mode, lattice_position(positions, mode, 1, i0 + i, row), TR_FADE_SMOOTHERSTEP)           \
            if (source->dims > 2)                                                                                     \
                FILL_AXIS(2, mode, lattice_position(positions, mode, 2, i0 + i, row), TR_FADE_SMOOTHERSTEP)           \
        } else {                                                                                                      \
            FILL_AXIS(0, mode, lattice_position(positions, mode, 0, i0 + i, row), source->fade)                       \
            if (source->dims > 1) FILL_AXIS(1, mode, lattice_position(positions, mode, 1, i0 + i, row), source->fade) \
            if (source->dims > 2) FILL_AXIS(2, mode, lattice_position(positions, mode, 2, i0 + i, row), source->fade) \
        }                                                                                                             \
    }

FILL_RUN(MODE_GRID)
FILL_RUN(MODE_POINTS)
FILL_RUN(MODE_ANY)
FILL_RUN(MODE_WRAPS)

INLINE tr_axis_words words_at(const tr_axis_run *run, int32_t i)
{
    tr_axis_words words = {k_load_u(run->near_word + i), k_load_u(run->far_word + i)};
    return words;
}

#define W(axis) words_at(&run[axis], i)
#define T(axis) k_load(run[axis].t + i)
#define U(axis) k_load(run[axis].fade + i)

#define EVALUATE_RUN(name, value)                                                               \
    static void name##_run(const tr_axis_run *restrict run, int32_t count, float *restrict out) \
    {                                                                                           \
        for (int32_t i = 0; i < count; i += TR_LANES) k_store(out + i, value);                  \
    }

EVALUATE_RUN(value1, tr_value_words1(W(0), U(0)))
EVALUATE_RUN(value2, tr_value_words2(W(0), W(1), U(0), U(1)))
EVALUATE_RUN(value3, tr_value_words3(W(0), W(1), W(2), U(0), U(1), U(2)))
EVALUATE_RUN(gradient1, tr_gradient_words1(W(0), T(0), U(0)))
EVALUATE_RUN(simplex2, tr_simplex_words2(W(0), W(1), T(0), T(1)))
EVALUATE_RUN(simplex3, tr_simplex_words3(W(0), W(1), W(2), T(0), T(1), T(2)))

EVALUATE_RUN(gradient2, tr_gradient_in_cell2(tr_gradient_corners2(W(0), W(1)), T(0), T(1), U(0), U(1)))
EVALUATE_RUN(gradient3_apart,
             tr_gradient_in_cell3(tr_gradient_corners3(W(0), W(1), W(2)), T(0), T(1), T(2), U(0), U(1), U(2)))

// 3D gradient noise of samples that follow each other, as those of a warped grid do, keeps the corners of the last cell
// that held a whole vector. A cell is known by its near words, which are one-to-one with the cells of a run.
static void gradient3_together_run(const tr_axis_run *restrict run, int32_t count, float *restrict out)
{
    tr_gradient_cell3 kept = {0};
    ku kept_x = k_set_u(0u), kept_y = k_set_u(0u), kept_z = k_set_u(0u);
    bool known = false;
    for (int32_t i = 0; i < count; i += TR_LANES) {
        tr_axis_words x = W(0), y = W(1), z = W(2);
        km other = k_either(k_either(x.near_word != kept_x, y.near_word != kept_y), z.near_word != kept_z);
        if (!known || k_any(other)) {
            kept = tr_gradient_corners3(x, y, z);
            kept_x = k_set_u(run[0].near_word[i]);
            kept_y = k_set_u(run[1].near_word[i]);
            kept_z = k_set_u(run[2].near_word[i]);
            other = k_either(k_either(x.near_word != kept_x, y.near_word != kept_y), z.near_word != kept_z);
            known = !k_any(other);
        }
        k_store(out + i, tr_gradient_in_cell3(kept, T(0), T(1), T(2), U(0), U(1), U(2)));
    }
}

// Whether TR_LANES samples from i on seem to lie in one cell.
static bool lie_together(const tr_axis_run *run, int32_t i)
{
    for (int axis = 0; axis < 3; axis++)
        if (run[axis].near_word[i] != run[axis].near_word[i + TR_LANES - 1]) return false;
    return true;
}

static void gradient3_run(const tr_axis_run *run, int32_t count, float *out)
{
    if (lie_together(run, 0) || lie_together(run, count / 2 / TR_LANES * TR_LANES))
        gradient3_together_run(run, count, out);
    else
        gradient3_apart_run(run, count, out);
}

static void damped2_run(const tr_axis_run *restrict run, int32_t count, slope_sums sums, float *restrict out)
{
    for (int32_t i = 0; i < count; i += TR_LANES) {
        tr_sloped_noise noise = tr_sloped_in_cell2(tr_gradient_corners2(W(0), W(1)), T(0), T(1), U(0), U(1));
        k_store(out + i, noise.value);
        add_slopes(&sums, i, noise);
    }
}

#undef W
#undef T
#undef U

INLINE ku first_of(ku lanes)
{
    uint32_t words[TR_LANES];
    k_store_u(words, lanes);
    return k_set_u(words[0]);
}

// 2D gradient noise of a warped grid, in one pass: samples that follow each other mostly lie in one cell, whose corners
// are kept, so that most vectors need neither words nor hashes. Within a query that does not wrap a cell is known by
// its lower half.
typedef struct warped_row {
    const row_positions *positions;
    const float *along_x, *along_y;  // displacements, or NULL
    tr_axis_position y;
    tr_gradient_cell2 kept;
    ku kept_x, kept_y;
    bool known;
} warped_row;

INLINE kf warped_gradient2_at(warped_row *row, bool along_x, bool along_y, int32_t i)
{
    const uf domain = row->positions->domain;
    tr_axis_position x = load_position(&row->positions->tables->axis[0], row->positions->task->x0 + i), y = row->y;
    if (along_x) x = tr_displace(x, tr_add_cells(k_set(0.0f), k_load(row->along_x + i), domain), 0);
    if (along_y) y = tr_displace(y, tr_add_cells(k_set(0.0f), k_load(row->along_y + i), domain), 0);
    km other = k_either(x.lo != row->kept_x, y.lo != row->kept_y);
    if (!row->known || k_any(other)) {
        row->kept = tr_gradient_corners2(tr_axis_word_pair(x, TR_AXIS_A0, 0), tr_axis_word_pair(y, TR_AXIS_A1, 0));
        row->kept_x = first_of(x.lo);
        row->kept_y = first_of(y.lo);
        other = k_either(x.lo != row->kept_x, y.lo != row->kept_y);
        row->known = !k_any(other);
    }
    return tr_gradient_in_cell2(row->kept, x.t, y.t, tr_fade_smootherstep(x.t), tr_fade_smootherstep(y.t));
}

#define WARPED_AT(name, along_x, along_y)                     \
    INLINE kf name(void *row, int32_t i)                      \
    {                                                         \
        return warped_gradient2_at(row, along_x, along_y, i); \
    }

WARPED_AT(warped_along_x, true, false)
WARPED_AT(warped_along_y, false, true)
WARPED_AT(warped_along_both, true, true)

static void warped_gradient2_row(const sink *to, const row_positions *positions, int32_t index)
{
    const tr_source_task *task = positions->task;
    const float *const *by = task->displacement;
    const int64_t first = (int64_t)index * task->displacement_stride;
    warped_row row = {.positions = positions, .y = set_position(&positions->tables->axis[1], task->y0 + index)};
    if (by[0]) row.along_x = by[0] + first;
    if (by[1]) row.along_y = by[1] + first;
    if (!by[1])
        put_row(to, index, warped_along_x, &row);
    else if (!by[0])
        put_row(to, index, warped_along_y, &row);
    else
        put_row(to, index, warped_along_both, &row);
}

// Whether an octave is gradient noise of a warped grid, in 2D and with cells of many vectors (a warp makes them
// smaller).
static bool is_warped_gradient2(const row_positions *positions, int mode)
{
    const tr_source_task *task = positions->task;
    const tr_source *source = task->source;
    return mode == MODE_ANY && !task->points && !task->point[0] && !task->point[1] &&
           source->kind == TR_NODE_GRADIENT && source->dims == 2 && source->fractal != TR_FRACTAL_DAMPED &&
           positions->unit * (8.0f * TR_LANES) < 1.0f;
}

static void run_row(const row_positions *positions, int mode, int32_t row, float *out)
{
    typedef void (*fill_run)(const row_positions *positions, int32_t i0, int32_t count, int32_t row, tr_axis_run *run);
    typedef void (*evaluate_run)(const tr_axis_run *run, int32_t count, float *out);
    static const fill_run fills[] = {fill_run_MODE_GRID, fill_run_MODE_POINTS, fill_run_MODE_ANY, fill_run_MODE_WRAPS};
    static const evaluate_run evaluations[3][3] = {{value1_run, value2_run, value3_run},
                                                   {gradient1_run, gradient2_run, gradient3_run},
                                                   {NULL, simplex2_run, simplex3_run}};
    const tr_source *source = positions->task->source;
    evaluate_run evaluate = evaluations[source->kind - TR_NODE_VALUE][source->dims - 1];
    for (int32_t i0 = 0; i0 < positions->task->width; i0 += TR_RUN) {
        int32_t rest = positions->task->width - i0, count = rest < TR_RUN ? rest : TR_RUN;
        fills[mode](positions, i0, count, row, positions->task->scratch->run);
        if (source->fractal == TR_FRACTAL_DAMPED)
            damped2_run(positions->task->scratch->run, count, slope_sums_at(positions->task, row, i0), out + i0);
        else
            evaluate(positions->task->scratch->run, count, out + i0);
    }
}

// ---------------------------------------------------------------------------------------------------------

// One octave over the rows of a tile.
void tr_positions_octave(const sink *to)
{
    row_positions positions = positions_of(to);
    int mode = mode_of(&positions);
    const bool warped = is_warped_gradient2(&positions, mode);
    for (int32_t row = 0; row < to->task->rows; row++) {
        if (warped) {
            warped_gradient2_row(to, &positions, row);
            continue;
        }
        run_row(&positions, mode, row, sink_row(to, row));
        sink_commit(to, row);
    }
}
