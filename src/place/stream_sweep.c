// What a stream wants at a point and what it lets go.
#include <math.h>

#include "place/stream.h"

// More than what positions and distances are rounded by, as far out as streams go.
#define ROUNDING_M 0.01

static void drop(tr_place_stream *stream, tr_stream_slot *slot)
{
    if (slot->state == TR_STREAM_RUNNING) {
        stream->jobs[slot->at].abandoned = true;
        tr_job_cancel(stream->jobs[slot->at].job);
    } else if (slot->state == TR_STREAM_THERE) {
        const tr_place_chunk chunk = tr_stream_table_remove(&stream->table, stream->rings, slot->at);
        // Nobody can hold what no update has told of.
        if (slot->told)
            stream->gone[stream->gone_count++] = chunk;
        else
            tr_placement_destroy((tr_placement *)chunk.placement);
    }
    slot->state = TR_STREAM_EMPTY;
}

// How near chunks of a ring are to a change, as squares of their distances.
typedef struct ring_limits {
    double missing_squared;  // the farthest that is in range and not there
    double outside_squared;  // the nearest that is not in range and not there
    double kept_squared;     // the farthest that is there or running
} ring_limits;

// A chunk of the window and its slot.
static void sweep_slot(tr_place_stream *stream, const tr_stream_ring *ring, const tr_stream_request *chunk,
                       tr_stream_slot *slot, ring_limits *limits)
{
    const double squared = chunk->distance_squared;
    // A slot with another chunk has one from beyond the window.
    const bool same = slot->x == chunk->x && slot->z == chunk->z;
    if (slot->state != TR_STREAM_EMPTY && (!same || squared >= ring->keep_m * ring->keep_m)) drop(stream, slot);
    if (slot->state != TR_STREAM_EMPTY) limits->kept_squared = fmax(limits->kept_squared, squared);
    if (slot->state == TR_STREAM_THERE) return;
    if (squared >= ring->radius_m * ring->radius_m) {
        limits->outside_squared = fmin(limits->outside_squared, squared);
        return;
    }
    limits->missing_squared = fmax(limits->missing_squared, squared);
    stream->missing_count++;
    if (slot->state == TR_STREAM_RUNNING) return;
    stream->request_count++;
    tr_stream_requests_add(&stream->requests, chunk);
}

// How far the point may move before a chunk comes into range, leaves it, or is too far to keep. Chunks beyond the
// window are farther than what is kept.
static double calm_of(const tr_stream_ring *ring, const ring_limits *limits)
{
    const double in_range_m =
        fmin(ring->radius_m - sqrt(limits->missing_squared), sqrt(limits->outside_squared) - ring->radius_m);
    return fmin(in_range_m, fmin(ring->keep_m - sqrt(limits->kept_squared), ring->keep_m - ring->radius_m));
}

static double sweep_ring(tr_place_stream *stream, int32_t set)
{
    const tr_stream_ring *ring = &stream->rings[set];
    const tr_stream_window window = tr_stream_window_at(ring, stream->x_m, stream->z_m);
    ring_limits limits = {.outside_squared = INFINITY};
    for (int32_t j = 0; j < ring->side; j++) {
        tr_stream_slot *const row = ring->slots + (size_t)tr_stream_ring_wrap(ring, window.z + j) * (size_t)ring->side;
        int32_t column = tr_stream_ring_wrap(ring, window.x);
        for (int32_t i = 0; i < ring->side; i++) {
            tr_stream_request chunk = {.set = set, .x = window.x + i, .z = window.z + j};
            chunk.distance_squared = tr_stream_window_distance_squared(&window, chunk.x, chunk.z);
            sweep_slot(stream, ring, &chunk, &row[column], &limits);
            column = column + 1 < ring->side ? column + 1 : 0;
        }
    }
    return calm_of(ring, &limits);
}

static bool is_calm(const tr_place_stream *stream)
{
    const double dx_m = stream->x_m - stream->swept_x_m, dz_m = stream->z_m - stream->swept_z_m;
    return stream->calm_m > 0.0 && dx_m * dx_m + dz_m * dz_m < stream->calm_m * stream->calm_m;
}

void tr_stream_sweep(tr_place_stream *stream)
{
    if (is_calm(stream)) return;
    stream->missing_count = stream->request_count = 0;
    stream->requests.count = 0;
    stream->requests.max = stream->def.max_jobs;
    double calm_m = INFINITY;
    for (int32_t set = 0; set < stream->set_count; set++) {
        if (stream->rings[set].radius_m > 0.0) calm_m = fmin(calm_m, sweep_ring(stream, set));
    }
    stream->swept_x_m = stream->x_m;
    stream->swept_z_m = stream->z_m;
    stream->calm_m = calm_m - ROUNDING_M;
}
