// The position way: included by source_isa.c once per ISA. Each sample has a lattice position of its own.

// How positions come about; a constant to the compiler in every loop below.
//   GRID    from the tables alone
//   POINTS  from the tables' origin and a displacement per sample
//   ANY     from the tables, points and warps, whichever there are
//   WRAPS   the same, near a place where the lower half of a cell runs over (lattice_kernel.h)
enum { MODE_GRID, MODE_POINTS, MODE_ANY, MODE_WRAPS };

#define INLINE static inline __attribute__((always_inline))

// Everything a loop needs; frequencies as floats along the axis itself and, for simplex, what other axes add.
typedef struct positions {
    const tr_source_task *task;
    const tr_octave_tables *tables;
    uf unit, unit_minor, domain, domain_minor;
} positions;

static positions positions_of(const sink *to)
{
    const tr_octave *octave = &to->task->source->octaves[to->octave];
    positions it = {to->task, &to->task->octaves[to->octave],
                    (float)((double)octave->step_q40 * 0x1p-40), (float)((double)octave->minor_q40 * 0x1p-40),
                    octave->frequency, octave->minor_frequency};
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
    return tr_displace(p, cells_along(it, mode, axis, row * it->task->displacement_stride + i, it->unit, it->domain), mode == MODE_WRAPS);
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
// One function per source, dimensions and mode

#define LOOP_BEGIN                                                                      \
    const tr_source *source = it->task->source;                                         \
    (void)source;                                                                       \
    for (int32_t i = 0; i < it->task->width; i += TR_LANES) {

#define LOOP_END(value)                                                                 \
        k_store(out + i, value);                                                        \
    }

#define X_AT(mode) tr_axis_position x = lattice_position(it, mode, 0, i, row);
#define Y_AT(mode) tr_axis_position y = lattice_position(it, mode, 1, i, row);
#define Z_AT(mode) tr_axis_position z = lattice_position(it, mode, 2, i, row);

#define SOURCE_LOOP(name, mode, positions_text, value)                                  \
    static void name##_##mode(const positions *it, int32_t row, float *restrict out)    \
    {                                                                                   \
        LOOP_BEGIN positions_text LOOP_END(value)                                       \
    }

#define SOURCE_LOOPS(mode)                                                                                             \
    SOURCE_LOOP(value1, mode, X_AT(mode), tr_value1(x, mode == MODE_WRAPS, source->fade))                                         \
    SOURCE_LOOP(value2, mode, X_AT(mode) Y_AT(mode), tr_value2(x, y, mode == MODE_WRAPS, source->fade))                  \
    SOURCE_LOOP(value3, mode, X_AT(mode) Y_AT(mode) Z_AT(mode),                                                        \
                tr_value3(x, y, z, mode == MODE_WRAPS, source->fade))                                           \
    SOURCE_LOOP(gradient1, mode, X_AT(mode), tr_gradient1(x, mode == MODE_WRAPS))                                                 \
    SOURCE_LOOP(gradient2, mode, X_AT(mode) Y_AT(mode), tr_gradient2(x, y, mode == MODE_WRAPS))                          \
    SOURCE_LOOP(gradient3, mode, X_AT(mode) Y_AT(mode) Z_AT(mode), tr_gradient3(x, y, z, mode == MODE_WRAPS))   \
    SOURCE_LOOP(simplex2, mode,                                                                                        \
                tr_axis_position x = skew_position(it, mode, 2, 0, i, row);                                            \
                tr_axis_position y = skew_position(it, mode, 2, 1, i, row);, tr_simplex2(x, y, mode == MODE_WRAPS))      \
    SOURCE_LOOP(simplex3, mode,                                                                                        \
                tr_axis_position x = skew_position(it, mode, 3, 0, i, row);                                            \
                tr_axis_position y = skew_position(it, mode, 3, 1, i, row);                                            \
                tr_axis_position z = skew_position(it, mode, 3, 2, i, row);,                                           \
                tr_simplex3(x, y, z, mode == MODE_WRAPS))                                                       \
    SOURCE_LOOP(cellular1, mode, X_AT(mode), tr_cellular1(params_of(source), x, mode == MODE_WRAPS))                              \
    SOURCE_LOOP(cellular2, mode, X_AT(mode) Y_AT(mode), tr_cellular2(params_of(source), x, y, mode == MODE_WRAPS))       \
    SOURCE_LOOP(cellular3, mode, X_AT(mode) Y_AT(mode) Z_AT(mode),                                                     \
                tr_cellular3(params_of(source), x, y, z, mode == MODE_WRAPS))                                   \
    SOURCE_LOOP(distance2, mode, X_AT(mode) Y_AT(mode), tr_cellular2(distance_of(source), x, y, mode == MODE_WRAPS))     \
    SOURCE_LOOP(distance3, mode, X_AT(mode) Y_AT(mode) Z_AT(mode),                                                     \
                tr_cellular3(distance_of(source), x, y, z, mode == MODE_WRAPS))

INLINE tr_cellular_params params_of(const tr_source *source)
{
    tr_cellular_params params = {(ui)source->metric, (ui)source->result, source->spread, source->guard};
    return params;
}

// The usual case, Euclidean distance to the nearest point, with metric and result known to the compiler.
INLINE tr_cellular_params distance_of(const tr_source *source)
{
    tr_cellular_params params = {TR_METRIC_K_EUCLIDEAN, TR_CELLULAR_K_F1, source->spread, source->guard};
    return params;
}

SOURCE_LOOPS(MODE_GRID)
SOURCE_LOOPS(MODE_POINTS)
SOURCE_LOOPS(MODE_ANY)
SOURCE_LOOPS(MODE_WRAPS)

typedef void (*source_loop)(const positions *it, int32_t row, float *out);

#define LOOPS_OF(mode)                                                                                     \
    {                                                                                                      \
        {value1_##mode, value2_##mode, value3_##mode}, {gradient1_##mode, gradient2_##mode, gradient3_##mode}, \
            {NULL, simplex2_##mode, simplex3_##mode}, {cellular1_##mode, cellular2_##mode, cellular3_##mode},  \
            {cellular1_##mode, distance2_##mode, distance3_##mode},                                            \
    }

static source_loop loop_of(const tr_source_task *task, bool wraps)
{
    static const source_loop loops[4][5][3] = {LOOPS_OF(MODE_GRID), LOOPS_OF(MODE_POINTS), LOOPS_OF(MODE_ANY), LOOPS_OF(MODE_WRAPS)};
    const tr_source *source = task->source;
    bool warped = false, displaced = false;
    for (int axis = 0; axis < source->dims; axis++) {
        warped = warped || task->displacement[axis];
        displaced = displaced || task->displacement[axis] || task->point[axis];
    }
    int mode = wraps          ? MODE_WRAPS
               : task->points ? (warped ? MODE_ANY : MODE_POINTS) : displaced ? MODE_ANY : MODE_GRID;
    int kind = (int)source->kind - (int)TR_NODE_VALUE;
    bool plain_distance = source->kind == TR_NODE_CELLULAR && source->metric == TR_METRIC_EUCLIDEAN && source->result == TR_CELLULAR_F1;
    return loops[mode][plain_distance ? 4 : kind][source->dims - 1];
}

// One octave over the rows of a tile.
static void position_octave(const sink *to)
{
    positions it = positions_of(to);
    source_loop loop = loop_of(to->task, it.tables->wraps != 0);
    for (int32_t row = 0; row < to->task->rows; row++) {
        loop(&it, row, sink_row(to, row));
        sink_commit(to, row);
    }
}
