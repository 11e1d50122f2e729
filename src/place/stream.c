// Streams: chunks around a point that moves.
//
// An update sweeps the windows of all sets, lets go what is too far, takes what jobs have made, and starts jobs for the
// nearest chunks that are missing. It takes no memory of its own and waits for nothing. Whatever its result, every
// chunk is either there, running or wanted again by the next sweep, so none is lost, and none is asked for while it is
// there or running.
#include "place/stream.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "base/os.h"

enum {
    STREAM_DEF_COOKIE = 0x73747265,
    MAX_CHUNK_M = 65536,
    MAX_CHUNKS = 1 << 20  // of a set
};

// Beyond this, chunks would leave what 64-bit integers of 2^-20 m can count.
#define MAX_POSITION_M 4e12

tr_place_stream_def tr_default_place_stream_def(void)
{
    return (tr_place_stream_def){.cookie = STREAM_DEF_COOKIE, .chunk_m = 64, .keep_m = 32, .max_jobs = 4};
}

static bool check_set(const tr_placer *placer, const tr_place_stream_def *def, int32_t set, tr_error *err)
{
    const double radius_m = def->radius_m[set];
    if (!isfinite(radius_m))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "radius_m of set %d of the stream is not a number", set);
    if (radius_m < 0.0)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "radius_m of set %d of the stream is %g; allowed is 0 or more",
                       set, radius_m);
    if (radius_m > 0.0 && set >= tr_placer_set_count(placer))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the stream wants set %d; the placer has sets 0 to %d", set,
                       tr_placer_set_count(placer) - 1);
    if (tr_stream_ring_side(radius_m + def->keep_m, def->chunk_m, MAX_CHUNKS) < 0)
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "%g m around a point in chunks of %d m are more than %d chunks of set %d: take larger chunks",
                       radius_m + def->keep_m, def->chunk_m, MAX_CHUNKS, set);
    return true;
}

static bool check_def(const tr_placer *placer, const tr_place_stream_def *def, tr_error *err)
{
    if (def->chunk_m < 1 || def->chunk_m > MAX_CHUNK_M)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "chunk_m of the stream is %d; allowed is 1 to %d", def->chunk_m,
                       MAX_CHUNK_M);
    if (def->max_jobs < 1 || def->max_jobs > TR_STREAM_MAX_JOBS)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "most_jobs of the stream is %d; allowed is 1 to %d",
                       def->max_jobs, TR_STREAM_MAX_JOBS);
    if (!isfinite(def->keep_m)) return tr_fail(err, TR_ERROR_NOT_FINITE, "keep_m of the stream is not a number");
    if (def->keep_m < 0.0)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "keep_m of the stream is %g; allowed is 0 or more", def->keep_m);
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        if (!check_set(placer, def, set, err)) return false;
    }
    return true;
}

// The chunks of all sets that may be there at a time.
static size_t set_rings(tr_place_stream *stream)
{
    const tr_place_stream_def *def = &stream->def;
    size_t chunks = 0;
    for (int32_t set = 0; set < stream->set_count; set++) {
        tr_stream_ring *ring = &stream->rings[set];
        ring->radius_m = def->radius_m[set];
        ring->keep_m = def->radius_m[set] + def->keep_m;
        ring->chunk_m = def->chunk_m;
        if (ring->radius_m <= 0.0) continue;
        ring->side = tr_stream_ring_side(ring->keep_m, def->chunk_m, MAX_CHUNKS);
        chunks += (size_t)ring->side * (size_t)ring->side;
    }
    return chunks;
}

static bool allocate_rings(tr_place_stream *stream, tr_error *err)
{
    for (int32_t set = 0; set < stream->set_count; set++) {
        tr_stream_ring *ring = &stream->rings[set];
        const size_t slots = (size_t)ring->side * (size_t)ring->side;
        if (slots == 0) continue;
        ring->slots = tr_alloc_array(stream->context, slots, sizeof *ring->slots, err);
        if (!ring->slots) return false;
        memset(ring->slots, 0, slots * sizeof *ring->slots);
    }
    return true;
}

static bool allocate(tr_place_stream *stream, tr_error *err)
{
    const size_t chunks = set_rings(stream);
    if (!allocate_rings(stream, err)) return false;
    tr_place_chunk **const arrays[] = {&stream->table.chunks, &stream->fresh, &stream->came, &stream->gone};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = tr_alloc_array(stream->context, chunks, sizeof **arrays[i], err);
        if (!*arrays[i]) return false;
    }
    return true;
}

tr_place_stream *tr_place_stream_create(const tr_placer *placer, const tr_place_stream_def *def, tr_error *err)
{
    assert(placer && def && def->cookie == STREAM_DEF_COOKIE);
    if (!check_def(placer, def, err)) return NULL;
    tr_context *context = tr_placer_context(placer);
    tr_place_stream *stream = tr_alloc(context, sizeof *stream, err);
    if (!stream) return NULL;
    *stream =
        (tr_place_stream){.placer = placer, .context = context, .def = *def, .set_count = tr_placer_set_count(placer)};
    stream->table.set_count = stream->set_count;
    if (!allocate(stream, err)) {
        tr_place_stream_destroy(stream);
        return NULL;
    }
    return stream;
}

static void end_placements(const tr_place_chunk *chunks, int32_t count)
{
    // The stream made them; only its callers may not change them.
    for (int32_t i = 0; i < count; i++) tr_placement_destroy((tr_placement *)chunks[i].placement);
}

void tr_place_stream_destroy(tr_place_stream *stream)
{
    if (!stream) return;
    tr_stream_end_jobs(stream);
    end_placements(stream->table.chunks, tr_stream_table_count(&stream->table));
    end_placements(stream->gone, stream->gone_count);
    for (int32_t set = 0; set < stream->set_count; set++) tr_free(stream->context, stream->rings[set].slots);
    tr_free(stream->context, stream->table.chunks);
    tr_free(stream->context, stream->fresh);
    tr_free(stream->context, stream->came);
    tr_free(stream->context, stream->gone);
    tr_free(stream->context, stream);
}

static bool check_position(double x_m, double z_m, tr_error *err)
{
    if (!isfinite(x_m) || !isfinite(z_m))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "the position of the stream (%g, %g) is not finite", x_m, z_m);
    if (fabs(x_m) > MAX_POSITION_M || fabs(z_m) > MAX_POSITION_M)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "the position of the stream is (%g, %g); allowed is -%g to %g", x_m,
                       z_m, MAX_POSITION_M, MAX_POSITION_M);
    return true;
}

// What came since the last update and is still there.
static void tell_fresh(tr_place_stream *stream)
{
    stream->came_count = 0;
    for (int32_t i = 0; i < stream->fresh_count; i++) {
        const tr_place_chunk *chunk = &stream->fresh[i];
        tr_stream_slot *slot = tr_stream_ring_slot(&stream->rings[chunk->set], chunk->x, chunk->z);
        if (slot->state != TR_STREAM_THERE || slot->x != chunk->x || slot->z != chunk->z) continue;
        slot->told = true;
        stream->came[stream->came_count++] = *chunk;
    }
    stream->fresh_count = 0;
}

bool tr_place_stream_update(tr_place_stream *stream, double x_m, double z_m, tr_place_update *out, tr_error *err)
{
    assert(stream && out);
    *out = (tr_place_update){.waiting_count = stream->missing_count};
    if (!check_position(x_m, z_m, err)) return false;
    end_placements(stream->gone, stream->gone_count);
    stream->gone_count = 0;
    stream->moved = true;
    stream->x_m = x_m;
    stream->z_m = z_m;
    tr_stream_sweep(stream);
    tr_stream_collect(stream);
    tr_stream_start_jobs(stream);
    tell_fresh(stream);
    *out = (tr_place_update){.came = stream->came,
                             .came_count = stream->came_count,
                             .gone = stream->gone,
                             .gone_count = stream->gone_count,
                             .waiting_count = stream->missing_count};
    if (stream->failure.code == TR_ERROR_NONE) return true;
    if (err) *err = stream->failure;
    stream->failure.code = TR_ERROR_NONE;
    return false;
}

// The first of the jobs that run for something in range.
static tr_job *running_job(const tr_place_stream *stream)
{
    for (int32_t i = 0; i < stream->def.max_jobs; i++) {
        if (stream->jobs[i].job) return stream->jobs[i].job;
    }
    return NULL;
}

bool tr_place_stream_wait(tr_place_stream *stream, int64_t timeout_ns)
{
    assert(stream);
    if (!stream->moved) return true;
    const int64_t start_ns = tr_os_now_ns();
    for (;;) {
        tr_stream_sweep(stream);
        tr_stream_collect(stream);
        if (stream->missing_count == 0) return true;
        if (stream->failure.code != TR_ERROR_NONE) return false;
        tr_stream_start_jobs(stream);
        tr_job *job = running_job(stream);
        if (!job) return false;
        const int64_t left_ns = timeout_ns < 0 ? -1 : tr_max_i64(timeout_ns - (tr_os_now_ns() - start_ns), 0);
        if (!tr_job_wait(job, left_ns)) return false;
    }
}

const tr_place_chunk *tr_place_stream_chunks(const tr_place_stream *stream, int32_t *count)
{
    assert(stream && count);
    *count = tr_stream_table_count(&stream->table);
    return stream->table.chunks;
}
