/// @file blocks.h
/// Blocks and chunks of blocks: plain data that generators make, and that lights, meshes, saves and exports read.
///
/// A chunk is a cube of 32 x 32 x 32 blocks. Block (x, y, z) lies in chunk (x >> 5, y >> 5, z >> 5); y points up. Axes
/// are those of the terrain: x east, z south. The place of a block within its chunk is x + 32 z + 1024 y.
#ifndef TERRANE_BLOCKS_H
#define TERRANE_BLOCKS_H

#include "terrane/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------
// Blocks

/// How a block fills its cube, and what that means for light and meshes:
///   EMPTY   nothing: light passes
///   CUBE    opaque: no light passes, hides the faces behind it
///   LEAVES  a full cube with holes: light passes and is scattered, faces behind it are seen
///   CLEAR   a full translucent cube (ice, glass): light passes; faces between equal blocks are not drawn
///   LIQUID  translucent or glowing, lower than a cube by its level; light passes and is scattered
///   SPRITE  two crossed quads (plants); light passes
typedef enum tr_block_shape {
    TR_SHAPE_EMPTY,
    TR_SHAPE_CUBE,
    TR_SHAPE_LEAVES,
    TR_SHAPE_CLEAR,
    TR_SHAPE_LIQUID,
    TR_SHAPE_SPRITE,
    TR_SHAPE_COUNT
} tr_block_shape;

/// Every kind of block: X(NAME, name, shape, colour of its top and of its sides as 0xRRGGBB, light that it gives as
/// 0xRGB in steps of 0..15).
#define TR_BLOCK_LIST(X)                                                 \
    X(AIR, "air", EMPTY, 0x000000, 0x000000, 0x000)                      \
    X(STONE, "stone", CUBE, 0x85827d, 0x7f7c78, 0x000)                   \
    X(DEEP_STONE, "deep_stone", CUBE, 0x55555a, 0x515156, 0x000)         \
    X(BEDROCK, "bedrock", CUBE, 0x333236, 0x2e2d31, 0x000)               \
    X(DIRT, "dirt", CUBE, 0x8a6d50, 0x84684c, 0x000)                     \
    X(GRASS, "grass", CUBE, 0x86a05f, 0x84714f, 0x000)                   \
    X(DRY_GRASS, "dry_grass", CUBE, 0xb5a968, 0x8f7b53, 0x000)           \
    X(PODZOL, "podzol", CUBE, 0x7a6345, 0x7d624a, 0x000)                 \
    X(MUD, "mud", CUBE, 0x4f463c, 0x4a4138, 0x000)                       \
    X(CLAY, "clay", CUBE, 0x9a9ea8, 0x9498a2, 0x000)                     \
    X(SAND, "sand", CUBE, 0xdccb98, 0xd4c28e, 0x000)                     \
    X(SANDSTONE, "sandstone", CUBE, 0xcdb883, 0xc6b07a, 0x000)           \
    X(GRAVEL, "gravel", CUBE, 0x8d8781, 0x87817b, 0x000)                 \
    X(SNOW, "snow", CUBE, 0xf2f6f9, 0xe6ecf1, 0x000)                     \
    X(ICE, "ice", CLEAR, 0xa9c8ec, 0x9fbfe6, 0x000)                      \
    X(PACKED_ICE, "packed_ice", CUBE, 0x9dbfe8, 0x95b7e1, 0x000)         \
    X(WATER, "water", LIQUID, 0x3a6ea5, 0x3a6ea5, 0x000)                 \
    X(LAVA, "lava", LIQUID, 0xe8691d, 0xd95a14, 0xf83)                   \
    X(COAL_ORE, "coal_ore", CUBE, 0x565453, 0x565453, 0x000)             \
    X(COPPER_ORE, "copper_ore", CUBE, 0x96755c, 0x96755c, 0x000)         \
    X(IRON_ORE, "iron_ore", CUBE, 0xa08b7c, 0xa08b7c, 0x000)             \
    X(GOLD_ORE, "gold_ore", CUBE, 0xb8a45a, 0xb8a45a, 0x000)             \
    X(DIAMOND_ORE, "diamond_ore", CUBE, 0x7bb2b5, 0x7bb2b5, 0x000)       \
    X(GLOW_CRYSTAL, "glow_crystal", CUBE, 0x7fd6f0, 0x7fd6f0, 0x5ae)     \
    X(OAK_LOG, "oak_log", CUBE, 0xa68b5c, 0x7a6144, 0x000)               \
    X(OAK_LEAVES, "oak_leaves", LEAVES, 0x6d8a4c, 0x668247, 0x000)       \
    X(BIRCH_LOG, "birch_log", CUBE, 0xc2b38b, 0xd9d7cf, 0x000)           \
    X(BIRCH_LEAVES, "birch_leaves", LEAVES, 0x8fa562, 0x879c5c, 0x000)   \
    X(PINE_LOG, "pine_log", CUBE, 0x82633f, 0x5f4a33, 0x000)             \
    X(PINE_LEAVES, "pine_leaves", LEAVES, 0x53705a, 0x4d6853, 0x000)     \
    X(JUNGLE_LOG, "jungle_log", CUBE, 0xa07d54, 0x6f5c38, 0x000)         \
    X(JUNGLE_LEAVES, "jungle_leaves", LEAVES, 0x55853f, 0x4f7c3b, 0x000) \
    X(ACACIA_LOG, "acacia_log", CUBE, 0xa65b33, 0x67605a, 0x000)         \
    X(ACACIA_LEAVES, "acacia_leaves", LEAVES, 0x8b9450, 0x828a4a, 0x000) \
    X(PALM_LOG, "palm_log", CUBE, 0xa98a5a, 0x937549, 0x000)             \
    X(PALM_LEAVES, "palm_leaves", LEAVES, 0x74994f, 0x6d9049, 0x000)     \
    X(BUSH_LEAVES, "bush_leaves", LEAVES, 0x738f52, 0x6c874d, 0x000)     \
    X(CACTUS, "cactus", CUBE, 0x6f9350, 0x668849, 0x000)                 \
    X(TALL_GRASS, "tall_grass", SPRITE, 0x86a35c, 0x86a35c, 0x000)       \
    X(DRY_TUFT, "dry_tuft", SPRITE, 0xbcae66, 0xbcae66, 0x000)           \
    X(FERN, "fern", SPRITE, 0x678c4e, 0x678c4e, 0x000)                   \
    X(SHRUB, "shrub", SPRITE, 0x9a7a44, 0x9a7a44, 0x000)                 \
    X(REEDS, "reeds", SPRITE, 0x8fa35c, 0x8fa35c, 0x000)                 \
    X(RED_FLOWER, "red_flower", SPRITE, 0xc8382e, 0xc8382e, 0x000)       \
    X(YELLOW_FLOWER, "yellow_flower", SPRITE, 0xe6c52f, 0xe6c52f, 0x000) \
    X(BLUE_FLOWER, "blue_flower", SPRITE, 0x5a6fd0, 0x5a6fd0, 0x000)     \
    X(WHITE_FLOWER, "white_flower", SPRITE, 0xe9e7e0, 0xe9e7e0, 0x000)   \
    X(MUSHROOM, "mushroom", SPRITE, 0xa0522d, 0xa0522d, 0x000)           \
    X(GLOW_MUSHROOM, "glow_mushroom", SPRITE, 0x77d9a8, 0x77d9a8, 0x1a5) \
    X(COBBLE, "cobble", CUBE, 0x7c7a78, 0x767472, 0x000)                 \
    X(MOSSY_COBBLE, "mossy_cobble", CUBE, 0x68735a, 0x646e57, 0x000)     \
    X(BRICKS, "bricks", CUBE, 0x7a7876, 0x747270, 0x000)                 \
    X(CRACKED_BRICKS, "cracked_bricks", CUBE, 0x747170, 0x6e6b6a, 0x000) \
    X(MOSSY_BRICKS, "mossy_bricks", CUBE, 0x69725c, 0x656d58, 0x000)     \
    X(PLANKS, "planks", CUBE, 0xa5834f, 0x9f7d4b, 0x000)                 \
    X(GLASS, "glass", CLEAR, 0xd4e6ea, 0xd4e6ea, 0x000)                  \
    X(LAMP, "lamp", CUBE, 0xf3d58a, 0xf0cd7c, 0xfda)                     \
    X(PATH, "path", CUBE, 0xab9168, 0x8f7555, 0x000)                     \
    X(ROAD, "road", CUBE, 0x74757a, 0x6e6f74, 0x000)                     \
    X(BALLAST, "ballast", CUBE, 0x6b6763, 0x656160, 0x000)

typedef enum tr_block_kind {
#define X(id, name, shape, top, side, light) TR_BLOCK_##id,
    TR_BLOCK_LIST(X)
#undef X
        TR_BLOCK_KIND_COUNT
} tr_block_kind;

/// A block: its kind in the low 12 bits, the level of a liquid in the high 4: 0 is a full block (a source), 1..7 are
/// flowing and that many eighths of a block high. Other kinds have level 0.
typedef uint16_t tr_block;

enum { TR_BLOCK_KIND_MASK = 0xfff, TR_BLOCK_LEVEL_SHIFT = 12, TR_BLOCK_MAX_LEVEL = 7 };

/// What a kind is.
typedef struct tr_block_info {
    const char *name;
    tr_block_shape shape;
    uint8_t top_color[3], side_color[3];  ///< sRGB
    uint8_t light[3];                     ///< that it gives: red, green, blue, 0..15
} tr_block_info;

/// NULL for a block that is none: an unknown kind, or a level that its kind does not have.
TR_API const tr_block_info *tr_block_info_of(tr_block block);
TR_API const char *tr_block_name(tr_block_kind kind);
TR_API bool tr_block_from_name(const char *name, tr_block_kind *out);

// ---------------------------------------------------------------------------------------------------------
// Chunks

enum {
    TR_VOXEL_SIDE = 32,
    TR_VOXEL_LAYER = TR_VOXEL_SIDE * TR_VOXEL_SIDE,
    TR_VOXEL_COUNT = TR_VOXEL_LAYER * TR_VOXEL_SIDE,  ///< blocks of a chunk
    TR_VOXEL_FAR_LOG2 = 45,                           ///< |x| and |z| of a block are below 2^45
    TR_VOXEL_TALL_LOG2 = 20,                          ///< |y| of a block is below 2^20
};

/// Where a chunk (or a block) is, counted in chunks (or in blocks).
typedef struct tr_voxel_at {
    int64_t x, y, z;
} tr_voxel_at;

/// A box of chunks, in the order x fastest, then z, then y.
typedef struct tr_voxel_box {
    tr_voxel_at low;
    int32_t size[3];  ///< chunks along x, y, z, at least 1
} tr_voxel_box;

/// Checks sizes and that every block has a place.
TR_API bool tr_voxel_box_check(const tr_voxel_box *box, tr_error *err);
/// The number of chunks, and the place of one in their order.
TR_API size_t tr_voxel_box_count(const tr_voxel_box *box);
TR_API tr_voxel_at tr_voxel_box_at(const tr_voxel_box *box, size_t index);

/// A chunk: a palette of the blocks that occur, and their indices with as few bits as that needs. A chunk of one block
/// has no indices at all.
typedef struct tr_voxel_chunk {
    tr_voxel_at at;
    int32_t filled;           ///< blocks other than air
    int32_t palette_count;    ///< 1 .. 32768
    int32_t bits;             ///< of an index: 0, 1, 2, 4, 8 or 16
    const tr_block *palette;  ///< in ascending order, each once
    const uint8_t *indices;   ///< `bits` per block, lowest bits first; 16 bits in little endian; NULL for 0 bits
    void *storage;            ///< what both point to; NULL: they are not the chunk's own
} tr_voxel_chunk;

/// Packs blocks. The result depends on the blocks alone.
/// @param blocks  TR_VOXEL_COUNT of them
/// @return false with OUT_OF_MEMORY, OVER_BUDGET or INVALID_ARGUMENT (something that is no block)
TR_API bool tr_voxel_chunk_pack(tr_context *context, const tr_voxel_at *at, const tr_block *blocks, tr_voxel_chunk *out,
                                tr_error *err);
/// A chunk of one block, which takes no memory.
TR_API tr_voxel_chunk tr_voxel_chunk_uniform(const tr_voxel_at *at, tr_block block);
TR_API void tr_voxel_chunk_unpack(const tr_voxel_chunk *chunk, tr_block out[TR_VOXEL_COUNT]);
/// @param x, y, z  within the chunk, 0..31
TR_API tr_block tr_voxel_chunk_block(const tr_voxel_chunk *chunk, int x, int y, int z);
/// Releases the memory of a chunk; one that has none is allowed.
TR_API void tr_voxel_chunk_destroy(tr_context *context, tr_voxel_chunk *chunk);
/// What it holds in memory, in bytes.
TR_API size_t tr_voxel_chunk_bytes(const tr_voxel_chunk *chunk);
/// A hash of the place and the blocks.
TR_API uint64_t tr_voxel_chunk_hash(const tr_voxel_chunk *chunk);

/// Something that has chunks: a generator, a generator with the edits of a save, a piece in memory. Exports and
/// pictures read from it.
typedef struct tr_voxel_source {
    void *user;
    /// Gives `count` chunks, each to be destroyed by the caller; on failure none. Thread-safe.
    bool (*read)(void *user, const tr_voxel_at *chunks, size_t count, tr_voxel_chunk *out, tr_error *err);
    tr_context *context;  ///< that the chunks are made in
} tr_voxel_source;

// ---------------------------------------------------------------------------------------------------------
// Light and faces

/// Light of a block: four values 0..15. Sky light falls without loss through open air and loses one per step otherwise;
/// block light loses one per step from what glows. Leaves and liquids scatter: sky light loses one per block in them
/// also downwards.
typedef uint16_t tr_light;
enum {
    TR_LIGHT_SKY_SHIFT = 12,
    TR_LIGHT_RED_SHIFT = 8,
    TR_LIGHT_GREEN_SHIFT = 4,
    TR_LIGHT_BLUE_SHIFT = 0,
    TR_LIGHT_MAX = 15
};

/// The light of the blocks of a chunk; `values` is NULL where all of them have `uniform`.
typedef struct tr_voxel_light {
    tr_light *values;  ///< TR_VOXEL_COUNT
    tr_light uniform;
} tr_voxel_light;

/// The passes of a mesh, in the order in which they are drawn.
typedef enum tr_voxel_pass { TR_PASS_OPAQUE, TR_PASS_SPRITE, TR_PASS_TRANSLUCENT, TR_PASS_COUNT } tr_voxel_pass;

/// Which way a quad looks: -x, +x, -y, +y, -z, +z; the diagonals of sprites.
typedef enum tr_voxel_face {
    TR_FACE_WEST,
    TR_FACE_EAST,
    TR_FACE_DOWN,
    TR_FACE_UP,
    TR_FACE_NORTH,
    TR_FACE_SOUTH,
    TR_FACE_DIAGONAL,
    TR_FACE_COUNTER_DIAGONAL,
    TR_FACE_COUNT
} tr_voxel_face;

/// A rectangle of equal block faces with equal light. Corners go around the quad counter-clockwise seen from
/// outside; docs/voxel.md has the table of where each lies. 20 bytes, for a vertex shader or tr_voxel_mesh_triangles().
typedef struct tr_voxel_quad {
    uint8_t x, y, z;        ///< cell of the chunk with the lowest coordinates
    uint8_t face;           ///< tr_voxel_face
    uint8_t width, height;  ///< cells, 1..32, along the first and the second axis of the face (x before y before z)
    tr_block block;
    uint8_t occlusion;  ///< two bits per corner: 0 dark (between two blocks) .. 3 open
    uint8_t sink;       ///< eighths of a block by which the upper edge lies lower than the cell's: liquids
    uint8_t rise;  ///< eighths by which the lower edge of a liquid's side lies higher: above the same, standing lower
    uint8_t unused;
    tr_light light[4];  ///< at the corners: the mean of the open cells around
} tr_voxel_quad;

typedef struct tr_voxel_mesh {
    tr_voxel_quad *quads;  ///< by pass, then by face
    size_t count;
    size_t pass_end[TR_PASS_COUNT];  ///< one past the last quad of each pass
} tr_voxel_mesh;

#ifdef __cplusplus
}
#endif
#endif
