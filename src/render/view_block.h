// What every shader of a view knows: one list for the C struct and the GLSL block, all of four floats.
#ifndef TR_RENDER_VIEW_BLOCK_H
#define TR_RENDER_VIEW_BLOCK_H

// Positions are relative to the eye. `mirror` is 1 while the reflection in the sea is drawn.
#define TR_VIEW_BLOCK(X)                                                                                       \
    X(right)        /* unit vector, focal length along x */                                                    \
    X(up)           /* unit vector, focal length along y */                                                    \
    X(forward)      /* unit vector, near plane in metres */                                                    \
    X(tile)         /* clip.xy = tile.xy * camera.xy + tile.zw * w */                                          \
    X(eye)          /* x modulo the detail period, y above the sea, z modulo, 1 / (2 R) */                     \
    X(sea)          /* height of the sea in the world, 1 with water, 1 to mark holes, 1 with a mirror */       \
    X(sun)          /* direction, angle of a pixel */                                                          \
    X(sunlight)     /* irradiance, exposure */                                                                 \
    X(ambient)      /* irradiance, extinction of haze */                                                       \
    X(air)          /* extinction, 1 while the mirror is drawn */                                              \
    X(size)         /* pixels of the tile, samples per pixel along x and y */                                  \
    X(place)        /* first pixel of the tile, counted from the lower left; 1 with rivers; sun in shadows */  \
    X(shade_right)  /* unit vector across the rays of the sun, half the side of the first square of shadows */ \
    X(shade_up)     /* unit vector across both, number of squares */                                           \
    X(shade_middle) /* of the squares, relative to the eye; texels along a side */                             \
    X(picture)      /* pixels of the whole picture */                                                          \
    X(clip)         /* clip z = x depth + y w, by how the driver clips; how far waves have moved, x and z */

#include "render/view_constants.h"

#ifdef TR_GLSL
#define X(name) vec4 name;
layout(std140) uniform view_block{TR_VIEW_BLOCK(X)} view;
#undef X
#else
typedef struct tr_view_block {
#define X(name) float name[4];
    TR_VIEW_BLOCK(X)
#undef X
} tr_view_block;
#endif

// Attributes. A vertex of a mesh or model and an instance are read together.
#define TR_AT_MESH_POSITION 0
#define TR_AT_MESH_NORMAL 1
#define TR_AT_MESH_COLOR 2
#define TR_AT_MESH_LIGHT 3
#define TR_AT_MESH_UV 4
#define TR_AT_INSTANCE_PLACE 5
#define TR_AT_INSTANCE_TURN 6
#define TR_AT_INSTANCE_TINT 7
#define TR_AT_INSTANCE_LIGHT 8
#define TR_AT_INSTANCE_LAYER 9

// Of a quad of blocks.
#define TR_AT_QUAD_PLACE 0
#define TR_AT_QUAD_SIZE 1
#define TR_AT_QUAD_SHADE 2
#define TR_AT_QUAD_LIGHT 3

// Of a patch of the ground, a tile, a line.
#define TR_AT_PATCH_PLACE 0
#define TR_AT_TILE_PLACE 0
#define TR_AT_TILE_IMAGE 1
#define TR_AT_TILE_TINT 2
#define TR_AT_LINE_FIRST 0
#define TR_AT_LINE_SECOND 1
#define TR_AT_LINE_SHAPE 2
#define TR_AT_LINE_COLOR 3

#endif
