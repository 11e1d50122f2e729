#include "terrain/flood.h"

#include <assert.h>
#include <string.h>

enum { UNSEEN = 255, HEAP_BRANCHES = 4 };

// The ground, or the sea above it.
static float surface_at(const tr_flood *flood, const tr_flood_place *at)
{
    return tr_flood_is_sea(flood, at) ? flood->sea_level_m : *at->ground;
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

static void heap_push(tr_flood *flood, uint64_t entry)
{
    size_t at = flood->heap_count++;
    while (at > 0) {
        const size_t parent = (at - 1) / HEAP_BRANCHES;
        if (flood->room[parent].entry <= entry) break;
        flood->room[at].entry = flood->room[parent].entry;
        at = parent;
    }
    flood->room[at].entry = entry;
}

static size_t lowest_child(const tr_flood *flood, size_t first)
{
    const size_t end = first + HEAP_BRANCHES < flood->heap_count ? first + HEAP_BRANCHES : flood->heap_count;
    size_t lowest = first;
    for (size_t child = first + 1; child < end; child++)
        if (flood->room[child].entry < flood->room[lowest].entry) lowest = child;
    return lowest;
}

static uint32_t heap_pop(tr_flood *flood)
{
    const uint32_t sample = (uint32_t)flood->room[0].entry;
    const uint64_t last = flood->room[--flood->heap_count].entry;
    size_t at = 0;
    for (size_t first = 1; first < flood->heap_count; first = at * HEAP_BRANCHES + 1) {
        const size_t child = lowest_child(flood, first);
        if (last <= flood->room[child].entry) break;
        flood->room[at].entry = flood->room[child].entry;
        at = child;
    }
    flood->room[at].entry = last;
    return sample;
}

// ---------------------------------------------------------------------------------------------------------
// Searching

static bool is_border(const tr_flood *flood, const tr_flood_place *at)
{
    return at->x == 0 || at->z == 0 || at->x == flood->width - 1 || at->z == flood->height - 1;
}

// Only an outlet with land beside it leads on; the open sea need not be sorted.
static bool is_open_sea(const tr_flood *flood, const tr_flood_place *at)
{
    if (!tr_flood_is_sea(flood, at)) return false;
    for (int d = 0; d < TR_FLOOD_DIRECTIONS; d++) {
        if (!tr_flood_has_neighbour(flood, at, d)) continue;
        const tr_flood_place neighbour = tr_flood_neighbour(flood, at, d);
        if (!tr_flood_is_sea(flood, &neighbour)) return false;
    }
    return true;
}

static void mark_outlets(tr_flood *flood)
{
    const uint32_t count = (uint32_t)flood->width * (uint32_t)flood->height;
    for (uint32_t sample = 0; sample < count; sample++) {
        const tr_flood_place at = tr_flood_place_of(flood, sample);
        const bool outlet = is_border(flood, &at) || tr_flood_is_sea(flood, &at);
        flood->from[sample] = outlet ? TR_FLOOD_OUTLET : UNSEEN;
        if (!outlet) continue;
        *at.level = surface_at(flood, &at);
        if (is_open_sea(flood, &at))
            flood->order[flood->tail++] = sample;
        else
            heap_push(flood, entry_of(*at.level, sample));
    }
    flood->head = flood->tail;
}

static uint32_t next_sample(tr_flood *flood)
{
    if (flood->head == flood->tail) flood->order[flood->tail++] = heap_pop(flood);
    return flood->order[flood->head++];
}

static void search_from(tr_flood *flood, uint32_t sample)
{
    const tr_flood_place at = tr_flood_place_of(flood, sample);
    const float own = surface_at(flood, &at), water = *at.level;
    for (int d = 0; d < TR_FLOOD_DIRECTIONS; d++) {
        if (!tr_flood_has_neighbour(flood, &at, d)) continue;
        const tr_flood_place next = tr_flood_neighbour(flood, &at, d);
        if (flood->from[next.sample] != UNSEEN) continue;
        flood->from[next.sample] = (uint8_t)(d ^ 1);
        const float surface = surface_at(flood, &next);
        *next.level = surface > water ? surface : water;
        if (surface == own)
            flood->order[flood->tail++] = next.sample;
        else
            heap_push(flood, entry_of(surface, next.sample));
    }
}

bool tr_flood_create(tr_context *context, double sea_level_m, const tr_grid *ground, const tr_grid *level,
                     tr_flood *out, tr_error *err)
{
    assert(ground->width == level->width && ground->height == level->height);
    const int64_t count = (int64_t)ground->width * ground->height;
    if (count > UINT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "the flow over %d x %d samples: at most 2^32 can be done at once",
                       (int)ground->width, (int)ground->height);
    *out = (tr_flood){ground->width, ground->height, (float)sea_level_m, .ground = ground, .level = level};
    out->order = tr_alloc_array(context, (size_t)count, sizeof *out->order, err);
    out->from = out->order ? tr_alloc_array(context, (size_t)count, sizeof *out->from, err) : NULL;
    out->room = out->from ? tr_alloc_array(context, (size_t)count, sizeof *out->room, err) : NULL;
    if (!out->room) {
        tr_flood_destroy(context, out);
        return false;
    }
    mark_outlets(out);
    while (out->head < out->tail || out->heap_count > 0) search_from(out, next_sample(out));
    return true;
}

void tr_flood_destroy(tr_context *context, tr_flood *flood)
{
    tr_free(context, flood->room);
    tr_free(context, flood->from);
    tr_free(context, flood->order);
    *flood = (tr_flood){0};
}
