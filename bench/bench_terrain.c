// The terrain cases of `terrane bench`: heights, fields and baking of the demo world (worlds/valley.yaml, seen from the
// folder of the project; the built-in landform where it is not found). Every query starts with an empty cache.
#include "bench/bench.h"

#include "terrane/bake.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERY_SIDE = 4096 };
static const double spacing_m = 1;

// A world in a context of its own, and memory for a query that is not the context's.
typedef struct bench_rig {
    tr_context *context;
    tr_world *world;
    tr_sample_area area;
    tr_field field;
    tr_grid out;
} bench_rig;

static void close_rig(bench_rig *rig)
{
    free(rig->out.samples);
    if (rig->context) {
        tr_world_destroy(rig->world);
        tr_context_destroy(rig->context);
    }
    *rig = (bench_rig){0};
}

// The world without what is carved into it: paths are here and there, and ground with them costs more.
static tr_world *without_paths(tr_context *context, tr_world *world, tr_error *err)
{
    tr_world_def def = *tr_world_def_of(world);
    def.path_count = 0;
    tr_world *bare = tr_world_create(context, &def, err);
    tr_world_destroy(world);
    return bare;
}

static bool open_world(const bench_settings *settings, tr_isa isa, int threads, bench_rig *out, tr_error *err)
{
    tr_context_def def = settings->context;
    def.isa = isa;
    def.threads = threads;
    *out = (bench_rig){.context = tr_context_create(&def, err)};
    if (!out->context) {
        return false;
    }
    tr_world_def defaults = tr_default_world_def();
    out->world = tr_world_load(out->context, "worlds/valley.yaml", NULL, NULL);
    if (!out->world) {
        out->world = tr_world_create(out->context, &defaults, err);
    }
    return out->world != NULL;
}

static bool open_rig(const bench_settings *settings, tr_isa isa, int threads, tr_field field, int32_t side,
                     bench_rig *out, tr_error *err)
{
    if (!open_world(settings, isa, threads, out, err)) {
        close_rig(out);
        return false;
    }
    const int32_t planes = tr_field_planes(field);
    out->area = (tr_sample_area){-side / 2, -side / 2, side, side, spacing_m};
    out->field = field;
    out->out = (tr_grid){NULL, side, side, planes, side, (int64_t)side * side};
    out->out.samples = malloc((size_t)planes * (size_t)side * (size_t)side * sizeof(float));
    if (out->out.samples) {
        return true;
    }
    close_rig(out);
    return tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "no memory for %d^2 samples", (int)side);
}

// Heights of the ground before carving, on two threads.
static bool open_bare_rig(const bench_settings *settings, tr_isa isa, int32_t side, bench_rig *out, tr_error *err)
{
    if (!open_rig(settings, isa, 2, TR_FIELD_HEIGHT, side, out, err)) {
        return false;
    }
    out->world = without_paths(out->context, out->world, err);
    if (out->world) {
        return true;
    }
    close_rig(out);
    return false;
}

static bool work_query(void *user, tr_error *err)
{
    bench_rig *rig = user;
    tr_world_cache_clear(rig->world);
    return tr_world_query(rig->world, rig->field, &rig->area, NULL, &rig->out, err);
}

static double millions(const bench_rig *rig, double seconds)
{
    return (double)rig->area.width * (double)rig->area.height / seconds * 1e-6;
}

static bench_row row_of(const bench_rig *rig, const char *name)
{
    bench_row row = {.isa = tr_context_isa(rig->context),
                     .backend = tr_context_backend(rig->context),
                     .threads = tr_context_threads(rig->context),
                     .unit = "Msample/s"};
    snprintf(row.name, sizeof row.name, "%s", name);
    return row;
}

// ---------------------------------------------------------------------------------------------------------
// Heights

typedef struct height_case {
    const char *name;
    int32_t side;
    tr_isa isa, baseline_isa;
    int threads, baseline_threads;
    const char *baseline_name;
    double floor;
} height_case;

static bool run_height_case(bench_run *run, const height_case *which, tr_error *err)
{
    if (!bench_wants(run, which->name)) {
        return true;
    }
    const double seconds = 6;
    bench_rig ours, baseline;
    if (!open_rig(run->settings, which->isa, which->threads, TR_FIELD_HEIGHT, which->side, &ours, err)) {
        return false;
    }
    bool ok = open_rig(run->settings, which->baseline_isa, which->baseline_threads, TR_FIELD_HEIGHT, which->side,
                       &baseline, err);
    double taken[2];
    if (ok) {
        ok = bench_time_pair(work_query, &ours, work_query, &baseline, seconds, taken, err);
    }
    if (ok) {
        bench_row row = row_of(&ours, which->name);
        row.ours = millions(&ours, taken[0]);
        row.baseline = millions(&baseline, taken[1]);
        row.baseline_name = which->baseline_name;
        row.floor = which->floor;
        bench_add(run, &row);
    }
    close_rig(&ours);
    close_rig(&baseline);
    return ok;
}

// A sample of the ground before carving costs the same in a small query and in a large one.
static bool run_sizes(bench_run *run, tr_error *err)
{
    enum { MIN = 256, MAX = 8192 };
    if (!bench_wants(run, "heights by size")) {
        return true;
    }
    const tr_isa isa = run->settings->context.isa;
    bench_rig reference;
    if (!open_bare_rig(run->settings, isa, MIN, &reference, err)) {
        return false;
    }
    bool ok = true;
    for (int32_t side = 2 * MIN; ok && side <= MAX; side *= 2) {
        bench_rig rig;
        double taken[2];
        char name[64];
        ok = open_bare_rig(run->settings, isa, side, &rig, err);
        if (ok) {
            ok = bench_time_pair(work_query, &rig, work_query, &reference, 3, taken, err);
            snprintf(name, sizeof name, "heights by size, %d^2", (int)side);
            bench_row row = row_of(&rig, name);
            row.ours = millions(&rig, taken[0]);
            row.baseline = millions(&reference, taken[1]);
            row.baseline_name = "256^2";
            row.floor = 1 / 1.2;
            if (ok) {
                bench_add(run, &row);
            }
            close_rig(&rig);
        }
    }
    close_rig(&reference);
    return ok;
}

static bool run_memory(bench_run *run, tr_error *err)
{
    if (!bench_wants(run, "memory")) {
        return true;
    }
    const tr_isa isa = run->settings->context.isa;
    bench_rig rig;
    if (!open_rig(run->settings, isa, 2, TR_FIELD_HEIGHT, QUERY_SIDE, &rig, err)) {
        return false;
    }
    const bool ok = work_query(&rig, err);
    const tr_memory_stats memory = tr_context_memory(rig.context);
    bench_row row = row_of(&rig, "memory budget over the peak of heights 4096^2");
    row.ours = (double)memory.budget_bytes * 1e-6;
    row.unit = "MB";
    row.baseline = (double)memory.peak_bytes * 1e-6;
    row.baseline_name = "MB at the peak";
    row.floor = 1;
    if (ok) {
        bench_add(run, &row);
    }
    close_rig(&rig);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Fields

static bool run_field(bench_run *run, tr_field field, tr_error *err)
{
    enum { SIDE = 1024 };
    char name[64];
    snprintf(name, sizeof name, "%s 1024^2", tr_field_name(field));
    if (!bench_wants(run, name)) {
        return true;
    }
    bench_rig rig;
    double taken[2];
    if (!open_rig(run->settings, run->settings->context.isa, 2, field, SIDE, &rig, err)) {
        return false;
    }
    const bool ok = bench_time_pair(work_query, &rig, NULL, NULL, 1, taken, err);
    bench_row row = row_of(&rig, name);
    row.ours = millions(&rig, taken[0]);
    if (ok) {
        bench_add(run, &row);
    }
    close_rig(&rig);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Baking

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    return remove(path);
}

static void remove_tree(const char *directory)
{
    enum { OPEN_FILES = 16 };
    nftw(directory, remove_one, OPEN_FILES, FTW_DEPTH | FTW_PHYS);
}

static bool run_bake(bench_run *run, const char *name, unsigned formats, tr_error *err)
{
    if (!bench_wants(run, name)) {
        return true;
    }
    char directory[] = "/tmp/terrane-bench-XXXXXX";
    if (!mkdtemp(directory)) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "no directory for the bake can be made in /tmp");
    }
    bench_rig rig;
    if (!open_world(run->settings, run->settings->context.isa, 2, &rig, err)) {
        close_rig(&rig);
        return false;
    }
    tr_bake_def def = tr_default_bake_def();
    def.directory = directory;
    def.region_m = (tr_region){-1024, -1024, 1023, 1023};
    def.spacing_m = 1;
    def.start_over = true;
    def.formats &= formats;
    tr_bake_report report;
    const bool ok = tr_world_bake(rig.world, &def, NULL, &report, err);
    bench_row row = row_of(&rig, name);
    row.unit = "Mpixel/s";
    if (ok) {
        row.ours = report.megapixels / report.seconds;
        bench_add(run, &row);
    }
    close_rig(&rig);
    remove_tree(directory);
    return ok;
}

bool bench_terrain(bench_run *run, tr_error *err)
{
    const tr_isa isa = run->settings->context.isa;
    const height_case cases[] = {
        {"heights 4096^2, two threads", QUERY_SIDE, isa, isa, 2, 1, "one thread", 0},
        {"heights 1024^2", 1024, isa, TR_ISA_SCALAR, 1, 1, "scalar build", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (!run_height_case(run, &cases[i], err)) {
            return false;
        }
    }
    for (int field = 0; field < TR_FIELD_COUNT; field++) {
        if (!run_field(run, (tr_field)field, err)) {
            return false;
        }
    }
    const unsigned heights = 1u << TR_BAKE_PNG | 1u << TR_BAKE_R16 | 1u << TR_BAKE_TIFF;
    return run_sizes(run, err) && run_memory(run, err) && run_bake(run, "bake heights 2048^2", heights, err) &&
           run_bake(run, "bake all formats 2048^2", ~0u, err);
}
