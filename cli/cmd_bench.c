// terrane bench: our figures beside baselines measured in the same run.
#include "bench/bench.h"
#include "command.h"
#include "context.h"
#include "report.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct bench_values {
    cli_common common;
    const char *only;
    bool strict;
} bench_values;

static const tr_key options[] = {
    {.name = "only",
     .type = TR_KEY_TEXT,
     .offset = offsetof(bench_values, only),
     .value = "text",
     .help = "run the cases whose name holds this text"},
    {.name = "strict",
     .type = TR_KEY_BOOL,
     .offset = offsetof(bench_values, strict),
     .help = "exit 1 when a ratio is below its floor"},
};

typedef struct bench_system {
    const char *name;
    bool (*run)(bench_run *run, tr_error *err);
} bench_system;

static const bench_system systems[] = {{"noise", bench_noise}, {"terrain", bench_terrain}, {"carve", bench_carve},
                                       {"place", bench_place}, {"voxel", bench_voxel},     {"render", bench_render}};

enum { SYSTEM_COUNT = sizeof systems / sizeof systems[0] };

static void print_row(const bench_row *row)
{
    printf("%-30s %-9s %-4s %2d %9.*f %-8s", row->name, tr_isa_name(row->isa), tr_backend_name(row->backend),
           row->threads, row->ours < 100 ? 2 : 1, row->ours, row->unit);
    if (row->baseline > 0) {
        printf(" %8.2fx of %.1f, %s", bench_ratio(row), row->baseline, row->baseline_name);
    }
    if (row->floor > 0) {
        printf(" (at least %.1fx%s)", row->floor, bench_row_ok(row) ? "" : ": MISSED");
    }
    printf("\n");
}

static void write_row(cli_json *json, const bench_row *row)
{
    const bool compared = row->baseline > 0;
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "case", row->name);
    cli_json_text(json, "isa", tr_isa_name(row->isa));
    cli_json_text(json, "backend", tr_backend_name(row->backend));
    cli_json_int(json, "threads", row->threads);
    cli_json_double(json, "ours", row->ours);
    cli_json_text(json, "unit", row->unit);
    if (compared) {
        cli_json_double(json, "baseline", row->baseline);
        cli_json_text(json, "baseline_name", row->baseline_name);
        cli_json_double(json, "ratio", bench_ratio(row));
    } else {
        cli_json_null(json, "baseline");
        cli_json_null(json, "baseline_name");
        cli_json_null(json, "ratio");
    }
    if (row->floor > 0) {
        cli_json_double(json, "floor", row->floor);
    } else {
        cli_json_null(json, "floor");
    }
    cli_json_bool(json, "ok", bench_row_ok(row));
    cli_json_close(json);
}

static void on_row(void *user, const bench_row *row)
{
    if (user) {
        write_row(user, row);
    } else {
        print_row(row);
        fflush(stdout);
    }
}

static int run(const cli_call *call)
{
    const bench_values *values = call->values;
    const char *wanted = call->argument_count > 0 ? call->arguments[0] : NULL;
    bool known = !wanted;
    for (int i = 0; i < SYSTEM_COUNT; i++) {
        known = known || strcmp(systems[i].name, wanted) == 0;
    }
    if (!known) {
        return cli_usage(call, "there is no system '%s'; this build has: noise, terrain, carve, place, voxel, render",
                         wanted);
    }
    cli_json json = cli_json_begin(stdout);
    if (values->common.json) {
        cli_json_open(&json, NULL, '[');
    }
    const bench_settings settings = {.context = cli_context_def(&values->common), .seed = values->common.seed};
    bench_run bench = {
        .settings = &settings, .only = values->only, .on_row = on_row, .user = values->common.json ? &json : NULL};
    tr_error err = {0};
    bool ok = true;
    for (int i = 0; ok && i < SYSTEM_COUNT; i++) {
        if (!wanted || strcmp(systems[i].name, wanted) == 0) {
            ok = systems[i].run(&bench, &err);
        }
    }
    if (values->common.json) {
        cli_json_close(&json);
        cli_json_end(&json);
    }
    if (!ok) {
        return cli_fail(call, &err);
    }
    if (values->strict && bench.missed > 0) {
        fprintf(stderr, "terrane bench: %d ratios are below their floors\n", bench.missed);
        return CLI_FAILED;
    }
    return CLI_DONE;
}

const cli_command cmd_bench = {
    .name = "bench",
    .summary = "measure speed beside baselines of the same run",
    .arguments = "[system]",
    .max_arguments = 1,
    .description = "Prints for each case our figure, the baseline's measured in the same run, and the ratio. Systems: "
                   "noise,\n"
                   "terrain, carve, place, voxel, render. Run it alone on the machine. --isa picks the kernels that "
                   "are measured.\n"
                   "Units of time are better when they are less; ratios say how many times better we are.\n"
                   "GL figures of a software driver say nothing about a GPU.\n",
    .example = "build/bin/terrane bench noise --only 'gradient 2d' --backend cpu",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_JSON | CLI_COMMON_QUIET,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .values_size = sizeof(bench_values),
    .run = run,
};
