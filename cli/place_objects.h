// The objects of a region, all together.
#ifndef CLI_PLACE_OBJECTS_H
#define CLI_PLACE_OBJECTS_H

#include "place_choice.h"

typedef struct place_objects {
    const tr_world *world;
    tr_region region_m;
    uint32_t sets;  // that were asked for
    tr_object *objects;
    int64_t count;
    int64_t starts[TR_PLACE_MAX_SETS][TR_PLACE_MAX_LAYERS + 1];  // of the layers; the last: the end of the set
    double seconds;                                              // that placing took
} place_objects;

// Objects that lie one after another.
typedef struct place_range {
    const tr_object *objects;
    int64_t count;
} place_range;

// Places everything. Release with place_objects_destroy(), also after a failure.
bool place_objects_create(const tr_world *world, const tr_region *region_m, uint32_t sets, bool quiet,
                          place_objects *out, tr_error *err);
void place_objects_destroy(place_objects *it);

int32_t place_layer_count(const place_objects *it, int32_t set);
bool place_has_set(const place_objects *it, int32_t set);
// Objects of a layer; negative: of all layers of the set.
place_range place_objects_of(const place_objects *it, int32_t set, int32_t layer);
// What an object looks like.
tr_model_kind place_model_of(const place_objects *it, const tr_object *object);

#endif
