// Where new players of a world of blocks begin.
#ifndef TR_EXPORT_GAME_SPAWN_H
#define TR_EXPORT_GAME_SPAWN_H

#include "terrane/voxel.h"

typedef struct tr_game_spawn {
    tr_voxel_at at;  // the block, of the world, in which the feet are
    bool dry;        // false: there is no dry ground in the box, and it is the top of the water or the ground
} tr_game_spawn;

// The place nearest to the middle of a box that is dry, level, open to the sky and away from trees.
bool tr_game_spawn_find(const tr_voxels *voxels, const tr_voxel_source *source, const tr_voxel_box *box,
                        tr_game_spawn *out, tr_error *err);

#endif
