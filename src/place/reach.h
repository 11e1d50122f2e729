// When objects of different sets meet.
#ifndef TR_PLACE_REACH_H
#define TR_PLACE_REACH_H

#include "place/placer.h"

// Objects of two sets whose centres are nearer than this meet, in 2^-20 m; 0: they never do.
static inline int64_t tr_place_reach(const tr_ranked_set *a, const tr_ranked_set *b)
{
    return a->radius + b->radius;
}

#endif
