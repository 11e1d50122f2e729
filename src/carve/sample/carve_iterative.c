// Samples by iterative search (carve_isa.h): the baseline of the bench.
#define TR_LANES 1
#include "carve/sample/carve_rows.h"

enum { SEGMENTS = 32 };

// The nearest of the straight segments between places that are evenly spaced in the parameter.
static tr_foot nearest_segment(const tr_plan_curve *curve, float x, float z)
{
    const tr_foot_terms terms = tr_foot_terms_at(*curve, x, z);
    tr_foot best = {.distance2 = TR_FAR_DISTANCE2};
    tr_foot from = tr_foot_at(*curve, terms, -0.5f);
    for (int k = 1; k <= SEGMENTS; k++) {
        const tr_foot to = tr_foot_at(*curve, terms, (float)k / SEGMENTS - 0.5f);
        const float along_x = from.away_x - to.away_x, along_z = from.away_z - to.away_z;
        const float length2 = along_x * along_x + along_z * along_z;
        const float share = length2 > 0 ? (from.away_x * along_x + from.away_z * along_z) / length2 : 0;
        const float at = share < 0 ? 0 : share > 1 ? 1 : share;
        tr_foot foot = {.tau = from.tau + at * (to.tau - from.tau),
                        .away_x = from.away_x - at * along_x,
                        .away_z = from.away_z - at * along_z};
        foot.distance2 = foot.away_x * foot.away_x + foot.away_z * foot.away_z;
        if (foot.distance2 < best.distance2) best = foot;
        from = to;
    }
    return best;
}

static tr_carve_state add(tr_carve_state state, const tr_carve_piece *piece, float x, float z)
{
    if (piece->flags & TR_RECORD_INSIDE) return tr_carve_add_inside(state, *piece, x, z);
    const tr_foot foot = tr_carve_cut(*piece, nearest_segment(&piece->plan, x, z));
    return foot.distance2 < piece->reach2 ? tr_carve_add_foot(state, *piece, foot) : state;
}

static void sample(const tr_carve_tile *tile, int32_t row, int32_t i, int32_t count)
{
    const tr_piece_index *index = tile->index;
    tr_carve_state state = tr_carve_begin();
    for (int32_t k = 0; k < count; k++) {
        const tr_carve_entry *entry = &tile->row_entries[k];
        if (entry->i0 > i || entry->i1 < i) continue;
        const tr_record_place *origin = entry->place;
        const float x = (float)clamped(tile->x + i * tile->step - origin->x) * index->unit_m[0];
        const float z = (float)clamped(tile->z + row * tile->step - origin->z) * index->unit_m[1];
        state = add(state, entry->record, x, z);
    }
    if (state.path >= 0) store_state(tile, row, i, tr_carve_end(state));
}

void tr_carve_samples_iterative(const tr_carve_tile *tile)
{
    for (int32_t row = 0; row < tile->rows; row++) {
        clear_part(tile, row, 0, tile->width);
        const int32_t count = pick_row(tile, row);
        for (int32_t i = 0; count > 0 && i < tile->width; i++) sample(tile, row, i, count);
    }
}
