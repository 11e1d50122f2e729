// Samples of the ground cut into blocks (ground_window.h).
#include "voxel/generate/ground_window.h"

#include "base/integers.h"

// Tops and waters. Rows are walked without branches, several columns at a time.

// The highest blocks below heights. Heights far beyond any world are cut, so that every one is a block.
static void find_blocks(const tr_voxel_def *def, const float *restrict heights, ptrdiff_t count, int32_t *restrict out)
{
    const float max = (float)(1 << (TR_VOXEL_TALL_LOG2 + 1));
    const int32_t bottom = def->bottom, highest = def->top - 1;
    for (ptrdiff_t at = 0; at < count; at++) {
        const float raised = heights[at] > -max ? heights[at] : -max;
        const int32_t block = tr_block_below(raised < max ? raised : max);
        out[at] = tr_min_i32(tr_max_i32(block, bottom), highest);
    }
}

// Where there is water there is a block of it: a bed that is too shallow for one lies a block lower.
static void cut_columns(const tr_voxel_def *def, tr_ground_window *window)
{
    const ptrdiff_t count = (ptrdiff_t)window->width * window->depth;
    const int32_t bottom = def->bottom;
    const float *restrict heights = window->samples.height, *restrict waters = window->samples.water;
    int32_t *restrict tops = window->top, *restrict levels = window->water;
    find_blocks(def, heights, count, tops);
    find_blocks(def, waters, count, levels);
    for (ptrdiff_t at = 0; at < count; at++) {
        const int32_t level = levels[at], top = tops[at];
        const bool wet = (waters[at] > heights[at]) & (level > bottom);
        levels[at] = wet ? level : TR_COLUMN_DRY;
        tops[at] = tr_min_i32(top, wet ? level - 1 : top);
    }
}

// Dry ground beside water reaches up to it, so that no water stands in the air. TR_COLUMN_DRY is below every top.
static void dam_row(tr_ground_window *window, int32_t j)
{
    const int32_t width = window->width;
    const ptrdiff_t row = (ptrdiff_t)j * width;
    const int32_t *here = window->water + row, *north = here - width, *south = here + width;
    int32_t *restrict tops = window->top + row;
    uint8_t *restrict banks = window->bank + row;
    for (int32_t i = 1; i < width - 1; i++) {
        const int32_t beside = tr_max_i32(here[i - 1], here[i + 1]), across = tr_max_i32(north[i], south[i]);
        const int32_t level = here[i] == TR_COLUMN_DRY ? tr_max_i32(beside, across) : TR_COLUMN_DRY;
        banks[i] = level != TR_COLUMN_DRY;
        tops[i] = tr_max_i32(tops[i], level);
    }
}

static void cut_window(const tr_voxel_def *def, tr_ground_window *window)
{
    cut_columns(def, window);
    for (int32_t j = 1; j < window->depth - 1; j++) dam_row(window, j);
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
