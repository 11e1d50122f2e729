// What a world is like, from a coarse look at its home.
#ifndef CLI_WORLD_REPORT_H
#define CLI_WORLD_REPORT_H

#include "terrane/world.h"

typedef struct cli_world_report {
    tr_region region_m;   // what was looked at: the home, or its middle where that is too large
    tr_sample_area area;  // the samples
    double low_m, high_m, mean_m;
    double land_share;
    double temperature_degC;  // mean
    double biome_shares[TR_BIOME_COUNT];
} cli_world_report;

bool cli_world_report_make(const tr_world *world, cli_world_report *out, tr_error *err);

#endif
