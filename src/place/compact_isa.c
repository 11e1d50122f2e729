// Records in order, compiled once per ISA (compact_isa.h).
//
// Nothing is sorted: each row knows where its records of each layer go. Layers that have many objects in a cell are
// taken as the set bits of a comparison of its 64 bytes, so that their records are copied as one; the others go one by
// one, in the order of slots.
#include "place/compact_isa.h"

#include "place/place_kernel.h"

enum { SLOTS = TR_PATTERN_SLOTS };

// A bit per slot that has `layer`.
static inline uint64_t slots_of(const uint8_t *layers, uint8_t layer)
{
#if TR_LANES == 8 && defined(__AVX2__)
    const __m256i wanted = _mm256_set1_epi8((char)layer);
    const __m256i low = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)layers), wanted);
    const __m256i high = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(layers + 32)), wanted);
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
#elif TR_LANES == 4 && defined(__SSE2__)
    const __m128i wanted = _mm_set1_epi8((char)layer);
    uint64_t bits = 0;
    for (int part = 0; part < 4; part++) {
        const __m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(layers + 16 * part)), wanted);
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(equal) << (16 * part);
    }
    return bits;
#else
    uint64_t bits = 0;
    for (int slot = 0; slot < SLOTS; slot++) bits |= (uint64_t)(layers[slot] == layer) << slot;
    return bits;
#endif
}

#if TR_LANES == 1

static void count(const uint8_t *layers, int32_t columns, int32_t layer_count, int32_t *counts)
{
    (void)layer_count;
    for (int64_t i = 0; i < (int64_t)columns * SLOTS; i++)
        if (layers[i] != TR_PLACE_NONE) counts[layers[i]]++;
}

#else

enum { BYTES = 4 * TR_LANES };
typedef uint8_t bytes __attribute__((vector_size(BYTES)));

static inline __attribute__((always_inline)) bytes equal_bytes(const uint8_t *p, uint8_t layer)
{
    bytes x;
    memcpy(&x, p, sizeof x);
    return (bytes)(x == layer);
}

// A layer at a time over the row, which stays in the nearest cache: neither branches nor sums that wait for each other.
static void count(const uint8_t *layers, int32_t columns, int32_t layer_count, int32_t *counts)
{
    const int32_t cells_per_sum = 255 / (SLOTS / BYTES / 2);
    for (int32_t layer = 0; layer < layer_count; layer++)
        for (int32_t begin = 0; begin < columns; begin += cells_per_sum) {
            const int32_t end = columns - begin < cells_per_sum ? columns : begin + cells_per_sum;
            bytes even = {0}, odd = {0};
            for (const uint8_t *p = layers + (int64_t)begin * SLOTS; p < layers + (int64_t)end * SLOTS;
                 p += 2 * BYTES) {
                even -= equal_bytes(p, (uint8_t)layer);
                odd -= equal_bytes(p + BYTES, (uint8_t)layer);
            }
            for (int i = 0; i < BYTES; i++) counts[layer] += even[i] + odd[i];
        }
}

#endif

// Layers of a cell that have many objects are written by whole vectors; what is left of them joins the objects of the
// other layers.
enum { MOST_RUNS = 4, LEAST_RUN = 12, LEAST_FOR_RUNS = 24 };

// Candidates of a cell that stand and are not written yet; vectors read and write beyond the last.
typedef struct cell_objects {
    uint32_t keys[SLOTS + MOST_RUNS * TR_LANES + 8];  // slot and layer
    uint32_t places[SLOTS + MOST_RUNS * TR_LANES + 8];
    int count;
} cell_objects;

// Adds the slots of one layer.
static inline void add_layer(cell_objects *objects, const uint32_t *places, uint32_t layer, uint64_t slots)
{
    int at = objects->count;
#if TR_LANES == 8 && defined(__AVX2__)
    for (int first = 0; first < SLOTS; first += 8) {
        const unsigned bits = slots >> first & 0xff;
        const __m256i chosen = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)tr_compact_bits[bits]));
        const __m256i from = _mm256_loadu_si256((const __m256i *)(places + first));
        const __m256i key = _mm256_set1_epi32((int)((uint32_t)first | layer << 6));
        _mm256_storeu_si256((__m256i *)(objects->places + at), _mm256_permutevar8x32_epi32(from, chosen));
        _mm256_storeu_si256((__m256i *)(objects->keys + at), _mm256_or_si256(chosen, key));
        at += __builtin_popcount(bits);
    }
#else
    for (; slots; slots &= slots - 1, at++) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(slots);
        objects->places[at] = places[slot];
        objects->keys[at] = slot | layer << 6;
    }
#endif
    objects->count = at;
}

// Adds slots of any layers.
static inline void add_slots(cell_objects *objects, const uint32_t *places, const uint8_t *layers, uint64_t slots)
{
    int at = objects->count;
    for (; slots; slots &= slots - 1, at++) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(slots);
        objects->places[at] = places[slot];
        objects->keys[at] = slot | (uint32_t)layers[slot] << 6;
    }
    objects->count = at;
}

// Where a cell and the samples of heights around it are.
typedef struct cell_view {
    const uint32_t *heights;  // bits of floats, at the sample of the corner; may lie beyond the block
    int32_t stride;
    tr_block_place at;
    int32_t corner_x;  // in units
    float least_x, most_x, least_z, most_z;
} cell_view;

// Records of a vector of objects.
static inline __attribute__((always_inline)) void make_records(const tr_compact_row *row, const cell_view *cell,
                                                               const cell_objects *objects, int first,
                                                               tr_place_record *out)
{
    const ku place = k_load_u(objects->places + first);
    const ki x = k_as_int(place & 0xffffu), z = k_as_int(place >> 16);
    const tr_place_spot along =
        tr_place_along(x, cell->at.offset, row->units_to_samples_x, cell->least_x, cell->most_x);
    const tr_place_spot down =
        tr_place_along(z, row->place.offset, row->units_to_samples_z, cell->least_z, cell->most_z);
    uint32_t index[TR_LANES];
    k_store_u(index, k_as_uint(down.first * cell->stride + along.first));
    ku h00, h10, h01, h11;
    k_gather_two(cell->heights, 1, (const int32_t *)index, &h00, &h10);
    k_gather_two(cell->heights + cell->stride, 1, (const int32_t *)index, &h01, &h11);
    const tr_place_relief ground = tr_place_relief_at(k_from_bits(h00), k_from_bits(h10), k_from_bits(h01),
                                                      k_from_bits(h11), along.share, down.share);
    const ku key = k_load_u(objects->keys + first) |
                   tr_place_key(k_set_u(0), k_set_u(0), tr_place_rise(ground.rise_x, row->steps_per_metre_x),
                                tr_place_rise(ground.rise_z, row->steps_per_metre_z));
    k_store_turns((uint32_t *)out, k_as_uint(x + cell->corner_x), k_as_uint(z + row->z), k_bits(ground.height), key);
}

// Writes the objects of one layer but the last few, which stay.
static inline void write_run(const tr_compact_row *row, const cell_view *cell, const uint32_t *places, uint8_t layer,
                             uint64_t slots, cell_objects *objects)
{
    const int first = objects->count;
    add_layer(objects, places, layer, slots);
    const int last = objects->count - TR_LANES;
    int at = first;
    tr_place_record *to = row->next[layer];
    for (; at <= last; at += TR_LANES, to += TR_LANES) make_records(row, cell, objects, at, to);
    row->next[layer] = to;
    k_store_u(objects->keys + first, k_load_u(objects->keys + at));
    k_store_u(objects->places + first, k_load_u(objects->places + at));
    objects->count -= at - first;
}

static void write_cell(const tr_compact_row *row, const cell_view *cell, const uint32_t *places, const uint8_t *layers,
                       uint64_t standing, cell_objects *objects)
{
    uint64_t others = 0;
    objects->count = 0;
    if (__builtin_popcountll(standing) >= LEAST_FOR_RUNS)
        for (int tries = 0; tries < MOST_RUNS && standing; tries++) {
            const uint8_t layer = layers[__builtin_ctzll(standing)];
            const uint64_t slots = slots_of(layers, layer);
            standing &= ~slots;
            if (__builtin_popcountll(slots) >= LEAST_RUN)
                write_run(row, cell, places, layer, slots, objects);
            else
                others |= slots;
        }
    add_slots(objects, places, layers, others | standing);
    for (int first = 0; first < objects->count; first += TR_LANES) {
        tr_place_record records[TR_LANES];
        make_records(row, cell, objects, first, records);
        const int end = objects->count - first < TR_LANES ? objects->count - first : TR_LANES;
        for (int i = 0; i < end; i++) *row->next[objects->keys[first + i] >> 6]++ = records[i];
    }
}

static void write(const tr_compact_row *row)
{
    const tr_place_block *block = row->block;
    const uint8_t *layers = row->layers;
    cell_view cell = {.stride = block->height_x.count + 1};
    cell.least_z = (float)-row->place.sample;
    cell.most_z = (float)(block->height_z.count - 1 - row->place.sample);
    cell_objects objects;
    memset(&objects, 0, sizeof objects);
    for (int32_t column = 0; column < row->columns; column++, layers += SLOTS) {
        const uint64_t standing = ~slots_of(layers, TR_PLACE_NONE);
        if (!standing) continue;
        const uint32_t *places = row->pattern->places + (size_t)row->cells[column].tile * SLOTS;
        cell.at = row->places[column];
        cell.heights = (const uint32_t *)block->heights + ((int64_t)row->place.sample * cell.stride + cell.at.sample);
        cell.corner_x = column * (int32_t)row->pattern->side;
        cell.least_x = (float)-cell.at.sample;
        cell.most_x = (float)(block->height_x.count - 1 - cell.at.sample);
        write_cell(row, &cell, places, layers, standing, &objects);
    }
}

const tr_compact_table TR_ISA_NAME(tr_compact_table) = {count, write};
