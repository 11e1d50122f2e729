// The requests of a stream.
#include <assert.h>

#include "place/stream.h"

// The first failure is the one that is told. What failed is wanted by the next sweep.
static void note_failure(tr_place_stream *stream, const tr_error *failure)
{
    stream->calm_m = 0.0;
    if (stream->failure.code == TR_ERROR_NONE) stream->failure = *failure;
}

static bool is_in_range(const tr_place_stream *stream, int32_t set, int64_t x, int64_t z)
{
    const tr_stream_ring *ring = &stream->rings[set];
    const tr_stream_window window = tr_stream_window_at(ring, stream->x_m, stream->z_m);
    return tr_stream_window_distance_squared(&window, x, z) < ring->radius_m * ring->radius_m;
}

static void accept(tr_place_stream *stream, const tr_stream_job *job)
{
    const tr_place_chunk chunk = {.set = job->set, .x = job->x, .z = job->z, .placement = job->placement};
    tr_stream_slot *slot = tr_stream_ring_slot(&stream->rings[job->set], job->x, job->z);
    slot->state = TR_STREAM_THERE;
    slot->told = false;
    tr_stream_table_add(&stream->table, stream->rings, &chunk);
    stream->fresh[stream->fresh_count++] = chunk;
    if (is_in_range(stream, job->set, job->x, job->z)) stream->missing_count--;
}

static void end_job(tr_place_stream *stream, tr_stream_job *job)
{
    tr_error failure = {0};
    const bool ok = tr_job_finish(job->job, &failure);
    job->job = NULL;
    if (job->abandoned) {
        if (ok) tr_placement_destroy(job->placement);
    } else if (ok) {
        accept(stream, job);
    } else {
        tr_stream_ring_slot(&stream->rings[job->set], job->x, job->z)->state = TR_STREAM_EMPTY;
        note_failure(stream, &failure);
    }
}

void tr_stream_collect(tr_place_stream *stream)
{
    for (int32_t i = 0; i < stream->def.max_jobs; i++) {
        tr_stream_job *job = &stream->jobs[i];
        if (job->job && tr_job_ready(job->job)) end_job(stream, job);
    }
}

// A failure leaves the chunk to the next update.
static bool start_job(tr_place_stream *stream, int32_t at, const tr_stream_request *stream_request)
{
    tr_stream_job *job = &stream->jobs[at];
    *job = (tr_stream_job){.set = stream_request->set, .x = stream_request->x, .z = stream_request->z};
    const int64_t side_m = stream->def.chunk_m;
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = (tr_region){stream_request->x * side_m, stream_request->z * side_m,
                                   (stream_request->x + 1) * side_m, (stream_request->z + 1) * side_m};
    request.sets = UINT32_C(1) << stream_request->set;
    tr_error failure = {0};
    job->job = tr_place_start(stream->placer, &request, TR_PRIORITY_NORMAL, &job->placement, &failure);
    if (!job->job) {
        note_failure(stream, &failure);
        return false;
    }
    tr_stream_slot *slot =
        tr_stream_ring_slot(&stream->rings[stream_request->set], stream_request->x, stream_request->z);
    assert(slot->state == TR_STREAM_EMPTY);
    *slot = (tr_stream_slot){.x = stream_request->x, .z = stream_request->z, .state = TR_STREAM_RUNNING, .at = at};
    return true;
}

void tr_stream_start_jobs(tr_place_stream *stream)
{
    int32_t next = 0;
    for (int32_t i = 0; i < stream->def.max_jobs && next < stream->requests.count; i++) {
        if (stream->jobs[i].job) continue;
        if (!start_job(stream, i, &stream->requests.nearest[next++])) break;
    }
    // What could not be started is for the next sweep.
    if (next < stream->request_count) stream->calm_m = 0.0;
    stream->requests.count = stream->request_count = 0;
}

void tr_stream_end_jobs(tr_place_stream *stream)
{
    for (int32_t i = 0; i < stream->def.max_jobs; i++) {
        if (stream->jobs[i].job) tr_job_cancel(stream->jobs[i].job);
    }
    for (int32_t i = 0; i < stream->def.max_jobs; i++) {
        tr_stream_job *job = &stream->jobs[i];
        if (!job->job) continue;
        if (tr_job_finish(job->job, NULL)) tr_placement_destroy(job->placement);
        job->job = NULL;
    }
}
