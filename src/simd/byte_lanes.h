// Kernels over bytes: the common subset of C and GLSL for signed 8-bit numbers, beside lanes.h.
//
// Types     kb a number -128..127 per lane, kbm a truth value per lane (-1 where it holds); vectors of 16 bytes for
//           TR_LANES 4 and of 32 for TR_LANES 8. In GLSL an int and a bool.
// Functions kb_set(c), kb_select(mask, a, b). Masks come from comparisons: kb_less(a, b), kb_equal(a, b).
//           In C also kb_load(p), kb_store(p, x), kb_all(mask), and kb_fold(p, bits): 2 TR_BYTE_LANES bytes at p of
//           `bits` bits each (1, 2, 4), put together in pairs, the first of a pair in the lower bits.
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

#if TR_LANES == 1
#define TR_BYTE_LANES 1
typedef int8_t kb;
typedef int8_t kbm;
// clang-format off
K_FN(kb) kb_set(int c) { return (kb)c; }
K_FN(kb) kb_select(kbm m, kb a, kb b) { return m ? a : b; }
K_FN(kbm) kb_less(kb a, kb b) { return (kbm)(-(a < b)); }
K_FN(kbm) kb_equal(kb a, kb b) { return (kbm)(-(a == b)); }
K_FN(int) kb_all(kbm m) { return m; }
K_FN(kb) kb_fold(const uint8_t *p, int bits) { return (kb)(p[0] | p[1] << bits); }
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
K_FN(kb_pairs) kb_fold_pairs(const uint8_t *p, int bits)
{
    kb_pairs pairs;
    memcpy(&pairs, p, sizeof pairs);
    return (pairs | pairs >> (uint16_t)(8 - bits)) & 0xff;
}
#if TR_LANES == 8 && defined(__AVX2__)
K_FN(kb) kb_select(kbm m, kb a, kb b) { return (kb)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)m); }
K_FN(int) kb_all(kbm m) { return _mm256_movemask_epi8((__m256i)m) == -1; }
K_FN(kb) kb_fold(const uint8_t *p, int bits)
{
    const __m256i low = (__m256i)kb_fold_pairs(p, bits), high = (__m256i)kb_fold_pairs(p + TR_BYTE_LANES, bits);
    return (kb)_mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xd8);
}
#else
K_FN(kb) kb_select(kbm m, kb a, kb b) { return (m & a) | (~m & b); }
#if TR_LANES == 4 && defined(__SSE2__)
K_FN(int) kb_all(kbm m) { return _mm_movemask_epi8((__m128i)m) == 0xffff; }
K_FN(kb) kb_fold(const uint8_t *p, int bits)
{
    return (kb)_mm_packus_epi16((__m128i)kb_fold_pairs(p, bits), (__m128i)kb_fold_pairs(p + TR_BYTE_LANES, bits));
}
#else
K_FN(int) kb_all(kbm m) { int all = -1; for (int i = 0; i < TR_BYTE_LANES; i++) all &= m[i]; return all; }
K_FN(kb) kb_fold(const uint8_t *p, int bits)
{
    const kb_pairs low = kb_fold_pairs(p, bits), high = kb_fold_pairs(p + TR_BYTE_LANES, bits);
    kb folded;
    for (int i = 0; i < TR_BYTE_LANES / 2; i++) {
        folded[i] = (int8_t)low[i];
        folded[i + TR_BYTE_LANES / 2] = (int8_t)high[i];
    }
    return folded;
}
#endif
#endif
// clang-format on
#endif

// clang-format off
K_FN(kb) kb_load(const void *p) { kb x; memcpy(&x, p, sizeof x); return x; }
K_FN(void) kb_store(void *p, kb x) { memcpy(p, &x, sizeof x); }
// clang-format on
#endif

#endif
