#include "carve/edit/change_log.h"

#include <string.h>

#include "base/integers.h"

// How many of the oldest changes must go: as many as leave room for half of what is allowed, so that it happens seldom.
static int32_t count_joined(const tr_carving *carving, const tr_carve_change *change)
{
    enum { MAX_CHANGES = 256, MAX_BOXES = 1 << 16 };
    int64_t boxes = change->box_count;
    for (int32_t i = 0; i < carving->change_count; i++) boxes += carving->changes[i].box_count;
    if (carving->change_count < MAX_CHANGES && boxes <= MAX_BOXES) return 0;
    int32_t joined = 0;
    while (joined < carving->change_count &&
           (carving->change_count - joined > MAX_CHANGES / 2 || boxes > MAX_BOXES / 2)) {
        boxes -= carving->changes[joined++].box_count;
    }
    return joined;
}

static tr_box box_around(const tr_carve_change *changes, int32_t count)
{
    tr_box all = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN};
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = 0; j < changes[i].box_count; j++) {
            const tr_box *box = &changes[i].boxes[j];
            all.x0 = tr_min_i64(all.x0, box->x0);
            all.z0 = tr_min_i64(all.z0, box->z0);
            all.x1 = tr_max_i64(all.x1, box->x1);
            all.z1 = tr_max_i64(all.z1, box->z1);
        }
    }
    return all;
}

bool tr_change_log_extend(tr_context *context, const tr_carving *carving, const tr_carve_change *change,
                          tr_change_log *out, tr_error *err)
{
    const int32_t joined = count_joined(carving, change), kept = carving->change_count - joined;
    *out = (tr_change_log){.joined = joined};
    out->changes = tr_alloc_array(context, (size_t)kept + 2, sizeof *out->changes, err);
    if (!out->changes) return false;
    if (joined > 0) {
        tr_box *around = tr_alloc(context, sizeof *around, err);
        if (!around) {
            tr_free(context, out->changes);
            *out = (tr_change_log){0};
            return false;
        }
        *around = box_around(carving->changes, joined);
        out->changes[out->count++] = (tr_carve_change){.version = carving->changes[joined - 1].version,
                                                       .boxes = around,
                                                       .box_count = around->x0 <= around->x1 ? 1 : 0};
    }
    if (kept > 0) memcpy(out->changes + out->count, carving->changes + joined, (size_t)kept * sizeof *out->changes);
    out->count += kept;
    out->changes[out->count++] = *change;
    return true;
}

static void free_change(tr_context *context, tr_carve_change *change)
{
    tr_free(context, change->boxes);
    tr_free(context, change->places);
}

void tr_change_log_adopt(tr_carving *carving, tr_change_log *log)
{
    for (int32_t i = 0; i < log->joined; i++) free_change(carving->context, &carving->changes[i]);
    tr_free(carving->context, carving->changes);
    carving->changes = log->changes;
    carving->change_count = log->count;
    *log = (tr_change_log){0};
}

void tr_change_log_discard(tr_context *context, tr_change_log *log)
{
    if (log->joined > 0) tr_free(context, log->changes[0].boxes);
    tr_free(context, log->changes);
    *log = (tr_change_log){0};
}

void tr_change_log_destroy(tr_carving *carving)
{
    for (int32_t i = 0; i < carving->change_count; i++) free_change(carving->context, &carving->changes[i]);
    tr_free(carving->context, carving->changes);
}
