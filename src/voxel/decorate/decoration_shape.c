// Posts, branches, lumps and discs: what trees and boulders are put together from.
#include "voxel/decorate/decoration_shape.h"

#include "base/integers.h"

const uint8_t tr_block_ranks[256] = {
#define X(id, name, shape, top, side, light) [TR_BLOCK_##id] = TR_RANK_##shape,
    TR_BLOCK_LIST(X)
#undef X
};

const int8_t tr_ways[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

void tr_canvas_post(const tr_canvas *canvas, int32_t x, int32_t low, int32_t high, int32_t z, tr_block_kind block)
{
    const int32_t last = tr_min_i32(high, TR_VOXEL_SIDE - 1 - canvas->y);
    for (int32_t y = tr_max_i32(low, -canvas->y); y <= last; y++) tr_canvas_put(canvas, x, y, z, block);
}

void tr_canvas_foot(const tr_canvas *canvas, int32_t x, int32_t deepest, int32_t high, int32_t z, tr_block_kind block)
{
    const int32_t cx = canvas->x + x, cz = canvas->z + z;
    if ((uint32_t)(cx | cz) >= TR_VOXEL_SIDE) return;
    const int32_t ground = canvas->top[cx + TR_VOXEL_SIDE * cz] - canvas->base - canvas->y;
    tr_canvas_post(canvas, x, tr_max_i32(deepest, ground + 1), high, z, block);
}

// Steps along the axis that lags most behind the straight line, so that blocks meet at faces.
void tr_canvas_branch(const tr_canvas *canvas, const int32_t from[3], const int32_t to[3], tr_block_kind block)
{
    int32_t at[3] = {from[0], from[1], from[2]}, span[3], done[3] = {0, 0, 0}, total = 0;
    for (int i = 0; i < 3; i++) {
        span[i] = to[i] < from[i] ? from[i] - to[i] : to[i] - from[i];
        total += span[i];
    }
    for (int32_t step = 1; step <= total; step++) {
        int axis = 0;
        int32_t max = INT32_MIN;
        for (int i = 0; i < 3; i++) {
            const int32_t lag = span[i] * step - done[i] * total;
            if (done[i] < span[i] && lag > max) {
                max = lag;
                axis = i;
            }
        }
        at[axis] += to[axis] < from[axis] ? -1 : 1;
        done[axis]++;
        tr_canvas_put(canvas, at[0], at[1], at[2], block);
    }
}

// A hash of a place from the root is a mixer over the sum of a word per axis.
static uint32_t row_word(const tr_canvas *canvas, int32_t y, int32_t z)
{
    return canvas->variant + (uint32_t)y * 0x85ebca77u + (uint32_t)z * 0xc2b2ae3du;
}

static bool is_missing(uint32_t row, int32_t x, float chance)
{
    const uint32_t hash = tr_mix32(row + (uint32_t)x * 0x9e3779b1u);
    return (float)(int32_t)(hash >> 8) * 0x1p-24f < chance;
}

bool tr_canvas_is_missing(const tr_canvas *canvas, int32_t x, int32_t y, int32_t z, float chance)
{
    return is_missing(row_word(canvas, y, z), x, chance);
}

typedef struct span {
    int32_t low, high;
} span;

// The whole numbers within a radius of a centre, whose places from `origin` on lie in the chunk. Shapes lie within 1000
// blocks of their roots.
static span clip(float centre, float radius, int32_t origin)
{
    const int32_t low = 1024 - (int32_t)(1024.0f - (centre - radius)),
                  high = (int32_t)(centre + radius + 1024.0f) - 1024;
    return (span){tr_max_i32(low, -origin), tr_min_i32(high, TR_VOXEL_SIDE - 1 - origin)};
}

void tr_canvas_lump(const tr_canvas *canvas, const tr_lump *lump)
{
    const span xs = clip(lump->x, lump->rx, canvas->x), ys = clip(lump->y, lump->ry, canvas->y),
               zs = clip(lump->z, lump->rz, canvas->z);
    if (xs.low > xs.high) return;
    const float ix = 1.0f / (lump->rx * lump->rx), iy = 1.0f / (lump->ry * lump->ry), iz = 1.0f / (lump->rz * lump->rz);
    const float whole = 1.0f - lump->rough, inverse = 1.0f / (lump->rough + 0x1p-20f);
    const uint8_t rank = tr_block_ranks[lump->block];
    for (int32_t y = ys.low; y <= ys.high; y++) {
        const float dy = (float)y - lump->y, qy = dy * dy * iy;
        for (int32_t z = zs.low; z <= zs.high; z++) {
            const float dz = (float)z - lump->z, qyz = qy + dz * dz * iz;
            if (qyz > 1.0f) continue;
            const uint32_t row = row_word(canvas, y, z);
            uint8_t *const line = &canvas->blocks[TR_VOXEL_SIDE * (canvas->z + z) + TR_VOXEL_LAYER * (canvas->y + y)];
            for (int32_t x = xs.low; x <= xs.high; x++) {
                const float dx = (float)x - lump->x, q = qyz + dx * dx * ix;
                uint8_t *const at = &line[canvas->x + x];
                if (q > 1.0f || tr_block_ranks[*at] >= rank) continue;
                if (q <= whole || !is_missing(row, x, (q - whole) * inverse)) *at = (uint8_t)lump->block;
            }
        }
    }
}

void tr_canvas_disc(const tr_canvas *canvas, int32_t x, int32_t y, int32_t z, float radius, float rough,
                    tr_block_kind block)
{
    if ((uint32_t)(canvas->y + y) >= TR_VOXEL_SIDE) return;
    const tr_lump lump = {(float)x, (float)y, (float)z, radius, 0.5f, radius, rough, block};
    tr_canvas_lump(canvas, &lump);
}
