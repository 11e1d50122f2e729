// What is placed in a world: its sets and their layers.
#ifndef CLI_WORLD_SETS_H
#define CLI_WORLD_SETS_H

#include "report.h"

#include "terrane/world.h"

// Nothing for a world without placement.
void cli_world_sets_print(const tr_world *world);
void cli_world_sets_json(cli_json *json, const tr_world *world);

#endif
