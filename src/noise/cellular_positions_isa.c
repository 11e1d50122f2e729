// Cellular noise in the position way, compiled once per ISA: one function per number of dimensions and mode, and for
// the usual case, Euclidean distance to the nearest point, with metric and result known to the compiler.
#include "noise/cellular_kernel.h"
#include "noise/positions.h"

INLINE tr_cellular_params params_of(const tr_source *source, bool plain)
{
    tr_cellular_params params = {plain ? TR_METRIC_K_EUCLIDEAN : (ui)source->metric,
                                 plain ? TR_CELLULAR_K_F1 : (ui)source->result, source->spread, source->guard};
    return params;
}

INLINE kf cellular_at(const row_positions *positions, int mode, int dims, bool plain, int32_t i, int32_t row)
{
    tr_cellular_params params = params_of(positions->task->source, plain);
    const ui wraps = mode == MODE_WRAPS;
    tr_axis_position x = lattice_position(positions, mode, 0, i, row);
    if (dims == 1) return tr_cellular1(params, x, wraps);
    tr_axis_position y = lattice_position(positions, mode, 1, i, row);
    if (dims == 2) return tr_cellular2(params, x, y, wraps);
    return tr_cellular3(params, x, y, lattice_position(positions, mode, 2, i, row), wraps);
}

#define CELLULAR_LOOP(name, mode, dims, plain)                                                        \
    static void name##dims##_##mode(const row_positions *positions, int32_t row, float *restrict out) \
    {                                                                                                 \
        for (int32_t i = 0; i < positions->task->width; i += TR_LANES)                                \
            k_store(out + i, cellular_at(positions, mode, dims, plain, i, row));                      \
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

void tr_cellular_positions_octave(const sink *to)
{
    typedef void (*loop)(const row_positions *positions, int32_t row, float *out);
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
    const row_positions positions = positions_of(to);
    const tr_source *source = positions.task->source;
    const bool plain = source->metric == TR_METRIC_EUCLIDEAN && source->result == TR_CELLULAR_F1;
    const loop row_loop = loops[mode_of(&positions)][plain][source->dims - 1];
    for (int32_t row = 0; row < positions.task->rows; row++) {
        row_loop(&positions, row, sink_row(to, row));
        sink_commit(to, row);
    }
}
