// The noise cases of `terrane bench`: 1024^2 and 128^3 samples at frequency 0.02.
//
// "Scalar kernel" is the kernel header compiled as scalar C and called for every sample, as a program without
// Terrane's grid code would. The column way is what a grid query does; its scalar build is given too, for information.
#include "bench/bench.h"

#include "terrane/noise.h"

#include <stdio.h>
#include <string.h>

#ifdef TR_BENCH_LIBNOISE
#include "bench/libnoise_baseline.h"
#endif

static const double frequency = 0.02;
enum {
    SIDE_2D = 1024,
    SIDE_3D = 128,
    OCTAVES = 5,
    SAMPLES_2D = SIDE_2D * SIDE_2D,
    SAMPLES_3D = SIDE_3D * SIDE_3D * SIDE_3D
};

typedef struct noise_case {
    const char *name;
    tr_node_kind kind;
    int octaves;
    double scalar_floor;  // of a grid against the scalar kernel
    tr_fractal fractal;
} noise_case;

static const noise_case cases[] = {
    {"value", TR_NODE_VALUE, 1, 6, TR_FRACTAL_NONE},
    {"gradient", TR_NODE_GRADIENT, 1, 6, TR_FRACTAL_NONE},
    {"simplex", TR_NODE_SIMPLEX, 1, 6, TR_FRACTAL_NONE},
    {"cellular f1", TR_NODE_CELLULAR, 1, 0, TR_FRACTAL_NONE},
    {"value 5 octaves", TR_NODE_VALUE, OCTAVES, 6, TR_FRACTAL_FBM},
    {"gradient 5 octaves", TR_NODE_GRADIENT, OCTAVES, 6, TR_FRACTAL_FBM},
    {"simplex 5 octaves", TR_NODE_SIMPLEX, OCTAVES, 6, TR_FRACTAL_FBM},
};

static const noise_case fbm_case = {"fbm", TR_NODE_GRADIENT, OCTAVES, 0, TR_FRACTAL_FBM};
static const noise_case damped_case = {"damped 5 octaves", TR_NODE_GRADIENT, OCTAVES, 0, TR_FRACTAL_DAMPED};

// A context, a noise in it and memory for a query.
typedef struct bench_rig {
    tr_context *context;
    tr_noise *noise;
    tr_noise_query query;
    tr_grid grid;
    float *points;  // x, y, z of every sample of the grid
} bench_rig;

static void close_rig(bench_rig *rig)
{
    if (!rig->context) {
        return;
    }
    tr_free(rig->context, rig->points);
    tr_grid_destroy(rig->context, &rig->grid);
    tr_noise_destroy(rig->noise);
    tr_context_destroy(rig->context);
    *rig = (bench_rig){0};
}

static tr_noise *compile_case(tr_context *context, const noise_case *which, int dims, tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) {
        return NULL;
    }
    tr_node_def def = tr_default_node_def(which->kind);
    def.frequency = frequency;
    def.octaves = which->octaves;
    def.fractal = which->fractal;
    const tr_node node = tr_noise_graph_add(graph, &def, err);
    tr_noise *noise = node >= 0 ? tr_noise_compile(graph, node, dims, err) : NULL;
    tr_noise_graph_destroy(graph);
    return noise;
}

static bool make_points(bench_rig *rig, tr_error *err)
{
    const size_t side = (size_t)rig->query.size[0], rows = (size_t)rig->query.size[1];
    const size_t count = side * rows * (size_t)rig->query.size[2];
    rig->points = tr_alloc_array(rig->context, 3 * count, sizeof *rig->points, err);
    if (!rig->points) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        rig->points[i] = (float)(i % side);
        rig->points[count + i] = (float)(i / side % rows);
        const size_t plane = i / (side * rows);
        rig->points[2 * count + i] = (float)plane;
    }
    return true;
}

static bool open_rig(const bench_settings *settings, const noise_case *which, int dims, tr_backend backend, tr_isa isa,
                     int threads, bench_rig *out, tr_error *err)
{
    *out = (bench_rig){0};
    tr_context_def def = settings->context;
    def.backend = backend;
    def.isa = isa;
    def.threads = threads;
    out->context = tr_context_create(&def, err);
    if (!out->context) {
        return false;
    }
    out->query = tr_default_noise_query();
    out->query.seed = settings->seed;
    for (int axis = 0; axis < dims; axis++) {
        out->query.size[axis] = dims == 2 ? SIDE_2D : SIDE_3D;
    }
    const int32_t *size = out->query.size;
    out->noise = compile_case(out->context, which, dims, err);
    if (out->noise && tr_grid_create(out->context, size[0], size[1], size[2], &out->grid, err) &&
        make_points(out, err)) {
        return true;
    }
    close_rig(out);
    return false;
}

static bool work_grid(void *user, tr_error *err)
{
    const bench_rig *rig = user;
    return tr_noise_grid(rig->noise, &rig->query, NULL, &rig->grid, err);
}

static bool work_points(void *user, tr_error *err)
{
    const bench_rig *rig = user;
    const size_t count = (size_t)rig->grid.width * (size_t)rig->grid.height * (size_t)rig->grid.depth;
    const tr_noise_point_query query = {.seed = rig->query.seed,
                                        .x = rig->points,
                                        .y = rig->points + count,
                                        .z = rig->points + 2 * count,
                                        .count = count};
    return tr_noise_points(rig->noise, &query, NULL, rig->grid.samples, err);
}

#ifdef TR_BENCH_LIBNOISE
static bool work_libnoise(void *user, tr_error *err)
{
    const bench_rig *rig = user;
    (void)err;
    const libnoise_grid grid = {rig->grid.width, rig->grid.height, rig->grid.depth, frequency, OCTAVES, 1};
    libnoise_perlin(&grid, rig->grid.samples);
    return true;
}
#endif

// ---------------------------------------------------------------------------------------------------------

static double millions(int dims, double seconds)
{
    return (dims == 2 ? SAMPLES_2D : SAMPLES_3D) / seconds * 1e-6;
}

typedef struct noise_comparison {
    const char *what;
    bench_work ours;
    bench_rig *our_rig;
    bench_work baseline;
    bench_rig *baseline_rig;
    const char *baseline_name;
    double floor;
    double seconds;  // to spend on it
} noise_comparison;

static bool compare(bench_run *run, const noise_case *which, int dims, const noise_comparison *comparison,
                    tr_error *err)
{
    double seconds[2];
    if (!bench_time_pair(comparison->ours, comparison->our_rig, comparison->baseline, comparison->baseline_rig,
                         comparison->seconds, seconds, err)) {
        return false;
    }
    bench_row row = {.isa = tr_context_isa(comparison->our_rig->context),
                     .backend = tr_context_backend(comparison->our_rig->context),
                     .threads = tr_context_threads(comparison->our_rig->context),
                     .ours = millions(dims, seconds[0]),
                     .unit = "Mpoint/s",
                     .baseline = comparison->baseline ? millions(dims, seconds[1]) : 0,
                     .baseline_name = comparison->baseline_name,
                     .floor = comparison->floor};
    snprintf(row.name, sizeof row.name, "%s %dd %s", which->name, dims, comparison->what);
    bench_add(run, &row);
    return true;
}

// The rigs of one case: the kernels under test on one and two threads, and the scalar build.
typedef struct case_rigs {
    bench_rig one, two, scalar;
} case_rigs;

static void close_rigs(case_rigs *rigs)
{
    close_rig(&rigs->one);
    close_rig(&rigs->two);
    close_rig(&rigs->scalar);
}

static bool open_rigs(const bench_settings *settings, const noise_case *which, int dims, case_rigs *rigs, tr_error *err)
{
    *rigs = (case_rigs){0};
    const tr_isa isa = settings->context.isa;
    if (open_rig(settings, which, dims, TR_BACKEND_CPU, isa, 1, &rigs->one, err) &&
        open_rig(settings, which, dims, TR_BACKEND_CPU, isa, 2, &rigs->two, err) &&
        open_rig(settings, which, dims, TR_BACKEND_CPU, TR_ISA_SCALAR, 1, &rigs->scalar, err)) {
        return true;
    }
    close_rigs(rigs);
    return false;
}

static bool wants_case(const bench_run *run, const noise_case *which, int dims)
{
    char name[64];
    snprintf(name, sizeof name, "%s %dd", which->name, dims);
    return bench_wants(run, name);
}

static bool run_case(bench_run *run, const noise_case *which, int dims, tr_error *err)
{
    if (!wants_case(run, which, dims)) {
        return true;
    }
    case_rigs rigs;
    if (!open_rigs(run->settings, which, dims, &rigs, err)) {
        return false;
    }
    // Two threads take longest: both cores must be free of the machine's other work in one call.
    const noise_comparison comparisons[] = {
        {"grid", work_grid, &rigs.one, work_points, &rigs.scalar, "scalar kernel", which->scalar_floor, 1.2},
        {"grid, scalar column way", work_grid, &rigs.one, work_grid, &rigs.scalar, "scalar build of the column way", 0,
         1.2},
        {"points", work_points, &rigs.one, work_points, &rigs.scalar, "scalar kernel", 0, 1.2},
        {"grid, two threads", work_grid, &rigs.two, work_grid, &rigs.one, "one thread", which->octaves > 1 ? 1.9 : 0,
         4},
    };
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof comparisons / sizeof comparisons[0]; i++) {
        ok = compare(run, which, dims, &comparisons[i], err);
    }
#ifdef TR_BENCH_LIBNOISE
    if (ok && dims == 3 && which->kind == TR_NODE_GRADIENT && which->octaves == OCTAVES) {
        const noise_comparison libnoise = {"grid",       work_grid,  &rigs.one, work_libnoise,
                                           &rigs.scalar, "libnoise", 12,        1.2};
        ok = compare(run, which, dims, &libnoise, err);
    }
#endif
    close_rigs(&rigs);
    return ok;
}

// What the derivatives and the reciprocal of damped octaves cost: they take 2.4 times as long as plain ones.
static bool run_damped(bench_run *run, tr_error *err)
{
    if (!wants_case(run, &damped_case, 2)) {
        return true;
    }
    const tr_isa isa = run->settings->context.isa;
    bench_rig damped, fbm;
    if (!open_rig(run->settings, &damped_case, 2, TR_BACKEND_CPU, isa, 1, &damped, err)) {
        return false;
    }
    bool ok = open_rig(run->settings, &fbm_case, 2, TR_BACKEND_CPU, isa, 1, &fbm, err);
    const noise_comparison comparisons[] = {
        {"grid", work_grid, &damped, work_grid, &fbm, "fbm, 5 octaves", 0.35, 1.2},
        {"points", work_points, &damped, work_points, &fbm, "fbm, 5 octaves", 0.35, 1.2},
    };
    for (size_t i = 0; ok && i < sizeof comparisons / sizeof comparisons[0]; i++) {
        ok = compare(run, &damped_case, 2, &comparisons[i], err);
    }
    close_rig(&fbm);
    close_rig(&damped);
    return ok;
}

// For information: a GL driver, when there is one.
static bool run_gl(bench_run *run, const noise_case *which, int dims, tr_error *err)
{
    bench_rig rig;
    if (!wants_case(run, which, dims)) {
        return true;
    }
    if (!open_rig(run->settings, which, dims, TR_BACKEND_GL, TR_ISA_AUTO, 1, &rig, NULL)) {
        return true;
    }
    const noise_comparison alone = {"grid", work_grid, &rig, NULL, NULL, NULL, 0, 1.2};
    const bool ok = compare(run, which, dims, &alone, err);
    close_rig(&rig);
    return ok;
}

bool bench_noise(bench_run *run, tr_error *err)
{
    for (int dims = 2; dims <= 3; dims++) {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            if (!run_case(run, &cases[i], dims, err)) {
                return false;
            }
        }
    }
    if (!run_damped(run, err)) {
        return false;
    }
    for (int dims = 2; dims <= 3 && run->settings->context.backend != TR_BACKEND_CPU; dims++) {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            if (!run_gl(run, &cases[i], dims, err)) {
                return false;
            }
        }
    }
    return true;
}
