// Carving over tiles of samples, compiled once per ISA (carve_isa.h).
#include "carve/sample/carve_isa.h"

#include "carve/sample/carve_block.h"
#include "carve/sample/carve_rows.h"
#include "carve/sample/edge_kernel.h"

// The places of TR_LANES samples from a record, in metres.
typedef struct places {
    kf x, z;
} places;

static inline __attribute__((always_inline)) places places_from(const tr_carve_tile *tile,
                                                                const tr_record_place *origin, int32_t row, int32_t i)
{
    static const int32_t lanes[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const int64_t max = INT64_C(1) << 26;
    const int64_t first = tile->x + i * tile->step - origin->x;
    const float z = (float)clamped(tile->z + row * tile->step - origin->z) * tile->index->unit_m[1];
    ki x;
    if (tile->step < max && first > -max && first < max) {
        x = k_load_i(lanes) * (int32_t)tile->step + (int32_t)first;
    } else {
        int32_t far_apart[TR_LANES];
        for (int lane = 0; lane < TR_LANES; lane++) far_apart[lane] = clamped(first + lane * tile->step);
        x = k_load_i(far_apart);
    }
    return (places){k_float(x) * tile->index->unit_m[0], k_set(z)};
}

// Whether a vector of samples comes near enough to the chord of a record. `capsule_m` is a little more than
// the reach, so what is left out has no strength. `cuts`: what a record does not do beyond its joints counts as well.
static inline bool is_near(const tr_carve_tile *tile, const tr_carve_entry *entry, int32_t row, int32_t i, float more_m,
                           bool cuts)
{
    const tr_record_place *place = entry->place;
    const tr_plan_curve *plan = &entry->record->plan;
    const float half_m = 0.5f * (float)((TR_LANES - 1) * tile->step) * tile->index->unit_m[0];
    const float x = (float)(tile->x + i * tile->step - place->x) * tile->index->unit_m[0] + half_m - plan->middle_x;
    const float z = (float)(tile->z + row * tile->step - place->z) * tile->index->unit_m[1] - plan->middle_z;
    const chord_foot foot = chord_foot_of(plan, x, z);
    if (cuts) {
        const float half = half_m * (plan->chord_x < 0 ? -plan->chord_x : plan->chord_x) * plan->inverse_chord2;
        if (foot.tau + half < place->min_tau || foot.tau - half > place->max_tau) return false;
    }
    const float away2 = foot.away_x * foot.away_x + foot.away_z * foot.away_z, reach = place->capsule_m + more_m;
    // The way from the chord to the middle of the vector, less what the vector takes off it: its projection on that
    // way.
    const float rest = away2 - half_m * (foot.away_x < 0 ? -foot.away_x : foot.away_x);
    return rest <= 0 || rest * rest <= reach * reach * away2;
}

// Samples [begin, end) of a row, cleared before.
static void sample_part(const tr_carve_tile *tile, int32_t row, int32_t begin, int32_t end, int32_t count)
{
    for (int32_t i = begin; i < end; i += TR_LANES) {
        tr_carve_state state = tr_carve_begin();
        for (int32_t k = 0; k < count; k++) {
            const tr_carve_entry *entry = &tile->row_entries[k];
            if (entry->i0 >= i + TR_LANES || entry->i1 < i || row < entry->j0 || row > entry->j1) continue;
            if (!tile->every && !is_near(tile, entry, row, i, 0, true)) continue;
            const places at = places_from(tile, entry->place, row, i);
            state = tr_carve_add(state, *entry->record, at.x, at.z);
        }
        if (state.path < 0) continue;
        store_state(tile, row, i, tr_carve_end(state));
    }
}

// Marks the vectors of a row that come near enough to what the tile is focused on.
static uint32_t find_focus(const tr_carve_tile *tile, int32_t row)
{
    uint32_t near = 0;
    for (int32_t k = 0; k < tile->focus_count; k++) {
        const tr_carve_entry *entry = &tile->focus[k];
        if (row < entry->j0 || row > entry->j1) continue;
        for (int32_t vector = entry->i0 / TR_LANES; vector <= entry->i1 / TR_LANES; vector++) {
            const uint32_t bit = UINT32_C(1) << vector;
            if (!(near & bit) && is_near(tile, entry, row, vector * TR_LANES, 0, true)) near |= bit;
        }
    }
    return near;
}

// The vectors of a row that are in focus; the others keep what they have. A focused tile is at most 32 samples wide.
static void sample_focus(const tr_carve_tile *tile, int32_t row)
{
    const uint32_t near = find_focus(tile, row);
    if (near == 0) return;
    const int32_t count = pick_row(tile, row);
    for (int32_t begin = 0, end; begin < tile->width; begin = end + TR_LANES) {
        for (end = begin; end < tile->width && near >> (end / TR_LANES) & 1u;) end += TR_LANES;
        if (end == begin) continue;
        const int32_t last = end < tile->width ? end : tile->width;
        clear_part(tile, row, begin, last);
        sample_part(tile, row, begin, last, count);
    }
}

static void for_blocks(const tr_carve_tile *tile, void (*visit)(const tr_carve_tile *tile, const tr_carve_block *block))
{
    for (int32_t j = 0; j < tile->rows; j += TR_BLOCK_ROWS) {
        for (int32_t i = 0; i < tile->width; i += TR_BLOCK_WIDTH) {
            const tr_carve_block block = block_at(tile, i, j);
            visit(tile, &block);
        }
    }
}

static void sample_block(const tr_carve_tile *tile, const tr_carve_block *block)
{
    const int32_t count = pick_block(tile, block, 0);
    for (int32_t row = block->j0; count > 0 && row <= block->j1; row++)
        sample_part(tile, row, block->i0, block->i1 + 1, count);
}

static void samples(const tr_carve_tile *tile)
{
    for (int32_t row = 0; row < tile->rows; row++) {
        if (tile->focused) {
            sample_focus(tile, row);
            continue;
        }
        clear_part(tile, row, 0, tile->width);
        if (tile->every) sample_part(tile, row, 0, tile->width, pick_row(tile, row));
    }
    if (!tile->focused && !tile->every) for_blocks(tile, sample_block);
}

// ---------------------------------------------------------------------------------------------------------
// Edges

// Samples [begin, end) of a row.
static void edge_part(const tr_carve_tile *tile, int32_t row, int32_t begin, int32_t end, int32_t count)
{
    const float limit_m = tile->limit_m;
    for (int32_t i = begin; i < end; i += TR_LANES) {
        tr_edge_state state = tr_edge_begin(limit_m);
        for (int32_t k = 0; k < count; k++) {
            const tr_carve_entry *entry = &tile->row_entries[k];
            if (entry->i0 >= i + TR_LANES || entry->i1 < i || row < entry->j0 || row > entry->j1) continue;
            if (!is_near(tile, entry, row, i, limit_m, false)) continue;
            const places at = places_from(tile, entry->place, row, i);
            state = tr_edge_add(state, *entry->record, at.x, at.z, limit_m);
        }
        store(tile->edge, row, i, tile->width - i, tr_edge_end(state, limit_m));
    }
}

static void edge_block(const tr_carve_tile *tile, const tr_carve_block *block)
{
    const int32_t count = pick_block_edges(tile, block);
    for (int32_t row = block->j0; row <= block->j1; row++) edge_part(tile, row, block->i0, block->i1 + 1, count);
}

static void edges(const tr_carve_tile *tile)
{
    for_blocks(tile, edge_block);
}

const tr_carve_table TR_ISA_NAME(tr_carve_table) = {samples, edges};
