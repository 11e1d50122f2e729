// The world that a command works on.
#ifndef CLI_WORLD_INPUT_H
#define CLI_WORLD_INPUT_H

#include "command.h"

#include "terrane/world.h"

typedef struct world_input {
    tr_context *context;
    tr_world *world;
} world_input;

// Opens a context as the common options ask for it, and the world of the first argument, with the seed of --seed if
// given.
bool world_input_open(const cli_call *call, world_input *out, tr_error *err);
void world_input_close(world_input *input);

// The region of --region, else the world's home.
tr_region world_input_region(const cli_call *call, const tr_world *world);

// The name of the world, or of its file without folder and ending.
void world_input_title(const cli_call *call, const tr_world *world, char *out, size_t size);

#endif
