#include <assert.h>

#include "place/stream.h"

int32_t tr_stream_table_count(const tr_stream_table *table)
{
    return table->ends[table->set_count - 1];
}

static int32_t start_of(const tr_stream_table *table, int32_t set)
{
    return set == 0 ? 0 : table->ends[set - 1];
}

static void put(tr_stream_table *table, const tr_stream_ring *rings, int32_t at, const tr_place_chunk *chunk)
{
    table->chunks[at] = *chunk;
    tr_stream_ring_slot(&rings[chunk->set], chunk->x, chunk->z)->at = at;
}

void tr_stream_table_add(tr_stream_table *table, const tr_stream_ring *rings, const tr_place_chunk *chunk)
{
    // The first chunk of each later group goes behind its last one, which leaves room before the group.
    for (int32_t set = table->set_count - 1; set > chunk->set; set--) {
        const int32_t first = start_of(table, set);
        if (first < table->ends[set]) put(table, rings, table->ends[set], &table->chunks[first]);
        table->ends[set]++;
    }
    put(table, rings, table->ends[chunk->set]++, chunk);
}

tr_place_chunk tr_stream_table_remove(tr_stream_table *table, const tr_stream_ring *rings, int32_t at)
{
    assert(at >= 0 && at < tr_stream_table_count(table));
    const tr_place_chunk removed = table->chunks[at];
    int32_t hole = at;
    // The last chunk of a group fills the hole, and the hole it leaves is before the next group.
    for (int32_t set = removed.set; set < table->set_count; set++) {
        const int32_t last = table->ends[set] - 1;
        if (last > hole) put(table, rings, hole, &table->chunks[last]);
        hole = last;
        table->ends[set]--;
    }
    return removed;
}
