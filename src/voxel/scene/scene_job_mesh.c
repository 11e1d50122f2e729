// Batches of meshes.
#include "voxel/scene/scene_jobs.h"

// Beyond the first, meshes are made while those before them are small, so that a job stays within its room.
enum { SMALL_MESHES = 1 << 18 };

static bool is_current(const tr_voxel_scene_chunk *chunk, tr_voxel_scene_stage stage)
{
    return chunk->made[stage] == chunk->number[stage];
}

// What lies around a chunk, as far as it is drawn at its level; false when something is not there yet.
static bool look_around(const tr_voxel_scene *scene, const tr_voxel_scene_request *request,
                        tr_voxel_scene_mesh_item *out)
{
    for (int i = 0; i < 27; i++) {
        const tr_voxel_at at = tr_at_around(&request->at, i);
        if (request->level > 0 && !tr_voxel_scene_is_leaf(scene, request->level, &at)) continue;
        const tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, request->level, &at);
        if (!chunk || !chunk->blocks) return false;
        out->blocks[i] = chunk->blocks;
        if (request->level > 0) continue;
        if (!chunk->light || !is_current(chunk, TR_STAGE_LIGHT)) return false;
        out->lights[i] = chunk->light;
    }
    return true;
}

static void hold(const tr_voxel_scene_mesh_item *item)
{
    for (int i = 0; i < 27; i++) {
        if (item->blocks[i]) item->blocks[i]->references++;
        if (item->lights[i]) item->lights[i]->references++;
    }
}

static bool needs_mesh(const tr_voxel_scene_request *request)
{
    const tr_voxel_scene_chunk *chunk = request->chunk;
    if (request->stage < TR_STAGE_MESH) return false;
    if (!chunk || !chunk->blocks) return true;
    if (chunk->busy[TR_STAGE_MESH]) return false;
    return !is_current(chunk, TR_STAGE_MESH) || chunk->borders != request->borders;
}

bool tr_voxel_scene_pick_meshes(tr_voxel_scene *scene, tr_voxel_scene_job *job, tr_error *err)
{
    (void)err;
    int32_t *cursor = &scene->cursor[TR_STAGE_MESH];
    int waiting = 0;
    for (int32_t i = *cursor; i < scene->request_count && job->count < TR_VOXEL_SCENE_MESH_BATCH; i++) {
        const tr_voxel_scene_request *request = &scene->requests[i];
        if (!needs_mesh(request)) {
            *cursor += *cursor == i;
            continue;
        }
        if (job->count > 0 && request->level != job->level) continue;
        tr_voxel_scene_chunk *chunk = request->chunk;
        if (chunk && chunk->blocks && chunk->blocks->chunk.filled == 0) {
            tr_voxel_scene_set_mesh(scene, chunk, &(tr_voxel_mesh){0});
            chunk->made[TR_STAGE_MESH] = chunk->number[TR_STAGE_MESH];
            chunk->borders = request->borders;
            continue;
        }
        tr_voxel_scene_mesh_item *item = &job->meshes[job->count];
        *item = (tr_voxel_scene_mesh_item){.borders = request->borders};
        if (!chunk || !look_around(scene, request, item)) {
            if (++waiting > TR_VOXEL_SCENE_MAX_WAITING) break;
            continue;
        }
        const uint64_t bytes = job->count == 0 ? TR_VOXEL_SCENE_MESH_BYTES + SMALL_MESHES : 0;
        if (!tr_voxel_scene_job_add(scene, job, request, chunk->number[TR_STAGE_MESH], bytes)) break;
        hold(item);
        chunk->busy[TR_STAGE_MESH] = true;
    }
    return job->count > 0;
}

bool tr_voxel_scene_make_meshes(void *user, tr_job *running, tr_error *err)
{
    tr_voxel_scene_job *job = user;
    uint64_t bytes = 0;
    for (size_t i = 0; i < job->count && bytes <= SMALL_MESHES; i++) {
        if (tr_job_should_stop(running)) return tr_fail(err, TR_ERROR_CANCELLED, "the scene is closed");
        tr_voxel_scene_mesh_item *item = &job->meshes[i];
        tr_voxel_around around = {0};
        for (int k = 0; k < 27; k++) {
            if (item->blocks[k]) around.chunks[k] = &item->blocks[k]->chunk;
            if (item->lights[k]) around.lights[k] = &item->lights[k]->light;
        }
        if (!job->source.mesh(job->source.context, &around, item->borders, &item->mesh, err)) return false;
        item->done = true;
        bytes += tr_voxel_scene_mesh_bytes(&item->mesh);
    }
    return true;
}

// Those that were made are taken even when a later one failed.
void tr_voxel_scene_take_meshes(tr_voxel_scene *scene, tr_voxel_scene_job *job, bool made, tr_error *err)
{
    (void)made;
    (void)err;
    for (size_t i = 0; i < job->count; i++) {
        tr_voxel_scene_mesh_item *item = &job->meshes[i];
        tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, job->level, &job->at[i]);
        chunk->busy[TR_STAGE_MESH] = false;
        if (item->done) {
            tr_voxel_scene_set_mesh(scene, chunk, &item->mesh);
            chunk->made[TR_STAGE_MESH] = job->number[i];
            chunk->borders = item->borders;
        }
        for (int k = 0; k < 27; k++) {
            tr_voxel_scene_release_blocks(scene, item->blocks[k]);
            tr_voxel_scene_release_light(scene, item->lights[k]);
        }
    }
}
