// Two searches. From the goal, Dijkstra's over the nodes alone, with bends for free: no way with bends can be cheaper,
// so that it tells the second one, A* over nodes and headings, which of its states are worth looking at. Ties are
// broken by the number of the state.
#include "carve/route.h"

#include <assert.h>
#include <string.h>

#include "base/array.h"

enum { BRANCHES = 4, FIRST_MOVE = TR_ROUTE_ANY_HEADING + 1, LEFT = 128 };
#define FAR UINT32_MAX

// ---------------------------------------------------------------------------------------------------------
// A heap of prices with what they are the price of; the lowest first

typedef struct heap {
    uint64_t *entries;
    size_t count;
    int32_t capacity;
} heap;

static bool heap_push(tr_context *context, heap *it, uint32_t price, uint32_t what, tr_error *err)
{
    uint64_t *entries = tr_array_reserve(context, it->entries, (int32_t)it->count, &it->capacity, sizeof *entries, err);
    if (!entries) return false;
    it->entries = entries;
    const uint64_t entry = (uint64_t)price << 32 | what;
    size_t at = it->count++;
    for (size_t parent; at > 0 && it->entries[parent = (at - 1) / BRANCHES] > entry; at = parent)
        it->entries[at] = it->entries[parent];
    it->entries[at] = entry;
    return true;
}

static uint64_t heap_pop(heap *it)
{
    const uint64_t top = it->entries[0], last = it->entries[--it->count];
    size_t at = 0;
    for (size_t first = 1; first < it->count; first = at * BRANCHES + 1) {
        const size_t end = first + BRANCHES < it->count ? first + BRANCHES : it->count;
        size_t child = first;
        for (size_t i = first + 1; i < end; i++)
            if (it->entries[i] < it->entries[child]) child = i;
        if (last <= it->entries[child]) break;
        it->entries[at] = it->entries[child];
        at = child;
    }
    it->entries[at] = last;
    return top;
}

// A sum that stays below what means "far".
static uint32_t sum(uint32_t a, uint32_t b)
{
    return a < FAR - 1 - b ? a + b : FAR - 1;
}

// ---------------------------------------------------------------------------------------------------------
// What is left to the goal, without bends

// Fills `left` for all nodes that are nearer to the goal than `from`, and `*radius` with what is left from there; the
// others are no nearer. FAR when no way leads there.
static bool measure(tr_context *context, const tr_route_map *map, uint32_t from, uint32_t to, uint32_t *left,
                    uint32_t *radius, tr_error *err)
{
    const size_t count = (size_t)map->width * (size_t)map->height;
    heap open = {0};
    memset(left, 0xff, count * sizeof *left);
    left[to] = 0;
    *radius = FAR;
    bool ok = heap_push(context, &open, 0, to, err);
    while (ok && open.count > 0 && *radius == FAR) {
        const uint64_t entry = heap_pop(&open);
        const uint32_t node = (uint32_t)entry, price = (uint32_t)(entry >> 32);
        if (price != left[node]) continue;
        if (node == from) *radius = price;
        const tr_route_place place = tr_route_place_of(map, node);
        uint32_t next;
        for (int move = 0; ok && move < TR_ROUTE_MOVES; move++) {
            if (!tr_route_step(map, &place, move, &next)) continue;
            const uint32_t step = tr_route_price(map, node, move, next);
            if (step == TR_ROUTE_CLOSED || sum(price, step) >= left[next]) continue;
            left[next] = sum(price, step);
            ok = heap_push(context, &open, left[next], next, err);
        }
    }
    tr_free(context, open.entries);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// The way, with bends

typedef struct search {
    tr_context *context;
    const tr_route_map *map;
    uint32_t from, to, radius;
    uint32_t *left;   // per node
    uint32_t *spent;  // per state: a node and the heading that it was reached with
    uint8_t *before;  // the heading before, or FIRST_MOVE; with LEFT when the search is done with it
    heap open;
} search;

// In haste, what is left counts more than what was spent.
static uint32_t left_from(const search *it, uint32_t node)
{
    const uint32_t left = it->left[node] < it->radius ? it->left[node] : it->radius;
    return sum(left, left / 16 * it->map->haste);
}

static bool open_state(search *it, uint32_t node, int heading, int before, uint32_t spent, tr_error *err)
{
    const uint32_t state = node * TR_ROUTE_MOVES + (uint32_t)heading;
    // What was left is not opened again: without haste it cannot be reached for less, and in haste it is near enough.
    if (spent >= it->spent[state] || it->before[state] & LEFT) return true;
    it->spent[state] = spent;
    it->before[state] = (uint8_t)before;
    return heap_push(it->context, &it->open, sum(spent, left_from(it, node)), state, err);
}

// A move that is made with the price of its turn.
static bool open_move(search *it, const tr_route_place *place, int move, int before, uint32_t spent, tr_error *err)
{
    uint32_t next;
    if (!tr_route_step(it->map, place, move, &next)) return true;
    const uint32_t step = tr_route_price(it->map, place->node, move, next);
    return step == TR_ROUTE_CLOSED || open_state(it, next, move, before, sum(spent, step), err);
}

static bool open_moves(search *it, uint32_t node, int heading, int before, uint32_t spent, tr_error *err)
{
    const tr_route_place place = tr_route_place_of(it->map, node);
    const bool any = heading == TR_ROUTE_ANY_HEADING;
    const int first = any ? 0 : heading - it->map->turns, last = any ? TR_ROUTE_MOVES - 1 : heading + it->map->turns;
    for (int move = first; move <= last; move++) {
        const uint32_t turn = any ? 0 : it->map->turn[move < heading ? heading - move : move - heading];
        if (!open_move(it, &place, move & (TR_ROUTE_MOVES - 1), before, sum(spent, turn), err)) return false;
    }
    return true;
}

// The state in which the goal is reached, or FAR in `*out`.
static bool run(search *it, int heading, uint32_t *out, tr_error *err)
{
    *out = FAR;
    if (!open_moves(it, it->from, heading, FIRST_MOVE, 0, err)) return false;
    while (it->open.count > 0) {
        const uint64_t entry = heap_pop(&it->open);
        const uint32_t state = (uint32_t)entry, node = state / TR_ROUTE_MOVES;
        if (it->before[state] & LEFT) continue;
        it->before[state] |= LEFT;
        if (node == it->to) {
            *out = state;
            return true;
        }
        const int heading_now = (int)(state % TR_ROUTE_MOVES);
        if (!open_moves(it, node, heading_now, heading_now, it->spent[state], err)) return false;
    }
    return true;
}

static int heading_before(const search *it, uint32_t state)
{
    return it->before[state] & ~LEFT;
}

static uint32_t state_before(const search *it, uint32_t state)
{
    const tr_route_place place = tr_route_place_of(it->map, state / TR_ROUTE_MOVES);
    uint32_t node = 0;
    tr_route_step(it->map, &place, (int)(state % TR_ROUTE_MOVES) ^ TR_ROUTE_HALF, &node);
    return node * TR_ROUTE_MOVES + (uint32_t)heading_before(it, state);
}

static bool read_back(const search *it, uint32_t last, tr_route *out, tr_error *err)
{
    int32_t count = 2;
    for (uint32_t state = last; heading_before(it, state) != FIRST_MOVE; count++) state = state_before(it, state);
    out->nodes = tr_alloc_array(it->context, (size_t)count, sizeof *out->nodes, err);
    if (!out->nodes) return false;
    out->count = count;
    out->last_heading = (int)(last % TR_ROUTE_MOVES);
    out->price = it->spent[last];
    out->nodes[0] = it->from;
    for (uint32_t state = last; --count > 0; state = state_before(it, state))
        out->nodes[count] = state / TR_ROUTE_MOVES;
    return true;
}

// Nothing to do: the way is the node itself.
static bool stay(tr_context *context, uint32_t node, int heading, tr_route *out, tr_error *err)
{
    out->nodes = tr_alloc_array(context, 1, sizeof *out->nodes, err);
    if (!out->nodes) return false;
    out->nodes[0] = node;
    out->count = 1;
    out->last_heading = heading;
    return true;
}

static bool find(search *it, int heading, tr_route *out, tr_error *err)
{
    const size_t states = (size_t)it->map->width * (size_t)it->map->height * TR_ROUTE_MOVES;
    if (!measure(it->context, it->map, it->from, it->to, it->left, &it->radius, err)) return false;
    memset(it->spent, 0xff, states * sizeof *it->spent);
    memset(it->before, 0, states * sizeof *it->before);
    uint32_t last = FAR;
    if (it->radius != FAR && !run(it, heading, &last, err)) return false;
    if (last == FAR) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "no way leads from one place to the other");
    return read_back(it, last, out, err);
}

bool tr_route_find(tr_context *context, const tr_route_map *map, uint32_t from, int heading, uint32_t to, tr_route *out,
                   tr_error *err)
{
    *out = (tr_route){0};
    if (from == to) return stay(context, from, heading, out, err);
    const size_t nodes = (size_t)map->width * (size_t)map->height;
    assert(nodes <= UINT32_MAX / TR_ROUTE_MOVES);
    search it = {.context = context, .map = map, .from = from, .to = to};
    it.left = tr_alloc_array(context, nodes, sizeof *it.left, err);
    it.spent = it.left ? tr_alloc_array(context, nodes * TR_ROUTE_MOVES, sizeof *it.spent, err) : NULL;
    it.before = it.spent ? tr_alloc_array(context, nodes * TR_ROUTE_MOVES, sizeof *it.before, err) : NULL;
    const bool ok = it.before && find(&it, heading, out, err);
    tr_free(context, it.open.entries);
    tr_free(context, it.before);
    tr_free(context, it.spent);
    tr_free(context, it.left);
    return ok;
}

void tr_route_destroy(tr_context *context, tr_route *route)
{
    tr_free(context, route->nodes);
    *route = (tr_route){0};
}
