// A lit mesh.
#include "render/surface.glsl.h"
#include "render/lit.glsl.h"
#include "render/shade.glsl.h"
#include "render/mesh_surface.glsl.h"

uniform sampler2D mesh_image;
uniform float mesh_min_alpha;

in vec3 v_normal;
in vec3 v_color;
in vec2 v_light;
in vec2 v_uv;

// Stains and grain.
float grain_at(vec3 position, vec3 normal)
{
    return surface_detail(position, normal, 64.0).x + surface_detail(position, normal, 8.0).x +
           surface_detail(position, normal, 1.0).x;
}

void main()
{
    cut_mirrored();
    vec3 albedo = screen_to_light(v_color);
    if (is_textured) {
        vec4 texel = texture(mesh_image, v_uv);
        if (texel.a < mesh_min_alpha) discard;
        albedo *= texel.rgb;
    }
    vec3 normal = surface_normal(v_normal, v_position);
    if (!is_low) albedo *= clamp(1.0 + (is_textured ? 0.12 : 0.3) * grain_at(v_position, normal), 0.4, 1.6);
    float sun = v_light.x * mesh_sun(v_position, normal);
    finish(lit(albedo, normal, sun, v_light.y), sun);
}
