// The lit ground.
#include "render/ground_level.glsl.h"
#include "render/atmosphere.glsl.h"

layout(binding = TR_UNIT_COLOR) uniform sampler2D color_map;
layout(binding = TR_UNIT_LIGHT) uniform sampler2D light_map;
layout(binding = TR_UNIT_COARSE_COLOR) uniform sampler2D coarse_color_map;
layout(binding = TR_UNIT_COARSE_LIGHT) uniform sampler2D coarse_light_map;
layout(binding = TR_UNIT_DETAIL) uniform sampler2D detail_map;

layout(location = 0) in vec2 in_sample;
layout(location = 1) in vec3 in_position;

layout(location = 0) out vec4 out_color;

struct ground {
    vec3 color;
    vec4 light;  // normal x and z, sun, sky
};

ground ground_at(vec2 at)
{
    vec2 place = (at + 0.5) / level_size.xy;
    ground result = ground(texture(color_map, place).rgb, texture(light_map, place));
    float share = coarse_share(at);
    vec2 coarse = (at * level_coarse.x + level_coarse.yz + 0.5) / max(level_size.zw, 1.0);
    vec2 right = dFdx(coarse), up = dFdy(coarse);
    if (share > 0.0) {
        result.color = mix(result.color, textureGrad(coarse_color_map, coarse, right, up).rgb, share);
        result.light = mix(result.light, textureGrad(coarse_light_map, coarse, right, up), share);
    }
    return result;
}

// Each size is turned another way. Whole multiples of a quarter keep the period.
vec2 turned(vec2 place, int index)
{
    if (index == 0) return place;
    if (index == 1) return vec2(3.0 * place.x + 4.0 * place.y, 3.0 * place.y - 4.0 * place.x) * 0.25;
    if (index == 2) return vec2(2.0 * place.x - 3.0 * place.y, 2.0 * place.y + 3.0 * place.x) * 0.25;
    return vec2(4.0 * place.x - place.y, 4.0 * place.y + place.x) * 0.25;
}

// Unevenness below the finest samples, at four sizes; each is gone before so many of its periods are seen that they become
// a pattern. On steep ground it is laid on from the side, so that it is not drawn out.
vec4 detail_at(vec3 position, vec3 normal)
{
    vec2 place = position.xz + view.eye.xz;
    float height = position.y + view.eye.y;
    // How a pixel's step on the ground looks to the texture: limited along the view, else all detail is blurred.
    float pixel = length(position) * view.sun.w;
    vec2 cliff = vec2(dot(place, vec2(0.75, -0.5)), height);
    float steep = smoothstep(0.75, 0.55, normal.y);
    vec4 sum = vec4(0.0);
    const float sizes[4] = float[4](512.0, 64.0, 8.0, 1.0);
    const float weights[4] = float[4](0.8, 0.9, 1.0, 0.9);
    for (int i = 0; i < 4; i++) {
        float lod = log2(max(pixel * 1.5 * float(TR_DETAIL_SIDE) / sizes[i], 1e-4));
        if (lod > 4.5) continue;
        float fade = weights[i] * clamp((4.5 - lod) / 2.5, 0.0, 1.0);
        vec4 level = textureLod(detail_map, turned(place, i) / sizes[i], lod);
        if (steep > 0.0) level = mix(level, textureLod(detail_map, cliff / sizes[i], lod), steep);
        sum += fade * (level * 2.0 - 1.0);
    }
    return sum;
}

vec3 lit(vec3 albedo, vec3 normal, float sun, float sky)
{
    float facing = max(dot(normal, view.sun.xyz), 0.0);
    vec3 from_sun = view.sunlight.rgb * facing * sun;
    vec3 from_sky = view.ambient.rgb * 1.25 * (0.55 + 0.45 * normal.y) * sky;
    // The surroundings send some of their light back, most of it up slopes and into hollows.
    float low = 0.5 - 0.5 * normal.y + 0.25 * (1.0 - sky);
    vec3 bounced = albedo * (view.sunlight.rgb * max(view.sun.y, 0.0) + view.ambient.rgb) * (0.12 + low) * 0.6;
    return albedo / pi * (from_sun + from_sky + bounced);
}

void main()
{
    ground here = ground_at(in_sample);
    vec3 normal = vec3(here.light.x, 0.0, here.light.y);
    normal.y = sqrt(max(1.0 - dot(normal, normal), 0.0025));
    vec4 detail = detail_at(in_position, normal);
    float mirrored = view.air.w;
    vec2 tilt = detail.zw * mix(0.28, 0.45, smoothstep(0.85, 0.6, normal.y));
    normal = normalize(vec3(normal.x - tilt.x, normal.y, normal.z - tilt.y));
    vec3 albedo = here.color * clamp(1.0 + 0.55 * detail.x, 0.35, 1.8);
    albedo *= 1.0 + detail.y * vec3(0.14, 0.03, -0.10);
    vec3 color = lit(albedo, normal, here.light.z, here.light.w);
    if (mirrored > 0.5) color = haze(color, normalize(in_position), length(in_position));
    out_color = vec4(color, mirrored > 0.5 ? 1.0 : here.light.z);
}
