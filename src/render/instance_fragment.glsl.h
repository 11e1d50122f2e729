// A lit instance.
#include "render/surface.glsl.h"
#include "render/lit.glsl.h"
#include "render/shade.glsl.h"
#include "render/mesh_surface.glsl.h"

in vec3 v_normal;
in vec3 v_color;
in vec2 v_light;

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
    cut_mirrored();
    vec3 normal = surface_normal(v_normal, v_position);
    vec4 detail = surface_detail(v_position, normal, 8.0);
    if (!is_low) detail += surface_detail(v_position, normal, 1.0);
    float leaves = leaf_share(v_color), sun = v_light.x * mesh_sun(v_position, normal);
    vec3 albedo = screen_to_light(v_color) * clamp(1.0 + mix(0.35, 0.55, leaves) * detail.x, 0.4, 1.6);
    finish(lit_soft(albedo, ruffled(normal, 1.1 * leaves * detail.zw), sun, v_light.y), sun);
}
