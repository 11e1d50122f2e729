// Upstream area (derived.h).
//
// First the ground is searched upwards from its outlets, always the lowest sample next (R. Barnes et al., Priority-flood,
// 2014; in the order of the ground and not of the water, as C. Ehlschlaeger, Using the A* search algorithm to develop
// hydrologic models, 1989). A sample remembers the neighbour it was reached from, and the level that water there
// must rise to before it runs off. Then, in the opposite order, every sample hands its area on: to all neighbours of a lower
// level in proportion to the slope towards them (J. Freeman, Calculating catchment area with divergent flow, 1991), and in
// hollows and on level ground to the neighbour it was reached from, so that water crosses a hollow along its deepest line.
//
// When a sample that is not in a hollow is taken, everything of a lower level has been: the way from there to an outlet
// stays below it. So nothing runs in circles, and all rain leaves at an outlet. One thread does it all, in a total order:
// height, then the place in the grid; samples of equal height beside each other in the order of discovery.
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
    const tr_grid *level;  // that water rises to; in the memory of the result
    uint32_t *order;       // samples as they were taken; those from `head` on wait for their turn
    uint8_t *from;         // the direction that a sample was reached from
    heap_or_area *shared;
    size_t heap_count, head, tail;
} flow;

// A sample with where it lies, so that its neighbours need no division.
typedef struct place {
    uint32_t sample;
    int32_t x, z;
    const float *ground;
    float *level;
} place;

static place place_of(const flow *it, uint32_t sample)
{
    const int32_t x = (int32_t)(sample % (uint32_t)it->width), z = (int32_t)(sample / (uint32_t)it->width);
    return (place){sample, x, z, it->ground->samples + z * it->ground->row_stride + x,
                   it->level->samples + z * it->level->row_stride + x};
}

// The neighbour in a direction, which must lie in the grid.
static place neighbour_of(const flow *it, const place *at, int d)
{
    const int32_t dx = step_x[d], dz = step_z[d];
    return (place){(uint32_t)((int64_t)at->sample + (int64_t)dz * it->width + dx), at->x + dx, at->z + dz,
                   at->ground + dz * it->ground->row_stride + dx, at->level + dz * it->level->row_stride + dx};
}

static bool has_neighbour(const flow *it, const place *at, int d)
{
    const int32_t x = at->x + step_x[d], z = at->z + step_z[d];
    return x >= 0 && z >= 0 && x < it->width && z < it->height;
}

static bool is_sea(const flow *it, const place *at)
{
    return *at->ground < it->sea_level_m;
}

// The ground, or the sea above it.
static float surface_at(const flow *it, const place *at)
{
    return is_sea(it, at) ? it->sea_level_m : *at->ground;
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
// Searching

static bool is_border(const flow *it, const place *at)
{
    return at->x == 0 || at->z == 0 || at->x == it->width - 1 || at->z == it->height - 1;
}

// Only an outlet with land beside it leads on; the open sea need not be sorted.
static bool is_open_sea(const flow *it, const place *at)
{
    if (!is_sea(it, at)) return false;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (!has_neighbour(it, at, d)) continue;
        const place neighbour = neighbour_of(it, at, d);
        if (!is_sea(it, &neighbour)) return false;
    }
    return true;
}

static void mark_outlets(flow *it)
{
    const uint32_t count = (uint32_t)it->width * (uint32_t)it->height;
    for (uint32_t sample = 0; sample < count; sample++) {
        const place at = place_of(it, sample);
        const bool outlet = is_border(it, &at) || is_sea(it, &at);
        it->from[sample] = outlet ? OUTLET : UNSEEN;
        if (!outlet) continue;
        *at.level = surface_at(it, &at);
        if (is_open_sea(it, &at))
            it->order[it->tail++] = sample;
        else
            heap_push(it, entry_of(*at.level, sample));
    }
    it->head = it->tail;
}

static uint32_t next_sample(flow *it)
{
    if (it->head == it->tail) it->order[it->tail++] = heap_pop(it);
    return it->order[it->head++];
}

static void search_from(flow *it, uint32_t sample)
{
    const place at = place_of(it, sample);
    const float own = surface_at(it, &at), water = *at.level;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (!has_neighbour(it, &at, d)) continue;
        const place next = neighbour_of(it, &at, d);
        if (it->from[next.sample] != UNSEEN) continue;
        it->from[next.sample] = (uint8_t)(d ^ 1);
        const float surface = surface_at(it, &next);
        *next.level = surface > water ? surface : water;
        if (surface == own)
            it->order[it->tail++] = next.sample;
        else
            heap_push(it, entry_of(surface, next.sample));
    }
}

// ---------------------------------------------------------------------------------------------------------
// Running off

static void drain(flow *it, uint32_t sample)
{
    if (it->from[sample] == OUTLET) return;
    const place at = place_of(it, sample);
    const bool submerged = *at.level > surface_at(it, &at);
    double slope[DIRECTIONS], sum = 0;
    for (int d = 0; d < DIRECTIONS && !submerged; d++) {
        const double fall = (double)*at.level - (double)*neighbour_of(it, &at, d).level;
        slope[d] = fall > 0 ? fall * inverse_distance[d] : 0;
        sum += slope[d];
    }
    const double area = it->shared[sample].area;
    if (sum <= 0) {
        it->shared[neighbour_of(it, &at, it->from[sample]).sample].area += area;
        return;
    }
    const double share = area / sum;
    for (int d = 0; d < DIRECTIONS; d++)
        if (slope[d] > 0) it->shared[neighbour_of(it, &at, d).sample].area += share * slope[d];
}

static void accumulate(flow *it, double spacing_m)
{
    const size_t count = it->tail;
    for (size_t i = 0; i < count; i++) it->shared[i].area = spacing_m * spacing_m;
    for (size_t i = count; i-- > 0;) drain(it, it->order[i]);
    for (size_t i = 0; i < count; i++) *place_of(it, (uint32_t)i).level = (float)it->shared[i].area;
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
        mark_outlets(&it);
        while (it.head < it.tail || it.heap_count > 0) search_from(&it, next_sample(&it));
        accumulate(&it, spacing_m);
    }
    const bool ok = it.shared != NULL;
    tr_free(context, it.shared);
    tr_free(context, it.from);
    tr_free(context, it.order);
    return ok;
}
