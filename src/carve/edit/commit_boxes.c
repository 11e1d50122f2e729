// What a commit changes: the reach of every record that is not what it was.
#include <string.h>

#include "base/integers.h"
#include "carve/edit/commit_work.h"

#define TR_LANES 1
#include "carve/sample/carve_kernel.h"

// Beyond this many boxes, one around them all: whoever follows must look at most of it anyway.
enum { MAX_BOXES = 1 << 14 };

// More records than this are not worth looking at one by one.
enum { MAX_RECORDS = 64, MAX_RANGES = 16 };

// Records [begin, end) of a path.
typedef struct record_range {
    const tr_path_records *path;
    int32_t begin, end;
} record_range;

typedef struct box_list {
    tr_context *context;
    tr_box *boxes;
    int32_t count, capacity;
    int32_t run;  // boxes before this one are not joined with new ones
    record_range ranges[MAX_RANGES];
    int32_t range_count, record_count;
    bool many;  // the ranges do not hold everything
} box_list;

static double area_of(const tr_box *box)
{
    return ((double)box->x1 - (double)box->x0 + 1) * ((double)box->z1 - (double)box->z0 + 1);
}

// Joins all boxes from `first` on.
static void join_from(box_list *list, int32_t first)
{
    if (list->count <= first) return;
    for (int32_t i = first + 1; i < list->count; i++)
        list->boxes[first] = tr_box_join(&list->boxes[first], &list->boxes[i]);
    list->count = first + 1;
}

static bool add_box(box_list *list, tr_box box, tr_error *err)
{
    if (list->count > list->run) {
        // Records that follow each other overlap: one box around both is often no larger than the two.
        tr_box *last = &list->boxes[list->count - 1];
        const tr_box both = tr_box_join(last, &box);
        if (area_of(&both) <= area_of(last) + area_of(&box)) {
            *last = both;
            return true;
        }
    }
    if (list->count == MAX_BOXES) {
        join_from(list, 0);
        list->run = 0;
    }
    if (list->count == list->capacity) {
        const int32_t larger = 2 * list->capacity + 8;
        tr_box *copy = tr_alloc_array(list->context, (size_t)larger, sizeof *copy, err);
        if (!copy) return false;
        if (list->count > 0) memcpy(copy, list->boxes, (size_t)list->count * sizeof *copy);
        tr_free(list->context, list->boxes);
        list->boxes = copy;
        list->capacity = larger;
    }
    list->boxes[list->count++] = box;
    return true;
}

static void note_records(box_list *list, const tr_path_records *path, int32_t begin, int32_t end)
{
    // What an area changes lies not only in the reach of its shore.
    if (path->area || end - begin > MAX_RECORDS - list->record_count || list->range_count == MAX_RANGES) {
        list->many = true;
        return;
    }
    list->ranges[list->range_count++] = (record_range){path, begin, end};
    list->record_count += end - begin;
}

static bool add_records(box_list *list, const tr_path_records *path, int32_t begin, int32_t end, tr_error *err)
{
    if (begin >= end) return true;
    note_records(list, path, begin, end);
    list->run = list->count;
    for (int32_t i = begin; i < end; i++) {
        if (!add_box(list, path->places[i].box, err)) return false;
    }
    return true;
}

static bool add_path(box_list *list, const tr_path_records *path, tr_error *err)
{
    const int32_t first = list->count;
    if (!add_records(list, path, 0, path->count, err)) return false;
    if (path->area) join_from(list, first);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Two states of a path

// Records between those that two states of a path share at both ends.
typedef struct box_difference {
    int32_t old_begin, old_end, new_begin, new_end;
} box_difference;

// Rectangles do not count: they fill the inside whichever way they are cut.
static box_difference find_difference(const tr_path_records *old, const tr_path_records *new)
{
    const int32_t old_begin = old->inside_count, new_begin = new->inside_count;
    const int32_t shorter = tr_min_i32(old->count - old_begin, new->count - new_begin);
    int32_t front = 0, back = 0;
    while (front < shorter && tr_path_records_same(old, old_begin + front, new, new_begin + front)) front++;
    while (back < shorter - front && tr_path_records_same(old, old->count - 1 - back, new, new->count - 1 - back))
        back++;
    return (box_difference){old_begin + front, old->count - back, new_begin + front, new->count - back};
}

// With as many records as before (heights that move), only the runs that differ.
static bool add_runs(box_list *list, const tr_path_records *old, const tr_path_records *new, int32_t begin, int32_t end,
                     tr_error *err)
{
    while (begin < end) {
        int32_t after = begin;
        while (after < end && !tr_path_records_same(old, after, new, after)) after++;
        if (!add_records(list, old, begin, after, err) || !add_records(list, new, begin, after, err)) return false;
        begin = after + 1;
    }
    return true;
}

static bool add_both(box_list *list, const tr_path_records *old, const tr_path_records *new,
                     const box_difference *difference, tr_error *err)
{
    return add_records(list, old, difference->old_begin, difference->old_end, err) &&
           add_records(list, new, difference->new_begin, difference->new_end, err);
}

// A sample depends on the records that reach it and on which of them follow each other.
static bool add_line(box_list *list, const tr_path_records *old, const tr_path_records *new, tr_error *err)
{
    box_difference difference = find_difference(old, new);
    if (difference.old_end == difference.new_end)
        return add_runs(list, old, new, difference.new_begin, difference.new_end, err);
    const bool one_sided = difference.old_end == difference.old_begin || difference.new_end == difference.new_begin;
    if (one_sided && difference.new_end < new->count) {
        // Something was put between two records or taken away: they follow each other in one state and not in the
        // other.
        difference.old_end++;
        difference.new_end++;
    }
    return add_both(list, old, new, &difference, err);
}

// What lies between the old and the new shore is inside of one of them only: one box around both.
static bool add_shore(box_list *list, const tr_path_records *old, const tr_path_records *new, tr_error *err)
{
    const int32_t first = list->count;
    const box_difference difference = find_difference(old, new);
    if (!add_both(list, old, new, &difference, err)) return false;
    join_from(list, first);
    return true;
}

static bool add_difference(box_list *list, const tr_path_records *old, const tr_path_records *new, tr_error *err)
{
    if (!tr_path_records_alike(old, new)) return add_path(list, old, err) && add_path(list, new, err);
    return new->area ? add_shore(list, old, new, err) : add_line(list, old, new, err);
}

static bool copy_records(const box_list *list, tr_carve_change *change, tr_error *err)
{
    if (list->many || list->record_count == 0) return true;
    const size_t count = (size_t)list->record_count;
    change->places = tr_alloc_array(list->context, count, sizeof *change->places + sizeof *change->records, err);
    if (!change->places) return false;
    change->records = (tr_carve_piece *)(change->places + count);
    for (int32_t i = 0; i < list->range_count; i++) {
        const record_range *range = &list->ranges[i];
        const size_t more = (size_t)(range->end - range->begin);
        memcpy(change->places + change->record_count, range->path->places + range->begin,
               more * sizeof *change->places);
        memcpy(change->records + change->record_count, range->path->records + range->begin,
               more * sizeof *change->records);
        change->record_count += (int32_t)more;
    }
    return true;
}

bool tr_commit_boxes(tr_commit_work *work, tr_error *err)
{
    box_list list = {.context = work->context};
    bool ok = true;
    for (int32_t i = 0; ok && i < work->gone_count; i++) ok = add_path(&list, work->gone[i]->records, err);
    for (int32_t i = 0; ok && i < work->path_count; i++) {
        const tr_commit_path *path = &work->paths[i];
        if (path->built == path->before) continue;
        ok = path->before ? add_difference(&list, path->before->records, path->built->records, err)
                          : add_path(&list, path->built->records, err);
    }
    work->change =
        (tr_carve_change){.version = work->carving->version + 1, .boxes = list.boxes, .box_count = list.count};
    return ok && copy_records(&list, &work->change, err);
}
