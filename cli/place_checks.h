// What `verify` hashes of placement and models.
#ifndef CLI_PLACE_CHECKS_H
#define CLI_PLACE_CHECKS_H

#include "terrane/world.h"

// The tiles of every kind of pattern, here and far away.
bool place_check_patterns(tr_context *context, uint64_t *hash, tr_error *err);
// Records and objects of a world with three sets that give way to each other, here and far away.
bool place_check_sets(tr_context *context, uint64_t *hash, tr_error *err);
// Every model in all levels.
bool place_check_models(tr_context *context, uint64_t *hash, tr_error *err);

#endif
