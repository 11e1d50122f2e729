// Areas as the rooms use them: in units, with samples around for what looks at neighbours.
#ifndef TR_BASE_AREA_H
#define TR_BASE_AREA_H

#include "terrane/base.h"

// From sample to sample, in units of 1/256 m.
static inline int64_t tr_area_units(const tr_sample_area *area)
{
    return (int64_t)(area->spacing_m * TR_UNITS_PER_METRE);
}

// The area with `halo` samples more on each side.
static inline tr_sample_area tr_area_with_halo(const tr_sample_area *area, int32_t halo)
{
    return (tr_sample_area){area->x - halo, area->z - halo, area->width + 2 * halo, area->height + 2 * halo,
                            area->spacing_m};
}

// A view of a grid without `halo` samples on each side.
static inline tr_grid tr_grid_without_halo(const tr_grid *wide, int32_t halo)
{
    tr_grid inner = *wide;
    inner.samples += halo * wide->row_stride + halo;
    inner.width -= 2 * halo;
    inner.height -= 2 * halo;
    return inner;
}

#endif
