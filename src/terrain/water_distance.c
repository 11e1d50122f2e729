// The distance to the nearest water (derived.h), exact, in whole squared samples.
//
// Two passes over tiles (A. Meijster et al., A general algorithm for computing distance transforms in linear time,
// 2000): down and up each column for the water above and below, then along each row the lower envelope of the parabolas
// (x - x')^2 + column(x')^2. A tile reads as many samples around itself as are there (the reach), so that tiles need
// nothing from each other, and its coordinates stay small enough for 32 bits.
#include <assert.h>
#include <math.h>

#include "base/integers.h"
#include "terrain/derived.h"

enum {
    NOTHING = TR_WATER_REACH + 1,  // no water within reach
    TILE_WIDTH = 1024,
    TILE_ROWS = 512
};

// A parabola of the envelope: where it stands, its height, and the first sample at which it is the lowest.
typedef struct distance_parabola {
    int32_t at, height, from;
} distance_parabola;

// What one worker owns: as much as the largest tile needs.
typedef struct scratch {
    distance_parabola *envelope;
    uint16_t *columns;  // [row][column]: samples to the nearest water in the column
    uint16_t *last;     // the same for the row before
} scratch;

typedef struct distance_transform {
    double spacing_m;
    float sea_level_m;
    int32_t reach;  // samples
    const tr_grid *height, *out;
    int32_t tile_rows, wide;  // of the largest tile; `wide` is its width with what lies around it
    char *memory;
    size_t worker_bytes;
    int32_t tiles_x;
} distance_transform;

// Part of the output; `rows` and `width` of it, at (x, z).
typedef struct tile {
    int32_t x, z, width, rows;
} tile;

static void step_column_row(const distance_transform *transform, const tile *at, int32_t row, uint16_t *last)
{
    const float *ground = transform->height->samples + (at->z + row) * transform->height->row_stride + at->x;
    const float sea = transform->sea_level_m;
    for (int32_t i = 0; i < at->width + 2 * transform->reach; i++) {
        const int32_t next = last[i] + (last[i] < NOTHING);
        last[i] = (uint16_t)(ground[i] < sea ? 0 : next);
    }
}

static void measure_columns(const distance_transform *transform, const tile *at, const scratch *memory)
{
    const int32_t reach = transform->reach, width = at->width + 2 * reach;
    for (int32_t i = 0; i < width; i++) memory->last[i] = NOTHING;
    for (int32_t row = 0; row < reach + at->rows; row++) {
        step_column_row(transform, at, row, memory->last);
        if (row < reach) continue;
        for (int32_t i = 0; i < width; i++) memory->columns[(row - reach) * transform->wide + i] = memory->last[i];
    }
    for (int32_t i = 0; i < width; i++) memory->last[i] = NOTHING;
    for (int32_t row = 2 * reach + at->rows - 1; row >= reach; row--) {
        step_column_row(transform, at, row, memory->last);
        if (row >= reach + at->rows) continue;
        uint16_t *column = memory->columns + (row - reach) * transform->wide;
        for (int32_t i = 0; i < width; i++) column[i] = memory->last[i] < column[i] ? memory->last[i] : column[i];
    }
}

static int32_t value_at(const distance_parabola *parabola, int32_t x)
{
    return (x - parabola->at) * (x - parabola->at) + parabola->height;
}

// The first sample at which `right` lies below `left`, for left->at < right->at. It is after sample 0, because a left
// one that is not the lower one there has been taken out: what is divided is never negative.
static int32_t first_below(const distance_parabola *left, const distance_parabola *right)
{
    const int32_t rise = right->at * right->at - left->at * left->at + right->height - left->height;
    return rise / (2 * (right->at - left->at)) + 1;
}

// The lower envelope of the parabolas of a row, from left to right; returns their number.
static int32_t build_envelope(const uint16_t *column, int32_t width, distance_parabola *envelope)
{
    int32_t count = 0;
    for (int32_t x = 0; x < width; x++) {
        if (column[x] == NOTHING) continue;
        distance_parabola next = {x, column[x] * column[x], 0};
        while (count > 0 &&
               value_at(&envelope[count - 1], envelope[count - 1].from) > value_at(&next, envelope[count - 1].from))
            count--;
        if (count > 0) next.from = first_below(&envelope[count - 1], &next);
        if (next.from < width) envelope[count++] = next;
    }
    return count;
}

static void measure_row(const distance_transform *transform, const tile *at, int32_t row, const scratch *memory)
{
    const int32_t reach = transform->reach;
    float *out = transform->out->samples + (at->z + row) * transform->out->row_stride + at->x;
    const int32_t count =
        build_envelope(memory->columns + row * transform->wide, at->width + 2 * reach, memory->envelope);
    const float max = (float)(reach * transform->spacing_m);
    int32_t lowest = 0;
    for (int32_t i = 0; i < at->width; i++) {
        const int32_t x = i + reach;
        while (lowest + 1 < count && memory->envelope[lowest + 1].from <= x) lowest++;
        const int32_t squared = count > 0 ? value_at(&memory->envelope[lowest], x) : reach * reach;
        out[i] = squared < reach * reach ? (float)(sqrt((double)squared) * transform->spacing_m) : max;
    }
}

static scratch memory_of(const distance_transform *transform, int worker)
{
    char *block = transform->memory + (size_t)worker * transform->worker_bytes;
    scratch memory = {.envelope = (distance_parabola *)(void *)block};
    memory.columns = (uint16_t *)(void *)(memory.envelope + transform->wide);
    memory.last = memory.columns + (ptrdiff_t)transform->tile_rows * transform->wide;
    return memory;
}

static bool run_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const distance_transform *transform = user;
    const scratch memory = memory_of(transform, worker);
    (void)err;
    for (int64_t index = begin; index < end; index++) {
        tile at = {(int32_t)(index % transform->tiles_x) * TILE_WIDTH,
                   (int32_t)(index / transform->tiles_x) * TILE_ROWS, 0, 0};
        at.width = tr_min_i32(TILE_WIDTH, transform->out->width - at.x);
        at.rows = tr_min_i32(TILE_ROWS, transform->out->height - at.z);
        measure_columns(transform, &at, &memory);
        for (int32_t row = 0; row < at.rows; row++) measure_row(transform, &at, row, &memory);
    }
    return true;
}

bool tr_water_distance(tr_context *context, double spacing_m, double sea_level_m, const tr_grid *height,
                       const tr_grid *out, tr_error *err)
{
    const int32_t reach = (height->width - out->width) / 2;
    assert(reach >= 1 && reach <= TR_WATER_REACH);
    assert(height->width == out->width + 2 * reach && height->height == out->height + 2 * reach);
    distance_transform transform = {
        .spacing_m = spacing_m, .sea_level_m = (float)sea_level_m, .reach = reach, .height = height, .out = out};
    transform.tiles_x = (out->width + TILE_WIDTH - 1) / TILE_WIDTH;
    transform.tile_rows = tr_min_i32(TILE_ROWS, out->height);
    transform.wide = tr_min_i32(TILE_WIDTH, out->width) + 2 * reach;
    const size_t words = (size_t)transform.wide * ((size_t)transform.tile_rows + 1);
    transform.worker_bytes =
        ((size_t)transform.wide * sizeof(distance_parabola) + words * sizeof(uint16_t) + 63) / 64 * 64;
    const int64_t tiles = (int64_t)transform.tiles_x * ((out->height + TILE_ROWS - 1) / TILE_ROWS);
    transform.memory = tr_alloc_array(context, (size_t)tr_context_threads(context), transform.worker_bytes, err);
    if (!transform.memory) return false;
    const bool ok = tr_parallel_for(context, &(tr_range_work){tiles, 1, run_tiles, &transform}, NULL, err);
    tr_free(context, transform.memory);
    return ok;
}
