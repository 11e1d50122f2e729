// Which records matter to a block of samples of a tile: those in reach, and of the edge of an area those that can be
// the nearest. The others would leave every sample as it is (carve_kernel.h), so they are left out for all of it at
// once.
#ifndef TR_CARVE_SAMPLE_CARVE_BLOCK_H
#define TR_CARVE_SAMPLE_CARVE_BLOCK_H

#include <math.h>

#include "carve/sample/carve_isa.h"
#include "carve/sample/carve_kernel.h"

// Samples along the sides of a block: several vectors, and few enough that most of an edge is left out.
enum { TR_BLOCK_WIDTH = 16, TR_BLOCK_ROWS = 8 };

// The samples [i0, i1] of the rows [j0, j1].
typedef struct tr_carve_block {
    int32_t i0, j0, i1, j1;
    float radius_m;  // from its middle to its corners
} tr_carve_block;

static inline tr_carve_block block_at(const tr_carve_tile *tile, int32_t i, int32_t j)
{
    tr_carve_block block = {i, j, i + TR_BLOCK_WIDTH - 1, j + TR_BLOCK_ROWS - 1, 0};
    if (block.i1 >= tile->width) block.i1 = tile->width - 1;
    if (block.j1 >= tile->rows) block.j1 = tile->rows - 1;
    const float half_x = 0.5f * (float)((block.i1 - block.i0) * tile->step) * tile->index->unit_m[0];
    const float half_z = 0.5f * (float)((block.j1 - block.j0) * tile->step) * tile->index->unit_m[1];
    block.radius_m = sqrtf(half_x * half_x + half_z * half_z);
    return block;
}

static inline bool meets_block(const tr_carve_block *block, const tr_carve_entry *entry)
{
    return entry->i0 <= block->i1 && entry->i1 >= block->i0 && entry->j0 <= block->j1 && entry->j1 >= block->j0;
}

// The nearest place of a chord: how far along it a place lies, also beyond its ends, and the way from there to it.
typedef struct chord_foot {
    float tau, away_x, away_z;
} chord_foot;

// `x`, `z`: from the middle of the curve.
static inline chord_foot chord_foot_of(const tr_plan_curve *plan, float x, float z)
{
    const float tau = (x * plan->chord_x + z * plan->chord_z) * plan->inverse_chord2;
    const float on = tau < -0.5f ? -0.5f : tau > 0.5f ? 0.5f : tau;
    return (chord_foot){tau, x - on * plan->chord_x, z - on * plan->chord_z};
}

// From the middle of a block to the chord of a record.
static inline float chord_distance(const tr_carve_tile *tile, const tr_carve_block *block, const tr_carve_entry *entry)
{
    const tr_plan_curve *plan = &entry->record->plan;
    const int64_t twice_x = 2 * (tile->x - entry->place->x) + (block->i0 + block->i1) * tile->step;
    const int64_t twice_z = 2 * (tile->z - entry->place->z) + (block->j0 + block->j1) * tile->step;
    const float x = 0.5f * (float)twice_x * tile->index->unit_m[0] - plan->middle_x;
    const float z = 0.5f * (float)twice_z * tile->index->unit_m[1] - plan->middle_z;
    const chord_foot foot = chord_foot_of(plan, x, z);
    return sqrtf(foot.away_x * foot.away_x + foot.away_z * foot.away_z);
}

// How far a curve strays from its chord.
static inline float stray_of(const tr_plan_curve *plan)
{
    if (plan->shape == TR_CURVE_STRAIGHT) return 0;
    return 0.25f * sqrtf(plan->bend_x * plan->bend_x + plan->bend_z * plan->bend_z);
}

// Leaves out the entries from `first` on that are farther from every sample than `nearest_m`, which is where another
// one is at most. Of pieces that are equally near all are looked at, so a little farther is near enough.
static inline int32_t keep_nearest(tr_carve_entry *entries, int32_t first, int32_t count, float nearest_m)
{
    const float max_m = 1.001f * nearest_m + 0.05f;
    int32_t kept = first;
    for (int32_t k = first; k < count; k++)
        if (entries[k].min_m <= max_m) entries[kept++] = entries[k];
    return kept;
}

// How far the samples of a block are from a record at least and at most.
typedef struct block_range {
    float min_m, max_m;
} block_range;

static inline block_range range_from(const tr_carve_tile *tile, const tr_carve_block *block,
                                     const tr_carve_entry *entry)
{
    const float away_m = chord_distance(tile, block, entry);
    const float around_m = stray_of(&entry->record->plan) + block->radius_m;
    return (block_range){away_m - around_m, away_m + around_m};
}

// Picks the entries of a block into `row_entries`, in their order. `more_m`: beyond their own reach that records count,
// for distances to their edges.
static inline int32_t pick_block(const tr_carve_tile *tile, const tr_carve_block *block, float more_m)
{
    tr_carve_entry *picked = tile->row_entries;
    int32_t count = 0, first = 0, path = -1;  // `first`: of those of the path
    float nearest_m = INFINITY;               // every sample is as near to the edge of an area
    for (int32_t k = 0; k < tile->entry_count; k++) {
        const tr_carve_entry *entry = &tile->entries[k];
        const tr_carve_piece *record = entry->record;
        if (!meets_block(block, entry)) continue;
        if (record->path != path) {
            first = count = keep_nearest(picked, first, count, nearest_m);
            path = record->path;
            nearest_m = INFINITY;
        }
        picked[count] = *entry;
        picked[count].min_m = 0;
        if (!(record->flags & TR_RECORD_INSIDE)) {
            const block_range range = range_from(tile, block, entry);
            if (range.min_m > entry->place->capsule_m + more_m) continue;
            picked[count].min_m = range.min_m;
            const float reach2 = more_m * more_m > record->reach2 ? more_m * more_m : record->reach2;
            const bool reaches = range.max_m * range.max_m < 0.999f * reach2;
            if ((record->flags & TR_RECORD_RING) && reaches && range.max_m < nearest_m) nearest_m = range.max_m;
        }
        count++;
    }
    return keep_nearest(picked, first, count, nearest_m);
}

// The same for distances to edges: of all lines only those whose edges can be the nearest.
static inline int32_t pick_block_edges(const tr_carve_tile *tile, const tr_carve_block *block)
{
    tr_carve_entry *picked = tile->row_entries;
    const int32_t count = pick_block(tile, block, tile->limit_m);
    float nearest_m = tile->limit_m;
    for (int32_t k = 0; k < count; k++) {
        const tr_carve_piece *record = picked[k].record;
        picked[k].min_m = -INFINITY;
        if (record->flags & (TR_RECORD_RING | TR_RECORD_INSIDE)) continue;
        const block_range range = range_from(tile, block, &picked[k]);
        const float half_m = record->half_0, change_m = 0.5f * fabsf(record->half_1);
        picked[k].min_m = range.min_m - half_m - change_m;
        nearest_m = fminf(nearest_m, range.max_m - half_m + change_m);
    }
    return keep_nearest(picked, 0, count, fmaxf(nearest_m, 0));
}

#endif
