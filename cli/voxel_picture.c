// Every pixel is a ray into the box: what it meets first, how far away, and what stands around that.
#include "voxel_picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { LARGEST_SCALE = 16, LARGEST_SIDE_PX = 16384, DEEPEST_CAVE = 40 };

// The axes of a picture in those of the box: right, down and into the picture, with their directions.
typedef struct picture_axes {
    int right, down, into;
    bool down_falls, into_falls;  // whether coordinates fall along them
} picture_axes;

static picture_axes axes_of(const voxel_slice *slice)
{
    switch (slice->axis) {
    case 0: return (picture_axes){2, 1, 0, true, false};
    case 2: return (picture_axes){0, 1, 2, true, true};
    default: return (picture_axes){0, 2, 1, false, true};
    }
}

bool voxel_slice_read(const char *text, voxel_slice *out, tr_error *err)
{
    char *end = NULL;
    const bool named = text[0] >= 'x' && text[0] <= 'z' && text[1] == '=' && text[2];
    const long long at = named ? strtoll(text + 2, &end, 10) : 0;
    if (!named || *end) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is no slice; allowed are x=n, y=n and z=n, n in blocks",
                       text);
    }
    *out = (voxel_slice){text[0] - 'x', at};
    return true;
}

int32_t voxel_picture_scale(const voxel_blocks *blocks, const voxel_slice *slice, int32_t longest_px)
{
    const picture_axes axes = axes_of(slice);
    const int64_t right = voxel_blocks_size(blocks, axes.right), down = voxel_blocks_size(blocks, axes.down);
    const int64_t scale = longest_px / (right > down ? right : down);
    return (int32_t)(scale < 1 ? 1 : scale > LARGEST_SCALE ? LARGEST_SCALE : scale);
}

// ---------------------------------------------------------------------------------------------------------
// Rays

typedef struct picture {
    const voxel_blocks *blocks;
    picture_axes axes;
    int64_t size[3];  // right, down, into
    int64_t first;    // layer that is seen first, from the front
    bool is_section;
} picture;

// What is seen at a place: the block, how many layers behind the first one, and how deep under water.
typedef struct sight {
    tr_block block;
    int32_t depth;
    int32_t water;  // layers of water before it
    bool is_cut;    // it lies in the first layer
} sight;

static tr_block block_at(const picture *it, int64_t right, int64_t down, int64_t into)
{
    const picture_axes *axes = &it->axes;
    int64_t at[3];
    at[axes->right] = right;
    at[axes->down] = axes->down_falls ? it->size[1] - 1 - down : down;
    at[axes->into] = axes->into_falls ? it->size[2] - 1 - into : into;
    return voxel_blocks_get(it->blocks, at[0], at[1], at[2]);
}

static sight look(const picture *it, int64_t right, int64_t down)
{
    sight seen = {.block = TR_BLOCK_AIR};
    const int64_t end =
        it->is_section && it->first + DEEPEST_CAVE < it->size[2] ? it->first + DEEPEST_CAVE : it->size[2];
    for (int64_t into = it->first; into < end; into++) {
        const tr_block block = block_at(it, right, down, into);
        if (block == TR_BLOCK_AIR) {
            continue;
        }
        seen = (sight){block, (int32_t)(into - it->first), seen.water, into == it->first};
        if ((block & TR_BLOCK_KIND_MASK) != TR_BLOCK_WATER || it->is_section) {
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
static sight look_beside(const picture *it, int64_t right, int64_t down, int64_t by_right, int64_t by_down)
{
    const int64_t x = right + by_right, y = down + by_down;
    const bool is_there = x >= 0 && y >= 0 && x < it->size[0] && y < it->size[1];
    return is_there ? look(it, x, y) : look(it, right, down);
}

// From above: the light comes from the north-west, and lower blocks lie in the shade of higher ones beside them.
static double light_from_above(const picture *it, const sight *seen, int64_t right, int64_t down)
{
    const sight west = look_beside(it, right, down, -1, 0), north = look_beside(it, right, down, 0, -1);
    const sight east = look_beside(it, right, down, 1, 0), south = look_beside(it, right, down, 0, 1);
    const double slope = 0.5 * (west.depth - east.depth + north.depth - south.depth);
    double light = 1.0 + 0.35 * slope / sqrt(4 + slope * slope);
    const int32_t wall = (west.depth < seen->depth) + (north.depth < seen->depth);
    light *= 1 - 0.09 * wall;
    return light;
}

static void paint_from_above(const picture *it, int64_t right, int64_t down, double *color)
{
    static const double deep[3] = {18, 48, 92};
    const sight seen = look(it, right, down);
    if (seen.block == TR_BLOCK_AIR) {
        color[0] = color[1] = color[2] = 24;
        return;
    }
    const tr_block_info *info = tr_block_get_info(seen.block);
    for (int i = 0; i < 3; i++) {
        color[i] = info->top_color[i];
    }
    scale(color, grain(right, down, seen.depth));
    if (seen.water == 0) {
        scale(color, light_from_above(it, &seen, right, down));
        return;
    }
    static const double shallow[3] = {58, 110, 165};
    mix(color, shallow, 0.55);
    mix(color, deep, 1 - exp(-0.09 * seen.water));
}

// In section: what is cut is bright; through air the walls behind are seen, darker with their distance. Open air is sky
// above the ground and dark below it, which is decided by what lies above in the first layer.
static void paint_section(const picture *it, int64_t right, int64_t down, bool under_ground, double *color)
{
    static const double high_sky[3] = {150, 186, 226}, low_sky[3] = {214, 226, 236}, dark[3] = {22, 20, 24};
    const sight seen = look(it, right, down);
    for (int i = 0; i < 3; i++) {
        color[i] = high_sky[i];
    }
    mix(color, low_sky, (double)down / (double)it->size[1]);
    if (seen.block == TR_BLOCK_AIR && !under_ground) {
        return;
    }
    const double *back = under_ground ? dark : color;
    const double sky[3] = {back[0], back[1], back[2]};
    if (seen.block == TR_BLOCK_AIR) {
        mix(color, sky, 1);
        return;
    }
    const tr_block_info *info = tr_block_get_info(seen.block);
    const bool grown = it->axes.into != 1 && block_at(it, right, down - 1, it->first + seen.depth) == TR_BLOCK_AIR;
    for (int i = 0; i < 3; i++) {
        color[i] = grown ? info->top_color[i] : info->side_color[i];
    }
    scale(color, grain(right, down, seen.depth));
    if (!seen.is_cut) {
        const double away = (double)seen.depth / DEEPEST_CAVE;
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

typedef struct painting {
    const picture *picture;
    const tr_image *image;
    int32_t scale_px;
} painting;

static bool is_ground(tr_block block)
{
    const tr_block_info *info = tr_block_get_info(block);
    return info->shape == TR_SHAPE_CUBE || info->shape == TR_SHAPE_LIQUID;
}

// Columns of pixels from the left, each from the top down.
static bool paint_columns(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const painting *it = user;
    const picture *from = it->picture;
    (void)worker;
    (void)err;
    for (int64_t right = begin; right < end; right++) {
        bool under_ground = false;
        for (int64_t down = 0; down < from->size[1]; down++) {
            double color[3];
            if (from->is_section && from->axes.into != 1) {
                under_ground = under_ground || is_ground(block_at(from, right, down, from->first));
                paint_section(from, right, down, under_ground, color);
            } else {
                paint_from_above(from, right, down, color);
            }
            put(it->image, right, down, it->scale_px, color);
        }
    }
    return true;
}

static bool find_first(const voxel_blocks *blocks, const voxel_slice *slice, const picture_axes *axes, int64_t *first,
                       tr_error *err)
{
    *first = 0;
    if (slice->axis < 0) {
        return true;
    }
    const tr_voxel_at *low = &blocks->box.low;
    const int64_t start = (slice->axis == 0 ? low->x : slice->axis == 1 ? low->y : low->z) * TR_VOXEL_SIDE;
    const int64_t size = voxel_blocks_size(blocks, slice->axis), inside = slice->at - start;
    if (inside < 0 || inside >= size) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the slice %c=%" PRId64 " lies outside of the chunks, which have %c from %" PRId64
                       " to %" PRId64,
                       "xyz"[slice->axis], slice -> at, "xyz"[slice->axis], start, start + size - 1);
    }
    *first = axes->into_falls ? size - 1 - inside : inside;
    return true;
}

bool voxel_picture_draw(const voxel_blocks *blocks, const voxel_slice *slice, int32_t scale_px, tr_image *out,
                        tr_error *err)
{
    picture it = {.blocks = blocks, .axes = axes_of(slice), .is_section = slice->axis >= 0};
    it.size[0] = voxel_blocks_size(blocks, it.axes.right);
    it.size[1] = voxel_blocks_size(blocks, it.axes.down);
    it.size[2] = voxel_blocks_size(blocks, it.axes.into);
    if (!find_first(blocks, slice, &it.axes, &it.first, err)) {
        return false;
    }
    if (it.size[0] * scale_px > LARGEST_SIDE_PX || it.size[1] * scale_px > LARGEST_SIDE_PX) {
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "the picture would have %" PRId64 " x %" PRId64 " pixels; allowed are %d", it.size[0] * scale_px,
                       it.size[1] * scale_px, LARGEST_SIDE_PX);
    }
    if (!tr_image_create(blocks->context, (int32_t)it.size[0] * scale_px, (int32_t)it.size[1] * scale_px, 3, 8, out,
                         err)) {
        return false;
    }
    painting work = {&it, out, scale_px};
    return tr_parallel_for(blocks->context, it.size[0], 16, paint_columns, &work, NULL, err);
}
