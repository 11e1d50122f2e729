// terrane verify: one hash per system on every backend, instruction set and thread count; all must be equal.
#include "carve_scenes.h"
#include "command.h"
#include "context.h"
#include "noise_scenes.h"
#include "place_checks.h"
#include "progress.h"
#include "report.h"
#include "terrain_scenes.h"
#include "voxel_checks.h"

#include "terrane/gpu.h"
#include "terrane/math.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_CONFIGS = 16, MATH_SAMPLES = 1 << 16, GRID_WIDTH = 133, POINTS = 1001, NAME_SIZE = 40 };

static const int thread_counts[] = {1, 2, 3, 8};

typedef struct verify_values {
    cli_common common;
} verify_values;

typedef struct config {
    char name[NAME_SIZE];
    tr_context_def def;
} config;

// The hashes of all systems: first the math functions, then the scenes of noise, then those of terrain, then the rooms
// above it.
typedef struct result_table {
    config configs[MAX_CONFIGS];
    int config_count;
    int system_count;
    uint64_t *hashes;  // [config][system]
} result_table;

// Systems of one hash each.
static const struct {
    const char *name;
    bool (*hash)(tr_context *context, uint64_t *hash, tr_error *err);
} rooms[] = {
    {"carve all kinds", carve_scene_hash},  {"place patterns", place_check_patterns},
    {"place sets", place_check_sets},       {"model all kinds", place_check_models},
    {"voxel classic", voxel_check_classic}, {"voxel world", voxel_check_world},
    {"voxel meshes", voxel_check_meshes},
};
enum { ROOM_COUNT = sizeof rooms / sizeof *rooms };

static int first_room(void)
{
    return TR_MATH_COUNT + noise_scene_count + terrain_scene_count;
}

static const char *system_name(int system, char out[NAME_SIZE])
{
    if (system < TR_MATH_COUNT) {
        snprintf(out, NAME_SIZE, "math %s", tr_math_fn_name((tr_math_fn)system));
    } else if (system < TR_MATH_COUNT + noise_scene_count) {
        snprintf(out, NAME_SIZE, "noise %s", noise_scenes[system - TR_MATH_COUNT].name);
    } else if (system < first_room()) {
        snprintf(out, NAME_SIZE, "terrain %s", terrain_scenes[system - TR_MATH_COUNT - noise_scene_count].name);
    } else {
        snprintf(out, NAME_SIZE, "%s", rooms[system - first_room()].name);
    }
    return out;
}

// ---------------------------------------------------------------------------------------------------------
// Hashes

static bool hash_math(tr_context *context, tr_math_fn fn, uint64_t seed, uint64_t *hash, tr_error *err)
{
    float *numbers = tr_alloc_array(context, 3 * MATH_SAMPLES, sizeof *numbers, err);
    if (!numbers) {
        return false;
    }
    float *a = numbers, *b = a + MATH_SAMPLES, *out = b + MATH_SAMPLES;
    tr_math_samples(fn, seed, a, b, MATH_SAMPLES);
    const bool ok = tr_math_eval(context, fn, a, b, MATH_SAMPLES, out, err);
    *hash = tr_hash_bytes(out, MATH_SAMPLES * sizeof *out, 0);
    tr_free(context, numbers);
    return ok;
}

// A grid of odd size, in one call.
static bool hash_grid(tr_context *context, const tr_noise *noise, const tr_noise_query *query, uint64_t *hash,
                      tr_error *err)
{
    tr_grid grid;
    if (!tr_grid_create(context, query->size[0], query->size[1], query->size[2], &grid, err)) {
        return false;
    }
    const bool ok = tr_noise_grid(noise, query, &grid, NULL, err);
    const size_t samples = (size_t)grid.width * (size_t)grid.height * (size_t)grid.depth;
    *hash = tr_hash_bytes(grid.samples, samples * sizeof(float), *hash);
    tr_grid_destroy(context, &grid);
    return ok;
}

static bool hash_points(tr_context *context, const tr_noise *noise, uint64_t seed, uint64_t *hash, tr_error *err)
{
    float *numbers = tr_alloc_array(context, 4 * POINTS, sizeof *numbers, err);
    if (!numbers) {
        return false;
    }
    for (int i = 0; i < 3 * POINTS; i++) {
        numbers[i] = (float)(tr_unit_from_hash(tr_hash_identity(seed, 7, i, 0, 0)) * 2000.0 - 1000.0);
    }
    const tr_noise_point_query query = {.seed = seed,
                                        .origin = {1000000, -77, 5},
                                        .x = numbers,
                                        .y = numbers + POINTS,
                                        .z = numbers + 2 * POINTS,
                                        .count = POINTS};
    float *out = numbers + 3 * POINTS;
    const bool ok = tr_noise_points(noise, &query, out, NULL, err);
    *hash = tr_hash_bytes(out, POINTS * sizeof *out, *hash);
    tr_free(context, numbers);
    return ok;
}

// Around the origin, 10^12 units away, across a place where the lower half of a cell runs over, with a step,
// and as points.
static bool hash_scene(tr_context *context, const noise_scene *scene, uint64_t seed, uint64_t *hash, tr_error *err)
{
    tr_noise *noise = noise_scene_compile(context, scene, err);
    if (!noise) {
        return false;
    }
    const int64_t origins[][3] = {
        {-60, -20, -3}, {1000000000000, -1000000000000, 999999999999}, {107374182400 - 50, 2147483648, 0}};
    const int64_t steps[] = {1, 1, 1, 7};
    const int32_t heights[] = {1, 37, 5}, depths[] = {1, 1, 7};
    bool ok = true;
    *hash = 0;
    for (int i = 0; ok && i < 4; i++) {
        tr_noise_query query = tr_default_noise_query();
        query.seed = seed;
        query.size[0] = GRID_WIDTH;
        query.size[1] = heights[scene->dims - 1];
        query.size[2] = depths[scene->dims - 1];
        memcpy(query.origin, origins[i % 3], sizeof query.origin);
        for (int axis = 0; axis < 3; axis++) {
            query.step[axis] = steps[i];
        }
        ok = hash_grid(context, noise, &query, hash, err);
    }
    ok = ok && hash_points(context, noise, seed, hash, err);
    tr_noise_destroy(noise);
    return ok;
}

static bool hash_system(tr_context *context, int system, uint64_t seed, uint64_t *hash, tr_error *err)
{
    if (system < TR_MATH_COUNT) {
        return hash_math(context, (tr_math_fn)system, seed, hash, err);
    }
    const int scene = system - TR_MATH_COUNT;
    if (scene < noise_scene_count) {
        return hash_scene(context, &noise_scenes[scene], seed, hash, err);
    }
    if (system < first_room()) {
        return terrain_scene_hash(context, &terrain_scenes[scene - noise_scene_count], seed, hash, err);
    }
    return rooms[system - first_room()].hash(context, hash, err);
}

static bool hash_config(result_table *table, int index, uint64_t seed, tr_error *err)
{
    tr_context *context = tr_context_create(&table->configs[index].def, err);
    if (!context) {
        return false;
    }
    uint64_t *hashes = table->hashes + (size_t)index * (size_t)table->system_count;
    bool ok = true;
    for (int system = 0; ok && system < table->system_count; system++) {
        ok = hash_system(context, system, seed, &hashes[system], err);
    }
    tr_context_destroy(context);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Configurations

static void add_config(result_table *table, const cli_common *common, tr_backend backend, tr_isa isa, int threads)
{
    config *it = &table->configs[table->config_count++];
    it->def = cli_context_def(common);
    it->def.backend = backend;
    it->def.isa = isa;
    it->def.threads = threads;
    if (backend == TR_BACKEND_GL) {
        snprintf(it->name, sizeof it->name, "gl");
    } else {
        snprintf(it->name, sizeof it->name, "cpu %s %d", tr_isa_name(isa), threads);
    }
}

// Everything this machine has, less what --backend, --isa and --threads leave out. Without a GL driver that can be
// used, `reason` says why.
static void list_configs(result_table *table, const cli_call *call, char *reason, size_t reason_size)
{
    const verify_values *values = call->values;
    const cli_common *common = &values->common;
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT && common->backend != TR_BACKEND_GL; isa++) {
        if (!tr_isa_available((tr_isa)isa) || (common->isa != TR_ISA_AUTO && common->isa != isa)) {
            continue;
        }
        for (size_t t = 0; t < sizeof thread_counts / sizeof thread_counts[0]; t++) {
            if (!cli_was_given(call->given, "threads") || common->threads == thread_counts[t]) {
                add_config(table, common, TR_BACKEND_CPU, (tr_isa)isa, thread_counts[t]);
            }
        }
    }
    if (common->backend == TR_BACKEND_CPU) {
        snprintf(reason, reason_size, "left out by --backend cpu");
        return;
    }
    tr_context_def def = cli_context_def(common);
    def.backend = TR_BACKEND_GL;
    tr_error err = {0};
    tr_context *probe = tr_context_create(&def, &err);
    if (probe) {
        add_config(table, common, TR_BACKEND_GL, TR_ISA_AUTO, 1);
        const tr_gpu_info info = tr_context_gpu_info(probe);
        snprintf(reason, reason_size, "%s", info.renderer);
    } else {
        snprintf(reason, reason_size, "not used: %s", err.message);
    }
    tr_context_destroy(probe);
}

// ---------------------------------------------------------------------------------------------------------
// Reports

static uint64_t hash_at(const result_table *table, int config_index, int system)
{
    return table->hashes[(size_t)config_index * (size_t)table->system_count + (size_t)system];
}

static bool system_is_equal(const result_table *table, int system)
{
    for (int c = 1; c < table->config_count; c++) {
        if (hash_at(table, c, system) != hash_at(table, 0, system)) {
            return false;
        }
    }
    return true;
}

static bool all_equal(const result_table *table)
{
    for (int system = 0; system < table->system_count; system++) {
        if (!system_is_equal(table, system)) {
            return false;
        }
    }
    return true;
}

static void print_json(const result_table *table)
{
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_bool(&json, "equal", all_equal(table));
    cli_json_open(&json, "rows", '[');
    for (int system = 0; system < table->system_count; system++) {
        for (int c = 0; c < table->config_count; c++) {
            char name[NAME_SIZE], hash[20];
            snprintf(hash, sizeof hash, "%016" PRIx64, hash_at(table, c, system));
            cli_json_open(&json, NULL, '{');
            cli_json_text(&json, "system", system_name(system, name));
            cli_json_text(&json, "config", table->configs[c].name);
            cli_json_text(&json, "hash", hash);
            cli_json_close(&json);
        }
    }
    cli_json_close(&json);
    cli_json_close(&json);
    cli_json_end(&json);
}

static void print_table(const result_table *table, const char *gl)
{
    for (int system = 0; system < table->system_count; system++) {
        char name[NAME_SIZE];
        printf("%-34s %016" PRIx64 "  %s\n", system_name(system, name), hash_at(table, 0, system),
               system_is_equal(table, system) ? "equal" : "DIFFERS");
        for (int c = 1; c < table->config_count; c++) {
            if (hash_at(table, c, system) != hash_at(table, 0, system)) {
                printf("%-34s %016" PRIx64 "  on %s\n", "", hash_at(table, c, system), table->configs[c].name);
            }
        }
    }
    printf("\n%d systems on %d configurations:", table->system_count, table->config_count);
    for (int c = 0; c < table->config_count; c++) {
        printf("%s %s", c > 0 ? "," : "", table->configs[c].name);
    }
    printf("\nGL: %s\n%s\n", gl, all_equal(table) ? "All equal." : "NOT equal.");
}

static int run(const cli_call *call)
{
    const verify_values *values = call->values;
    static uint64_t hashes[MAX_CONFIGS][TR_MATH_COUNT + 64];
    result_table table = {.system_count = first_room() + ROOM_COUNT, .hashes = hashes[0]};
    char gl[600];
    list_configs(&table, call, gl, sizeof gl);
    if (table.config_count == 0) {
        tr_error err = {.code = TR_ERROR_UNSUPPORTED};
        snprintf(err.message, sizeof err.message, "no configuration to verify; GL: %.400s", gl);
        return cli_fail(call, &err);
    }
    cli_progress progress = cli_progress_begin("verify", values->common.quiet);
    tr_progress hook = cli_progress_hook(&progress);
    for (int c = 0; c < table.config_count; c++) {
        tr_error err = {0};
        hook.report(hook.user, (double)c / table.config_count);
        if (!hash_config(&table, c, values->common.seed, &err)) {
            cli_progress_end(&progress);
            return cli_fail(call, &err);
        }
    }
    cli_progress_end(&progress);
    if (values->common.json) {
        print_json(&table);
    } else {
        print_table(&table, gl);
    }
    return all_equal(&table) ? CLI_DONE : CLI_FAILED;
}

const cli_command cmd_verify = {
    .name = "verify",
    .summary = "prove that every backend, instruction set and thread count gives the same bits",
    .arguments = "",
    .description =
        "Hashes the results of every math function, noise, step of the terrain, kind of carved path, pattern, set of\n"
        "placed objects, model and world of blocks on scalar, baseline and AVX2 kernels with 1, 2, 3 and 8 threads and "
        "on GL where a\n"
        "driver is found, and fails (exit 1) if any differs.\n"
        "--backend, --isa and --threads leave configurations out. The hashes are the same on every machine.\n",
    .example = "build/bin/terrane verify --backend cpu --threads 2",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_JSON | CLI_COMMON_QUIET,
    .values_size = sizeof(verify_values),
    .run = run,
};
