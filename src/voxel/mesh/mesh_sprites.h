// What plants look like where there are no pictures of them: a few triangles in the plane of a sprite.
#ifndef TR_VOXEL_MESH_MESH_SPRITES_H
#define TR_VOXEL_MESH_MESH_SPRITES_H

#include "terrane/blocks.h"

// In sixteenths of a cell: along the sprite and upwards.
typedef struct tr_sprite_vertex {
    uint8_t along, up;
    bool stem;  // has the colour of stems, not that of the block
} tr_sprite_vertex;

typedef struct tr_sprite_shape {
    const tr_sprite_vertex *vertices;  // three per triangle
    int vertex_count;
} tr_sprite_shape;

extern const uint8_t tr_sprite_stem_color[3];

const tr_sprite_shape *tr_sprite_shape_of(tr_block_kind kind);

#endif
