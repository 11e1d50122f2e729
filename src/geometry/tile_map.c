#include "geometry/tile_map.h"

#include <assert.h>
#include <string.h>

// Half of the slots stay empty, so that searches are short.
enum { LOAD = 2, MIN_CAPACITY = 64 };

static uint64_t home_of(const tr_tile_map *map, int64_t x, int64_t z)
{
    return tr_hash_identity(0, 0, x, 0, z) & (map->capacity - 1);
}

// The slot of a place, or the empty one where it would go.
static tr_tile_slot *slot_of(const tr_tile_map *map, int64_t x, int64_t z)
{
    uint64_t i = home_of(map, x, z);
    while (map->slots[i].value && (map->slots[i].x != x || map->slots[i].z != z)) i = (i + 1) & (map->capacity - 1);
    return &map->slots[i];
}

bool tr_tile_map_reserve(tr_context *context, tr_tile_map *map, uint64_t count, tr_error *err)
{
    if (count * LOAD <= map->capacity) return true;
    uint64_t capacity = MIN_CAPACITY;
    while (capacity < count * LOAD) capacity *= 2;
    tr_tile_map grown = {.capacity = capacity, .count = map->count};
    grown.slots = tr_alloc_array(context, capacity, sizeof *grown.slots, err);
    if (!grown.slots) return false;
    memset(grown.slots, 0, capacity * sizeof *grown.slots);
    for (uint64_t i = 0; i < map->capacity; i++)
        if (map->slots[i].value) *slot_of(&grown, map->slots[i].x, map->slots[i].z) = map->slots[i];
    tr_free(context, map->slots);
    *map = grown;
    return true;
}

void tr_tile_map_destroy(tr_context *context, tr_tile_map *map)
{
    tr_free(context, map->slots);
    *map = (tr_tile_map){0};
}

void *tr_tile_map_find(const tr_tile_map *map, int64_t x, int64_t z)
{
    return map->capacity > 0 ? slot_of(map, x, z)->value : NULL;
}

void tr_tile_map_put(tr_tile_map *map, int64_t x, int64_t z, void *value)
{
    tr_tile_slot *slot = slot_of(map, x, z);
    assert(value && (slot->value || (map->count + 1) * LOAD <= map->capacity));
    map->count += !slot->value;
    *slot = (tr_tile_slot){x, z, value};
}

// Those behind move up, so that no search ends too early.
void tr_tile_map_remove(tr_tile_map *map, int64_t x, int64_t z)
{
    if (map->capacity == 0) return;
    tr_tile_slot *slot = slot_of(map, x, z);
    if (!slot->value) return;
    const uint64_t mask = map->capacity - 1;
    uint64_t hole = (uint64_t)(slot - map->slots);
    for (uint64_t i = (hole + 1) & mask; map->slots[i].value; i = (i + 1) & mask) {
        const uint64_t home = home_of(map, map->slots[i].x, map->slots[i].z);
        if (((i - home) & mask) < ((i - hole) & mask)) continue;
        map->slots[hole] = map->slots[i];
        hole = i;
    }
    map->slots[hole].value = NULL;
    map->count--;
}
