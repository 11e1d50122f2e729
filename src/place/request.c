// Requests: cells of each set that matters, by falling discs, so that all a set gives way to is settled before it.
#include <assert.h>
#include <string.h>

#include "base/integers.h"
#include "place/choose.h"
#include "place/compact.h"
#include "place/place_def.h"

typedef struct request_run {
    const tr_placer *placer;
    const tr_place_request_def *request;
    tr_fine_region region;  // within the bounds
    const tr_progress *progress;
    double done, whole;  // steps of the progress
    tr_place_cells cells[TR_PLACE_MAX_SETS];
    int32_t count;
} request_run;

// ---------------------------------------------------------------------------------------------------------
// Progress: steps of equal length, a band of a set or its compaction each

static bool report_step(void *user, double share)
{
    const request_run *run = user;
    return run->progress->report(run->progress->user, (run->done + share) / run->whole);
}

static tr_progress step_of(request_run *run)
{
    return (tr_progress){run->progress && run->progress->report ? report_step : NULL, run};
}

// ---------------------------------------------------------------------------------------------------------
// What is asked for

static bool check_request(const tr_placer *placer, const tr_place_request_def *request, tr_error *err)
{
    assert(placer && request && request->cookie == TR_PLACE_REQUEST_COOKIE);
    const tr_region *region = &request->region_m;
    if (region->x0 > region->x1 || region->z0 > region->z1)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the region from (%lld, %lld) to (%lld, %lld) m is inverted",
                       (long long)region->x0, (long long)region->z0, (long long)region->x1, (long long)region->z1);
    const uint32_t there = (UINT32_C(1) << placer->def.set_count) - 1;
    if (request->sets != UINT32_MAX && (request->sets & ~there) != 0)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the sets 0x%x were asked for; there are %d", request->sets,
                       placer->def.set_count);
    if (request->to_gl && tr_context_backend(placer->context) != TR_BACKEND_GL)
        return tr_fail(err, TR_ERROR_UNSUPPORTED, "records in a GL buffer need the backend gl");
    return true;
}

static tr_region cut(const tr_region *region, const tr_region *bounds)
{
    return (tr_region){tr_max_i64(region->x0, bounds->x0), tr_max_i64(region->z0, bounds->z0),
                       tr_min_i64(region->x1, bounds->x1), tr_min_i64(region->z1, bounds->z1)};
}

// The region within the bounds; empty where nothing can stand.
static bool find_region(const tr_placer *placer, const tr_region *region_m, tr_fine_region *out, tr_error *err)
{
    const tr_region found = placer->def.has_bounds ? cut(region_m, &placer->def.bounds_m) : *region_m;
    *out = (tr_fine_region){0, 0, 0, 0};
    if (found.x0 >= found.x1 || found.z0 >= found.z1) return true;
    const int64_t min = -TR_PLACE_MAX_M, max = TR_PLACE_MAX_M, fine = TR_PLACE_FINE_PER_METRE;
    if (found.x0 < min || found.z0 < min || found.x1 > max || found.z1 > max)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "the region from (%lld, %lld) to (%lld, %lld) m reaches beyond 2^42 m",
                       (long long)found.x0, (long long)found.z0, (long long)found.x1, (long long)found.z1);
    *out = (tr_fine_region){found.x0 * fine, found.z0 * fine, found.x1 * fine, found.z1 * fine};
    return true;
}

// The region and `margin` around it, within the bounds.
static tr_fine_region grown(const request_run *run, int64_t margin)
{
    const tr_fine_region *from = &run->region;
    tr_fine_region out = {from->x0 - margin, from->z0 - margin, from->x1 + margin, from->z1 + margin};
    if (!run->placer->def.has_bounds) return out;
    const tr_region *bounds = &run->placer->def.bounds_m;
    const int64_t fine = TR_PLACE_FINE_PER_METRE;
    out.x0 = tr_max_i64(out.x0, bounds->x0 * fine);
    out.z0 = tr_max_i64(out.z0, bounds->z0 * fine);
    out.x1 = tr_min_i64(out.x1, bounds->x1 * fine);
    out.z1 = tr_min_i64(out.z1, bounds->z1 * fine);
    return out;
}

static bool is_wanted(const request_run *run, int32_t set)
{
    return run->request->sets >> set & 1;
}

// ---------------------------------------------------------------------------------------------------------
// The steps

static bool open_cells(request_run *run, tr_error *err)
{
    int64_t margins[TR_PLACE_MAX_SETS];
    tr_place_margins(run->placer, run->request, margins);
    for (int32_t rank = 0; rank < run->placer->def.set_count; rank++) {
        const int32_t set = run->placer->by_rank[rank];
        if (margins[set] < 0) continue;
        const tr_fine_region within = grown(run, margins[set]);
        tr_place_cells *cells = &run->cells[run->count++];
        if (!tr_place_cells_open(run->placer, set, &within, is_wanted(run, set), cells, err)) return false;
        run->whole += cells->block_count + is_wanted(run, set);
    }
    return true;
}

static bool is_exact(const request_run *run, const tr_place_cells *cells)
{
    return memcmp(&cells->within, &run->region, sizeof run->region) == 0;
}

static bool choose_set(request_run *run, tr_place_cells *cells, tr_error *err)
{
    const tr_progress progress = step_of(run);
    const bool stays = run->count == 1 && is_exact(run, cells);
    for (int32_t band = 0; band < cells->block_count; band++) {
        if (cells->owns_blocks && !tr_place_band_fill(run->placer, cells, band, err)) return false;
        if (!tr_place_choose(run->placer, cells, band, stays, &progress, err)) return false;
        if (cells->owns_blocks) tr_place_block_drop_densities(run->placer->context, &cells->blocks[band]);
        run->done += 1;
    }
    return true;
}

static bool place_sets(request_run *run, tr_placement *out, tr_error *err)
{
    for (int32_t i = 0; i < run->count; i++) {
        if (!choose_set(run, &run->cells[i], err)) return false;
        if (!run->request->alone && i > 0 && !tr_place_collide(run->placer, &run->cells[i], run->cells, i, err))
            return false;
    }
    for (int32_t i = 0; i < run->count; i++) {
        tr_place_cells *cells = &run->cells[i];
        if (!is_wanted(run, cells->set)) continue;
        if (!is_exact(run, cells)) tr_place_cells_trim(run->placer, cells, &run->region);
        const tr_progress progress = step_of(run);
        if (!tr_place_compact(run->placer, cells, run->request->to_gl, &progress, &out->sets[cells->set], err))
            return false;
        run->done += 1;
    }
    return true;
}

static tr_placement *open_placement(const tr_placer *placer, tr_error *err)
{
    const size_t sets_size = (size_t)placer->def.set_count * sizeof(tr_placed_set);
    tr_placement *placement = tr_alloc(placer->context, sizeof *placement + sets_size, err);
    if (!placement) return NULL;
    *placement = (tr_placement){placer, (tr_placed_set *)(placement + 1)};
    memset(placement->sets, 0, sets_size);
    for (int32_t set = 0; set < placer->def.set_count; set++)
        placement->sets[set].frame.unit_m = (double)placer->sets[set].unit / TR_PLACE_FINE_PER_METRE;
    return placement;
}

tr_placement *tr_place(const tr_placer *placer, const tr_place_request_def *request, const tr_progress *progress,
                       tr_error *err)
{
    if (!check_request(placer, request, err)) return NULL;
    request_run run = {.placer = placer, .request = request, .progress = progress};
    if (!find_region(placer, &request->region_m, &run.region, err)) return NULL;
    tr_placement *placement = open_placement(placer, err);
    if (!placement || tr_fine_region_is_empty(&run.region)) return placement;
    const bool ok = open_cells(&run, err) && place_sets(&run, placement, err);
    for (int32_t i = 0; i < run.count; i++) tr_place_cells_close(placer, &run.cells[i]);
    if (ok) return placement;
    tr_placement_destroy(placement);
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------
// As a job

typedef struct place_job {
    const tr_placer *placer;
    tr_place_request_def request;
    tr_placement **out;
} place_job;

static bool report_to_job(void *user, double share)
{
    tr_job_set_share(user, share);
    return !tr_job_should_stop(user);
}

static bool run_place_job(void *user, tr_job *job, tr_error *err)
{
    const place_job *place = user;
    const tr_progress progress = {report_to_job, job};
    *place->out = tr_place(place->placer, &place->request, &progress, err);
    return *place->out != NULL;
}

static void release_place_job(void *user)
{
    place_job *job = user;
    tr_free(job->placer->context, job);
}

tr_job *tr_place_start(const tr_placer *placer, const tr_place_request_def *request, tr_priority priority,
                       tr_placement **out, tr_error *err)
{
    assert(out);
    *out = NULL;
    if (!check_request(placer, request, err)) return NULL;
    place_job *place = tr_alloc(placer->context, sizeof *place, err);
    if (!place) return NULL;
    *place = (place_job){placer, *request, out};
    const tr_job_work def = {run_place_job, release_place_job, place, priority};
    tr_job *job = tr_job_start(placer->context, &def, err);
    if (!job) release_place_job(place);
    return job;
}
