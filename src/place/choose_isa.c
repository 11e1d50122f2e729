// Layers of candidates, compiled once per ISA (choose_isa.h).
//
// Accumulated densities never fall from layer to layer. So the last layer settles first who stands at all, a vector of
// candidates at a time, and only for those that do the first layer is looked for: where most of a neighbouring cell
// stood in layer 0, that one is tried for all of them, and then, one candidate at a time, a vector of its layers, which
// lie next to each other in memory. Slots have rising thresholds: below the least density of layer 0 that a cell can
// have, all stand in it; beyond the largest of the last layer, none stands. Only the slots between are looked at.
#include "place/choose_isa.h"

#include "place/place_kernel.h"

enum { SLOTS = TR_PATTERN_SLOTS };

// Where the candidates of a cell lie.
typedef struct cell_work {
    int32_t sample[SLOTS];      // at or before, counted from the sample of the corner
    uint32_t weights_x[SLOTS];  // as tr_place_density() takes them
    int32_t weight_z[SLOTS];
} cell_work;

typedef struct cell_view {
    const uint32_t *places;
    const uint32_t *pairs, *ends;  // of the sample of the corner; may lie beyond the block
    int32_t width, layers;         // of the block
    int32_t jitter;
    int32_t sure;   // candidates with a threshold below this stand in layer 0
    int32_t bound;  // those with one from this on do not stand
    tr_block_place at;
    tr_unit_region within;  // from the corner
    float least_x, most_x, least_z, most_z;
} cell_view;

// What is known of a cell's candidates: bits of slots.
typedef struct cell_bits {
    uint64_t standing, first;
} cell_bits;

// Bytes of layer 0 for the bits that are set, of TR_PLACE_NONE for the others.
static inline void store_first(uint64_t bits, uint8_t *out)
{
#if TR_LANES == 8 && defined(__AVX2__)
    // Byte i of a vector looks at bit i of 32: the byte that has it, then the bit.
    const __m256i byte = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i bit = _mm256_set1_epi64x((int64_t)0x8040201008040201);
    for (int half = 0; half < 2; half++) {
        const __m256i all = _mm256_set1_epi32((int)(uint32_t)(bits >> (32 * half)));
        const __m256i unset = _mm256_andnot_si256(_mm256_shuffle_epi8(all, byte), bit);
        _mm256_storeu_si256((__m256i *)(out + 32 * half), _mm256_cmpeq_epi8(unset, bit));
    }
#else
    const uint64_t ones = UINT64_C(0x0101010101010101);
    for (int byte = 0; byte < SLOTS / 8; byte++) {
        const uint64_t spread = (bits >> (8 * byte) & 0xff) * ones & UINT64_C(0x8040201008040201);
        const uint64_t unset = ~(spread + 0x7f * ones) >> 7 & ones, layers = unset * TR_PLACE_NONE;
        memcpy(out + 8 * byte, &layers, sizeof layers);
    }
#endif
}

// The places of a vector of candidates among the samples; bits of those within the request.
static inline __attribute__((always_inline)) unsigned locate(const tr_choose_row *row, const cell_view *cell,
                                                             bool inside, int first, cell_work *work)
{
    const ku place = k_load_u(cell->places + first);
    const ki x = k_as_int(place & 0xffffu), z = k_as_int(place >> 16);
    tr_place_spot along, down;
    if (inside) {
        along = tr_place_along_inside(x, cell->at.offset, row->units_to_samples_x);
        down = tr_place_along_inside(z, row->place.offset, row->units_to_samples_z);
    } else {
        along = tr_place_along(x, cell->at.offset, row->units_to_samples_x, cell->least_x, cell->most_x);
        down = tr_place_along(z, row->place.offset, row->units_to_samples_z, cell->least_z, cell->most_z);
    }
    const ki sample = down.first * cell->width + along.first;
    k_store_u((uint32_t *)work->sample + first, k_as_uint(sample));
    k_store_u(work->weights_x + first, tr_place_weights(tr_place_weight(along.share)));
    k_store_u((uint32_t *)work->weight_z + first, k_as_uint(tr_place_weight(down.share)));
    if (inside) return (1u << TR_LANES) - 1;
    const tr_unit_region *within = &cell->within;
    const km is_within = k_both(k_both(x >= within->x0, x < within->x1), k_both(z >= within->z0, z < within->z1));
    return k_lane_bits(is_within);
}

static inline __attribute__((always_inline)) cell_bits look_at_ends(const tr_choose_row *row, const cell_view *cell,
                                                                    bool inside, bool tries_first, cell_work *work)
{
    const int slots = row->pattern->slot_count;
    const uint32_t *thresholds = row->pattern->thresholds;
    const ki jitter = k_as_int(k_set_u((uint32_t)cell->jitter));
    int first = 0;
    while (first < SLOTS && (int32_t)thresholds[first + TR_LANES - 1] < cell->sure) first += TR_LANES;
    const uint64_t sure = first < SLOTS ? (UINT64_C(1) << first) - 1 : UINT64_MAX;
    cell_bits bits = {sure, sure};
    for (; first < slots && (int32_t)thresholds[first] < cell->bound; first += TR_LANES) {
        const unsigned here = locate(row, cell, inside, first, work);
        const ku weights_x = k_load_u(work->weights_x + first);
        const ki weight_z = k_load_i(work->weight_z + first);
        const ki threshold = k_as_int(k_load_u(thresholds + first));
        ku top_first, top_last, bottom_first, bottom_last;
        uint32_t index[TR_LANES];
        k_store_u(index, k_load_u((uint32_t *)work->sample + first) * 2);
        k_gather_four(cell->ends, (const int32_t *)index, &top_first, &bottom_first, &top_last, &bottom_last);
        const ki last = tr_place_density(top_last, bottom_last, weights_x, weight_z);
        bits.standing |= (uint64_t)(k_lane_bits(tr_place_exceeds(last, threshold, jitter)) & here) << first;
        if (!tries_first) continue;
        const ki early = tr_place_density(top_first, bottom_first, weights_x, weight_z);
        bits.first |= (uint64_t)(k_lane_bits(tr_place_exceeds(early, threshold, jitter)) & here) << first;
    }
    return bits;
}

// A bit for each of some layers from `layer` on, whether a candidate's threshold is exceeded there.
static inline __attribute__((always_inline)) unsigned look_at_layers(const uint32_t *top, const uint32_t *bottom,
                                                                     ku weights_x, ki weight_z, ki threshold, ki jitter)
{
    const ki density = tr_place_density(k_load_u(top), k_load_u(bottom), weights_x, weight_z);
    return k_lane_bits(tr_place_exceeds(density, threshold, jitter));
}

// The first layer above the threshold of a candidate; the last one is known to be.
static inline int32_t first_layer(const tr_choose_row *row, const cell_view *cell, const cell_work *work, int slot)
{
    const uint32_t *top = cell->pairs + (int64_t)work->sample[slot] * cell->layers;
    const uint32_t *bottom = top + (int64_t)cell->width * cell->layers;
    const ku weights_x = k_set_u(work->weights_x[slot]);
    const ki weight_z = k_as_int(k_set_u((uint32_t)work->weight_z[slot]));
    const ki threshold = k_as_int(k_set_u(row->pattern->thresholds[slot]));
    const ki jitter = k_as_int(k_set_u((uint32_t)cell->jitter));
    // Lanes beyond the last layer may have anything: the last layer comes before them. Two vectors at a time, because
    // which of them has the layer cannot be foreseen.
    for (int32_t layer = 0;; layer += 2 * TR_LANES) {
        unsigned bits = look_at_layers(top + layer, bottom + layer, weights_x, weight_z, threshold, jitter);
        if (cell->layers > TR_LANES)
            bits |= look_at_layers(top + layer + TR_LANES, bottom + layer + TR_LANES, weights_x, weight_z, threshold,
                                   jitter)
                    << TR_LANES;
        if (bits) return layer + __builtin_ctz(bits);
    }
}

// @param tries_first  whether layer 0 is worth a look; changes for the next cell
static inline __attribute__((always_inline)) void choose_cell(const tr_choose_row *row, const cell_view *cell,
                                                              bool inside, bool *tries_first, uint8_t *out)
{
    cell_work work;
    const cell_bits bits = look_at_ends(row, cell, inside, *tries_first, &work);
    const uint64_t early = cell->layers == 1 ? bits.standing : bits.first;
    store_first(early, out);
    int in_first = __builtin_popcountll(early);
    for (uint64_t rest = bits.standing & ~early; rest; rest &= rest - 1) {
        const int slot = __builtin_ctzll(rest);
        const int32_t layer = first_layer(row, cell, &work, slot);
        out[slot] = (uint8_t)layer;
        in_first += layer == 0;
    }
    *tries_first = cell->layers > 1 && 4 * in_first > __builtin_popcountll(bits.standing);
}

// What densities can be between the samples of a cell that lies within the block.
static inline tr_block_bound bound_of(const tr_choose_row *row, int32_t sample_x)
{
    const tr_place_block *block = row->block;
    const int32_t shift = block->bound_shift, columns = tr_block_bounds(block, block->x.count);
    const int32_t x0 = sample_x >> shift, x1 = (sample_x + row->span_x) >> shift;
    const int32_t z0 = row->place.sample >> shift, z1 = (row->place.sample + row->span_z) >> shift;
    tr_block_bound bound = {UINT16_MAX, 0};
    for (int32_t z = z0; z <= z1; z++)
        for (int32_t x = x0; x <= x1; x++) {
            const tr_block_bound here = block->bounds[(int64_t)z * columns + x];
            bound.least_first = here.least_first < bound.least_first ? here.least_first : bound.least_first;
            bound.most_last = here.most_last > bound.most_last ? here.most_last : bound.most_last;
        }
    return bound;
}

// The tiles of a pattern do not fit the nearest caches, and no processor foresees which is next.
static inline void fetch_tile(const uint32_t *places)
{
    for (int i = 0; i < SLOTS; i += 16) __builtin_prefetch(places + i);
}

static void choose_row(const tr_choose_row *row)
{
    const tr_place_block *block = row->block;
    const int32_t side = (int32_t)row->pattern->side;
    cell_view cell = {.width = block->x.count, .layers = block->layer_count, .within = row->within};
    cell.least_z = (float)-row->place.sample;
    cell.most_z = (float)(block->z.count - 1 - row->place.sample);
    const bool row_inside = row->place.sample >= 0 && row->place.sample + row->span_z < block->z.count &&
                            row->within.z0 <= 0 && row->within.z1 >= side;
    bool tries_first = false;
    for (int32_t column = 0; column < row->columns; column++) {
        const size_t tile = (size_t)row->cells[column].tile * SLOTS;
        const tr_block_place at = row->places[column];
        const int64_t sample = row->place.sample * (int64_t)cell.width + at.sample;
        cell.at = at;
        cell.places = row->pattern->places + tile;
        cell.jitter = (int32_t)row->cells[column].jitter;
        cell.pairs = block->pairs + sample * cell.layers;
        cell.ends = block->ends + sample * 4;
        uint8_t *out = row->layers + (size_t)column * SLOTS;
        if (column + 1 < row->columns) fetch_tile(row->pattern->places + (size_t)row->cells[column + 1].tile * SLOTS);
        if (row_inside && at.sample >= 0 && at.sample + row->span_x < block->x.count && cell.within.x0 <= 0 &&
            cell.within.x1 >= side) {
            const tr_block_bound bound = bound_of(row, at.sample);
            cell.sure = (bound.least_first << 16) - cell.jitter;
            cell.bound = (bound.most_last << 16) - cell.jitter;
            choose_cell(row, &cell, true, &tries_first, out);
        } else {
            cell.sure = 0;
            cell.bound = (int32_t)TR_PLACE_ONE;
            cell.least_x = (float)-at.sample;
            cell.most_x = (float)(block->x.count - 1 - at.sample);
            choose_cell(row, &cell, false, &tries_first, out);
        }
        cell.within.x0 -= side;
        cell.within.x1 -= side;
    }
}

const tr_choose_table TR_ISA_NAME(tr_choose_table) = {choose_row};
