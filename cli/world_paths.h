// What is carved into a world: how much of each kind, and its bridges.
#ifndef CLI_WORLD_PATHS_H
#define CLI_WORLD_PATHS_H

#include "report.h"

#include "terrane/world.h"

typedef struct cli_path_sum {
    int32_t count;
    double length_m;   // of areas: of their shores
    double max_grade;  // rise over run
} cli_path_sum;

typedef struct cli_world_paths {
    cli_path_sum kinds[TR_PATH_KIND_COUNT];
    int32_t crossing_count, bridge_count;
    double bridge_length_m;     // crossings that share a span count once
    const tr_carving *carving;  // NULL: there are no paths
} cli_world_paths;

bool cli_world_paths_find(const tr_world *world, cli_world_paths *out, tr_error *err);
// Nothing for a world without paths; of bridges the first ten.
void cli_world_paths_print(const cli_world_paths *paths);
void cli_world_paths_json(cli_json *json, const cli_world_paths *paths);

#endif
