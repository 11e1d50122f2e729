// What `verify` hashes: every math function, the scenes of noise and terrain, and the rooms above them.
#ifndef TR_SCENES_VERIFY_SYSTEMS_H
#define TR_SCENES_VERIFY_SYSTEMS_H

#include "terrane/base.h"

enum { VERIFY_NAME_SIZE = 40, VERIFY_MAX_SYSTEMS = 96 };

// Systems are numbered from 0; there are at most VERIFY_MAX_SYSTEMS.
int verify_system_count(void);
const char *verify_system_name(int system, char out[VERIFY_NAME_SIZE]);
// The hash of a system's results, which is the same on every backend, instruction set and number of threads.
bool verify_system_hash(tr_context *context, int system, uint64_t seed, uint64_t *hash, tr_error *err);

#endif
