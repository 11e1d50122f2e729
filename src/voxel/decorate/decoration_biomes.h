// What grows in which biome.
#ifndef TR_VOXEL_DECORATE_DECORATION_BIOMES_H
#define TR_VOXEL_DECORATE_DECORATION_BIOMES_H

#include "voxel/decorate/decorations.h"

// CLASSIC: chances per column of blocks, those of the spec.
typedef struct tr_classic_chances {
    double tree, flowers, grass, shrub;
} tr_classic_chances;
extern const tr_classic_chances tr_classic_growth[TR_BIOME_COUNT];

// WORLD: chances per place where something may stand; see decoration_world.c for places. `grove`: +1 likes one end of
// the slow noise, -1 the other, so that kinds stand in groves.
typedef struct tr_growth {
    uint8_t kind;
    int8_t grove;
    float chance;
} tr_growth;

enum { TR_MAX_GROWTHS = 7 };

typedef struct tr_biome_growth {
    tr_growth trees[TR_MAX_GROWTHS], great[TR_MAX_GROWTHS];  // up to a chance of 0
    float clearings;                                         // 0..1: how much the slow noise thins trees
    uint8_t plants[2];                                       // tr_block_kind of two low plants
    float plant, flower, mushroom, reeds;                    // chances per column of blocks in the middle of a patch
} tr_biome_growth;
extern const tr_biome_growth tr_world_growth[TR_BIOME_COUNT];

#endif
