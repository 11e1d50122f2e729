// Starts batches while there is room for them, and takes over what they have made.
#include "voxel/scene/scene_jobs.h"

#include <string.h>

typedef struct stage_work {
    bool (*pick)(tr_voxel_scene *scene, tr_voxel_scene_job *job, tr_error *err);
    tr_job_fn make;
    void (*take)(tr_voxel_scene *scene, tr_voxel_scene_job *job, bool made, tr_error *err);
} stage_work;

static const stage_work stages[TR_STAGE_COUNT] = {
    [TR_STAGE_BLOCKS] = {tr_voxel_scene_pick_blocks, tr_voxel_scene_make_blocks, tr_voxel_scene_take_blocks},
    [TR_STAGE_LIGHT] = {tr_voxel_scene_pick_light, tr_voxel_scene_make_light, tr_voxel_scene_take_light},
    [TR_STAGE_MESH] = {tr_voxel_scene_pick_meshes, tr_voxel_scene_make_meshes, tr_voxel_scene_take_meshes},
};

// The first failure is the one that is told. What failed is still wanted.
static void note_failure(tr_voxel_scene *scene, const tr_error *failure)
{
    if (scene->failure.code == TR_ERROR_NONE) scene->failure = *failure;
}

bool tr_voxel_scene_job_add(tr_voxel_scene *scene, tr_voxel_scene_job *job, const tr_voxel_scene_request *request,
                            uint64_t number, uint64_t bytes)
{
    // What is next to it must stay: light and meshes are made from that.
    const double margin =
        job->stage == TR_STAGE_BLOCKS ? 0.0 : (TR_VOXEL_SCENE_GROUP + 2.0) * (double)(TR_VOXEL_SIDE << request->level);
    if (!tr_voxel_scene_make_room(scene, request->distance + margin, job->reserved + bytes)) {
        scene->over_budget = true;
        return false;
    }
    job->at[job->count] = request->at;
    job->number[job->count++] = number;
    job->level = request->level;
    job->reserved += bytes;
    return true;
}

static void take(tr_voxel_scene *scene, tr_voxel_scene_job *job, bool made)
{
    tr_error failure = {0};
    scene->reserved -= job->reserved;
    for (size_t i = 0; i < job->count; i++)
        tr_voxel_scene_touch(scene, tr_voxel_scene_find(scene, job->level, &job->at[i]));
    stages[job->stage].take(scene, job, made, &failure);
    if (failure.code != TR_ERROR_NONE) note_failure(scene, &failure);
    tr_free(scene->context, job);
    scene->requests_changed = true;
}

static void end_job(tr_voxel_scene *scene, int32_t at)
{
    tr_voxel_scene_job *job = scene->jobs[at];
    tr_error failure = {0};
    const bool made = tr_job_finish(job->job, &failure);
    if (!made && failure.code != TR_ERROR_CANCELLED) note_failure(scene, &failure);
    scene->jobs[at] = NULL;
    take(scene, job, made);
}

void tr_voxel_scene_collect(tr_voxel_scene *scene)
{
    for (int32_t i = 0; i < TR_VOXEL_SCENE_MAX_JOBS; i++)
        if (scene->jobs[i] && tr_job_ready(scene->jobs[i]->job)) end_job(scene, i);
}

void tr_voxel_scene_end_jobs(tr_voxel_scene *scene)
{
    for (int32_t i = 0; i < TR_VOXEL_SCENE_MAX_JOBS; i++)
        if (scene->jobs[i]) tr_job_cancel(scene->jobs[i]->job);
    for (int32_t i = 0; i < TR_VOXEL_SCENE_MAX_JOBS; i++)
        if (scene->jobs[i]) end_job(scene, i);
}

static bool start_stage(tr_voxel_scene *scene, tr_voxel_scene_stage stage, int32_t at)
{
    tr_error failure = {0};
    tr_voxel_scene_job *job = tr_alloc(scene->context, sizeof *job, &failure);
    if (!job) {
        note_failure(scene, &failure);
        return false;
    }
    memset(job, 0, sizeof *job);
    job->source = scene->source;
    job->stage = stage;
    bool started = stages[stage].pick(scene, job, &failure);
    scene->reserved += job->reserved;
    if (started) {
        const tr_job_work def = {.body = stages[stage].make, .user = job, .priority = TR_PRIORITY_NORMAL};
        job->job = tr_job_start(scene->context, &def, &failure);
        started = job->job != NULL;
    }
    if (failure.code != TR_ERROR_NONE) note_failure(scene, &failure);
    if (started)
        scene->jobs[at] = job;
    else
        take(scene, job, false);
    return started;
}

// What is nearly done comes first.
static bool start_one(tr_voxel_scene *scene, int32_t at)
{
    for (int stage = TR_STAGE_MESH; stage >= TR_STAGE_BLOCKS; stage--)
        if (start_stage(scene, (tr_voxel_scene_stage)stage, at)) return true;
    return false;
}

uint64_t tr_voxel_scene_count_missing(const tr_voxel_scene *scene)
{
    uint64_t missing = 0;
    for (int32_t i = 0; i < scene->request_count; i++) {
        const tr_voxel_scene_request *request = &scene->requests[i];
        const tr_voxel_scene_chunk *chunk = request->chunk;
        bool there = chunk && chunk->blocks;
        if (there && request->stage == TR_STAGE_LIGHT)
            there = chunk->made[TR_STAGE_LIGHT] == chunk->number[TR_STAGE_LIGHT];
        if (there && request->stage == TR_STAGE_MESH)
            there = chunk->made[TR_STAGE_MESH] == chunk->number[TR_STAGE_MESH] && chunk->borders == request->borders &&
                    (request->level > 0 || chunk->made[TR_STAGE_LIGHT] == chunk->number[TR_STAGE_LIGHT]);
        missing += !there;
    }
    return missing;
}

void tr_voxel_scene_start(tr_voxel_scene *scene)
{
    if (!scene->requests_changed) return;
    scene->over_budget = false;
    bool started = true;
    for (int32_t i = 0; i < scene->def.jobs && started; i++)
        if (!scene->jobs[i]) started = start_one(scene, i);
    scene->requests_changed = scene->failure.code != TR_ERROR_NONE;
}
