// Pieces of a world for games: blocks, their light and their biomes.
#ifndef TR_EXPORT_GAME_PIECES_H
#define TR_EXPORT_GAME_PIECES_H

#include "terrane/io.h"
#include "terrane/voxel.h"

typedef struct tr_game_pieces {
    const tr_voxels *voxels;
    const tr_voxel_source *source;
} tr_game_pieces;

// As long as `pieces` lives.
tr_block_pieces tr_game_pieces_hook(tr_game_pieces *pieces);

#endif
