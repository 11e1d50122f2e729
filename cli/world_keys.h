// The keys of a world description: the list that docs/world.md shows, and their values in a world.
#ifndef CLI_WORLD_KEYS_H
#define CLI_WORLD_KEYS_H

#include "report.h"

#include "terrane/world.h"

// Every key with its unit, range and default, as a table in Markdown.
void cli_world_keys_print(FILE *stream);
void cli_world_keys_json(cli_json *json);

// The values of a world, those that differ from the default marked; with `all` also the others.
void cli_world_values_print(FILE *stream, const tr_world_def *def, bool all);
// An array under the key "keys".
void cli_world_values_json(cli_json *json, const tr_world_def *def);

#endif
