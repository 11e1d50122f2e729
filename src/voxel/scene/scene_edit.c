// Edits of a scene: checked, done all or not at all, taken back and done again.
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "voxel/scene/scene_jobs.h"

enum { MAX_STEPS = 4096 };

static bool check_edit(const tr_voxel_scene *scene, const tr_block_edit *edit, tr_error *err)
{
    const tr_voxel_scene_source *source = &scene->source;
    const tr_voxel_at *at = &edit->at;
    const int64_t far = INT64_C(1) << TR_VOXEL_FAR_LOG2;
    if (at->y < source->bottom || at->y >= source->top)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "nothing can be put or dug at y = %" PRId64 ": the world has blocks from y = %d to y = %d",
                       at->y, source->bottom, source->top - 1);
    if (at->x <= -far || at->x >= far || at->z <= -far || at->z >= far)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "nothing can be put at x = %" PRId64 ", z = %" PRId64 ": the world ends at %" PRId64, at->x,
                       at->z, far);
    if (!tr_block_info_of(edit->block))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%u is no block", (unsigned)edit->block);
    return true;
}

// A chunk that is to be edited is made at once when it is not there.
static tr_voxel_scene_chunk *need_chunk(tr_voxel_scene *scene, const tr_voxel_at *at, tr_error *err)
{
    tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, 0, at);
    if (chunk && chunk->blocks) return chunk;
    tr_voxel_chunk blocks;
    if (!tr_voxel_scene_make_room(scene, 0.0, TR_VOXEL_SCENE_BLOCKS_BYTES + sizeof *chunk)) {
        tr_fail(err, TR_ERROR_OVER_BUDGET,
                "the budget of the scene, %" PRIu64 " bytes, has no room for a chunk to edit", scene->def.budget_bytes);
        return NULL;
    }
    if (!tr_voxel_scene_load_blocks(&scene->source, 0, at, 1, &blocks, err)) return NULL;
    // Making room may have dropped it.
    chunk = tr_voxel_scene_find(scene, 0, at);
    if (!chunk) chunk = tr_voxel_scene_add(scene, 0, at, err);
    if (!chunk) {
        tr_voxel_chunk_destroy(scene->context, &blocks);
        return NULL;
    }
    return tr_voxel_scene_put_blocks(scene, chunk, &blocks, err) ? chunk : NULL;
}

typedef struct ordered_edit {
    tr_block_edit edit;
    size_t order;
} ordered_edit;

static int compare_places(const tr_voxel_at *a, const tr_voxel_at *b)
{
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    return (a->z > b->z) - (a->z < b->z);
}

// By chunk, then by place, then as they were given.
static int compare_edits(const void *a, const void *b)
{
    const ordered_edit *first = a, *second = b;
    const tr_voxel_at chunk_a = tr_chunk_of(&first->edit.at), chunk_b = tr_chunk_of(&second->edit.at);
    const int by_chunk = compare_places(&chunk_a, &chunk_b);
    if (by_chunk != 0) return by_chunk;
    const int by_place = compare_places(&first->edit.at, &second->edit.at);
    if (by_place != 0) return by_place;
    return (first->order > second->order) - (first->order < second->order);
}

// An edit while it is done: what changes, in the order of chunks, each place once.
typedef struct edit_work {
    tr_light_change *changes;
    tr_block_edit *edits;
    size_t count;
    tr_voxel_at *chunks;
    tr_voxel_scene_blocks **blocks;  // of the chunks, with the edits in them
    size_t chunk_count;
} edit_work;

static void end_work(tr_voxel_scene *scene, edit_work *work)
{
    for (size_t i = 0; i < work->chunk_count; i++) {
        tr_voxel_scene_find(scene, 0, &work->chunks[i])->pinned = false;
        tr_voxel_scene_release_blocks(scene, work->blocks[i]);
    }
    tr_free(scene->context, work->changes);
    tr_free(scene->context, work->edits);
    tr_free(scene->context, work->chunks);
    tr_free(scene->context, work->blocks);
}

static bool allocate_work(tr_voxel_scene *scene, size_t count, edit_work *work, tr_error *err)
{
    *work = (edit_work){0};
    work->changes = tr_alloc_array(scene->context, count, sizeof *work->changes, err);
    if (work->changes) work->edits = tr_alloc_array(scene->context, count, sizeof *work->edits, err);
    if (work->edits) work->chunks = tr_alloc_array(scene->context, count, sizeof *work->chunks, err);
    if (work->chunks) work->blocks = tr_alloc_array(scene->context, count, sizeof *work->blocks, err);
    return work->blocks != NULL;
}

// Sorts edits and keeps the last of each place.
static bool order_edits(tr_voxel_scene *scene, const tr_block_edit *edits, size_t count, edit_work *work, tr_error *err)
{
    ordered_edit *ordered = tr_alloc_array(scene->context, count, sizeof *ordered, err);
    if (!ordered) return false;
    for (size_t i = 0; i < count; i++) ordered[i] = (ordered_edit){edits[i], i};
    qsort(ordered, count, sizeof *ordered, compare_edits);
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count && tr_at_equal(&ordered[i].edit.at, &ordered[i + 1].edit.at)) continue;
        work->edits[work->count++] = ordered[i].edit;
    }
    tr_free(scene->context, ordered);
    return true;
}

// Makes the blocks of one chunk; `first` is the first of its edits and `count` how many there are.
static bool make_chunk(tr_voxel_scene *scene, edit_work *work, size_t first, size_t count, tr_error *err)
{
    const tr_voxel_at at = tr_chunk_of(&work->edits[first].at);
    tr_voxel_scene_chunk *chunk = need_chunk(scene, &at, err);
    if (!chunk) return false;
    tr_placed_block *placed = tr_alloc_array(scene->context, count, sizeof *placed, err);
    if (!placed) return false;
    for (size_t i = 0; i < count; i++) {
        const tr_block_edit *edit = &work->edits[first + i];
        const tr_block before = tr_voxel_chunk_block(&chunk->blocks->chunk, (int)(edit->at.x & 31),
                                                     (int)(edit->at.y & 31), (int)(edit->at.z & 31));
        work->changes[first + i] = (tr_light_change){edit->at, before, edit->block};
        placed[i] = (tr_placed_block){tr_place_of(&edit->at), edit->block};
    }
    tr_voxel_chunk edited;
    bool done = tr_chunk_with_edits(scene->context, &chunk->blocks->chunk, placed, count, &edited, err);
    tr_free(scene->context, placed);
    if (!done) return false;
    work->blocks[work->chunk_count] = tr_voxel_scene_hold_blocks(scene, &edited, err);
    if (!work->blocks[work->chunk_count]) {
        tr_voxel_chunk_destroy(scene->context, &edited);
        return false;
    }
    work->chunks[work->chunk_count++] = at;
    chunk->pinned = true;
    return true;
}

static bool make_chunks(tr_voxel_scene *scene, edit_work *work, tr_error *err)
{
    for (size_t first = 0; first < work->count;) {
        const tr_voxel_at at = tr_chunk_of(&work->edits[first].at);
        size_t end = first + 1;
        for (; end < work->count; end++) {
            const tr_voxel_at next = tr_chunk_of(&work->edits[end].at);
            if (!tr_at_equal(&at, &next)) break;
        }
        if (!make_chunk(scene, work, first, end - first, err)) return false;
        first = end;
    }
    return true;
}

// Hands the edits to the save, or keeps them with the scene. When memory ends half way, those that were kept are what
// the chunks will come back with, so what was there before is put back.
static bool keep(tr_voxel_scene *scene, const edit_work *work, tr_error *err)
{
    for (size_t i = 0; i < work->chunk_count && scene->source.write_edits; i++) {
        const tr_voxel_at *at = &work->chunks[i];
        if (!tr_voxel_scene_column_note(scene, &(tr_voxel_scene_column){at->x, at->z, at->y, false}, err)) return false;
    }
    if (scene->source.write_edits) return scene->source.write_edits(&scene->source, work->edits, work->count, err);
    for (size_t i = 0; i < work->count; i++) {
        if (tr_voxel_scene_overlay_put(scene, &work->edits[i].at, work->edits[i].block, err)) continue;
        while (i-- > 0) tr_voxel_scene_overlay_put(scene, &work->changes[i].at, work->changes[i].before, NULL);
        return false;
    }
    return true;
}

static void commit(tr_voxel_scene *scene, edit_work *work)
{
    // Light that was uniform may need memory in every chunk around.
    tr_voxel_scene_make_room(scene, 2 * TR_VOXEL_SIDE, 27 * TR_VOXEL_SCENE_LIGHT_BYTES);
    for (size_t i = 0; i < work->chunk_count; i++) {
        tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, 0, &work->chunks[i]);
        tr_voxel_scene_blocks *before = chunk->blocks;
        chunk->blocks = work->blocks[i];
        work->blocks[i] = before;
    }
    tr_voxel_scene_follow_light(scene, work->changes, work->count);
}

static bool do_edits(tr_voxel_scene *scene, const tr_block_edit *edits, size_t count, edit_work *work, tr_error *err)
{
    if (!allocate_work(scene, count, work, err) || !order_edits(scene, edits, count, work, err)) return false;
    if (!make_chunks(scene, work, err)) return false;
    if (!keep(scene, work, err)) return false;
    commit(scene, work);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// History

static uint64_t step_bytes(const tr_voxel_scene_step *step)
{
    return step->count * sizeof *step->changes;
}

static void end_step(tr_voxel_scene *scene, tr_voxel_scene_step *step)
{
    scene->bytes -= step_bytes(step);
    tr_free(scene->context, step->changes);
}

static void clear(tr_voxel_scene *scene, tr_voxel_scene_history *history)
{
    for (int32_t i = 0; i < history->count; i++) end_step(scene, &history->steps[i]);
    history->count = 0;
}

// Takes over the changes of a step. Room for it was made before.
static void remember(tr_voxel_scene *scene, tr_voxel_scene_history *history, const tr_voxel_scene_step *step)
{
    if (history->count == MAX_STEPS) {
        end_step(scene, &history->steps[0]);
        memmove(history->steps, history->steps + 1, (MAX_STEPS - 1) * sizeof *history->steps);
        history->count--;
    }
    history->steps[history->count++] = *step;
    scene->bytes += step_bytes(step);
}

static bool reserve(tr_voxel_scene *scene, tr_voxel_scene_history *history, tr_error *err)
{
    tr_voxel_scene_step *steps =
        tr_voxel_scene_grow(scene, history->steps, history->count, &history->capacity, sizeof *steps, err);
    if (!steps) return false;
    history->steps = steps;
    return true;
}

// Does edits and remembers what they changed.
static bool edit_and_remember(tr_voxel_scene *scene, const tr_block_edit *edits, size_t count,
                              tr_voxel_scene_history *history, tr_error *err)
{
    edit_work work = {0};
    const bool done = reserve(scene, history, err) && do_edits(scene, edits, count, &work, err);
    if (done) {
        remember(scene, history, &(tr_voxel_scene_step){work.changes, work.count});
        work.changes = NULL;
    }
    end_work(scene, &work);
    return done;
}

bool tr_voxel_scene_edit(tr_voxel_scene *scene, const tr_block_edit *edits, size_t count, tr_error *err)
{
    assert(scene && (edits || count == 0));
    for (size_t i = 0; i < count; i++)
        if (!check_edit(scene, &edits[i], err)) return false;
    if (count == 0) return true;
    if (!edit_and_remember(scene, edits, count, &scene->undo, err)) return false;
    clear(scene, &scene->redo);
    return true;
}

// Takes the last step of one history back, which is then the last of the other.
static bool step_back(tr_voxel_scene *scene, tr_voxel_scene_history *from, tr_voxel_scene_history *to, const char *what,
                      tr_error *err)
{
    if (from->count == 0) return tr_fail(err, TR_ERROR_NOT_FOUND, "there is nothing to %s", what);
    tr_voxel_scene_step *step = &from->steps[from->count - 1];
    tr_block_edit *edits = tr_alloc_array(scene->context, step->count, sizeof *edits, err);
    if (!edits) return false;
    for (size_t i = 0; i < step->count; i++) edits[i] = (tr_block_edit){step->changes[i].at, step->changes[i].before};
    const bool done = edit_and_remember(scene, edits, step->count, to, err);
    tr_free(scene->context, edits);
    if (!done) return false;
    end_step(scene, step);
    from->count--;
    return true;
}

bool tr_voxel_scene_undo(tr_voxel_scene *scene, tr_error *err)
{
    assert(scene);
    return step_back(scene, &scene->undo, &scene->redo, "take back", err);
}

bool tr_voxel_scene_redo(tr_voxel_scene *scene, tr_error *err)
{
    assert(scene);
    return step_back(scene, &scene->redo, &scene->undo, "do again", err);
}

void tr_voxel_scene_end_edits(tr_voxel_scene *scene)
{
    tr_voxel_scene_history *const histories[2] = {&scene->undo, &scene->redo};
    for (int i = 0; i < 2; i++) {
        clear(scene, histories[i]);
        tr_voxel_scene_free_array(scene, histories[i]->steps, histories[i]->capacity, sizeof *histories[i]->steps);
    }
    tr_voxel_scene_overlay_end(scene);
}
