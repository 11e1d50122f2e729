// What a view asks the world for, as jobs.
#include <assert.h>

#include "view/view_state.h"
#include "view/view_wait.h"

// ---------------------------------------------------------------------------------------------------------
// Bodies: on any thread

static bool go_on(void *user, double share)
{
    (void)share;
    return !tr_job_should_stop(user);
}

static bool make_sky(tr_view_request *request, tr_error *err)
{
    request->part = tr_render_part_environment(tr_world_context(request->world), &request->environment, err);
    return request->part != NULL;
}

static bool make_level(tr_view_request *request, const tr_progress *progress, tr_error *err)
{
    tr_context *context = tr_world_context(request->world);
    const tr_view_ground ground = {request->world, &request->shot, request->woods, request->bridges};
    tr_view_patch patch;
    if (!tr_view_patch_create(&ground, &request->area, progress, &patch, err)) {
        return false;
    }
    tr_render_ground_def def = tr_default_render_ground_def();
    def.area = patch.area;
    def.height = patch.height;
    def.color = patch.color;
    def.water = patch.water;
    def.coarser = request->level_count > 0 ? request->levels[0]->part : NULL;
    def.environment = request->environment;
    request->part = tr_render_part_ground(context, &def, err);
    if (request->part && request->still) {
        request->heights = (tr_view_heights){patch.area, patch.height};
        patch.height = (tr_grid){0};
    }
    tr_view_patch_destroy(context, &patch);
    return request->part != NULL;
}

static bool make_model(tr_view_request *request, tr_error *err)
{
    request->part = tr_view_model_part(tr_world_context(request->world), request->index, err);
    return request->part != NULL;
}

// Parts of levels that give light. Returns how many.
static tr_render_light light_of(const tr_view_request *request, const tr_render_part *parts[TR_RENDER_MAX_LEVELS])
{
    for (int i = 0; i < request->level_count; i++) {
        parts[i] = request->levels[i]->part;
    }
    return (tr_render_light){parts, request->level_count};
}

static bool make_bridge(tr_view_request *request, tr_error *err)
{
    tr_context *context = tr_world_context(request->world);
    tr_bridge_def bridge = tr_default_bridge_def();
    bridge.lift_m = VIEW_BRIDGES_LIFT_M;
    tr_mesh mesh;
    if (!tr_carving_bridge(tr_world_carving(request->world), request->index, &bridge, &mesh, err)) {
        return false;
    }
    bool done = mesh.index_count == 0;
    if (!done) {
        const tr_render_part *parts[TR_RENDER_MAX_LEVELS];
        tr_render_mesh_def def = tr_default_render_mesh_def();
        def.mesh = &mesh;
        def.light = light_of(request, parts);
        request->part = tr_render_part_mesh(context, &def, err);
        done = request->part != NULL;
    }
    tr_mesh_destroy(context, &mesh);
    return done;
}

static bool find_plants(tr_view_request *request, const tr_progress *progress, tr_error *err)
{
    tr_view_heights heights[TR_RENDER_MAX_LEVELS];
    for (int i = 0; i < request->level_count; i++) {
        heights[i] = request->levels[i]->heights;
    }
    const tr_view_tile_def def = {.world = request->world,
                                  .shot = &request->shot,
                                  .tile = request->tile,
                                  .heights = request->still ? heights : NULL,
                                  .height_count = request->level_count};
    return tr_view_tile_plants_create(&def, progress, &request->plants, err);
}

static bool make_copies(tr_view_request *request, tr_job *job, tr_error *err)
{
    tr_context *context = tr_world_context(request->world);
    const tr_view_tile_plants *plants = &request->plants;
    const tr_render_part *parts[TR_RENDER_MAX_LEVELS];
    const tr_render_light light = light_of(request, parts);
    request->copies = tr_alloc_array(context, (size_t)plants->count, sizeof *request->copies, err);
    for (int32_t i = 0; request->copies && i < plants->count; i++) {
        const tr_view_plants *item = &plants->items[i];
        tr_render_instances_def def = tr_default_render_instances_def();
        def.model = request->models[item->model].part;
        def.model_id = request->models[item->model].shown.id;
        def.instances = plants->instances + item->first;
        def.count = item->count;
        def.light = light;
        if (tr_job_should_stop(job)) {
            return tr_fail(err, TR_ERROR_CANCELLED, "the request was cancelled");
        }
        tr_render_part *part = tr_render_part_instances(context, &def, err);
        if (!part) {
            return false;
        }
        request->copies[request->copy_count++] =
            (tr_view_copies){.part = part, .share = item->share, .count = item->count};
    }
    return request->copies != NULL;
}

static bool run(void *user, tr_job *job, tr_error *err)
{
    tr_view_request *request = user;
    const tr_progress progress = {go_on, job};
    switch (request->kind) {
    case TR_VIEW_REQUEST_SURVEY:
        return tr_view_nearest_ground(request->world, &request->shot, &request->nearest_m, err);
    case TR_VIEW_REQUEST_SKY: return make_sky(request, err);
    case TR_VIEW_REQUEST_LEVEL: return make_level(request, &progress, err);
    case TR_VIEW_REQUEST_MODEL: return make_model(request, err);
    case TR_VIEW_REQUEST_BRIDGE: return make_bridge(request, err);
    case TR_VIEW_REQUEST_PLANTS: return find_plants(request, &progress, err);
    case TR_VIEW_REQUEST_COPIES: return make_copies(request, job, err);
    }
    return tr_fail(err, TR_ERROR_INTERNAL, "a request of a view is of no kind");
}

// ---------------------------------------------------------------------------------------------------------
// Starting and ending: on the thread of the view

bool tr_view_can_request(const tr_view *view)
{
    // What is made and not uploaded takes memory; the renderer comes first then.
    enum { MAX_MADE = 24 };
    return view->request_count < view->def.max_jobs && view->made_count < MAX_MADE && view->pause == 0;
}

tr_view_request *tr_view_request_new(tr_view *view, tr_view_request_kind kind, bool with_levels)
{
    tr_error err;
    tr_view_request *request = tr_alloc(view->context, sizeof *request, &err);
    if (!request) {
        tr_view_note_failure(view, &err);
        return NULL;
    }
    *request = (tr_view_request){.kind = kind,
                                 .world = view->world,
                                 .shot = view->shot,
                                 .woods = view->woods,
                                 .bridges = view->def.bridges,
                                 .still = view->def.still,
                                 .environment = view->def.environment,
                                 .light = view->light,
                                 .models = view->models};
    for (int i = 0; with_levels && i < TR_RENDER_MAX_LEVELS; i++) {
        tr_view_level_data *held = view->levels[i].held;
        if (held) {
            held->references++;
            request->levels[request->level_count++] = held;
        }
    }
    return request;
}

bool tr_view_request_start(tr_view *view, tr_view_request *request)
{
    tr_error err;
    const tr_view_wait wait = tr_view_wait_begin();
    const tr_job_work def = {.body = run, .user = request, .priority = TR_PRIORITY_NORMAL};
    request->job = tr_job_start(view->context, &def, &err);
    view->wait_ns += tr_view_wait_end(&wait);
    if (!request->job) {
        tr_view_note_failure(view, &err);
        tr_view_request_destroy(view, request);
        return false;
    }
    view->requests[view->request_count++] = request;
    view->stats.requests++;
    return true;
}

void tr_view_request_abandon(tr_view_request *request)
{
    request->orphan = true;
    tr_job_cancel(request->job);
}

tr_view_request *tr_view_request_take(tr_view *view, bool *done)
{
    for (int32_t i = 0; i < view->request_count; i++) {
        tr_view_request *request = view->requests[i];
        if (!tr_job_ready(request->job)) {
            continue;
        }
        const tr_view_wait wait = tr_view_wait_begin();
        tr_error err = {0};
        *done = tr_job_finish(request->job, &err);
        view->wait_ns += tr_view_wait_end(&wait);
        request->job = NULL;
        if (!*done && !request->orphan) {
            tr_view_note_failure(view, &err);
        }
        view->requests[i] = view->requests[--view->request_count];
        return request;
    }
    return NULL;
}

void tr_view_level_release(tr_view *view, tr_view_level_data *level)
{
    if (level && --level->references == 0) {
        view->host_bytes -= tr_render_part_bytes(level->part);
        tr_render_part_destroy(level->part);
        tr_grid_destroy(view->context, &level->heights.height);
        tr_free(view->context, level);
    }
}

void tr_view_request_destroy(tr_view *view, tr_view_request *request)
{
    for (int i = 0; i < request->level_count; i++) {
        tr_view_level_release(view, request->levels[i]);
    }
    for (int32_t i = 0; i < request->copy_count; i++) {
        tr_render_part_destroy(request->copies[i].part);
    }
    tr_render_part_destroy(request->part);
    tr_grid_destroy(view->context, &request->heights.height);
    tr_view_tile_plants_destroy(view->context, &request->plants);
    tr_free(view->context, request->copies);
    tr_free(view->context, request);
}
