// A noise as the source of a field.
#ifndef TR_MAP_NOISE_FIELD_H
#define TR_MAP_NOISE_FIELD_H

#include "map/field.h"

#include "terrane/noise.h"

typedef struct tr_map_noise_field {
    const tr_noise *noise;
    uint64_t seed;
    int64_t z;     // of the slice, for a noise of three dimensions
    int64_t step;  // units per pixel
    int dims;      // what the noise was compiled for
} tr_map_noise_field;

// `it` must stay where it is as long as the source is used.
tr_map_field_source tr_map_noise_source(const tr_map_noise_field *place);

#endif
