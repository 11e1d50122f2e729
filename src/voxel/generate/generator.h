// A generator: its rules and the columns that it keeps.
#ifndef TR_VOXEL_GENERATE_GENERATOR_H
#define TR_VOXEL_GENERATE_GENERATOR_H

#include "voxel/generate/column_cache.h"

// What a change of the blocks of a world, other than of its description, must raise.
enum { TR_VOXEL_VERSION = 3 };

struct tr_voxels {
    tr_voxel_rules rules;
    tr_column_cache *columns;
    uint64_t hash, world_hash;
};

// What is known of a column of chunks from itself and the eight around it.
typedef struct tr_column_view {
    const tr_column *around[9];  // (dx + 1) + 3 (dz + 1); NULL: not looked at
    tr_voxel_extent extent;
    int32_t highest_ground;  // of the column: above it there is neither rock nor soil
    int32_t lowest_water;    // of the highest blocks of water in the column, the lowest
    bool has_structures;
    bool is_bare;  // nothing is put on the ground, neither from here nor from around
} tr_column_view;

// Looks at the nine columns, which are held by the caller.
bool tr_column_view_make(const tr_voxels *voxels, const tr_column *const around[9], tr_column_view *out, tr_error *err);

// The surface of one column of blocks; a tr_surface_fn, `user` is the generator.
bool tr_voxels_surface_at(void *user, int64_t x, int64_t z, tr_voxel_surface *out, tr_error *err);

#endif
