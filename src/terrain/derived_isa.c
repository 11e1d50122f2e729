// Derived fields over rows, compiled once per ISA.
#include "terrain/derived_isa.h"

#include "terrain/window_rows.h"

typedef struct planes {
    kf at[3];
} planes;

typedef planes (*window_fn)(tr_window h, const tr_derived_row *row);

static inline __attribute__((always_inline)) planes slope(tr_window h, const tr_derived_row *row)
{
    return (planes){{tr_slope_of(tr_horn_gradient(h, row->inverse_8_spacing))}};
}

static inline __attribute__((always_inline)) planes aspect(tr_window h, const tr_derived_row *row)
{
    return (planes){{tr_aspect_of(tr_horn_gradient(h, row->inverse_8_spacing))}};
}

static inline __attribute__((always_inline)) planes curvature(tr_window h, const tr_derived_row *row)
{
    return (planes){{tr_curvature_of(h, row->inverse_squared_spacing)}};
}

static inline __attribute__((always_inline)) planes normal(tr_window h, const tr_derived_row *row)
{
    const tr_gradient g = tr_horn_gradient(h, row->inverse_8_spacing);
    const kf up = tr_normal_up(g);
    return (planes){{tr_normal_side(g.east, up), up, tr_normal_side(g.south, up)}};
}

static inline __attribute__((always_inline)) void each(const tr_derived_row *row, window_fn fn, int plane_count)
{
    const tr_window_rows rows = {row->north, row->middle, row->south};
    int32_t i = 0;
    for (; i + TR_LANES <= row->width; i += TR_LANES) {
        const planes value = fn(load_window(&rows, i), row);
        for (int p = 0; p < plane_count; p++) k_store(row->out[p] + i, value.at[p]);
    }
    if (i >= row->width) return;
    tr_window_tail tail;
    const tr_window_rows last = tail_of(&rows, i, row->width, &tail);
    const planes value = fn(load_window(&last, 0), row);
    for (int p = 0; p < plane_count; p++) {
        float lanes[TR_LANES];
        k_store(lanes, value.at[p]);
        memcpy(row->out[p] + i, lanes, (size_t)(row->width - i) * sizeof *lanes);
    }
}

static void run(tr_field field, const tr_derived_row *row)
{
    switch (field) {
    case TR_FIELD_SLOPE: each(row, slope, 1); break;
    case TR_FIELD_ASPECT: each(row, aspect, 1); break;
    case TR_FIELD_CURVATURE: each(row, curvature, 1); break;
    case TR_FIELD_NORMAL: each(row, normal, 3); break;
    default: break;
    }
}

const tr_derived_table TR_ISA_NAME(tr_derived_table) = {run};
