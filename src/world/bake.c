// Baking: a survey of the heights where a format needs their range, then tile by tile (terrane/world.h).
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "world/bake_manifest.h"
#include "world/bake_tile.h"
#include "world/world.h"

typedef struct bake {
    tr_world *world;
    tr_bake_plan plan;
    tr_bake_journal *journal;
    tr_bake_range range;
    int64_t *missing;  // numbers of the tiles that are still to be baked
    int64_t missing_count;
    tr_bake_range *surveyed;  // of each tile
} bake;

// A share of the progress of the whole.
typedef struct part {
    const tr_progress *whole;
    double begin, end;
} part;

static bool report_part(void *user, double share)
{
    const part *it = user;
    if (!it->whole || !it->whole->report) return true;
    return it->whole->report(it->whole->user, it->begin + (it->end - it->begin) * share);
}

// ---------------------------------------------------------------------------------------------------------
// The survey

static bool survey_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const bake *it = user;
    (void)worker;
    for (int64_t index = begin; index < end; index++)
        if (!tr_bake_tile_range(it->world, &it->plan, tr_bake_plan_tile(&it->plan, index), &it->surveyed[index], err))
            return false;
    return true;
}

static tr_bake_range union_of(const tr_bake_range *ranges, int64_t count)
{
    tr_bake_range all = ranges[0];
    for (int64_t i = 1; i < count; i++) {
        if (ranges[i].low_m < all.low_m) all.low_m = ranges[i].low_m;
        if (ranges[i].high_m > all.high_m) all.high_m = ranges[i].high_m;
    }
    return all;
}

// The 16-bit formats need to know the lowest and the highest sample of all before the first is written.
static bool survey(bake *it, const tr_progress *progress, tr_error *err)
{
    tr_context *context = it->world->context;
    if (!tr_bake_has(&it->plan, TR_BAKE_PNG) && !tr_bake_has(&it->plan, TR_BAKE_R16)) return true;
    if (tr_bake_journal_range(it->journal, &it->range.low_m, &it->range.high_m)) return true;
    it->surveyed = tr_alloc_array(context, (size_t)it->plan.tile_count, sizeof *it->surveyed, err);
    bool ok = it->surveyed && tr_parallel_for(context, it->plan.tile_count, 1, survey_tiles, it, progress, err);
    if (ok) {
        it->range = union_of(it->surveyed, it->plan.tile_count);
        ok = tr_bake_journal_set_range(it->journal, it->range.low_m, it->range.high_m, err);
    }
    tr_free(context, it->surveyed);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// The tiles

static bool find_missing(bake *it, tr_error *err)
{
    it->missing = tr_alloc_array(it->world->context, (size_t)it->plan.tile_count, sizeof *it->missing, err);
    if (!it->missing) return false;
    for (int64_t i = 0; i < it->plan.tile_count; i++)
        if (!tr_bake_journal_record(it->journal, i)->done) it->missing[it->missing_count++] = i;
    return true;
}

static bool bake_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const bake *it = user;
    (void)worker;
    for (int64_t i = begin; i < end; i++) {
        const int64_t index = it->missing[i];
        tr_bake_record record;
        if (!tr_bake_tile_write(it->world, &it->plan, tr_bake_plan_tile(&it->plan, index), it->range, &record, err) ||
            !tr_bake_journal_add(it->journal, index, &record, err))
            return false;
    }
    return true;
}

enum { PATH_SIZE = 4096 };

static bool level_path(const tr_bake_plan *plan, int level, char out[PATH_SIZE], tr_error *err)
{
    if (snprintf(out, PATH_SIZE, "%s/level%d", plan->def.directory, level) < PATH_SIZE) return true;
    return tr_fail(err, TR_ERROR_FILE_OPEN, "%.60s...: the name is too long", plan->def.directory);
}

static bool make_directories(const tr_bake_plan *plan, tr_error *err)
{
    char path[PATH_SIZE];
    for (int level = 0; level < plan->def.levels; level++)
        if (!level_path(plan, level, path, err) || !tr_os_make_directories(path, err)) return false;
    return true;
}

// What a killed bake was writing. The journal is held, so nobody else writes here.
static void remove_leftovers(const tr_bake_plan *plan)
{
    char path[PATH_SIZE];
    tr_os_remove_leftovers(plan->def.directory);
    for (int level = 0; level < plan->def.levels; level++)
        if (level_path(plan, level, path, NULL)) tr_os_remove_leftovers(path);
}

static bool run(bake *it, const tr_progress *progress, tr_error *err)
{
    const double survey_share = 0.2;
    part surveying = {progress, 0, survey_share}, baking = {progress, survey_share, 1};
    const tr_progress first = {report_part, &surveying}, second = {report_part, &baking};
    remove_leftovers(&it->plan);
    if (!find_missing(it, err)) return false;
    if (it->missing_count > 0) tr_bake_index_remove(&it->plan);
    return survey(it, &first, err) &&
           tr_parallel_for(it->world->context, it->missing_count, 1, bake_tiles, it, &second, err) &&
           tr_bake_index_write(it->world, &it->plan, it->journal, it->range, err);
}

static void fill_report(const bake *it, int64_t start_ns, tr_bake_report *out)
{
    const double side = it->plan.def.tile + (it->plan.def.overlap ? 1 : 0);
    *out = (tr_bake_report){.tile_count = it->plan.tile_count,
                            .tiles_kept = it->plan.tile_count - it->missing_count,
                            .seconds = (double)(tr_os_now_ns() - start_ns) * 1e-9,
                            .megapixels = (double)it->missing_count * side * side * 1e-6};
    for (int64_t i = 0; i < it->plan.tile_count; i++) {
        const tr_bake_record *record = tr_bake_journal_record(it->journal, i);
        if (i == 0 || record->low_m < out->low_m) out->low_m = record->low_m;
        if (i == 0 || record->high_m > out->high_m) out->high_m = record->high_m;
        for (int format = 0; format < TR_BAKE_FORMAT_COUNT; format++) out->bytes += record->files[format].bytes;
    }
}

bool tr_world_bake(tr_world *world, const tr_bake_def *def, const tr_progress *progress, tr_bake_report *report,
                   tr_error *err)
{
    assert(world && def);
    const int64_t start_ns = tr_os_now_ns();
    bake it = {.world = world};
    if (!tr_bake_plan_make(world, def, &it.plan, err) || !make_directories(&it.plan, err)) return false;
    it.journal = tr_bake_journal_open(world->context, &it.plan, err);
    const bool ok = it.journal && run(&it, progress, err);
    if (ok && report) fill_report(&it, start_ns, report);
    tr_free(world->context, it.missing);
    tr_bake_journal_close(it.journal);
    return ok;
}
