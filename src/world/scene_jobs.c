// Starts batches while there is room for them, and takes over what they have made.
#include "world/scene_jobs.h"

#include <string.h>

typedef struct stage_work {
    bool (*pick)(tr_scene *scene, tr_scene_job *job, tr_error *err);
    tr_job_fn make;
    void (*take)(tr_scene *scene, tr_scene_job *job, bool made, tr_error *err);
} stage_work;

static const stage_work stages[TR_STAGE_COUNT] = {
    [TR_STAGE_BLOCKS] = {tr_scene_pick_blocks, tr_scene_make_blocks, tr_scene_take_blocks},
    [TR_STAGE_LIGHT] = {tr_scene_pick_light, tr_scene_make_light, tr_scene_take_light},
    [TR_STAGE_MESH] = {tr_scene_pick_meshes, tr_scene_make_meshes, tr_scene_take_meshes},
};

// The first failure is the one that is told. What failed is still wanted.
static void note_failure(tr_scene *scene, const tr_error *failure)
{
    if (scene->failure.code == TR_ERROR_NONE) scene->failure = *failure;
}

bool tr_scene_job_add(tr_scene *scene, tr_scene_job *job, const tr_scene_wish *wish, uint64_t number, uint64_t bytes)
{
    // What is next to it must stay: light and meshes are made from that.
    const double margin =
        job->stage == TR_STAGE_BLOCKS ? 0.0 : (TR_SCENE_GROUP + 2.0) * (double)(TR_VOXEL_SIDE << wish->level);
    if (!tr_scene_make_room(scene, wish->distance + margin, job->reserved + bytes)) {
        scene->over_budget = true;
        return false;
    }
    job->at[job->count] = wish->at;
    job->number[job->count++] = number;
    job->level = wish->level;
    job->reserved += bytes;
    return true;
}

static void take(tr_scene *scene, tr_scene_job *job, bool made)
{
    tr_error failure = {0};
    scene->reserved -= job->reserved;
    for (size_t i = 0; i < job->count; i++) tr_scene_touch(scene, tr_scene_find(scene, job->level, &job->at[i]));
    stages[job->stage].take(scene, job, made, &failure);
    if (failure.code != TR_ERROR_NONE) note_failure(scene, &failure);
    tr_free(scene->context, job);
    scene->wishes_changed = true;
}

static void end_job(tr_scene *scene, int32_t at)
{
    tr_scene_job *job = scene->jobs[at];
    tr_error failure = {0};
    const bool made = tr_job_finish(job->job, &failure);
    if (!made && failure.code != TR_ERROR_CANCELLED) note_failure(scene, &failure);
    scene->jobs[at] = NULL;
    take(scene, job, made);
}

void tr_scene_collect(tr_scene *scene)
{
    for (int32_t i = 0; i < TR_SCENE_MAX_JOBS; i++)
        if (scene->jobs[i] && tr_job_ready(scene->jobs[i]->job)) end_job(scene, i);
}

void tr_scene_end_jobs(tr_scene *scene)
{
    for (int32_t i = 0; i < TR_SCENE_MAX_JOBS; i++)
        if (scene->jobs[i]) tr_job_cancel(scene->jobs[i]->job);
    for (int32_t i = 0; i < TR_SCENE_MAX_JOBS; i++)
        if (scene->jobs[i]) end_job(scene, i);
}

static bool start_stage(tr_scene *scene, tr_scene_stage stage, int32_t at)
{
    tr_error failure = {0};
    tr_scene_job *job = tr_alloc(scene->context, sizeof *job, &failure);
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
        const tr_job_def def = {.body = stages[stage].make, .user = job, .priority = TR_PRIORITY_NORMAL};
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
static bool start_one(tr_scene *scene, int32_t at)
{
    for (int stage = TR_STAGE_MESH; stage >= TR_STAGE_BLOCKS; stage--)
        if (start_stage(scene, (tr_scene_stage)stage, at)) return true;
    return false;
}

uint64_t tr_scene_count_missing(const tr_scene *scene)
{
    uint64_t missing = 0;
    for (int32_t i = 0; i < scene->wish_count; i++) {
        const tr_scene_wish *wish = &scene->wishes[i];
        const tr_scene_chunk *chunk = wish->chunk;
        bool there = chunk && chunk->blocks;
        if (there && wish->stage == TR_STAGE_LIGHT)
            there = chunk->made[TR_STAGE_LIGHT] == chunk->number[TR_STAGE_LIGHT];
        if (there && wish->stage == TR_STAGE_MESH)
            there = chunk->made[TR_STAGE_MESH] == chunk->number[TR_STAGE_MESH] && chunk->borders == wish->borders &&
                    (wish->level > 0 || chunk->made[TR_STAGE_LIGHT] == chunk->number[TR_STAGE_LIGHT]);
        missing += !there;
    }
    return missing;
}

void tr_scene_start(tr_scene *scene)
{
    if (!scene->wishes_changed) return;
    scene->over_budget = false;
    bool started = true;
    for (int32_t i = 0; i < scene->def.jobs && started; i++)
        if (!scene->jobs[i]) started = start_one(scene, i);
    scene->wishes_changed = scene->failure.code != TR_ERROR_NONE;
}
