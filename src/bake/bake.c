// Baking: a survey of the heights where a format needs their range, then tile by tile (terrane/bake.h).
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "bake/manifest.h"
#include "bake/tile.h"
#include "world/world.h"

typedef struct bake_work {
    tr_world *world;
    tr_bake_plan plan;
    tr_bake_journal *journal;
    tr_bake_range range;
    int64_t *missing;  // numbers of the tiles that are still to be baked
    int64_t missing_count;
    tr_bake_range *surveyed;  // of each tile
} bake_work;

// A share of the progress of the whole.
typedef struct bake_part {
    const tr_progress *whole;
    double begin, end;
} bake_part;

static bool report_part(void *user, double share)
{
    const bake_part *part = user;
    if (!part->whole || !part->whole->report) return true;
    return part->whole->report(part->whole->user, part->begin + (part->end - part->begin) * share);
}

// ---------------------------------------------------------------------------------------------------------
// The survey

static bool survey_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const bake_work *bake = user;
    (void)worker;
    for (int64_t index = begin; index < end; index++)
        if (!tr_bake_tile_range(bake->world, &bake->plan, tr_bake_plan_tile(&bake->plan, index), &bake->surveyed[index],
                                err))
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
static bool survey(bake_work *bake, const tr_progress *progress, tr_error *err)
{
    tr_context *context = bake->world->context;
    if (!tr_bake_has(&bake->plan, TR_BAKE_PNG) && !tr_bake_has(&bake->plan, TR_BAKE_R16)) return true;
    if (tr_bake_journal_range(bake->journal, &bake->range.low_m, &bake->range.high_m)) return true;
    bake->surveyed = tr_alloc_array(context, (size_t)bake->plan.tile_count, sizeof *bake->surveyed, err);
    bool ok = bake->surveyed &&
              tr_parallel_for(context, &(tr_range_work){bake->plan.tile_count, 1, survey_tiles, bake}, progress, err);
    if (ok) {
        bake->range = union_of(bake->surveyed, bake->plan.tile_count);
        ok = tr_bake_journal_set_range(bake->journal, bake->range.low_m, bake->range.high_m, err);
    }
    tr_free(context, bake->surveyed);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// The tiles

static bool find_missing(bake_work *bake, tr_error *err)
{
    bake->missing = tr_alloc_array(bake->world->context, (size_t)bake->plan.tile_count, sizeof *bake->missing, err);
    if (!bake->missing) return false;
    for (int64_t i = 0; i < bake->plan.tile_count; i++)
        if (!tr_bake_journal_record(bake->journal, i)->done) bake->missing[bake->missing_count++] = i;
    return true;
}

static bool bake_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const bake_work *bake = user;
    (void)worker;
    for (int64_t i = begin; i < end; i++) {
        const int64_t index = bake->missing[i];
        tr_bake_record record;
        if (!tr_bake_tile_write(bake->world, &bake->plan, tr_bake_plan_tile(&bake->plan, index), bake->range, &record,
                                err) ||
            !tr_bake_journal_add(bake->journal, index, &record, err))
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

static bool run(bake_work *bake, const tr_progress *progress, tr_error *err)
{
    const double survey_share = 0.2;
    bake_part surveying = {progress, 0, survey_share}, baking = {progress, survey_share, 1};
    const tr_progress first = {report_part, &surveying}, second = {report_part, &baking};
    remove_leftovers(&bake->plan);
    if (!find_missing(bake, err)) return false;
    if (bake->missing_count > 0) tr_bake_index_remove(&bake->plan);
    return survey(bake, &first, err) &&
           tr_parallel_for(bake->world->context, &(tr_range_work){bake->missing_count, 1, bake_tiles, bake}, &second,
                           err) &&
           tr_bake_index_write(bake->world, &bake->plan, bake->journal, bake->range, err);
}

static void fill_report(const bake_work *bake, int64_t start_ns, tr_bake_report *out)
{
    const double side = bake->plan.def.tile + (bake->plan.def.overlap ? 1 : 0);
    *out = (tr_bake_report){.tile_count = bake->plan.tile_count,
                            .tiles_kept = bake->plan.tile_count - bake->missing_count,
                            .seconds = (double)(tr_os_now_ns() - start_ns) * 1e-9,
                            .megapixels = (double)bake->missing_count * side * side * 1e-6};
    for (int64_t i = 0; i < bake->plan.tile_count; i++) {
        const tr_bake_record *record = tr_bake_journal_record(bake->journal, i);
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
    bake_work bake = {.world = world};
    if (!tr_bake_plan_make(world, def, &bake.plan, err) || !make_directories(&bake.plan, err)) return false;
    bake.journal = tr_bake_journal_open(world->context, &bake.plan, err);
    const bool ok = bake.journal && run(&bake, progress, err);
    if (ok && report) fill_report(&bake, start_ns, report);
    tr_free(world->context, bake.missing);
    tr_bake_journal_close(bake.journal);
    return ok;
}
