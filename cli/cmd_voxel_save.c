// terrane voxel pack, verify, repair and edit.
#include "cmd_voxel_save.h"

#include "progress.h"
#include "report.h"
#include "voxel_edits.h"
#include "world_input.h"

#include "terrane/voxel_save.h"
#include "terrane/world.h"

#include <inttypes.h>
#include <stdio.h>

// Everything that is taken during a run.
typedef struct save_run {
    const cli_call *call;
    const cli_common *common;
    world_input input;
    tr_voxel_save *save;
    cli_json json;  // of verify and repair, which write while they find
} save_run;

static bool open_run(save_run *run, tr_voxel_save_mode mode, tr_error *err)
{
    if (!world_input_open(run->call, &run->input, err)) {
        return false;
    }
    const tr_voxels *voxels = tr_world_voxels(run->input.world, err);
    run->save = voxels ? tr_voxel_save_open(voxels, run->call->arguments[1], mode, err) : NULL;
    return run->save;
}

// Closes everything; a save that cannot be closed is a failure of its own.
static bool close_run(save_run *run, bool done, tr_error *err)
{
    tr_error reason = {0};
    if (run->save && !tr_voxel_save_close(run->save, &reason) && done) {
        done = tr_fail(err, reason.code, "%s", reason.message);
    }
    world_input_close(&run->input);
    return done;
}

static int check_arguments(const cli_call *call, const char *what, int max)
{
    if (call->argument_count < 2) {
        return cli_usage(call, "%s needs a world and a save: terrane voxel %s <world.yaml> <save>", what, what);
    }
    return call->argument_count <= max
               ? CLI_DONE
               : cli_usage(call, "'%s' is one argument too many: terrane voxel %s <world.yaml> <save>",
                           call->arguments[max], what);
}

static void stats_json(cli_json *json, const tr_voxel_save_stats *stats)
{
    cli_json_int(json, "chunks", (int64_t)stats->chunk_count);
    cli_json_int(json, "edits", (int64_t)stats->edit_count);
    cli_json_int(json, "bytes", (int64_t)stats->file_bytes);
}

static void stats_text(const char *label, const tr_voxel_save_stats *stats)
{
    printf("%s%" PRIu64 " edit%s in %" PRIu64 " chunk%s, %.1f KB\n", label, stats->edit_count,
           stats->edit_count == 1 ? "" : "s", stats->chunk_count, stats->chunk_count == 1 ? "" : "s",
           1e-3 * (double)stats->file_bytes);
}

// ---------------------------------------------------------------------------------------------------------
// pack

static void print_packed(const save_run *run, const tr_voxel_save_stats *before, const tr_voxel_save_stats *after)
{
    if (run->common->json) {
        cli_json json = cli_json_begin(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "save", run->call->arguments[1]);
        cli_json_open(&json, "before", '{');
        stats_json(&json, before);
        cli_json_close(&json);
        cli_json_open(&json, "after", '{');
        stats_json(&json, after);
        cli_json_close(&json);
        cli_json_close(&json);
        cli_json_end(&json);
    } else if (!run->common->quiet) {
        stats_text("before: ", before);
        stats_text("after:  ", after);
    }
}

int cli_voxel_pack(const cli_call *call)
{
    const int code = check_arguments(call, "pack", 2);
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err = {0};
    tr_voxel_save_stats before, after;
    save_run run = {.call = call, .common = call->values};
    cli_progress bar = cli_progress_begin("packing", run.common->quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    bool done = open_run(&run, TR_VOXEL_SAVE_OPEN, &err) && tr_voxel_save_pack(run.save, &hook, &before, &after, &err);
    cli_progress_end(&bar);
    done = close_run(&run, done, &err);
    if (done) {
        print_packed(&run, &before, &after);
    }
    return done ? CLI_DONE : cli_fail(call, &err);
}

// ---------------------------------------------------------------------------------------------------------
// verify

static void take_bad(void *user, const tr_voxel_at *chunk, const char *message)
{
    save_run *run = user;
    if (!run->common->json) {
        printf("%s: %s\n", run->call->arguments[1], message);
        return;
    }
    cli_json_open(&run->json, NULL, '{');
    if (chunk) {
        cli_json_open(&run->json, "chunk", '[');
        cli_json_int(&run->json, NULL, chunk->x);
        cli_json_int(&run->json, NULL, chunk->y);
        cli_json_int(&run->json, NULL, chunk->z);
        cli_json_close(&run->json);
    } else {
        cli_json_null(&run->json, "chunk");
    }
    cli_json_text(&run->json, "message", message);
    cli_json_close(&run->json);
}

// Verifies a save; with `copy` its whole chunks are written there.
static bool look_for_damage(save_run *run, const char *copy, tr_voxel_save_stats *stats, tr_error *err)
{
    const tr_voxel_save_damage_hook report = {take_bad, run};
    cli_progress bar = cli_progress_begin(copy ? "repairing" : "verifying", run->common->quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    if (run->common->json) {
        run->json = cli_json_begin(stdout);
        cli_json_open(&run->json, NULL, '{');
        cli_json_text(&run->json, "save", run->call->arguments[1]);
        if (copy) {
            cli_json_text(&run->json, "copy", copy);
        }
        cli_json_open(&run->json, "bad", '[');
    }
    const bool done = copy ? tr_voxel_save_repair(run->save, copy, &report, &hook, stats, err)
                           : tr_voxel_save_verify(run->save, &report, &hook, stats, err);
    cli_progress_end(&bar);
    if (run->common->json) {
        cli_json_close(&run->json);
        if (done) {
            stats_json(&run->json, stats);
            cli_json_bool(&run->json, "ok", stats->bad_count == 0);
        }
        cli_json_close(&run->json);
        cli_json_end(&run->json);
    } else if (done && !run->common->quiet) {
        if (copy) {
            printf("%s: ", copy);
        }
        stats_text(copy ? "kept " : "", stats);
    }
    return done;
}

// Damage is an exit code of its own kind of failure: what is whole was counted, the rest was named.
int cli_voxel_verify(const cli_call *call)
{
    const int code = check_arguments(call, "verify", 2);
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err = {0};
    tr_voxel_save_stats stats;
    save_run run = {.call = call, .common = call->values};
    bool done = open_run(&run, TR_VOXEL_SAVE_READ, &err) && look_for_damage(&run, NULL, &stats, &err);
    if (done && stats.bad_count > 0) {
        done = tr_fail(&err, TR_ERROR_FORMAT, "%s: %" PRIu64 " part%s damaged; the rest can be read",
                       call->arguments[1], stats.bad_count, stats.bad_count == 1 ? " is" : "s are");
    }
    done = close_run(&run, done, &err);
    return done ? CLI_DONE : cli_fail(call, &err);
}

// ---------------------------------------------------------------------------------------------------------
// repair

int cli_voxel_repair(const cli_call *call)
{
    const int code = check_arguments(call, "repair", 2);
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err = {0};
    tr_voxel_save_stats stats;
    save_run run = {.call = call, .common = call->values};
    if (!run.common->output) {
        return cli_usage(call, "say where the sound copy goes: terrane voxel repair <world.yaml> <save> -o <new save>");
    }
    bool done = open_run(&run, TR_VOXEL_SAVE_READ, &err) && look_for_damage(&run, run.common->output, &stats, &err);
    done = close_run(&run, done, &err);
    return done ? CLI_DONE : cli_fail(call, &err);
}

// ---------------------------------------------------------------------------------------------------------
// edit

static bool write_edits(save_run *run, voxel_edits *edits, tr_error *err)
{
    edits->context = run->input.context;
    for (int i = 2; i < run->call->argument_count; i++) {
        if (!voxel_edits_read(edits, run->call->arguments[i], err)) {
            return false;
        }
    }
    uint64_t ticket;
    return tr_voxel_save_write(run->save, edits->items, edits->count, &ticket, err) &&
           tr_voxel_save_wait(run->save, ticket, -1, err);
}

static void print_edited(const save_run *run, size_t count)
{
    if (run->common->json) {
        cli_json json = cli_json_begin(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "save", run->call->arguments[1]);
        cli_json_int(&json, "edits", (int64_t)count);
        cli_json_close(&json);
        cli_json_end(&json);
    } else if (!run->common->quiet) {
        printf("%s: %zu block%s changed\n", run->call->arguments[1], count, count == 1 ? "" : "s");
    }
}

int cli_voxel_edit(const cli_call *call)
{
    if (call->argument_count < 3) {
        return cli_usage(call, "edit needs a world, a save and what to change: terrane voxel edit <world.yaml> <save> "
                               "x,y,z=block ... (or a table of lines x,y,z,block)");
    }
    tr_error err = {0};
    voxel_edits edits = {0};
    save_run run = {.call = call, .common = call->values};
    bool done = open_run(&run, TR_VOXEL_SAVE_CREATE, &err) && write_edits(&run, &edits, &err);
    const size_t count = edits.count;
    if (run.input.context) {
        edits.context = run.input.context;
        voxel_edits_destroy(&edits);
    }
    done = close_run(&run, done, &err);
    if (done) {
        print_edited(&run, count);
    }
    return done ? CLI_DONE : cli_fail(call, &err);
}
