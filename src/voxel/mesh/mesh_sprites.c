#include "voxel/mesh/mesh_sprites.h"

const uint8_t tr_sprite_stem_color[3] = {0x5a, 0x86, 0x3c};

#define SHAPE(vertices)                                       \
    {                                                         \
        vertices, (int)(sizeof vertices / sizeof vertices[0]) \
    }

// Blades that lean outwards.
static const tr_sprite_vertex tuft[] = {
    {4, 0, false},  {7, 0, false},  {2, 11, false}, {6, 0, false},   {9, 0, false},
    {8, 14, false}, {8, 0, false},  {11, 0, false}, {13, 12, false}, {10, 0, false},
    {13, 0, false}, {15, 8, false}, {3, 0, false},  {6, 0, false},   {0, 7, false},
};
// Fronds that grow from one point.
static const tr_sprite_vertex fern[] = {
    {7, 0, false},   {9, 0, false},  {3, 13, false}, {7, 0, false},  {9, 0, false},
    {13, 13, false}, {7, 2, false},  {9, 1, false},  {0, 8, false},  {7, 1, false},
    {9, 2, false},   {16, 8, false}, {6, 0, false},  {10, 0, false}, {8, 15, false},
};
// Stalks as high as the cell.
static const tr_sprite_vertex stalks[] = {
    {2, 0, false}, {5, 0, false},  {4, 16, false},  {6, 0, false},  {9, 0, false},  {7, 16, false},
    {9, 0, false}, {12, 0, false}, {11, 16, false}, {12, 0, false}, {14, 0, false}, {14, 14, false},
};
static const tr_sprite_vertex flower[] = {
    {7, 0, true},    {9, 0, true},   {8, 9, true},   {8, 2, true},  {8, 4, true},
    {4, 7, true},    {8, 3, true},   {12, 7, true},  {8, 5, true},  {5, 10, false},
    {11, 10, false}, {8, 14, false}, {5, 10, false}, {8, 7, false}, {11, 10, false},
};
static const tr_sprite_vertex mushroom[] = {
    {7, 0, false}, {9, 0, false}, {9, 5, false},  {7, 0, false}, {9, 5, false},
    {7, 5, false}, {4, 4, false}, {12, 4, false}, {8, 9, false},
};

const tr_sprite_shape *tr_sprite_shape_of(tr_block_kind kind)
{
    static const tr_sprite_shape tufts = SHAPE(tuft), ferns = SHAPE(fern), reeds = SHAPE(stalks),
                                 flowers = SHAPE(flower), mushrooms = SHAPE(mushroom);
    switch (kind) {
    case TR_BLOCK_FERN: return &ferns;
    case TR_BLOCK_SHRUB: return &ferns;
    case TR_BLOCK_REEDS: return &reeds;
    case TR_BLOCK_RED_FLOWER:
    case TR_BLOCK_YELLOW_FLOWER:
    case TR_BLOCK_BLUE_FLOWER:
    case TR_BLOCK_WHITE_FLOWER: return &flowers;
    case TR_BLOCK_MUSHROOM:
    case TR_BLOCK_GLOW_MUSHROOM: return &mushrooms;
    default: return &tufts;
    }
}
