// Cells of a piece index (piece_index.h).
#include "carve/sample/piece_index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/integers.h"
#include "carve/sample/piece_table.h"

// ---------------------------------------------------------------------------------------------------------
// Runs

// The records of all paths by priority, those of one priority in the order they were given.
static bool order_paths(tr_piece_index *index, tr_path_records *const *paths, tr_error *err)
{
    enum { PRIORITIES = 256 };
    int32_t begin[PRIORITIES + 1] = {0};
    index->paths = tr_alloc_array(index->context, (size_t)index->path_count, sizeof *index->paths, err);
    if (!index->paths) return false;
    for (int32_t i = 0; i < index->path_count; i++) {
        assert(paths[i]->priority >= 0 && paths[i]->priority < PRIORITIES);
        begin[paths[i]->priority + 1]++;
    }
    for (int32_t k = 0; k < PRIORITIES; k++) begin[k + 1] += begin[k];
    for (int32_t i = 0; i < index->path_count; i++)
        index->paths[begin[paths[i]->priority]++] = tr_path_records_share(paths[i]);
    return true;
}

static bool list_runs(tr_piece_index *index, tr_error *err)
{
    int64_t runs = 0, records = 0;
    for (int32_t i = 0; i < index->path_count; i++) {
        runs += index->paths[i]->run_count;
        records += index->paths[i]->count;
    }
    if (records > INT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "a carving has %lld records; allowed is %d", (long long)records,
                       INT32_MAX);
    index->runs = tr_alloc_array(index->context, (size_t)runs, sizeof *index->runs, err);
    if (!index->runs) return false;
    for (int32_t i = 0; i < index->path_count; i++) {
        const tr_path_records *path = index->paths[i];
        for (int32_t k = 0; k < path->run_count; k++) {
            const int32_t begin = k * TR_RUN_RECORDS, end = tr_min_i32(begin + TR_RUN_RECORDS, path->count);
            index->runs[index->run_count++] = (tr_record_run){path->run_boxes[k], path, begin, end, index->count};
            index->count += end - begin;
        }
    }
    return true;
}

const tr_record_run *tr_record_run_of(const tr_piece_index *index, int32_t number)
{
    int32_t low = 0, high = index->run_count - 1;
    while (low < high) {
        const int32_t middle = low + (high - low + 1) / 2;
        if (index->runs[middle].first <= number)
            low = middle;
        else
            high = middle - 1;
    }
    return &index->runs[low];
}

// ---------------------------------------------------------------------------------------------------------
// Cells

typedef struct cell_range {
    int64_t x0, z0, x1, z1;
} cell_range;

static cell_range cells_of(const tr_box *box, int shift)
{
    return (cell_range){box->x0 >> shift, box->z0 >> shift, box->x1 >> shift, box->z1 >> shift};
}

static double cell_count(cell_range range)
{
    return ((double)(range.x1 - range.x0) + 1) * ((double)(range.z1 - range.z0) + 1);
}

// The smallest cells with which the runs have a few entries each.
static int choose_cell_shift(const tr_piece_index *index)
{
    const double max = 4.0 * index->run_count + 64;
    int shift = 11;  // 8 m
    for (; shift < 62; shift++) {
        double entries = 0;
        for (int32_t i = 0; i < index->run_count; i++) entries += cell_count(cells_of(&index->runs[i].box, shift));
        if (entries <= max) break;
    }
    return shift;
}

uint32_t tr_piece_cell_slot(const tr_piece_index *index, int64_t x, int64_t z)
{
    uint32_t slot = (uint32_t)tr_hash_identity(0, 0, x, z, 0) & index->slot_mask;
    while (index->cells[slot].count > 0 && (index->cells[slot].x != x || index->cells[slot].z != z))
        slot = (slot + 1) & index->slot_mask;
    return slot;
}

// Counts the runs of each cell, or with `entries` files them; `start` is then one past the last that was filed.
static void visit_cells(tr_piece_index *index, bool file)
{
    for (int32_t i = 0; i < index->run_count; i++) {
        const cell_range range = cells_of(&index->runs[i].box, index->cell_shift);
        for (int64_t z = range.z0; z <= range.z1; z++)
            for (int64_t x = range.x0; x <= range.x1; x++) {
                tr_piece_cell *cell = &index->cells[tr_piece_cell_slot(index, x, z)];
                if (file) {
                    index->entries[cell->start++] = i;
                } else {
                    cell->x = x, cell->z = z;
                    cell->count++;
                }
            }
    }
}

static bool make_cells(tr_piece_index *index, tr_error *err)
{
    index->cell_shift = choose_cell_shift(index);
    double entries = 0;
    for (int32_t i = 0; i < index->run_count; i++)
        entries += cell_count(cells_of(&index->runs[i].box, index->cell_shift));
    uint32_t slots = 16;
    while ((double)slots < 1.5 * entries) slots *= 2;
    index->slot_mask = slots - 1;
    index->cells = tr_alloc_array(index->context, slots, sizeof *index->cells, err);
    index->entries = tr_alloc_array(index->context, (size_t)entries, sizeof *index->entries, err);
    if (!index->cells || !index->entries) return false;
    memset(index->cells, 0, slots * sizeof *index->cells);
    visit_cells(index, false);
    int32_t start = 0;
    for (uint32_t slot = 0; slot < slots; slot++) {
        index->cells[slot].start = start;
        start += index->cells[slot].count;
    }
    visit_cells(index, true);
    for (uint32_t slot = 0; slot < slots; slot++) index->cells[slot].start -= index->cells[slot].count;
    return true;
}

static void find_bounds(tr_piece_index *index)
{
    tr_box all = {0, 0, -1, -1};
    for (int32_t i = 0; i < index->run_count; i++)
        all = i == 0 ? index->runs[i].box : tr_box_join(&all, &index->runs[i].box);
    index->bounds = all;
}

// ---------------------------------------------------------------------------------------------------------
// The index

tr_piece_index *tr_piece_index_create_of(tr_context *context, tr_path_records *const *paths, int32_t path_count,
                                         const double scale_m[2], tr_error *err)
{
    tr_piece_index *index = tr_alloc(context, sizeof *index, err);
    if (!index) return NULL;
    memset(index, 0, sizeof *index);
    index->context = context;
    index->path_count = path_count;
    for (int axis = 0; axis < 2; axis++) {
        index->scale_m[axis] = scale_m[axis];
        index->unit_m[axis] = (float)(scale_m[axis] / TR_UNITS_PER_METRE);
    }
    if (!order_paths(index, paths, err) || !list_runs(index, err) || !make_cells(index, err)) {
        tr_piece_index_destroy(index);
        return NULL;
    }
    find_bounds(index);
    return index;
}

tr_piece_index *tr_piece_index_create(tr_context *context, const tr_carve_path *const *paths, int32_t path_count,
                                      const double scale_m[2], tr_error *err)
{
    tr_path_records **records = tr_alloc_array(context, (size_t)path_count, sizeof(tr_path_records *), err);
    if (!records) return NULL;
    int32_t made = 0;
    for (; made < path_count; made++) {
        records[made] = tr_path_records_create(context, paths[made], scale_m, NULL, NULL, err);
        if (!records[made]) break;
    }
    tr_piece_index *index = NULL;
    if (made == path_count) index = tr_piece_index_create_of(context, records, path_count, scale_m, err);
    for (int32_t i = 0; i < made; i++) tr_path_records_release(context, records[i]);
    tr_free(context, records);
    return index;
}

void tr_piece_index_destroy(tr_piece_index *index)
{
    if (!index) return;
    tr_context *context = index->context;
    for (int32_t i = 0; index->paths && i < index->path_count; i++) tr_path_records_release(context, index->paths[i]);
    tr_free(context, index->paths);
    tr_free(context, index->runs);
    tr_free(context, index->cells);
    tr_free(context, index->entries);
    tr_free(context, index);
}

tr_box tr_piece_index_bounds(const tr_piece_index *index)
{
    return index->bounds;
}

// ---------------------------------------------------------------------------------------------------------
// Finding

static int compare_numbers(const void *a, const void *b)
{
    const int32_t first = *(const int32_t *)a, second = *(const int32_t *)b;
    return (first > second) - (first < second);
}

// The part of a box where there is anything.
static tr_box within_bounds(const tr_piece_index *index, const tr_box *box)
{
    const tr_box *all = &index->bounds;
    return (tr_box){tr_max_i64(box->x0, all->x0), tr_max_i64(box->z0, all->z0), tr_min_i64(box->x1, all->x1),
                    tr_min_i64(box->z1, all->z1)};
}

// A run that reaches into several cells of the box is taken in the first of them.
static int32_t list_cell(const tr_piece_index *index, const tr_box *box, int64_t x, int64_t z, int32_t *out)
{
    const tr_piece_cell *cell = &index->cells[tr_piece_cell_slot(index, x, z)];
    int32_t count = 0;
    for (int32_t k = 0; k < cell->count; k++) {
        const int32_t number = index->entries[cell->start + k];
        const tr_box *own = &index->runs[number].box;
        if (!tr_box_meets(own, box)) continue;
        const bool first = tr_max_i64(own->x0, box->x0) >> index->cell_shift == x &&
                           tr_max_i64(own->z0, box->z0) >> index->cell_shift == z;
        if (first) out[count++] = number;
    }
    return count;
}

int32_t tr_piece_index_list(const tr_piece_index *index, const tr_box *box, int32_t *out)
{
    const tr_box inner = within_bounds(index, box);
    if (inner.x0 > inner.x1 || inner.z0 > inner.z1) return 0;
    const cell_range range = cells_of(&inner, index->cell_shift);
    int32_t count = 0;
    if (cell_count(range) > (double)index->slot_mask) {
        for (int32_t i = 0; i < index->run_count; i++)
            if (tr_box_meets(&index->runs[i].box, &inner)) out[count++] = i;
        return count;
    }
    for (int64_t z = range.z0; z <= range.z1; z++)
        for (int64_t x = range.x0; x <= range.x1; x++) count += list_cell(index, &inner, x, z, out + count);
    qsort(out, (size_t)count, sizeof *out, compare_numbers);
    return count;
}

int32_t tr_piece_index_max(const tr_piece_index *index, const tr_box *box)
{
    const tr_box inner = within_bounds(index, box);
    if (inner.x0 > inner.x1 || inner.z0 > inner.z1) return 0;
    const cell_range range = cells_of(&inner, index->cell_shift);
    if (cell_count(range) > (double)index->run_count) return index->run_count;
    int64_t max = 0;
    for (int64_t z = range.z0; z <= range.z1 && max < index->run_count; z++)
        for (int64_t x = range.x0; x <= range.x1; x++) max += index->cells[tr_piece_cell_slot(index, x, z)].count;
    return (int32_t)tr_min_i64(max, index->run_count);
}

static bool run_touches(const tr_record_run *run, const tr_box *box)
{
    if (!tr_box_meets(&run->box, box)) return false;
    for (int32_t i = run->begin; i < run->end; i++)
        if (tr_box_meets(&run->path->places[i].box, box)) return true;
    return false;
}

bool tr_piece_index_touches(const tr_piece_index *index, const tr_box *box)
{
    const tr_box inner = within_bounds(index, box);
    if (inner.x0 > inner.x1 || inner.z0 > inner.z1) return false;
    const cell_range range = cells_of(&inner, index->cell_shift);
    if (cell_count(range) > (double)index->slot_mask) {
        for (int32_t i = 0; i < index->run_count; i++)
            if (run_touches(&index->runs[i], &inner)) return true;
        return false;
    }
    for (int64_t z = range.z0; z <= range.z1; z++)
        for (int64_t x = range.x0; x <= range.x1; x++) {
            const tr_piece_cell *cell = &index->cells[tr_piece_cell_slot(index, x, z)];
            for (int32_t k = 0; k < cell->count; k++)
                if (run_touches(&index->runs[index->entries[cell->start + k]], &inner)) return true;
        }
    return false;
}
