// The cases of worlds of blocks of `terrane bench`: generation against the source's serial method, light, meshes, a
// walk.
#include "bench/bench.h"
#include "bench/bench_voxel_save.h"
#include "scenes/voxel_baselines.h"
#include "export/lit_blocks.h"
#include "scenes/voxel_naive_mesh.h"

#include "terrane/voxel_scene.h"
#include "terrane/world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The box of the source's measurement: 16 x 8 x 16 chunks around the ground.
enum { COLUMNS = 16, LAYERS = 8, CHUNKS = COLUMNS * COLUMNS * LAYERS, MAX_PIECES = 8 };

typedef enum rig_kind { RIG_CLASSIC, RIG_DECORATED, RIG_WORLD, RIG_LIT } rig_kind;

typedef struct bench_rig {
    tr_context *context;
    rig_kind kind;
    uint64_t seed;
    tr_world *world;  // NULL for CLASSIC
    tr_voxels *own;   // of CLASSIC
    const tr_voxels *voxels;
    tr_voxel_box box;
    int32_t pieces;  // requests along x and along z that the box is asked for in
    // What the last run made.
    tr_voxel_blocks blocks[MAX_PIECES * MAX_PIECES];
    tr_voxel_lit lit;  // of LIT
} bench_rig;

// With what it made, as long as its context lives.
static void drop_generator(bench_rig *rig)
{
    for (int i = 0; i < MAX_PIECES * MAX_PIECES; i++) {
        tr_voxel_blocks_destroy(&rig->blocks[i]);
    }
    tr_voxel_lit_destroy(&rig->lit);
    tr_voxels_destroy(rig->own);
    tr_world_destroy(rig->world);
    rig->own = NULL;
    rig->world = NULL;
}

static void close_rig(bench_rig *rig)
{
    if (rig->context) {
        drop_generator(rig);
        tr_context_destroy(rig->context);
    }
    *rig = (bench_rig){0};
}

static bool make_generator(bench_rig *rig, tr_error *err)
{
    if (rig->kind >= RIG_WORLD) {
        tr_world_def def = tr_default_world_def();
        def.seed = rig->seed;
        rig->world = tr_world_create(rig->context, &def, err);
        rig->voxels = rig->world ? tr_world_voxels(rig->world, err) : NULL;
    } else {
        tr_voxel_def def = tr_default_voxel_def();
        def.preset = TR_VOXEL_CLASSIC;
        def.decorations = rig->kind == RIG_DECORATED;
        rig->voxels = rig->own = tr_voxels_create(rig->context, &def, rig->seed, err);
    }
    return rig->voxels != NULL;
}

static bool open_rig(const bench_run *run, rig_kind kind, tr_backend backend, int threads, bench_rig *out,
                     tr_error *err)
{
    tr_context_def def = run->settings->context;
    def.threads = threads;
    def.backend = backend;
    *out = (bench_rig){.context = tr_context_create(&def, err), .kind = kind, .seed = run->settings->seed, .pieces = 1};
    if (!out->context) {
        return false;
    }
    // As many layers below the sea level as above it, as in the serial method.
    out->box = (tr_voxel_box){{20, -4, 0}, {COLUMNS, LAYERS, COLUMNS}};
    const bool made = make_generator(out, err);
    if (!made) {
        close_rig(out);
    }
    return made;
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
// Generation

static bool generate(bench_rig *rig, tr_error *err)
{
    const tr_voxel_source source = tr_voxels_source(rig->voxels);
    if (rig->kind == RIG_LIT) {
        // Chunks around what is lit belong to the figure: it is that of all chunks that were made.
        const tr_voxel_box inner = {{rig->box.low.x + 2, rig->box.low.y + 2, rig->box.low.z + 2},
                                    {rig->box.size[0] - 4, rig->box.size[1] - 4, rig->box.size[2] - 4}};
        return tr_voxel_lit_make(rig->voxels, &source, &inner, NULL, &rig->lit, err);
    }
    for (int32_t i = 0; i < rig->pieces * rig->pieces; i++) {
        const int32_t x = rig->box.size[0] / rig->pieces, z = rig->box.size[2] / rig->pieces;
        const tr_voxel_box piece = {
            {rig->box.low.x + i % rig->pieces * x, rig->box.low.y, rig->box.low.z + i / rig->pieces * z},
            {x, rig->box.size[1], z}};
        if (!tr_voxel_blocks_read(&source, &piece, NULL, &rig->blocks[i], err)) {
            return false;
        }
    }
    return true;
}

// A new generator for each call, so that no column is known.
static bool prepare_generator(void *user, tr_error *err)
{
    bench_rig *rig = user;
    drop_generator(rig);
    return make_generator(rig, err);
}

static bool work_generate(void *user, tr_error *err)
{
    return generate(user, err);
}

static bench_task generation_task(bench_rig *rig)
{
    return (bench_task){prepare_generator, work_generate, rig};
}

static bool work_serial(void *user, tr_error *err)
{
    return voxel_serial_run(user, err);
}

static double chunks_of(const bench_rig *rig)
{
    return (double)tr_voxel_box_count(&rig->box);
}

typedef struct serial_case {
    const char *name;
    rig_kind kind;
    tr_backend backend;
    int threads;
    double floor;
} serial_case;

static bool run_serial(bench_run *run, const serial_case *which, tr_error *err)
{
    if (!bench_wants(run, which->name)) {
        return true;
    }
    bench_rig rig;
    if (!open_rig(run, which->kind, which->backend, which->threads, &rig, err)) {
        return which->backend == TR_BACKEND_GL;  // there is no driver
    }
    voxel_serial *serial = voxel_serial_create(run->settings->seed, COLUMNS, LAYERS, err);
    double taken[2];
    const bench_task tasks[2] = {generation_task(&rig), {NULL, work_serial, serial}};
    const bool ok = serial && bench_time_tasks(tasks, 3, taken, err);
    if (ok) {
        bench_row row = row_of(&rig, which->name, "us/chunk");
        row.ours = 1e6 * taken[0] / chunks_of(&rig);
        row.baseline = 1e6 * taken[1] / CHUNKS;
        row.baseline_name = "the source's serial method";
        row.floor = which->floor;
        bench_add(run, &row);
    }
    voxel_serial_destroy(serial);
    close_rig(&rig);
    return ok;
}

// What two rigs need for a chunk.
typedef struct pair_case {
    const char *name;
    const char *baseline_name;
    double seconds, floor;
} pair_case;

static bool compare_rigs(bench_run *run, const pair_case *which, bench_rig *ours, bench_rig *baseline, tr_error *err)
{
    double taken[2];
    const bench_task tasks[2] = {generation_task(ours), generation_task(baseline)};
    if (!bench_time_tasks(tasks, which->seconds, taken, err)) {
        return false;
    }
    bench_row row = row_of(ours, which->name, "us/chunk");
    row.ours = 1e6 * taken[0] / chunks_of(ours);
    row.baseline = 1e6 * taken[1] / chunks_of(baseline);
    row.baseline_name = which->baseline_name;
    row.floor = which->floor;
    bench_add(run, &row);
    return true;
}

static bool run_threads(bench_run *run, const char *name, rig_kind kind, tr_error *err)
{
    // Long enough that both cores are free for a while.
    const pair_case which = {name, "one thread", 12, 1.9};
    bench_rig one = {0}, two = {0};
    if (!bench_wants(run, name)) {
        return true;
    }
    const bool ok = open_rig(run, kind, TR_BACKEND_CPU, 1, &one, err) &&
                    open_rig(run, kind, TR_BACKEND_CPU, 2, &two, err) && compare_rigs(run, &which, &two, &one, err);
    close_rig(&two);
    close_rig(&one);
    return ok;
}

// The same 4096 chunks in one request, and in requests of 64.
static bool run_batches(bench_run *run, const char *name, rig_kind kind, tr_error *err)
{
    const pair_case which = {name, "batches of 64", 4, 1};
    bench_rig large = {0}, small = {0};
    if (!bench_wants(run, name)) {
        return true;
    }
    bool ok =
        open_rig(run, kind, TR_BACKEND_CPU, 1, &large, err) && open_rig(run, kind, TR_BACKEND_CPU, 1, &small, err);
    if (ok) {
        large.box.size[0] = small.box.size[0] = 2 * COLUMNS;
        small.pieces = MAX_PIECES;
        ok = compare_rigs(run, &which, &large, &small, err);
    }
    close_rig(&small);
    close_rig(&large);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Light and meshes of chunks of a world

typedef struct mesh_rig {
    bench_rig world;
    tr_voxel_lit lit;
    uint64_t quads, faces;  // of the last run
    bool naive;
} mesh_rig;

static bool open_mesh_rig(const bench_run *run, mesh_rig *out, tr_error *err)
{
    *out = (mesh_rig){0};
    if (!open_rig(run, RIG_WORLD, TR_BACKEND_CPU, 1, &out->world, err)) {
        return false;
    }
    const tr_voxels *voxels = out->world.voxels;
    const tr_voxel_source source = tr_voxels_source(voxels);
    tr_voxel_extent extent;
    bool ok = tr_voxels_extent(voxels, 0, 0, &extent, err);
    const tr_voxel_box box = {{-4, (extent.mixed_low >> 5) - 1, -4}, {8, 5, 8}};
    ok = ok && tr_voxel_lit_make(voxels, &source, &box, NULL, &out->lit, err);
    if (!ok) {
        close_rig(&out->world);
    }
    return ok;
}

static void close_mesh_rig(mesh_rig *rig)
{
    tr_voxel_lit_destroy(&rig->lit);
    close_rig(&rig->world);
}

static bool mesh_all(mesh_rig *rig, bool naive, uint64_t *quads, tr_error *err)
{
    const tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    *quads = 0;
    for (size_t i = 0; i < tr_voxel_box_count(&rig->lit.box); i++) {
        tr_voxel_around around;
        tr_voxel_mesh mesh;
        tr_voxel_lit_around(&rig->lit, i, &around);
        if (!(naive ? naive_mesh : tr_voxel_mesh_make)(rig->world.context, &around, &def, &mesh, err)) {
            return false;
        }
        *quads += mesh.count;
        tr_voxel_mesh_destroy(rig->world.context, &mesh);
    }
    return true;
}

static bool work_mesh(void *user, tr_error *err)
{
    mesh_rig *rig = user;
    return mesh_all(rig, false, &rig->quads, err);
}

static bool work_naive(void *user, tr_error *err)
{
    mesh_rig *rig = user;
    return mesh_all(rig, true, &rig->faces, err);
}

static bool run_meshes(bench_run *run, tr_error *err)
{
    const char *names[] = {"mesh, per visible face", "mesh, quads after merging"};
    if (!bench_wants(run, names[0]) && !bench_wants(run, names[1])) {
        return true;
    }
    mesh_rig rig;
    if (!open_mesh_rig(run, &rig, err)) {
        return false;
    }
    double taken[2];
    const bool ok = bench_time_pair(work_mesh, &rig, work_naive, &rig, 3, taken, err);
    if (ok) {
        const double faces = (double)rig.faces, chunks = (double)tr_voxel_box_count(&rig.lit.box);
        bench_row row = row_of(&rig.world, names[0], "ns");
        row.ours = 1e9 * taken[0] / faces;
        row.baseline = 1e9 * taken[1] / faces;
        row.baseline_name = "face by face";
        row.floor = 10;
        bench_add(run, &row);
        row = row_of(&rig.world, names[1], "/chunk");
        row.ours = (double)rig.quads / chunks;
        row.baseline = faces / chunks;
        row.baseline_name = "visible faces";
        bench_add(run, &row);
    }
    close_mesh_rig(&rig);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// A scene: edits and a walk

typedef struct scene_rig {
    bench_rig world;
    tr_voxel_scene *scene;
    tr_voxel_at lamp;
    bool lit;
} scene_rig;

static bool work_edit(void *user, tr_error *err)
{
    scene_rig *rig = user;
    rig->lit = !rig->lit;
    const tr_block_edit edit = {rig->lamp, rig->lit ? TR_BLOCK_LAMP : TR_BLOCK_AIR};
    return tr_voxel_scene_edit(rig->scene, &edit, 1, err);
}

// A lamp on the ground is put there and taken away.
static bool settle_scene(scene_rig *rig, tr_error *err)
{
    tr_voxel_scene_def def = tr_default_voxel_scene_def();
    def.near_chunks = def.far_chunks = 2;
    def.meshes = false;
    tr_voxel_surface ground;
    rig->scene = tr_voxel_scene_create(rig->world.voxels, &def, err);
    if (!rig->scene || !tr_voxels_surface(rig->world.voxels, &(tr_region){16, 16, 17, 17}, &ground, err)) {
        return false;
    }
    const int32_t top = ground.top > ground.water ? ground.top : ground.water;
    rig->lamp = (tr_voxel_at){16, top + 3, 16};
    const double eye[3] = {16, top + 3, 16};
    return tr_voxel_scene_settle(rig->scene, eye, NULL, err);
}

static bool run_edit(bench_run *run, tr_error *err)
{
    const char *name = "light after one edit";
    if (!bench_wants(run, name)) {
        return true;
    }
    scene_rig rig = {0};
    double taken[2];
    bool ok = open_rig(run, RIG_WORLD, TR_BACKEND_CPU, 1, &rig.world, err) && settle_scene(&rig, err) &&
              bench_time_pair(work_edit, &rig, NULL, NULL, 1, taken, err);
    if (ok) {
        bench_row row = row_of(&rig.world, name, "us");
        row.ours = 1e6 * taken[0];
        row.baseline = 1000;
        row.baseline_name = "a millisecond";
        row.floor = 1;
        bench_add(run, &row);
    }
    tr_voxel_scene_destroy(rig.scene);
    close_rig(&rig.world);
    return ok;
}

// Half a chunk at a time until so many have been made; the largest memory that was held.
static bool walk(tr_voxel_scene *scene, double height, uint64_t chunks, uint64_t *max_bytes, tr_error *err)
{
    const int step_x = TR_VOXEL_SIDE / 2, step_z = TR_VOXEL_SIDE / 3;
    double eye[3] = {0, height, 0};
    *max_bytes = 0;
    for (tr_voxel_scene_stats stats = {0}; stats.made < chunks; stats = tr_voxel_scene_stats_of(scene)) {
        *max_bytes = stats.bytes > *max_bytes ? stats.bytes : *max_bytes;
        if (!tr_voxel_scene_settle(scene, eye, NULL, err)) {
            return false;
        }
        eye[0] += step_x;
        eye[2] += step_z;
    }
    return true;
}

static bool run_walk(bench_run *run, tr_error *err)
{
    const char *name = "walk, 100 000 chunks";
    const uint64_t chunks = 100000;
    if (!bench_wants(run, name)) {
        return true;
    }
    bench_rig rig;
    if (!open_rig(run, RIG_WORLD, TR_BACKEND_CPU, 2, &rig, err)) {
        return false;
    }
    tr_voxel_scene_def def = tr_default_voxel_scene_def();
    def.far_chunks = def.near_chunks;
    def.budget_bytes = UINT64_C(256) << 20;
    uint64_t max_bytes;
    tr_voxel_surface ground;
    tr_voxel_scene *scene = tr_voxel_scene_create(rig.voxels, &def, err);
    const double start = bench_now_seconds();
    const bool ok = scene && tr_voxels_surface(rig.voxels, &(tr_region){0, 0, 1, 1}, &ground, err) &&
                    walk(scene, ground.top + 20, chunks, &max_bytes, err);
    if (ok) {
        bench_row row = row_of(&rig, name, "MiB");
        row.ours = (double)max_bytes / (1 << 20);
        row.baseline = (double)def.budget_bytes / (1 << 20);
        row.baseline_name = "the budget";
        row.floor = 1;
        bench_add(run, &row);
        row = row_of(&rig, "walk, with light and meshes", "us/chunk");
        row.ours = 1e6 * (bench_now_seconds() - start) / (double)chunks;
        bench_add(run, &row);
    }
    tr_voxel_scene_destroy(scene);
    close_rig(&rig);
    return ok;
}

bool bench_voxel(bench_run *run, tr_error *err)
{
    const serial_case cases[] = {
        {"classic", RIG_CLASSIC, TR_BACKEND_CPU, 1, 25},
        {"classic, decorated", RIG_DECORATED, TR_BACKEND_CPU, 1, 8},
        {"world, all stages", RIG_WORLD, TR_BACKEND_CPU, 1, 8},
        {"world, all stages and light", RIG_LIT, TR_BACKEND_CPU, 1, 0},
        {"classic", RIG_CLASSIC, TR_BACKEND_GL, 1, 0},
        {"world, all stages", RIG_WORLD, TR_BACKEND_GL, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bool left_out = cases[i].backend == TR_BACKEND_GL && run->settings->context.backend == TR_BACKEND_CPU;
        if (!left_out && !run_serial(run, &cases[i], err)) {
            return false;
        }
    }
    return run_threads(run, "classic, two threads", RIG_CLASSIC, err) &&
           run_threads(run, "world, two threads", RIG_WORLD, err) &&
           run_batches(run, "classic, batch of 4096", RIG_CLASSIC, err) &&
           run_batches(run, "world, batch of 4096", RIG_WORLD, err) && run_meshes(run, err) && run_edit(run, err) &&
           run_walk(run, err) && bench_voxel_save(run, err);
}
