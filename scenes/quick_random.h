// A quick generator of the usual kind, for methods that ours are compared with: they shall not be slow because of their
// random numbers.
#ifndef TR_SCENES_QUICK_RANDOM_H
#define TR_SCENES_QUICK_RANDOM_H

#include <stdint.h>

// 0..1, without 1.
static inline double quick_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-53;
}

#endif
