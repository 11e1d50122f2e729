// A picture of an instance, lit.
#include "render/surface.glsl.h"
#include "render/impostor_texture.glsl.h"
#include "render/lit.glsl.h"

in vec3 v_tint;
in vec2 v_light;
flat in vec3 v_right;
flat in vec3 v_up;
flat in vec3 v_toward;

void main()
{
    cut_mirrored();
    vec4 color = texture(impostor_colors, v_texture);
    if (color.a < impostor_min) discard;
    if (is_low) {
        vec3 share = color.rgb / color.a;
        finish(share * share * v_tint, 1.0);
        return;
    }
    vec3 local = texture(impostor_normals, v_texture).xyz / color.a * 2.0 - 1.0;
    vec3 normal = normalize(local.x * v_right + local.y * v_up + local.z * v_toward + vec3(0.0, 1e-4, 0.0));
    vec3 root = color.rgb / color.a;
    vec3 albedo = root * root * screen_to_light(v_tint);
    finish(lit_soft(albedo, normal, v_light.x, v_light.y), v_light.x);
}
