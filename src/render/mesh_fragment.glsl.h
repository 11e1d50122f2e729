// A lit mesh.
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

// Stains and grain.
float grain_at(vec3 position, vec3 normal)
{
    return surface_detail(position, normal, 64.0).x + surface_detail(position, normal, 8.0).x +
           surface_detail(position, normal, 1.0).x;
}

void main()
{
    bool in_mirror = view.air.w > 0.5;
    vec3 normal = surface_normal(in_normal, in_position);
    vec3 albedo = screen_to_light(in_color) * clamp(1.0 + 0.3 * grain_at(in_position, normal), 0.4, 1.6);
    float sun = in_mirror ? in_light.x : in_light.x * mesh_sun(in_position, normal);
    vec3 color = lit(albedo, normal, sun, in_light.y);
    if (in_mirror) color = haze(color, normalize(in_position), length(in_position));
    out_color = vec4(color, in_mirror ? 1.0 : sun);
}
