// What the worlds of games share.
#ifndef TR_EXPORT_GAME_H
#define TR_EXPORT_GAME_H

#include "terrane/export.h"

#include "export/game_pieces.h"
#include "export/game_spawn.h"

enum { TR_EXPORT_GAME_DEF_COOKIE = 0x67616d65 };

// The blocks of a world with their light, and its spawn.
typedef struct tr_game {
    const tr_voxels *voxels;
    tr_voxel_source source;
    tr_game_pieces lit;
    tr_block_pieces pieces;
    tr_game_spawn spawn;
} tr_game;

// `game` must stay where it is.
bool tr_game_open(const tr_world *world, const tr_export_game_def *def, tr_game *game, tr_error *err);

#endif
