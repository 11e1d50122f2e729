// Areas as the rooms use them: in units, with samples around for what looks at neighbours, as a query of noise.
#ifndef TR_TERRAIN_AREA_H
#define TR_TERRAIN_AREA_H

#include "terrane/terrain.h"

// From sample to sample, in units of 1/256 m.
static inline int64_t tr_area_units(const tr_area *area)
{
    return (int64_t)(area->spacing_m * TR_UNITS_PER_METRE);
}

// The area with `halo` samples more on each side.
static inline tr_area tr_area_with_halo(const tr_area *area, int32_t halo)
{
    return (tr_area){area->x - halo, area->z - halo, area->width + 2 * halo, area->height + 2 * halo, area->spacing_m};
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

// The samples of an area for a noise whose positions are in units.
tr_noise_query tr_area_noise_query(const tr_area *area, uint64_t seed);

#endif
