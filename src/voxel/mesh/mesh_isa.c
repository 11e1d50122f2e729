// Rows of cells, compiled once per ISA (mesh_isa.h).
#include "voxel/mesh/mesh_isa.h"

#include <string.h>

#if TR_LANES == 8 && defined(__AVX2__)
#define ROWS_AVX2 1
#include <immintrin.h>
#elif TR_LANES == 4 && defined(__SSE2__)
#define ROWS_SSE2 1
#include <emmintrin.h>
#endif

#if !ROWS_AVX2

static inline __attribute__((always_inline)) void expand_small(const tr_mesh_palette *palette, const uint8_t *indices,
                                                               int bits, int rows, uint8_t *out)
{
    const int per_byte = 8 / bits;
    for (int row = 0; row < rows; row++, out += TR_MESH_ROW)
        for (int x = 0; x < TR_VOXEL_SIDE; x += per_byte) {
            const unsigned byte = *indices++;
            for (int k = 0; k < per_byte; k++) out[x + k] = palette->codes[byte >> k * bits & ((1u << bits) - 1)];
        }
}

static void expand_indices(const tr_mesh_palette *palette, const uint8_t *indices, int rows, uint8_t *out)
{
    switch (palette->bits) {
    case 1: expand_small(palette, indices, 1, rows, out); break;
    case 2: expand_small(palette, indices, 2, rows, out); break;
    case 4: expand_small(palette, indices, 4, rows, out); break;
    default: expand_small(palette, indices, 8, rows, out); break;
    }
}

#else

static inline __m256i twice(const uint8_t *bytes)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)bytes));
}

static inline void store(uint8_t *out, __m256i x)
{
    _mm256_storeu_si256((__m256i *)out, x);
}

// Indices of one or two bits: each byte goes to all cells that have bits in it, where those bits are compared with each
// index.
static void expand_few(const tr_mesh_palette *palette, const uint8_t *indices, int rows, uint8_t *out)
{
    const int bits = palette->bits;
    uint8_t source[32], own[32];
    for (int x = 0; x < 32; x++) {
        source[x] = (uint8_t)(x * bits / 8);
        own[x] = (uint8_t)(((1 << bits) - 1) << x * bits % 8);
    }
    const __m256i from = _mm256_loadu_si256((const __m256i *)source), mask = _mm256_loadu_si256((const __m256i *)own);
    const uint8_t spread = bits == 1 ? 0xff : 0x55;
    for (int row = 0; row < rows; row++, indices += 4 * bits, out += TR_MESH_ROW) {
        uint8_t bytes[16] = {0};
        memcpy(bytes, indices, (size_t)(4 * bits));
        const __m256i here = _mm256_and_si256(_mm256_shuffle_epi8(twice(bytes), from), mask);
        __m256i codes = _mm256_set1_epi8((char)palette->codes[0]);
        for (int index = 1; index < palette->count; index++) {
            const __m256i wanted = _mm256_and_si256(_mm256_set1_epi8((char)(index * spread)), mask);
            codes = _mm256_blendv_epi8(codes, _mm256_set1_epi8((char)palette->codes[index]),
                                       _mm256_cmpeq_epi8(here, wanted));
        }
        store(out, codes);
    }
}

static void expand_nibbles(const tr_mesh_palette *palette, const uint8_t *indices, int rows, uint8_t *out)
{
    const __m256i codes = twice(palette->codes);
    const __m128i low = _mm_set1_epi8(0x0f);
    for (int row = 0; row < rows; row++, indices += 16, out += TR_MESH_ROW) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)indices);
        const __m128i even = _mm_and_si128(bytes, low), odd = _mm_and_si128(_mm_srli_epi16(bytes, 4), low);
        const __m256i index = _mm256_set_m128i(_mm_unpackhi_epi8(even, odd), _mm_unpacklo_epi8(even, odd));
        store(out, _mm256_shuffle_epi8(codes, index));
    }
}

// Sixteen entries of the palette at a time: the shuffle gives 0 for bytes with the highest bit set, which the addition
// sets for indices of other sixteens.
static void expand_bytes(const tr_mesh_palette *palette, const uint8_t *indices, int rows, uint8_t *out)
{
    const __m256i beyond = _mm256_set1_epi8(0x70);
    for (int row = 0; row < rows; row++, indices += 32, out += TR_MESH_ROW) {
        const __m256i index = _mm256_loadu_si256((const __m256i *)indices);
        __m256i codes = _mm256_setzero_si256();
        for (int first = 0; first < palette->count; first += 16) {
            const __m256i local = _mm256_xor_si256(index, _mm256_set1_epi8((char)first));
            codes = _mm256_or_si256(
                codes, _mm256_shuffle_epi8(twice(palette->codes + first), _mm256_adds_epu8(local, beyond)));
        }
        store(out, codes);
    }
}

static void expand_indices(const tr_mesh_palette *palette, const uint8_t *indices, int rows, uint8_t *out)
{
    if (palette->bits <= 2)
        expand_few(palette, indices, rows, out);
    else if (palette->bits == 4)
        expand_nibbles(palette, indices, rows, out);
    else
        expand_bytes(palette, indices, rows, out);
}

#endif

static void expand(const tr_mesh_palette *palette, const uint8_t *indices, int rows, uint8_t *out)
{
    if (palette->bits)
        expand_indices(palette, indices, rows, out);
    else
        for (int row = 0; row < rows; row++) memset(out + row * TR_MESH_ROW, palette->codes[0], TR_VOXEL_SIDE);
}

// The bit 7 - `shift` of each byte of a row.
static inline __attribute__((always_inline)) uint64_t column_of_bits(const uint8_t *row, int shift)
{
#if ROWS_AVX2
    const __m256i first = _mm256_slli_epi16(_mm256_loadu_si256((const __m256i *)row), shift);
    const __m128i rest = _mm_slli_epi16(_mm_loadl_epi64((const __m128i *)(row + 32)), shift);
    return (uint32_t)_mm256_movemask_epi8(first) | (uint64_t)(uint32_t)_mm_movemask_epi8(rest) << 32;
#elif ROWS_SSE2
    const __m128i first = _mm_slli_epi16(_mm_loadu_si128((const __m128i *)row), shift);
    const __m128i second = _mm_slli_epi16(_mm_loadu_si128((const __m128i *)(row + 16)), shift);
    const __m128i rest = _mm_slli_epi16(_mm_loadl_epi64((const __m128i *)(row + 32)), shift);
    return (uint32_t)_mm_movemask_epi8(first) | (uint32_t)_mm_movemask_epi8(second) << 16 |
           (uint64_t)(uint32_t)_mm_movemask_epi8(rest) << 32;
#else
    uint64_t bits = 0;
    for (int x = 0; x < TR_MESH_CELLS; x++) bits |= (uint64_t)(row[x] >> (7 - shift) & 1) << x;
    return bits;
#endif
}

static inline __attribute__((always_inline)) uint64_t occupied(const uint8_t *row)
{
#if ROWS_AVX2
    const __m256i empty = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)row), _mm256_setzero_si256());
    const __m128i rest = _mm_cmpeq_epi8(_mm_loadl_epi64((const __m128i *)(row + 32)), _mm_setzero_si128());
    return ~((uint32_t)_mm256_movemask_epi8(empty) | (uint64_t)(uint32_t)_mm_movemask_epi8(rest) << 32);
#else
    uint64_t bits = 0;
    for (int shift = 0; shift < 8; shift++) bits |= column_of_bits(row, shift);
    return bits;
#endif
}

static void classify(tr_mesh_cells *cells)
{
    uint64_t any_leaves = 0, any_liquid = 0, any_translucent = 0, any_sprite = 0;
    for (int i = 0; i < TR_MESH_ROWS; i++) {
        const uint8_t *row = cells->codes[i];
        const uint64_t opaque = column_of_bits(row, 0);
        uint64_t left = occupied(row) & ~opaque, leaves = 0, liquid = 0, clear = 0;
        if (left) {
            liquid = left & column_of_bits(row, 1);
            left &= ~liquid;
            leaves = left & column_of_bits(row, 2);
            left &= ~leaves;
            clear = left & column_of_bits(row, 3);
            left &= ~clear;
        }
        cells->opaque[i] = opaque;
        cells->closing[i] = opaque | leaves;
        cells->liquid[i] = liquid;
        cells->translucent[i] = liquid | clear;
        cells->sprite[i] = left;
        any_leaves |= leaves;
        any_liquid |= liquid;
        any_translucent |= liquid | clear;
        any_sprite |= left;
    }
    cells->any_leaves = any_leaves;
    cells->any_liquid = any_liquid;
    cells->any_translucent = any_translucent;
    cells->any_sprite = any_sprite;
}

static void mark_full(uint8_t *row, const uint8_t *above)
{
    for (int x = 0; x < TR_MESH_ROW; x++) {
        const unsigned code = row[x], over = above[x];
        const unsigned liquid = (code & (TR_CODE_CUBE | TR_CODE_LIQUID)) == TR_CODE_LIQUID;
        const unsigned same = ((code ^ over) & TR_CODE_LIQUID_KIND) == 0;
        const unsigned roof = ((over & TR_CODE_CUBE) != 0) | ((over & 0xf0) == TR_CODE_CLEAR);
        const unsigned source = (code & TR_CODE_LIQUID_LEVEL) == 0;
        row[x] = (uint8_t)(code | (liquid & (same | (roof & source))) * TR_CODE_LIQUID_FULL);
    }
}

static uint32_t equal(const uint8_t *a, const uint8_t *b, uint8_t mask)
{
#if ROWS_AVX2
    const __m256i differ =
        _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)a), _mm256_loadu_si256((const __m256i *)b));
    const __m256i masked = _mm256_and_si256(differ, _mm256_set1_epi8((char)mask));
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(masked, _mm256_setzero_si256()));
#elif ROWS_SSE2
    uint32_t bits = 0;
    for (int part = 0; part < 2; part++) {
        const __m128i differ = _mm_xor_si128(_mm_loadu_si128((const __m128i *)(a + 16 * part)),
                                             _mm_loadu_si128((const __m128i *)(b + 16 * part)));
        const __m128i masked = _mm_and_si128(differ, _mm_set1_epi8((char)mask));
        bits |= (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(masked, _mm_setzero_si128())) << 16 * part;
    }
    return bits;
#else
    uint32_t bits = 0;
    for (int x = 0; x < TR_VOXEL_SIDE; x++) bits |= (uint32_t)(((a[x] ^ b[x]) & mask) == 0) << x;
    return bits;
#endif
}

// Which cells of a row have other light than `light`.
static inline __attribute__((always_inline)) uint64_t unlike(const uint16_t *row, uint16_t light)
{
#if ROWS_AVX2 || ROWS_SSE2
    const __m128i wanted = _mm_set1_epi16((short)light);
    uint64_t bits = 0;
    for (int part = 0; part < 2; part++) {
        const __m128i low = _mm_cmpeq_epi16(_mm_loadu_si128((const __m128i *)(row + 16 * part)), wanted);
        const __m128i high = _mm_cmpeq_epi16(_mm_loadu_si128((const __m128i *)(row + 16 * part + 8)), wanted);
        bits |= (uint64_t)(~(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) & 0xffff) << 16 * part;
    }
    return bits | (uint64_t)(row[32] != light) << 32 | (uint64_t)(row[33] != light) << 33;
#else
    uint64_t bits = 0;
    for (int x = 0; x < TR_MESH_CELLS; x++) bits |= (uint64_t)(row[x] != light) << x;
    return bits;
#endif
}

static void find_shadow(tr_mesh_cells *cells)
{
    for (int row = 0; row < TR_MESH_ROWS; row++) {
        const uint64_t open = ~cells->opaque[row] & ((UINT64_C(1) << TR_MESH_CELLS) - 1);
        cells->unlike_full[row] = cells->unlike_dark[row] = 0;
        if (!open) continue;
        cells->unlike_full[row] = open & unlike(cells->lights[row], TR_FULL_DAYLIGHT);
        cells->unlike_dark[row] = open & unlike(cells->lights[row], 0);
    }
}

static uint32_t uncovered(const uint64_t *own, const uint64_t *front, int shift, uint32_t out[TR_VOXEL_SIDE])
{
    uint32_t rows = 0;
    for (int z = 0; z < TR_VOXEL_SIDE; z++) out[z] = (uint32_t)(own[z] >> 1 & ~(front[z] >> shift));
    for (int z = 0; z < TR_VOXEL_SIDE; z++) rows |= (uint32_t)(out[z] != 0) << z;
    return rows;
}

// ---------------------------------------------------------------------------------------------------------
// Light of corners

// Values of 16 bits, a face per lane.
#if TR_LANES == 1
typedef uint16_t lanes;
enum { LANES = 1 };
#else
enum { LANES = 2 * TR_LANES };
typedef uint16_t lanes __attribute__((vector_size(2 * LANES)));
typedef int16_t signed_lanes __attribute__((vector_size(2 * LANES)));
typedef int8_t byte_lanes __attribute__((vector_size(LANES)));
#endif

// A cell per lane: its light as pairs of 4-bit values, 0 where it is opaque.
typedef struct lit_cells {
    lanes open;       // all bits where it is not opaque
    lanes even, odd;  // the first and third, and the second and fourth value, a byte each
} lit_cells;

static inline __attribute__((always_inline)) lit_cells read_cells(const tr_front_cells *front, int at)
{
    lit_cells cells;
    lanes light;
    memcpy(&light, front->lights + at, sizeof light);
#if TR_LANES == 1
    cells.open = (lanes) ~((int8_t)front->codes[at] >> 7);
#else
    byte_lanes codes;
    memcpy(&codes, front->codes + at, sizeof codes);
    cells.open = (lanes) ~(__builtin_convertvector(codes, signed_lanes) >> 15);
#endif
    light &= cells.open;
    cells.even = light & 0x0f0f;
    cells.odd = light >> 4 & 0x0f0f;
    return cells;
}

// Sums of pairs over a number of cells; each byte is at most 62.
static inline __attribute__((always_inline)) lanes divide(lanes sums, lanes factor)
{
    const lanes low = (lanes)((lanes)((sums & 0xff) * factor) >> 9);
    const lanes high = (lanes)((lanes)((sums >> 8) * factor) >> 9);
    return (lanes)(low | high << 8);
}

// The mean of the middle and of those of three that are open, halves rounded up.
static inline __attribute__((always_inline)) lanes mean_light(const lit_cells *middle, const lit_cells *a,
                                                              const lit_cells *b, const lit_cells *c)
{
    const lanes seen = a->open | b->open, c_open = c->open & seen;
    // The two bits of how many of the three count; 1 / count as a factor of 2^-9, exact for sums this small.
    const lanes bit0 = a->open ^ b->open ^ c_open, bit1 = (a->open & b->open) | (c_open & (a->open ^ b->open));
    const lanes factor =
        (lanes)((~bit1 & ~bit0 & 512) | (~bit1 & bit0 & 256) | (bit1 & ~bit0 & 171) | (bit1 & bit0 & 128));
    const lanes half = ((bit0 ^ bit1) & 0x0101) | (bit0 & bit1 & 0x0202);
    const lanes even = (lanes)(middle->even + a->even + b->even + (c->even & seen) + half);
    const lanes odd = (lanes)(middle->odd + a->odd + b->odd + (c->odd & seen) + half);
    return (lanes)(divide(even, factor) | divide(odd, factor) << 4);
}

static void light_corners(const tr_front_cells *front, tr_row_lights *out)
{
    const tr_face_axes *axes = &tr_faces_axes[front->face];
    const uint32_t together = UINT32_MAX >> (32 - LANES);
    for (int x = 0; x < TR_VOXEL_SIDE; x += LANES) {
        if (!(front->wanted >> x & together)) continue;
        lit_cells cells[3][3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                cells[i][j] = read_cells(front, x + (i - 1) * front->step1 + (j - 1) * front->step2);
        // The order of corners is a matter of where they go, so that the cells stay in registers.
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                const lanes light = mean_light(&cells[1][1], &cells[2 * i][1], &cells[1][2 * j], &cells[2 * i][2 * j]);
                memcpy(out->corners[tr_corner_at(axes, i, j)] + x, &light, sizeof light);
            }
    }
}

static uint32_t equal_lights(const tr_row_lights *a, const tr_row_lights *b, int shift)
{
    uint64_t differ = 0;
    for (int corner = 0; corner < 4; corner++) {
        const tr_light *one = a->corners[corner], *other = b->corners[corner] + shift;
#if ROWS_AVX2 || ROWS_SSE2
        for (int part = 0; part < 2; part++) {
            const __m128i *p = (const __m128i *)(one + 16 * part), *q = (const __m128i *)(other + 16 * part);
            const __m128i low = _mm_cmpeq_epi16(_mm_loadu_si128(p), _mm_loadu_si128(q));
            const __m128i high = _mm_cmpeq_epi16(_mm_loadu_si128(p + 1), _mm_loadu_si128(q + 1));
            differ |= (uint64_t)(~(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) & 0xffff) << 16 * part;
        }
#else
        for (int x = 0; x < TR_VOXEL_SIDE; x++) differ |= (uint64_t)(one[x] != other[x]) << x;
#endif
    }
    return (uint32_t)~differ;
}

const tr_mesh_table TR_ISA_NAME(tr_mesh_table) = {expand,    classify, find_shadow,   mark_full,
                                                  uncovered, equal,    light_corners, equal_lights};
