// Lattice positions of samples: what the two files of the position way share (positions_isa.c,
// cellular_positions_isa.c), compiled once per ISA.
#ifndef TR_NOISE_POSITIONS_H
#define TR_NOISE_POSITIONS_H

#include "noise/simplex_kernel.h"
#include "noise/source_rows.h"

// How positions come about; a constant to the compiler in every loop below.
//   GRID    from the tables alone
//   POINTS  from the tables' origin and a displacement per sample
//   ANY     from the tables, points and warps, whichever there are
//   WRAPS   the same, near a place where the lower half of a cell runs over (lattice_kernel.h)
enum { MODE_GRID, MODE_POINTS, MODE_ANY, MODE_WRAPS };

// Everything a loop needs; frequencies as floats along the axis itself and, for simplex, what other axes add.
typedef struct row_positions {
    const tr_source_task *task;
    const tr_octave_tables *tables;
    uf unit, unit_minor, domain, domain_minor;
} row_positions;

static inline row_positions positions_of(const sink *to)
{
    const tr_octave *octave = &to->task->source->octaves[to->octave];
    row_positions positions = {to->task,
                               &to->task->octaves[to->octave],
                               (float)((double)octave->step_q40 * 0x1p-40),
                               (float)((double)octave->minor_q40 * 0x1p-40),
                               octave->frequency,
                               octave->minor_frequency};
    return positions;
}

static inline int mode_of(const row_positions *positions)
{
    const tr_source_task *task = positions->task;
    bool warped = false, displaced = false;
    for (int axis = 0; axis < task->source->dims; axis++) {
        warped = warped || task->displacement[axis];
        displaced = displaced || task->displacement[axis] || task->point[axis];
    }
    if (positions->tables->wraps) return MODE_WRAPS;
    if (task->points) return warped ? MODE_ANY : MODE_POINTS;
    return displaced ? MODE_ANY : MODE_GRID;
}

// Whether an axis takes a table entry per sample; the others have one entry for the whole row.
INLINE bool per_sample(const row_positions *positions, int mode, int axis)
{
    return axis == 0 && (mode == MODE_GRID || (mode != MODE_POINTS && !positions->task->points));
}

INLINE int32_t row_index(const row_positions *positions, int mode, int axis, int32_t row)
{
    if (mode == MODE_POINTS || positions->task->points) return 0;
    return axis == 1 ? positions->task->y0 + row : positions->task->z;
}

INLINE bool displaced_along(const row_positions *positions, int mode, int axis)
{
    if (mode == MODE_GRID || mode == MODE_POINTS) return mode == MODE_POINTS;
    return positions->task->point[axis] || positions->task->displacement[axis];
}

// The displacement of a vector of samples along an axis, in lattice cells at the given frequencies per unit of the
// query (points) and of the domain (warps).
INLINE kf cells_along(const row_positions *positions, int mode, int axis, int64_t at, uf unit, uf domain)
{
    const tr_source_task *task = positions->task;
    if (mode == MODE_POINTS) return tr_cells(k_load(task->point[axis] + at), unit);
    kf cells = task->point[axis] ? tr_cells(k_load(task->point[axis] + at), unit) : k_set(0.0f);
    if (task->displacement[axis]) cells = tr_add_cells(cells, k_load(task->displacement[axis] + at), domain);
    return cells;
}

INLINE tr_axis_position lattice_position(const row_positions *positions, int mode, int axis, int32_t i, int32_t row)
{
    const tr_axis_table *table = &positions->tables->axis[axis];
    tr_axis_position p = per_sample(positions, mode, axis) ? load_position(table, positions->task->x0 + i)
                                                           : set_position(table, row_index(positions, mode, axis, row));
    if (!displaced_along(positions, mode, axis)) return p;
    return tr_displace(p,
                       cells_along(positions, mode, axis, row * positions->task->displacement_stride + i,
                                   positions->unit, positions->domain),
                       mode == MODE_WRAPS);
}

INLINE tr_skew_term skew_term(const row_positions *positions, int mode, bool major, int axis, int32_t i, int32_t row)
{
    const tr_axis_table *table = &positions->tables->axis[axis];
    const uint32_t *lo = major ? table->lo : table->minor_lo, *high = major ? table->high : table->minor_high;
    const uint32_t *fraction = major ? table->fraction : table->minor_fraction;
    if (per_sample(positions, mode, axis)) {
        int32_t at = positions->task->x0 + i;
        tr_skew_term term = {k_load_u(lo + at), k_load_u(high + at), k_load_u(fraction + at)};
        return term;
    }
    int32_t at = row_index(positions, mode, axis, row);
    tr_skew_term term = {k_set_u(lo[at]), k_set_u(high[at]), k_set_u(fraction[at])};
    return term;
}

INLINE tr_axis_position skew_position(const row_positions *positions, int mode, int dims, int axis, int32_t i,
                                      int32_t row)
{
    tr_skew_term sum = skew_term(positions, mode, true, axis, i, row);
    for (int other = 0; other < dims; other++)
        if (other != axis) sum = tr_skew_add(sum, skew_term(positions, mode, false, other, i, row), mode == MODE_WRAPS);
    tr_axis_position p = tr_skew_position(sum, mode == MODE_WRAPS);
    if (mode == MODE_GRID) return p;
    kf cells = k_set(0.0f);
    for (int other = 0; other < dims; other++) {
        if (!displaced_along(positions, mode, other)) continue;
        uf unit = other == axis ? positions->unit : positions->unit_minor,
           domain = other == axis ? positions->domain : positions->domain_minor;
        cells =
            cells + cells_along(positions, mode, other, row * positions->task->displacement_stride + i, unit, domain);
    }
    return tr_displace(p, cells, mode == MODE_WRAPS);
}

#endif
