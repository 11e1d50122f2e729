// Cut and fill of each path: samples of touched tiles, summed tile by tile in their order.
//
// Sums of a tile are made by one thread, and tiles are added in the order of their places: the same result for any
// number of threads. Tiles pass through in batches, so memory does not grow with the area.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/integers.h"
#include "carve/sample/tile_cover.h"
#include "base/area.h"

enum { BATCH_TILES = 64, TILE_SAMPLES = TR_COVER_TILE * TR_COVER_TILE };

// What one path moves in one tile, in metres times samples.
typedef struct tile_share {
    int32_t path;
    int32_t changed;  // samples
    double cut, fill;
} tile_share;

typedef struct tile_sums {
    int32_t count;
    tile_share shares[TILE_SAMPLES];
} tile_sums;

typedef struct earthwork_run {
    const tr_carving *carving;
    const tr_sample_area *area;
    const tr_grid *ground;  // NULL: from the carving
    tr_cover cover;
    int32_t first;    // tile of the batch
    tile_sums *sums;  // of a batch
} earthwork_run;

// ---------------------------------------------------------------------------------------------------------
// A tile

typedef struct tile_samples {
    float ground[TILE_SAMPLES], height[TILE_SAMPLES], strength[TILE_SAMPLES];
    int32_t owner[TILE_SAMPLES];
} tile_samples;

static tr_grid packed_grid(float *samples, const tr_sample_area *area)
{
    return (tr_grid){samples, area->width, area->height, 1, area->width, (int64_t)area->width * area->height};
}

static bool ask_ground(const earthwork_run *run, const tr_sample_area *part, float *out, tr_error *err)
{
    double x_m[TILE_SAMPLES], z_m[TILE_SAMPLES];
    const tr_carving_def *def = &run->carving->def;
    const int32_t count = part->width * part->height;
    for (int32_t i = 0; i < count; i++) {
        const int64_t x = part->x + i % part->width, z = part->z + i / part->width;
        x_m[i] = (double)x * part->spacing_m * def->scale_m[0];
        z_m[i] = (double)z * part->spacing_m * def->scale_m[1];
    }
    return def->ground.heights(def->ground.user, x_m, z_m, count, out, err);
}

static bool take_ground(const earthwork_run *run, const tr_sample_area *part, float *out, tr_error *err)
{
    if (!run->ground) return ask_ground(run, part, out, err);
    for (int32_t row = 0; row < part->height; row++) {
        const int64_t z = part->z + row - run->area->z, x = part->x - run->area->x;
        memcpy(out + (int64_t)row * part->width, run->ground->samples + z * run->ground->row_stride + x,
               (size_t)part->width * sizeof *out);
    }
    return true;
}

static tile_share *share_of(tile_sums *sums, int32_t path)
{
    for (int32_t i = sums->count; i-- > 0;)
        if (sums->shares[i].path == path) return &sums->shares[i];
    sums->shares[sums->count] = (tile_share){.path = path};
    return &sums->shares[sums->count++];
}

static bool sum_samples(const tile_samples *samples, const tr_sample_area *part, tile_sums *sums, tr_error *err)
{
    sums->count = 0;
    tile_share *share = NULL;
    for (int32_t i = 0; i < part->width * part->height; i++) {
        if (samples->owner[i] < 0 || samples->strength[i] == 0) continue;
        const double rise_m = ((double)samples->height[i] - (double)samples->ground[i]) * (double)samples->strength[i];
        if (!isfinite(rise_m)) {
            const long long x = part->x + i % part->width, z = part->z + i / part->width;
            return tr_fail(err, TR_ERROR_NOT_FINITE, "the ground at sample %lld, %lld is not finite", x, z);
        }
        if (!share || share->path != samples->owner[i]) share = share_of(sums, samples->owner[i]);
        share->changed += rise_m != 0;
        if (rise_m > 0)
            share->fill += rise_m;
        else
            share->cut -= rise_m;
    }
    return true;
}

static bool sum_tile(const earthwork_run *run, const tr_cover_tile *tile, tile_samples *samples, tile_sums *sums,
                     tr_error *err)
{
    const tr_sample_area part = {
        .x = tile->x * TR_COVER_TILE + tile->x0,
        .z = tile->z * TR_COVER_TILE + tile->z0,
        .width = tile->x1 - tile->x0,
        .height = tile->z1 - tile->z0,
        .spacing_m = run->area->spacing_m,
    };
    const tr_carve_channels channels = {
        .height = packed_grid(samples->height, &part),
        .strength = packed_grid(samples->strength, &part),
    };
    return tr_piece_index_evaluate(run->carving->index, TR_SEARCH_HASH, &part, &channels, samples->owner, NULL, err) &&
           take_ground(run, &part, samples->ground, err) && sum_samples(samples, &part, sums, err);
}

static bool sum_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    const earthwork_run *run = user;
    tile_samples samples;
    for (int64_t i = begin; i < end; i++)
        if (!sum_tile(run, &run->cover.tiles[run->first + i], &samples, &run->sums[i], err)) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// All tiles

static void add_batch(const earthwork_run *run, int32_t count, tr_earthwork *out)
{
    const double *scale_m = run->carving->def.scale_m;
    const double cell_m2 = run->area->spacing_m * run->area->spacing_m * scale_m[0] * scale_m[1];
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < run->sums[i].count; k++) {
            const tile_share *share = &run->sums[i].shares[k];
            tr_earthwork *work = &out[tr_carving_find(run->carving, (tr_path_id)share->path)];
            work->cut_m3 += share->cut * cell_m2;
            work->fill_m3 += share->fill * cell_m2;
            work->area_m2 += share->changed * cell_m2;
        }
    }
}

static bool report(const tr_progress *progress, double share, tr_error *err)
{
    if (!progress || !progress->report || progress->report(progress->user, share)) return true;
    return tr_fail(err, TR_ERROR_CANCELLED, "the work was cancelled");
}

static bool sum_all(earthwork_run *run, tr_earthwork *out, const tr_progress *progress, tr_error *err)
{
    tr_context *context = run->carving->context;
    for (run->first = 0; run->first < run->cover.count; run->first += BATCH_TILES) {
        const int32_t count = tr_min_i32(BATCH_TILES, run->cover.count - run->first);
        if (!tr_parallel_for(context, &(tr_range_work){count, 1, sum_tiles, run}, NULL, err)) return false;
        add_batch(run, count, out);
        if (!report(progress, (double)(run->first + count) / run->cover.count, err)) return false;
    }
    return true;
}

static bool sum_area(earthwork_run *run, tr_earthwork *out, const tr_progress *progress, tr_error *err)
{
    tr_context *context = run->carving->context;
    const tr_sample_area *area = run->area;
    const tr_cover_lattice lattice = {
        .units = tr_area_units(area),
        .samples = {area->x, area->z, area->x + area->width, area->z + area->height},
    };
    bool ok = tr_cover_add_paths(run->carving, &lattice, &run->cover, err);
    if (ok) {
        tr_cover_join(&run->cover);
        run->sums = tr_alloc_array(context, (size_t)tr_min_i32(BATCH_TILES, run->cover.count), sizeof *run->sums, err);
        ok = run->sums && sum_all(run, out, progress, err);
    }
    tr_free(context, run->sums);
    tr_cover_destroy(context, &run->cover);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Bridges and totals

typedef struct bridge_span {
    tr_path_id path;
    double from_m, to_m;
} bridge_span;

static int by_path_and_place(const void *left, const void *right)
{
    const bridge_span *a = left, *b = right;
    if (a->path != b->path) return a->path < b->path ? -1 : 1;
    if (a->from_m != b->from_m) return a->from_m < b->from_m ? -1 : 1;
    return (a->to_m > b->to_m) - (a->to_m < b->to_m);
}

static void add_bridge(const tr_carving *carving, const bridge_span *span, tr_earthwork *out)
{
    const int32_t at = tr_carving_find(carving, span->path);
    if (at < 0) return;
    out[at].bridge_count++;
    out[at].bridge_length_m += span->to_m - span->from_m;
}

// Spans that overlap, over two rivers side by side, are one bridge.
static bool count_bridges(const tr_carving *carving, tr_earthwork *out, tr_error *err)
{
    int32_t count = 0;
    bridge_span *spans = tr_alloc_array(carving->context, (size_t)carving->crossing_count, sizeof *spans, err);
    if (!spans) return false;
    for (int32_t i = 0; i < carving->crossing_count; i++) {
        const tr_crossing *crossing = &carving->crossings[i];
        if (crossing->bridge) spans[count++] = (bridge_span){crossing->upper, crossing->from_m, crossing->to_m};
    }
    if (count > 0) qsort(spans, (size_t)count, sizeof *spans, by_path_and_place);
    for (int32_t i = 0; i < count;) {
        bridge_span bridge = spans[i++];
        while (i < count && spans[i].path == bridge.path && spans[i].from_m <= bridge.to_m)
            bridge.to_m = fmax(bridge.to_m, spans[i++].to_m);
        add_bridge(carving, &bridge, out);
    }
    tr_free(carving->context, spans);
    return true;
}

static void add_info(tr_path_info *total, const tr_path_info *info)
{
    total->length_m += info->length_m;
    total->max_grade = fmax(total->max_grade, info->max_grade);
    total->max_deviation_m = fmax(total->max_deviation_m, info->max_deviation_m);
    total->min_radius_m = fmin(total->min_radius_m, info->min_radius_m);
    total->low_m = fmin(total->low_m, info->low_m);
    total->high_m = fmax(total->high_m, info->high_m);
    total->piece_count += info->piece_count;
    total->grade_met = total->grade_met && info->grade_met;
}

static tr_earthwork add_up(const tr_earthwork *works, int32_t count)
{
    tr_earthwork total = {.info = {.min_radius_m = INFINITY, .grade_met = true}};
    if (count > 0) {
        total.info.low_m = works[0].info.low_m;
        total.info.high_m = works[0].info.high_m;
    }
    for (int32_t i = 0; i < count; i++) {
        add_info(&total.info, &works[i].info);
        total.cut_m3 += works[i].cut_m3;
        total.fill_m3 += works[i].fill_m3;
        total.area_m2 += works[i].area_m2;
        total.bridge_count += works[i].bridge_count;
        total.bridge_length_m += works[i].bridge_length_m;
    }
    return total;
}

static bool check(const tr_carving *carving, const tr_sample_area *area, const tr_grid *ground, tr_error *err)
{
    if (!tr_sample_area_check(area, err)) return false;
    if (ground && (ground->width != area->width || ground->height != area->height))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "an area of %d x %d samples needs a ground of that size, and not of %d x %d", (int)area->width,
                       (int)area->height, (int)ground->width, (int)ground->height);
    if (!ground && !carving->def.ground.heights)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "earthwork needs a ground, and the carving has none of its own");
    return true;
}

bool tr_carving_earthwork(const tr_carving *carving, const tr_sample_area *area, const tr_grid *ground,
                          const tr_progress *progress, const tr_earthwork_report *report, tr_error *err)
{
    assert(carving && area && (report->paths || carving->path_count == 0));
    if (!check(carving, area, ground, err)) return false;
    for (int32_t i = 0; i < carving->path_count; i++) {
        report->paths[i] = (tr_earthwork){.path = carving->paths[i]->id};
        if (!tr_carving_path_info(carving, report->paths[i].path, &report->paths[i].info, err)) return false;
    }
    earthwork_run run = {.carving = carving, .area = area, .ground = ground};
    if (!count_bridges(carving, report->paths, err) || !sum_area(&run, report->paths, progress, err)) return false;
    if (report->total) *report->total = add_up(report->paths, carving->path_count);
    return true;
}
