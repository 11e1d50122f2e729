// terrane verify: one hash per system on every backend, instruction set and thread count; all must be equal.
#include "command.h"
#include "context.h"
#include "progress.h"
#include "report.h"
#include "scenes/verify_systems.h"

#include "terrane/gpu.h"

#include <inttypes.h>
#include <stdio.h>

enum { MAX_CONFIGS = 16, CONFIG_NAME_SIZE = 40 };

static const int thread_counts[] = {1, 2, 3, 8};

typedef struct verify_values {
    cli_common common;
} verify_values;

typedef struct verify_config {
    char name[CONFIG_NAME_SIZE];
    tr_context_def def;
} verify_config;

// The hashes of all systems.
typedef struct result_table {
    verify_config configs[MAX_CONFIGS];
    int config_count;
    int system_count;
    uint64_t *hashes;  // [config][system]
} result_table;

// ---------------------------------------------------------------------------------------------------------
// Hashes

static bool hash_config(result_table *table, int index, uint64_t seed, tr_error *err)
{
    tr_context *context = tr_context_create(&table->configs[index].def, err);
    if (!context) {
        return false;
    }
    uint64_t *hashes = table->hashes + (size_t)index * (size_t)table->system_count;
    bool ok = true;
    for (int system = 0; ok && system < table->system_count; system++) {
        ok = verify_system_hash(context, system, seed, &hashes[system], err);
    }
    tr_context_destroy(context);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Configurations

static void add_config(result_table *table, const cli_common *common, tr_backend backend, tr_isa isa, int threads)
{
    verify_config *config = &table->configs[table->config_count++];
    config->def = cli_context_def(common);
    config->def.backend = backend;
    config->def.isa = isa;
    config->def.threads = threads;
    if (backend == TR_BACKEND_GL) {
        snprintf(config->name, sizeof config->name, "gl");
    } else {
        snprintf(config->name, sizeof config->name, "cpu %s %d", tr_isa_name(isa), threads);
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
            char name[VERIFY_NAME_SIZE], hash[20];
            snprintf(hash, sizeof hash, "%016" PRIx64, hash_at(table, c, system));
            cli_json_open(&json, NULL, '{');
            cli_json_text(&json, "system", verify_system_name(system, name));
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
        char name[VERIFY_NAME_SIZE];
        printf("%-34s %016" PRIx64 "  %s\n", verify_system_name(system, name), hash_at(table, 0, system),
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
    static uint64_t hashes[MAX_CONFIGS][VERIFY_MAX_SYSTEMS];
    result_table table = {.system_count = verify_system_count(), .hashes = hashes[0]};
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
