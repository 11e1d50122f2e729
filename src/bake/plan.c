// What a bake consists of (bake_plan.h).
#include "bake/plan.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/integers.h"
#include "world/world.h"

enum { BAKE_DEF_COOKIE = 0x62616b65, FILE_LAYOUT_VERSION = 1 };

static const char *const format_names[TR_BAKE_FORMAT_COUNT] = {
#define X(name, text) text,
    TR_BAKE_FORMAT_LIST(X)
#undef X
};

// How a file of each format begins and ends.
static const char *const file_names[TR_BAKE_FORMAT_COUNT][2] = {
    [TR_BAKE_PNG] = {"height", "png"},    [TR_BAKE_R16] = {"height", "r16"},  [TR_BAKE_TIFF] = {"height", "tif"},
    [TR_BAKE_NORMAL] = {"normal", "png"}, [TR_BAKE_BIOME] = {"biome", "png"}, [TR_BAKE_GLB] = {"terrain", "glb"},
};

static unsigned formats_of_this_build(void)
{
    unsigned formats = 1u << TR_BAKE_R16 | 1u << TR_BAKE_GLB;
#ifdef TR_HAVE_PNG
    formats |= 1u << TR_BAKE_PNG | 1u << TR_BAKE_NORMAL | 1u << TR_BAKE_BIOME;
#endif
#ifdef TR_HAVE_GDAL
    formats |= 1u << TR_BAKE_TIFF;
#endif
    return formats;
}

tr_bake_def tr_default_bake_def(void)
{
    return (tr_bake_def){
        .cookie = BAKE_DEF_COOKIE, .spacing_m = 4, .tile = 512, .levels = 1, .formats = formats_of_this_build()};
}

const char *tr_bake_format_name(tr_bake_format format)
{
    assert((unsigned)format < TR_BAKE_FORMAT_COUNT);
    return format_names[format];
}

bool tr_bake_has(const tr_bake_plan *plan, tr_bake_format format)
{
    return plan->def.formats >> format & 1u;
}

void tr_bake_file_name(tr_bake_tile tile, tr_bake_format format, char out[TR_BAKE_NAME_SIZE])
{
    snprintf(out, TR_BAKE_NAME_SIZE, "level%d/%s_x%04" PRId32 "_z%04" PRId32 ".%s", tile.level, file_names[format][0],
             tile.x, tile.z, file_names[format][1]);
}

// ---------------------------------------------------------------------------------------------------------

static bool check_def(const tr_bake_def *def, tr_error *err)
{
    assert(def->cookie == BAKE_DEF_COOKIE && def->directory);
    if (def->tile < 32 || def->tile > 8192)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "tiles of %d samples are not allowed: 32 to 8192",
                       (int)def->tile);
    if (def->levels < 1 || def->levels > TR_BAKE_MAX_LEVELS)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d levels are not allowed: 1 to %d", (int)def->levels,
                       (int)TR_BAKE_MAX_LEVELS);
    if (def->formats == 0 || def->formats >> TR_BAKE_FORMAT_COUNT)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a bake needs at least one format");
    const unsigned missing = def->formats & ~formats_of_this_build();
    for (int format = 0; format < TR_BAKE_FORMAT_COUNT; format++)
        if (missing >> format & 1u)
            return tr_fail(err, TR_ERROR_UNSUPPORTED, "this build cannot write the format %s: a library was missing",
                           format_names[format]);
    return true;
}

static int32_t tiles_across(int64_t samples, int64_t tile)
{
    return (int32_t)((samples + tile - 1) / tile);
}

// A sample of the coarsest level is one of every level.
static bool place_levels(tr_bake_plan *plan, const tr_sample_area *region, tr_error *err)
{
    const int64_t max = 100000000;
    const int64_t align = (int64_t)1 << (plan->def.levels - 1);
    const int64_t x = tr_floor_div(region->x, align) * align, z = tr_floor_div(region->z, align) * align;
    const int64_t width = region->x + region->width - 1 - x, height = region->z + region->height - 1 - z;
    plan->tile_count = 0;
    for (int i = 0; i < plan->def.levels; i++) {
        const int64_t scale = (int64_t)1 << i, tile = plan->def.tile * scale;
        plan->levels[i] = (tr_bake_level){.spacing_m = plan->def.spacing_m * (double)scale,
                                          .x = x / scale,
                                          .z = z / scale,
                                          .tiles_x = tiles_across(width, tile),
                                          .tiles_z = tiles_across(height, tile),
                                          .first_tile = plan->tile_count};
        plan->tile_count += (int64_t)plan->levels[i].tiles_x * plan->levels[i].tiles_z;
        const tr_sample_area all = {plan->levels[i].x, plan->levels[i].z, plan->def.tile + 3, plan->def.tile + 3,
                                    plan->levels[i].spacing_m};
        if (!tr_sample_area_check(&all, err)) return false;
    }
    if (plan->tile_count > max)
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "%" PRId64 " tiles are too many: at most %" PRId64
                       "; take a larger spacing, larger tiles or a smaller region",
                       plan->tile_count, max);
    return true;
}

static uint64_t hash_plan(const tr_world *world, const tr_bake_plan *plan)
{
    const tr_bake_def *def = &plan->def;
    const int64_t numbers[] = {
        FILE_LAYOUT_VERSION, def->region_m.x0, def->region_m.z0,
        def->region_m.x1,    def->region_m.z1, (int64_t)(def->spacing_m * TR_UNITS_PER_METRE),
        def->tile,           def->levels,      def->formats,
        def->overlap,
    };
    const uint64_t hash = tr_hash_bytes(numbers, sizeof numbers, tr_world_hash(world));
    return tr_hash_bytes(tr_version(), strlen(tr_version()), hash);
}

bool tr_bake_plan_make(const tr_world *world, const tr_bake_def *def, tr_bake_plan *out, tr_error *err)
{
    tr_sample_area region;
    *out = (tr_bake_plan){.def = *def};
    if (!check_def(def, err) || !tr_sample_area_of_region(&def->region_m, def->spacing_m, &region, err) ||
        !place_levels(out, &region, err))
        return false;
    out->hash = hash_plan(world, out);
    return true;
}

tr_bake_tile tr_bake_plan_tile(const tr_bake_plan *plan, int64_t index)
{
    int level = plan->def.levels - 1;
    while (plan->levels[level].first_tile > index) level--;
    const int64_t within = index - plan->levels[level].first_tile, columns = plan->levels[level].tiles_x;
    return (tr_bake_tile){level, (int32_t)(within % columns), (int32_t)(within / columns)};
}

tr_sample_area tr_bake_tile_area(const tr_bake_plan *plan, tr_bake_tile tile, int32_t extra)
{
    const tr_bake_level *level = &plan->levels[tile.level];
    const int32_t side = plan->def.tile;
    return (tr_sample_area){level->x + (int64_t)tile.x * side, level->z + (int64_t)tile.z * side, side + extra,
                            side + extra, level->spacing_m};
}

tr_sample_area tr_bake_file_area(const tr_bake_plan *plan, tr_bake_tile tile)
{
    return tr_bake_tile_area(plan, tile, plan->def.overlap ? 1 : 0);
}
