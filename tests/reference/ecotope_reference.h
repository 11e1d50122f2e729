// Densities of ecotopes, one sample at a time, straight from docs/place.md: what the library must equal bit for bit.
#ifndef TR_ECOTOPE_REFERENCE_H
#define TR_ECOTOPE_REFERENCE_H

#include "terrane/place.h"

// The fields of a world at a sample, whose number of samples and spacing are given.
typedef struct ecotope_reference_source {
    uint64_t seed;
    float (*field)(tr_field field, int64_t x, int64_t z, double spacing_m);
    float (*biome_weight)(tr_biome biome, int64_t x, int64_t z, double spacing_m);
} ecotope_reference_source;

typedef struct ecotope_reference {
    const tr_ecotope_node_def *nodes;
    int32_t node_count, layer_count;
    ecotope_reference_source source;
} ecotope_reference;

// The density of every layer at sample (x, z) of a spacing; and of every node, unless NULL.
void ecotope_reference_at(const ecotope_reference *reference, int64_t x, int64_t z, double spacing_m, float *layers,
                          float *nodes);

#endif
