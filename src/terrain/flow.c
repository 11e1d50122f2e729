// Upstream area (derived.h).
//
// First the ground is flooded from its outlets (R. Barnes et al., Priority-flood, 2014): samples are taken in the order of
// the level to which water must rise before it runs off, and each remembers the neighbour that it was reached from.
// Then, in the opposite order, every sample hands its area on: to all neighbours of a lower level in proportion to the slope
// towards them (J. Freeman, Calculating catchment area with divergent flow, 1991), and on level ground, which includes
// every filled hollow, to the neighbour it was reached from. That one was taken earlier, so nothing runs in circles and
// all rain leaves at an outlet.
//
// The order is a total one: level, then the place in the grid; hollows in the order of discovery. One thread does it all.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "terrain/derived.h"

// Neighbours in the order of their numbers; the one opposite to d is d ^ 1.
enum { DIRECTIONS = 8, OUTLET = DIRECTIONS, UNSEEN = 255, HEAP_BRANCHES = 4 };
static const int32_t step_x[DIRECTIONS] = {-1, 1, 0, 0, -1, 1, 1, -1};
static const int32_t step_z[DIRECTIONS] = {0, 0, -1, 1, -1, 1, -1, 1};
static const double inverse_distance[DIRECTIONS] = {1, 1, 1, 1, M_SQRT1_2, M_SQRT1_2, M_SQRT1_2, M_SQRT1_2};

// The heap is no longer needed when areas are, and has an entry per sample at most: they share their memory.
typedef union heap_or_area {
    uint64_t entry;
    double area;
} heap_or_area;

typedef struct flow {
    int32_t width, height;
    float sea_level_m;
    const tr_grid *ground;
    const tr_grid *level;  // that water rises to before it runs off; in the memory of the result
    uint32_t *order;       // samples as they were taken; those from `head` on wait for their turn
    uint8_t *from;         // the direction that a sample was reached from
    heap_or_area *shared;
    size_t heap_count, head, tail;
} flow;

static float *level_at(const flow *it, uint32_t sample)
{
    const uint32_t width = (uint32_t)it->width;
    return it->level->samples + (int64_t)(sample / width) * it->level->row_stride + sample % width;
}

static int64_t step_of(const flow *it, int direction)
{
    return (int64_t)step_z[direction] * it->width + step_x[direction];
}

static int64_t level_step_of(const flow *it, int direction)
{
    return step_z[direction] * it->level->row_stride + step_x[direction];
}

// ---------------------------------------------------------------------------------------------------------
// The heap: the lowest level first, then the lowest sample

// Floats in the order of their values as unsigned numbers, above the sample.
static uint64_t entry_of(float level, uint32_t sample)
{
    uint32_t bits;
    memcpy(&bits, &level, sizeof bits);
    bits ^= bits >> 31 ? UINT32_MAX : UINT32_C(1) << 31;
    return (uint64_t)bits << 32 | sample;
}

static void heap_push(flow *it, uint64_t entry)
{
    size_t at = it->heap_count++;
    while (at > 0) {
        const size_t parent = (at - 1) / HEAP_BRANCHES;
        if (it->shared[parent].entry <= entry) break;
        it->shared[at].entry = it->shared[parent].entry;
        at = parent;
    }
    it->shared[at].entry = entry;
}

static size_t lowest_child(const flow *it, size_t first)
{
    const size_t end = first + HEAP_BRANCHES < it->heap_count ? first + HEAP_BRANCHES : it->heap_count;
    size_t lowest = first;
    for (size_t child = first + 1; child < end; child++)
        if (it->shared[child].entry < it->shared[lowest].entry) lowest = child;
    return lowest;
}

static uint32_t heap_pop(flow *it)
{
    const uint32_t sample = (uint32_t)it->shared[0].entry;
    const uint64_t last = it->shared[--it->heap_count].entry;
    size_t at = 0;
    for (size_t first = 1; first < it->heap_count; first = at * HEAP_BRANCHES + 1) {
        const size_t child = lowest_child(it, first);
        if (last <= it->shared[child].entry) break;
        it->shared[at].entry = it->shared[child].entry;
        at = child;
    }
    it->shared[at].entry = last;
    return sample;
}

// ---------------------------------------------------------------------------------------------------------
// Flooding

// Water stands at the level of the sea wherever the ground is lower.
static void set_levels(const flow *it)
{
    for (int32_t j = 0; j < it->height; j++) {
        const float *ground = it->ground->samples + j * it->ground->row_stride;
        float *level = it->level->samples + j * it->level->row_stride;
        for (int32_t i = 0; i < it->width; i++) level[i] = ground[i] < it->sea_level_m ? it->sea_level_m : ground[i];
    }
}

static bool is_sea(const flow *it, int32_t i, int32_t j)
{
    return it->ground->samples[j * it->ground->row_stride + i] < it->sea_level_m;
}

static bool is_border(const flow *it, int32_t i, int32_t j)
{
    return i == 0 || j == 0 || i == it->width - 1 || j == it->height - 1;
}

// Only an outlet with land beside it passes the flood on; the open sea need not be sorted.
static bool is_open_sea(const flow *it, int32_t i, int32_t j)
{
    for (int32_t z = j - 1; z <= j + 1; z++)
        for (int32_t x = i - 1; x <= i + 1; x++)
            if (x >= 0 && z >= 0 && x < it->width && z < it->height && !is_sea(it, x, z)) return false;
    return true;
}

static void mark_outlets(flow *it)
{
    for (int32_t j = 0; j < it->height; j++)
        for (int32_t i = 0; i < it->width; i++) {
            const uint32_t sample = (uint32_t)j * (uint32_t)it->width + (uint32_t)i;
            const bool outlet = is_border(it, i, j) || is_sea(it, i, j);
            it->from[sample] = outlet ? OUTLET : UNSEEN;
            if (outlet && is_open_sea(it, i, j))
                it->order[it->tail++] = sample;
            else if (outlet)
                heap_push(it, entry_of(*level_at(it, sample), sample));
        }
    it->head = it->tail;
}

static uint32_t next_sample(flow *it)
{
    if (it->head == it->tail) it->order[it->tail++] = heap_pop(it);
    return it->order[it->head++];
}

// Neighbours that lie no higher than the water at a sample are filled up to it and come next; higher ones wait in the heap.
static void flood_from(flow *it, uint32_t sample)
{
    const int32_t x = (int32_t)(sample % (uint32_t)it->width), z = (int32_t)(sample / (uint32_t)it->width);
    const float water = *level_at(it, sample);
    for (int d = 0; d < DIRECTIONS; d++) {
        const int32_t nx = x + step_x[d], nz = z + step_z[d];
        if (nx < 0 || nz < 0 || nx >= it->width || nz >= it->height) continue;
        const uint32_t neighbour = (uint32_t)(sample + step_of(it, d));
        if (it->from[neighbour] != UNSEEN) continue;
        it->from[neighbour] = (uint8_t)(d ^ 1);
        float *level = level_at(it, neighbour);
        if (*level > water) {
            heap_push(it, entry_of(*level, neighbour));
        } else {
            *level = water;
            it->order[it->tail++] = neighbour;
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Running off

static void drain(flow *it, uint32_t sample)
{
    if (it->from[sample] == OUTLET) return;
    const float *level = level_at(it, sample);
    double slope[DIRECTIONS], sum = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        const double fall = (double)*level - (double)level[level_step_of(it, d)];
        slope[d] = fall > 0 ? fall * inverse_distance[d] : 0;
        sum += slope[d];
    }
    const double area = it->shared[sample].area;
    if (sum <= 0) {
        it->shared[sample + step_of(it, it->from[sample])].area += area;
        return;
    }
    const double share = area / sum;
    for (int d = 0; d < DIRECTIONS; d++)
        if (slope[d] > 0) it->shared[sample + step_of(it, d)].area += share * slope[d];
}

static void accumulate(flow *it, double spacing_m)
{
    const size_t count = it->tail;
    for (size_t i = 0; i < count; i++) it->shared[i].area = spacing_m * spacing_m;
    for (size_t i = count; i-- > 0;) drain(it, it->order[i]);
    for (size_t i = 0; i < count; i++) *level_at(it, (uint32_t)i) = (float)it->shared[i].area;
}

bool tr_flow_accumulation(tr_context *context, double spacing_m, double sea_level_m, const tr_grid *height,
                          const tr_grid *out, tr_error *err)
{
    assert(height->width == out->width && height->height == out->height);
    const int64_t count = (int64_t)out->width * out->height;
    if (count > UINT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "the flow over %d x %d samples: at most 2^32 can be done at once",
                       (int)out->width, (int)out->height);
    flow it = {out->width, out->height, (float)sea_level_m, .ground = height, .level = out};
    it.order = tr_alloc_array(context, (size_t)count, sizeof *it.order, err);
    it.from = it.order ? tr_alloc_array(context, (size_t)count, sizeof *it.from, err) : NULL;
    it.shared = it.from ? tr_alloc_array(context, (size_t)count, sizeof *it.shared, err) : NULL;
    if (it.shared) {
        set_levels(&it);
        mark_outlets(&it);
        while (it.head < it.tail || it.heap_count > 0) flood_from(&it, next_sample(&it));
        accumulate(&it, spacing_m);
    }
    const bool ok = it.shared != NULL;
    tr_free(context, it.shared);
    tr_free(context, it.from);
    tr_free(context, it.order);
    return ok;
}
