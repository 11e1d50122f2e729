// A field of a world as the source of a picture's values. Positions count samples from the world's origin.
#ifndef CLI_WORLD_FIELD_H
#define CLI_WORLD_FIELD_H

#include "field.h"

#include "terrane/world.h"

typedef struct world_field {
    const tr_world *world;
    tr_field field;
    double spacing_m;
    float offset;  // is added to every value
} world_field;

// `it` must stay where it is as long as the source is used.
field_source world_field_source(const world_field *it);

#endif
