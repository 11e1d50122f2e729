// Points in the plane that keep the footprint, with an index of where they are, and how a domain is filled with them to
// saturation.
#ifndef TR_PLACE_PATTERN_SCATTER_H
#define TR_PLACE_PATTERN_SCATTER_H

#include "terrane/place.h"

enum {
    TR_SCATTER_REACH = 4 * TR_PATTERN_UNITS,  // coordinates are at least minus this
    TR_SCATTER_BIN = TR_PATTERN_UNITS / 2,    // of the index; has one point at most
    TR_SCATTER_BINS = 36 + 4,                 // of a side
    TR_SCATTER_MAX = 400,                     // points; more do not fit
    TR_SCATTER_MAX_SQUARES = 4096,
};

// In units.
typedef struct tr_spot {
    int32_t x, z;
} tr_spot;

typedef struct tr_spot_box {
    int32_t x0, z0, x1, z1;  // half open
} tr_spot_box;

// Where points may be: in a box, but not in discs and holes.
typedef struct tr_spot_domain {
    tr_spot_box box;
    tr_spot discs[4];
    int32_t disc_count;
    int32_t disc_radius;
    tr_spot_box holes[5];
    int32_t hole_count;
} tr_spot_domain;

// Points before `fixed_count` stay what they are.
typedef struct tr_scatter {
    uint64_t seed, draws;
    int32_t count, fixed_count;
    tr_spot spots[TR_SCATTER_MAX];
    uint64_t taken[TR_SCATTER_BINS];                 // rows of bins, a bit for each that has a point
    int16_t bins[TR_SCATTER_BINS][TR_SCATTER_BINS];  // the points
    tr_spot squares[2][TR_SCATTER_MAX_SQUARES];
} tr_scatter;

static inline int64_t tr_spot_distance_squared(tr_spot a, tr_spot b)
{
    const int64_t x = a.x - b.x, z = a.z - b.z;
    return x * x + z * z;
}

static inline bool tr_spot_in_box(tr_spot at, const tr_spot_box *box)
{
    return at.x >= box->x0 && at.x < box->x1 && at.z >= box->z0 && at.z < box->z1;
}

bool tr_spot_in_domain(tr_spot at, const tr_spot_domain *domain);

// Empty; its random numbers follow from the seed.
void tr_scatter_clear(tr_scatter *scatter, uint64_t seed);
uint64_t tr_scatter_draw(tr_scatter *scatter, uint64_t count);
// Adds a point that is known to fit.
void tr_scatter_add(tr_scatter *scatter, tr_spot at);
// All points so far are fixed.
void tr_scatter_fix(tr_scatter *scatter);
// Takes away the points that are not fixed and lie in a box.
void tr_scatter_remove(tr_scatter *scatter, const tr_spot_box *box);
void tr_scatter_move(tr_scatter *scatter, int32_t point, tr_spot to);
// Whether a point keeps the footprint from all but `except`.
bool tr_scatter_fits(const tr_scatter *scatter, tr_spot at, int32_t except);
// Throws this many darts into the box of the domain.
void tr_scatter_throw(tr_scatter *scatter, const tr_spot_domain *domain, int32_t count);
// Throws darts into the domain until no more fit (but for gaps of less than 1/100 footprint).
void tr_scatter_fill(tr_scatter *scatter, const tr_spot_domain *domain);

#endif
