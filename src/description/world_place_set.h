// Sets of a definition's placement: checks, copies, and their part of the hash.
#ifndef TR_DESCRIPTION_WORLD_PLACE_SET_H
#define TR_DESCRIPTION_WORLD_PLACE_SET_H

#include "terrane/description.h"

// A rule that a set or a layer breaks, and the key that it is about.
typedef struct tr_place_problem {
    const char *key;
    char message[256];
} tr_place_problem;

// What values must keep together; each number alone is within its range.
bool tr_world_place_set_check_together(const tr_world_place_set_def *set, tr_place_problem *problem);
bool tr_world_place_layer_check(const tr_world_place_layer *layer, tr_place_problem *problem);

// Everything, for definitions that come as structs. Messages begin with "placement[2].footprint".
bool tr_world_place_sets_check(const tr_world_def *def, tr_error *err);

// One block (tr_free) with the sets and all they point to; NULL with count 0.
bool tr_world_place_sets_copy(tr_context *context, const tr_world_place_set_def *sets, int32_t count,
                              tr_world_place_set_def **out, tr_error *err);

// Every value that placement depends on; not the names.
uint64_t tr_world_place_sets_hash(const tr_world_def *def, uint64_t hash);

#endif
