#include "render/ground_mesh.h"

#include <math.h>

#include "base/integers.h"

// ---------------------------------------------------------------------------------------------------------
// Regions

static bool is_empty(const tr_sample_rect *rect)
{
    return rect->x1 <= rect->x0 || rect->z1 <= rect->z0;
}

// A large level has more samples than pixels show as shape; light and colour use them all.
static int32_t stride_of(const tr_area *area)
{
    enum { LARGE = 256 };
    return area->width >= LARGE && area->height >= LARGE ? 2 : 1;
}

// The largest rectangle of an area on lines that are multiples of `step` samples, counted from the world's origin.
static tr_sample_rect aligned_part(const tr_area *area, int32_t step)
{
    const int64_t x_end = area->x + area->width - 1, z_end = area->z + area->height - 1;
    return (tr_sample_rect){(int32_t)(-tr_floor_div(-area->x, step) * step - area->x),
                            (int32_t)(-tr_floor_div(-area->z, step) * step - area->z),
                            (int32_t)(tr_floor_div(x_end, step) * step - area->x),
                            (int32_t)(tr_floor_div(z_end, step) * step - area->z)};
}

// Samples of the coarser level, as samples of the finer one.
static tr_sample_rect to_finer(const tr_sample_rect *rect, const tr_area *coarse, const tr_area *fine, int64_t ratio)
{
    const int64_t x = coarse->x * ratio - fine->x, z = coarse->z * ratio - fine->z;
    return (tr_sample_rect){(int32_t)(rect->x0 * ratio + x), (int32_t)(rect->z0 * ratio + z),
                            (int32_t)(rect->x1 * ratio + x), (int32_t)(rect->z1 * ratio + z)};
}

// The region of a level inside that of the coarser one. What keeps it off the coarser border is the band in which the
// coarser level itself changes into the next one.
static void place_level(const tr_view_level *level, const tr_view_level *coarser, const tr_ground_level *outer,
                        tr_ground_level *out)
{
    const int64_t ratio = (int64_t)(coarser->area.spacing_m / level->area.spacing_m);
    out->coarse_cell = outer->stride * (int32_t)ratio;
    out->region = aligned_part(&level->area, out->coarse_cell);
    const int32_t keep = 2 * tr_max_i32(outer->coarse_cell, outer->stride);
    const tr_sample_rect inner = {outer->region.x0 + keep, outer->region.z0 + keep, outer->region.x1 - keep,
                                  outer->region.z1 - keep};
    const tr_sample_rect allowed = to_finer(&inner, &coarser->area, &level->area, ratio);
    out->region.x0 = tr_max_i32(out->region.x0, allowed.x0);
    out->region.z0 = tr_max_i32(out->region.z0, allowed.z0);
    out->region.x1 = tr_min_i32(out->region.x1, allowed.x1);
    out->region.z1 = tr_min_i32(out->region.z1, allowed.z1);
    out->coarse_scale = 1.0f / (float)ratio;
    out->coarse_shift[0] = (float)(level->area.x - coarser->area.x * ratio) * out->coarse_scale;
    out->coarse_shift[1] = (float)(level->area.z - coarser->area.z * ratio) * out->coarse_scale;
}

// What the finer level covers of this one, in samples of this one; empty when there is none.
static tr_sample_rect covered_part(const tr_ground_level *finer, const tr_view_level *fine, const tr_view_level *level)
{
    const int64_t ratio = (int64_t)(level->area.spacing_m / fine->area.spacing_m);
    if (is_empty(&finer->region)) return (tr_sample_rect){0};
    const int64_t x = fine->area.x - level->area.x * ratio, z = fine->area.z - level->area.z * ratio;
    return (tr_sample_rect){(int32_t)((finer->region.x0 + x) / ratio), (int32_t)((finer->region.z0 + z) / ratio),
                            (int32_t)((finer->region.x1 + x) / ratio), (int32_t)((finer->region.z1 + z) / ratio)};
}

static int32_t band_width(const tr_ground_level *level, int32_t room)
{
    enum { WIDE_CELLS = 40 };
    return tr_min_i32(WIDE_CELLS * level->stride, room);
}

static void set_bands(tr_ground_level *level, const tr_sample_rect *covered)
{
    const tr_sample_rect *region = &level->region;
    const bool whole = is_empty(covered);
    const int32_t half_x = (region->x1 - region->x0) / 2, half_z = (region->z1 - region->z0) / 2;
    level->band[0] = band_width(level, whole ? half_x : covered->x0 - region->x0);
    level->band[1] = band_width(level, whole ? half_z : covered->z0 - region->z0);
    level->band[2] = band_width(level, whole ? half_x : region->x1 - covered->x1);
    level->band[3] = band_width(level, whole ? half_z : region->z1 - covered->z1);
}

// ---------------------------------------------------------------------------------------------------------
// Patches

static void measure_heights(const tr_grid *heights, int32_t stride, tr_ground_patch *patch)
{
    patch->low_m = INFINITY;
    patch->high_m = -INFINITY;
    for (int32_t z = patch->z; z <= patch->z + patch->cells_z * stride; z++) {
        const float *row = heights->samples + z * heights->row_stride;
        for (int32_t x = patch->x; x <= patch->x + patch->cells_x * stride; x++) {
            patch->low_m = fminf(patch->low_m, row[x]);
            patch->high_m = fmaxf(patch->high_m, row[x]);
        }
    }
}

// A deep lake stands above all of the ground below it.
static void measure_water(const tr_grid *water, int32_t stride, tr_ground_patch *patch)
{
    for (int32_t z = patch->z; water->samples && z <= patch->z + patch->cells_z * stride; z++) {
        const float *row = water->samples + z * water->row_stride;
        for (int32_t x = patch->x; x <= patch->x + patch->cells_x * stride; x++) {
            patch->wet = patch->wet || row[x] > TR_NO_WATER;
            patch->high_m = fmaxf(patch->high_m, row[x]);
        }
    }
}

static void bound(const tr_camera *camera, const tr_view_level *level, const tr_ground_level *ground,
                  tr_ground_patch *patch)
{
    const float spacing = (float)level->area.spacing_m;
    const int32_t first[2] = {patch->x, patch->z};
    const int32_t cells[2] = {patch->cells_x, patch->cells_z};
    double far2 = 0;
    for (int i = 0; i < 2; i++) {
        const int axis = 2 * i;
        patch->box_low[axis] = ground->origin_m[i] + (float)first[i] * spacing;
        patch->box_high[axis] = patch->box_low[axis] + (float)(cells[i] * ground->stride) * spacing;
        const double reach = fmax(fabs((double)patch->box_low[axis]), fabs((double)patch->box_high[axis]));
        far2 += reach * reach;
    }
    // The coarser heights that it takes on near the border of its level differ by less than this.
    const double slack = (double)(patch->high_m - patch->low_m) + 2 * level->area.spacing_m;
    const double low = (double)patch->low_m - camera->eye[1] - slack,
                 high = (double)patch->high_m - camera->eye[1] + slack;
    patch->box_low[1] = (float)(low - tr_camera_earth_drop_m(sqrt(far2)));
    patch->box_high[1] = (float)high;
}

static int patches_along(int32_t first, int32_t last, int32_t side)
{
    return last > first ? (last - first + side - 1) / side : 0;
}

typedef struct patch_maker {
    const tr_camera *camera;
    const tr_view_level *level;
    tr_ground_level *ground;
} patch_maker;

static void fill_rect(const patch_maker *maker, const tr_sample_rect *rect)
{
    tr_ground_level *ground = maker->ground;
    const int32_t side = TR_PATCH_CELLS * ground->stride;
    for (int32_t z = rect->z0; z < rect->z1; z += side) {
        for (int32_t x = rect->x0; x < rect->x1; x += side) {
            tr_ground_patch *patch = &ground->patches[ground->patch_count++];
            *patch = (tr_ground_patch){.x = x,
                                       .z = z,
                                       .cells_x = tr_min_i32(TR_PATCH_CELLS, (rect->x1 - x) / ground->stride),
                                       .cells_z = tr_min_i32(TR_PATCH_CELLS, (rect->z1 - z) / ground->stride)};
            measure_heights(&maker->level->height, ground->stride, patch);
            measure_water(&maker->level->water, ground->stride, patch);
            bound(maker->camera, maker->level, ground, patch);
        }
    }
}

// The region without the hole: strips north and south over the whole width, west and east between them.
static int split_region(const tr_sample_rect *region, const tr_sample_rect *hole, tr_sample_rect out[4])
{
    if (is_empty(hole)) {
        out[0] = *region;
        return 1;
    }
    out[0] = (tr_sample_rect){region->x0, region->z0, region->x1, hole->z0};
    out[1] = (tr_sample_rect){region->x0, hole->z1, region->x1, region->z1};
    out[2] = (tr_sample_rect){region->x0, hole->z0, hole->x0, hole->z1};
    out[3] = (tr_sample_rect){hole->x1, hole->z0, region->x1, hole->z1};
    return 4;
}

static bool make_patches(tr_context *context, const patch_maker *maker, const tr_sample_rect *covered, tr_error *err)
{
    tr_ground_level *ground = maker->ground;
    if (is_empty(&ground->region)) return true;
    tr_sample_rect hole = {0};
    if (!is_empty(covered)) {
        const int32_t cell = ground->stride;
        hole = (tr_sample_rect){covered->x0 + cell, covered->z0 + cell, covered->x1 - cell, covered->z1 - cell};
    }
    tr_sample_rect rects[4];
    const int rect_count = split_region(&ground->region, &hole, rects);
    const int32_t side = TR_PATCH_CELLS * ground->stride;
    size_t count = 0;
    for (int i = 0; i < rect_count; i++) {
        count += (size_t)patches_along(rects[i].x0, rects[i].x1, side) *
                 (size_t)patches_along(rects[i].z0, rects[i].z1, side);
    }
    ground->patches = tr_alloc_array(context, count, sizeof *ground->patches, err);
    if (!ground->patches) return false;
    for (int i = 0; i < rect_count; i++) fill_rect(maker, &rects[i]);
    return true;
}

// ---------------------------------------------------------------------------------------------------------

bool tr_ground_mesh_create(tr_context *context, const tr_camera *camera, const tr_view_level *levels, int level_count,
                           tr_ground_mesh *out, tr_error *err)
{
    *out = (tr_ground_mesh){.level_count = level_count};
    for (int i = level_count - 1; i >= 0; i--) {
        tr_ground_level *ground = &out->levels[i];
        const tr_area *area = &levels[i].area;
        ground->stride = stride_of(area);
        ground->origin_m[0] = (float)((double)area->x * area->spacing_m - camera->eye[0]);
        ground->origin_m[1] = (float)((double)area->z * area->spacing_m - camera->eye[2]);
        if (i + 1 < level_count) {
            place_level(&levels[i], &levels[i + 1], &out->levels[i + 1], ground);
        } else {
            ground->region = aligned_part(area, ground->stride);
        }
    }
    for (int i = 0; i < level_count; i++) {
        tr_sample_rect covered = {0};
        if (i > 0) covered = covered_part(&out->levels[i - 1], &levels[i - 1], &levels[i]);
        if (i + 1 < level_count) set_bands(&out->levels[i], &covered);
        const patch_maker maker = {camera, &levels[i], &out->levels[i]};
        if (make_patches(context, &maker, &covered, err)) continue;
        tr_ground_mesh_destroy(context, out);
        return false;
    }
    return true;
}

void tr_ground_mesh_destroy(tr_context *context, tr_ground_mesh *mesh)
{
    for (int i = 0; i < mesh->level_count; i++) tr_free(context, mesh->levels[i].patches);
    *mesh = (tr_ground_mesh){0};
}
