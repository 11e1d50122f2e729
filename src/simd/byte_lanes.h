// Kernels over bytes: the common subset of C and GLSL for signed 8-bit numbers, beside lanes.h.
//
// Types     kb a number -128..127 per lane, kbm a truth value per lane (-1 where it holds); vectors of 16 bytes for
//           TR_LANES 4 and of 32 for TR_LANES 8. In GLSL an int and a bool.
// Functions kb_set(c), kb_select(mask, a, b). Masks come from comparisons: kb_less(a, b), kb_equal(a, b).
//           In C also kb_load(p), kb_store(p, x), kb_all(mask), kb_first(mask) (a lane where it holds), and
//           kb_fold(low, high, bits): the lanes of both, numbers of `bits` bits (1, 2, 4), put together in pairs, the
//           first of a pair in the lower bits.
// Sets      In C, of numbers 0..63: kb_members_add(&set, number) to a set that is zero at first, kb_strangers(&set, x)
//           (not 0 in lanes that are no members);
//           and kb_places_of(list, count) of an ascending list, kb_place(&places, x): where in it a member lies.
#ifndef TR_SIMD_BYTE_LANES_H
#define TR_SIMD_BYTE_LANES_H

#include "simd/lanes.h"

#if defined(TR_GLSL)
#define kb int
#define kbm bool
#define K_RETURN_kb int
#define kb_set(c) (c)
#define kb_select(m, a, b) ((m) ? (a) : (b))
#define kb_less(a, b) ((a) < (b))
#define kb_equal(a, b) ((a) == (b))
#else

enum { TR_BYTE_MEMBERS = 64 };

#if TR_LANES == 1
#define TR_BYTE_LANES 1
typedef int8_t kb;
typedef int8_t kbm;
typedef struct kb_members {
    int8_t has[TR_BYTE_MEMBERS];
} kb_members;
typedef struct kb_places {
    uint8_t place[TR_BYTE_MEMBERS];
} kb_places;
// clang-format off
K_FN(kb) kb_set(int c) { return (kb)c; }
K_FN(kb) kb_select(kbm m, kb a, kb b) { return m ? a : b; }
K_FN(kbm) kb_less(kb a, kb b) { return (kbm)(-(a < b)); }
K_FN(kbm) kb_equal(kb a, kb b) { return (kbm)(-(a == b)); }
K_FN(int) kb_all(kbm m) { return m; }
K_FN(int) kb_first(kbm m) { return m + 1; }
K_FN(kb) kb_fold(kb low, kb high, int bits) { return (kb)(low | high << bits); }
K_FN(void) kb_members_add(kb_members *set, int number) { set->has[number] = -1; }
K_FN(kb) kb_strangers(const kb_members *set, kb x) { return (kb)~set->has[x]; }
K_FN(kb_places) kb_places_of(const uint8_t *list, int count)
{
    kb_places places = {0};
    for (int k = 0; k < count; k++) places.place[list[k]] = (uint8_t)k;
    return places;
}
K_FN(kb) kb_place(const kb_places *places, kb x) { return (kb)places->place[x]; }
// clang-format on
#else
#define TR_BYTE_LANES (4 * TR_LANES)
typedef int8_t kb __attribute__((vector_size(TR_BYTE_LANES)));
typedef uint16_t kb_pairs __attribute__((vector_size(TR_BYTE_LANES)));
typedef kb kbm;
// clang-format off
K_FN(kb) kb_set(int c) { return (kb){0} + (int8_t)c; }
K_FN(kbm) kb_less(kb a, kb b) { return a < b; }
K_FN(kbm) kb_equal(kb a, kb b) { return a == b; }
#if TR_LANES == 8 && defined(__AVX2__)
K_FN(kb) kb_select(kbm m, kb a, kb b) { return (kb)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)m); }
K_FN(int) kb_all(kbm m) { return _mm256_movemask_epi8((__m256i)m) == -1; }
K_FN(int) kb_first(kbm m) { return __builtin_ctz((unsigned)_mm256_movemask_epi8((__m256i)m)); }
K_FN(kb) kb_fold(kb low, kb high, int bits)
{
    const __m256i shift = _mm256_set1_epi16((short)(1 | 256 << bits));
    const __m256i a = _mm256_maddubs_epi16((__m256i)low, shift), b = _mm256_maddubs_epi16((__m256i)high, shift);
    return (kb)_mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xd8);
}
// A shuffle looks up the lower four bits of a number in 16 bytes; the other two are bits of the byte, or choose one of
// four shuffles.
typedef struct kb_members { uint8_t quarters[16]; } kb_members;
typedef struct kb_places { __m256i quarter[4]; } kb_places;
K_FN(__m256i) kb_twice(const uint8_t p[16]) { return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p)); }
K_FN(void) kb_members_add(kb_members *set, int number)
{
    set->quarters[number & 15] = (uint8_t)(set->quarters[number & 15] | 1 << (number >> 4));
}
K_FN(kb) kb_strangers(const kb_members *set, kb x)
{
    const __m256i bit_of = _mm256_set1_epi32(0x08040201);
    const __m256i quarter = _mm256_and_si256(_mm256_srli_epi16((__m256i)x, 4), _mm256_set1_epi8(3));
    const __m256i bit = _mm256_shuffle_epi8(bit_of, quarter);
    const __m256i has = _mm256_shuffle_epi8(kb_twice(set->quarters), (__m256i)x);
    return (kb)_mm256_andnot_si256(has, bit);
}
K_FN(kb_places) kb_places_of(const uint8_t *list, int count)
{
    uint8_t place[TR_BYTE_MEMBERS] = {0};
    for (int k = 0; k < count; k++) place[list[k]] = (uint8_t)k;
    return (kb_places){{kb_twice(place), kb_twice(place + 16), kb_twice(place + 32), kb_twice(place + 48)}};
}
K_FN(kb) kb_place(const kb_places *places, kb x)
{
    const __m256i number = (__m256i)x, *quarter = places->quarter;
    const __m256i bit4 = _mm256_slli_epi16(number, 3), bit5 = _mm256_slli_epi16(number, 2);
    const __m256i low = _mm256_blendv_epi8(_mm256_shuffle_epi8(quarter[0], number),
                                           _mm256_shuffle_epi8(quarter[1], number), bit4);
    const __m256i high = _mm256_blendv_epi8(_mm256_shuffle_epi8(quarter[2], number),
                                            _mm256_shuffle_epi8(quarter[3], number), bit4);
    return (kb)_mm256_blendv_epi8(low, high, bit5);
}
#else
K_FN(kb) kb_select(kbm m, kb a, kb b) { return (m & a) | (~m & b); }
K_FN(int) kb_first(kbm m) { int i = 0; while (!m[i]) i++; return i; }
K_FN(kb_pairs) kb_fold_pairs(kb x, int bits)
{
    const kb_pairs pairs = (kb_pairs)x;
    return (pairs | pairs >> (uint16_t)(8 - bits)) & 0xff;
}
#if TR_LANES == 4 && defined(__SSE2__)
K_FN(int) kb_all(kbm m) { return _mm_movemask_epi8((__m128i)m) == 0xffff; }
K_FN(kb) kb_fold(kb low, kb high, int bits)
{
    return (kb)_mm_packus_epi16((__m128i)kb_fold_pairs(low, bits), (__m128i)kb_fold_pairs(high, bits));
}
#else
K_FN(int) kb_all(kbm m)
{
    int64_t words[TR_BYTE_LANES / 8], all = -1;
    memcpy(words, &m, sizeof words);
    for (int i = 0; i < TR_BYTE_LANES / 8; i++) all &= words[i];
    return all == -1;
}
K_FN(kb) kb_fold(kb low, kb high, int bits)
{
    const kb_pairs a = kb_fold_pairs(low, bits), b = kb_fold_pairs(high, bits);
    kb folded;
    for (int i = 0; i < TR_BYTE_LANES / 2; i++) {
        folded[i] = (int8_t)a[i];
        folded[i + TR_BYTE_LANES / 2] = (int8_t)b[i];
    }
    return folded;
}
#endif
typedef struct kb_members { int count; kb numbers[TR_BYTE_MEMBERS]; } kb_members;
typedef struct kb_places { int count; kb numbers[TR_BYTE_MEMBERS]; uint8_t place[TR_BYTE_MEMBERS]; } kb_places;
K_FN(void) kb_members_add(kb_members *set, int number) { set->numbers[set->count++] = kb_set(number); }
K_FN(kb) kb_strangers(const kb_members *set, kb x)
{
    kbm found = kb_set(0);
    for (int k = 0; k < set->count && !kb_all(found); k++) found |= kb_equal(x, set->numbers[k]);
    return ~found;
}
K_FN(kb_places) kb_places_of(const uint8_t *list, int count)
{
    kb_places places = {.count = count};
    for (int k = 0; k < count; k++) {
        places.numbers[k] = kb_set(list[k]);
        places.place[list[k]] = (uint8_t)k;
    }
    return places;
}
// The place is the number of entries after the first that x is not below. Many are looked up one by one.
K_FN(kb) kb_place(const kb_places *places, kb x)
{
    kb place = kb_set(places->count - 1);
    if (places->count > 16) {
        for (int i = 0; i < TR_BYTE_LANES; i++) place[i] = (int8_t)places->place[x[i]];
        return place;
    }
    for (int k = 1; k < places->count; k++) place += kb_less(x, places->numbers[k]);
    return place;
}
#endif
// clang-format on
#endif

// clang-format off
K_FN(kb) kb_load(const void *p) { kb x; memcpy(&x, p, sizeof x); return x; }
K_FN(void) kb_store(void *p, kb x) { memcpy(p, &x, sizeof x); }
// clang-format on
#endif

#endif
