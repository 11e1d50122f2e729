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

enum { SLOTS = TR_PATTERN_SLOTS, MAX_OPEN = 512, GROUP = 64 };

// Candidates that are open; vectors are read and written beyond the last.
typedef struct open_list {
    int32_t count;
    int32_t sample[MAX_OPEN + TR_LANES];      // at or before, counted from the first sample of the row's corner
    uint32_t weights_x[MAX_OPEN + TR_LANES];  // as tr_place_density() takes them
    int32_t weight_z[MAX_OPEN + TR_LANES];
    int32_t bar[MAX_OPEN + TR_LANES];    // threshold and jitter
    uint32_t slot[MAX_OPEN + TR_LANES];  // among all of the row
} open_list;

typedef struct row_view {
    const tr_choose_row *row;
    // Of the first sample at the row's corner; may lie beyond the block.
    const uint32_t *pairs;
    const tr_block_ends *ends;
    const tr_block_bound *upper_bounds, *lower_bounds;
    float min_z, max_z;
    bool inside;  // all samples along z are there
    bool whole;   // no candidate lies beyond the request along z
} row_view;

// Which slots of a group of cells are open, `begin` .. `end`: those before them stand in layer 0, those from `end` on
// stand nowhere.
typedef struct open_ranges {
    int32_t begin[GROUP + TR_LANES], end[GROUP + TR_LANES];
} open_ranges;

typedef struct cell_view {
    const uint32_t *places;
    tr_block_place at;
    int32_t first_slot;  // among all of the row
    int32_t jitter;
    float min_x, max_x;
} cell_view;

// ---------------------------------------------------------------------------------------------------------
// The list

// Puts slots begin .. end of a cell on the list.
static inline __attribute__((always_inline)) void open_slots(const row_view *view, const cell_view *cell, bool inside,
                                                             int begin, int end, open_list *list)
{
    const tr_choose_row *row = view->row;
    const ki width = k_as_int(k_set_u((uint32_t)row->block->x.count));
    int at = list->count;
    for (int first = begin; first < end; first += TR_LANES) {
        const ku place = k_load_u(cell->places + first);
        const ki x = k_as_int(place & 0xffffu), z = k_as_int(place >> 16);
        tr_place_spot along, down;
        if (inside) {
            along = tr_place_along_inside(x, cell->at.offset, row->units_to_samples_x);
            down = tr_place_along_inside(z, row->place.offset, row->units_to_samples_z);
        } else {
            along = tr_place_along(x, cell->at.offset, row->units_to_samples_x, cell->min_x, cell->max_x);
            down = tr_place_along(z, row->place.offset, row->units_to_samples_z, view->min_z, view->max_z);
        }
        k_store_u((uint32_t *)list->sample + at, k_as_uint(down.first * width + along.first + cell->at.sample));
        k_store_u(list->weights_x + at, tr_place_weights(tr_place_weight(along.share)));
        k_store_u((uint32_t *)list->weight_z + at, k_as_uint(tr_place_weight(down.share)));
        k_store_u((uint32_t *)list->bar + at, k_load_u(row->pattern->thresholds + first) + (uint32_t)cell->jitter);
        k_store_u(list->slot + at, k_load_u(tr_slot_numbers + first) + (uint32_t)cell->first_slot);
        at += end - first < TR_LANES ? end - first : TR_LANES;
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

// The densities of a row of cells, all layers of a sample side by side.
typedef struct layer_view {
    const uint32_t *pairs;
    int64_t stride;  // from a sample to the next one along z, in words
    int32_t layers;
} layer_view;

// The first layer above the bar of a candidate, which layer 0 is not and the last one is.
static inline __attribute__((always_inline)) int32_t first_layer(layer_view view, const open_list *list, int i)
{
    const uint32_t *top = view.pairs + (int64_t)list->sample[i] * view.layers, *bottom = top + view.stride;
    const ku weights_x = k_set_u(list->weights_x[i]);
    const ki weight_z = k_as_int(k_set_u((uint32_t)list->weight_z[i]));
    const ki bar = k_as_int(k_set_u((uint32_t)list->bar[i]));
    // Lanes beyond the last layer may have anything: the last layer comes before them.
    if (view.layers <= TR_LANES + 2) {
        const unsigned bits = look_at_layers(top + 1, bottom + 1, weights_x, weight_z, bar);
        return 1 + __builtin_ctz(bits | 1u << (view.layers - 2));
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

// Settles the candidates of some bits, from `begin` on, which stand in other layers than the first.
static inline void settle_elsewhere(const row_view *view, const open_list *list, int begin, uint64_t which)
{
    const tr_choose_row *row = view->row;
    const int32_t layers = row->block->layer_count;
    const layer_view densities = {view->pairs, (int64_t)row->block->x.count * layers, layers};
    uint8_t found[64];
    uint32_t slots[64];
    int count = 0;
    for (uint64_t bits = which; bits; bits &= bits - 1) {
        const int i = begin + __builtin_ctzll(bits);
        slots[count] = list->slot[i];
        found[count++] = (uint8_t)first_layer(densities, list, i);
    }
    // Not above, where counts of a layer would wait for its densities, and for each other.
    uint8_t *out = row->layers;
    int32_t *counts = row->counts;
    for (int i = 0; i < count; i++) {
        out[slots[i]] = found[i];
        counts[found[i]]++;
    }
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
    settle_elsewhere(view, list, begin, all.elsewhere & there);
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

// The slots of a tile that lie within a region, which is counted from the corner.
static uint64_t slots_within(const uint32_t *places, const tr_unit_region *within)
{
    uint64_t bits = 0;
    for (int first = 0; first < SLOTS; first += TR_LANES) {
        const ku place = k_load_u(places + first);
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

// Which square of bounds a sample along x is in.
static inline int32_t square_of(const row_view *view, int32_t sample)
{
    const tr_place_block *block = view->row->block;
    return cut(sample, block->x.count) >> block->bound_shift;
}

_Static_assert(TR_LANES <= TR_PATTERN_SLACK, "vectors of slots are read beyond the last");
_Static_assert(sizeof(tr_block_bound) == 2 * sizeof(uint16_t), "bounds are two numbers");

static void lesser_bounds(const tr_block_bound *a, const tr_block_bound *b, int32_t count, tr_block_bound *out)
{
    const uint16_t *from = &a->min_first, *other = &b->min_first;
    uint16_t *to = &out->min_first;
    for (int32_t i = 0; i < 2 * count; i++) to[i] = from[i] < other[i] ? from[i] : other[i];
}

// How many slots have thresholds below this one; or, with a factor that is a little off, about as many.
// @param per_step  1 / the step from slot to slot
static inline ki slots_below(ki threshold, float per_step, int32_t slot_count)
{
    const kf steps = k_float(threshold) * per_step;
    const ki below = k_trunc(k_min(steps, k_set((float)(slot_count - 1)))) + 1;
    return k_select_i(threshold > 0, below, k_as_int(k_set_u(0)));
}

// The open slots of the cells from column `first` on. Rounding may open a slot too many, never one too few.
static void find_ranges(const row_view *view, int32_t first, int32_t count, open_ranges *out)
{
    const tr_choose_row *row = view->row;
    const tr_block_place *places = row->places + first;
    const int32_t slot_count = row->pattern->slot_count;
    const float per_step = 1 / (float)(TR_PLACE_ONE / (uint32_t)slot_count);
    const int32_t square = square_of(view, places[0].sample);
    const int32_t squares = square_of(view, places[count - 1].sample + row->span_x) - square + 1;
    // Squares are larger than cells.
    tr_block_bound bounds[GROUP + 2], west[GROUP + TR_LANES], east[GROUP + TR_LANES];
    uint32_t jitters[GROUP + TR_LANES];
    lesser_bounds(view->upper_bounds + square, view->lower_bounds + square, squares, bounds);
    for (int32_t i = 0; i < count; i++) {
        west[i] = bounds[square_of(view, places[i].sample) - square];
        east[i] = bounds[square_of(view, places[i].sample + row->span_x) - square];
        jitters[i] = row->cells[first + i].jitter;
    }
    lesser_bounds(west, east, count, west);
    for (int32_t i = 0; i < count; i += TR_LANES) {
        const ku bound = k_load_u((const uint32_t *)west + i), jitter = k_load_u(jitters + i);
        const ki min = k_as_int((bound << 16) - jitter), max = k_as_int(TR_PLACE_ONE - (bound >> 16 << 16) - jitter);
        k_store_u((uint32_t *)out->begin + i, k_as_uint(slots_below(min, per_step * (1 - 0x1p-20f), slot_count)));
        k_store_u((uint32_t *)out->end + i, k_as_uint(slots_below(max, per_step * (1 + 0x1p-20f), slot_count)));
    }
}

// Layers of the slots before the open ones, and of those after them. The tiles of a pattern do not fit the nearest
// caches, and no processor foresees which is next: what will be read of them is on its way then.
static void close_slots(const row_view *view, int32_t first, int32_t count, const open_ranges *open)
{
    const tr_choose_row *row = view->row;
    const tr_place_cell *cells = row->cells + first;
    const uint32_t *tiles = row->pattern->places;
    uint8_t *layers = row->layers + (size_t)first * SLOTS;
    int32_t standing = 0;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t *places = tiles + (size_t)cells[i].tile * SLOTS;
        __builtin_prefetch(places + open->begin[i]);
        __builtin_prefetch(places + open->end[i]);
        const uint8_t begin = (uint8_t)open->begin[i];
        // In bytes, so that the compiler does many slots at a time; SLOTS fits.
        // NOLINTNEXTLINE(bugprone-too-small-loop-variable)
        for (uint8_t slot = 0; slot < SLOTS; slot++) layers[i * SLOTS + slot] = slot < begin ? 0 : TR_PLACE_NONE;
        standing += begin;
    }
    row->counts[0] += standing;
}

// Takes the candidates of a cell that lie beyond the request off the list, and those before `begin` off layer 0.
static void drop_beyond(const row_view *view, const cell_view *cell, const tr_unit_region *region, int32_t begin,
                        int listed, open_list *list)
{
    const uint64_t within = slots_within(cell->places, region);
    int at = listed;
    for (int i = listed; i < list->count; i++) {
        if (!(within >> list->slot[i] % SLOTS & 1)) continue;
        list->sample[at] = list->sample[i];
        list->weights_x[at] = list->weights_x[i];
        list->weight_z[at] = list->weight_z[i];
        list->bar[at] = list->bar[i];
        list->slot[at++] = list->slot[i];
    }
    list->count = at;
    const uint64_t before = begin < SLOTS ? (UINT64_C(1) << begin) - 1 : UINT64_MAX, dropped = before & ~within;
    uint8_t *layers = view->row->layers + cell->first_slot;
    for (uint64_t slots = dropped; slots; slots &= slots - 1) layers[__builtin_ctzll(slots)] = TR_PLACE_NONE;
    view->row->counts[0] -= __builtin_popcountll(dropped);
}

static row_view view_of(const tr_choose_row *row)
{
    const tr_place_block *block = row->block;
    const int32_t shift = block->bound_shift, side = (int32_t)row->pattern->side;
    const int64_t first = row->place.sample * (int64_t)block->x.count, bounds = tr_block_bounds(block, block->x.count);
    return (row_view){
        .row = row,
        .pairs = block->pairs + first * block->layer_count,
        .ends = block->ends + first,
        .upper_bounds = block->bounds + bounds * (cut(row->place.sample, block->z.count) >> shift),
        .lower_bounds = block->bounds + bounds * (cut(row->place.sample + row->span_z, block->z.count) >> shift),
        .min_z = (float)-row->place.sample,
        .max_z = (float)(block->z.count - 1 - row->place.sample),
        .inside = row->place.sample >= 0 && row->place.sample + row->span_z < block->z.count,
        .whole = row->within.z0 <= 0 && row->within.z1 >= side,
    };
}

static inline void choose_group(const row_view *view, int32_t first, int32_t count, open_list *list)
{
    const tr_choose_row *row = view->row;
    const int32_t side = (int32_t)row->pattern->side, samples = row->block->x.count;
    const uint32_t *tiles = row->pattern->places;
    open_ranges open;
    find_ranges(view, first, count, &open);
    close_slots(view, first, count, &open);
    for (int32_t i = 0; i < count; i++) {
        const int32_t column = first + i, begin = open.begin[i], end = open.end[i];
        cell_view cell = {
            .places = tiles + (size_t)row->cells[column].tile * SLOTS,
            .at = row->places[column],
            .first_slot = column * SLOTS,
            .jitter = (int32_t)row->cells[column].jitter,
        };
        const int listed = list->count;
        if (view->inside && cell.at.sample >= 0 && cell.at.sample + row->span_x < samples) {
            open_slots(view, &cell, true, begin, end, list);
        } else {
            cell.min_x = (float)-cell.at.sample;
            cell.max_x = (float)(samples - 1 - cell.at.sample);
            open_slots(view, &cell, false, begin, end, list);
        }
        const int32_t x = column * side;
        if (!view->whole || row->within.x0 > x || row->within.x1 < x + side) {
            const tr_unit_region within = {row->within.x0 - x, row->within.z0, row->within.x1 - x, row->within.z1};
            drop_beyond(view, &cell, &within, begin, listed, list);
        }
        if (list->count > MAX_OPEN - SLOTS) settle(view, list);
    }
}

static void choose_row(const tr_choose_row *given)
{
    // A copy, of which the compiler knows that the list does not overwrite it.
    const tr_choose_row row = *given;
    const row_view view = view_of(&row);
    open_list list;
    list.count = 0;
    for (int32_t first = 0; first < row.columns; first += GROUP)
        choose_group(&view, first, row.columns - first < GROUP ? row.columns - first : GROUP, &list);
    settle(&view, &list);
}

const tr_choose_table TR_ISA_NAME(tr_choose_table) = {choose_row};
