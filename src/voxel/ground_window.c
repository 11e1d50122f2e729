// Samples of the ground cut into blocks (ground_window.h).
#include "voxel/ground_window.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"

float tr_ground_slope(const tr_ground_window *window, ptrdiff_t at)
{
    const float *height = window->samples.height + at;
    const float east = (height[1] - height[-1]) * 0.5f;
    const float south = (height[window->width] - height[-window->width]) * 0.5f;
    return sqrtf(east * east + south * south);
}

// ---------------------------------------------------------------------------------------------------------
// Tops and waters

// Heights far beyond any world are cut, so that every one is a block.
static int32_t block_below(float height)
{
    const float most = (float)(1 << (TR_VOXEL_TALL_LOG2 + 1));
    return tr_block_below(fminf(fmaxf(height, -most), most));
}

// Where there is water there is a block of it: a bed that is too shallow for one lies a block lower.
static void cut_column(const tr_voxel_def *def, tr_ground_window *window, ptrdiff_t at)
{
    const float height = window->samples.height[at], water = window->samples.water[at];
    window->top[at] = tr_block_within(def, block_below(height));
    window->water[at] = TR_COLUMN_DRY;
    if (!(water > height)) return;
    const int32_t level = tr_block_within(def, block_below(water));
    if (level <= def->bottom) return;
    window->water[at] = level;
    window->top[at] = tr_min_i32(window->top[at], level - 1);
}

// Dry ground beside water reaches up to it, so that no water stands in the air.
static void dam_column(tr_ground_window *window, ptrdiff_t at)
{
    const ptrdiff_t around[4] = {at - 1, at + 1, at - window->width, at + window->width};
    window->bank[at] = 0;
    if (window->water[at] != TR_COLUMN_DRY) return;
    for (int i = 0; i < 4; i++) {
        const int32_t level = window->water[around[i]];
        if (level == TR_COLUMN_DRY) continue;
        window->bank[at] = 1;
        window->top[at] = tr_max_i32(window->top[at], level);
    }
}

static void cut_window(const tr_voxel_def *def, tr_ground_window *window)
{
    const ptrdiff_t count = (ptrdiff_t)window->width * window->depth;
    for (ptrdiff_t at = 0; at < count; at++) cut_column(def, window, at);
    for (int32_t j = 1; j < window->depth - 1; j++)
        for (int32_t i = 1; i < window->width - 1; i++) dam_column(window, (ptrdiff_t)j * window->width + i);
}

// ---------------------------------------------------------------------------------------------------------

// All arrays lie in one piece of memory, the wide ones first.
static bool take_memory(tr_context *context, bool climate, tr_ground_window *window, tr_error *err)
{
    const size_t count = (size_t)window->width * (size_t)window->depth, floats = climate ? 4 : 2;
    float *numbers = tr_alloc_array(context, count, (floats + 2) * sizeof(float) + 3, err);
    if (!numbers) return false;
    window->samples = (tr_ground_samples){.height = numbers, .water = numbers + count};
    if (climate) {
        window->samples.temperature = numbers + 2 * count;
        window->samples.humidity = numbers + 3 * count;
    }
    window->top = (int32_t *)(void *)(numbers + floats * count);
    window->water = window->top + count;
    uint8_t *bytes = (uint8_t *)(window->water + count);
    window->samples.cover = bytes;
    window->bank = bytes + count;
    window->samples.biome = climate ? bytes + 2 * count : NULL;
    return true;
}

bool tr_ground_window_make(const tr_voxel_rules *rules, bool climate, tr_ground_window *window, tr_error *err)
{
    const tr_ground_source *ground = &rules->ground;
    if (!take_memory(rules->context, climate, window, err)) return false;
    if (ground->sample(ground->user, window->x, window->z, window->width, window->depth, 1, &window->samples, err)) {
        cut_window(&rules->def, window);
        return true;
    }
    tr_ground_window_destroy(rules, window);
    return false;
}

void tr_ground_window_destroy(const tr_voxel_rules *rules, tr_ground_window *window)
{
    tr_free(rules->context, window->samples.height);
    *window = (tr_ground_window){0};
}
