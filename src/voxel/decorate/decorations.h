// Decorations from the inside: which kinds there are, what each needs to know of its place, how dense woods are.
#ifndef TR_VOXEL_DECORATE_DECORATIONS_H
#define TR_VOXEL_DECORATE_DECORATIONS_H

#include "voxel/generate/stages.h"

// X(NAME, file that draws it, how far it reaches sideways from its root).
#define TR_DECORATION_LIST(X)      \
    X(OAK, broadleaf, 5)           \
    X(BIRCH, broadleaf, 4)         \
    X(OLD_OAK, broadleaf, 11)      \
    X(SWAMP_OAK, broadleaf, 6)     \
    X(JUNGLE_TREE, broadleaf, 6)   \
    X(JUNGLE_GIANT, broadleaf, 10) \
    X(ACACIA, broadleaf, 9)        \
    X(BUSH, broadleaf, 3)          \
    X(PINE, conifer, 4)            \
    X(TALL_PINE, conifer, 5)       \
    X(YOUNG_PINE, conifer, 2)      \
    X(UMBRELLA_PINE, conifer, 7)   \
    X(PALM, palm, 9)               \
    X(CACTUS, palm, 1)             \
    X(DEAD_TREE, deadwood, 5)      \
    X(FALLEN_OAK, deadwood, 7)     \
    X(FALLEN_BIRCH, deadwood, 7)   \
    X(FALLEN_PINE, deadwood, 7)    \
    X(STONE_BOULDER, boulder, 5)   \
    X(MOSSY_BOULDER, boulder, 5)   \
    X(SANDSTONE_BOULDER, boulder, 5)

typedef enum tr_decoration_kind {
#define X(id, file, reach) TR_DECORATION_##id,
    TR_DECORATION_LIST(X)
#undef X
        TR_DECORATION_SHAPES,
    // Plants of one column of blocks: this and the tr_block_kind of the plant, `height` + 1 blocks high. They come
    // behind all others in a column.
    TR_DECORATION_PLANT = 64
} tr_decoration_kind;

// How far sideways a kind may reach, and how many blocks above its lowest one; the height follows from the variant.
int32_t tr_decoration_reach(uint16_t kind);
int32_t tr_decoration_height(uint16_t kind, uint32_t variant);
// Whether its trunk is two blocks wide: it stands on (x, z) .. (x + 1, z + 1).
bool tr_decoration_is_thick(uint16_t kind);
// Along which axis something that lies lies, and how many blocks from its root to its end.
int32_t tr_decoration_length(uint16_t kind, uint32_t variant, bool *along_x);

// What woods of a biome are like from far away, where nothing stands in their way.
typedef struct tr_woods {
    float trees;           // per column of blocks
    float cover;           // 0..1: the share of the ground below crowns
    float height;          // of the trees, in blocks
    tr_block_kind leaves;  // of most crowns; AIR where there are no trees
} tr_woods;

// `factor` is that of the definition (tr_voxel_def.decorations).
tr_woods tr_decorations_density(tr_voxel_preset preset, tr_biome biome, double factor);

#endif
