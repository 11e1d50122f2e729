// What `verify` hashes of placement and models.
#ifndef TR_SCENES_VERIFY_PLACE_H
#define TR_SCENES_VERIFY_PLACE_H

#include "terrane/world.h"

// The tiles of every kind of pattern, here and far away.
bool verify_place_patterns(tr_context *context, uint64_t *hash, tr_error *err);
// Records and objects of a world with three sets that give way to each other, here and far away.
bool verify_place_sets(tr_context *context, uint64_t *hash, tr_error *err);
// Every model in all levels.
bool verify_place_models(tr_context *context, uint64_t *hash, tr_error *err);

#endif
