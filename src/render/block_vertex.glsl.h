// A corner of a quad of blocks.
#include "render/block_place.glsl.h"

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_cell;
layout(location = 2) out vec4 out_light;       // red, green, blue, sky
layout(location = 3) out float out_openness;   // 0 between blocks .. 1
layout(location = 4) flat out ivec2 out_kind;  // kind of block, face

vec4 light_of(uint light)
{
    return vec4(uvec4(light >> 8, light >> 4, light, light >> 12) & 15u) / 15.0;
}

void main()
{
    int corner = quad_corner();
    out_cell = quad_cell(corner);
    vec3 position = quad_position(out_cell);
    float height = block_origin.y + out_cell.y * block_origin.w + view.eye.y;
    gl_ClipDistance[0] = view.air.w > 0.5 ? height : 1.0;
    if (view.air.w > 0.5) position.y -= 2.0 * height;
    out_position = position;
    out_light = light_of(quad_light[corner]);
    out_openness = float(quad_occlusion(corner)) / 3.0;
    out_kind = ivec2(int(quad_size.z | (quad_size.w & 15u) << 8), int(quad_place.w));
    gl_Position = quad_clip(position);
}
