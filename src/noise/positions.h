// The position way: included by source_isa.c once per ISA. Each sample has a lattice position of its own.

// How positions come about; a constant to the compiler in every loop below.
//   GRID    from the tables alone
//   POINTS  from the tables' origin and a displacement per sample
//   ANY     from the tables, points and warps, whichever there are
//   WRAPS   the same, near a place where the lower half of a cell runs over (lattice_kernel.h)
enum { MODE_GRID, MODE_POINTS, MODE_ANY, MODE_WRAPS };

// Everything a loop needs; frequencies as floats along the axis itself and, for simplex, what other axes add.
typedef struct positions {
    const tr_source_task *task;
    const tr_octave_tables *tables;
    uf unit, unit_minor, domain, domain_minor;
} positions;

static positions positions_of(const sink *to)
{
    const tr_octave *octave = &to->task->source->octaves[to->octave];
    positions it = {to->task,
                    &to->task->octaves[to->octave],
                    (float)((double)octave->step_q40 * 0x1p-40),
                    (float)((double)octave->minor_q40 * 0x1p-40),
                    octave->frequency,
                    octave->minor_frequency};
    return it;
}

// Whether an axis takes a table entry per sample; the others have one entry for the whole row.
INLINE bool per_sample(const positions *it, int mode, int axis)
{
    return axis == 0 && (mode == MODE_GRID || (mode != MODE_POINTS && !it->task->points));
}

INLINE int32_t row_index(const positions *it, int mode, int axis, int32_t row)
{
    if (mode == MODE_POINTS || it->task->points) return 0;
    return axis == 1 ? it->task->y0 + row : it->task->z;
}

INLINE bool displaced_along(const positions *it, int mode, int axis)
{
    if (mode == MODE_GRID || mode == MODE_POINTS) return mode == MODE_POINTS;
    return it->task->point[axis] || it->task->displacement[axis];
}

// The displacement of a vector of samples along an axis, in lattice cells at the given frequencies per unit of the
// query (points) and of the domain (warps).
INLINE kf cells_along(const positions *it, int mode, int axis, int64_t at, uf unit, uf domain)
{
    const tr_source_task *task = it->task;
    if (mode == MODE_POINTS) return tr_cells(k_load(task->point[axis] + at), unit);
    kf cells = task->point[axis] ? tr_cells(k_load(task->point[axis] + at), unit) : k_set(0.0f);
    if (task->displacement[axis]) cells = tr_add_cells(cells, k_load(task->displacement[axis] + at), domain);
    return cells;
}

INLINE tr_axis_position lattice_position(const positions *it, int mode, int axis, int32_t i, int32_t row)
{
    const tr_axis_table *table = &it->tables->axis[axis];
    tr_axis_position p = per_sample(it, mode, axis) ? load_position(table, it->task->x0 + i)
                                                    : set_position(table, row_index(it, mode, axis, row));
    if (!displaced_along(it, mode, axis)) return p;
    return tr_displace(p, cells_along(it, mode, axis, row * it->task->displacement_stride + i, it->unit, it->domain),
                       mode == MODE_WRAPS);
}

INLINE tr_skew_term skew_term(const positions *it, int mode, bool major, int axis, int32_t i, int32_t row)
{
    const tr_axis_table *table = &it->tables->axis[axis];
    const uint32_t *lo = major ? table->lo : table->minor_lo, *high = major ? table->high : table->minor_high;
    const uint32_t *fraction = major ? table->fraction : table->minor_fraction;
    if (per_sample(it, mode, axis)) {
        int32_t at = it->task->x0 + i;
        tr_skew_term term = {k_load_u(lo + at), k_load_u(high + at), k_load_u(fraction + at)};
        return term;
    }
    int32_t at = row_index(it, mode, axis, row);
    tr_skew_term term = {k_set_u(lo[at]), k_set_u(high[at]), k_set_u(fraction[at])};
    return term;
}

INLINE tr_axis_position skew_position(const positions *it, int mode, int dims, int axis, int32_t i, int32_t row)
{
    tr_skew_term sum = skew_term(it, mode, true, axis, i, row);
    for (int other = 0; other < dims; other++)
        if (other != axis) sum = tr_skew_add(sum, skew_term(it, mode, false, other, i, row), mode == MODE_WRAPS);
    tr_axis_position p = tr_skew_position(sum, mode == MODE_WRAPS);
    if (mode == MODE_GRID) return p;
    kf cells = k_set(0.0f);
    for (int other = 0; other < dims; other++) {
        if (!displaced_along(it, mode, other)) continue;
        uf unit = other == axis ? it->unit : it->unit_minor, domain = other == axis ? it->domain : it->domain_minor;
        cells = cells + cells_along(it, mode, other, row * it->task->displacement_stride + i, unit, domain);
    }
    return tr_displace(p, cells, mode == MODE_WRAPS);
}

// ---------------------------------------------------------------------------------------------------------
// Value, gradient and simplex noise in two passes over a run of samples: where they lie, then what is there. Each pass
// is short enough for the processor to overlap several vectors, which hides the latency of the long chain from a
// position to its value.

INLINE void store_axis(tr_axis_run *to, int32_t i, tr_axis_position p, uu multiplier, ui wraps, int fade)
{
    tr_axis_words words = tr_axis_word_pair(p, multiplier, wraps);
    k_store_u(to->near_word + i, words.near_word);
    k_store_u(to->far_word + i, words.far_word);
    k_store(to->t + i, p.t);
    k_store(to->fade + i, tr_fade(fade, p.t));
}

#define FILL_AXIS(axis, mode, position, fade_kind)                                           \
    for (int32_t i = 0; i < count; i += TR_LANES) {                                          \
        store_axis(&run[axis], i, position, TR_AXIS_A##axis, mode == MODE_WRAPS, fade_kind); \
    }

// Simplex noise needs no weights; NEAREST costs nothing.
#define FILL_RUN(mode)                                                                                                 \
    static void fill_run_##mode(const positions *it, int32_t i0, int32_t count, int32_t row,                           \
                                tr_axis_run *restrict run)                                                             \
    {                                                                                                                  \
        const tr_source *source = it->task->source;                                                                    \
        if (source->kind == TR_NODE_SIMPLEX && source->dims == 2) {                                                    \
            FILL_AXIS(0, mode, skew_position(it, mode, 2, 0, i0 + i, row), TR_FADE_NEAREST)                            \
            FILL_AXIS(1, mode, skew_position(it, mode, 2, 1, i0 + i, row), TR_FADE_NEAREST)                            \
        } else if (source->kind == TR_NODE_SIMPLEX) {                                                                  \
            FILL_AXIS(0, mode, skew_position(it, mode, 3, 0, i0 + i, row), TR_FADE_NEAREST)                            \
            FILL_AXIS(1, mode, skew_position(it, mode, 3, 1, i0 + i, row), TR_FADE_NEAREST)                            \
            FILL_AXIS(2, mode, skew_position(it, mode, 3, 2, i0 + i, row), TR_FADE_NEAREST)                            \
        } else if (source->fade == TR_FADE_SMOOTHERSTEP) {                                                             \
            FILL_AXIS(0, mode, lattice_position(it, mode, 0, i0 + i, row), TR_FADE_SMOOTHERSTEP)                       \
            if (source->dims > 1) FILL_AXIS(1, mode, lattice_position(it, mode, 1, i0 + i, row), TR_FADE_SMOOTHERSTEP) \
            if (source->dims > 2) FILL_AXIS(2, mode, lattice_position(it, mode, 2, i0 + i, row), TR_FADE_SMOOTHERSTEP) \
        } else {                                                                                                       \
            FILL_AXIS(0, mode, lattice_position(it, mode, 0, i0 + i, row), source->fade)                               \
            if (source->dims > 1) FILL_AXIS(1, mode, lattice_position(it, mode, 1, i0 + i, row), source->fade)         \
            if (source->dims > 2) FILL_AXIS(2, mode, lattice_position(it, mode, 2, i0 + i, row), source->fade)         \
        }                                                                                                              \
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
    const positions *it;
    const float *along_x, *along_y;  // displacements, or NULL
    tr_axis_position y;
    tr_gradient_cell2 kept;
    ku kept_x, kept_y;
    bool known;
} warped_row;

INLINE kf warped_gradient2_at(warped_row *row, bool along_x, bool along_y, int32_t i)
{
    const uf domain = row->it->domain;
    tr_axis_position x = load_position(&row->it->tables->axis[0], row->it->task->x0 + i), y = row->y;
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

static void warped_gradient2_row(const sink *to, const positions *it, int32_t index)
{
    const tr_source_task *task = it->task;
    const float *const *by = task->displacement;
    const int64_t first = (int64_t)index * task->displacement_stride;
    warped_row row = {.it = it, .y = set_position(&it->tables->axis[1], task->y0 + index)};
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
static bool is_warped_gradient2(const positions *it, int mode)
{
    const tr_source_task *task = it->task;
    const tr_source *source = task->source;
    return mode == MODE_ANY && !task->points && !task->point[0] && !task->point[1] &&
           source->kind == TR_NODE_GRADIENT && source->dims == 2 && source->fractal != TR_FRACTAL_DAMPED &&
           it->unit * (8.0f * TR_LANES) < 1.0f;
}

static void run_row(const positions *it, int mode, int32_t row, float *out)
{
    typedef void (*fill_run)(const positions *it, int32_t i0, int32_t count, int32_t row, tr_axis_run *run);
    typedef void (*evaluate_run)(const tr_axis_run *run, int32_t count, float *out);
    static const fill_run fills[] = {fill_run_MODE_GRID, fill_run_MODE_POINTS, fill_run_MODE_ANY, fill_run_MODE_WRAPS};
    static const evaluate_run evaluations[3][3] = {{value1_run, value2_run, value3_run},
                                                   {gradient1_run, gradient2_run, gradient3_run},
                                                   {NULL, simplex2_run, simplex3_run}};
    const tr_source *source = it->task->source;
    evaluate_run evaluate = evaluations[source->kind - TR_NODE_VALUE][source->dims - 1];
    for (int32_t i0 = 0; i0 < it->task->width; i0 += TR_RUN) {
        int32_t rest = it->task->width - i0, count = rest < TR_RUN ? rest : TR_RUN;
        fills[mode](it, i0, count, row, it->task->scratch->run);
        if (source->fractal == TR_FRACTAL_DAMPED)
            damped2_run(it->task->scratch->run, count, slope_sums_at(it->task, row, i0), out + i0);
        else
            evaluate(it->task->scratch->run, count, out + i0);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Cellular noise: one function per number of dimensions and mode, and for the usual case, Euclidean distance to the
// nearest point, with metric and result known to the compiler.

INLINE tr_cellular_params params_of(const tr_source *source, bool plain)
{
    tr_cellular_params params = {plain ? TR_METRIC_K_EUCLIDEAN : (ui)source->metric,
                                 plain ? TR_CELLULAR_K_F1 : (ui)source->result, source->spread, source->guard};
    return params;
}

INLINE kf cellular_at(const positions *it, int mode, int dims, bool plain, int32_t i, int32_t row)
{
    tr_cellular_params params = params_of(it->task->source, plain);
    const ui wraps = mode == MODE_WRAPS;
    tr_axis_position x = lattice_position(it, mode, 0, i, row);
    if (dims == 1) return tr_cellular1(params, x, wraps);
    tr_axis_position y = lattice_position(it, mode, 1, i, row);
    if (dims == 2) return tr_cellular2(params, x, y, wraps);
    return tr_cellular3(params, x, y, lattice_position(it, mode, 2, i, row), wraps);
}

#define CELLULAR_LOOP(name, mode, dims, plain)                                             \
    static void name##dims##_##mode(const positions *it, int32_t row, float *restrict out) \
    {                                                                                      \
        for (int32_t i = 0; i < it->task->width; i += TR_LANES)                            \
            k_store(out + i, cellular_at(it, mode, dims, plain, i, row));                  \
    }

#define CELLULAR_LOOPS(mode)                \
    CELLULAR_LOOP(cellular, mode, 1, false) \
    CELLULAR_LOOP(cellular, mode, 2, false) \
    CELLULAR_LOOP(cellular, mode, 3, false) \
    CELLULAR_LOOP(distance, mode, 2, true)  \
    CELLULAR_LOOP(distance, mode, 3, true)

CELLULAR_LOOPS(MODE_GRID)
CELLULAR_LOOPS(MODE_POINTS)
CELLULAR_LOOPS(MODE_ANY)
CELLULAR_LOOPS(MODE_WRAPS)

static void cellular_position_row(const positions *it, int mode, int32_t row, float *out)
{
    typedef void (*loop)(const positions *it, int32_t row, float *out);
#define LOOPS_OF(mode)                                           \
    {                                                            \
        {cellular1_##mode, cellular2_##mode, cellular3_##mode},  \
        {                                                        \
            cellular1_##mode, distance2_##mode, distance3_##mode \
        }                                                        \
    }
    static const loop loops[4][2][3] = {LOOPS_OF(MODE_GRID), LOOPS_OF(MODE_POINTS), LOOPS_OF(MODE_ANY),
                                        LOOPS_OF(MODE_WRAPS)};
#undef LOOPS_OF
    const tr_source *source = it->task->source;
    bool plain = source->metric == TR_METRIC_EUCLIDEAN && source->result == TR_CELLULAR_F1;
    loops[mode][plain][source->dims - 1](it, row, out);
}

// ---------------------------------------------------------------------------------------------------------

static int mode_of(const positions *it)
{
    const tr_source_task *task = it->task;
    bool warped = false, displaced = false;
    for (int axis = 0; axis < task->source->dims; axis++) {
        warped = warped || task->displacement[axis];
        displaced = displaced || task->displacement[axis] || task->point[axis];
    }
    if (it->tables->wraps) return MODE_WRAPS;
    if (task->points) return warped ? MODE_ANY : MODE_POINTS;
    return displaced ? MODE_ANY : MODE_GRID;
}

// One octave over the rows of a tile.
static void position_octave(const sink *to)
{
    positions it = positions_of(to);
    int mode = mode_of(&it);
    const bool warped = is_warped_gradient2(&it, mode);
    for (int32_t row = 0; row < to->task->rows; row++) {
        if (warped) {
            warped_gradient2_row(to, &it, row);
            continue;
        }
        if (to->task->source->kind == TR_NODE_CELLULAR)
            cellular_position_row(&it, mode, row, sink_row(to, row));
        else
            run_row(&it, mode, row, sink_row(to, row));
        sink_commit(to, row);
    }
}
