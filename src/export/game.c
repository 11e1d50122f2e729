#include "export/game.h"

#include <assert.h>

tr_export_game_def tr_default_export_game_def(void)
{
    return (tr_export_game_def){.cookie = TR_EXPORT_GAME_DEF_COOKIE, .name = "Terrane"};
}

bool tr_game_open(const tr_world *world, const tr_export_game_def *def, tr_game *game, tr_error *err)
{
    assert(def->cookie == TR_EXPORT_GAME_DEF_COOKIE && def->directory && def->name);
    *game = (tr_game){.voxels = tr_world_voxels(world, err)};
    if (!game->voxels || !tr_voxel_box_check(&def->box, err)) {
        return false;
    }
    game->source = def->source ? *def->source : tr_voxels_source(game->voxels);
    game->lit = (tr_game_pieces){game->voxels, &game->source};
    game->pieces = tr_game_pieces_hook(&game->lit);
    return tr_game_spawn_find(game->voxels, &game->source, &def->box, &game->spawn, err);
}
