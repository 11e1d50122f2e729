// A lit block: its texture, the light that the chunk brings, the sun and its shadows.
#include "render/atmosphere.glsl.h"
#include "render/lit.glsl.h"
#include "render/mesh_shade.glsl.h"

layout(binding = TR_UNIT_BLOCKS) uniform sampler2DArray block_texture;
layout(location = TR_AT_BLOCK_SALT) uniform float block_salt;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_cell;
layout(location = 2) in vec4 in_light;
layout(location = 3) in float in_openness;
layout(location = 4) flat in ivec2 in_kind;

layout(location = 0) out vec4 out_color;

const vec3 face_normals[8] = vec3[8](vec3(-1, 0, 0), vec3(1, 0, 0), vec3(0, -1, 0), vec3(0, 1, 0), vec3(0, 0, -1),
                                     vec3(0, 0, 1), vec3(0, 1, 0), vec3(0, 1, 0));

// Cells of a kind differ a little in brightness.
float grain_of(vec3 cell)
{
    uvec3 at = uvec3(ivec3(cell)) + uint(block_salt) * uvec3(37u, 59u, 83u);
    uint value = at.x * 0x9e3779b1u ^ at.y * 0x85ebca77u ^ at.z * 0xc2b2ae3du;
    value = (value ^ value >> 15) * 0x2c1b3c6du;
    value = (value ^ value >> 12) * 0x297a2d39u;
    return float((value ^ value >> 15) >> 8) / 16777216.0;
}

void main()
{
    bool in_mirror = view.air.w > 0.5;
    int face = in_kind.y;
    vec3 normal = face_normals[face];
    bool is_side = face < 2 || face > 3;
    vec2 at = face < 2 ? in_cell.zy : face < 4 ? in_cell.xz : in_cell.xy;
    if (is_side) at.y = -at.y;
    vec4 texel = texture(block_texture, vec3(at, float(2 * in_kind.x + (is_side ? 1 : 0))));
    if (texel.a < 0.5) discard;
    float grain = grain_of(floor(in_cell - (face < 6 ? 0.5 * normal : vec3(0.0))));
    vec3 albedo = texel.rgb * (0.93 + 0.14 * grain);

    float sky = in_light.a * in_light.a * (0.35 + 0.65 * in_openness);
    float sun = smoothstep(0.0, 0.5, in_light.a);
    if (!in_mirror && sun > 0.0) sun *= mesh_sun(in_position, normal);
    vec3 color = lit(albedo, normal, sun, sky) * mix(0.04 + 0.96 * in_light.a, 1.0, sun);
    vec3 glow = in_light.rgb * in_light.rgb;
    color += albedo / pi * glow * (0.5 + 0.5 * in_openness) * vec3(1.7) / max(view.sunlight.a, 1e-3);
    if (in_mirror) color = haze(color, normalize(in_position), length(in_position));
    out_color = vec4(color, in_mirror ? 1.0 : sun);
}
