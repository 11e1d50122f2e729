// Hashes of numbers by value and not by bytes, so that the byte order of the machine does not matter.
#ifndef TR_BASE_HASH_VALUE_H
#define TR_BASE_HASH_VALUE_H

#include <math.h>
#include <string.h>

#include "terrane/base.h"

static inline uint64_t tr_hash_word(uint64_t word, uint64_t hash)
{
    return tr_hash_identity(hash, word, 0, 0, 0);
}

static inline uint64_t tr_hash_double(double value, uint64_t hash)
{
    const double canonical = value + 0.0;  // -0 becomes 0
    uint64_t word;
    memcpy(&word, &canonical, sizeof word);
    return tr_hash_word(word, hash);
}

// Numbers that are not given (TR_NOT_GIVEN) are equal, whatever their bits are.
static inline uint64_t tr_hash_optional(double value, uint64_t hash)
{
    return isnan(value) ? tr_hash_word(1, hash) : tr_hash_double(value, tr_hash_word(0, hash));
}

#endif
