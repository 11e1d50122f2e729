// The order in which water finds its way off the ground: a search upwards from the outlets (the border and the sea),
// always the lowest sample next (R. Barnes et al., Priority-flood, 2014; in the order of the ground and not of the
// water, as C. Ehlschlaeger, Using the A* search algorithm to develop hydrologic models, 1989). A sample remembers the
// neighbour it was reached from, and the level that water there must rise to before it runs off; in hollows the
// neighbours it was reached from lead along the deepest line.
//
// When a sample that is not in a hollow is taken, everything of a lower level has been: the way from there to an outlet
// stays below it. So whoever drains to neighbours of a lower level, and in hollows and on level ground to the neighbour
// the sample was reached from, never runs in circles. One thread does it all, in a total order: height, then the place
// in the grid; samples of equal height beside each other in the order of discovery.
#ifndef TR_TERRAIN_FLOOD_H
#define TR_TERRAIN_FLOOD_H

#include "terrane/base.h"

// Neighbours in the order of their numbers; the one opposite to d is d ^ 1.
enum { TR_FLOOD_DIRECTIONS = 8, TR_FLOOD_OUTLET = TR_FLOOD_DIRECTIONS };
static const int32_t tr_flood_step_x[TR_FLOOD_DIRECTIONS] = {-1, 1, 0, 0, -1, 1, 1, -1};
static const int32_t tr_flood_step_z[TR_FLOOD_DIRECTIONS] = {0, 0, -1, 1, -1, 1, -1, 1};

// The heap is no longer needed when the search is over, and has an entry per sample at most: whoever searched may have
// its memory for numbers.
typedef union tr_flood_room {
    uint64_t entry;
    double value;
} tr_flood_room;

typedef struct tr_flood {
    int32_t width, height;
    float sea_level_m;
    const tr_grid *ground;
    const tr_grid *level;  // that water rises to
    uint32_t *order;       // all samples as they were taken
    uint8_t *from;         // the direction that a sample was reached from, or TR_FLOOD_OUTLET
    tr_flood_room *room;   // a place per sample, free after the search
    size_t heap_count, head, tail;
} tr_flood;

// Searches; `level` is filled. Both grids have the same size and outlive `out`.
bool tr_flood_create(tr_context *context, double sea_level_m, const tr_grid *ground, const tr_grid *level,
                     tr_flood *out, tr_error *err);
void tr_flood_destroy(tr_context *context, tr_flood *flood);

// A sample with where it lies, so that its neighbours need no division.
typedef struct tr_flood_place {
    uint32_t sample;
    int32_t x, z;
    const float *ground;
    float *level;
} tr_flood_place;

static inline tr_flood_place tr_flood_place_of(const tr_flood *flood, uint32_t sample)
{
    const int32_t x = (int32_t)(sample % (uint32_t)flood->width), z = (int32_t)(sample / (uint32_t)flood->width);
    return (tr_flood_place){sample, x, z, flood->ground->samples + z * flood->ground->row_stride + x,
                            flood->level->samples + z * flood->level->row_stride + x};
}

static inline bool tr_flood_has_neighbour(const tr_flood *flood, const tr_flood_place *at, int d)
{
    const int32_t x = at->x + tr_flood_step_x[d], z = at->z + tr_flood_step_z[d];
    return x >= 0 && z >= 0 && x < flood->width && z < flood->height;
}

// The neighbour in a direction, which must lie in the grid.
static inline tr_flood_place tr_flood_neighbour(const tr_flood *flood, const tr_flood_place *at, int d)
{
    const int32_t dx = tr_flood_step_x[d], dz = tr_flood_step_z[d];
    return (tr_flood_place){(uint32_t)((int64_t)at->sample + (int64_t)dz * flood->width + dx), at->x + dx, at->z + dz,
                            at->ground + dz * flood->ground->row_stride + dx,
                            at->level + dz * flood->level->row_stride + dx};
}

static inline bool tr_flood_is_sea(const tr_flood *flood, const tr_flood_place *at)
{
    return *at->ground < flood->sea_level_m;
}

// Whether water stands above the ground there, in a hollow.
static inline bool tr_flood_is_hollow(const tr_flood *flood, const tr_flood_place *at)
{
    return !tr_flood_is_sea(flood, at) && *at->level > *at->ground;
}

#endif
