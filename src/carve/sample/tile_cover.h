// The tiles of a lattice that boxes lie in and anything may be carved in. Found from the boxes down, so that the
// cost follows what is carved and not the extent.
#ifndef TR_CARVE_SAMPLE_TILE_COVER_H
#define TR_CARVE_SAMPLE_TILE_COVER_H

#include "carve/edit/carving.h"

enum { TR_COVER_TILE = TR_DISPLACEMENT_TILE };

// A lattice of samples, and the part of it that counts.
typedef struct tr_cover_lattice {
    int64_t units;      // from sample to sample, in 1/256 of an area's unit
    tr_region samples;  // half open
} tr_cover_lattice;

// All samples that there can be at a spacing.
tr_region tr_cover_everywhere(int64_t units);

// A tile, by its place in tiles, and the samples of it that count: [x0, x1) x [z0, z1) from its first one.
typedef struct tr_cover_tile {
    int64_t x, z;
    uint8_t x0, z0, x1, z1;
} tr_cover_tile;

typedef struct tr_cover {
    tr_cover_tile *tiles;
    int32_t count, capacity;
} tr_cover;

// The samples in a box; false when there are none.
bool tr_cover_samples(const tr_cover_lattice *lattice, const tr_box *box, tr_region *out);

// Adds the tiles of a box in which `index` may carve. What was added in several boxes is there several times.
bool tr_cover_add_box(tr_context *context, const tr_cover_lattice *lattice, const tr_piece_index *index,
                      const tr_box *box, tr_cover *cover, tr_error *err);
// Adds the part of one tile that lies in a region of samples.
bool tr_cover_add_tile(tr_context *context, const tr_region *samples, int64_t x, int64_t z, tr_cover *cover,
                       tr_error *err);
// Adds all tiles that paths may carve in.
bool tr_cover_add_paths(const tr_carving *carving, const tr_cover_lattice *lattice, tr_cover *cover, tr_error *err);
// Sorts by z, then by x, and joins the parts of one tile.
void tr_cover_join(tr_cover *cover);
void tr_cover_destroy(tr_context *context, tr_cover *cover);

// Which of two places comes first: by z, then by x; 0 when they are one.
static inline int tr_cover_order(int64_t x, int64_t z, int64_t other_x, int64_t other_z)
{
    if (z != other_z) return z < other_z ? -1 : 1;
    return (x > other_x) - (x < other_x);
}

#endif
