// The ground on the device: which part of each level is drawn as triangles, in patches that are left out when they are
// not seen.
//
// Each level has a lattice of cells of `stride` samples, aligned with the world, so that lattices of two levels share
// lines. A level is drawn in `region`, whose border lies on lines of the next coarser lattice. The coarser level leaves
// out a hole one of its cells smaller than that: in the ring where both are drawn, the finer one has taken on the
// coarser's heights and colours, so there is neither a crack nor a line.
#include <epoxy/gl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/integers.h"
#include "render/renderer.h"

enum {
    PATCH_INDICES = TR_PATCH_CELLS * TR_PATCH_CELLS * 6,
    LATTICE_INDICES = TR_LATTICE_CELLS * TR_LATTICE_CELLS * 6,
};

// A place in the patch buffer, and its distance, by which patches are sorted.
typedef struct tr_visible_patch {
    float distance_m;
    int32_t place[4];
} tr_visible_patch;

// ---------------------------------------------------------------------------------------------------------
// Regions

static bool is_empty(const tr_sample_rect *rect)
{
    return rect->x1 <= rect->x0 || rect->z1 <= rect->z0;
}

// A large level has more samples than pixels show as shape; light and colour use them all.
static int32_t stride_of(const tr_renderer *renderer, const tr_sample_area *area)
{
    enum { LARGE = 256 };
    return area->width >= LARGE && area->height >= LARGE ? renderer->limits.large_stride : 1;
}

// The largest rectangle of an area on lines that are multiples of `step` samples, counted from the world's origin.
static tr_sample_rect aligned_part(const tr_sample_area *area, int32_t step)
{
    const int64_t x_end = area->x + area->width - 1, z_end = area->z + area->height - 1;
    return (tr_sample_rect){(int32_t)(-tr_floor_div(-area->x, step) * step - area->x),
                            (int32_t)(-tr_floor_div(-area->z, step) * step - area->z),
                            (int32_t)(tr_floor_div(x_end, step) * step - area->x),
                            (int32_t)(tr_floor_div(z_end, step) * step - area->z)};
}

static int64_t ratio_of(const tr_sample_area *coarse, const tr_sample_area *fine)
{
    return (int64_t)(coarse->spacing_m / fine->spacing_m);
}

// A border of the coarser level as samples of the finer one, which may lie far apart.
static int32_t to_finer(int32_t at, int64_t coarse_first, int64_t fine_first, int64_t ratio)
{
    const int64_t place = (coarse_first + at) * ratio - fine_first;
    return (int32_t)(place < -1000000 ? -1000000 : place > 1000000 ? 1000000 : place);
}

// The region of a level inside that of the coarser one. What keeps it off the coarser border is the band in which the
// coarser level itself changes into the next one: a cell of that at least, and some of its own.
static void place_level(const tr_ground_resource *outer, int32_t own_cells, tr_ground_resource *level)
{
    const tr_sample_area *area = &level->area, *coarser = &outer->area;
    const int64_t ratio = ratio_of(coarser, area);
    level->coarse_cell = outer->stride * (int32_t)ratio;
    tr_sample_rect *region = &level->region;
    *region = aligned_part(area, level->coarse_cell);
    const int32_t keep = tr_max_i32(outer->coarse_cell, outer->stride) + own_cells * outer->stride;
    region->x0 = tr_max_i32(region->x0, to_finer(outer->region.x0 + keep, coarser->x, area->x, ratio));
    region->z0 = tr_max_i32(region->z0, to_finer(outer->region.z0 + keep, coarser->z, area->z, ratio));
    region->x1 = tr_min_i32(region->x1, to_finer(outer->region.x1 - keep, coarser->x, area->x, ratio));
    region->z1 = tr_min_i32(region->z1, to_finer(outer->region.z1 - keep, coarser->z, area->z, ratio));
    level->coarse_scale = 1.0f / (float)ratio;
    level->coarse_shift[0] = (float)((double)(area->x - coarser->x * ratio) / (double)ratio);
    level->coarse_shift[1] = (float)((double)(area->z - coarser->z * ratio) / (double)ratio);
}

// What the finer level covers of this one, in samples of this one; empty when there is none.
static tr_sample_rect covered_part(const tr_ground_resource *finer, const tr_ground_resource *level)
{
    if (is_empty(&finer->region)) return (tr_sample_rect){0};
    const int64_t ratio = ratio_of(&level->area, &finer->area);
    const int64_t x = finer->area.x - level->area.x * ratio, z = finer->area.z - level->area.z * ratio;
    return (tr_sample_rect){(int32_t)((finer->region.x0 + x) / ratio), (int32_t)((finer->region.z0 + z) / ratio),
                            (int32_t)((finer->region.x1 + x) / ratio), (int32_t)((finer->region.z1 + z) / ratio)};
}

static int32_t band_width(const tr_ground_resource *level, int32_t cells, int32_t room)
{
    return tr_min_i32(cells * level->stride, room);
}

static void set_bands(tr_ground_resource *level, int32_t cells, const tr_sample_rect *covered)
{
    const tr_sample_rect *region = &level->region;
    const bool whole = is_empty(covered);
    const int32_t half_x = (region->x1 - region->x0) / 2, half_z = (region->z1 - region->z0) / 2;
    level->band[0] = band_width(level, cells, whole ? half_x : covered->x0 - region->x0);
    level->band[1] = band_width(level, cells, whole ? half_z : covered->z0 - region->z0);
    level->band[2] = band_width(level, cells, whole ? half_x : region->x1 - covered->x1);
    level->band[3] = band_width(level, cells, whole ? half_z : region->z1 - covered->z1);
}

// ---------------------------------------------------------------------------------------------------------
// Patches

static tr_height_range range_over(const tr_ground_resource *level, const tr_sample_rect *rect)
{
    tr_height_range sum = {.low_m = INFINITY, .high_m = -INFINITY};
    const int32_t column1 = tr_min_i32((rect->x1 - 1) / TR_RANGE_CELLS, level->range_columns - 1);
    const int32_t row1 = tr_min_i32((rect->z1 - 1) / TR_RANGE_CELLS, level->range_rows - 1);
    for (int32_t row = rect->z0 / TR_RANGE_CELLS; row <= row1; row++) {
        for (int32_t column = rect->x0 / TR_RANGE_CELLS; column <= column1; column++) {
            const tr_height_range *range = &level->ranges[row * level->range_columns + column];
            sum.low_m = fminf(sum.low_m, range->low_m);
            sum.high_m = fmaxf(sum.high_m, range->high_m);
            sum.wet = sum.wet || range->wet;
        }
    }
    return sum;
}

static void fill_rect(tr_ground_resource *level, const tr_sample_rect *rect)
{
    const int32_t side = TR_PATCH_CELLS * level->stride;
    for (int32_t z = rect->z0; z < rect->z1; z += side) {
        for (int32_t x = rect->x0; x < rect->x1; x += side) {
            const tr_sample_rect part = {x, z, tr_min_i32(x + side, rect->x1), tr_min_i32(z + side, rect->z1)};
            level->patches[level->patch_count++] = (tr_ground_patch){.x = x,
                                                                     .z = z,
                                                                     .cells_x = (part.x1 - x) / level->stride,
                                                                     .cells_z = (part.z1 - z) / level->stride,
                                                                     .range = range_over(level, &part)};
        }
    }
}

// The region without the hole: strips north and south over the whole width, west and east between them.
static void make_patches(tr_ground_resource *level, const tr_sample_rect *covered)
{
    const tr_sample_rect *region = &level->region;
    level->patch_count = 0;
    if (is_empty(region)) return;
    const int32_t cell = level->stride;
    const tr_sample_rect hole = {covered->x0 + cell, covered->z0 + cell, covered->x1 - cell, covered->z1 - cell};
    if (is_empty(covered) || is_empty(&hole)) {
        fill_rect(level, region);
        return;
    }
    const tr_sample_rect strips[4] = {{region->x0, region->z0, region->x1, hole.z0},
                                      {region->x0, hole.z1, region->x1, region->z1},
                                      {region->x0, hole.z0, hole.x0, hole.z1},
                                      {hole.x1, hole.z0, region->x1, hole.z1}};
    for (int i = 0; i < 4; i++) fill_rect(level, &strips[i]);
}

// Strips of patches have at most one more in each direction than the whole.
static int patch_capacity(const tr_sample_area *area, int32_t stride)
{
    const int32_t side = TR_PATCH_CELLS * stride;
    return ((area->width - 2) / side + 3) * ((area->height - 2) / side + 3);
}

static int by_spacing(const void *a, const void *b)
{
    const double x = (*(tr_resource *const *)a)->ground.area.spacing_m;
    const double y = (*(tr_resource *const *)b)->ground.area.spacing_m;
    return (x > y) - (x < y);
}

void tr_ground_arrange(tr_renderer *renderer)
{
    tr_ground_set *set = &renderer->ground;
    set->count = 0;
    for (uint32_t i = 0; i < renderer->slot_count; i++) {
        tr_resource *resource = renderer->slots[i];
        if (resource && resource->kind == TR_RENDER_GROUND && resource->visible) set->levels[set->count++] = resource;
    }
    qsort(set->levels, (size_t)set->count, sizeof *set->levels, by_spacing);
    for (int i = set->count - 1; i >= 0; i--) {
        tr_ground_resource *level = &set->levels[i]->ground;
        level->coarse_cell = 0;
        memset(level->band, 0, sizeof level->band);
        if (i + 1 < set->count)
            place_level(&set->levels[i + 1]->ground, renderer->limits.low ? 1 : 2, level);
        else
            level->region = aligned_part(&level->area, level->stride);
    }
    for (int i = 0; i < set->count; i++) {
        tr_ground_resource *level = &set->levels[i]->ground;
        const tr_sample_rect covered = i > 0 ? covered_part(&set->levels[i - 1]->ground, level) : (tr_sample_rect){0};
        if (i + 1 < set->count) set_bands(level, renderer->limits.band_cells, &covered);
        make_patches(level, &covered);
    }
}

// ---------------------------------------------------------------------------------------------------------
// On the device

// Two triangles for each cell of a square.
static tr_buffer create_indices(tr_renderer *renderer, int cells)
{
    uint16_t indices[LATTICE_INDICES];
    int count = 0;
    for (int j = 0; j < cells; j++) {
        for (int i = 0; i < cells; i++) {
            const uint16_t a = (uint16_t)(j * (cells + 1) + i), b = (uint16_t)(a + 1);
            const uint16_t c = (uint16_t)(a + cells + 1), e = (uint16_t)(c + 1);
            const uint16_t cell[6] = {a, c, b, b, c, e};
            memcpy(indices + count, cell, sizeof cell);
            count += 6;
        }
    }
    return tr_buffer_create(&renderer->device, indices, (size_t)count * sizeof *indices);
}

void tr_ground_open(tr_renderer *renderer)
{
    tr_ground_set *set = &renderer->ground;
    set->indices = create_indices(renderer, TR_PATCH_CELLS);
    set->array = tr_vertex_array_create(&renderer->device);
    if (!renderer->limits.low) return;
    set->lattice_indices = create_indices(renderer, TR_LATTICE_CELLS);
    set->lattice = tr_vertex_array_create(&renderer->device);
    glBindVertexArray(set->lattice);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, set->lattice_indices.name);
    glBindVertexArray(0);
}

void tr_ground_close(tr_renderer *renderer)
{
    tr_ground_set *set = &renderer->ground;
    tr_buffer_destroy(&renderer->device, &set->indices);
    tr_buffer_destroy(&renderer->device, &set->lattice_indices);
    tr_buffer_destroy(&renderer->device, &set->patches);
    tr_vertex_array_destroy(&set->array);
    tr_vertex_array_destroy(&set->lattice);
    glDeleteFramebuffers(1, &set->bake_framebuffer);
    tr_free(renderer->context, set->visible);
    tr_free(renderer->context, set->places);
}

static bool reserve_patches(tr_renderer *renderer, int capacity, tr_error *err)
{
    tr_ground_set *set = &renderer->ground;
    if (capacity <= set->capacity) return true;
    tr_visible_patch *visible = tr_alloc_array(renderer->context, (size_t)capacity, sizeof *visible, err);
    if (!visible) return false;
    int32_t *places = tr_alloc_array(renderer->context, (size_t)capacity, sizeof visible->place, err);
    if (!places) {
        tr_free(renderer->context, visible);
        return false;
    }
    tr_free(renderer->context, set->visible);
    tr_free(renderer->context, set->places);
    set->visible = visible;
    set->places = places;
    set->capacity = capacity;
    tr_buffer_reserve(&renderer->device, &set->patches, (size_t)capacity * sizeof visible->place);
    glBindVertexArray(set->array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, set->indices.name);
    const tr_attribute place = {TR_AT_PATCH_PLACE, 4, TR_FORM_INT32, 0};
    tr_attributes_set(&set->patches, &place, 1, sizeof visible->place, 0, 1);
    glBindVertexArray(0);
    return true;
}

// Every level has its own spacing, and neighbours are whole multiples of each other.
static bool check_neighbours(const tr_renderer *renderer, const tr_sample_area *area, const tr_resource *replaced,
                             tr_error *err)
{
    int count = 0;
    double finer_m = 0, coarser_m = (double)INFINITY;
    for (uint32_t i = 0; i < renderer->slot_count; i++) {
        const tr_resource *other = renderer->slots[i];
        if (!other || other == replaced || other->kind != TR_RENDER_GROUND) continue;
        const double spacing_m = other->ground.area.spacing_m;
        count++;
        if (spacing_m == area->spacing_m)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "there is a level with a spacing of %.9g m already",
                           spacing_m);
        if (spacing_m < area->spacing_m)
            finer_m = fmax(finer_m, spacing_m);
        else
            coarser_m = fmin(coarser_m, spacing_m);
    }
    if (count >= TR_RENDER_MAX_LEVELS)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d levels of ground were added; allowed is %d", count + 1,
                       TR_RENDER_MAX_LEVELS);
    const double ratios[2] = {finer_m > 0 ? area->spacing_m / finer_m : 2,
                              isfinite(coarser_m) ? coarser_m / area->spacing_m : 2};
    for (int i = 0; i < 2; i++) {
        if (ratios[i] >= 2 && ratios[i] <= 16 && ratios[i] == floor(ratios[i])) continue;
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the next %s level has %.9g times the spacing; allowed is 2 to 16, whole",
                       i == 0 ? "finer" : "coarser", i == 0 ? 1 / ratios[0] : ratios[1]);
    }
    return true;
}

static tr_texture_def texture_of(const tr_sample_area *area, tr_texture_format format, const void *texels)
{
    const bool heights = format == TR_FORMAT_R32F;
    return (tr_texture_def){.format = format,
                            .width = area->width,
                            .height = area->height,
                            .filter = heights ? TR_FILTER_NEAREST : TR_FILTER_MIPS,
                            .texels = texels};
}

// Ground is mostly seen at a flat angle: without anisotropy it is blurred or full of noise.
static void sharpen(const tr_renderer *renderer, const tr_texture *texture)
{
    if (!renderer->device.anisotropy || renderer->limits.low) return;
    tr_texture_bind(TR_UNIT_COLOR, texture);
    glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, 4.0f);
}

static void create_textures(tr_renderer *renderer, const tr_ground_part *part, tr_ground_resource *out)
{
    const tr_sample_area *area = &part->lit.area;
    const tr_texture_def defs[4] = {texture_of(area, TR_FORMAT_R32F, part->lit.height.samples),
                                    texture_of(area, TR_FORMAT_SRGB8_ALPHA8, part->colors),
                                    texture_of(area, TR_FORMAT_RGBA16F, part->lit.texels),
                                    texture_of(area, TR_FORMAT_R32F, part->surface.samples)};
    out->height = tr_texture_create(&renderer->device, &defs[0]);
    out->color = tr_texture_create(&renderer->device, &defs[1]);
    out->light = tr_texture_create(&renderer->device, &defs[2]);
    if (part->surface.samples) out->water = tr_texture_create(&renderer->device, &defs[3]);
    sharpen(renderer, &out->color);
    sharpen(renderer, &out->light);
}

void tr_ground_bake(tr_renderer *renderer, tr_resource *resource)
{
    tr_ground_set *set = &renderer->ground;
    tr_ground_resource *ground = &resource->ground;
    tr_view_block block = {0};
    tr_frame_fill_light(renderer, &block);
    if (!ground->baked.name) {
        const tr_texture_def def = texture_of(&ground->area, TR_FORMAT_RGBA8, NULL);
        ground->baked = tr_texture_create(&renderer->device, &def);
        resource->device_bytes += ground->baked.bytes;
    }
    if (!set->bake_framebuffer) set->bake_framebuffer = tr_framebuffer_create(&renderer->device);
    glBindFramebuffer(GL_FRAMEBUFFER, set->bake_framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, ground->baked.name, 0);
    glViewport(0, 0, ground->area.width, ground->area.height);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, renderer->block_buffer.name);
    glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_STREAM_DRAW);
    glUseProgram(renderer->programs[TR_PROGRAM_BAKE].name);
    tr_texture_bind(TR_UNIT_COLOR, &ground->color);
    tr_texture_bind(TR_UNIT_LIGHT, &ground->light);
    glBindVertexArray(renderer->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    tr_texture_bind(TR_UNIT_BAKED, &ground->baked);
    glGenerateMipmap(GL_TEXTURE_2D);
}

bool tr_ground_upload(tr_renderer *renderer, const tr_render_part *part, const tr_resource *replaced, tr_resource *out,
                      tr_error *err)
{
    static const tr_program_id whole[] = {TR_PROGRAM_GROUND, TR_PROGRAM_COUNT},
                               low[] = {TR_PROGRAM_LOW_GROUND, TR_PROGRAM_BAKE, TR_PROGRAM_COUNT};
    const tr_program_id *programs = renderer->limits.low ? low : whole;
    static const tr_program_id mirrored[] = {TR_PROGRAM_GROUND_MIRROR, TR_PROGRAM_COUNT};
    const tr_program_id wet[] = {renderer->limits.low ? TR_PROGRAM_LOW_WATER : TR_PROGRAM_WATER, TR_PROGRAM_COUNT};
    const tr_ground_part *from = &part->ground;
    const tr_sample_area *area = &from->lit.area;
    if (!check_neighbours(renderer, area, replaced, err) || !tr_renderer_need(renderer, programs, err) ||
        (renderer->limits.mirror && !tr_renderer_need(renderer, mirrored, err)) ||
        !tr_renderer_need(renderer, wet, err)) {
        return false;
    }
    if (area->width > renderer->device.max_side || area->height > renderer->device.max_side)
        return tr_fail(err, TR_ERROR_GPU_FAILED, "the level has %d x %d samples; the driver takes %d", (int)area->width,
                       (int)area->height, renderer->device.max_side);
    const uint64_t samples = (uint64_t)area->width * (uint64_t)area->height;
    if (!tr_device_has_room(&renderer->device, samples * (renderer->limits.low ? 30 : 24), err)) return false;
    const size_t range_bytes = (size_t)from->range_columns * (size_t)from->range_rows * sizeof *from->ranges;
    tr_ground_resource *ground = &out->ground;
    *ground = (tr_ground_resource){.area = *area,
                                   .range_columns = from->range_columns,
                                   .range_rows = from->range_rows,
                                   .wet = from->surface.samples != NULL,
                                   .stride = stride_of(renderer, area)};
    ground->patch_capacity = patch_capacity(area, ground->stride);
    ground->patches = tr_alloc_array(renderer->context, (size_t)ground->patch_capacity, sizeof *ground->patches, err);
    if (ground->patches) ground->ranges = tr_alloc(renderer->context, range_bytes, err);
    if (!ground->ranges || !reserve_patches(renderer, ground->patch_capacity, err)) {
        tr_ground_free(renderer, out);
        return false;
    }
    memcpy(ground->ranges, from->ranges, range_bytes);
    create_textures(renderer, from, ground);
    out->device_bytes = ground->height.bytes + ground->color.bytes + ground->light.bytes + ground->water.bytes;
    if (renderer->limits.low && renderer->sky) tr_ground_bake(renderer, out);
    return true;
}

void tr_ground_free(tr_renderer *renderer, tr_resource *resource)
{
    tr_ground_resource *ground = &resource->ground;
    tr_texture_destroy(&renderer->device, &ground->height);
    tr_texture_destroy(&renderer->device, &ground->color);
    tr_texture_destroy(&renderer->device, &ground->light);
    tr_texture_destroy(&renderer->device, &ground->water);
    tr_texture_destroy(&renderer->device, &ground->baked);
    tr_free(renderer->context, ground->patches);
    tr_free(renderer->context, ground->ranges);
    *ground = (tr_ground_resource){0};
}

bool tr_ground_has_water(const tr_renderer *renderer)
{
    for (int i = 0; i < renderer->ground.count; i++)
        if (renderer->ground.levels[i]->ground.wet) return true;
    return false;
}

// ---------------------------------------------------------------------------------------------------------
// Drawing

static int by_distance(const void *a, const void *b)
{
    const float x = ((const tr_visible_patch *)a)->distance_m, y = ((const tr_visible_patch *)b)->distance_m;
    return (x > y) - (x < y);
}

// Sample 0,0 relative to the eye.
static void level_origin(const tr_frame *frame, const tr_sample_area *area, float out[2])
{
    out[0] = (float)((double)area->x * area->spacing_m - frame->camera.eye[0]);
    out[1] = (float)((double)area->z * area->spacing_m - frame->camera.eye[2]);
}

// Relative to the eye, with the curvature of the Earth.
static void patch_box(const tr_frame *frame, const tr_ground_resource *level, const tr_ground_patch *patch,
                      float low[3], float high[3])
{
    const float spacing = (float)level->area.spacing_m;
    const int32_t first[2] = {patch->x, patch->z}, cells[2] = {patch->cells_x, patch->cells_z};
    float origin[2];
    double far2 = 0;
    level_origin(frame, &level->area, origin);
    for (int i = 0; i < 2; i++) {
        const int axis = 2 * i;
        low[axis] = origin[i] + (float)first[i] * spacing;
        high[axis] = low[axis] + (float)(cells[i] * level->stride) * spacing;
        const double reach = fmax(fabs((double)low[axis]), fabs((double)high[axis]));
        far2 += reach * reach;
    }
    // The coarser heights that it takes on near the border of its level differ by less than this.
    const double slack = (double)(patch->range.high_m - patch->range.low_m) + 2 * level->area.spacing_m;
    low[1] = (float)((double)patch->range.low_m - frame->camera.eye[1] - slack - tr_camera_earth_drop_m(sqrt(far2)));
    high[1] = (float)((double)patch->range.high_m - frame->camera.eye[1] + slack);
}

// The box of a patch as the sea mirrors it. The drop of the ground with the distance is left in it.
static void mirror_box(const tr_frame *frame, const tr_ground_patch *patch, float low[3], float high[3])
{
    const float eye = frame->block.eye[1], drop = patch->range.low_m - (float)frame->camera.eye[1] - low[1];
    const float mirrored_low = -(high[1] + eye) - eye - drop;
    high[1] = -(low[1] + eye) - eye;
    low[1] = mirrored_low;
}

// What is drawn of the patches: all, what stands above the sea, or what has rivers and lakes.
typedef enum patch_choice { PATCHES_ALL, PATCHES_MIRRORED, PATCHES_WET } patch_choice;

// Fills `places` with what is in view, near patches first so that they hide what is behind.
static int find_visible(const tr_frame *frame, const tr_ground_resource *level, patch_choice choice)
{
    tr_ground_set *set = &frame->renderer->ground;
    int count = 0;
    for (int i = 0; i < level->patch_count; i++) {
        const tr_ground_patch *patch = &level->patches[i];
        if (choice == PATCHES_WET && !patch->range.wet) continue;
        float low[3], high[3];
        patch_box(frame, level, patch, low, high);
        const float distance_m = tr_camera_box_distance_m(low, high);
        if (choice == PATCHES_MIRRORED) {
            if (patch->range.high_m <= (float)frame->renderer->environment.sea_level_m) continue;
            mirror_box(frame, patch, low, high);
        }
        if (!tr_camera_sees_box(&frame->frustum, low, high)) continue;
        set->visible[count++] = (tr_visible_patch){distance_m, {patch->x, patch->z, patch->cells_x, patch->cells_z}};
    }
    qsort(set->visible, (size_t)count, sizeof *set->visible, by_distance);
    for (int i = 0; i < count; i++) memcpy(set->places + 4 * i, set->visible[i].place, sizeof set->visible[i].place);
    return count;
}

float tr_ground_nearest_m(const tr_frame *frame)
{
    float nearest_m = INFINITY;
    for (int i = 0; i < frame->renderer->ground.count; i++) {
        const tr_ground_resource *level = &frame->renderer->ground.levels[i]->ground;
        for (int k = 0; k < level->patch_count; k++) {
            float low[3], high[3];
            patch_box(frame, level, &level->patches[k], low, high);
            if (tr_camera_sees_box(&frame->frustum, low, high))
                nearest_m = fminf(nearest_m, tr_camera_box_distance_m(low, high));
        }
    }
    return nearest_m;
}

static void bind_level(const tr_frame *frame, const tr_program *program, int index)
{
    const tr_ground_set *set = &frame->renderer->ground;
    const bool last = index + 1 == set->count;
    const tr_ground_resource *level = &set->levels[index]->ground,
                             *coarser = &set->levels[last ? index : index + 1]->ground;
    float origin[2];
    level_origin(frame, &level->area, origin);
    tr_texture_bind(TR_UNIT_HEIGHT, &level->height);
    tr_texture_bind(TR_UNIT_COARSE_HEIGHT, &coarser->height);
    if (frame->renderer->limits.low) {
        tr_texture_bind(TR_UNIT_BAKED, &level->baked);
        tr_texture_bind(TR_UNIT_COARSE_BAKED, &coarser->baked);
    } else {
        tr_texture_bind(TR_UNIT_COLOR, &level->color);
        tr_texture_bind(TR_UNIT_LIGHT, &level->light);
        tr_texture_bind(TR_UNIT_COARSE_COLOR, &coarser->color);
        tr_texture_bind(TR_UNIT_COARSE_LIGHT, &coarser->light);
    }
    glUniform2f(program->level_origin, origin[0], origin[1]);
    glUniform1f(program->level_spacing, (float)level->area.spacing_m);
    glUniform1i(program->level_stride, level->stride);
    glUniform4f(program->level_region, (float)level->region.x0, (float)level->region.z0, (float)level->region.x1,
                (float)level->region.z1);
    glUniform4f(program->level_band, (float)level->band[0], (float)level->band[1], (float)level->band[2],
                (float)level->band[3]);
    glUniform3f(program->level_coarse, level->coarse_scale, level->coarse_shift[0], level->coarse_shift[1]);
    glUniform4f(program->level_lattice, (float)coarser->region.x0, (float)coarser->region.z0, (float)coarser->stride,
                (float)level->coarse_cell);
    glUniform4f(program->level_size, (float)level->area.width, (float)level->area.height, (float)coarser->area.width,
                (float)coarser->area.height);
    glUniform2f(program->level_lift, 0, 0);
}

// Levels pass into each other: one without water has its ground, a little lower, as the surface.
static void bind_surface(const tr_frame *frame, const tr_program *program, int index)
{
    const tr_ground_set *set = &frame->renderer->ground;
    const tr_ground_resource *level = &set->levels[index]->ground,
                             *coarser = &set->levels[index + 1 == set->count ? index : index + 1]->ground;
    if (level->wet) tr_texture_bind(TR_UNIT_HEIGHT, &level->water);
    if (coarser->wet) tr_texture_bind(TR_UNIT_COARSE_HEIGHT, &coarser->water);
    glUniform2f(program->level_lift, level->wet ? 0 : -TR_WATER_BELOW_M, coarser->wet ? 0 : -TR_WATER_BELOW_M);
}

static void draw_patches(const tr_frame *frame, const tr_program *program, patch_choice choice)
{
    const tr_ground_set *set = &frame->renderer->ground;
    glBindVertexArray(set->array);
    for (int i = 0; i < set->count; i++) {
        const int count = find_visible(frame, &set->levels[i]->ground, choice);
        if (count == 0) continue;
        bind_level(frame, program, i);
        if (choice == PATCHES_WET) bind_surface(frame, program, i);
        glUniform2i(program->pick_what, (GLint)set->levels[i]->id.id, 0);
        tr_buffer_stream(&set->patches, set->places, (size_t)count * sizeof set->visible->place);
        glDrawElementsInstanced(GL_TRIANGLES, PATCH_INDICES, GL_UNSIGNED_SHORT, NULL, count);
        tr_frame_count_draw(frame);
    }
}

void tr_ground_draw(tr_frame *frame, tr_drawn_part part)
{
    const tr_program_id programs[] = {frame->renderer->limits.low ? TR_PROGRAM_LOW_GROUND : TR_PROGRAM_GROUND,
                                      TR_PROGRAM_GROUND_MIRROR, TR_PROGRAM_PICK_GROUND};
    if (frame->renderer->ground.count == 0) return;
    draw_patches(frame, tr_frame_use(frame, programs[part]), part == TR_DRAWN_MIRROR ? PATCHES_MIRRORED : PATCHES_ALL);
}

void tr_ground_draw_water(tr_frame *frame)
{
    if (!tr_ground_has_water(frame->renderer)) return;
    const bool low = frame->renderer->limits.low;
    draw_patches(frame, tr_frame_use(frame, low ? TR_PROGRAM_LOW_WATER : TR_PROGRAM_WATER), PATCHES_WET);
}

void tr_ground_draw_lattice(const tr_frame *frame, tr_program_id id)
{
    tr_frame_use(frame, id);
    glBindVertexArray(frame->renderer->ground.lattice);
    glDrawElements(GL_TRIANGLES, LATTICE_INDICES, GL_UNSIGNED_SHORT, NULL);
    tr_frame_count_draw(frame);
}
