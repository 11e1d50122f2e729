/// @file voxel.h
/// Worlds of blocks: generation chunk by chunk, light, meshes.
///
/// A generator is a pure function of its definition, its seed and the place: chunks asked for one by one, in a batch,
/// in any order, from any thread and on any backend are the same to the bit, decorations and structures that cross
/// their borders included. Nothing is stored; what was computed for columns is kept while memory allows.
#ifndef TERRANE_VOXEL_H
#define TERRANE_VOXEL_H

#include "terrane/blocks.h"
#include "terrane/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------
// Generators

/// Which worlds of blocks there are: X(NAME, name, what it is).
///   WORLD    the same height, climate, rivers, lakes and roads as the other views of a world (tr_world_voxels())
///   CLASSIC  height, climate and biomes of columns from composed noises, as docs/voxel.md gives them; needs no world
#define TR_VOXEL_PRESET_LIST(X)                                                    \
    X(WORLD, "world", "the terrain of the world, with caves, ores and structures") \
    X(CLASSIC, "classic", "columns of stone, earth and water from composed noises")

typedef enum tr_voxel_preset {
#define X(id, name, what) TR_VOXEL_##id,
    TR_VOXEL_PRESET_LIST(X)
#undef X
        TR_VOXEL_PRESET_COUNT
} tr_voxel_preset;

TR_API const char *tr_voxel_preset_name(tr_voxel_preset preset);

/// How a world becomes blocks. Take it from tr_default_voxel_def().
typedef struct tr_voxel_def {
    uint32_t cookie;
    tr_voxel_preset preset;
    /// Side of a block in metres, along all axes: a multiple of 1/256 m, 1/16 .. 64. That of CLASSIC is 1.
    double block_m;
    int32_t bottom, top;  ///< the world has blocks at bottom <= y < top; multiples of 32 within +-2^20
    double overhangs;     ///< 0 none .. 1: cliffs that lean over and arches, on steep ground
    double caves;         ///< 0 none .. 1: tunnels and halls
    double ores;          ///< 0 none .. 4: factor of how many veins there are
    double decorations;   ///< 0 none .. 4: factor of the chances of trees, bushes, flowers, grass and boulders
    double structures;    ///< 0 none .. 4: factor of the chance of ruins
} tr_voxel_def;

/// WORLD, blocks of 1 m, from -256 to 1792, overhangs and caves 1, the factors 1.
TR_API tr_voxel_def tr_default_voxel_def(void);

typedef struct tr_voxels tr_voxels;

/// A generator that needs no world.
/// @param def  of the preset CLASSIC; INVALID_ARGUMENT for WORLD (tr_world_voxels() makes those)
TR_API tr_voxels *tr_voxels_create(tr_context *context, const tr_voxel_def *def, uint64_t seed, tr_error *err);
TR_API void tr_voxels_destroy(tr_voxels *voxels);

TR_API const tr_voxel_def *tr_voxel_def_of(const tr_voxels *voxels);
TR_API tr_context *tr_voxels_context(const tr_voxels *voxels);
/// A hash of everything that the blocks depend on, the version of the generator included.
TR_API uint64_t tr_voxels_hash(const tr_voxels *voxels);
/// The same without the version: a later version of the library makes the same world, with other blocks here and there.
TR_API uint64_t tr_voxels_world_hash(const tr_voxels *voxels);

/// Generates chunks into `out`, in the order asked for; each is to be destroyed by the caller. A chunk below the bottom
/// or above the top is air. Thread-safe; uses the threads of the context.
/// @param progress  may be NULL
/// @return false with INVALID_ARGUMENT (a place beyond 2^45 blocks), OUT_OF_MEMORY, OVER_BUDGET or CANCELLED; `out`
/// then holds nothing
TR_API bool tr_voxels_generate(const tr_voxels *voxels, const tr_voxel_at *chunks, size_t count,
                               const tr_progress *progress, tr_voxel_chunk *out, tr_error *err);
/// The same as a job. `chunks` is copied; `out` must stay valid until the job is finished.
TR_API tr_job *tr_voxels_generate_start(const tr_voxels *voxels, const tr_voxel_at *chunks, size_t count,
                                        tr_priority priority, tr_voxel_chunk *out, tr_error *err);
/// The generator as a source of chunks, as long as it lives.
TR_API tr_voxel_source tr_voxels_source(const tr_voxels *voxels);

/// What is known of a column of blocks without its blocks.
typedef struct tr_voxel_surface {
    int32_t top;     ///< y of the highest block of the ground; decorations and structures are not ground
    int32_t water;   ///< y of the highest block of sea, river or lake above it; below `top` where it is dry
    uint16_t biome;  ///< a tr_biome
    tr_block block;  ///< the block of the ground at `top`
    float height;    ///< of the ground in blocks, before it is cut into blocks: what the terrain query gives
} tr_voxel_surface;

/// Surfaces of a rectangle of columns, rows along x.
/// @param region_blk  at most 4096 blocks along a side
TR_API bool tr_voxels_surface(const tr_voxels *voxels, const tr_region *region_blk, tr_voxel_surface *out,
                              tr_error *err);

/// The lowest and the highest y at which the chunks of a column of chunks can hold anything but air and anything but
/// the uniform ground below: chunks outside are known without being made. Decorations and structures are within.
typedef struct tr_voxel_extent {
    int32_t mixed_low;   ///< below it, down to the bottom of the world, every block is solid ground or a cave in it
    int32_t mixed_high;  ///< at and above it everything is air
} tr_voxel_extent;
TR_API bool tr_voxels_extent(const tr_voxels *voxels, int64_t chunk_x, int64_t chunk_z, tr_voxel_extent *out,
                             tr_error *err);

/// Chunks of a level of detail.
typedef struct tr_voxel_batch {
    int32_t level;  ///< 0 .. 8
    const tr_voxel_at *chunks;
    size_t count;
} tr_voxel_batch;

/// Chunks of a coarser level: each cell stands for a cube of 2^level blocks, and chunk (x, y, z) covers the blocks of
/// chunks (x, y, z) 2^level .. (x + 1, y + 1, z + 1) 2^level. Ground, water and woods as they are seen from far away;
/// no caves. Level 0 is tr_voxels_generate(). Pure as that.
TR_API bool tr_voxels_generate_level(const tr_voxels *voxels, const tr_voxel_batch *batch, const tr_progress *progress,
                                     tr_voxel_chunk *out, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Light

TR_API void tr_voxel_light_destroy(tr_context *context, tr_voxel_light *light);

/// Where the sky is seen from above a box: a bit per column, set where nothing above the box holds light up.
/// `rows[z]` has the 32 columns of a chunk's row, bit x; chunks of the box's ground in the order x, then z.
typedef struct tr_voxel_sky {
    uint32_t rows[TR_VOXEL_SIDE];
} tr_voxel_sky;

/// What a generator has above a box: open, or held up by chunks above it, which are looked at where needed.
/// @param out  size[0] size[2] of them
TR_API bool tr_voxels_open_sky(const tr_voxels *voxels, const tr_voxel_box *box, tr_voxel_sky *out, tr_error *err);

/// What the light of a box follows from.
typedef struct tr_voxel_light_input {
    const tr_voxel_box *box;       ///< at least 3 chunks along each axis
    const tr_voxel_chunk *chunks;  ///< all of the box
    const tr_voxel_sky *sky;       ///< size[0] size[2] of them
} tr_voxel_light_input;

/// The light of the inner chunks of a box, exact: that of a flood fill over the whole world. The outermost chunks are
/// only looked at.
/// @param out     the inner chunks in the order of a box, each to be destroyed by the caller
TR_API bool tr_voxel_light_box(tr_context *context, const tr_voxel_light_input *input, const tr_progress *progress,
                               tr_voxel_light *out, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Meshes

/// Take it from tr_default_voxel_mesh_def().
typedef struct tr_voxel_mesh_def {
    uint32_t cookie;
    bool merge;      ///< else every block face is a quad of its own
    bool occlusion;  ///< corners between blocks are darker; faces that differ are not merged
    /// Borders whose neighbour is drawn at another level of detail (bits 1 << face): faces of the opaque pass there are
    /// drawn whatever lies beyond, so that no crack is seen between levels.
    unsigned borders;
} tr_voxel_mesh_def;

/// Merged, with occlusion, no borders.
TR_API tr_voxel_mesh_def tr_default_voxel_mesh_def(void);

/// A chunk and what lies around it: index (dx + 1) + 3 (dz + 1) + 9 (dy + 1) is the chunk that lies (dx, dy, dz) away;
/// 13 is the chunk itself. A NULL neighbour counts as air with full sky light.
typedef struct tr_voxel_around {
    const tr_voxel_chunk *chunks[27];
    const tr_voxel_light *lights[27];  ///< those that are NULL: full sky light
} tr_voxel_around;

/// Makes the quads of a chunk. The same surface whether it is merged or not: merging changes neither area nor light.
TR_API bool tr_voxel_mesh_make(tr_context *context, const tr_voxel_around *around, const tr_voxel_mesh_def *def,
                               tr_voxel_mesh *out, tr_error *err);
TR_API void tr_voxel_mesh_destroy(tr_context *context, tr_voxel_mesh *mesh);

/// How quads become triangles with colours.
typedef struct tr_voxel_paint {
    double origin[3];  ///< of the chunk's first block, in metres
    double cell_m;     ///< side of a cell
    float daylight;    ///< 0 night .. 1 noon: factor of sky light
    bool baked;  ///< colours have light and occlusion in them (files); else occlusion alone (a renderer has light)
} tr_voxel_paint;

/// The quads of some passes (a sum of 1 << TR_PASS_...) as a mesh with normals and colours; alpha is below 255 for
/// translucent ones.
TR_API bool tr_voxel_mesh_triangles(tr_context *context, const tr_voxel_mesh *mesh, unsigned passes,
                                    const tr_voxel_paint *paint, tr_mesh *out, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
