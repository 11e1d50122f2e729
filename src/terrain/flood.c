#include "terrain/flood.h"

#include <assert.h>
#include <string.h>

enum { UNSEEN = 255, HEAP_BRANCHES = 4 };

// The ground, or the sea above it.
static float surface_at(const tr_flood *it, const tr_flood_place *at)
{
    return tr_flood_is_sea(it, at) ? it->sea_level_m : *at->ground;
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

static void heap_push(tr_flood *it, uint64_t entry)
{
    size_t at = it->heap_count++;
    while (at > 0) {
        const size_t parent = (at - 1) / HEAP_BRANCHES;
        if (it->room[parent].entry <= entry) break;
        it->room[at].entry = it->room[parent].entry;
        at = parent;
    }
    it->room[at].entry = entry;
}

static size_t lowest_child(const tr_flood *it, size_t first)
{
    const size_t end = first + HEAP_BRANCHES < it->heap_count ? first + HEAP_BRANCHES : it->heap_count;
    size_t lowest = first;
    for (size_t child = first + 1; child < end; child++)
        if (it->room[child].entry < it->room[lowest].entry) lowest = child;
    return lowest;
}

static uint32_t heap_pop(tr_flood *it)
{
    const uint32_t sample = (uint32_t)it->room[0].entry;
    const uint64_t last = it->room[--it->heap_count].entry;
    size_t at = 0;
    for (size_t first = 1; first < it->heap_count; first = at * HEAP_BRANCHES + 1) {
        const size_t child = lowest_child(it, first);
        if (last <= it->room[child].entry) break;
        it->room[at].entry = it->room[child].entry;
        at = child;
    }
    it->room[at].entry = last;
    return sample;
}

// ---------------------------------------------------------------------------------------------------------
// Searching

static bool is_border(const tr_flood *it, const tr_flood_place *at)
{
    return at->x == 0 || at->z == 0 || at->x == it->width - 1 || at->z == it->height - 1;
}

// Only an outlet with land beside it leads on; the open sea need not be sorted.
static bool is_open_sea(const tr_flood *it, const tr_flood_place *at)
{
    if (!tr_flood_is_sea(it, at)) return false;
    for (int d = 0; d < TR_FLOOD_DIRECTIONS; d++) {
        if (!tr_flood_has_neighbour(it, at, d)) continue;
        const tr_flood_place neighbour = tr_flood_neighbour(it, at, d);
        if (!tr_flood_is_sea(it, &neighbour)) return false;
    }
    return true;
}

static void mark_outlets(tr_flood *it)
{
    const uint32_t count = (uint32_t)it->width * (uint32_t)it->height;
    for (uint32_t sample = 0; sample < count; sample++) {
        const tr_flood_place at = tr_flood_place_of(it, sample);
        const bool outlet = is_border(it, &at) || tr_flood_is_sea(it, &at);
        it->from[sample] = outlet ? TR_FLOOD_OUTLET : UNSEEN;
        if (!outlet) continue;
        *at.level = surface_at(it, &at);
        if (is_open_sea(it, &at))
            it->order[it->tail++] = sample;
        else
            heap_push(it, entry_of(*at.level, sample));
    }
    it->head = it->tail;
}

static uint32_t next_sample(tr_flood *it)
{
    if (it->head == it->tail) it->order[it->tail++] = heap_pop(it);
    return it->order[it->head++];
}

static void search_from(tr_flood *it, uint32_t sample)
{
    const tr_flood_place at = tr_flood_place_of(it, sample);
    const float own = surface_at(it, &at), water = *at.level;
    for (int d = 0; d < TR_FLOOD_DIRECTIONS; d++) {
        if (!tr_flood_has_neighbour(it, &at, d)) continue;
        const tr_flood_place next = tr_flood_neighbour(it, &at, d);
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
