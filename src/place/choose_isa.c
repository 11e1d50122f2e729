// Layers of candidates, compiled once per ISA (choose_isa.h).
//
// Slots have rising thresholds: below the least density of layer 0 that a cell can have, all stand in it; beyond the
// largest of the last layer, none stands. Only the slots between are open, and they are put on a list, so that vectors
// are full whatever cell their candidates are of, and no cell waits for the samples of the one before it.
//
// Accumulated densities never fall from layer to layer. So for a vector of the list the last layer settles who stands
// at all, layer 0 who stands there, and only for the others the layer is looked for: one candidate at a time, a vector
// of its layers, which lie next to each other in memory.
#include "place/choose_isa.h"

#include "place/place_kernel.h"

enum { SLOTS = TR_PATTERN_SLOTS, MOST_OPEN = 512 };

// Candidates that are open; vectors are read and written beyond the last.
typedef struct open_list {
    int32_t count;
    int32_t sample[MOST_OPEN + TR_LANES];      // at or before, counted from the first sample of the row's corner
    uint32_t weights_x[MOST_OPEN + TR_LANES];  // as tr_place_density() takes them
    int32_t weight_z[MOST_OPEN + TR_LANES];
    int32_t bar[MOST_OPEN + TR_LANES];    // threshold and jitter
    uint32_t slot[MOST_OPEN + TR_LANES];  // among all of the row
} open_list;

typedef struct row_view {
    const tr_choose_row *row;
    // Of the first sample at the row's corner; may lie beyond the block.
    const uint32_t *pairs;
    const tr_block_ends *ends;
    const tr_block_bound *upper_bounds, *lower_bounds;
    float least_z, most_z;
    bool inside;             // all samples and places along z are there
    uint64_t steps_per_one;  // of thresholds, as a divisor: 2^62 / step, rounded up
    uint32_t slots[SLOTS + TR_LANES], thresholds[SLOTS + TR_LANES];
} row_view;

typedef struct cell_view {
    const uint32_t *places;
    tr_block_place at;
    int32_t first_slot;  // among all of the row
    int32_t jitter;
    bool inside;            // so that no candidate must be cut
    tr_unit_region within;  // from the corner
    float least_x, most_x;
} cell_view;

// ---------------------------------------------------------------------------------------------------------
// The list

// Puts slots begin .. end of a cell on the list.
static inline __attribute__((always_inline)) void open_slots(const row_view *view, const cell_view *cell, bool inside,
                                                             int begin, int end, open_list *list)
{
    const tr_choose_row *row = view->row;
    const ki width = k_as_int(k_set_u((uint32_t)row->block->x.count));
    for (int first = begin; first < end; first += TR_LANES) {
        const ku place = k_load_u(cell->places + first);
        const ki x = k_as_int(place & 0xffffu), z = k_as_int(place >> 16);
        tr_place_spot along, down;
        if (inside) {
            along = tr_place_along_inside(x, cell->at.offset, row->units_to_samples_x);
            down = tr_place_along_inside(z, row->place.offset, row->units_to_samples_z);
        } else {
            along = tr_place_along(x, cell->at.offset, row->units_to_samples_x, cell->least_x, cell->most_x);
            down = tr_place_along(z, row->place.offset, row->units_to_samples_z, view->least_z, view->most_z);
        }
        const int at = list->count;
        k_store_u((uint32_t *)list->sample + at, k_as_uint(down.first * width + along.first + cell->at.sample));
        k_store_u(list->weights_x + at, tr_place_weights(tr_place_weight(along.share)));
        k_store_u((uint32_t *)list->weight_z + at, k_as_uint(tr_place_weight(down.share)));
        k_store_u((uint32_t *)list->bar + at, k_load_u(view->thresholds + first) + (uint32_t)cell->jitter);
        k_store_u(list->slot + at, k_load_u(view->slots + first) + (uint32_t)cell->first_slot);
        list->count += end - first < TR_LANES ? end - first : TR_LANES;
    }
}

// Takes the candidates from `begin` on off the list that lie beyond the request.
static void drop_beyond(uint64_t within, int begin, open_list *list)
{
    int at = begin;
    for (int i = begin; i < list->count; i++) {
        if (!(within >> list->slot[i] % SLOTS & 1)) continue;
        list->sample[at] = list->sample[i];
        list->weights_x[at] = list->weights_x[i];
        list->weight_z[at] = list->weight_z[i];
        list->bar[at] = list->bar[i];
        list->slot[at++] = list->slot[i];
    }
    list->count = at;
}

// A bit for each of some layers, whether a candidate's bar is exceeded there.
static inline __attribute__((always_inline)) unsigned look_at_layers(const uint32_t *top, const uint32_t *bottom,
                                                                     ku weights_x, ki weight_z, ki bar)
{
    const ki density = tr_place_density(k_load_u(top), k_load_u(bottom), weights_x, weight_z);
    return k_lane_bits(tr_place_exceeds(density, bar, k_as_int(k_set_u(0))));
}

// The first layer above the bar of a candidate, which layer 0 is not and the last one is.
static inline int32_t first_layer(const row_view *view, const open_list *list, int i)
{
    const int32_t layers = view->row->block->layer_count;
    const uint32_t *top = view->pairs + (int64_t)list->sample[i] * layers;
    const uint32_t *bottom = top + (int64_t)view->row->block->x.count * layers;
    const ku weights_x = k_set_u(list->weights_x[i]);
    const ki weight_z = k_as_int(k_set_u((uint32_t)list->weight_z[i]));
    const ki bar = k_as_int(k_set_u((uint32_t)list->bar[i]));
    // Lanes beyond the last layer may have anything: the last layer comes before them.
    if (layers <= TR_LANES + 2) {
        const unsigned bits = look_at_layers(top + 1, bottom + 1, weights_x, weight_z, bar);
        return 1 + __builtin_ctz(bits | 1u << (layers - 2));
    }
    // Two vectors at a time, because which of them has the layer cannot be foreseen.
    for (int32_t layer = 1;; layer += 2 * TR_LANES) {
        const unsigned bits =
            look_at_layers(top + layer, bottom + layer, weights_x, weight_z, bar) |
            look_at_layers(top + layer + TR_LANES, bottom + layer + TR_LANES, weights_x, weight_z, bar) << TR_LANES;
        if (bits) return layer + __builtin_ctz(bits);
    }
}

// What is known of up to 64 candidates of the list, a bit each.
typedef struct list_bits {
    uint64_t in_first, elsewhere;
} list_bits;

// Looks at the ends of a vector of the list.
static inline __attribute__((always_inline)) list_bits look_at_ends(const row_view *view, const open_list *list,
                                                                    int first)
{
    // The ends at a sample are pairs along z: the roles of the axes are exchanged, which changes no bit of a sum that
    // is exact.
    const ki weight_x = k_as_int(k_load_u(list->weights_x + first) >> 16), bar = k_load_i(list->bar + first);
    const ku weights_z = tr_place_weights(k_load_i(list->weight_z + first));
    const ki none = k_as_int(k_set_u(0));
    ku first_here, first_next, last_here, last_next;
    k_gather_four((const uint32_t *)view->ends, k_load_i(list->sample + first), &first_here, &last_here, &first_next,
                  &last_next);
    const ki early = tr_place_density(first_here, first_next, weights_z, weight_x);
    const ki last = tr_place_density(last_here, last_next, weights_z, weight_x);
    const unsigned in_first = k_lane_bits(tr_place_exceeds(early, bar, none));
    return (list_bits){in_first, k_lane_bits(tr_place_exceeds(last, bar, none)) & ~in_first};
}

// Settles up to 64 candidates from `begin` on.
static void settle_some(const row_view *view, const open_list *list, int begin)
{
    const tr_choose_row *row = view->row;
    const int count = list->count - begin < 64 ? list->count - begin : 64;
    list_bits all = {0, 0};
    for (int first = 0; first < count; first += TR_LANES) {
        const list_bits some = look_at_ends(view, list, begin + first);
        all.in_first |= some.in_first << first;
        all.elsewhere |= some.elsewhere << first;
    }
    const uint64_t there = UINT64_MAX >> (64 - count);
    row->counts[0] += __builtin_popcountll(all.in_first & there);
    for (uint64_t bits = all.in_first & there; bits; bits &= bits - 1)
        row->layers[list->slot[begin + __builtin_ctzll(bits)]] = 0;
    uint8_t found[64];
    int found_count = 0;
    for (uint64_t bits = all.elsewhere & there; bits; bits &= bits - 1) {
        const int i = begin + __builtin_ctzll(bits);
        found[found_count++] = row->layers[list->slot[i]] = (uint8_t)first_layer(view, list, i);
    }
    // Not above, where counts of a layer would wait for its densities, and for each other.
    for (int i = 0; i < found_count; i++) row->counts[found[i]]++;
}

// Gives the candidates of the list their layers.
static void settle(const row_view *view, open_list *list)
{
    if (list->count == 0) return;
    // Lanes beyond the last look at something that is there.
    k_store_u((uint32_t *)list->sample + list->count, k_set_u((uint32_t)list->sample[0]));
    for (int begin = 0; begin < list->count; begin += 64) settle_some(view, list, begin);
    list->count = 0;
}

// ---------------------------------------------------------------------------------------------------------
// Cells

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

// The slots of a cell that lie within the request.
static uint64_t slots_within(const cell_view *cell)
{
    const tr_unit_region *within = &cell->within;
    uint64_t bits = 0;
    for (int first = 0; first < SLOTS; first += TR_LANES) {
        const ku place = k_load_u(cell->places + first);
        const ki x = k_as_int(place & 0xffffu), z = k_as_int(place >> 16);
        const km is_within = k_both(k_both(x >= within->x0, x < within->x1), k_both(z >= within->z0, z < within->z1));
        bits |= (uint64_t)k_lane_bits(is_within) << first;
    }
    return bits;
}

static inline int32_t cut(int32_t sample, int32_t count)
{
    return sample < 0 ? 0 : sample < count ? sample : count - 1;
}

// What densities can be between the samples of a cell.
static inline tr_block_bound bound_of(const row_view *view, int32_t sample)
{
    const tr_place_block *block = view->row->block;
    const int32_t count = block->x.count, shift = block->bound_shift;
    const int32_t x0 = cut(sample, count) >> shift, x1 = cut(sample + view->row->span_x, count) >> shift;
    const tr_block_bound a = view->upper_bounds[x0], b = view->upper_bounds[x1];
    const tr_block_bound c = view->lower_bounds[x0], d = view->lower_bounds[x1];
    const uint16_t upper_least = a.least_first < b.least_first ? a.least_first : b.least_first;
    const uint16_t lower_least = c.least_first < d.least_first ? c.least_first : d.least_first;
    const uint16_t upper_most = a.most_last > b.most_last ? a.most_last : b.most_last;
    const uint16_t lower_most = c.most_last > d.most_last ? c.most_last : d.most_last;
    return (tr_block_bound){upper_least < lower_least ? upper_least : lower_least,
                            upper_most > lower_most ? upper_most : lower_most};
}

// How many slots have thresholds below this one.
static inline int32_t slots_below(const row_view *view, int32_t threshold)
{
    if (threshold <= 0) return 0;
    // Exact for all numerators and steps of less than 2^31.
    const uint32_t whole = (uint32_t)((unsigned __int128)(uint32_t)(threshold - 1) * view->steps_per_one >> 62);
    const uint32_t below = whole + 1, slots = (uint32_t)view->row->pattern->slot_count;
    return (int32_t)(below < slots ? below : slots);
}

static void choose_cell(const row_view *view, const cell_view *cell, open_list *list)
{
    const tr_choose_row *row = view->row;
    const tr_block_bound bound = bound_of(view, cell->at.sample);
    const int32_t begin = slots_below(view, (bound.least_first << 16) - cell->jitter);
    const int32_t end = slots_below(view, (bound.most_last << 16) - cell->jitter);
    if (list->count > MOST_OPEN - SLOTS) settle(view, list);
    uint64_t sure = begin < SLOTS ? (UINT64_C(1) << begin) - 1 : UINT64_MAX;
    if (cell->inside) {
        open_slots(view, cell, true, begin, end, list);
    } else {
        const uint64_t within = slots_within(cell);
        const int listed = list->count;
        sure &= within;
        open_slots(view, cell, false, begin, end, list);
        drop_beyond(within, listed, list);
    }
    store_first(sure, row->layers + cell->first_slot);
    row->counts[0] += __builtin_popcountll(sure);
}

static row_view view_of(const tr_choose_row *row)
{
    const tr_place_block *block = row->block;
    const int32_t shift = block->bound_shift, side = (int32_t)row->pattern->side;
    const int64_t first = row->place.sample * (int64_t)block->x.count, bounds = tr_block_bounds(block, block->x.count);
    row_view view = {
        .row = row,
        .pairs = block->pairs + first * block->layer_count,
        .ends = block->ends + first,
        .upper_bounds = block->bounds + bounds * (cut(row->place.sample, block->z.count) >> shift),
        .lower_bounds = block->bounds + bounds * (cut(row->place.sample + row->span_z, block->z.count) >> shift),
        .least_z = (float)-row->place.sample,
        .most_z = (float)(block->z.count - 1 - row->place.sample),
        .inside = row->place.sample >= 0 && row->place.sample + row->span_z < block->z.count && row->within.z0 <= 0 &&
                  row->within.z1 >= side,
        .steps_per_one = ((UINT64_C(1) << 62) - 1) / (TR_PLACE_ONE / (uint32_t)row->pattern->slot_count) + 1,
    };
    memcpy(view.thresholds, row->pattern->thresholds, sizeof row->pattern->thresholds);
    for (uint32_t slot = 0; slot < SLOTS; slot++) view.slots[slot] = slot;
    return view;
}

// The tiles of a pattern do not fit the nearest caches, and no processor foresees which is next.
static inline void fetch_tile(const uint32_t *places)
{
    for (int i = 0; i < SLOTS; i += 16) __builtin_prefetch(places + i);
}

static void choose_row(const tr_choose_row *row)
{
    const row_view view = view_of(row);
    const int32_t side = (int32_t)row->pattern->side, count = row->block->x.count;
    const uint32_t *places = row->pattern->places;
    cell_view cell = {.within = row->within};
    open_list list;
    list.count = 0;
    for (int32_t column = 0; column < row->columns; column++) {
        if (column + 1 < row->columns) fetch_tile(places + (size_t)row->cells[column + 1].tile * SLOTS);
        cell.places = places + (size_t)row->cells[column].tile * SLOTS;
        cell.at = row->places[column];
        cell.first_slot = column * SLOTS;
        cell.jitter = (int32_t)row->cells[column].jitter;
        cell.inside = view.inside && cell.at.sample >= 0 && cell.at.sample + row->span_x < count &&
                      cell.within.x0 <= 0 && cell.within.x1 >= side;
        cell.least_x = (float)-cell.at.sample;
        cell.most_x = (float)(count - 1 - cell.at.sample);
        choose_cell(&view, &cell, &list);
        cell.within.x0 -= side;
        cell.within.x1 -= side;
    }
    settle(&view, &list);
}

const tr_choose_table TR_ISA_NAME(tr_choose_table) = {choose_row};
