// Where decorations stand in a column of chunks.
#ifndef TR_VOXEL_DECORATE_DECORATION_ROOTS_H
#define TR_VOXEL_DECORATE_DECORATION_ROOTS_H

#include "voxel/decorate/decorations.h"

// At most one plant per column of blocks, and few others.
enum { TR_MAX_DECORATIONS = TR_COLUMN_CELLS + 256 };

typedef struct tr_decoration_list {
    tr_decoration items[TR_MAX_DECORATIONS];
    int32_t count;
} tr_decoration_list;

// Each adds what is rooted in the column, plants last.
void tr_decorations_root_classic(const tr_voxel_rules *rules, const tr_column *column, tr_decoration_list *list);
void tr_decorations_root_world(const tr_voxel_rules *rules, const tr_column *column, tr_decoration_list *list);

// Whether anything may grow on a cell: bare dry ground that no cave breaks.
static inline bool tr_column_is_free(const tr_column *column, int32_t cell)
{
    return column->water[cell] < column->top[cell] && column->cover[cell] == TR_GROUND_BARE && !column->open[cell];
}

// A random number of a cell: the column's hash and the cell's index through a mixer (that of SplitMix64).
static inline uint64_t tr_cell_hash(uint64_t key, int32_t cell)
{
    uint64_t hash = key + (uint64_t)cell * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ (hash >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    hash = (hash ^ (hash >> 27)) * UINT64_C(0x94D049BB133111EB);
    return hash ^ (hash >> 31);
}

// Adds a decoration on the ground of a cell, if the world is high enough for it.
void tr_decoration_list_add(tr_decoration_list *list, const tr_voxel_rules *rules, const tr_column *column,
                            const tr_decoration *request);

#endif
