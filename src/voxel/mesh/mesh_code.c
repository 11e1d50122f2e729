#include "voxel/mesh/mesh_code.h"

#define SHAPE_COUNT(wanted) (0 TR_BLOCK_LIST(wanted))
#define IS_CUBE(id, name, shape, top, side, light) +(TR_SHAPE_##shape == TR_SHAPE_CUBE)
#define IS_LIQUID(id, name, shape, top, side, light) +(TR_SHAPE_##shape == TR_SHAPE_LIQUID)
#define IS_LEAVES(id, name, shape, top, side, light) +(TR_SHAPE_##shape == TR_SHAPE_LEAVES)
#define IS_CLEAR(id, name, shape, top, side, light) +(TR_SHAPE_##shape == TR_SHAPE_CLEAR)
#define IS_SPRITE(id, name, shape, top, side, light) +(TR_SHAPE_##shape == TR_SHAPE_SPRITE)
_Static_assert(SHAPE_COUNT(IS_CUBE) <= 128, "codes of cubes");
_Static_assert(SHAPE_COUNT(IS_LIQUID) <= 4, "codes of liquids");
_Static_assert(SHAPE_COUNT(IS_LEAVES) <= 32, "codes of leaves");
_Static_assert(SHAPE_COUNT(IS_CLEAR) <= 16, "codes of clear cubes");
_Static_assert(SHAPE_COUNT(IS_SPRITE) <= 15, "codes of sprites");

static const tr_block_shape shapes[TR_BLOCK_KIND_COUNT] = {
#define X(id, name, shape, top, side, light) TR_SHAPE_##shape,
    TR_BLOCK_LIST(X)
#undef X
};

void tr_mesh_codes_make(tr_mesh_codes *out)
{
    unsigned next[TR_SHAPE_COUNT] = {[TR_SHAPE_CUBE] = TR_CODE_CUBE,
                                     [TR_SHAPE_LIQUID] = TR_CODE_LIQUID,
                                     [TR_SHAPE_LEAVES] = TR_CODE_LEAVES,
                                     [TR_SHAPE_CLEAR] = TR_CODE_CLEAR,
                                     [TR_SHAPE_SPRITE] = TR_CODE_SPRITE};
    for (unsigned kind = 0; kind < TR_BLOCK_KIND_COUNT; kind++) {
        const tr_block_shape shape = shapes[kind];
        const unsigned code = next[shape];
        out->of_kind[kind] = (uint8_t)code;
        if (shape == TR_SHAPE_LIQUID) {
            for (unsigned low = 0; low <= (TR_CODE_LIQUID_FULL | TR_CODE_LIQUID_LEVEL); low++)
                out->block[code | low] = (tr_block)(kind | (low & TR_CODE_LIQUID_LEVEL) << TR_BLOCK_LEVEL_SHIFT);
            next[shape] += 0x10;
        } else if (shape != TR_SHAPE_EMPTY) {
            out->block[code] = (tr_block)kind;
            next[shape]++;
        }
    }
}
