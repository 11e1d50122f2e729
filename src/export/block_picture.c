// Every pixel is a ray into the box: what it meets first, how far away, and what stands around that.
#include "terrane/export.h"

#include "export/blocks.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

enum { MAX_SCALE_PX = 16, MAX_SIDE_PX = 16384, MAX_CAVE_DEPTH = 40, PICTURE_DEF_COOKIE = 0x78706963 };

// The axes of a picture in those of the box: right, down and into the picture, with their directions.
typedef struct picture_axes {
    int right, down, into;
    bool down_falls, into_falls;  // whether coordinates fall along them
} picture_axes;

static picture_axes axes_of(int32_t slice_axis)
{
    switch (slice_axis) {
    case 0: return (picture_axes){2, 1, 0, true, false};
    case 2: return (picture_axes){0, 1, 2, true, true};
    default: return (picture_axes){0, 2, 1, false, true};
    }
}

// ---------------------------------------------------------------------------------------------------------
// Rays

typedef struct picture_work {
    const tr_voxel_blocks *blocks;
    picture_axes axes;
    int64_t size[3];  // right, down, into
    int64_t first;    // layer that is seen first, from the front
    bool is_section;
} picture_work;

// What is seen at a place: the block, how many layers behind the first one, and how deep under water.
typedef struct sight {
    tr_block block;
    int32_t depth;
    int32_t water;  // layers of water before it
    bool is_cut;    // it lies in the first layer
} sight;

static tr_block block_at(const picture_work *picture, int64_t right, int64_t down, int64_t into)
{
    const picture_axes *axes = &picture->axes;
    int64_t at[3];
    at[axes->right] = right;
    at[axes->down] = axes->down_falls ? picture->size[1] - 1 - down : down;
    at[axes->into] = axes->into_falls ? picture->size[2] - 1 - into : into;
    return tr_voxel_blocks_at(picture->blocks, at[0], at[1], at[2]);
}

static sight look(const picture_work *picture, int64_t right, int64_t down)
{
    sight seen = {.block = TR_BLOCK_AIR};
    const int64_t end = picture->is_section && picture->first + MAX_CAVE_DEPTH < picture->size[2]
                            ? picture->first + MAX_CAVE_DEPTH
                            : picture->size[2];
    for (int64_t into = picture->first; into < end; into++) {
        const tr_block block = block_at(picture, right, down, into);
        if (block == TR_BLOCK_AIR) {
            continue;
        }
        seen = (sight){block, (int32_t)(into - picture->first), seen.water, into == picture->first};
        if ((block & TR_BLOCK_KIND_MASK) != TR_BLOCK_WATER || picture->is_section) {
            break;
        }
        seen.water++;
    }
    return seen;
}

// ---------------------------------------------------------------------------------------------------------
// Colours

static void mix(double *color, const double *other, double share)
{
    for (int i = 0; i < 3; i++) {
        color[i] += (other[i] - color[i]) * share;
    }
}

static void scale(double *color, double factor)
{
    for (int i = 0; i < 3; i++) {
        color[i] *= factor;
    }
}

// Blocks of a kind differ a little, so that an even ground is not a plain colour.
static double grain(int64_t right, int64_t down, int32_t depth)
{
    return 0.95 + 0.1 * tr_unit_from_hash(tr_hash_identity(0, 71, right, down, depth));
}

// What is seen beside a place; beyond the picture, the place itself.
static sight look_beside(const picture_work *picture, int64_t right, int64_t down, int64_t by_right, int64_t by_down)
{
    const int64_t x = right + by_right, y = down + by_down;
    const bool is_there = x >= 0 && y >= 0 && x < picture->size[0] && y < picture->size[1];
    return is_there ? look(picture, x, y) : look(picture, right, down);
}

// From above: the light comes from the north-west, and lower blocks lie in the shade of higher ones beside them.
static double light_from_above(const picture_work *picture, const sight *seen, int64_t right, int64_t down)
{
    const sight west = look_beside(picture, right, down, -1, 0), north = look_beside(picture, right, down, 0, -1);
    const sight east = look_beside(picture, right, down, 1, 0), south = look_beside(picture, right, down, 0, 1);
    const double slope = 0.5 * (west.depth - east.depth + north.depth - south.depth);
    double light = 1.0 + 0.35 * slope / sqrt(4 + slope * slope);
    const int32_t wall = (west.depth < seen->depth) + (north.depth < seen->depth);
    light *= 1 - 0.09 * wall;
    return light;
}

static void paint_from_above(const picture_work *picture, int64_t right, int64_t down, double *color)
{
    static const double deep[3] = {18, 48, 92};
    const sight seen = look(picture, right, down);
    if (seen.block == TR_BLOCK_AIR) {
        color[0] = color[1] = color[2] = 24;
        return;
    }
    const tr_block_info *info = tr_block_info_of(seen.block);
    for (int i = 0; i < 3; i++) {
        color[i] = info->top_color[i];
    }
    scale(color, grain(right, down, seen.depth));
    if (seen.water == 0) {
        scale(color, light_from_above(picture, &seen, right, down));
        return;
    }
    static const double shallow[3] = {58, 110, 165};
    mix(color, shallow, 0.55);
    mix(color, deep, 1 - exp(-0.09 * seen.water));
}

// In section: what is cut is bright; through air the walls behind are seen, darker with their distance. Open air is sky
// above the ground and dark below it, which is decided by what lies above in the first layer.
static void paint_section(const picture_work *picture, int64_t right, int64_t down, bool under_ground, double *color)
{
    static const double high_sky[3] = {150, 186, 226}, low_sky[3] = {214, 226, 236}, dark[3] = {22, 20, 24};
    const sight seen = look(picture, right, down);
    for (int i = 0; i < 3; i++) {
        color[i] = high_sky[i];
    }
    mix(color, low_sky, (double)down / (double)picture->size[1]);
    if (seen.block == TR_BLOCK_AIR && !under_ground) {
        return;
    }
    const double *back = under_ground ? dark : color;
    const double sky[3] = {back[0], back[1], back[2]};
    if (seen.block == TR_BLOCK_AIR) {
        mix(color, sky, 1);
        return;
    }
    const tr_block_info *info = tr_block_info_of(seen.block);
    const bool grown =
        picture->axes.into != 1 && block_at(picture, right, down - 1, picture->first + seen.depth) == TR_BLOCK_AIR;
    for (int i = 0; i < 3; i++) {
        color[i] = grown ? info->top_color[i] : info->side_color[i];
    }
    scale(color, grain(right, down, seen.depth));
    if (!seen.is_cut) {
        const double away = (double)seen.depth / MAX_CAVE_DEPTH;
        scale(color, under_ground ? 0.62 : 0.8);
        mix(color, sky, under_ground ? 0.25 + 0.75 * sqrt(away) : 0.15 + 0.7 * away);
    }
}

static void put(const tr_image *image, int64_t right, int64_t down, int32_t scale_px, const double *color)
{
    uint8_t rgb[3];
    for (int i = 0; i < 3; i++) {
        rgb[i] = (uint8_t)lrint(fmin(fmax(color[i], 0), 255));
    }
    for (int32_t y = 0; y < scale_px; y++) {
        uint8_t *pixel = (uint8_t *)image->pixels + (size_t)(down * scale_px + y) * image->row_bytes +
                         (size_t)(right * scale_px) * 3;
        for (int32_t x = 0; x < scale_px; x++) {
            *pixel++ = rgb[0];
            *pixel++ = rgb[1];
            *pixel++ = rgb[2];
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Pictures

typedef struct painting_work {
    const picture_work *picture;
    const tr_image *image;
    int32_t scale_px;
} painting_work;

static bool is_ground(tr_block block)
{
    const tr_block_info *info = tr_block_info_of(block);
    return info->shape == TR_SHAPE_CUBE || info->shape == TR_SHAPE_LIQUID;
}

// Columns of pixels from the left, each from the top down.
static bool paint_columns(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const painting_work *painting = user;
    const picture_work *picture = painting->picture;
    (void)worker;
    (void)err;
    for (int64_t right = begin; right < end; right++) {
        bool under_ground = false;
        for (int64_t down = 0; down < picture->size[1]; down++) {
            double color[3];
            if (picture->is_section && picture->axes.into != 1) {
                under_ground = under_ground || is_ground(block_at(picture, right, down, picture->first));
                paint_section(picture, right, down, under_ground, color);
            } else {
                paint_from_above(picture, right, down, color);
            }
            put(painting->image, right, down, painting->scale_px, color);
        }
    }
    return true;
}

// The layer that is seen first.
static bool find_first(const tr_voxel_blocks *blocks, const tr_export_picture_def *def, const picture_axes *axes,
                       int64_t *first, tr_error *err)
{
    const int32_t axis = def->slice_axis;
    *first = 0;
    if (axis < 0) {
        return true;
    }
    const tr_voxel_at *low = &blocks->box.low;
    const int64_t start = (axis == 0 ? low->x : axis == 1 ? low->y : low->z) * TR_VOXEL_SIDE;
    const int64_t size = tr_voxel_blocks_size(blocks, axis), inside = def->slice_at - start;
    if (inside < 0 || inside >= size) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the slice %c=%" PRId64 " lies outside of the chunks, which have %c from %" PRId64
                       " to %" PRId64,
                       "xyz"[axis], def -> slice_at, "xyz"[axis], start, start + size - 1);
    }
    *first = axes->into_falls ? size - 1 - inside : inside;
    return true;
}

static int32_t scale_of(const tr_export_picture_def *def, const picture_work *picture)
{
    if (def->scale_px > 0) {
        return def->scale_px;
    }
    const int64_t scale = def->max_px / (picture->size[0] > picture->size[1] ? picture->size[0] : picture->size[1]);
    return (int32_t)(scale < 1 ? 1 : scale > MAX_SCALE_PX ? MAX_SCALE_PX : scale);
}

static bool draw(const tr_voxel_blocks *blocks, const tr_export_picture_def *def, tr_image *out, tr_error *err)
{
    picture_work picture = {.blocks = blocks, .axes = axes_of(def->slice_axis), .is_section = def->slice_axis >= 0};
    picture.size[0] = tr_voxel_blocks_size(blocks, picture.axes.right);
    picture.size[1] = tr_voxel_blocks_size(blocks, picture.axes.down);
    picture.size[2] = tr_voxel_blocks_size(blocks, picture.axes.into);
    if (!find_first(blocks, def, &picture.axes, &picture.first, err)) {
        return false;
    }
    const int32_t scale_px = scale_of(def, &picture);
    const int64_t width = picture.size[0] * scale_px, height = picture.size[1] * scale_px;
    if (width > MAX_SIDE_PX || height > MAX_SIDE_PX) {
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "the picture would have %" PRId64 " x %" PRId64 " pixels; allowed are %d", width, height,
                       MAX_SIDE_PX);
    }
    if (!tr_image_create(blocks->context, &(tr_image_shape){(int32_t)width, (int32_t)height, 3, 8}, out, err)) {
        return false;
    }
    painting_work work = {&picture, out, scale_px};
    return tr_parallel_for(blocks->context, &(tr_range_work){picture.size[0], 16, paint_columns, &work}, NULL, err);
}

tr_export_picture_def tr_default_export_picture_def(void)
{
    return (tr_export_picture_def){.cookie = PICTURE_DEF_COOKIE, .slice_axis = -1, .max_px = 1536};
}

bool tr_export_picture(const tr_world *world, const tr_export_picture_def *def, const tr_progress *progress,
                       tr_image *out, tr_error *err)
{
    assert(def->cookie == PICTURE_DEF_COOKIE);
    if (def->slice_axis < -1 || def->slice_axis > 2 || def->scale_px < 0 || def->scale_px > MAX_SCALE_PX) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "a slice of axis %d with %d pixels a block: allowed are axes -1 to 2 and 0 to %d pixels",
                       (int)def->slice_axis, (int)def->scale_px, MAX_SCALE_PX);
    }
    tr_voxel_source source;
    if (def->source) {
        source = *def->source;
    } else {
        const tr_voxels *voxels = tr_world_voxels(world, err);
        if (!voxels) {
            return false;
        }
        source = tr_voxels_source(voxels);
    }
    tr_voxel_blocks blocks;
    if (!tr_voxel_blocks_read(&source, &def->box, progress, &blocks, err)) {
        return false;
    }
    const bool done = draw(&blocks, def, out, err);
    tr_voxel_blocks_destroy(&blocks);
    return done;
}
