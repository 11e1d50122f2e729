// Light by a plain flood fill over a piece of world, one cell after the other.
#ifndef TR_LIGHT_REFERENCE_H
#define TR_LIGHT_REFERENCE_H

#include "terrane/voxel.h"

// A piece of world in blocks, x fastest, then z, then y. Nothing is around it: light that leaves it is gone.
typedef struct light_reference {
    int size[3];  // x, y, z
    const tr_block *blocks;
    const bool *open;  // by column: the sky is seen from above
    tr_light *light;   // result
} light_reference;

void light_reference_fill(const light_reference *piece);

#endif
