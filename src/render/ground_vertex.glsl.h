// A vertex of the ground: heights come from the level's texture, and near the border of the level from the coarser one.
#include "render/place.glsl.h"
#include "render/ground_level.glsl.h"

uniform sampler2D height_map;
uniform sampler2D coarse_height_map;

layout(location = TR_AT_PATCH_PLACE) in ivec4 patch_place;  // first sample x, z; cells along x and z

out vec2 v_sample;
out float v_share;  // how far it has passed into the coarser level

float coarse_height(vec2 at)
{
    vec2 place = (at * level_coarse.x + level_coarse.yz - level_lattice.xy) / level_lattice.z;
    vec2 cell = floor(place + 1e-4), share = max(place - cell, 0.0);
    ivec2 first = ivec2(level_lattice.xy + cell * level_lattice.z);
    ivec2 last = min(first + int(level_lattice.z), ivec2(level_size.zw) - 1);
    float a = texelFetch(coarse_height_map, first, 0).r;
    float b = texelFetch(coarse_height_map, ivec2(last.x, first.y), 0).r;
    float c = texelFetch(coarse_height_map, ivec2(first.x, last.y), 0).r;
    float d = texelFetch(coarse_height_map, last, 0).r;
    return mix(mix(a, b, share.x), mix(c, d, share.x), share.y);
}

void main()
{
    const int side = TR_PATCH_VERTICES;
    ivec2 vertex = min(ivec2(gl_VertexID % side, gl_VertexID / side), patch_place.zw);
    ivec2 texel = patch_place.xy + vertex * level_stride;
    vec2 at = vec2(texel);
    float height = texelFetch(height_map, texel, 0).r + level_lift.x;
    float share = coarse_share(at);
    if (share > 0.0) height = mix(height, coarse_height(at) + level_lift.y, share);
    // Heights are above the sea from here on: floats then resolve them finely in a world with any datum.
    height -= view.sea.x;
    vec3 position;
    position.xz = level_origin + at * level_spacing;
    position.y = height - view.eye.y - dot(position.xz, position.xz) * view.eye.w;
    v_sample = at;
    v_share = share;
    place_vertex(position, height);
}
