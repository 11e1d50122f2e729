// The carving cases of `terrane bench`: the data sets of the source (carve_scenes.h), each against the ways it is
// compared with.
#include "bench/bench.h"
#include "carve/sample/search.h"
#include "scenes/carve_scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct rig_def {
    carve_set set;
    int copies;  // side by side
    tr_piece_search search;
    int threads;
    double spacing_m;
    bool channels;  // dense channels of the whole square
    bool banked;    // roads lean over in bends
} rig_def;

// A carving in a context of its own, and memory for its channels that is not the context's.
typedef struct bench_rig {
    rig_def def;
    tr_context *context;
    tr_carving *carving;
    tr_displacement *displacement;
    tr_sample_area area;
    tr_carve_channels out;
    float *samples;
    int moves;
} bench_rig;

static void close_rig(bench_rig *rig)
{
    free(rig->samples);
    if (rig->context) {
        tr_displacement_destroy(rig->displacement);
        tr_carving_destroy(rig->carving);
        tr_context_destroy(rig->context);
    }
    *rig = (bench_rig){0};
}

// The paths of a rig, not committed yet.
static bool fill_rig(bench_rig *rig, tr_error *err)
{
    const rig_def *def = &rig->def;
    const tr_carving_def carving = carve_scene_def();
    rig->carving = tr_carving_create(rig->context, &carving, err);
    if (!rig->carving) {
        return false;
    }
    tr_carving_set_search(rig->carving, def->search);
    int columns = 1;
    while (columns * columns < def->copies) {
        columns++;
    }
    for (int i = 0; i < def->copies; i++) {
        const int column = i % columns, row = i / columns;
        const double x_m = column * (double)CARVE_SIDE, z_m = row * (double)CARVE_SIDE;
        if (!carve_scene_add(rig->carving, def->set, def->banked, x_m, z_m, err)) {
            return false;
        }
    }
    return true;
}

static bool open_rig(const bench_run *run, const rig_def *def, bench_rig *out, tr_error *err)
{
    tr_context_def context = run->settings->context;
    context.threads = def->threads;
    *out = (bench_rig){.def = *def, .context = tr_context_create(&context, err)};
    if (!out->context) {
        return false;
    }
    const int32_t side = (int32_t)(CARVE_SIDE / def->spacing_m);
    out->area = (tr_sample_area){0, 0, side, side, def->spacing_m};
    bool ok = fill_rig(out, err) && tr_carving_commit(out->carving, NULL, err);
    if (ok && def->channels) {
        const size_t count = (size_t)side * (size_t)side;
        out->samples = malloc(2 * count * sizeof(float));
        const tr_grid plane = {out->samples, side, side, 1, side, (int64_t)count};
        out->out = (tr_carve_channels){.height = plane, .strength = plane};
        out->out.strength.samples += count;
        if (!out->samples) {
            ok = tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "no memory for %d^2 samples", (int)side);
        }
    }
    if (!ok) {
        close_rig(out);
    }
    return ok;
}

static bool work_channels(void *user, tr_error *err)
{
    bench_rig *rig = user;
    return tr_carving_evaluate(rig->carving, &rig->area, NULL, &rig->out, err);
}

// The whole displacement in sparse tiles.
static bool work_displacement(void *user, tr_error *err)
{
    bench_rig *rig = user;
    tr_displacement_destroy(rig->displacement);
    tr_displacement_def def = tr_default_displacement_def();
    def.spacing_m = rig->area.spacing_m;
    rig->displacement = tr_displacement_create(rig->carving, &def, NULL, err);
    return rig->displacement != NULL;
}

// Moves one vertex in the middle of the first path.
static bool move_vertex(bench_rig *rig, double by_m, tr_error *err)
{
    const tr_path_id first = 1;
    const tr_path_def *path = tr_carving_path(rig->carving, first);
    const int32_t middle = path->vertex_count / 2;
    tr_path_vertex vertex = path->vertices[middle];
    vertex.x_m += by_m;
    return tr_carving_set_vertex(rig->carving, first, middle, &vertex, err);
}

// To and fro.
static bool work_edit(void *user, tr_error *err)
{
    bench_rig *rig = user;
    return move_vertex(rig, rig->moves++ % 2 ? -3 : 3, err) && tr_carving_commit(rig->carving, NULL, err) &&
           tr_displacement_update(rig->displacement, NULL, err);
}

// The same without incremental edits: everything from the vertices on.
static bool work_anew(void *user, tr_error *err)
{
    bench_rig *rig = user;
    tr_displacement_destroy(rig->displacement);
    rig->displacement = NULL;
    tr_carving_destroy(rig->carving);
    rig->carving = NULL;
    return fill_rig(rig, err) && move_vertex(rig, rig->moves++ % 2 ? 0 : 3, err) &&
           tr_carving_commit(rig->carving, NULL, err) && work_displacement(rig, err);
}

static bench_row row_of(const bench_rig *rig, const char *name, const char *unit)
{
    bench_row row = {.isa = tr_context_isa(rig->context),
                     .backend = tr_context_backend(rig->context),
                     .threads = tr_context_threads(rig->context),
                     .unit = unit};
    snprintf(row.name, sizeof row.name, "%s", name);
    return row;
}

// ---------------------------------------------------------------------------------------------------------
// One core against other searches. Where both know the cells, only the carved tiles are made; without cells every
// sample of the square is looked at.

typedef struct search_case {
    const char *name;
    carve_set set;
    tr_piece_search other;
    bench_work work;
    const char *other_name;
    double floor;
} search_case;

static bool run_search(bench_run *run, const search_case *which, tr_error *err)
{
    if (!bench_wants(run, which->name)) {
        return true;
    }
    const rig_def def = {which->set, 1, TR_SEARCH_HASH, 1, 1, which->work == work_channels, false};
    rig_def other = def;
    other.search = which->other;
    bench_rig ours, baseline;
    if (!open_rig(run, &def, &ours, err)) {
        return false;
    }
    bool ok = open_rig(run, &other, &baseline, err);
    double taken[2];
    ok = ok && bench_time_pair(which->work, &ours, which->work, &baseline, 3, taken, err);
    if (ok) {
        bench_row row = row_of(&ours, which->name, "map/s");
        row.ours = 1 / taken[0];
        row.baseline = 1 / taken[1];
        row.baseline_name = which->other_name;
        row.floor = which->floor;
        bench_add(run, &row);
    }
    close_rig(&ours);
    close_rig(&baseline);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Displacement: all of it, and after an edit

static bool run_displacement(bench_run *run, tr_error *err)
{
    const char *name = "C 2048^2 displacement";
    if (!bench_wants(run, name)) {
        return true;
    }
    const rig_def def = {CARVE_SET_C, 1, TR_SEARCH_HASH, 2, 1, false, false};
    bench_rig rig;
    double taken[2];
    if (!open_rig(run, &def, &rig, err)) {
        return false;
    }
    const bool ok = bench_time_pair(work_displacement, &rig, NULL, NULL, 2, taken, err);
    if (ok) {
        bench_row row = row_of(&rig, name, "map/s");
        row.ours = 1 / taken[0];
        row.baseline = 1 / 0.016;
        row.baseline_name = "the aim of 16 ms";
        bench_add(run, &row);
    }
    close_rig(&rig);
    return ok;
}

static bool run_edit(bench_run *run, const char *name, bool banked, double min, tr_error *err)
{
    if (!bench_wants(run, name)) {
        return true;
    }
    const rig_def def = {CARVE_SET_C, 1, TR_SEARCH_HASH, 1, 1, false, banked};
    bench_rig edited, whole;
    if (!open_rig(run, &def, &edited, err)) {
        return false;
    }
    bool ok = open_rig(run, &def, &whole, err);
    double taken[2];
    ok = ok && work_displacement(&edited, err) && bench_time_pair(work_edit, &edited, work_anew, &whole, 3, taken, err);
    if (ok) {
        bench_row row = row_of(&edited, name, "edit/s");
        row.ours = 1 / taken[0];
        row.baseline = 1 / taken[1];
        row.baseline_name = "the whole anew";
        row.floor = min;
        bench_add(run, &row);
    }
    close_rig(&edited);
    close_rig(&whole);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Growth

static double carved_millions(const bench_rig *rig)
{
    const double tile = TR_DISPLACEMENT_TILE;
    return (double)tr_displacement_tile_count(rig->displacement) * tile * tile * 1e-6;
}

static bool run_growth(bench_run *run, const char *name, const rig_def *def, const rig_def *first,
                       const char *first_name, tr_error *err)
{
    if (!bench_wants(run, name)) {
        return true;
    }
    bench_rig rig, reference;
    if (!open_rig(run, def, &rig, err)) {
        return false;
    }
    bool ok = open_rig(run, first, &reference, err);
    double taken[2];
    ok = ok && bench_time_pair(work_displacement, &rig, work_displacement, &reference, 2, taken, err);
    if (ok) {
        bench_row row = row_of(&rig, name, "Msample/s");
        row.ours = carved_millions(&rig) / taken[0];
        row.baseline = carved_millions(&reference) / taken[1];
        row.baseline_name = first_name;
        row.floor = 0.5;
        bench_add(run, &row);
    }
    close_rig(&rig);
    close_rig(&reference);
    return ok;
}

static bool run_sizes(bench_run *run, tr_error *err)
{
    const rig_def first = {CARVE_SET_C, 1, TR_SEARCH_HASH, 2, 1, false, false};
    for (int32_t side = 512; side <= 8192; side *= 2) {
        char name[64];
        rig_def def = first;
        def.spacing_m = (double)CARVE_SIDE / side;
        snprintf(name, sizeof name, "C by size, %d^2", (int)side);
        if (!run_growth(run, name, &def, &first, "2048^2", err)) {
            return false;
        }
    }
    return true;
}

static bool run_counts(bench_run *run, tr_error *err)
{
    enum { PIECES = 198 };
    const rig_def first = {CARVE_SET_C, 1, TR_SEARCH_HASH, 2, 4, false, false};
    for (int count = 1000; count <= 100000; count *= 10) {
        char name[64];
        rig_def def = first;
        def.copies = (count + PIECES - 1) / PIECES;
        snprintf(name, sizeof name, "by curves, %d", count);
        if (!run_growth(run, name, &def, &first, "198 curves", err)) {
            return false;
        }
    }
    return true;
}

bool bench_carve(bench_run *run, tr_error *err)
{
    const char *iterative = "32 segments, the same hash";
    const search_case cases[] = {
        {"A against iterative", CARVE_SET_A, TR_SEARCH_ITERATIVE, work_displacement, iterative, 10},
        {"B against iterative", CARVE_SET_B, TR_SEARCH_ITERATIVE, work_displacement, iterative, 10},
        {"C against iterative", CARVE_SET_C, TR_SEARCH_ITERATIVE, work_displacement, iterative, 10},
        {"A against no hash", CARVE_SET_A, TR_SEARCH_ALL, work_channels, "every piece", 0},
        {"B against no hash", CARVE_SET_B, TR_SEARCH_ALL, work_channels, "every piece", 0},
        {"C against no hash", CARVE_SET_C, TR_SEARCH_ALL, work_channels, "every piece", 40},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (!run_search(run, &cases[i], err)) {
            return false;
        }
    }
    return run_displacement(run, err) && run_edit(run, "C edit of one vertex", false, 20, err) &&
           run_edit(run, "C edit of one vertex, banked", true, 0, err) && run_sizes(run, err) && run_counts(run, err);
}
