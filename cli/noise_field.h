// A noise as the source of a field.
#ifndef CLI_NOISE_FIELD_H
#define CLI_NOISE_FIELD_H

#include "field.h"

#include "terrane/noise.h"

typedef struct noise_field {
    const tr_noise *noise;
    uint64_t seed;
    int64_t z;     // of the slice, for a noise of three dimensions
    int64_t step;  // units per pixel
    int dims;      // what the noise was compiled for
} noise_field;

// `it` must stay where it is as long as the source is used.
field_source noise_field_source(const noise_field *it);

#endif
