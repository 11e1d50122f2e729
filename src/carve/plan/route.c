// Two searches. From the goal, Dijkstra's over the nodes alone, with bends for free: no way with bends can be cheaper,
// so that it tells the second one, A* over nodes and headings, which of its states are worth looking at. Ties are
// broken by the number of the state.
#include "carve/plan/route.h"

#include <assert.h>
#include <string.h>

#include "base/array.h"

enum { BRANCHES = 4, FIRST_MOVE = TR_ROUTE_ANY_HEADING + 1, LEFT = 128 };
#define FAR UINT32_MAX

// ---------------------------------------------------------------------------------------------------------
// A heap of prices with what they are the price of; the lowest first

typedef struct route_heap {
    uint64_t *entries;
    size_t count;
    int32_t capacity;
} route_heap;

static bool heap_push(tr_context *context, route_heap *heap, uint32_t price, uint32_t what, tr_error *err)
{
    uint64_t *entries =
        tr_array_reserve(context, heap->entries, (int32_t)heap->count, &heap->capacity, sizeof *entries, err);
    if (!entries) return false;
    heap->entries = entries;
    const uint64_t entry = (uint64_t)price << 32 | what;
    size_t at = heap->count++;
    for (size_t parent; at > 0 && heap->entries[parent = (at - 1) / BRANCHES] > entry; at = parent)
        heap->entries[at] = heap->entries[parent];
    heap->entries[at] = entry;
    return true;
}

static uint64_t heap_pop(route_heap *heap)
{
    const uint64_t top = heap->entries[0], last = heap->entries[--heap->count];
    size_t at = 0;
    for (size_t first = 1; first < heap->count; first = at * BRANCHES + 1) {
        const size_t end = first + BRANCHES < heap->count ? first + BRANCHES : heap->count;
        size_t child = first;
        for (size_t i = first + 1; i < end; i++)
            if (heap->entries[i] < heap->entries[child]) child = i;
        if (last <= heap->entries[child]) break;
        heap->entries[at] = heap->entries[child];
        at = child;
    }
    heap->entries[at] = last;
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
    route_heap open = {0};
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

typedef struct search_work {
    tr_context *context;
    const tr_route_map *map;
    uint32_t from, to, radius;
    uint32_t *left;   // per node
    uint32_t *spent;  // per state: a node and the heading that it was reached with
    uint8_t *before;  // the heading before, or FIRST_MOVE; with LEFT when the search is done with it
    route_heap open;
} search_work;

// In haste, what is left counts more than what was spent.
static uint32_t left_from(const search_work *search, uint32_t node)
{
    const uint32_t left = search->left[node] < search->radius ? search->left[node] : search->radius;
    return sum(left, left / 16 * search->map->haste);
}

static bool open_state(search_work *search, uint32_t node, int heading, int before, uint32_t spent, tr_error *err)
{
    const uint32_t state = node * TR_ROUTE_MOVES + (uint32_t)heading;
    // What was left is not opened again: without haste it cannot be reached for less, and in haste it is near enough.
    if (spent >= search->spent[state] || search->before[state] & LEFT) return true;
    search->spent[state] = spent;
    search->before[state] = (uint8_t)before;
    return heap_push(search->context, &search->open, sum(spent, left_from(search, node)), state, err);
}

// A move that is made with the price of its turn.
static bool open_move(search_work *search, const tr_route_place *place, int move, int before, uint32_t spent,
                      tr_error *err)
{
    uint32_t next;
    if (!tr_route_step(search->map, place, move, &next)) return true;
    const uint32_t step = tr_route_price(search->map, place->node, move, next);
    return step == TR_ROUTE_CLOSED || open_state(search, next, move, before, sum(spent, step), err);
}

static bool open_moves(search_work *search, uint32_t node, int heading, int before, uint32_t spent, tr_error *err)
{
    const tr_route_place place = tr_route_place_of(search->map, node);
    const bool any = heading == TR_ROUTE_ANY_HEADING;
    const int first = any ? 0 : heading - search->map->turns,
              last = any ? TR_ROUTE_MOVES - 1 : heading + search->map->turns;
    for (int move = first; move <= last; move++) {
        const uint32_t turn = any ? 0 : search->map->turn[move < heading ? heading - move : move - heading];
        if (!open_move(search, &place, move & (TR_ROUTE_MOVES - 1), before, sum(spent, turn), err)) return false;
    }
    return true;
}

// The state in which the goal is reached, or FAR in `*out`.
static bool run(search_work *search, int heading, uint32_t *out, tr_error *err)
{
    *out = FAR;
    if (!open_moves(search, search->from, heading, FIRST_MOVE, 0, err)) return false;
    while (search->open.count > 0) {
        const uint64_t entry = heap_pop(&search->open);
        const uint32_t state = (uint32_t)entry, node = state / TR_ROUTE_MOVES;
        if (search->before[state] & LEFT) continue;
        search->before[state] |= LEFT;
        if (node == search->to) {
            *out = state;
            return true;
        }
        const int heading_now = (int)(state % TR_ROUTE_MOVES);
        if (!open_moves(search, node, heading_now, heading_now, search->spent[state], err)) return false;
    }
    return true;
}

static int heading_before(const search_work *search, uint32_t state)
{
    return search->before[state] & ~LEFT;
}

static uint32_t state_before(const search_work *search, uint32_t state)
{
    const tr_route_place place = tr_route_place_of(search->map, state / TR_ROUTE_MOVES);
    uint32_t node = 0;
    tr_route_step(search->map, &place, (int)(state % TR_ROUTE_MOVES) ^ TR_ROUTE_HALF, &node);
    return node * TR_ROUTE_MOVES + (uint32_t)heading_before(search, state);
}

static bool read_back(const search_work *search, uint32_t last, tr_route *out, tr_error *err)
{
    int32_t count = 2;
    for (uint32_t state = last; heading_before(search, state) != FIRST_MOVE; count++)
        state = state_before(search, state);
    out->nodes = tr_alloc_array(search->context, (size_t)count, sizeof *out->nodes, err);
    if (!out->nodes) return false;
    out->count = count;
    out->last_heading = (int)(last % TR_ROUTE_MOVES);
    out->price = search->spent[last];
    out->nodes[0] = search->from;
    for (uint32_t state = last; --count > 0; state = state_before(search, state))
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

static bool find(search_work *search, int heading, tr_route *out, tr_error *err)
{
    const size_t states = (size_t)search->map->width * (size_t)search->map->height * TR_ROUTE_MOVES;
    if (!measure(search->context, search->map, search->from, search->to, search->left, &search->radius, err))
        return false;
    memset(search->spent, 0xff, states * sizeof *search->spent);
    memset(search->before, 0, states * sizeof *search->before);
    uint32_t last = FAR;
    if (search->radius != FAR && !run(search, heading, &last, err)) return false;
    if (last == FAR) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "no way leads from one place to the other");
    return read_back(search, last, out, err);
}

bool tr_route_find(tr_context *context, const tr_route_map *map, uint32_t from, int heading, uint32_t to, tr_route *out,
                   tr_error *err)
{
    *out = (tr_route){0};
    if (from == to) return stay(context, from, heading, out, err);
    const size_t nodes = (size_t)map->width * (size_t)map->height;
    assert(nodes <= UINT32_MAX / TR_ROUTE_MOVES);
    search_work search = {.context = context, .map = map, .from = from, .to = to};
    search.left = tr_alloc_array(context, nodes, sizeof *search.left, err);
    search.spent = search.left ? tr_alloc_array(context, nodes * TR_ROUTE_MOVES, sizeof *search.spent, err) : NULL;
    search.before = search.spent ? tr_alloc_array(context, nodes * TR_ROUTE_MOVES, sizeof *search.before, err) : NULL;
    const bool ok = search.before && find(&search, heading, out, err);
    tr_free(context, search.open.entries);
    tr_free(context, search.before);
    tr_free(context, search.spent);
    tr_free(context, search.left);
    return ok;
}

void tr_route_destroy(tr_context *context, tr_route *route)
{
    tr_free(context, route->nodes);
    *route = (tr_route){0};
}
