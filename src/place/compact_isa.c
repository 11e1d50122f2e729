// Records in order, compiled once per ISA (compact_isa.h).
//
// Nothing is sorted: each row knows where its records of each layer go. Records are made a vector of slots at a time,
// as slots are in the order of their thresholds and those that stand lie side by side. A vector of one layer is written
// as a whole, of others each record goes to its layer.
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

// Where a cell and the samples of heights around it are.
typedef struct cell_view {
    const uint32_t *places;
    const uint8_t *layers;
    const uint32_t *heights;  // bits of floats, at the sample of the corner; may lie beyond the block
    int32_t stride;           // of rows of heights, in samples
    ku upper, lower;          // where samples are farther apart than the cell is wide: near_rows()
    tr_block_place at;
    int32_t corner_x;  // in units
    float min_x, max_x, min_z, max_z;
} cell_view;

// Which of the variants of a loop is compiled.
typedef struct cell_kind {
    bool inside;   // all samples of the cell are there
    bool is_near;  // `upper` and `lower` of the cell have all its samples
    bool leans;    // rises are wanted
} cell_kind;

// The heights at the four samples around each place of a vector.
typedef struct four_heights {
    ku h00, h10, h01, h11;
} four_heights;

static inline __attribute__((always_inline)) four_heights gather_heights(const cell_view *cell, ki along, ki down)
{
    four_heights out;
    k_gather_four(cell->heights, down * cell->stride + along, &out.h00, &out.h01, &out.h10, &out.h11);
    return out;
}

#ifdef TR_HAS_PICK

// The heights of four samples along x, of a row and of the next one: a cell inside has all of them, as its span has
// samples for rounding.
static inline ku near_rows(const uint32_t *heights)
{
    static const int32_t rows_apart[] = {0, 2, 4, 6, 1, 3, 5, 7};
    return k_pick(k_load_u(heights), k_load_i(rows_apart));
}

static inline void load_near(cell_view *cell)
{
    cell->upper = near_rows(cell->heights);
    cell->lower = near_rows(cell->heights + 2 * cell->stride);
}

// `along` and `down` are 0 or 1.
static inline __attribute__((always_inline)) four_heights near_heights(const cell_view *cell, ki along, ki down)
{
    const ki west = along + (down << 2), east = west + 1;
    return (four_heights){k_pick(cell->upper, west), k_pick(cell->upper, east), k_pick(cell->lower, west),
                          k_pick(cell->lower, east)};
}

#else

static inline void load_near(cell_view *cell)
{
    (void)cell;
}

static inline four_heights near_heights(const cell_view *cell, ki along, ki down)
{
    return gather_heights(cell, along, down);
}

#endif

// The records of a vector of slots.
static inline __attribute__((always_inline)) void make_records(const tr_compact_row *row, const cell_view *cell,
                                                               cell_kind kind, int first, tr_place_record *out)
{
    const ku place = k_load_u(cell->places + first);
    const ki x = k_as_int(place & 0xffffu), z = k_as_int(place >> 16);
    tr_place_spot along, down;
    if (kind.inside) {
        along = tr_place_along_inside(x, cell->at.offset, row->units_to_samples_x);
        down = tr_place_along_inside(z, row->place.offset, row->units_to_samples_z);
    } else {
        along = tr_place_along(x, cell->at.offset, row->units_to_samples_x, cell->min_x, cell->max_x);
        down = tr_place_along(z, row->place.offset, row->units_to_samples_z, cell->min_z, cell->max_z);
    }
    const four_heights h =
        kind.is_near ? near_heights(cell, along.first, down.first) : gather_heights(cell, along.first, down.first);
    const tr_place_relief ground = tr_place_relief_at(k_from_bits(h.h00), k_from_bits(h.h10), k_from_bits(h.h01),
                                                      k_from_bits(h.h11), along.share, down.share);
    ku rise_x = k_set_u(0), rise_z = k_set_u(0);
    if (kind.leans) {
        rise_x = tr_place_rise(ground.rise_x, row->steps_per_metre_x);
        rise_z = tr_place_rise(ground.rise_z, row->steps_per_metre_z);
    }
    const ku key = tr_place_key(k_load_u(tr_slot_numbers + first), k_load_bytes(cell->layers + first), rise_x, rise_z);
    k_store_turns(out, k_as_uint(x + cell->corner_x), k_as_uint(z + row->z), k_bits(ground.height), key);
}

// How many slots, from the first on, have its layer.
static inline int first_run(const uint8_t *layers)
{
    const uint64_t same = slots_of(layers, layers[0]);
    return ~same ? __builtin_ctzll(~same) : SLOTS;
}

// A record as one piece of memory.
typedef uint32_t record_words __attribute__((vector_size(sizeof(tr_place_record)), aligned(4), may_alias));

static inline void add_record(const tr_compact_row *row, uint8_t layer, const tr_place_record *record)
{
    const record_words words = *(const record_words *)record;
    *(record_words *)row->next[layer]++ = words;
}

// Writes the first slots that have one layer, and those after them that are in their last vector: the vector is written
// as a whole, and what does not belong there goes on to its own layer before the next records of this one follow.
// @return from which slot on nothing is written
static inline __attribute__((always_inline)) int write_run(const tr_compact_row *row, const cell_view *cell,
                                                           cell_kind kind, uint64_t standing)
{
    const uint8_t layer = cell->layers[0];
    if (layer == TR_PLACE_NONE) return 0;
    // A quick look, which most cells do not pass.
    if (cell->layers[TR_LANES - 1] != layer) return 0;
    tr_place_record *to = row->next[layer];
    int run = first_run(cell->layers);
    if (run < TR_LANES) return 0;
    if (row->limits[layer] - to < run + TR_LANES) run -= run % TR_LANES;
    int end = 0;
    for (; end < run; end += TR_LANES) make_records(row, cell, kind, end, to + end);
    row->next[layer] = to + run;
    // Records move to lower numbers, or stay: none is overwritten before it has gone.
    for (uint64_t slots = run < end ? standing >> run & ((UINT64_C(1) << (end - run)) - 1) : 0; slots;
         slots &= slots - 1) {
        const int slot = run + __builtin_ctzll(slots);
        add_record(row, cell->layers[slot], to + slot);
    }
    return end;
}

static inline __attribute__((always_inline)) void write_cell(const tr_compact_row *row, const cell_view *cell,
                                                             cell_kind kind, uint64_t standing)
{
    for (int first = write_run(row, cell, kind, standing); first < SLOTS && standing >> first; first += TR_LANES) {
        tr_place_record records[TR_LANES];
        unsigned lanes = standing >> first & ((1u << TR_LANES) - 1);
        if (!lanes) continue;
        const uint8_t *layers = cell->layers + first;
        make_records(row, cell, kind, first, records);
        for (; lanes; lanes &= lanes - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(lanes);
            add_record(row, layers[lane], &records[lane]);
        }
    }
}

static inline __attribute__((always_inline)) void write_row(const tr_compact_row *given, bool leans, bool is_near)
{
    // A copy, of which the compiler knows that records do not overwrite it.
    const tr_compact_row own = *given, *row = &own;
    const tr_place_block *block = row->block;
    cell_view cell = {.stride = block->height_x.count + 1};
    cell.min_z = (float)-row->place.sample;
    cell.max_z = (float)(block->height_z.count - 1 - row->place.sample);
    const bool row_inside = row->place.sample >= 0 && row->place.sample + row->span_z < block->height_z.count;
    for (int32_t column = 0; column < row->columns; column++) {
        cell.layers = row->layers + (size_t)column * SLOTS;
        const uint64_t standing = ~slots_of(cell.layers, TR_PLACE_NONE);
        if (!standing) continue;
        cell.places = row->pattern->places + (size_t)row->cells[column].tile * SLOTS;
        cell.at = row->places[column];
        cell.heights =
            (const uint32_t *)block->heights + 2 * ((int64_t)row->place.sample * cell.stride + cell.at.sample);
        cell.corner_x = column * (int32_t)row->pattern->side;
        if (row_inside && cell.at.sample >= 0 && cell.at.sample + row->span_x < block->height_x.count) {
            if (is_near) load_near(&cell);
            write_cell(row, &cell, (cell_kind){.inside = true, .is_near = is_near, .leans = leans}, standing);
        } else {
            cell.min_x = (float)-cell.at.sample;
            cell.max_x = (float)(block->height_x.count - 1 - cell.at.sample);
            write_cell(row, &cell, (cell_kind){.inside = false, .leans = leans}, standing);
        }
    }
}

static void write(const tr_compact_row *row)
{
    if (row->leans)
        row->is_near ? write_row(row, true, true) : write_row(row, true, false);
    else
        row->is_near ? write_row(row, false, true) : write_row(row, false, false);
}

const tr_compact_table TR_ISA_NAME(tr_compact_table) = {count, write};
