// What a view holds: the parts that its camera needs, in every state from wanted to shown, and the requests
// that make them on the threads of the context (view_requests.c).
//
// All of it belongs to the thread that uses the view. A job reads only its request, and the levels that the request
// holds a reference to.
#ifndef TR_VIEW_VIEW_STATE_H
#define TR_VIEW_VIEW_STATE_H

#include "terrane/view.h"
#include "view/view_blocks.h"
#include "view/view_plants.h"

enum { TR_VIEW_MAX_JOBS = 16 };

// Something on the renderer; id 0: nothing.
typedef struct tr_view_resource {
    tr_render_id id;
    uint64_t bytes;
} tr_view_resource;

// A level of ground. Requests that read its light hold references to it.
typedef struct tr_view_level_data {
    int references;
    tr_sample_area area;
    uint64_t key;  // of everything it is made from: the areas of this one and of all coarser ones
    tr_render_part *part;
    tr_view_heights heights;  // of a still view
} tr_view_level_data;

typedef enum tr_view_part_state {
    TR_VIEW_PART_NONE,
    TR_VIEW_PART_WANTED,
    TR_VIEW_PART_RUNNING,
    TR_VIEW_PART_FOUND,  // of a tile: its plants are known, and wait for their models
    TR_VIEW_PART_MADE,   // not uploaded yet
    TR_VIEW_PART_SHOWN
} tr_view_part_state;

typedef struct tr_view_request tr_view_request;

// A level of the renderer. While another one is made, the one before is shown.
typedef struct tr_view_level_slot {
    bool wanted;
    tr_sample_area area;
    uint64_t key;
    tr_view_request *request;
    tr_view_level_data *made, *held;  // waits for its upload; is shown
    tr_view_resource shown;
} tr_view_level_slot;

typedef struct tr_view_model_slot {
    tr_view_part_state state;
    tr_render_part *part;
    tr_view_resource shown;
} tr_view_model_slot;

typedef struct tr_view_bridge_slot {
    tr_view_part_state state;
    int32_t crossing;
    uint64_t light;  // of which levels its light is
    tr_view_request *request;
    tr_render_part *part;  // NULL when it is made: there is nothing to see
    tr_view_resource shown;
} tr_view_bridge_slot;

// Copies of a model in a tile.
typedef struct tr_view_copies {
    tr_render_part *part;  // until it is uploaded
    tr_view_resource shown;
    int32_t share;
    size_t count;
    bool hidden;
} tr_view_copies;

typedef struct tr_view_tile_slot {
    tr_view_part_state state;
    tr_view_tile at;
    double rank;  // the smaller the sooner it is needed
    uint64_t light;
    tr_view_request *request;
    tr_view_tile_plants plants;  // while FOUND
    tr_view_copies *copies;      // when MADE or SHOWN
    int32_t copy_count, uploaded;
} tr_view_tile_slot;

// The tiles of a set around the eye: tile x, z lies at x mod width, z mod width.
typedef struct tr_view_ring {
    int32_t set, width;
    double side_m;
    tr_view_tile_slot *slots;
} tr_view_ring;

struct tr_view {
    const tr_world *world;
    tr_context *context;
    tr_renderer *renderer;
    tr_view_def def;
    tr_view_woods *woods;  // NULL: none

    // Where the camera is, and how far the ground is from there.
    tr_view_shot shot;
    bool has_survey;
    double survey_eye_m[3], nearest_m;
    bool survey_runs;
    tr_camera_def still_camera;  // of a still view: which one everything is made for

    bool sky_runs, sky_shown;
    double sky_height_m;  // for which it is made
    tr_render_part *sky;  // made

    tr_view_level_slot levels[TR_RENDER_MAX_LEVELS];  // the finest spacing first; of a still view in order
    uint64_t light;                                   // the key of all that is shown of them together
    tr_view_model_slot models[TR_VIEW_MODELS];
    tr_view_bridge_slot *bridges;
    int32_t bridge_count;
    tr_view_ring rings[TR_PLACE_MAX_SETS];
    int32_t ring_count;
    tr_block_view *blocks;  // NULL: ground

    tr_view_request *requests[TR_VIEW_MAX_JOBS];
    int32_t request_count;
    uint64_t host_bytes, device_bytes;
    uint64_t made_count;  // parts that wait for their upload
    int32_t pause;        // updates until something is asked for again after a failure
    double full_rank;     // tiles from this one on do not fit into the budget
    bool exact;           // settling: what is shown must be what a new view would show
    tr_error failure;     // the first of this update
    tr_view_stats stats;
    int64_t wait_ns, upload_ns;  // of this update
};

// Remembers the first failure of an update.
void tr_view_note_failure(tr_view *view, const tr_error *err);

// --- view_requests.c

typedef enum tr_view_request_kind {
    TR_VIEW_REQUEST_SURVEY,
    TR_VIEW_REQUEST_SKY,
    TR_VIEW_REQUEST_LEVEL,
    TR_VIEW_REQUEST_MODEL,
    TR_VIEW_REQUEST_BRIDGE,
    TR_VIEW_REQUEST_PLANTS,  // of a tile
    TR_VIEW_REQUEST_COPIES,  // of a tile: its plants as parts
} tr_view_request_kind;

// What a job is given, and what it gives back.
struct tr_view_request {
    tr_view_request_kind kind;
    tr_job *job;
    bool orphan;  // nobody waits for it any more
    const tr_world *world;
    tr_view_shot shot;
    const tr_view_woods *woods;
    bool bridges, still;
    tr_environment_def environment;
    tr_view_level_data *levels[TR_RENDER_MAX_LEVELS];  // finest first; references
    int level_count;
    uint64_t light;
    int32_t index;  // of the level, the model or the crossing
    tr_sample_area area;
    uint64_t key;
    tr_view_tile tile;
    tr_view_tile_plants plants;
    const tr_view_model_slot *models;  // those of `plants` do not change
    // What it gives back:
    double nearest_m;
    tr_render_part *part;
    tr_view_heights heights;
    tr_view_copies *copies;
    int32_t copy_count;
};

// Whether another request may be started.
bool tr_view_can_request(const tr_view *view);
// A request of a kind with everything that all have, and references to all levels that are shown if `with_levels`.
// NULL: the failure is noted.
tr_view_request *tr_view_request_new(tr_view *view, tr_view_request_kind kind, bool with_levels);
// Starts it. False: the failure is noted, and the request is gone.
bool tr_view_request_start(tr_view *view, tr_view_request *request);
// Lets go of a request whose result nobody needs any more.
void tr_view_request_abandon(tr_view_request *request);
// Takes one that has ended off the list; NULL: none has. `*done` is whether it succeeded; a failure is noted.
tr_view_request *tr_view_request_take(tr_view *view, bool *done);
// Frees it with whatever was not taken out of it.
void tr_view_request_destroy(tr_view *view, tr_view_request *request);

void tr_view_level_release(tr_view *view, tr_view_level_data *level);

// --- view_wanted.c

// Drops a resource from the renderer; nothing is allowed.
void tr_view_drop(tr_view *view, tr_view_resource *shown);
void tr_view_clear_tile(tr_view *view, tr_view_tile_slot *slot);
// Drops everything but models and the sky.
void tr_view_clear_places(tr_view *view);

// Takes over the camera; a still view starts over for another one.
void tr_view_follow(tr_view *view, const tr_camera_def *camera);
// Whether what is known about the distance to the ground holds here.
bool tr_view_is_survey_good(const tr_view *view);
// The height for which the sky is to be made, and whether one that was made for another height is good enough.
double tr_view_sky_height_m(const tr_view *view);
bool tr_view_is_sky_good(const tr_view *view, double made_for_m);
bool tr_view_is_level_good(const tr_view *view, const tr_view_level_slot *slot);
uint64_t tr_view_level_key(const tr_sample_area *area, uint64_t coarser);
// Updates the key of the light that levels give now.
void tr_view_renew_light(tr_view *view);
// Whether things that stand on the ground can be lit.
bool tr_view_is_ground_ready(const tr_view *view);
// What is hidden of a square that is far away.
void tr_view_thin_tile(tr_view *view, tr_view_tile_slot *slot);
tr_view_tile_slot *tr_view_slot_of_tile(const tr_view *view, const tr_view_tile *tile);
// Marks what is needed, and lets go of what is not. The survey must be there.
void tr_view_want(tr_view *view);

// --- view_parts.c

// Starts requests for what is needed first.
void tr_view_ask(tr_view *view);
// Takes over what requests have made.
void tr_view_take(tr_view *view);
// Hands parts to the renderer until a time, at least one: a view gets on even where each takes longer than the budget.
void tr_view_upload(tr_view *view, int64_t deadline_ns);

#endif
