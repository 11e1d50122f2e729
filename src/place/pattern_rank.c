// The order of a tile's points: the next one is always that which is farthest from all before it. Distances are those
// of a cell with copies of itself around, so that neither its middle nor its border comes first.
#include "place/pattern_tiles.h"

static int64_t around(int32_t a, int32_t b, int32_t side)
{
    const int32_t apart = a < b ? b - a : a - b;
    return 2 * apart > side ? side - apart : apart;
}

static int64_t distance_squared(tr_spot a, tr_spot b, int32_t side)
{
    const int64_t x = around(a.x, b.x, side), z = around(a.z, b.z, side);
    return x * x + z * z;
}

void tr_tile_rank(tr_tile *tile, int32_t side, uint64_t seed)
{
    int64_t room[TR_PATTERN_SLOTS];  // to the nearest point before
    for (int32_t i = 0; i < tile->count; i++) room[i] = INT64_MAX;
    int32_t next = tile->count > 0 ? (int32_t)tr_index_from_hash(seed, (uint64_t)tile->count) : 0;
    for (int32_t rank = 0; rank < tile->count; rank++) {
        const tr_spot chosen = tile->spots[next];
        tile->spots[next] = tile->spots[rank];
        room[next] = room[rank];
        tile->spots[rank] = chosen;
        next = rank + 1;
        for (int32_t i = rank + 1; i < tile->count; i++) {
            const int64_t distance = distance_squared(chosen, tile->spots[i], side);
            if (distance < room[i]) room[i] = distance;
            if (room[i] > room[next]) next = i;
        }
    }
}
