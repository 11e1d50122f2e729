// The light of boxes of chunks (terrane/voxel.h): masks column by column from the top, then windows chunk by chunk.
#include <string.h>

#include "voxel/light/light.h"
#include "voxel/light/light_window.h"

typedef struct box_work {
    tr_context *context;
    const tr_light_table *table;
    const tr_voxel_box *box;
    const tr_voxel_chunk *chunks;
    const tr_voxel_sky *sky;
    const bool *wanted;
    tr_voxel_sky *above;
    tr_light_masks *masks;
    tr_light_window *windows;  // by worker
    tr_voxel_light *out;
} box_work;

void tr_voxel_light_destroy(tr_context *context, tr_voxel_light *light)
{
    tr_free(context, light->values);
    *light = (tr_voxel_light){0};
}

// Keeps the columns that are open above an inner chunk.
static void keep_sky(const box_work *work, int64_t column, int64_t y, const tr_voxel_sky *state)
{
    const int64_t width = work->box->size[0], height = work->box->size[1], depth = work->box->size[2];
    const int64_t x = column % width, z = column / width;
    if (x < 1 || y < 1 || z < 1 || x > width - 2 || y > height - 2 || z > depth - 2) return;
    work->above[x - 1 + (width - 2) * (z - 1 + (depth - 2) * (y - 1))] = *state;
}

static bool make_columns(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    box_work *work = user;
    const int64_t columns = (int64_t)work->box->size[0] * work->box->size[2];
    for (int64_t column = begin; column < end; column++) {
        tr_voxel_sky state = work->sky[column];
        for (int64_t y = work->box->size[1] - 1; y >= 0; y--) {
            const int64_t at = column + y * columns;
            if (work->above) keep_sky(work, column, y, &state);
            if (!tr_light_masks_make(work->context, work->table, &work->chunks[at], &state, &work->masks[at], err))
                return false;
        }
    }
    return true;
}

// The inner chunks, in their order.
static int64_t inner_count(const tr_voxel_box *box)
{
    return (int64_t)(box->size[0] - 2) * (box->size[1] - 2) * (box->size[2] - 2);
}

static tr_light_around around_inner(const box_work *work, int64_t inner)
{
    const int64_t width = work->box->size[0], depth = work->box->size[2];
    const int64_t x = inner % (width - 2), z = inner / (width - 2) % (depth - 2);
    const int64_t y = inner / ((width - 2) * (depth - 2));
    tr_light_around around;
    for (int i = 0; i < 27; i++)
        around.chunks[i] = &work->masks[x + i % 3 + width * (z + i / 3 % 3 + depth * (y + i / 9))];
    return around;
}

static bool make_chunks(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    box_work *work = user;
    for (int64_t inner = begin; inner < end; inner++) {
        if (work->wanted && !work->wanted[inner]) continue;
        const tr_light_around around = around_inner(work, inner);
        if (!tr_light_window_make(work->context, work->table, &work->windows[worker], &around, &work->out[inner], err))
            return false;
    }
    return true;
}

static bool run(box_work *work, const tr_progress *progress, tr_error *err)
{
    const int threads = tr_context_threads(work->context);
    const int64_t columns = (int64_t)work->box->size[0] * work->box->size[2];
    for (int i = 0; i < threads; i++) tr_light_window_clear(&work->windows[i]);
    return tr_parallel_for(work->context, &(tr_range_work){columns, 1, make_columns, work}, NULL, err) &&
           tr_parallel_for(work->context, &(tr_range_work){inner_count(work->box), 1, make_chunks, work}, progress,
                           err);
}

bool tr_light_box_make(tr_context *context, const tr_light_box *request, tr_voxel_light *out,
                       const tr_progress *progress, tr_error *err)
{
    const tr_voxel_box *box = request->box;
    if (!tr_voxel_box_check(box, err)) return false;
    for (int axis = 0; axis < 3; axis++)
        if (box->size[axis] < 3)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "a box of %d x %d x %d chunks is to be lit; it needs at least 3 along each axis",
                           box->size[0], box->size[1], box->size[2]);
    const size_t count = tr_voxel_box_count(box), inner = (size_t)inner_count(box);
    memset(out, 0, inner * sizeof *out);
    box_work work = {.context = context,
                     .table = TR_ISA_PICK(tr_light_table, tr_context_isa(context)),
                     .box = box,
                     .chunks = request->chunks,
                     .sky = request->sky,
                     .wanted = request->wanted,
                     .above = request->above,
                     .out = out};
    work.masks = tr_alloc_array(context, count, sizeof *work.masks, err);
    if (!work.masks) return false;
    memset(work.masks, 0, count * sizeof *work.masks);
    work.windows = tr_alloc_array(context, (size_t)tr_context_threads(context), sizeof *work.windows, err);
    const bool done = work.windows && run(&work, progress, err);
    for (size_t i = 0; i < count; i++) tr_light_masks_destroy(context, &work.masks[i]);
    tr_free(context, work.masks);
    tr_free(context, work.windows);
    for (size_t i = 0; i < inner && !done; i++) tr_voxel_light_destroy(context, &out[i]);
    return done;
}

bool tr_voxel_light_box(tr_context *context, const tr_voxel_light_input *input, const tr_progress *progress,
                        tr_voxel_light *out, tr_error *err)
{
    const tr_light_box request = {.box = input->box, .chunks = input->chunks, .sky = input->sky};
    return tr_light_box_make(context, &request, out, progress, err);
}
