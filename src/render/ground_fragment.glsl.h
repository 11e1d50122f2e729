// The lit ground.
#include "render/surface.glsl.h"
#include "render/ground_level.glsl.h"
#include "render/lit.glsl.h"
#include "render/shade.glsl.h"

uniform sampler2D color_map;
uniform sampler2D light_map;
uniform sampler2D coarse_color_map;
uniform sampler2D coarse_light_map;
uniform sampler2D detail_map;

in vec2 v_sample;

struct ground {
    vec3 color;
    vec4 light;  // normal x and z, sun, sky
};

// A place in a texture, which has nothing to show far beyond its edge. Pixels beside a triangle that is seen from its
// edge may be anywhere on its plane, and a driver that walks over the texels of a pixel (Mesa's, in software) never
// came back from 10^10 texels away.
vec2 has_bounds(vec2 place)
{
    return clamp(place, vec2(-1.0), vec2(2.0));
}

ground ground_at(vec2 at)
{
    vec2 place = has_bounds((at + 0.5) / level_size.xy);
    ground result = ground(texture(color_map, place).rgb, texture(light_map, place));
    float share = coarse_share(at);
    vec2 coarse = has_bounds((at * level_coarse.x + level_coarse.yz + 0.5) / max(level_size.zw, 1.0));
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

struct roughness {
    vec4 sum;      // brightness, hue, slopes
    float clumps;  // -1..1, of plants; some metres wide
};

// Rock face: laid on from the two sides, each where it faces, so that it is not drawn out. Runnels are longer than
// wide.
vec4 face_detail(vec2 place, float height, float size, vec3 normal, float lod)
{
    vec2 side = abs(normal.xz);
    float share = side.x / max(side.x + side.y, 1e-4);
    vec4 from_x = textureLod(detail_map, vec2(place.y, height * 0.5) / size, lod);
    vec4 from_z = textureLod(detail_map, vec2(place.x, height * 0.5) / size, lod);
    return mix(from_z, from_x, smoothstep(0.3, 0.7, share));
}

// Unevenness below the finest samples, at four sizes; each is gone before so many of its periods are seen that they
// become a pattern.
roughness detail_at(vec3 position, vec3 normal, float steep)
{
    vec2 place = position.xz + view.eye.xz;
    float height = position.y + view.eye.y;
    // How a pixel's step on the ground looks to the texture: limited along the view, else all detail is blurred.
    float pixel = length(position) * view.sun.w;
    roughness result = roughness(vec4(0.0), 0.0);
    const float sizes[4] = float[4](512.0, 64.0, 8.0, 1.0);
    const float weights[4] = float[4](0.7, 0.9, 1.0, 0.9);
    for (int i = 0; i < 4; i++) {
        float lod = log2(max(pixel * 1.5 * float(TR_DETAIL_SIDE) / sizes[i], 1e-4));
        if (lod > 4.0) continue;
        float fade = weights[i] * clamp((4.0 - lod) / 2.5, 0.0, 1.0);
        vec4 level = textureLod(detail_map, turned(place, i) / sizes[i], lod);
        if (i == 1) result.clumps = fade * (level.y * 2.0 - 1.0);
        if (steep > 0.0) level = mix(level, face_detail(place, height, sizes[i], normal, lod), steep);
        result.sum += fade * (level * 2.0 - 1.0);
    }
    return result;
}

// Beds of rock, some metres thick, nearly level and bent a little; gone where a pixel holds many.
float strata_at(vec3 position, float bend)
{
    float height = position.y + view.eye.y + dot(position.xz + view.eye.xz, vec2(0.05, -0.03)) + 14.0 * bend;
    float pixel = length(position) * view.sun.w;
    float lod = log2(max(pixel * float(TR_DETAIL_SIDE) / 160.0, 1e-4));
    float fade = clamp((5.0 - lod) / 2.5, 0.0, 1.0);
    return fade * (textureLod(detail_map, vec2(0.37, height / 160.0), max(lod, 0.0)).x * 2.0 - 1.0);
}

// Roads and ballast are even: what is dark, without a hue and not a rock face.
float made_share(vec3 color, float steep)
{
    float high = max(color.r, max(color.g, color.b)), low = min(color.r, min(color.g, color.b));
    float hue = (high - low) / max(high, 1e-3);
    return smoothstep(0.25, 0.12, hue) * smoothstep(0.3, 0.2, high) * (1.0 - steep);
}

// The colour of the ground with what is too small for the samples.
vec3 detailed(vec3 color, vec3 position, roughness rough, float steep)
{
    float made = made_share(color, steep);
    vec3 albedo = color * clamp(1.0 + mix(mix(0.6, 0.45, steep), 0.16, made) * rough.sum.x, 0.3, 1.8);
    albedo *= 1.0 + (1.0 - made) * rough.sum.y * vec3(0.12, 0.03, -0.08);
    if (steep > 0.0)
        albedo *= 1.0 + clamp(0.1 + 0.25 * rough.sum.y, 0.0, 0.22) * steep * strata_at(position, rough.sum.x);
    // Herbs stand in clumps where plants are: where green leads.
    float green = smoothstep(1.05, 1.35, color.g / max(max(color.r, color.b), 1e-3)) * (1.0 - steep);
    return albedo * (1.0 - 0.12 * green * smoothstep(0.0, 0.4, rough.clumps));
}

void main()
{
    cut_mirrored();
    ground here = ground_at(v_sample);
    vec3 normal = vec3(here.light.x, 0.0, here.light.y);
    normal.y = sqrt(max(1.0 - dot(normal, normal), 0.0025));
    float steep = smoothstep(0.9, 0.72, normal.y);
    roughness rough = detail_at(v_position, normal, steep);
    vec2 tilt = rough.sum.zw * mix(mix(0.28, 0.5, steep), 0.06, made_share(here.color, steep));
    vec3 albedo = detailed(here.color, v_position, rough, steep);
    normal = normalize(vec3(normal.x - tilt.x, normal.y, normal.z - tilt.y));
    float sun = here.light.z * mesh_sun(v_position, normal);
    finish(lit(albedo, normal, sun, here.light.w), sun);
}
