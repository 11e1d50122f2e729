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
    X(shade_middle) /* of the squares, relative to the eye */

#include "render/view_constants.h"

#define TR_VIEW_BINDING 0

#ifdef TR_GLSL
#define X(name) vec4 name;
layout(std140, binding = TR_VIEW_BINDING) uniform view_block{TR_VIEW_BLOCK(X)} view;
#undef X
#else
typedef struct tr_view_block {
#define X(name) float name[4];
    TR_VIEW_BLOCK(X)
#undef X
} tr_view_block;
#endif

// Texture units.
#define TR_UNIT_HEIGHT 0
#define TR_UNIT_COLOR 1
#define TR_UNIT_LIGHT 2
#define TR_UNIT_COARSE_HEIGHT 3
#define TR_UNIT_COARSE_COLOR 4
#define TR_UNIT_COARSE_LIGHT 5
#define TR_UNIT_DETAIL 6
#define TR_UNIT_SKY_AIR 7
#define TR_UNIT_SKY_HAZE 8
#define TR_UNIT_GROUND 9
#define TR_UNIT_DEPTH 10
#define TR_UNIT_MIRROR 11
#define TR_UNIT_WATER_DEPTH 12
#define TR_UNIT_MESH_SHADE 13
#define TR_UNIT_IMPOSTOR_COLOR 14
#define TR_UNIT_IMPOSTOR_NORMAL 15
#define TR_UNIT_BLOCKS 16

// Uniforms of a level.
#define TR_AT_ORIGIN 0
#define TR_AT_SPACING 1
#define TR_AT_STRIDE 2
#define TR_AT_REGION 3
#define TR_AT_BAND 4
#define TR_AT_COARSE 5
#define TR_AT_COARSE_LATTICE 6
#define TR_AT_SIZE 7

// Of a square of shadows.
#define TR_AT_SHADE_RADIUS 0

// Of a picture of a model.
#define TR_AT_IMPOSTOR_BALL 0
#define TR_AT_IMPOSTOR_VIEW 1

// Of a chunk of blocks. The first is that of a square of shadows.
#define TR_AT_BLOCK_ORIGIN 1
#define TR_AT_BLOCK_SALT 2

// Attributes of a quad of blocks.
#define TR_AT_QUAD_PLACE 0
#define TR_AT_QUAD_SIZE 1
#define TR_AT_QUAD_SHADE 2
#define TR_AT_QUAD_LIGHT 3

// Attributes of a mesh.
#define TR_AT_MESH_POSITION 0
#define TR_AT_MESH_NORMAL 1
#define TR_AT_MESH_COLOR 2
#define TR_AT_MESH_LIGHT 3

// Attributes of an instance.
#define TR_AT_INSTANCE_PLACE 4
#define TR_AT_INSTANCE_TURN 5
#define TR_AT_INSTANCE_TINT 6
#define TR_AT_INSTANCE_LIGHT 7
#define TR_AT_INSTANCE_GROUP 8

// The buffer with the balls around the models.
#define TR_INSTANCE_BALLS_BINDING 1

#endif
