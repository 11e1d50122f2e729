#include "carve/sample/record_depth.h"

#include <string.h>

// A place that boxes of one size are counted at.
typedef struct depth_slot {
    int64_t x, z;
    int32_t size;   // of the boxes: powers of two along x and z
    int32_t count;  // 0: free
    int32_t last;   // of the boxes that were counted
} depth_slot;

typedef struct depth_table {
    depth_slot *slots;
    uint64_t mask;
    const depth_slot *deepest;
} depth_table;

// The greatest power of two that a side holds.
static int power_of(int64_t first, int64_t last)
{
    int power = 0;
    while (power < 60 && (last - first) >> power > 1) power++;
    return power;
}

// The multiples of a power of two in [first, last]: numbers [*from, *to].
static void multiples(int64_t first, int64_t last, int power, int64_t *from, int64_t *to)
{
    *from = ((first - 1) >> power) + 1;
    *to = last >> power;
}

static void count_at(depth_table *table, int64_t x, int64_t z, int32_t size, int32_t box)
{
    uint64_t at = tr_hash_identity(0, (uint64_t)size, x, z, 0) & table->mask;
    depth_slot *slot = &table->slots[at];
    while (slot->count > 0 && (slot->x != x || slot->z != z || slot->size != size)) {
        at = (at + 1) & table->mask;
        slot = &table->slots[at];
    }
    *slot = (depth_slot){x, z, size, slot->count + 1, box};
    if (!table->deepest || slot->count > table->deepest->count) table->deepest = slot;
}

// Counts a box at its places, or with no table only how many those are.
static int64_t visit_box(depth_table *table, const tr_box *box, int32_t number)
{
    const int power_x = power_of(box->x0, box->x1), power_z = power_of(box->z0, box->z1);
    int64_t x0, x1, z0, z1;
    multiples(box->x0, box->x1, power_x, &x0, &x1);
    multiples(box->z0, box->z1, power_z, &z0, &z1);
    for (int64_t z = z0; table && z <= z1; z++)
        for (int64_t x = x0; x <= x1; x++) count_at(table, x, z, 64 * power_x + power_z, number);
    return (x1 - x0 + 1) * (z1 - z0 + 1);
}

// Boxes may be the first member of something larger.
typedef struct box_list {
    const tr_box *boxes;
    size_t stride_bytes;
    int32_t count;
} box_list;

static const tr_box *box_at(const box_list *list, int32_t i)
{
    return (const tr_box *)(const void *)((const char *)list->boxes + (size_t)i * list->stride_bytes);
}

static bool find_deepest(tr_context *context, const box_list *list, tr_record_depth *out, tr_error *err)
{
    int64_t places = 0;
    for (int32_t i = 0; i < list->count; i++) places += visit_box(NULL, box_at(list, i), i);
    uint64_t slots = 16;
    while (slots < 2 * (uint64_t)places) slots *= 2;
    depth_table table = {.mask = slots - 1};
    table.slots = tr_alloc_array(context, (size_t)slots, sizeof *table.slots, err);
    if (!table.slots) return false;
    memset(table.slots, 0, (size_t)slots * sizeof *table.slots);
    for (int32_t i = 0; i < list->count; i++) visit_box(&table, box_at(list, i), i);
    *out = (tr_record_depth){0, 0};
    if (table.deepest) *out = (tr_record_depth){table.deepest->count, table.deepest->last};
    tr_free(context, table.slots);
    return true;
}

bool tr_record_depth_find(tr_context *context, const tr_path_records *records, int32_t limit, tr_record_depth *out,
                          tr_error *err)
{
    const int32_t first = records->inside_count, count = records->count - first;
    *out = (tr_record_depth){count, first};
    if (count <= limit) return true;
    // Runs are fewer by far, and those of most paths lie apart.
    const box_list runs = {records->run_boxes, sizeof *records->run_boxes, records->run_count};
    if (!find_deepest(context, &runs, out, err)) return false;
    *out = (tr_record_depth){out->depth * TR_RUN_RECORDS, out->record * TR_RUN_RECORDS};
    if (out->depth <= limit) return true;
    const box_list list = {&records->places[first].box, sizeof *records->places, count};
    if (!find_deepest(context, &list, out, err)) return false;
    out->record += first;
    return true;
}
