// A corner of a quad of blocks.
#include "render/place.glsl.h"
#include "render/block_place.glsl.h"

out vec3 v_cell;
out vec4 v_light;       // red, green, blue, sky
out float v_openness;   // 0 between blocks .. 1
flat out ivec2 v_kind;  // kind of block, face

vec4 light_of(uint light)
{
    return vec4(uvec4(light >> 8, light >> 4, light, light >> 12) & 15u) / 15.0;
}

void main()
{
    int corner = quad_corner();
    v_cell = quad_cell(corner);
    v_light = light_of(quad_light[corner]);
    v_openness = float(quad_occlusion(corner)) / 3.0;
    v_kind = ivec2(int(quad_size.z | (quad_size.w & 15u) << 8), int(quad_place.w));
    place_vertex(quad_position(v_cell), block_origin.y + v_cell.y * block_origin.w + view.eye.y);
}
