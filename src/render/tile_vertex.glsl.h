// A corner of a tile of the 2D layer.
#include "render/view_block.h"

layout(location = TR_AT_TILE_PLACE) in vec4 tile_place;  // x, y, width, height
layout(location = TR_AT_TILE_IMAGE) in vec4 tile_image;  // u0, v0, u1, v1
layout(location = TR_AT_TILE_TINT) in vec4 tile_tint;

uniform vec4 tile_layer;  // from pixels of the layer to -1..1: scale, shift

out vec2 v_uv;
out vec4 v_tint;

void main()
{
    vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2);
    v_uv = mix(tile_image.xy, tile_image.zw, corner);
    v_tint = tile_tint;
    gl_Position = vec4((tile_place.xy + corner * tile_place.zw) * tile_layer.xy + tile_layer.zw, 0.0, 1.0);
}
