// A lit block: its texture, the light that the chunk brings, the sun and its shadows.
#include "render/surface.glsl.h"
#include "render/block_texture.glsl.h"
#include "render/lit.glsl.h"
#include "render/shade.glsl.h"

uniform float block_salt;

in vec4 v_light;
in float v_openness;

const vec3 face_normals[8] = vec3[8](vec3(-1, 0, 0), vec3(1, 0, 0), vec3(0, -1, 0), vec3(0, 1, 0), vec3(0, 0, -1),
                                     vec3(0, 0, 1), vec3(0, 1, 0), vec3(0, 1, 0));

// Cells of a kind differ a little in brightness.
float grain_of(vec3 cell)
{
    uvec3 at = uvec3(ivec3(cell)) + uint(block_salt) * uvec3(37u, 59u, 83u);
    uint value = at.x * 0x9e3779b1u ^ at.y * 0x85ebca77u ^ at.z * 0xc2b2ae3du;
    value = (value ^ (value >> 15)) * 0x2c1b3c6du;
    value = (value ^ (value >> 12)) * 0x297a2d39u;
    return float((value ^ (value >> 15)) >> 8) / 16777216.0;
}

void main()
{
    cut_mirrored();
    vec4 texel = block_texel();
    if (texel.a < 0.5) discard;
    int face = v_kind.y;
    vec3 normal = face_normals[face];
    float grain = grain_of(floor(v_cell - (face < 6 ? 0.5 * normal : vec3(0.0))));
    vec3 albedo = texel.rgb * (0.93 + 0.14 * grain);

    float sky = v_light.a * v_light.a * (0.35 + 0.65 * v_openness);
    float sun = smoothstep(0.0, 0.5, v_light.a);
    if (sun > 0.0) sun *= mesh_sun(v_position, normal);
    vec3 color = lit(albedo, normal, sun, sky) * mix(0.04 + 0.96 * v_light.a, 1.0, sun);
    vec3 glow = v_light.rgb * v_light.rgb;
    color += albedo / pi * glow * (0.5 + 0.5 * v_openness) * vec3(1.7) / max(view.sunlight.a, 1e-3);
    finish(color, sun);
}
