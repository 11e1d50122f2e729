#include "export/game.h"

bool tr_export_luanti(const tr_world *world, const tr_export_game_def *def, const tr_progress *progress,
                      tr_export_game_report *report, tr_error *err)
{
    tr_game game;
    if (!tr_game_open(world, def, &game, err)) {
        return false;
    }
    const tr_voxel_at *at = &game.spawn.at;
    tr_export_game_report counted = {.spawn = {at->x, at->y, -1 - at->z}, .spawn_dry = game.spawn.dry};
    tr_luanti_def luanti = tr_default_luanti_def();
    luanti.directory = def->directory;
    luanti.name = def->name;
    luanti.seed = tr_world_def_of(world)->seed;
    luanti.pieces = &game.pieces;
    for (int axis = 0; axis < 3; axis++) {
        luanti.spawn[axis] = counted.spawn[axis];
    }
    if (!tr_luanti_world_write(&game.source, &def->box, &luanti, progress, &counted.blocks, err)) {
        return false;
    }
    if (report) {
        *report = counted;
    }
    return true;
}
