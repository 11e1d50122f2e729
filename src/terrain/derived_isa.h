// Derived fields over a row of samples: one table per ISA.
#ifndef TR_TERRAIN_DERIVED_ISA_H
#define TR_TERRAIN_DERIVED_ISA_H

#include "base/isa.h"
#include "terrane/terrain.h"

typedef struct tr_derived_row {
    const float *north, *middle, *south;  // sample i of the output lies at i + 1
    int32_t width;
    float inverse_8_spacing, inverse_squared_spacing;
    float *out[3];  // as many as the field has planes
} tr_derived_row;

typedef struct tr_derived_table {
    void (*run)(tr_field field, const tr_derived_row *row);
} tr_derived_table;

TR_ISA_DECLARE(tr_derived_table, tr_derived_table);

#endif
