// Where water runs on coarse ground: every sample has one receiver, and knows how many samples drain through it.
#ifndef TR_CARVE_PLAN_DRAINAGE_H
#define TR_CARVE_PLAN_DRAINAGE_H

#include "carve/plan/plan.h"
#include "terrain/flood.h"

enum { TR_DRAINAGE_NONE = TR_FLOOD_OUTLET };

// Grids and flood point into each other: it must stay where it is.
typedef struct tr_drainage {
    int32_t width, height;
    double spacing_m;
    tr_grid ground;   // that of the plan; where it is level, with hummocks of millimetres
    tr_grid level;    // that water rises to before it runs off
    tr_flood flood;   // `from` is the direction of the receiver now, or TR_FLOOD_OUTLET
    uint32_t *cells;  // samples that drain through, itself included
    uint8_t *donor;   // the direction that most of it comes from, or TR_DRAINAGE_NONE
} tr_drainage;

// Receivers lead down the filled ground, in the direction of the steepest facet with the least deviation to the side
// summed up along the way (S. Orlandini et al., Path-based methods for the determination of nondispersive drainage
// directions, 2003): lines down a slope do not follow the eight directions of the grid. Hollows are crossed along their
// deepest line.
// Heights must be finite.
bool tr_drainage_create(tr_context *context, const tr_plan_ground *ground, tr_drainage *out, tr_error *err);
void tr_drainage_destroy(tr_context *context, tr_drainage *drainage);

// The sample in a direction, which must lie in the grid.
static inline uint32_t tr_drainage_step(const tr_drainage *drainage, uint32_t sample, int direction)
{
    return (uint32_t)((int64_t)sample + (int64_t)tr_flood_step_z[direction] * drainage->width +
                      tr_flood_step_x[direction]);
}

static inline bool tr_drainage_is_outlet(const tr_drainage *drainage, uint32_t sample)
{
    return drainage->flood.from[sample] == TR_FLOOD_OUTLET;
}

// What a sample that is no outlet drains to.
static inline uint32_t tr_drainage_receiver(const tr_drainage *drainage, uint32_t sample)
{
    return tr_drainage_step(drainage, sample, drainage->flood.from[sample]);
}

// The grid is packed.
static inline double tr_drainage_ground(const tr_drainage *drainage, uint32_t sample)
{
    return (double)drainage->ground.samples[sample];
}

static inline bool tr_drainage_is_sea(const tr_drainage *drainage, uint32_t sample)
{
    return drainage->ground.samples[sample] < drainage->flood.sea_level_m;
}

#endif
