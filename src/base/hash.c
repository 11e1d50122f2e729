// Hashes of bytes and of identities. All arithmetic is on unsigned 64-bit words with defined wrap-around, and
// bytes are read in little-endian order, so results are the same on every machine.
//
// tr_hash_bytes folds 16 bytes per step: two words are offset by state and constant, multiplied to 128 bits, and
// the halves are xored ("multiply-fold"). The rotated old state is xored in, so that a factor that happens to be
// zero does not erase what came before. The last 0 to 15 bytes are padded with zeros; the length, mixed in at
// the end, tells padding from data.
//
//     fold(a, b)  = low64(a * b) ^ high64(a * b)
//     state       = finalise(seed + K0)
//     per block   : state = fold(word0 ^ K1, word1 ^ state) ^ rotl(state, 29)
//     result      = finalise(fold(state ^ K2, length ^ K3) ^ state)
//
// finalise() is the bijection that Sebastiano Vigna's SplitMix64 uses (David Stafford's variant 13 of the
// MurmurHash3 finaliser). The constants K are the first digits of the fractional part of pi in hexadecimal, as
// nothing-up-my-sleeve numbers, made odd.
#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "terrane/base.h"

#ifndef __SIZEOF_INT128__
#error "The compiler has no 128-bit product: write the 64 by 64 bit product for it"
#endif
__extension__ typedef unsigned __int128 uint128;

#define K0 UINT64_C(0x243F6A8885A308D3)
#define K1 UINT64_C(0x13198A2E03707345)
#define K2 UINT64_C(0xA4093822299F31D1)
#define K3 UINT64_C(0x082EFA98EC4E6C89)

static uint64_t finalise(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static uint64_t fold(uint64_t a, uint64_t b)
{
    uint128 product = (uint128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Written out, because compilers make one load of this form on little-endian machines, and not of a loop.
static uint64_t load_le64(const uint8_t *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24 |
           (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 | (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

static uint64_t absorb(uint64_t state, const uint8_t block[16])
{
    return fold(load_le64(block) ^ K1, load_le64(block + 8) ^ state) ^ (state << 29 | state >> 35);
}

uint64_t tr_hash_bytes(const void *bytes, size_t size, uint64_t seed)
{
    const uint8_t *at = bytes;
    uint64_t state = finalise(seed + K0);
    size_t left = size;
    for (; left >= 16; left -= 16, at += 16) state = absorb(state, at);
    if (left > 0) {
        uint8_t padded[16] = {0};
        memcpy(padded, at, left);
        state = absorb(state, padded);
    }
    return finalise(fold(state ^ K2, (uint64_t)size ^ K3) ^ state);
}

uint64_t tr_seed_from_text(const char *text)
{
    if (!text) text = "";
    bool negative;
    uint64_t magnitude;
    const uint64_t lowest = UINT64_C(1) << 63;  // the magnitude of the lowest signed number
    if (tr_text_parse_integer(text, &negative, &magnitude) && (!negative || magnitude <= lowest)) {
        return negative ? 0 - magnitude : magnitude;
    }
    return tr_hash_bytes(text, strlen(text), 0);
}

// Each part passes a bijection of its own before the next is added, so identities that differ in one part never
// collide, and ones that differ in several only by chance.
uint64_t tr_hash_identity(uint64_t seed, uint64_t what, int64_t x, int64_t y, int64_t z)
{
    uint64_t hash = finalise(seed + K0);
    hash = finalise((hash ^ what) + K1);
    hash = finalise((hash ^ (uint64_t)x) + K2);
    hash = finalise((hash ^ (uint64_t)y) + K3);
    return finalise((hash ^ (uint64_t)z) + K0);
}

double tr_unit_from_hash(uint64_t hash)
{
    return (double)(hash >> 11) * 0x1p-53;
}

uint64_t tr_index_from_hash(uint64_t hash, uint64_t count)
{
    assert(count >= 1);
    return (uint64_t)((uint128)hash * count >> 64);
}
