// The ground of a rectangle of columns of blocks in memory: samples, and what they become as blocks.
#ifndef TR_VOXEL_GENERATE_GROUND_WINDOW_H
#define TR_VOXEL_GENERATE_GROUND_WINDOW_H

#include <math.h>

#include "voxel/generate/stages.h"

typedef struct tr_ground_window {
    int64_t x, z;  // of the first column
    int32_t width, depth;
    tr_ground_samples samples;  // in rows of `width`
    // Not at the outermost columns, which have neighbours that are not known:
    int32_t *top;    // of the highest block of the ground
    int32_t *water;  // of the highest block of water; TR_COLUMN_DRY where it is dry
    uint8_t *bank;   // 1: dry, beside water
} tr_ground_window;

// The highest block whose middle lies below a height: the face above it lies within half a block of the height.
static inline int32_t tr_block_below(float height)
{
    const float lifted = height - 0.5f;
    const int32_t whole = (int32_t)lifted;
    return whole - ((float)whole >= lifted);
}

// Whatever the terrain does, blocks stay within the world: the lowest block is ground, the highest is not above it.
static inline int32_t tr_block_within(const tr_voxel_def *def, int32_t y)
{
    return y < def->bottom ? def->bottom : y < def->top ? y : def->top - 1;
}

// The square of rise over run, from the neighbours of a height among rows of `width`.
static inline float tr_ground_slope_squared(const float *height, ptrdiff_t width)
{
    const float east = (height[1] - height[-1]) * 0.5f, south = (height[width] - height[-width]) * 0.5f;
    return east * east + south * south;
}

// Rise over run across the column, from its neighbours.
static inline float tr_ground_slope(const tr_ground_window *window, ptrdiff_t at)
{
    return sqrtf(tr_ground_slope_squared(window->samples.height + at, window->width));
}

// Samples a window and finds its tops and waters. Biome, temperature and humidity only with `climate`.
bool tr_ground_window_make(const tr_voxel_rules *rules, bool climate, tr_ground_window *window, tr_error *err);
void tr_ground_window_destroy(const tr_voxel_rules *rules, tr_ground_window *window);

#endif
