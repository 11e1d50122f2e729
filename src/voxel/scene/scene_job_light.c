// Batches of light: chunks of a cube of chunks that are all there with those around them.
#include <string.h>

#include "base/array.h"
#include "base/integers.h"
#include "voxel/light/light_masks.h"
#include "voxel/scene/scene_jobs.h"

static bool needs_light(const tr_voxel_scene_request *request)
{
    const tr_voxel_scene_chunk *chunk = request->chunk;
    if (request->level > 0 || request->stage < TR_STAGE_LIGHT) return false;
    return !chunk || (!chunk->busy[TR_STAGE_LIGHT] && chunk->made[TR_STAGE_LIGHT] != chunk->number[TR_STAGE_LIGHT]);
}

static bool same_group(const tr_voxel_at *a, const tr_voxel_at *b)
{
    return tr_floor_div(a->x, TR_VOXEL_SCENE_GROUP) == tr_floor_div(b->x, TR_VOXEL_SCENE_GROUP) &&
           tr_floor_div(a->y, TR_VOXEL_SCENE_GROUP) == tr_floor_div(b->y, TR_VOXEL_SCENE_GROUP) &&
           tr_floor_div(a->z, TR_VOXEL_SCENE_GROUP) == tr_floor_div(b->z, TR_VOXEL_SCENE_GROUP);
}

// A box that has also the chunks around one more.
static tr_voxel_box widen(const tr_voxel_box *box, const tr_voxel_at *at)
{
    const bool first = box->size[0] == 0;
    const int64_t low_x = first ? at->x - 1 : tr_min_i64(box->low.x, at->x - 1);
    const int64_t low_y = first ? at->y - 1 : tr_min_i64(box->low.y, at->y - 1);
    const int64_t low_z = first ? at->z - 1 : tr_min_i64(box->low.z, at->z - 1);
    const int64_t end_x = first ? at->x + 2 : tr_max_i64(box->low.x + box->size[0], at->x + 2);
    const int64_t end_y = first ? at->y + 2 : tr_max_i64(box->low.y + box->size[1], at->y + 2);
    const int64_t end_z = first ? at->z + 2 : tr_max_i64(box->low.z + box->size[2], at->z + 2);
    return (tr_voxel_box){{low_x, low_y, low_z},
                          {(int32_t)(end_x - low_x), (int32_t)(end_y - low_y), (int32_t)(end_z - low_z)}};
}

static bool is_within(const tr_voxel_box *box, const tr_voxel_at *at)
{
    return at->x >= box->low.x && at->x < box->low.x + box->size[0] && at->y >= box->low.y &&
           at->y < box->low.y + box->size[1] && at->z >= box->low.z && at->z < box->low.z + box->size[2];
}

// Whether every chunk by which a box is larger than another is there. The sky must fall through all of them.
static bool has_all_of(const tr_voxel_scene *scene, const tr_voxel_box *box, const tr_voxel_box *but)
{
    const size_t count = tr_voxel_box_count(box);
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at at = tr_voxel_box_at(box, i);
        if (is_within(but, &at)) continue;
        const tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, 0, &at);
        if (!chunk || !chunk->blocks) return false;
    }
    return true;
}

static size_t inner_index(const tr_voxel_box *box, const tr_voxel_at *at)
{
    const int64_t x = at->x - box->low.x - 1, y = at->y - box->low.y - 1, z = at->z - box->low.z - 1;
    return (size_t)(x + (box->size[0] - 2) * (z + (box->size[2] - 2) * y));
}

// Copies of the edits above the box.
static bool copy_edits(tr_voxel_scene *scene, tr_voxel_scene_job *job, tr_error *err)
{
    const tr_voxel_box *box = &job->box;
    for (int32_t i = 0; i < scene->overlays.count; i++) {
        const tr_voxel_scene_overlay *overlay = &scene->overlays.items[i];
        const int64_t x = overlay->at.x - box->low.x, y = overlay->at.y - box->low.y, z = overlay->at.z - box->low.z;
        if (x < 0 || z < 0 || x >= box->size[0] || z >= box->size[2] || y < box->size[1]) continue;
        tr_voxel_scene_overlay *edited = tr_array_reserve(scene->context, job->edited, job->edited_count,
                                                          &job->edited_capacity, sizeof *edited, err);
        if (!edited) return false;
        job->edited = edited;
        tr_voxel_scene_overlay *copy = &edited[job->edited_count];
        *copy = *overlay;
        copy->edits = tr_alloc_array(scene->context, (size_t)overlay->count, sizeof *copy->edits, err);
        if (!copy->edits) return false;
        memcpy(copy->edits, overlay->edits, (size_t)overlay->count * sizeof *copy->edits);
        job->edited_count++;
    }
    return true;
}

static void hold_box(tr_voxel_scene *scene, tr_voxel_scene_job *job)
{
    const size_t count = tr_voxel_box_count(&job->box);
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at at = tr_voxel_box_at(&job->box, i);
        job->around[i] = tr_voxel_scene_find(scene, 0, &at)->blocks;
        job->around[i]->references++;
    }
}

static void know_columns(const tr_voxel_scene *scene, tr_voxel_scene_job *job)
{
    for (int32_t i = 0; i < job->box.size[0] * job->box.size[2]; i++) {
        const int64_t x = job->box.low.x + i % job->box.size[0], z = job->box.low.z + i / job->box.size[0];
        const tr_voxel_scene_column *known = tr_voxel_scene_column_find(scene, x, z);
        job->columns[i] = known ? *known : (tr_voxel_scene_column){x, z, TR_VOXEL_SCENE_NO_EDITS, false};
    }
}

bool tr_voxel_scene_pick_light(tr_voxel_scene *scene, tr_voxel_scene_job *job, tr_error *err)
{
    int32_t *cursor = &scene->cursor[TR_STAGE_LIGHT];
    int waiting = 0;
    for (int32_t i = *cursor; i < scene->request_count && job->count < TR_VOXEL_SCENE_BATCH; i++) {
        const tr_voxel_scene_request *request = &scene->requests[i];
        if (!needs_light(request)) {
            *cursor += *cursor == i;
            continue;
        }
        if (job->count > 0 && !same_group(&request->at, &job->at[0])) continue;
        const tr_voxel_box box = widen(&job->box, &request->at);
        if (!request->chunk || !has_all_of(scene, &box, &job->box)) {
            if (++waiting > TR_VOXEL_SCENE_MAX_WAITING) break;
            continue;
        }
        const uint64_t number = request->chunk->number[TR_STAGE_LIGHT];
        if (!tr_voxel_scene_job_add(scene, job, request, number, TR_VOXEL_SCENE_LIGHT_BYTES)) break;
        job->box = box;
        request->chunk->busy[TR_STAGE_LIGHT] = true;
    }
    if (job->count == 0) return false;
    hold_box(scene, job);
    know_columns(scene, job);
    return scene->source.read_edits || copy_edits(scene, job, err);
}

// ---------------------------------------------------------------------------------------------------------
// On any thread

// The edits of a chunk above the box; `*owned` is to be freed.
static bool edits_above(const tr_voxel_scene_job *job, const tr_voxel_at *at, const tr_placed_block **edits,
                        size_t *count, tr_placed_block **owned, tr_error *err)
{
    *owned = NULL;
    *edits = NULL;
    *count = 0;
    if (job->source.read_edits) {
        const bool done = job->source.read_edits(&job->source, at, owned, count, err);
        *edits = *owned;
        return done;
    }
    for (int32_t i = 0; i < job->edited_count; i++) {
        if (!tr_at_equal(&job->edited[i].at, at)) continue;
        *edits = job->edited[i].edits;
        *count = (size_t)job->edited[i].count;
    }
    return true;
}

// The highest chunk of a column that has edits, by the save.
static bool read_column(const tr_voxel_scene_job *job, tr_voxel_scene_column *column, tr_error *err)
{
    const int64_t bottom = tr_floor_div(job->source.bottom, TR_VOXEL_SIDE);
    tr_voxel_at at = {column->x, tr_floor_div(job->source.top - 1, TR_VOXEL_SIDE), column->z};
    for (; at.y >= bottom && at.y > column->highest; at.y--) {
        const tr_placed_block *edits;
        tr_placed_block *owned;
        size_t count;
        if (!edits_above(job, &at, &edits, &count, &owned, err)) return false;
        tr_free(job->source.context, owned);
        if (count > 0) column->highest = at.y;
    }
    column->read = true;
    return true;
}

// The highest chunk above the box with edits, in a column of the box; the box's own highest when none has.
static bool find_highest_edit(tr_voxel_scene_job *job, const tr_voxel_at *at, int32_t column, int64_t top, int64_t *out,
                              tr_error *err)
{
    tr_voxel_scene_column *known = &job->columns[column];
    if (job->source.read_edits && !known->read && !read_column(job, known, err)) return false;
    *out = job->source.read_edits ? tr_max_i64(known->highest, top) : top;
    for (int32_t i = 0; i < job->edited_count; i++)
        if (job->edited[i].at.x == at->x && job->edited[i].at.z == at->z) *out = tr_max_i64(*out, job->edited[i].at.y);
    return true;
}

// Lets the sky fall through one chunk above the box.
static bool fall_through(const tr_voxel_scene_job *job, const tr_voxel_at *at, tr_voxel_sky *sky, tr_error *err)
{
    tr_context *context = job->source.context;
    const tr_placed_block *edits;
    tr_placed_block *owned;
    size_t count;
    tr_voxel_chunk chunk, edited;
    if (!edits_above(job, at, &edits, &count, &owned, err)) return false;
    bool done = job->source.generate(job->source.user, 0, at, 1, &chunk, err);
    if (done) {
        done = tr_chunk_with_edits(context, &chunk, edits, count, &edited, err);
        tr_voxel_chunk_destroy(context, &chunk);
    }
    if (done) {
        tr_light_masks masks;
        const tr_light_table *table = TR_ISA_PICK(tr_light_table, tr_context_isa(context));
        done = tr_light_masks_make(context, table, &edited, sky, &masks, err);
        if (done) tr_light_masks_destroy(context, &masks);
        tr_voxel_chunk_destroy(context, &edited);
    }
    tr_free(context, owned);
    return done;
}

// The sky over one column of the box, where there are edits above it.
static bool look_up(tr_voxel_scene_job *job, tr_voxel_at at, int32_t column, tr_voxel_sky *sky, tr_error *err)
{
    const int64_t top = job->box.low.y + job->box.size[1] - 1;
    int64_t highest;
    if (!find_highest_edit(job, &at, column, top, &highest, err)) return false;
    if (highest == top) return true;
    const tr_voxel_box above = {{at.x, highest, at.z}, {1, 1, 1}};
    if (!job->source.open_sky(job->source.user, &above, sky, err)) return false;
    for (at.y = highest; at.y > top; at.y--)
        if (!fall_through(job, &at, sky, err)) return false;
    return true;
}

static bool make_sky(tr_voxel_scene_job *job, tr_voxel_sky *sky, tr_error *err)
{
    if (!job->source.open_sky(job->source.user, &job->box, sky, err)) return false;
    if (!job->source.read_edits && job->edited_count == 0) return true;
    for (int32_t i = 0; i < job->box.size[0] * job->box.size[2]; i++) {
        const tr_voxel_at at = {job->box.low.x + i % job->box.size[0], 0, job->box.low.z + i / job->box.size[0]};
        if (!look_up(job, at, i, &sky[i], err)) return false;
    }
    return true;
}

bool tr_voxel_scene_make_light(void *user, tr_job *running, tr_error *err)
{
    tr_voxel_scene_job *job = user;
    if (tr_job_should_stop(running)) return tr_fail(err, TR_ERROR_CANCELLED, "the scene is closed");
    tr_voxel_sky sky[(TR_VOXEL_SCENE_GROUP + 2) * (TR_VOXEL_SCENE_GROUP + 2)];
    if (!make_sky(job, sky, err)) return false;
    tr_voxel_chunk chunks[TR_VOXEL_SCENE_LIT_BOX];
    const size_t count = tr_voxel_box_count(&job->box);
    for (size_t i = 0; i < count; i++) chunks[i] = job->around[i]->chunk;
    for (size_t i = 0; i < job->count; i++) job->wanted[inner_index(&job->box, &job->at[i])] = true;
    const tr_light_box request = {
        .box = &job->box, .chunks = chunks, .sky = sky, .wanted = job->wanted, .above = job->above};
    return tr_light_box_make(job->source.context, &request, job->lights, NULL, err);
}

// ---------------------------------------------------------------------------------------------------------

static void put_light(tr_voxel_scene *scene, tr_voxel_scene_job *job, size_t i, tr_voxel_scene_chunk *chunk,
                      tr_error *err)
{
    const size_t inner = inner_index(&job->box, &job->at[i]);
    tr_voxel_scene_lights *light = tr_voxel_scene_hold_light(scene, &job->lights[inner], err);
    if (!light) {
        tr_voxel_light_destroy(scene->context, &job->lights[inner]);
        return;
    }
    tr_voxel_scene_release_light(scene, chunk->light);
    chunk->light = light;
    chunk->sky = job->above[inner];
    chunk->made[TR_STAGE_LIGHT] = job->number[i];
    for (int k = 0; k < 27; k++) {
        const tr_voxel_at at = tr_at_around(&chunk->at, k);
        tr_voxel_scene_chunk *next = tr_voxel_scene_find(scene, 0, &at);
        if (!next) continue;
        next->number[TR_STAGE_MESH]++;
        tr_voxel_scene_touch(scene, next);
    }
}

void tr_voxel_scene_take_light(tr_voxel_scene *scene, tr_voxel_scene_job *job, bool made, tr_error *err)
{
    for (size_t i = 0; i < job->count; i++) {
        tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, 0, &job->at[i]);
        chunk->busy[TR_STAGE_LIGHT] = false;
        if (made) put_light(scene, job, i, chunk, err);
    }
    for (int32_t i = 0; i < job->box.size[0] * job->box.size[2]; i++)
        if (job->columns[i].read) tr_voxel_scene_column_note(scene, &job->columns[i], err);
    for (size_t i = 0; i < TR_VOXEL_SCENE_LIT_BOX; i++) tr_voxel_scene_release_blocks(scene, job->around[i]);
    for (int32_t i = 0; i < job->edited_count; i++) tr_free(scene->context, job->edited[i].edits);
    tr_free(scene->context, job->edited);
}
