// The placement cases of `terrane bench`: areas, layers and the world around them as in the source, against its own
// ways and dart throwing.
#include "bench/bench.h"
#include "scenes/dart_throwing.h"
#include "scenes/place_baselines.h"

#include <math.h>
#include <stdio.h>

// The side of the source's world, whose textures all areas are a part of.
enum { WORLD_M = 10000 };

typedef struct bench_rig {
    tr_context *context;
    place_scene scene;
    tr_placer *placer;
    tr_place_request_def request;
    double candidates;  // in the region
    int64_t objects;    // of the last run
} bench_rig;

static void close_rig(bench_rig *rig)
{
    if (rig->context) {
        tr_placer_destroy(rig->placer);
        place_scene_destroy(rig->context, &rig->scene);
        tr_context_destroy(rig->context);
    }
    rig->context = NULL;
}

typedef struct rig_def {
    place_scene_kind scene;
    int64_t world_m, side_m;  // of what the textures span, and of what is asked for
    tr_backend backend;
    int threads;
} rig_def;

static bool open_rig(const bench_settings *settings, const rig_def *wanted, bench_rig *out, tr_error *err)
{
    tr_context_def def = settings->context;
    def.threads = wanted->threads;
    def.backend = wanted->backend;
    *out = (bench_rig){.context = tr_context_create(&def, err)};
    if (!out->context) {
        return false;
    }
    if (!place_scene_create(out->context, wanted->scene, &out->scene, err)) {
        tr_context_destroy(out->context);
        out->context = NULL;
        return false;
    }
    out->placer = place_scene_placer(out->context, &out->scene, settings->seed, wanted->world_m, err);
    if (!out->placer) {
        close_rig(out);
        return false;
    }
    out->request = tr_default_place_request_def();
    out->request.region_m = (tr_region){0, 0, wanted->side_m, wanted->side_m};
    const double per_m2 = tr_pattern_info_of(tr_placer_set(out->placer, 0)->pattern).per_footprint;
    out->candidates = per_m2 * (double)wanted->side_m * (double)wanted->side_m;
    return true;
}

static bool work_place(void *user, tr_error *err)
{
    bench_rig *rig = user;
    tr_placement *placement = tr_place(rig->placer, &rig->request, NULL, err);
    if (!placement) {
        return false;
    }
    rig->objects = tr_placement_count(placement, -1, -1);
    tr_placement_destroy(placement);
    return true;
}

static bench_row row_of(const bench_rig *rig, const char *name, const char *unit)
{
    bench_row row = {.isa = tr_context_isa(rig->context),
                     .backend = tr_context_backend(rig->context),
                     .threads = tr_context_threads(rig->context),
                     .unit = unit,
                     .less = true};
    snprintf(row.name, sizeof row.name, "%s", name);
    return row;
}

// ---------------------------------------------------------------------------------------------------------
// Against the source's own method

typedef struct plain_rig {
    plain_placing placing;
    tr_context *context;  // whose threads work; NULL: none
} plain_rig;

static bool work_plain(void *user, tr_error *err)
{
    plain_rig *rig = user;
    return plain_placing_run(&rig->placing, rig->context, err);
}

static bool compare_with_plain(bench_run *run, const rig_def *which, double min, const char *name, bench_rig *rig,
                               tr_error *err)
{
    const bool is_parallel = which->threads > 1;
    plain_rig plain = {.context = is_parallel ? rig->context : NULL};
    if (!plain_placing_create(&rig->scene, (double)which->world_m, (double)which->side_m, &plain.placing, err)) {
        return false;
    }
    double taken[2];
    const bool ok = bench_time_pair(work_place, rig, work_plain, &plain, 2, taken, err);
    if (ok) {
        bench_row row = row_of(rig, name, "ns/cand");
        row.ours = taken[0] * 1e9 / rig->candidates;
        row.baseline = taken[1] * 1e9 / (double)plain.placing.candidate_count;
        row.baseline_name = is_parallel ? "the source's way, threads" : "the source's way, one core";
        row.floor = min;
        bench_add(run, &row);
    }
    plain_placing_destroy(&plain.placing);
    return ok;
}

static bool run_plain(bench_run *run, const rig_def *which, double min, tr_error *err)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s, side %d", place_scene_name(which->scene),
             which->world_m == WORLD_M ? "" : ", fine", (int)which->side_m);
    if (!bench_wants(run, name)) {
        return true;
    }
    bench_rig rig;
    if (!open_rig(run->settings, which, &rig, err)) {
        return which->backend == TR_BACKEND_GL;  // there is no driver
    }
    const bool ok = compare_with_plain(run, which, min, name, &rig, err);
    close_rig(&rig);
    return ok;
}

static bool run_all_plain(bench_run *run, tr_error *err)
{
    const int32_t sides_m[] = {100, 500, 1000};
    const place_scene_kind scenes[] = {PLACE_SCENE_FIRST, PLACE_SCENE_THIRD};
    for (int scene = 0; scene < 2; scene++) {
        for (int side = 0; side < 3; side++) {
            const rig_def one = {scenes[scene], WORLD_M, sides_m[side], TR_BACKEND_CPU, 1};
            // Samples of 2 m and less, of which hardly two candidates share one: a matter of caches.
            const rig_def fine = {scenes[scene], sides_m[side], sides_m[side], TR_BACKEND_CPU, 1};
            const rig_def two = {scenes[scene], WORLD_M, sides_m[side], TR_BACKEND_CPU, 2};
            const rig_def gl = {scenes[scene], WORLD_M, sides_m[side], TR_BACKEND_GL, 1};
            if (!run_plain(run, &one, 10, err) || !run_plain(run, &fine, 0, err) || !run_plain(run, &two, 0, err) ||
                (run->settings->context.backend != TR_BACKEND_CPU && !run_plain(run, &gl, 0, err))) {
                return false;
            }
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Against dart throwing

static bool work_darts(void *user, tr_error *err)
{
    (void)err;
    dart_throwing_run(user);
    return true;
}

// With about as many objects as the source had when it compared itself with dart throwing, which only finds places and
// knows no densities.
static bool run_darts(bench_run *run, int32_t side_m, int threads, double min, tr_error *err)
{
    char name[64];
    snprintf(name, sizeof name, "request, side %d", (int)side_m);
    if (!bench_wants(run, name)) {
        return true;
    }
    bench_rig rig;
    dart_throwing darts;
    const rig_def which = {PLACE_SCENE_SOURCE, WORLD_M, side_m, TR_BACKEND_CPU, threads};
    if (!open_rig(run->settings, &which, &rig, err)) {
        return false;
    }
    bool ok = dart_throwing_create(side_m, &darts, err);
    if (ok) {
        double taken[2];
        ok = bench_time_pair(work_place, &rig, work_darts, &darts, 2, taken, err);
        if (ok) {
            bench_row row = row_of(&rig, name, "ms");
            row.ours = taken[0] * 1e3;
            row.baseline = taken[1] * 1e3;
            row.baseline_name = "dart throwing, 25 tries";
            row.floor = min;
            bench_add(run, &row);
        }
        dart_throwing_destroy(&darts);
    }
    close_rig(&rig);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Growth

// The side of a square with about so many candidates.
static int64_t side_of(double candidates)
{
    const double per_m2 = 0.6864;
    return (int64_t)ceil(sqrt(candidates / per_m2));
}

static bool run_growth(bench_run *run, int power, tr_error *err)
{
    enum { REFERENCE = 6 };
    char name[64];
    snprintf(name, sizeof name, "by count, 10^%d candidates", power);
    if (!bench_wants(run, name)) {
        return true;
    }
    const int64_t side_m = side_of(pow(10, power)), reference_m = side_of(pow(10, REFERENCE));
    const rig_def which = {PLACE_SCENE_SPARSE, side_m, side_m, TR_BACKEND_CPU, 1};
    const rig_def compared = {PLACE_SCENE_SPARSE, reference_m, reference_m, TR_BACKEND_CPU, 1};
    bench_rig rig, reference;
    if (!open_rig(run->settings, &which, &rig, err)) {
        return false;
    }
    bool ok = open_rig(run->settings, &compared, &reference, err);
    if (ok) {
        double taken[2];
        ok = bench_time_pair(work_place, &rig, work_place, &reference, 2, taken, err);
        if (ok) {
            bench_row row = row_of(&rig, name, "ns/cand");
            row.ours = taken[0] * 1e9 / rig.candidates;
            row.baseline = taken[1] * 1e9 / reference.candidates;
            row.baseline_name = "10^6 candidates";
            row.floor = 0.5;
            bench_add(run, &row);
        }
        close_rig(&reference);
    }
    close_rig(&rig);
    return ok;
}

bool bench_place(bench_run *run, tr_error *err)
{
    if (!run_all_plain(run, err)) {
        return false;
    }
    for (int threads = 1; threads <= 2; threads++) {
        if (!run_darts(run, 100, threads, 0, err) || !run_darts(run, 500, threads, 0, err) ||
            !run_darts(run, 1000, threads, threads == 2 ? 90 : 0, err)) {
            return false;
        }
    }
    for (int power = 4; power <= 8; power++) {
        if (!run_growth(run, power, err)) {
            return false;
        }
    }
    return true;
}
