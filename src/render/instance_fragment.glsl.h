// A lit instance.
#include "render/atmosphere.glsl.h"
#include "render/lit.glsl.h"
#include "render/lit_soft.glsl.h"
#include "render/mesh_shade.glsl.h"
#include "render/mesh_surface.glsl.h"

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec3 in_color;
layout(location = 3) in vec2 in_light;

layout(location = 0) out vec4 out_color;

// Leaves and needles: where green leads.
float leaf_share(vec3 color)
{
    return smoothstep(1.02, 1.12, color.g / max(max(color.r, color.b), 1e-3));
}

// Leaves that are smaller than triangles stand at all angles.
vec3 ruffled(vec3 normal, vec2 slopes)
{
    vec3 across = normalize(cross(normal, vec3(0.31, 0.22, 0.92)));
    return normalize(normal + slopes.x * across + slopes.y * cross(normal, across));
}

void main()
{
    bool in_mirror = view.air.w > 0.5;
    vec3 normal = surface_normal(in_normal, in_position);
    vec4 detail = surface_detail(in_position, normal, 8.0) + surface_detail(in_position, normal, 1.0);
    float leaves = leaf_share(in_color), sun = in_light.x;
    if (!in_mirror) sun *= mesh_sun(in_position, normal);
    vec3 albedo = screen_to_light(in_color) * clamp(1.0 + mix(0.35, 0.55, leaves) * detail.x, 0.4, 1.6);
    vec3 color = lit_soft(albedo, ruffled(normal, 1.1 * leaves * detail.zw), sun, in_light.y);
    if (in_mirror) color = haze(color, normalize(in_position), length(in_position));
    out_color = vec4(color, in_mirror ? 1.0 : sun);
}
