// Biomes over a row of samples: one table per ISA.
#ifndef TR_TERRAIN_BIOME_ISA_H
#define TR_TERRAIN_BIOME_ISA_H

#include "base/isa.h"
#include "terrane/terrain.h"

struct tr_biome_rules;

typedef struct tr_biome_row {
    const struct tr_biome_rules *rules;
    const float *north, *middle, *south;        // heights; sample i of the output lies at i + 1
    const float *temperature, *humidity, *sea;  // `sea` may be NULL
    int32_t width;
    float *out;
    int64_t plane_stride;  // of the weights
} tr_biome_row;

typedef struct tr_biome_table {
    void (*weights)(const tr_biome_row *row);
    void (*dominant)(const tr_biome_row *row);
} tr_biome_table;

TR_ISA_DECLARE(tr_biome_table, tr_biome_table);

#endif
