// Columns of chunks that requests keep for each other: thread-safe, bounded, and without influence on any block.
#ifndef TR_VOXEL_GENERATE_COLUMN_CACHE_H
#define TR_VOXEL_GENERATE_COLUMN_CACHE_H

#include "voxel/generate/stages.h"

typedef struct tr_column_cache tr_column_cache;

typedef struct tr_column_place {
    int64_t x, z;
} tr_column_place;

tr_column_cache *tr_column_cache_create(const tr_voxel_rules *rules, tr_error *err);
void tr_column_cache_destroy(tr_column_cache *cache);  // NULL allowed; nothing may be held

// The columns of `count` places, each place once; those that nobody has are made now, on the threads of the
// context. They stay valid until tr_column_cache_release(). Two threads that miss the same column at the same time both
// make it, and one of the two stays. When memory is short everything that is not held is dropped first.
bool tr_column_cache_acquire(tr_column_cache *cache, const tr_column_place *places, size_t count, const tr_column **out,
                             tr_error *err);
void tr_column_cache_release(tr_column_cache *cache, const tr_column *const *columns, size_t count);

#endif
