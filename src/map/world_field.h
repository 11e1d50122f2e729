// A field of a world as the source of a picture's values. Positions count samples from the world's origin.
#ifndef TR_MAP_WORLD_FIELD_H
#define TR_MAP_WORLD_FIELD_H

#include "map/field.h"

#include "terrane/world.h"

typedef struct tr_map_world_field {
    const tr_world *world;
    tr_field field;
    double spacing_m;
    float offset;  // is added to every value
} tr_map_world_field;

// `it` must stay where it is as long as the source is used.
tr_map_field_source tr_map_world_source(const tr_map_world_field *place);

#endif
