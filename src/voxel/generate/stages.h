// The stages by which chunks come about. Each is a pure function of its arguments; docs/voxel.md has the flow.
//
// While a chunk is made its blocks are bytes, tr_block_kind each (there are fewer than 256 kinds, and generated liquids
// are sources), in the order of a chunk: a row of 32 blocks is a vector of bytes.
#ifndef TR_VOXEL_GENERATE_STAGES_H
#define TR_VOXEL_GENERATE_STAGES_H

#include "voxel/generate/column.h"
#include "voxel/generate/ground.h"

// What a stage may read.
typedef struct tr_voxel_rules {
    tr_context *context;
    tr_voxel_def def;
    uint64_t seed;
    tr_ground_source ground;        // of WORLD
    struct tr_classic *classic;     // of CLASSIC: compiled noises
    struct tr_cave_noise *caves;    // compiled noises; NULL: no caves
    struct tr_overhang *overhangs;  // of WORLD: compiled noises of the surface
    struct tr_ore_shapes *ores;     // of WORLD: blocks of veins; NULL: no ores
} tr_voxel_rules;

// --- Surfaces: fill everything of a column but decorations; `bands` are allocated from the context.
bool tr_classic_make(tr_voxel_rules *rules, tr_error *err);  // compiles the noises
void tr_classic_destroy(tr_voxel_rules *rules);
// Several at once: neighbours share work. `columns` have their x and z.
bool tr_classic_columns(const tr_voxel_rules *rules, tr_column *const *columns, size_t count, tr_error *err);

bool tr_overhang_make(tr_voxel_rules *rules, tr_error *err);  // of WORLD, always: noises of soil and of overhangs
void tr_overhang_destroy(tr_voxel_rules *rules);
// Several at once, as above; the rectangle around them is sampled, so they should lie close together.
bool tr_ground_columns(const tr_voxel_rules *rules, tr_column *const *columns, size_t count, tr_error *err);

// --- Blocks of ground and water of chunks.
enum { TR_DEEP_STONE_LAYERS = 128 };  // of WORLD, from the bottom up; the lowest is bedrock
// Whether a chunk has one block throughout, known without filling it, and which.
bool tr_voxel_fill_uniform(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y, uint8_t *kind);
// A chunk of a list; `filled` comes back as the number of blocks other than air.
typedef struct tr_voxel_fill_request {
    const tr_column *column;
    int32_t chunk_y;
    int32_t filled;
    uint8_t *blocks;  // TR_VOXEL_COUNT
} tr_voxel_fill_request;
// Fills on the backend of the context: on GL many chunks are one dispatch; the CPU does them on the calling thread and
// cannot fail.
bool tr_voxel_fill_many(const tr_voxel_rules *rules, tr_voxel_fill_request *requests, size_t count, tr_error *err);
// One, on the CPU. Returns how many blocks are not air.
int32_t tr_voxel_fill(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y,
                      uint8_t blocks[TR_VOXEL_COUNT]);

// --- Caves, cut out of the ground of a filled chunk, with water and lava in them.
bool tr_caves_make(tr_voxel_rules *rules, tr_error *err);
void tr_caves_destroy(tr_voxel_rules *rules);
// Sets `open` of a column whose surface is made, where caves may break through, and the water in its caves.
bool tr_caves_open(const tr_voxel_rules *rules, tr_column *column, tr_error *err);
// `around` as for decorations: the ground beside a cave matters too.
bool tr_caves_cut(const tr_voxel_rules *rules, const tr_column *const around[9], int32_t chunk_y,
                  uint8_t blocks[TR_VOXEL_COUNT], tr_error *err);

// --- Ores in the stone of a chunk.
bool tr_ores_make(tr_voxel_rules *rules, tr_error *err);
void tr_ores_destroy(tr_voxel_rules *rules);
void tr_ores_put(const tr_voxel_rules *rules, const tr_column *column, int32_t chunk_y, uint8_t blocks[TR_VOXEL_COUNT]);

// --- Decorations: what is rooted in a column (its surface is made), and the blocks of those of the nine columns around
// that reach into a chunk. `around` has the column itself in the middle, index (dx + 1) + 3 (dz + 1).
bool tr_decorations_root(const tr_voxel_rules *rules, tr_column *column, tr_error *err);
void tr_decorations_put(const tr_voxel_rules *rules, const tr_column *const around[9], int32_t chunk_y,
                        uint8_t blocks[TR_VOXEL_COUNT]);

// --- Bridges: what lies over a column whose surface is made, allocated from the context; nothing grows below. Then its
// blocks in a chunk.
bool tr_bridges_find(const tr_voxel_rules *rules, tr_column *column, tr_error *err);
void tr_bridges_put(const tr_column *column, int32_t chunk_y, uint8_t blocks[TR_VOXEL_COUNT]);

// --- Structures: larger than a chunk; they know the ground by themselves. A structure is found by the cell of a coarse
// lattice, so that a chunk asks the few cells that can reach it. `heights` may be asked for any place.
typedef bool (*tr_surface_fn)(void *user, int64_t x, int64_t z, tr_voxel_surface *out, tr_error *err);
// The highest block that structures may put in a column of chunks, and whether there is any.
bool tr_structures_extent(const tr_voxel_rules *rules, int64_t chunk_x, int64_t chunk_z, tr_surface_fn surface,
                          void *user, int32_t *low, int32_t *high, bool *any, tr_error *err);
bool tr_structures_put(const tr_voxel_rules *rules, int64_t chunk_x, int32_t chunk_y, int64_t chunk_z,
                       tr_surface_fn surface, void *user, uint8_t blocks[TR_VOXEL_COUNT], tr_error *err);

// --- Packing of bytes.
bool tr_voxel_pack_bytes(tr_context *context, tr_isa isa, const tr_voxel_at *at, const uint8_t blocks[TR_VOXEL_COUNT],
                         tr_voxel_chunk *out, tr_error *err);

#endif
