// The vocabulary of kernels: the common subset of C and GLSL.
//
// A kernel header (*_kernel.h) is compiled as scalar C (TR_LANES 1), as vectors of 4 or 8 lanes (TR_LANES 4, 8;
// compiler vector types) and as GLSL (TR_GLSL; the C preprocessor turns it into shader text at build time).
// The same source gives the same bits in all of them because it uses only operations that every machine
// rounds alike: + - * on floats, comparisons, 32-bit integer and bit operations, exact conversions.
//
// Types     kf ki ku km   a float, int, unsigned, truth value per lane
//           uf ui uu      the same for all lanes (uniform): constants, seeds, amplitudes
//           mf mi mu      the same as kf ki ku, for members of a K_STRUCT (GLSL allows no `precise` there);
//           uf_member     a uniform float member
// Functions K_FN(kf) name(kf a, uf b) { kf result = ...; return result; }
//           A kernel function returns a named value or a call, never an arithmetic expression: `precise`
//           (no contraction to fused multiply-add) applies to variables.
// Choice    k_select(mask, a, b) for floats, k_select_i, k_select_u for integers; `if` only on uniform values,
//           or on k_any(mask) where skipping the branch cannot change a result.
// Pairs     k_dot_pair(a, b): the sum of the products of the low and of the high halves of words; halves are below
// 2^15,
//           the sum is below 2^31.
// Memory    (C only) k_gather_four(words, index, &a, &b, &c, &d) reads words[2 index] and the next three per lane: one
//           load for all four, as what the gather instructions cost differs tenfold between processors. k_load_bytes(p)
//           has a byte per lane, k_lane_bits(mask) a bit per lane. k_store_turns(words, a, b, c, d) writes a, b, c and
//           d of the first lane, then of the second, ... k_pick(table, index), where TR_HAS_PICK is 1, has lane
//           `index` of a table for each lane.
#ifndef TR_SIMD_LANES_H
#define TR_SIMD_LANES_H

#if defined(TR_GLSL)
// ------------------------------------------------------------------------------------------------ GLSL 4.50
#define kf precise float
#define ki int
#define ku uint
#define km bool
#define uf precise float
#define ui int
#define uu uint
#define mf float
#define mi int
#define mu uint
#define uf_member float
#define K_RETURN_kf float
#define K_RETURN_ki int
#define K_RETURN_ku uint
#define K_RETURN_km bool
#define K_FN(type) K_RETURN_##type
#define K_STRUCT_FN(name) name
// clang-format off
#define K_STRUCT(name, members) struct name { members };
// clang-format on

#define k_set(c) (c)
#define k_set_u(c) (c)
#define k_select(m, a, b) ((m) ? (a) : (b))
#define k_select_i(m, a, b) ((m) ? (a) : (b))
#define k_select_u(m, a, b) ((m) ? (a) : (b))
#define k_both(m, n) ((m) && (n))
#define k_either(m, n) ((m) || (n))
#define k_not(m) (!(m))
#define k_any(m) (m)
#define k_bits(x) floatBitsToUint(x)
#define k_from_bits(u) uintBitsToFloat(u)
#define k_float(i) float(i)
#define k_trunc(x) int(x)
#define k_as_int(u) int(u)
#define k_as_uint(i) uint(i)
#define k_floor(x) floor(x)
#define k_uniform_u(i) uint(i)
#define k_uniform_f(i) float(i)
// clang-format off
int k_dot_pair(uint a, uint b) { return int((a & 0xffffu) * (b & 0xffffu) + (a >> 16) * (b >> 16)); }
float k_abs(float x) { return uintBitsToFloat(floatBitsToUint(x) & 0x7fffffffu); }
float k_min(float a, float b) { return a < b ? a : b; }
float k_max(float a, float b) { return a > b ? a : b; }
// clang-format on

#else
// -------------------------------------------------------------------------------------------------------- C
#ifdef __FAST_MATH__
#error "Terrane gives the same bits everywhere only without -ffast-math"
#endif
#if !defined(TR_LANES)
#error "TR_LANES says how many lanes this file is compiled for: 1, 4 or 8"
#endif

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef float uf;
typedef int32_t ui;
typedef uint32_t uu;
#define k_uniform_u(i) ((uu)(i))
#define k_uniform_f(i) ((uf)(i))

#define mf kf
#define mi ki
#define mu ku
#define uf_member uf
#define K_FN(type) static inline __attribute__((always_inline, unused)) type
#define K_STRUCT_FN(name) K_FN(name)
// clang-format off
#define K_STRUCT(name, members) typedef struct name { members } name;
// clang-format on

#if TR_LANES == 1

typedef float kf;
typedef int32_t ki;
typedef uint32_t ku;
typedef int32_t km;

// clang-format off
K_FN(kf) k_set(uf c) { return c; }
K_FN(ku) k_set_u(uu c) { return c; }
K_FN(kf) k_select(km m, kf a, kf b) { return m ? a : b; }
K_FN(ki) k_select_i(km m, ki a, ki b) { return m ? a : b; }
K_FN(ku) k_select_u(km m, ku a, ku b) { return m ? a : b; }
K_FN(km) k_not(km m) { return !m; }
K_FN(int) k_any(km m) { return m; }
K_FN(ku) k_bits(kf x) { ku u; memcpy(&u, &x, sizeof u); return u; }
K_FN(kf) k_from_bits(ku u) { kf x; memcpy(&x, &u, sizeof x); return x; }
K_FN(kf) k_float(ki i) { return (kf)i; }
K_FN(ki) k_trunc(kf x) { return (ki)x; }
K_FN(ki) k_as_int(ku u) { return (ki)u; }
K_FN(ku) k_as_uint(ki i) { return (ku)i; }
K_FN(kf) k_floor(kf x) { kf t = (kf)(ki)x; return t > x ? t - 1.0f : t; }
K_FN(kf) k_min(kf a, kf b) { return a < b ? a : b; }
K_FN(kf) k_max(kf a, kf b) { return a > b ? a : b; }
K_FN(kf) k_load(const float *p) { return *p; }
K_FN(ki) k_load_i(const int32_t *p) { return *p; }
K_FN(ku) k_load_u(const uint32_t *p) { return *p; }
K_FN(void) k_store(float *p, kf x) { *p = x; }
K_FN(void) k_store_u(uint32_t *p, ku x) { *p = x; }
K_FN(ki) k_dot_pair(ku a, ku b) { return (ki)((a & 0xffffu) * (b & 0xffffu) + (a >> 16) * (b >> 16)); }
K_FN(ku) k_load_bytes(const uint8_t *p) { return *p; }
K_FN(void) k_gather_four(const uint32_t *p, ki index, ku *a, ku *b, ku *c, ku *d) { p += (ptrdiff_t)index * 2; *a = p[0]; *b = p[1]; *c = p[2]; *d = p[3]; }
K_FN(unsigned) k_lane_bits(km m) { return m != 0; }
K_FN(void) k_store_turns(void *p, ku a, ku b, ku c, ku d) { const ku turn[4] = {a, b, c, d}; memcpy(p, turn, sizeof turn); }
// clang-format on

#else

typedef float kf __attribute__((vector_size(TR_LANES * 4)));
typedef int32_t ki __attribute__((vector_size(TR_LANES * 4)));
typedef uint32_t ku __attribute__((vector_size(TR_LANES * 4)));
typedef ki km;

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// clang-format off
#if TR_LANES == 4
K_FN(kf) k_set(uf c) { return (kf){c, c, c, c}; }
K_FN(ku) k_set_u(uu c) { return (ku){c, c, c, c}; }
#else
K_FN(kf) k_set(uf c) { return (kf){c, c, c, c, c, c, c, c}; }
K_FN(ku) k_set_u(uu c) { return (ku){c, c, c, c, c, c, c, c}; }
#endif
K_FN(km) k_not(km m) { return ~m; }
K_FN(ku) k_bits(kf x) { return (ku)x; }
K_FN(kf) k_from_bits(ku u) { return (kf)u; }
K_FN(kf) k_float(ki i) { return __builtin_convertvector(i, kf); }
K_FN(ki) k_trunc(kf x) { return __builtin_convertvector(x, ki); }
K_FN(ki) k_as_int(ku u) { return (ki)u; }
K_FN(ku) k_as_uint(ki i) { return (ku)i; }
K_FN(kf) k_load(const float *p) { kf x; memcpy(&x, p, sizeof x); return x; }
K_FN(ki) k_load_i(const int32_t *p) { ki x; memcpy(&x, p, sizeof x); return x; }
K_FN(ku) k_load_u(const uint32_t *p) { ku x; memcpy(&x, p, sizeof x); return x; }
K_FN(void) k_store(float *p, kf x) { memcpy(p, &x, sizeof x); }
K_FN(void) k_store_u(uint32_t *p, ku x) { memcpy(p, &x, sizeof x); }

#if TR_LANES == 8 && defined(__AVX2__)
K_FN(kf) k_select(km m, kf a, kf b) { return (kf)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m); }
K_FN(ki) k_select_i(km m, ki a, ki b) { return (ki)k_select(m, (kf)a, (kf)b); }
K_FN(ku) k_select_u(km m, ku a, ku b) { return (ku)k_select(m, (kf)a, (kf)b); }
K_FN(int) k_any(km m) { return _mm256_movemask_ps((__m256)m); }
K_FN(kf) k_floor(kf x) { return (kf)_mm256_floor_ps((__m256)x); }
// minps and maxps return the second operand for equal ones, as the comparisons below do.
K_FN(kf) k_min(kf a, kf b) { return (kf)_mm256_min_ps((__m256)a, (__m256)b); }
K_FN(kf) k_max(kf a, kf b) { return (kf)_mm256_max_ps((__m256)a, (__m256)b); }
#else
K_FN(ki) k_select_i(km m, ki a, ki b) { return (m & a) | (~m & b); }
K_FN(kf) k_select(km m, kf a, kf b) { return (kf)k_select_i(m, (ki)a, (ki)b); }
K_FN(ku) k_select_u(km m, ku a, ku b) { return (ku)k_select_i(m, (ki)a, (ki)b); }
K_FN(kf) k_floor(kf x) { kf t = k_float(k_trunc(x)); return t - k_select(t > x, k_set(1.0f), (kf){0}); }
#if TR_LANES == 4 && defined(__SSE2__)
K_FN(int) k_any(km m) { return _mm_movemask_ps((__m128)m); }
K_FN(kf) k_min(kf a, kf b) { return (kf)_mm_min_ps((__m128)a, (__m128)b); }
K_FN(kf) k_max(kf a, kf b) { return (kf)_mm_max_ps((__m128)a, (__m128)b); }
#else
K_FN(int) k_any(km m) { int any = 0; for (int i = 0; i < TR_LANES; i++) any |= m[i]; return any; }
K_FN(kf) k_min(kf a, kf b) { return k_select(a < b, a, b); }
K_FN(kf) k_max(kf a, kf b) { return k_select(a > b, a, b); }
#endif
#endif

#if TR_LANES == 8 && defined(__AVX2__)
K_FN(ki) k_dot_pair(ku a, ku b) { return (ki)_mm256_madd_epi16((__m256i)a, (__m256i)b); }
K_FN(unsigned) k_lane_bits(km m) { return (unsigned)_mm256_movemask_ps((__m256)m); }
K_FN(ku) k_load_bytes(const uint8_t *p) { return (ku)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)p)); }
#define TR_HAS_PICK 1
K_FN(ku) k_pick(ku table, ki index) { return (ku)_mm256_permutevar8x32_epi32((__m256i)table, (__m256i)index); }
// Of two lanes, as a word of 64 bits has their indices.
K_FN(__m128) k_load_low_lane(const uint32_t *p, int64_t indices) { return _mm_loadu_ps((const float *)p + (ptrdiff_t)(int32_t)indices * 2); }
K_FN(__m128) k_load_high_lane(const uint32_t *p, int64_t indices) { return _mm_loadu_ps((const float *)p + (indices >> 32) * 2); }
K_FN(void) k_gather_four(const uint32_t *p, ki index, ku *a, ku *b, ku *c, ku *d)
{
    const __m128i low = _mm256_castsi256_si128((__m256i)index), high = _mm256_extracti128_si256((__m256i)index, 1);
    const int64_t at_01 = _mm_cvtsi128_si64(low), at_23 = _mm_extract_epi64(low, 1);
    const int64_t at_45 = _mm_cvtsi128_si64(high), at_67 = _mm_extract_epi64(high, 1);
    const __m256 lanes_04 = _mm256_setr_m128(k_load_low_lane(p, at_01), k_load_low_lane(p, at_45));
    const __m256 lanes_15 = _mm256_setr_m128(k_load_high_lane(p, at_01), k_load_high_lane(p, at_45));
    const __m256 lanes_26 = _mm256_setr_m128(k_load_low_lane(p, at_23), k_load_low_lane(p, at_67));
    const __m256 lanes_37 = _mm256_setr_m128(k_load_high_lane(p, at_23), k_load_high_lane(p, at_67));
    const __m256i ab_low = (__m256i)_mm256_unpacklo_ps(lanes_04, lanes_15);
    const __m256i cd_low = (__m256i)_mm256_unpackhi_ps(lanes_04, lanes_15);
    const __m256i ab_high = (__m256i)_mm256_unpacklo_ps(lanes_26, lanes_37);
    const __m256i cd_high = (__m256i)_mm256_unpackhi_ps(lanes_26, lanes_37);
    *a = (ku)_mm256_unpacklo_epi64(ab_low, ab_high);
    *b = (ku)_mm256_unpackhi_epi64(ab_low, ab_high);
    *c = (ku)_mm256_unpacklo_epi64(cd_low, cd_high);
    *d = (ku)_mm256_unpackhi_epi64(cd_low, cd_high);
}
K_FN(void) k_store_turns(void *p, ku a, ku b, ku c, ku d)
{
    const __m256i ab_low = _mm256_unpacklo_epi32((__m256i)a, (__m256i)b);
    const __m256i ab_high = _mm256_unpackhi_epi32((__m256i)a, (__m256i)b);
    const __m256i cd_low = _mm256_unpacklo_epi32((__m256i)c, (__m256i)d);
    const __m256i cd_high = _mm256_unpackhi_epi32((__m256i)c, (__m256i)d);
    const __m256i lanes_04 = _mm256_unpacklo_epi64(ab_low, cd_low), lanes_15 = _mm256_unpackhi_epi64(ab_low, cd_low);
    const __m256i lanes_26 = _mm256_unpacklo_epi64(ab_high, cd_high), lanes_37 = _mm256_unpackhi_epi64(ab_high, cd_high);
    __m256i *out = p;
    _mm256_storeu_si256(out, _mm256_permute2x128_si256(lanes_04, lanes_15, 0x20));
    _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(lanes_26, lanes_37, 0x20));
    _mm256_storeu_si256(out + 2, _mm256_permute2x128_si256(lanes_04, lanes_15, 0x31));
    _mm256_storeu_si256(out + 3, _mm256_permute2x128_si256(lanes_26, lanes_37, 0x31));
}
#else
#if TR_LANES == 4 && defined(__SSE2__)
K_FN(ki) k_dot_pair(ku a, ku b) { return (ki)_mm_madd_epi16((__m128i)a, (__m128i)b); }
K_FN(unsigned) k_lane_bits(km m) { return (unsigned)_mm_movemask_ps((__m128)m); }
K_FN(ku) k_load_bytes(const uint8_t *p)
{
    int32_t bytes;
    memcpy(&bytes, p, sizeof bytes);
    const __m128i zero = _mm_setzero_si128();
    return (ku)_mm_unpacklo_epi16(_mm_unpacklo_epi8(_mm_cvtsi32_si128(bytes), zero), zero);
}
K_FN(void) k_gather_four(const uint32_t *p, ki index, ku *a, ku *b, ku *c, ku *d)
{
    __m128 lanes[4];
    for (int i = 0; i < 4; i++) lanes[i] = _mm_loadu_ps((const float *)p + (ptrdiff_t)index[i] * 2);
    _MM_TRANSPOSE4_PS(lanes[0], lanes[1], lanes[2], lanes[3]);
    *a = (ku)lanes[0];
    *b = (ku)lanes[1];
    *c = (ku)lanes[2];
    *d = (ku)lanes[3];
}
#else
K_FN(ki) k_dot_pair(ku a, ku b) { return (ki)((a & 0xffffu) * (b & 0xffffu) + (a >> 16) * (b >> 16)); }
K_FN(unsigned) k_lane_bits(km m) { unsigned bits = 0; for (int i = 0; i < TR_LANES; i++) bits |= (unsigned)(m[i] & 1) << i; return bits; }
K_FN(ku) k_load_bytes(const uint8_t *p) { ku x; for (int i = 0; i < TR_LANES; i++) x[i] = p[i]; return x; }
K_FN(void) k_gather_four(const uint32_t *p, ki index, ku *a, ku *b, ku *c, ku *d)
{
    uint32_t gathered[4][TR_LANES];
    for (int i = 0; i < TR_LANES; i++) {
        const uint32_t *words = p + (ptrdiff_t)index[i] * 2;
        for (int k = 0; k < 4; k++) gathered[k][i] = words[k];
    }
    *a = k_load_u(gathered[0]);
    *b = k_load_u(gathered[1]);
    *c = k_load_u(gathered[2]);
    *d = k_load_u(gathered[3]);
}
#endif
K_FN(void) k_store_turns(void *p, ku a, ku b, ku c, ku d)
{
    uint32_t turns[4 * TR_LANES];
    for (int i = 0; i < TR_LANES; i++) { turns[4 * i] = a[i]; turns[4 * i + 1] = b[i]; turns[4 * i + 2] = c[i]; turns[4 * i + 3] = d[i]; }
    memcpy(p, turns, sizeof turns);
}
#endif
// clang-format on

#endif

// clang-format off
K_FN(kf) k_abs(kf x) { return k_from_bits(k_bits(x) & 0x7fffffffu); }
K_FN(km) k_both(km m, km n) { return m & n; }
K_FN(km) k_either(km m, km n) { return m | n; }
// clang-format on

#endif
#endif
