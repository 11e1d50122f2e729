// What is known of columns without their blocks (terrane/voxel.h).
#include <assert.h>
#include <inttypes.h>

#include "base/integers.h"
#include "blocks/box.h"
#include "voxel/generate/generator.h"

enum { MAX_SIDE = 4096 };

static tr_voxel_surface surface_of(const tr_column *column, int cell)
{
    return (tr_voxel_surface){.top = column->top[cell],
                              .water = column->water[cell],
                              .biome = column->biome[cell],
                              .block = column->surface[cell],
                              .height = column->height[cell]};
}

bool tr_voxels_surface_at(void *user, int64_t x, int64_t z, tr_voxel_surface *out, tr_error *err)
{
    const tr_voxels *voxels = user;
    const tr_column_place place = {x >> 5, z >> 5};
    const tr_column *column;
    if (!tr_column_cache_acquire(voxels->columns, &place, 1, &column, err)) return false;
    *out = surface_of(column, (int)(x & 31) + TR_VOXEL_SIDE * (int)(z & 31));
    tr_column_cache_release(voxels->columns, &column, 1);
    return true;
}

// Copies what of a column lies in the region.
static void copy_surfaces(const tr_column *column, const tr_region *region, tr_voxel_surface *out)
{
    const int64_t x0 = column->x * TR_VOXEL_SIDE, z0 = column->z * TR_VOXEL_SIDE;
    const int64_t width = region->x1 - region->x0;
    for (int64_t z = tr_max_i64(z0, region->z0); z < tr_min_i64(z0 + TR_VOXEL_SIDE, region->z1); z++)
        for (int64_t x = tr_max_i64(x0, region->x0); x < tr_min_i64(x0 + TR_VOXEL_SIDE, region->x1); x++)
            out[(z - region->z0) * width + x - region->x0] =
                surface_of(column, (int)(x - x0) + TR_VOXEL_SIDE * (int)(z - z0));
}

static bool check_region(const tr_region *region, tr_error *err)
{
    const int64_t limit = INT64_C(1) << TR_VOXEL_FAR_LOG2;
    const bool placed = region->x0 >= -limit && region->x1 <= limit && region->z0 >= -limit && region->z1 <= limit;
    const int64_t width = placed ? region->x1 - region->x0 : 0, depth = placed ? region->z1 - region->z0 : 0;
    if (width >= 1 && width <= MAX_SIDE && depth >= 1 && depth <= MAX_SIDE) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "the region %" PRId64 ", %" PRId64 " to %" PRId64 ", %" PRId64
                   " is no rectangle of 1 to %d blocks along each side within 2^%d of the origin",
                   region->x0, region->z0, region->x1, region->z1, MAX_SIDE, TR_VOXEL_FAR_LOG2);
}

bool tr_voxels_surface(const tr_voxels *voxels, const tr_region *region, tr_voxel_surface *out, tr_error *err)
{
    assert(voxels && region && out);
    if (!check_region(region, err)) return false;
    tr_context *context = voxels->rules.context;
    const int64_t first_x = region->x0 >> 5, first_z = region->z0 >> 5;
    const int64_t columns = ((region->x1 - 1) >> 5) - first_x + 1, rows = ((region->z1 - 1) >> 5) - first_z + 1;
    // A row of columns at a time, so that no more of them are held.
    struct {
        tr_column_place *places;
        const tr_column **columns;
    } row = {tr_alloc_array(context, (size_t)columns, sizeof *row.places, err),
             tr_alloc_array(context, (size_t)columns, sizeof *row.columns, err)};
    bool done = row.places && row.columns;
    for (int64_t j = 0; j < rows && done; j++) {
        for (int64_t i = 0; i < columns; i++) row.places[i] = (tr_column_place){first_x + i, first_z + j};
        done = tr_column_cache_acquire(voxels->columns, row.places, (size_t)columns, row.columns, err);
        if (!done) break;
        for (int64_t i = 0; i < columns; i++) copy_surfaces(row.columns[i], region, out);
        tr_column_cache_release(voxels->columns, row.columns, (size_t)columns);
    }
    tr_free(context, row.places);
    tr_free(context, row.columns);
    return done;
}

static void measure_ground(const tr_column *column, tr_column_view *out)
{
    int32_t highest = column->top[0], lowest = column->water[0];
    for (int i = 1; i < TR_COLUMN_CELLS; i++) {
        highest = tr_max_i32(highest, column->top[i]);
        lowest = tr_min_i32(lowest, column->water[i]);
    }
    out->highest_ground = highest;
    out->lowest_water = lowest;
}

bool tr_column_view_make(const tr_voxels *voxels, const tr_column *const around[9], tr_column_view *out, tr_error *err)
{
    const tr_voxel_rules *rules = &voxels->rules;
    const tr_column *column = around[4];
    *out = (tr_column_view){.extent = {column->lowest, column->highest + 1}, .is_bare = true};
    measure_ground(column, out);
    if (column->spans) {
        out->is_bare = false;
        out->extent.mixed_high = tr_max_i32(out->extent.mixed_high, column->spans_highest + 1);
    }
    for (int i = 0; i < 9; i++) {
        out->around[i] = around[i];
        if (!around[i] || around[i]->decoration_count == 0) continue;
        out->is_bare = false;
        out->extent.mixed_high = tr_max_i32(out->extent.mixed_high, around[i]->decorated_highest + 1);
    }
    int32_t low, high;
    if (rules->def.preset != TR_VOXEL_WORLD || rules->def.structures <= 0) return true;
    if (!tr_structures_extent(rules, column->x, column->z, tr_voxels_surface_at, (void *)voxels, &low, &high,
                              &out->has_structures, err))
        return false;
    if (!out->has_structures) return true;
    out->is_bare = false;
    out->extent.mixed_low = tr_min_i32(out->extent.mixed_low, low);
    out->extent.mixed_high = tr_max_i32(out->extent.mixed_high, high + 1);
    return true;
}

bool tr_voxels_extent(const tr_voxels *voxels, int64_t chunk_x, int64_t chunk_z, tr_voxel_extent *out, tr_error *err)
{
    assert(voxels && out);
    const tr_voxel_at at = {chunk_x, 0, chunk_z};
    if (!tr_voxel_at_check(&at, err)) return false;
    tr_column_place places[9];
    const tr_column *around[9];
    for (int i = 0; i < 9; i++) places[i] = (tr_column_place){chunk_x + i % 3 - 1, chunk_z + i / 3 - 1};
    if (!tr_column_cache_acquire(voxels->columns, places, 9, around, err)) return false;
    tr_column_view view;
    const bool done = tr_column_view_make(voxels, around, &view, err);
    tr_column_cache_release(voxels->columns, around, 9);
    if (done) *out = view.extent;
    return done;
}
