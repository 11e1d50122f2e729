// The table of blocks (terrane/blocks.h).
#include <assert.h>
#include <string.h>

#include "terrane/blocks.h"

#define RGB(color)                                                  \
    {                                                               \
        ((color) >> 16) & 0xff, ((color) >> 8) & 0xff, (color)&0xff \
    }
#define NIBBLES(light)                                          \
    {                                                           \
        ((light) >> 8) & 0xf, ((light) >> 4) & 0xf, (light)&0xf \
    }

static const tr_block_info infos[TR_BLOCK_KIND_COUNT] = {
#define X(id, name, shape, top, side, light) {name, TR_SHAPE_##shape, RGB(top), RGB(side), NIBBLES(light)},
    TR_BLOCK_LIST(X)
#undef X
};

_Static_assert(TR_BLOCK_KIND_COUNT < 256, "while chunks are made a kind is a byte");

const tr_block_info *tr_block_info_of(tr_block block)
{
    const unsigned kind = block & TR_BLOCK_KIND_MASK, level = block >> TR_BLOCK_LEVEL_SHIFT;
    if (kind >= TR_BLOCK_KIND_COUNT) return NULL;
    if (level > (infos[kind].shape == TR_SHAPE_LIQUID ? TR_BLOCK_MAX_LEVEL : 0)) return NULL;
    return &infos[kind];
}

const char *tr_block_name(tr_block_kind kind)
{
    assert((unsigned)kind < TR_BLOCK_KIND_COUNT);
    return infos[kind].name;
}

bool tr_block_from_name(const char *name, tr_block_kind *out)
{
    for (int kind = 0; kind < TR_BLOCK_KIND_COUNT; kind++) {
        if (strcmp(name, infos[kind].name) != 0) continue;
        *out = (tr_block_kind)kind;
        return true;
    }
    return false;
}
