// Rows of light, compiled once per ISA (light_isa.h).
#include "voxel/light/light_isa.h"

#include <string.h>

#if defined(__AVX2__) && TR_LANES == 8
#include <immintrin.h>
#endif

enum { SIDE = TR_VOXEL_SIDE, ROWS = TR_VOXEL_LAYER };

#if TR_LANES == 1
typedef uint64_t words;
#else
typedef uint64_t words __attribute__((vector_size(4 * TR_LANES)));
#endif
enum { WORDS = sizeof(words) / sizeof(uint64_t) };

static inline words load(const uint64_t *p)
{
    words x;
    memcpy(&x, p, sizeof x);
    return x;
}

// ---------------------------------------------------------------------------------------------------------
// Masks of chunks

// The bits that each packed byte gives.
static void select_bytes(const tr_voxel_chunk *chunk, const uint8_t *chosen, uint32_t *rows)
{
    const int bits = chunk->bits, per_byte = 8 / bits;
    uint8_t table[256];
    for (int byte = 0; byte < 256; byte++) {
        unsigned result = 0;
        for (int k = 0; k < per_byte; k++) {
            const int index = byte >> k * bits & ((1 << bits) - 1);
            if (index < chunk->palette_count) result |= (unsigned)chosen[index] << k;
        }
        table[byte] = (uint8_t)result;
    }
    const uint8_t *from = chunk->indices;
    for (int row = 0; row < ROWS; row++) {
        uint32_t mask = 0;
        for (int x = 0; x < SIDE; x += per_byte) mask |= (uint32_t)table[*from++] << x;
        rows[row] = mask;
    }
}

#if defined(__AVX2__) && TR_LANES == 8

// Sixteen entries of the palette as a table to shuffle, twice; chosen ones have the highest bit.
static inline __m256i shuffle_table(const tr_voxel_chunk *chunk, const uint8_t *chosen, int first)
{
    uint8_t entries[16] = {0};
    for (int i = 0; i < 16 && first + i < chunk->palette_count; i++) entries[i] = (uint8_t)(chosen[first + i] << 7);
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)entries));
}

static void select_nibbles(const tr_voxel_chunk *chunk, const uint8_t *chosen, uint32_t *rows)
{
    const __m256i table = shuffle_table(chunk, chosen, 0);
    const __m128i low = _mm_set1_epi8(15);
    for (int row = 0; row < ROWS; row++) {
        const __m128i packed = _mm_loadu_si128((const __m128i *)(chunk->indices + 16 * row));
        const __m128i even = _mm_and_si128(packed, low), odd = _mm_and_si128(_mm_srli_epi16(packed, 4), low);
        const __m256i index = _mm256_set_m128i(_mm_unpackhi_epi8(even, odd), _mm_unpacklo_epi8(even, odd));
        rows[row] = (uint32_t)_mm256_movemask_epi8(_mm256_shuffle_epi8(table, index));
    }
}

static void select_whole(const tr_voxel_chunk *chunk, const uint8_t *chosen, uint32_t *rows)
{
    __m256i tables[16];
    const int count = (chunk->palette_count + 15) / 16;
    for (int k = 0; k < count; k++) tables[k] = shuffle_table(chunk, chosen, 16 * k);
    for (int row = 0; row < ROWS; row++) {
        const __m256i index = _mm256_loadu_si256((const __m256i *)(chunk->indices + 32 * row));
        __m256i result = _mm256_setzero_si256();
        for (int k = 0; k < count; k++) {
            // Beyond these sixteen the highest bit is set, which a shuffle takes as zero.
            const __m256i here = _mm256_xor_si256(index, _mm256_set1_epi8((char)(k << 4)));
            const __m256i place = _mm256_adds_epu8(here, _mm256_set1_epi8(0x70));
            result = _mm256_or_si256(result, _mm256_shuffle_epi8(tables[k], place));
        }
        rows[row] = (uint32_t)_mm256_movemask_epi8(result);
    }
}

#else

static void select_nibbles(const tr_voxel_chunk *chunk, const uint8_t *chosen, uint32_t *rows)
{
    select_bytes(chunk, chosen, rows);
}

static void select_whole(const tr_voxel_chunk *chunk, const uint8_t *chosen, uint32_t *rows)
{
    select_bytes(chunk, chosen, rows);
}

#endif

static void select_cells(const tr_voxel_chunk *chunk, const uint8_t *chosen, uint32_t *rows)
{
    switch (chunk->bits) {
    case 4: select_nibbles(chunk, chosen, rows); break;
    case 8: select_whole(chunk, chosen, rows); break;
    default: select_bytes(chunk, chosen, rows); break;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Windows

static inline const uint32_t *rows_from(const tr_light_mask *mask, int first, int count, uint32_t uniform[SIDE])
{
    if (mask->rows) return mask->rows + first;
    for (int z = 0; z < count; z++) uniform[z] = mask->uniform;
    return uniform;
}

static void join(const tr_light_mask *const chunks[3], int first, int count, uint64_t *out)
{
    uint32_t uniform[3][SIDE];
    const uint32_t *west = rows_from(chunks[0], first, count, uniform[0]);
    const uint32_t *middle = rows_from(chunks[1], first, count, uniform[1]);
    const uint32_t *east = rows_from(chunks[2], first, count, uniform[2]);
    for (int z = 0; z < count; z++)
        out[z] = (uint64_t)(west[z] >> 16) | (uint64_t)middle[z] << 16 | (uint64_t)east[z] << 48;
}

static bool spread(const tr_light_step *step)
{
    const uint64_t *below = step->below, *here = step->here, *above = step->above, *pass = step->pass;
    // A vector of zeros in every instruction set. NOLINTNEXTLINE(misc-redundant-expression)
    words changed = load(here) ^ load(here);
    for (int z = step->first; z < step->end; z += WORDS) {
        const words lit = load(here + z);
        const words around =
            lit << 1 | lit >> 1 | load(here + z - 1) | load(here + z + 1) | load(below + z) | load(above + z);
        const words next = lit | (around & load(pass + z));
        memcpy(step->next + z, &next, sizeof next);
        changed |= next ^ lit;
    }
    uint64_t parts[WORDS], any = 0;
    memcpy(parts, &changed, sizeof parts);
    for (int i = 0; i < (int)WORDS; i++) any |= parts[i];
    return any != 0;
}

static void count(const uint64_t *layer, uint32_t *plane)
{
    for (int z = 0; z < SIDE; z++) plane[z] ^= (uint32_t)(layer[TR_WINDOW_MARGIN + z] >> TR_WINDOW_MARGIN);
}

// ---------------------------------------------------------------------------------------------------------
// Values

// The planes that there are, and the bit of a value that each gives.
typedef struct used_planes {
    int count;
    const uint32_t *rows[TR_LIGHT_PLANES];
    uint16_t weight[TR_LIGHT_PLANES];
} used_planes;

static used_planes find_used(const uint32_t *const planes[TR_LIGHT_PLANES])
{
    used_planes used = {0};
    for (int p = 0; p < TR_LIGHT_PLANES; p++) {
        if (!planes[p]) continue;
        used.rows[used.count] = planes[p];
        used.weight[used.count++] = (uint16_t)(1u << p);
    }
    return used;
}

#if TR_LANES == 1

static void expand_row(const used_planes *used, int row, tr_light *out)
{
    memset(out, 0, SIDE * sizeof *out);
    for (int p = 0; p < used->count; p++)
        for (uint32_t bits = used->rows[p][row]; bits; bits &= bits - 1)
            out[__builtin_ctz(bits)] = (tr_light)(out[__builtin_ctz(bits)] | used->weight[p]);
}

#else

typedef uint16_t halves __attribute__((vector_size(4 * TR_LANES)));
enum { HALVES = 2 * TR_LANES };

static inline void expand_row(const used_planes *used, int row, tr_light *out)
{
    halves place;
    for (int i = 0; i < HALVES; i++) place[i] = (uint16_t)(1u << i);
    for (int x = 0; x < SIDE; x += HALVES) {
        halves light = {0};
        for (int p = 0; p < used->count; p++) {
            const halves bits = (halves){0} + (uint16_t)(used->rows[p][row] >> x);
            light |= (halves)((bits & place) == place) & ((halves){0} + used->weight[p]);
        }
        memcpy(out + x, &light, sizeof light);
    }
}

#endif

static void expand(const uint32_t *const planes[TR_LIGHT_PLANES], tr_light *values)
{
    const used_planes used = find_used(planes);
    for (int row = 0; row < ROWS; row++) expand_row(&used, row, values + SIDE * row);
}

const tr_light_table TR_ISA_NAME(tr_light_table) = {select_cells, join, spread, count, expand};
