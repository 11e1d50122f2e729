// What a stream keeps: a window of chunks per set that moves with the point, the chunks that are there, and the jobs
// that run.
#ifndef TR_PLACE_STREAM_H
#define TR_PLACE_STREAM_H

#include "terrane/place.h"

enum { TR_STREAM_MAX_JOBS = 64 };

typedef enum tr_stream_state { TR_STREAM_EMPTY, TR_STREAM_RUNNING, TR_STREAM_THERE } tr_stream_state;

typedef struct tr_stream_slot {
    int64_t x, z;  // of the chunk
    tr_stream_state state;
    int32_t at;  // RUNNING: its job; THERE: its place among the chunks
    bool told;   // THERE: an update has said that it came
} tr_stream_slot;

// The chunks of a set that may be kept at a time lie in a square of `side` x `side` chunks, so each has a slot of its
// own at its coordinates modulo `side`: a hash table without collisions that never grows.
typedef struct tr_stream_ring {
    double radius_m;  // chunks nearer than this are wanted; 0: the set is not streamed
    double keep_m;    // chunks nearer than this stay
    double chunk_m;
    int32_t side;
    tr_stream_slot *slots;
} tr_stream_ring;

// Where a ring is looked at from: the first chunk of the square around a point.
typedef struct tr_stream_window {
    const tr_stream_ring *ring;
    double x_m, z_m;
    int64_t x, z;
} tr_stream_window;

// The side of the square of chunks; negative when there would be more than `max`.
int32_t tr_stream_ring_side(double keep_m, int32_t chunk_m, int32_t max);
// The row or column of slots of a chunk.
int32_t tr_stream_ring_wrap(const tr_stream_ring *ring, int64_t chunk);
tr_stream_slot *tr_stream_ring_slot(const tr_stream_ring *ring, int64_t x, int64_t z);
tr_stream_window tr_stream_window_at(const tr_stream_ring *ring, double x_m, double z_m);
// The square of the distance from the point to the nearest place of a chunk, in metres.
double tr_stream_window_distance_squared(const tr_stream_window *window, int64_t x, int64_t z);

// A chunk that is wanted and not asked for yet.
typedef struct tr_stream_request {
    double distance_squared;
    int32_t set;
    int64_t x, z;
} tr_stream_request;

// The nearest requests, in order; among equals the first that came.
typedef struct tr_stream_requests {
    int32_t count, max;
    tr_stream_request nearest[TR_STREAM_MAX_JOBS];
} tr_stream_requests;
void tr_stream_requests_add(tr_stream_requests *requests, const tr_stream_request *request);

// Chunks that are there, grouped by set.
typedef struct tr_stream_table {
    tr_place_chunk *chunks;
    int32_t ends[TR_PLACE_MAX_SETS];  // of the group of each set
    int32_t set_count;
} tr_stream_table;
int32_t tr_stream_table_count(const tr_stream_table *table);
// Adds a chunk or takes one out; others move, and their slots in `rings` are told.
void tr_stream_table_add(tr_stream_table *table, const tr_stream_ring *rings, const tr_place_chunk *chunk);
tr_place_chunk tr_stream_table_remove(tr_stream_table *table, const tr_stream_ring *rings, int32_t at);

typedef struct tr_stream_job {
    tr_job *job;  // NULL: free
    tr_placement *placement;
    int32_t set;
    int64_t x, z;
    bool abandoned;  // cancelled: nobody wants what it makes
} tr_stream_job;

struct tr_place_stream {
    const tr_placer *placer;
    tr_context *context;
    tr_place_stream_def def;
    int32_t set_count;
    bool moved;  // there was an update
    double x_m, z_m;
    tr_stream_ring rings[TR_PLACE_MAX_SETS];
    tr_stream_table table;
    tr_stream_job jobs[TR_STREAM_MAX_JOBS];
    tr_stream_requests requests;
    int32_t missing_count;  // in range and not there
    int32_t request_count;  // of those, not asked for, also those beyond the nearest
    // The last sweep was here, and nothing changes before the point has moved farther than `calm_m` from it.
    double swept_x_m, swept_z_m, calm_m;
    tr_place_chunk *fresh;  // have come since the last update
    tr_place_chunk *came;   // what the last update told
    tr_place_chunk *gone;
    int32_t fresh_count, came_count, gone_count;
    tr_error failure;  // of a request since the last update; NONE: none
};

// Sees what the point has come near to or left: drops chunks, cancels jobs, collects requests and counts what is
// missing. Does nothing where nothing can have changed.
void tr_stream_sweep(tr_place_stream *stream);
// Takes the results of jobs that have ended.
void tr_stream_collect(tr_place_stream *stream);
// Starts jobs for the nearest requests while there is room.
void tr_stream_start_jobs(tr_place_stream *stream);
void tr_stream_end_jobs(tr_place_stream *stream);

#endif
