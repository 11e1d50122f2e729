// A picture of an instance, lit.
#include "render/atmosphere.glsl.h"
#include "render/impostor_texture.glsl.h"
#include "render/lit.glsl.h"
#include "render/lit_soft.glsl.h"

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_texture;
layout(location = 2) in vec3 in_tint;
layout(location = 3) in vec2 in_light;
layout(location = 4) flat in vec3 in_right;
layout(location = 5) flat in vec3 in_up;
layout(location = 6) flat in vec3 in_toward;

layout(location = 0) out vec4 out_color;

void main()
{
    vec4 color = texture(impostor_colors, in_texture);
    if (color.a < impostor_least) discard;
    vec3 local = texture(impostor_normals, in_texture).xyz / color.a * 2.0 - 1.0;
    vec3 normal = normalize(local.x * in_right + local.y * in_up + local.z * in_toward + vec3(0.0, 1e-4, 0.0));
    vec3 root = color.rgb / color.a;
    vec3 albedo = root * root * screen_to_light(in_tint);
    vec3 seen = lit_soft(albedo, normal, in_light.x, in_light.y);
    bool in_mirror = view.air.w > 0.5;
    if (in_mirror) seen = haze(seen, normalize(in_position), length(in_position));
    out_color = vec4(seen, in_mirror ? 1.0 : in_light.x);
}
