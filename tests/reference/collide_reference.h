// Which discs of several sets stand, straight from the rule: in the order of ranks, a disc stands unless it meets one
// of a lower rank that stands. Discs of one rank never meet.
#ifndef COLLIDE_REFERENCE_H
#define COLLIDE_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct reference_disc {
    int64_t x, z, radius;  // in 2^-20 m
    int32_t rank;
    size_t number;  // of the caller
    bool stands;
} reference_disc;

// Whether centres are nearer than the sum of the radii.
bool collide_reference_meet(const reference_disc *a, const reference_disc *b);
// Sets `stands`; the order of the discs changes.
void collide_reference(reference_disc *discs, size_t count);

#endif
