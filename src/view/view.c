// Views (terrane/view.h).
#include <assert.h>
#include <math.h>
#include <string.h>

#include "view/view_state.h"
#include "view/view_wait.h"

enum { VIEW_COOKIE = 0x76696577, PAUSE_UPDATES = 30 };

tr_view_def tr_default_view_def(void)
{
    return (tr_view_def){.cookie = VIEW_COOKIE,
                         .form = TR_VIEW_GROUND,
                         .width = 1280,
                         .height = 720,
                         .environment = tr_default_environment_def(),
                         .plants = true,
                         .bridges = true,
                         .sample_px = 3,
                         .finest_m = 0.25,
                         .farthest_m = 250000,
                         .plant_range = 1,
                         .near_chunks = 6,
                         .far_chunks = 32,
                         .upload_s = 0.004,
                         .budget_bytes = UINT64_C(768) << 20,
                         .max_jobs = 2};
}

tr_view_def tr_view_def_of_quality(tr_render_quality quality)
{
    static const double sample_px[TR_QUALITY_COUNT] = {6, 4, 3, 2}, plant_range[TR_QUALITY_COUNT] = {0.25, 0.5, 1, 1};
    static const double finest_m[TR_QUALITY_COUNT] = {1, 0.5, 0.25, 0.25};
    assert((unsigned)quality < TR_QUALITY_COUNT);
    tr_view_def def = tr_default_view_def();
    def.sample_px = sample_px[quality];
    def.plant_range = plant_range[quality];
    def.finest_m = finest_m[quality];
    return def;
}

tr_view_def tr_picture_view_def(void)
{
    tr_view_def def = tr_default_view_def();
    def.still = true;
    def.sample_px = 1.35;
    def.farthest_m = 1e6;
    def.near_chunks = 10;
    def.far_chunks = 64;
    def.budget_bytes = UINT64_C(4) << 30;
    return def;
}

// ---------------------------------------------------------------------------------------------------------
// Checking

static bool check_number(const char *name, double value, double low, double high, tr_error *err)
{
    if (!isfinite(value)) {
        return tr_fail(err, TR_ERROR_NOT_FINITE, "%s of the view is not finite", name);
    }
    return (value >= low && value <= high) ||
           tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s of the view is %g; allowed is %g to %g", name, value, low, high);
}

static bool check_def(const tr_view_def *def, tr_error *err)
{
    int exponent;
    if ((unsigned)def->form >= TR_VIEW_FORM_COUNT) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "form of the view is %d; it must be one of tr_view_form",
                       (int)def->form);
    }
    if (!check_number("width", def->width, TR_RENDER_MIN_SIDE_PX, TR_RENDER_MAX_SIDE_PX, err) ||
        !check_number("height", def->height, TR_RENDER_MIN_SIDE_PX, TR_RENDER_MAX_SIDE_PX, err) ||
        !check_number("sample_px", def->sample_px, 0.5, 64, err) ||
        !check_number("finest_m", def->finest_m, 0.125, 1024, err) ||
        !check_number("farthest_m", def->farthest_m, 500, 1e6, err) ||
        !check_number("plant_range", def->plant_range, 0.05, 4, err) ||
        !check_number("upload_s", def->upload_s, 0, 1, err) ||
        !check_number("max_jobs", def->max_jobs, 1, TR_VIEW_MAX_JOBS, err)) {
        return false;
    }
    return frexp(def->finest_m, &exponent) == 0.5 ||
           tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "finest_m of the view is %g; it must be a power of two",
                   def->finest_m);
}

static bool check_camera(const tr_camera_def *camera, tr_error *err)
{
    bool same = true;
    for (int i = 0; i < 3; i++) {
        if (!isfinite(camera->eye_m[i]) || !isfinite(camera->target_m[i])) {
            return tr_fail(err, TR_ERROR_NOT_FINITE, "the camera of the view is at a place that is not finite");
        }
        same = same && camera->eye_m[i] == camera->target_m[i];
    }
    if (same) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "eye and target of the view are the same point");
    }
    return check_number("fov_deg of the camera", camera->fov_deg, 10, 120, err);
}

// ---------------------------------------------------------------------------------------------------------
// Making and ending

static bool create_bridges(tr_view *view, tr_error *err)
{
    const tr_carving *carving = tr_world_carving(view->world);
    const int32_t count = carving && view->def.bridges ? tr_carving_crossing_count(carving) : 0;
    if (count == 0) {
        return true;
    }
    view->bridges = tr_alloc_array(view->context, (size_t)count, sizeof *view->bridges, err);
    for (int32_t i = 0; view->bridges && i < count; i++) {
        if (tr_carving_crossing_at(carving, i).bridge) {
            view->bridges[view->bridge_count++] = (tr_view_bridge_slot){.crossing = i};
        }
    }
    return view->bridges != NULL;
}

static bool create_rings(tr_view *view, tr_error *err)
{
    const tr_world_def *world = tr_world_def_of(view->world);
    const int32_t count = view->def.plants && tr_world_placer(view->world) ? world->place_set_count : 0;
    for (int32_t i = 0; i < count; i++) {
        tr_view_ring *ring = &view->rings[view->ring_count];
        *ring = (tr_view_ring){.set = i, .side_m = (double)tr_view_tile_side_m(view->world, i)};
        // One more on either side is kept, so that an eye that goes to and fro does not call for the same squares
        // again.
        ring->width = 2 * (int32_t)ceil(view->def.plant_range * world->place_sets[i].view_m / ring->side_m) + 5;
        const size_t slots = (size_t)ring->width * (size_t)ring->width;
        ring->slots = tr_alloc_array(view->context, slots, sizeof *ring->slots, err);
        if (!ring->slots) {
            return false;
        }
        memset(ring->slots, 0, slots * sizeof *ring->slots);
        view->ring_count++;
    }
    return true;
}

static bool create_woods(tr_view *view, tr_error *err)
{
    if (!view->def.plants) {
        return true;
    }
    view->woods = tr_alloc(view->context, sizeof *view->woods, err);
    return view->woods && tr_view_woods_create(view->world, view->woods, err);
}

static bool create_parts(tr_view *view, tr_error *err)
{
    view->def.environment.sea_level_m = tr_world_def_of(view->world)->sea_level_m;
    if (view->def.form == TR_VIEW_BLOCKS) {
        view->blocks = tr_block_view_create(view->world, view->renderer, &view->def, err);
        return view->blocks && tr_view_blocks_sea_level(view->world, &view->def.environment.sea_level_m, err);
    }
    return create_woods(view, err) && create_bridges(view, err) && create_rings(view, err);
}

tr_view *tr_view_create(const tr_world *world, tr_renderer *renderer, const tr_view_def *def, tr_error *err)
{
    assert(world && renderer && def && def->cookie == VIEW_COOKIE);
    tr_context *context = tr_world_context(world);
    tr_view *view = check_def(def, err) ? tr_alloc(context, sizeof *view, err) : NULL;
    if (!view) {
        return NULL;
    }
    *view = (tr_view){.world = world, .context = context, .renderer = renderer, .def = *def, .full_rank = INFINITY};
    const bool done = create_parts(view, err);
    view->def.save = NULL;  // the caller's text
    if (!done) {
        tr_view_destroy(view);
        return NULL;
    }
    return view;
}

void tr_view_destroy(tr_view *view)
{
    if (!view) {
        return;
    }
    for (int32_t i = 0; i < view->request_count; i++) {
        tr_view_request_abandon(view->requests[i]);
    }
    for (int32_t i = 0; i < view->request_count; i++) {
        tr_job_finish(view->requests[i]->job, NULL);
        tr_view_request_destroy(view, view->requests[i]);
    }
    for (int i = 0; i < TR_RENDER_MAX_LEVELS; i++) {
        view->levels[i].request = NULL;
    }
    view->request_count = 0;
    for (int32_t i = 0; i < view->bridge_count; i++) {
        view->bridges[i].request = NULL;
    }
    for (int32_t i = 0; i < view->ring_count; i++) {
        for (int32_t k = 0; k < view->rings[i].width * view->rings[i].width; k++) {
            view->rings[i].slots[k].request = NULL;
        }
    }
    tr_view_clear_places(view);
    for (int32_t i = 0; i < TR_VIEW_MODELS; i++) {
        tr_view_drop(view, &view->models[i].shown);
        tr_render_part_destroy(view->models[i].part);
    }
    for (int32_t i = 0; i < view->ring_count; i++) {
        tr_free(view->context, view->rings[i].slots);
    }
    tr_render_part_destroy(view->sky);
    tr_block_view_destroy(view->blocks);
    tr_free(view->context, view->bridges);
    tr_free(view->context, view->woods);
    tr_free(view->context, view);
}

void tr_view_note_failure(tr_view *view, const tr_error *err)
{
    view->stats.failures++;
    view->pause = PAUSE_UPDATES;
    if (view->failure.code == TR_ERROR_NONE) {
        view->failure = *err;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Counting

static uint64_t missing_of(const tr_view *view)
{
    uint64_t missing = !(view->sky_shown && tr_view_is_sky_good(view, view->sky_height_m)) || view->sky;
    missing += !view->blocks && !tr_view_is_survey_good(view);
    for (int i = 0; i < TR_RENDER_MAX_LEVELS; i++) {
        missing += view->levels[i].wanted && !tr_view_is_level_good(view, &view->levels[i]);
    }
    for (int32_t i = 0; i < view->bridge_count; i++) {
        const tr_view_part_state state = view->bridges[i].state;
        missing += state != TR_VIEW_PART_NONE && state != TR_VIEW_PART_SHOWN;
    }
    for (int32_t i = 0; i < view->ring_count; i++) {
        for (int32_t k = 0; k < view->rings[i].width * view->rings[i].width; k++) {
            const tr_view_part_state state = view->rings[i].slots[k].state;
            missing += state != TR_VIEW_PART_NONE && state != TR_VIEW_PART_SHOWN;
        }
    }
    return missing;
}

static void count_tiles(const tr_view *view, tr_view_stats *stats)
{
    for (int32_t i = 0; i < view->ring_count; i++) {
        for (int32_t k = 0; k < view->rings[i].width * view->rings[i].width; k++) {
            const tr_view_tile_slot *slot = &view->rings[i].slots[k];
            for (int32_t c = 0; c < slot->copy_count; c++) {
                if (slot->copies[c].shown.id.id != 0) {
                    stats->plants += slot->copies[c].count;
                    stats->shown++;
                }
            }
        }
    }
}

tr_view_stats tr_view_statistics(const tr_view *view)
{
    assert(view);
    tr_view_stats stats = view->stats;
    stats.missing = missing_of(view);
    stats.running = (uint64_t)view->request_count;
    stats.ready = view->made_count;
    stats.host_bytes = view->host_bytes;
    stats.device_bytes = view->device_bytes;
    for (int i = 0; i < TR_RENDER_MAX_LEVELS; i++) {
        if (view->levels[i].held) {
            stats.levels++;
            stats.shown++;
            stats.samples += (uint64_t)view->levels[i].held->area.width * (uint64_t)view->levels[i].held->area.height;
        }
    }
    for (int32_t i = 0; i < view->bridge_count; i++) {
        stats.bridges += view->bridges[i].shown.id.id != 0;
    }
    for (int32_t i = 0; i < TR_VIEW_MODELS; i++) {
        stats.shown += view->models[i].shown.id.id != 0;
    }
    stats.shown += stats.bridges;
    count_tiles(view, &stats);
    if (view->blocks) {
        tr_block_view_count(view->blocks, &stats);
    }
    return stats;
}

// ---------------------------------------------------------------------------------------------------------
// Following

// Everything of one update.
static void step(tr_view *view, int64_t deadline_ns)
{
    tr_view_take(view);
    if (view->has_survey && !view->blocks && !(view->exact && !tr_view_is_survey_good(view))) {
        tr_view_want(view);
    }
    tr_view_upload(view, deadline_ns);
    tr_view_ask(view);
}

static bool end_blocks(tr_view *view, const tr_block_view_work *work, bool done, const tr_error *err)
{
    view->wait_ns += work->wait_ns;
    view->upload_ns += work->upload_ns;
    view->stats.uploads += work->uploads;
    view->stats.drops += work->drops;
    if (!done) {
        tr_view_note_failure(view, err);
    }
    return done;
}

static void update_blocks(tr_view *view, int64_t deadline_ns)
{
    tr_error err;
    tr_block_view_work work = {.deadline_ns = deadline_ns};
    const bool done = tr_block_view_update(view->blocks, view->shot.eye_m, &work, &err);
    end_blocks(view, &work, done, &err);
}

static bool settle_blocks(tr_view *view, const tr_progress *progress)
{
    tr_error err;
    tr_block_view_work work = {0};
    const bool done = tr_block_view_settle(view->blocks, view->shot.eye_m, progress, &work, &err);
    return end_blocks(view, &work, done, &err);
}

static bool report_failure(const tr_view *view, tr_error *err)
{
    if (view->failure.code == TR_ERROR_NONE) {
        return true;
    }
    if (err) {
        *err = view->failure;
    }
    return false;
}

static bool begin(tr_view *view, const tr_camera_def *camera, bool exact, tr_error *err)
{
    if (!check_camera(camera, err)) {
        return false;
    }
    view->failure.code = TR_ERROR_NONE;
    view->wait_ns = view->upload_ns = 0;
    view->exact = exact;
    tr_view_follow(view, camera);
    return true;
}

bool tr_view_update(tr_view *view, const tr_camera_def *camera, tr_error *err)
{
    assert(view && camera);
    const int64_t begin_ns = tr_os_now_ns();
    if (!begin(view, camera, false, err)) {
        return false;
    }
    const int64_t deadline_ns = begin_ns + (int64_t)(view->def.upload_s * 1e9);
    view->pause -= view->pause > 0;
    step(view, deadline_ns);
    if (view->blocks) {
        update_blocks(view, deadline_ns);
    }
    tr_view_stats *stats = &view->stats;
    stats->update_s = (double)(tr_os_now_ns() - begin_ns) / 1e9;
    stats->wait_s = (double)view->wait_ns / 1e9;
    stats->upload_s = (double)view->upload_ns / 1e9;
    stats->max_update_s = fmax(stats->max_update_s, stats->update_s);
    stats->max_wait_s = fmax(stats->max_wait_s, stats->wait_s);
    return report_failure(view, err);
}

static bool wait_for_all(tr_view *view, const tr_progress *progress, tr_error *err)
{
    view->pause = 0;
    view->full_rank = INFINITY;
    const uint64_t requests = view->stats.requests;
    double share = 0;
    for (;;) {
        const uint64_t uploads = view->stats.uploads;
        step(view, INT64_MAX);
        if (!report_failure(view, err)) {
            return false;
        }
        const uint64_t missing = missing_of(view);
        if (missing == 0) {
            return true;
        }
        if (view->request_count == 0 && view->stats.uploads == uploads) {
            return tr_fail(err, TR_ERROR_OVER_BUDGET, "%llu parts of the view do not fit into its budget of %llu bytes",
                           (unsigned long long)missing, (unsigned long long)view->def.budget_bytes);
        }
        share = fmax(share, 1 - (double)missing / (double)(missing + view->stats.requests - requests));
        if (progress && progress->report && !progress->report(progress->user, share)) {
            return tr_fail(err, TR_ERROR_CANCELLED, "waiting for the view was cancelled");
        }
        if (view->request_count > 0) {
            tr_job_wait(view->requests[0]->job, -1);
        }
    }
}

static bool wait_at(tr_view *view, const tr_camera_def *camera, bool exact, const tr_progress *progress, tr_error *err)
{
    assert(view && camera);
    if (!begin(view, camera, exact, err)) {
        return false;
    }
    if (view->blocks && !settle_blocks(view, progress)) {
        return report_failure(view, err);
    }
    return wait_for_all(view, view->blocks ? NULL : progress, err);
}

bool tr_view_settle(tr_view *view, const tr_camera_def *camera, const tr_progress *progress, tr_error *err)
{
    return wait_at(view, camera, true, progress, err);
}

bool tr_view_catch_up(tr_view *view, const tr_camera_def *camera, const tr_progress *progress, tr_error *err)
{
    return wait_at(view, camera, false, progress, err);
}
