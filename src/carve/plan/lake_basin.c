#include "carve/plan/lake_basin.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/integers.h"

// What `lake_of` says of samples that are in no lake.
enum { UNSEEN = 0, HOLLOW = -1, TOO_SMALL = -2 };

// How far the water stays below the edge it would run over: the outlet is a bed that it has cut.
static const double sill_share = 0.15, deepest_sill_m = 0.5;
// Below this a hollow is but the roughness of the ground, whatever is asked for.
static const double min_hollow_m = 0.01;

typedef struct search_work {
    const tr_drainage *drainage;
    tr_lake_basins *out;
    const tr_lake_min *min;
    uint32_t *hollow, *lake;  // samples of the hollow and of the lake in it, as they were found
} search_work;

static uint32_t samples_of(const tr_drainage *drainage)
{
    return (uint32_t)drainage->width * (uint32_t)drainage->height;
}

static bool is_hollow(const tr_drainage *drainage, uint32_t sample)
{
    return !tr_drainage_is_sea(drainage, sample) && drainage->level.samples[sample] > drainage->ground.samples[sample];
}

// Samples of hollows never lie at the border: they have all neighbours. Returns how many belong to the one of `first`.
static uint32_t gather_hollow(search_work *search, uint32_t first)
{
    const float level = search->drainage->level.samples[first];
    uint32_t count = 0;
    search->hollow[count++] = first;
    search->out->lake_of[first] = HOLLOW;
    for (uint32_t i = 0; i < count; i++)
        for (int d = 0; d < TR_FLOOD_DIRECTIONS; d++) {
            const uint32_t next = tr_drainage_step(search->drainage, search->hollow[i], d);
            if (search->out->lake_of[next] != UNSEEN || !is_hollow(search->drainage, next)) continue;
            if (search->drainage->level.samples[next] != level) continue;
            search->out->lake_of[next] = HOLLOW;
            search->hollow[count++] = next;
        }
    return count;
}

static uint32_t gather_lake(search_work *search, uint32_t first, double level_m, int32_t number)
{
    uint32_t count = 0;
    search->lake[count++] = first;
    search->out->lake_of[first] = number;
    for (uint32_t i = 0; i < count; i++)
        for (int d = 0; d < TR_FLOOD_DIRECTIONS; d++) {
            const uint32_t next = tr_drainage_step(search->drainage, search->lake[i], d);
            if (search->out->lake_of[next] != HOLLOW || tr_drainage_ground(search->drainage, next) >= level_m) continue;
            search->out->lake_of[next] = number;
            search->lake[count++] = next;
        }
    return count;
}

static tr_lake_basin measure(const search_work *search, uint32_t count, double level_m)
{
    const double cell_m2 = search->drainage->spacing_m * search->drainage->spacing_m;
    tr_lake_basin basin = {level_m, 0, count * cell_m2, 0, INT32_MAX, INT32_MAX, -1, -1};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t sample = search->lake[i], width = (uint32_t)search->drainage->width;
        const int32_t x = (int32_t)(sample % width), z = (int32_t)(sample / width);
        basin.depth_m = fmax(basin.depth_m, level_m - tr_drainage_ground(search->drainage, sample));
        if (search->drainage->cells[sample] > basin.drained) basin.drained = search->drainage->cells[sample];
        basin.x0 = tr_min_i32(basin.x0, x), basin.x1 = tr_max_i32(basin.x1, x);
        basin.z0 = tr_min_i32(basin.z0, z), basin.z1 = tr_max_i32(basin.z1, z);
    }
    return basin;
}

// What is lost below the edge is forgiven.
static bool is_lake(const tr_lake_basin *basin, const tr_lake_min *min)
{
    return basin->area_m2 >= min->area_m2 && basin->depth_m >= min->depth_m * (1 - sill_share) &&
           basin->drained >= min->cells;
}

static bool add_basin(tr_context *context, tr_lake_basins *out, const tr_lake_basin *basin, tr_error *err)
{
    tr_lake_basin *basins = tr_array_reserve(context, out->basins, out->count, &out->capacity, sizeof *basins, err);
    if (!basins) return false;
    out->basins = basins;
    out->basins[out->count++] = *basin;
    return true;
}

// The water of a hollow; below its edge it may be several lakes.
static bool fill_hollow(tr_context *context, search_work *search, uint32_t count, tr_error *err)
{
    const double cell_m2 = search->drainage->spacing_m * search->drainage->spacing_m;
    const double edge_m = (double)search->drainage->level.samples[search->hollow[0]];
    double depth_m = 0;
    for (uint32_t i = 0; i < count; i++)
        depth_m = fmax(depth_m, edge_m - tr_drainage_ground(search->drainage, search->hollow[i]));
    if (count * cell_m2 < search->min->area_m2 || depth_m < fmax(search->min->depth_m, min_hollow_m)) return true;
    const double level_m = edge_m - fmin(sill_share * depth_m, deepest_sill_m);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = search->hollow[i];
        if (search->out->lake_of[first] != HOLLOW || tr_drainage_ground(search->drainage, first) >= level_m) continue;
        const uint32_t cells = gather_lake(search, first, level_m, search->out->count + 1);
        const tr_lake_basin basin = measure(search, cells, level_m);
        if (!is_lake(&basin, search->min)) {
            for (uint32_t k = 0; k < cells; k++) search->out->lake_of[search->lake[k]] = TOO_SMALL;
            continue;
        }
        if (!add_basin(context, search->out, &basin, err)) return false;
    }
    return true;
}

static bool fill_hollows(tr_context *context, search_work *search, tr_error *err)
{
    for (uint32_t sample = 0; sample < samples_of(search->drainage); sample++) {
        if (search->out->lake_of[sample] != UNSEEN || !is_hollow(search->drainage, sample)) continue;
        if (!fill_hollow(context, search, gather_hollow(search, sample), err)) return false;
    }
    return true;
}

bool tr_lake_basins_find(tr_context *context, const tr_drainage *drainage, const tr_lake_min *min, tr_lake_basins *out,
                         tr_error *err)
{
    *out = (tr_lake_basins){0};
    const uint32_t count = samples_of(drainage);
    search_work search = {drainage, out, min, NULL, NULL};
    out->lake_of = tr_alloc_array(context, count, sizeof *out->lake_of, err);
    search.hollow = out->lake_of ? tr_alloc_array(context, count, sizeof *search.hollow, err) : NULL;
    search.lake = search.hollow ? tr_alloc_array(context, count, sizeof *search.lake, err) : NULL;
    bool ok = search.lake != NULL;
    if (ok) {
        memset(out->lake_of, 0, count * sizeof *out->lake_of);
        ok = isinf(min->area_m2) || fill_hollows(context, &search, err);
    }
    tr_free(context, search.lake);
    tr_free(context, search.hollow);
    if (!ok) tr_lake_basins_destroy(context, out);
    return ok;
}

void tr_lake_basins_destroy(tr_context *context, tr_lake_basins *basins)
{
    tr_free(context, basins->lake_of);
    tr_free(context, basins->basins);
    *basins = (tr_lake_basins){0};
}
