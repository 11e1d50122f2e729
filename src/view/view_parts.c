// The way of a part: asked for, taken from its job, uploaded. Levels come first, the coarsest before all, since each
// needs the light of the next coarser one; then what is nearest.
#include <math.h>
#include <string.h>

#include "view/view_state.h"
#include "view/view_wait.h"

// ---------------------------------------------------------------------------------------------------------
// Asking

static void ask_for_survey(tr_view *view)
{
    tr_view_request *request = tr_view_request_new(view, TR_VIEW_REQUEST_SURVEY, false);
    view->survey_runs = request && tr_view_request_start(view, request);
}

static void ask_for_sky(tr_view *view)
{
    tr_view_request *request = tr_view_request_new(view, TR_VIEW_REQUEST_SKY, false);
    if (request) {
        request->environment.eye_height_m = tr_view_sky_height_m(view);
        view->sky_runs = tr_view_request_start(view, request);
    }
}

static void start_level(tr_view *view, tr_view_level_slot *slot, tr_view_level_data *coarser)
{
    tr_view_request *request = tr_view_request_new(view, TR_VIEW_REQUEST_LEVEL, false);
    if (!request) {
        return;
    }
    if (coarser) {
        coarser->references++;
        request->levels[request->level_count++] = coarser;
    }
    request->index = (int32_t)(slot - view->levels);
    request->area = slot->area;
    request->key = tr_view_level_key(&slot->area, coarser ? coarser->key : 0);
    if (!view->def.still) {
        // A square serves any eye near its middle.
        request->shot.eye_m[0] = ((double)slot->area.x + slot->area.width / 2.0) * slot->area.spacing_m;
        request->shot.eye_m[2] = ((double)slot->area.z + slot->area.height / 2.0) * slot->area.spacing_m;
        request->shot.slack_m = tr_view_area_slack_m(&slot->area);
    }
    slot->request = tr_view_request_start(view, request) ? request : NULL;
}

// The coarsest level that is not good enough. Those finer than it wait for its light.
static void ask_for_level(tr_view *view)
{
    tr_view_level_data *coarser = NULL;
    for (int i = TR_RENDER_MAX_LEVELS - 1; i >= 0; i--) {
        tr_view_level_slot *slot = &view->levels[i];
        if (!slot->wanted) {
            continue;
        }
        if (slot->request || slot->made) {
            return;
        }
        if (!tr_view_is_level_good(view, slot)) {
            start_level(view, slot, coarser);
            return;
        }
        coarser = slot->held;
    }
}

static void ask_for_models(tr_view *view)
{
    for (int32_t i = 0; i < TR_VIEW_MODELS && tr_view_can_request(view); i++) {
        tr_view_model_slot *slot = &view->models[i];
        if (slot->state == TR_VIEW_PART_WANTED) {
            tr_view_request *request = tr_view_request_new(view, TR_VIEW_REQUEST_MODEL, false);
            if (request) {
                request->index = i;
                slot->state = tr_view_request_start(view, request) ? TR_VIEW_PART_RUNNING : TR_VIEW_PART_WANTED;
            }
        }
    }
}

static void ask_for_bridges(tr_view *view)
{
    for (int32_t i = 0; i < view->bridge_count && tr_view_can_request(view); i++) {
        tr_view_bridge_slot *slot = &view->bridges[i];
        if (slot->state == TR_VIEW_PART_WANTED) {
            tr_view_request *request = tr_view_request_new(view, TR_VIEW_REQUEST_BRIDGE, true);
            if (request) {
                request->index = slot->crossing;
                slot->light = request->light;
                slot->request = tr_view_request_start(view, request) ? request : NULL;
                slot->state = slot->request ? TR_VIEW_PART_RUNNING : TR_VIEW_PART_WANTED;
            }
        }
    }
}

// The tile in a state that is needed first (or last); NULL: there is none.
static tr_view_tile_slot *find_tile(const tr_view *view, tr_view_part_state state, bool last)
{
    tr_view_tile_slot *best = NULL;
    for (int32_t i = 0; i < view->ring_count; i++) {
        const tr_view_ring *ring = &view->rings[i];
        for (int32_t k = 0; k < ring->width * ring->width; k++) {
            tr_view_tile_slot *slot = &ring->slots[k];
            if (slot->state == state && (!best || (last ? slot->rank > best->rank : slot->rank < best->rank))) {
                best = slot;
            }
        }
    }
    return best;
}

// Whether all models of a tile are on the renderer; asks for those that are not.
static bool has_models(tr_view *view, const tr_view_tile_slot *slot)
{
    bool all = true;
    for (int32_t i = 0; i < slot->plants.count; i++) {
        tr_view_model_slot *model = &view->models[slot->plants.items[i].model];
        if (model->state == TR_VIEW_PART_NONE) {
            model->state = TR_VIEW_PART_WANTED;
        }
        all = all && model->state == TR_VIEW_PART_SHOWN;
    }
    return all;
}

// Turns what was found into parts.
static void ask_for_copies(tr_view *view)
{
    for (int32_t i = 0; i < view->ring_count; i++) {
        const tr_view_ring *ring = &view->rings[i];
        for (int32_t k = 0; k < ring->width * ring->width; k++) {
            tr_view_tile_slot *slot = &ring->slots[k];
            if (slot->state != TR_VIEW_PART_FOUND || !has_models(view, slot) || !tr_view_can_request(view)) {
                continue;
            }
            tr_view_request *request = tr_view_request_new(view, TR_VIEW_REQUEST_COPIES, true);
            if (request) {
                view->host_bytes -= slot->plants.instance_count * sizeof *slot->plants.instances;
                request->plants = slot->plants;
                request->tile = slot->at;
                slot->plants = (tr_view_tile_plants){0};
                slot->light = request->light;
                slot->request = tr_view_request_start(view, request) ? request : NULL;
                slot->state = slot->request ? TR_VIEW_PART_RUNNING : TR_VIEW_PART_WANTED;
            }
        }
    }
}

static uint64_t bytes_of(const tr_view *view)
{
    return view->host_bytes + view->device_bytes;
}

// Makes space for what is needed at a rank: squares that are farther go. False: there is none.
static bool make_space(tr_view *view, uint64_t more_bytes, double rank)
{
    while (bytes_of(view) + more_bytes > view->def.budget_bytes) {
        tr_view_tile_slot *last = find_tile(view, TR_VIEW_PART_SHOWN, true);
        if (!last || last->rank <= rank + 0.05) {
            view->full_rank = fmin(view->full_rank, rank);
            return false;
        }
        view->full_rank = fmin(view->full_rank, last->rank);
        tr_view_clear_tile(view, last);
    }
    return true;
}

static void ask_for_tiles(tr_view *view)
{
    while (tr_view_can_request(view)) {
        tr_view_tile_slot *slot = find_tile(view, TR_VIEW_PART_WANTED, false);
        if (!slot || slot->rank >= view->full_rank || !make_space(view, 0, slot->rank)) {
            return;
        }
        tr_view_request *request = tr_view_request_new(view, TR_VIEW_REQUEST_PLANTS, view->def.still);
        if (!request) {
            return;
        }
        request->tile = slot->at;
        slot->request = tr_view_request_start(view, request) ? request : NULL;
        if (!slot->request) {
            return;
        }
        slot->state = TR_VIEW_PART_RUNNING;
    }
}

void tr_view_ask(tr_view *view)
{
    if (tr_view_can_request(view) && !view->survey_runs && !view->blocks && !tr_view_is_survey_good(view)) {
        ask_for_survey(view);
    }
    if (tr_view_can_request(view) && !view->sky_runs && !view->sky &&
        !(view->sky_shown && tr_view_is_sky_good(view, view->sky_height_m))) {
        ask_for_sky(view);
    }
    if (!view->has_survey || view->blocks || (view->exact && !tr_view_is_survey_good(view))) {
        return;
    }
    if (tr_view_can_request(view)) {
        ask_for_level(view);
    }
    if (tr_view_is_ground_ready(view)) {
        ask_for_copies(view);
        ask_for_models(view);
        ask_for_bridges(view);
        ask_for_tiles(view);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Taking what is made

static void take_level(tr_view *view, tr_view_request *request, bool done)
{
    tr_view_level_slot *slot = &view->levels[request->index];
    slot->request = NULL;
    if (!done) {
        return;
    }
    tr_error err;
    tr_view_level_data *level = tr_alloc(view->context, sizeof *level, &err);
    if (!level) {
        tr_view_note_failure(view, &err);
        return;
    }
    *level = (tr_view_level_data){.references = 1,
                                  .area = request->area,
                                  .key = request->key,
                                  .part = request->part,
                                  .heights = request->heights};
    request->part = NULL;
    request->heights = (tr_view_heights){0};
    view->host_bytes += tr_render_part_bytes(level->part);
    slot->made = level;
    view->made_count++;
}

static void take_model(tr_view *view, tr_view_request *request, bool done)
{
    tr_view_model_slot *slot = &view->models[request->index];
    slot->state = done ? TR_VIEW_PART_MADE : TR_VIEW_PART_WANTED;
    slot->part = request->part;
    request->part = NULL;
    view->made_count += done;
    view->host_bytes += done ? tr_render_part_bytes(slot->part) : 0;
}

static void take_bridge(tr_view *view, tr_view_request *request, bool done)
{
    for (int32_t i = 0; i < view->bridge_count; i++) {
        tr_view_bridge_slot *slot = &view->bridges[i];
        if (slot->request == request) {
            slot->request = NULL;
            slot->state = done ? TR_VIEW_PART_MADE : TR_VIEW_PART_WANTED;
            slot->part = request->part;
            request->part = NULL;
            view->made_count += done;
        }
    }
}

static void take_plants(tr_view *view, tr_view_request *request, bool done)
{
    tr_view_tile_slot *slot = tr_view_slot_of_tile(view, &request->tile);
    slot->request = NULL;
    slot->state = done ? TR_VIEW_PART_FOUND : TR_VIEW_PART_WANTED;
    slot->plants = request->plants;
    request->plants = (tr_view_tile_plants){0};
    view->host_bytes += slot->plants.instance_count * sizeof *slot->plants.instances;
}

static void take_copies(tr_view *view, tr_view_request *request, bool done)
{
    tr_view_tile_slot *slot = tr_view_slot_of_tile(view, &request->tile);
    slot->request = NULL;
    slot->state = done ? TR_VIEW_PART_MADE : TR_VIEW_PART_WANTED;
    if (!done) {
        return;
    }
    slot->copies = request->copies;
    slot->copy_count = request->copy_count;
    request->copies = NULL;
    request->copy_count = 0;
    for (int32_t i = 0; i < slot->copy_count; i++) {
        view->host_bytes += tr_render_part_bytes(slot->copies[i].part);
    }
    view->made_count++;
}

static void take_one(tr_view *view, tr_view_request *request, bool done)
{
    switch (request->kind) {
    case TR_VIEW_REQUEST_SURVEY:
        view->survey_runs = false;
        if (done) {
            view->has_survey = true;
            view->nearest_m = request->nearest_m;
            memcpy(view->survey_eye_m, request->shot.eye_m, sizeof view->survey_eye_m);
        }
        break;
    case TR_VIEW_REQUEST_SKY:
        view->sky_runs = false;
        view->sky = request->part;
        view->sky_height_m = done ? request->environment.eye_height_m : view->sky_height_m;
        request->part = NULL;
        view->made_count += done;
        break;
    case TR_VIEW_REQUEST_LEVEL: take_level(view, request, done); break;
    case TR_VIEW_REQUEST_MODEL: take_model(view, request, done); break;
    case TR_VIEW_REQUEST_BRIDGE: take_bridge(view, request, done); break;
    case TR_VIEW_REQUEST_PLANTS: take_plants(view, request, done); break;
    case TR_VIEW_REQUEST_COPIES: take_copies(view, request, done); break;
    }
}

void tr_view_take(tr_view *view)
{
    bool done;
    for (tr_view_request *request; (request = tr_view_request_take(view, &done));) {
        if (!request->orphan) {
            take_one(view, request, done);
        }
        tr_view_request_destroy(view, request);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Uploading

// What a resource takes: on the device, or in the renderer's memory.
static void count_bytes(tr_view *view, const tr_render_part *part, tr_view_resource *shown)
{
    const uint64_t device = tr_renderer_resource_info(view->renderer, shown->id).device_bytes;
    view->device_bytes -= shown->bytes;
    shown->bytes = device > 0 ? device : tr_render_part_bytes(part);
    view->device_bytes += shown->bytes;
}

static bool add_part(tr_view *view, const tr_render_part *part, tr_view_resource *shown)
{
    tr_error err;
    view->stats.repeats += shown->id.id != 0;
    *shown = (tr_view_resource){.id = tr_renderer_add(view->renderer, part, &err)};
    if (shown->id.id == 0) {
        tr_view_note_failure(view, &err);
        return false;
    }
    view->stats.uploads++;
    count_bytes(view, part, shown);
    return true;
}

// Ground and models come before everything else: all tiles may have to go for them.
static bool has_space(tr_view *view, const tr_render_part *part)
{
    tr_error err;
    if (make_space(view, tr_render_part_bytes(part), -1)) {
        return true;
    }
    tr_fail(&err, TR_ERROR_OVER_BUDGET, "the %s of the view does not fit into its budget of %llu bytes",
            tr_render_kind_name(tr_render_part_kind(part)), (unsigned long long)view->def.budget_bytes);
    tr_view_note_failure(view, &err);
    return false;
}

static bool upload_sky(tr_view *view)
{
    tr_error err;
    const bool done = tr_renderer_set_environment(view->renderer, view->sky, &err);
    tr_render_part_destroy(view->sky);
    view->sky = NULL;
    view->made_count--;
    view->sky_shown = view->sky_shown || done;
    view->stats.uploads += done;
    if (!done) {
        tr_view_note_failure(view, &err);
    }
    return done;
}

static bool replace_level(tr_view *view, tr_view_level_slot *slot)
{
    tr_error err;
    view->stats.repeats += slot->held->key == slot->made->key;
    if (!tr_renderer_replace(view->renderer, slot->shown.id, slot->made->part, &err)) {
        tr_view_note_failure(view, &err);
        return false;
    }
    view->stats.uploads++;
    count_bytes(view, slot->made->part, &slot->shown);
    return true;
}

static bool upload_level(tr_view *view, tr_view_level_slot *slot)
{
    tr_view_level_data *made = slot->made;
    const bool done = has_space(view, made->part) &&
                      (slot->held ? replace_level(view, slot) : add_part(view, made->part, &slot->shown));
    slot->made = NULL;
    view->made_count--;
    if (!done) {
        tr_view_level_release(view, made);
        return false;
    }
    tr_view_level_release(view, slot->held);
    slot->held = made;
    view->host_bytes -= tr_render_part_bytes(made->part);
    tr_render_part_trim(made->part);
    view->host_bytes += tr_render_part_bytes(made->part);
    tr_view_renew_light(view);
    return true;
}

static bool upload_model(tr_view *view, tr_view_model_slot *slot)
{
    const bool done = has_space(view, slot->part) && add_part(view, slot->part, &slot->shown);
    view->made_count--;
    view->host_bytes -= tr_render_part_bytes(slot->part);
    if (done) {
        tr_render_part_trim(slot->part);
        view->host_bytes += tr_render_part_bytes(slot->part);
    } else {
        tr_render_part_destroy(slot->part);
        slot->part = NULL;
    }
    slot->state = done ? TR_VIEW_PART_SHOWN : TR_VIEW_PART_WANTED;
    return done;
}

static bool upload_bridge(tr_view *view, tr_view_bridge_slot *slot)
{
    const bool done = !slot->part || add_part(view, slot->part, &slot->shown);
    tr_render_part_destroy(slot->part);
    slot->part = NULL;
    view->made_count--;
    slot->state = done ? TR_VIEW_PART_SHOWN : TR_VIEW_PART_WANTED;
    return done;
}

// One of the copies of a tile.
static bool upload_tile(tr_view *view, tr_view_tile_slot *slot)
{
    if (slot->uploaded < slot->copy_count) {
        tr_view_copies *copies = &slot->copies[slot->uploaded];
        const uint64_t bytes = tr_render_part_bytes(copies->part);
        if (!make_space(view, bytes, slot->rank) || !add_part(view, copies->part, &copies->shown)) {
            tr_view_clear_tile(view, slot);
            return false;
        }
        tr_render_part_destroy(copies->part);
        copies->part = NULL;
        view->host_bytes -= bytes;
        slot->uploaded++;
        tr_view_thin_tile(view, slot);
    }
    if (slot->uploaded == slot->copy_count) {
        slot->state = TR_VIEW_PART_SHOWN;
        view->made_count--;
    }
    return true;
}

// Uploads what is needed first. False: there is nothing, or it failed.
static bool upload_next(tr_view *view)
{
    if (view->sky) {
        return upload_sky(view);
    }
    for (int i = TR_RENDER_MAX_LEVELS - 1; i >= 0; i--) {
        if (view->levels[i].made) {
            return upload_level(view, &view->levels[i]);
        }
    }
    for (int32_t i = 0; i < TR_VIEW_MODELS; i++) {
        if (view->models[i].state == TR_VIEW_PART_MADE) {
            return upload_model(view, &view->models[i]);
        }
    }
    for (int32_t i = 0; i < view->bridge_count; i++) {
        if (view->bridges[i].state == TR_VIEW_PART_MADE) {
            return upload_bridge(view, &view->bridges[i]);
        }
    }
    tr_view_tile_slot *slot = find_tile(view, TR_VIEW_PART_MADE, false);
    return slot && upload_tile(view, slot);
}

// At least one, so that a view gets on even where each takes longer than the budget.
void tr_view_upload(tr_view *view, int64_t deadline_ns)
{
    const int64_t begin_ns = tr_os_now_ns();
    while (view->made_count > 0 && upload_next(view) && tr_os_now_ns() < deadline_ns) {
    }
    view->upload_ns += tr_os_now_ns() - begin_ns;
}
