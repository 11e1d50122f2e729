// The cells of a set that a request needs: which they are, where they lie among samples, and the blocks of the ground
// under them.
#ifndef TR_PLACE_CELLS_H
#define TR_PLACE_CELLS_H

#include "place/placer.h"

// A rectangle in units of a set from the corner of the first cell, half open.
typedef struct tr_unit_region {
    int32_t x0, z0, x1, z1;
} tr_unit_region;

// Takes the cells that a region, which is not empty, touches. Fails with TOO_LARGE or for want of memory. Layers are
// not set.
bool tr_place_cells_open(const tr_placer *placer, int32_t set, const tr_fine_region *within, bool wants_heights,
                         tr_place_cells *out, tr_error *err);
// Also after a failure.
void tr_place_cells_close(const tr_placer *placer, tr_place_cells *cells);

// Which candidates lie within a region: those at x0 <= x < x1, z0 <= z < z1.
tr_unit_region tr_place_units_within(const tr_ranked_set *set, const tr_place_cells *cells,
                                     const tr_fine_region *region);

// Factors of the kernels for samples along two axes: from units of a set to samples, and from the rise between samples
// to the steps of a record's key (tr_place_rise()).
typedef struct tr_place_scale {
    float units_to_samples_x, units_to_samples_z;
    float steps_per_rise_x, steps_per_rise_z;
} tr_place_scale;
tr_place_scale tr_place_scale_of(const tr_ranked_set *set, const tr_block_axis *x, const tr_block_axis *z);

// Takes the layers of candidates that lie beyond a region, which then is `within`.
void tr_place_cells_trim(const tr_placer *placer, tr_place_cells *cells, const tr_fine_region *region);

// How many rows a thread takes at a time. Few large pieces, as threads then mostly write the records of rows that they
// chose themselves, which are still in their caches.
int64_t tr_place_rows_per_piece(const tr_placer *placer, const tr_place_cells *cells);

// The corner of a row of cells along z, in 2^-20 m.
static inline int64_t tr_place_row_corner(const tr_ranked_set *set, const tr_place_cells *cells, int64_t row)
{
    return (cells->z + row) * set->side * set->unit;
}

static inline bool tr_fine_region_is_empty(const tr_fine_region *region)
{
    return region->x0 >= region->x1 || region->z0 >= region->z1;
}

// --- bands.c: blocks of ground functions, by bands of rows, so that memory stays bounded

// Sets the axes along x and how many rows a band has. `blocks` is taken, its blocks are empty.
bool tr_place_bands_open(const tr_placer *placer, tr_place_cells *cells, tr_error *err);
// Asks the ground for the samples of a band.
bool tr_place_band_fill(const tr_placer *placer, tr_place_cells *cells, int32_t band, tr_error *err);

#endif
