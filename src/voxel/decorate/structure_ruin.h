// Ruins column by column: a plan says what stood on a place, the ruin what is left of it.
#ifndef TR_VOXEL_DECORATE_STRUCTURE_RUIN_H
#define TR_VOXEL_DECORATE_STRUCTURE_RUIN_H

#include "voxel/decorate/structure_canvas.h"

enum {
    TR_RUIN_CELLAR = 6,  // depth of the floor of a cellar below that of the house
    TR_RUIN_STOREY = 5,  // from floor to floor
};

typedef enum tr_ruin_floor {
    TR_FLOOR_NONE,  // not part of it
    TR_FLOOR_TURF,
    TR_FLOOR_PAVING,
    TR_FLOOR_TILES,
    TR_FLOOR_CELLAR,  // tiles over a room
    TR_FLOOR_STAIRS   // open down to a step
} tr_ruin_floor;

// What a plan has at a place.
typedef struct tr_ruin_cell {
    tr_ruin_floor floor;
    int32_t wall;         // height of a wall on it when it was whole; 0: none
    bool is_sturdy;       // has stood better than the rest
    bool is_shell;        // goes down around a cellar
    int32_t sill, arch;   // an opening of the wall, from `sill` up to below `arch`; none where `arch` is 0
    int32_t jambs[2][2];  // (x, z) of the two places that carry the arch
    int32_t ledge;        // upper floors: how many blocks from the wall; 0: none
    int32_t anchor[2];    // that place of the wall
    int32_t step;         // depth of a step below the floor
    bool has_lamp;        // in the room below
} tr_ruin_cell;

typedef tr_ruin_cell (*tr_ruin_plan)(const tr_build *build, int32_t x, int32_t z);

tr_ruin_cell tr_ruin_keep(const tr_build *build, int32_t x, int32_t z);
tr_ruin_cell tr_ruin_tower(const tr_build *build, int32_t x, int32_t z);
tr_ruin_cell tr_ruin_temple(const tr_build *build, int32_t x, int32_t z);

#endif
