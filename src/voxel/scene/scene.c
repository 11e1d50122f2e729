// Scenes: chunks in memory around a viewer (terrane/voxel_scene.h).
#include "voxel/scene/scene.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "voxel/scene/scene_jobs.h"

enum { SCENE_DEF_COOKIE = 0x7363656e, MAX_NEAR = 32, MAX_FAR = 1024 };

tr_voxel_scene_def tr_default_voxel_scene_def(void)
{
    return (tr_voxel_scene_def){.cookie = SCENE_DEF_COOKIE,
                                .near_chunks = 6,
                                .far_chunks = 64,
                                .budget_bytes = UINT64_C(512) << 20,
                                .jobs = 2,
                                .meshes = true};
}

static bool check_range(int32_t near_chunks, int32_t far_chunks, tr_error *err)
{
    if (near_chunks < 1 || near_chunks > MAX_NEAR)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "near_chunks of the scene is %d; allowed is 1 to %d",
                       near_chunks, MAX_NEAR);
    if (far_chunks < near_chunks || far_chunks > MAX_FAR)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "far_chunks of the scene is %d; allowed is %d (near_chunks) to %d", far_chunks, near_chunks,
                       MAX_FAR);
    return true;
}

tr_voxel_scene *tr_voxel_scene_open(const tr_voxel_scene_source *source, const tr_voxel_scene_def *def, tr_error *err)
{
    assert(source && def && def->cookie == SCENE_DEF_COOKIE);
    if (!check_range(def->near_chunks, def->far_chunks, err)) return NULL;
    if (def->jobs < 1 || def->jobs > TR_VOXEL_SCENE_MAX_JOBS) {
        tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "jobs of the scene is %d; allowed is 1 to %d", def->jobs,
                TR_VOXEL_SCENE_MAX_JOBS);
        return NULL;
    }
    tr_voxel_scene *scene = tr_alloc(source->context, sizeof *scene, err);
    if (!scene) return NULL;
    *scene = (tr_voxel_scene){.context = source->context, .source = *source, .def = *def, .bytes = sizeof *scene};
    return scene;
}

void tr_voxel_scene_destroy(tr_voxel_scene *scene)
{
    if (!scene) return;
    tr_voxel_scene_end_jobs(scene);
    for (int32_t i = 0; i < scene->table.capacity;) {
        // Removing closes the gap, maybe with another one.
        if (scene->table.slots[i])
            tr_voxel_scene_remove(scene, scene->table.slots[i]);
        else
            i++;
    }
    tr_voxel_scene_end_edits(scene);
    tr_free(scene->context, scene->table.slots);
    tr_free(scene->context, scene->requests);
    tr_free(scene->context, scene->unsorted);
    tr_free(scene->context, scene->victims);
    tr_free(scene->context, scene->parts);
    tr_free(scene->context, scene->columns);
    tr_free(scene->context, scene);
}

bool tr_voxel_scene_set_range(tr_voxel_scene *scene, int32_t near_chunks, int32_t far_chunks, tr_error *err)
{
    assert(scene);
    if (!check_range(near_chunks, far_chunks, err)) return false;
    scene->def.near_chunks = near_chunks;
    scene->def.far_chunks = far_chunks;
    scene->placed = false;
    return true;
}

static bool check_eye(const double eye[3], tr_error *err)
{
    const double far = (double)(INT64_C(1) << TR_VOXEL_FAR_LOG2) - MAX_FAR * 2.0 * TR_VOXEL_SIDE;
    const double tall = (double)(1 << TR_VOXEL_TALL_LOG2);
    if (!isfinite(eye[0]) || !isfinite(eye[1]) || !isfinite(eye[2]))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "the eye of the scene (%g, %g, %g) is not finite", eye[0], eye[1],
                       eye[2]);
    if (fabs(eye[0]) > far || fabs(eye[2]) > far || fabs(eye[1]) > tall)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the eye of the scene is at (%g, %g, %g); allowed is up to %g along x and z, %g along y", eye[0],
                       eye[1], eye[2], far, tall);
    return true;
}

static tr_voxel_at chunk_of_eye(const double eye[3])
{
    return (tr_voxel_at){(int64_t)floor(eye[0]) >> 5, (int64_t)floor(eye[1]) >> 5, (int64_t)floor(eye[2]) >> 5};
}

static bool move_eye(tr_voxel_scene *scene, const double eye[3], tr_error *err)
{
    const tr_voxel_at chunk = chunk_of_eye(eye);
    for (int axis = 0; axis < 3; axis++) scene->eye[axis] = eye[axis];
    if (scene->placed && tr_at_equal(&chunk, &scene->eye_chunk)) return true;
    scene->eye_chunk = chunk;
    scene->parts_changed = true;
    scene->placed = tr_voxel_scene_make_requests(scene, err);
    return scene->placed;
}

bool tr_voxel_scene_update(tr_voxel_scene *scene, const double eye[3], tr_error *err)
{
    assert(scene && eye);
    if (!check_eye(eye, err)) return false;
    scene->failure.code = TR_ERROR_NONE;
    tr_voxel_scene_collect(scene);
    if (!move_eye(scene, eye, err)) return false;
    tr_voxel_scene_start(scene);
    if (scene->parts_changed && !tr_voxel_scene_list_parts(scene, err)) return false;
    if (scene->failure.code == TR_ERROR_NONE) return true;
    if (err) *err = scene->failure;
    return false;
}

static tr_job *running_job(const tr_voxel_scene *scene)
{
    for (int32_t i = 0; i < TR_VOXEL_SCENE_MAX_JOBS; i++)
        if (scene->jobs[i]) return scene->jobs[i]->job;
    return NULL;
}

bool tr_voxel_scene_settle(tr_voxel_scene *scene, const double eye[3], const tr_progress *progress, tr_error *err)
{
    assert(scene && eye);
    double share = 0.0;
    for (;;) {
        if (!tr_voxel_scene_update(scene, eye, err)) return false;
        tr_job *job = running_job(scene);
        const uint64_t missing = tr_voxel_scene_count_missing(scene);
        if (!job && missing == 0) return true;
        if (!job)
            return tr_fail(err, TR_ERROR_OVER_BUDGET,
                           "%" PRIu64 " chunks in range do not fit into the budget of the scene, %" PRIu64 " bytes",
                           missing, scene->def.budget_bytes);
        const double now = 1.0 - (double)missing / (double)(scene->request_count + 1);
        share = now > share ? now : share;
        if (progress && progress->report && !progress->report(progress->user, share))
            return tr_fail(err, TR_ERROR_CANCELLED, "settling the scene was cancelled");
        tr_job_wait(job, -1);
    }
}

tr_voxel_scene_stats tr_voxel_scene_stats_of(const tr_voxel_scene *scene)
{
    assert(scene);
    tr_voxel_scene_stats stats = {.missing = tr_voxel_scene_count_missing(scene),
                                  .made = scene->made,
                                  .dropped = scene->dropped,
                                  .bytes = scene->bytes + scene->reserved};
    for (int32_t i = 0; i < scene->table.capacity; i++) {
        const tr_voxel_scene_chunk *chunk = scene->table.slots[i];
        if (!chunk) continue;
        stats.chunks += chunk->blocks != NULL;
        stats.lit_chunks += chunk->light != NULL;
        stats.meshes += chunk->has_mesh;
        stats.quads += chunk->mesh.count;
    }
    return stats;
}

tr_block tr_voxel_scene_block(const tr_voxel_scene *scene, const tr_voxel_at *at, bool *known)
{
    assert(scene && at);
    const tr_voxel_at place = tr_chunk_of(at);
    const tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, 0, &place);
    const bool there = chunk && chunk->blocks;
    if (known) *known = there;
    if (!there) return TR_BLOCK_AIR;
    return tr_voxel_chunk_block(&chunk->blocks->chunk, (int)(at->x & 31), (int)(at->y & 31), (int)(at->z & 31));
}

tr_light tr_voxel_scene_light(const tr_voxel_scene *scene, const tr_voxel_at *at, bool *known)
{
    assert(scene && at);
    const tr_voxel_at place = tr_chunk_of(at);
    const tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(scene, 0, &place);
    const bool there = chunk && chunk->light;
    if (known) *known = there;
    if (!there) return 0;
    const tr_voxel_light *light = &chunk->light->light;
    return light->values ? light->values[tr_place_of(at)] : light->uniform;
}
