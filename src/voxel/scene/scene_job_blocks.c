// Batches of blocks: generated, with the edits of the save.
#include "voxel/scene/scene_jobs.h"

static bool apply_edits(tr_context *context, tr_voxel_chunk *chunk, const tr_placed_block *edits, size_t count,
                        tr_error *err)
{
    if (count == 0) return true;
    tr_voxel_chunk edited;
    if (!tr_chunk_with_edits(context, chunk, edits, count, &edited, err)) return false;
    tr_voxel_chunk_destroy(context, chunk);
    *chunk = edited;
    return true;
}

// A damaged chunk of the save is logged, and taken as it is generated.
static bool replay(const tr_voxel_scene_source *source, tr_voxel_chunk *chunk, tr_error *err)
{
    tr_placed_block *edits = NULL;
    size_t count = 0;
    tr_error failure = {0};
    if (!source->read_edits(source, &chunk->at, &edits, &count, &failure)) {
        if (failure.code == TR_ERROR_OUT_OF_MEMORY || failure.code == TR_ERROR_OVER_BUDGET)
            return tr_fail(err, failure.code, "%s", failure.message);
        tr_log(source->context, TR_LOG_WARNING, "%s", failure.message);
        return true;
    }
    const bool done = apply_edits(source->context, chunk, edits, count, err);
    tr_free(source->context, edits);
    return done;
}

bool tr_voxel_scene_load_blocks(const tr_voxel_scene_source *source, int32_t level, const tr_voxel_at *at, size_t count,
                                tr_voxel_chunk *out, tr_error *err)
{
    if (!source->generate(source->user, level, at, count, out, err)) return false;
    if (level > 0 || !source->read_edits) return true;
    for (size_t i = 0; i < count; i++) {
        if (replay(source, &out[i], err)) continue;
        for (size_t k = 0; k < count; k++) tr_voxel_chunk_destroy(source->context, &out[k]);
        return false;
    }
    return true;
}

bool tr_voxel_scene_pick_blocks(tr_voxel_scene *scene, tr_voxel_scene_job *job, tr_error *err)
{
    const uint64_t each = TR_VOXEL_SCENE_BLOCKS_BYTES + sizeof(tr_voxel_scene_blocks) + sizeof(tr_voxel_scene_chunk);
    int32_t *cursor = &scene->cursor[TR_STAGE_BLOCKS];
    for (int32_t i = *cursor; i < scene->request_count && job->count < TR_VOXEL_SCENE_BATCH; i++) {
        tr_voxel_scene_request *request = &scene->requests[i];
        if (request->chunk && (request->chunk->blocks || request->chunk->busy[TR_STAGE_BLOCKS])) {
            *cursor += *cursor == i;
            continue;
        }
        if (job->count > 0 && request->level != job->level) continue;
        if (!tr_voxel_scene_job_add(scene, job, request, 0, each)) break;
        if (!request->chunk) request->chunk = tr_voxel_scene_add(scene, request->level, &request->at, err);
        if (!request->chunk) {
            job->count--;
            break;
        }
        request->chunk->request = i;
        request->chunk->busy[TR_STAGE_BLOCKS] = true;
    }
    return job->count > 0;
}

bool tr_voxel_scene_make_blocks(void *user, tr_job *job, tr_error *err)
{
    tr_voxel_scene_job *work = user;
    if (tr_job_should_stop(job)) return tr_fail(err, TR_ERROR_CANCELLED, "the scene is closed");
    return tr_voxel_scene_load_blocks(&work->source, work->level, work->at, work->count, work->chunks, err);
}

bool tr_voxel_scene_put_blocks(tr_voxel_scene *scene, tr_voxel_scene_chunk *chunk, tr_voxel_chunk *blocks,
                               tr_error *err)
{
    const tr_voxel_scene_overlay *overlay = chunk->level == 0 ? tr_voxel_scene_overlay_find(scene, &chunk->at) : NULL;
    bool done = !overlay || apply_edits(scene->context, blocks, overlay->edits, (size_t)overlay->count, err);
    if (done) chunk->blocks = tr_voxel_scene_hold_blocks(scene, blocks, err);
    done = done && chunk->blocks;
    if (!done) tr_voxel_chunk_destroy(scene->context, blocks);
    scene->made += done;
    return done;
}

void tr_voxel_scene_take_blocks(tr_voxel_scene *scene, tr_voxel_scene_job *job, bool made, tr_error *err)
{
    for (size_t i = 0; i < job->count; i++) {
        tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, job->level, &job->at[i]);
        chunk->busy[TR_STAGE_BLOCKS] = false;
        if (!made) continue;
        // An edit may have needed it sooner.
        if (chunk->blocks)
            tr_voxel_chunk_destroy(scene->context, &job->chunks[i]);
        else
            tr_voxel_scene_put_blocks(scene, chunk, &job->chunks[i], err);
    }
}
