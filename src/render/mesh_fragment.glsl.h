// A lit mesh.
#include "render/atmosphere.glsl.h"
#include "render/lit.glsl.h"
#include "render/mesh_shade.glsl.h"

layout(binding = TR_UNIT_DETAIL) uniform sampler2D detail_map;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec3 in_color;
layout(location = 3) in vec2 in_light;

layout(location = 0) out vec4 out_color;

// The way a triangle faces, for meshes without normals. The mirror turns triangles over.
vec3 facing_normal()
{
    vec3 normal = normalize(cross(dFdx(in_position), dFdy(in_position)));
    if (dot(normal, in_position) > 0.0) normal = -normal;
    return view.air.w > 0.5 ? vec3(normal.x, -normal.y, normal.z) : normal;
}

// Stains and grain, laid on from the side a face looks to; gone before they become a pattern.
float grain_at(vec3 position, vec3 normal)
{
    vec3 place = position + view.eye.xyz, side = abs(normal);
    vec2 at = side.y > 0.6 ? place.xz : side.x > side.z ? place.zy : place.xy;
    float pixel = length(position) * view.sun.w, sum = 0.0;
    const float sizes[3] = float[3](64.0, 8.0, 1.0);
    for (int i = 0; i < 3; i++) {
        float lod = log2(max(pixel * 1.5 * float(TR_DETAIL_SIDE) / sizes[i], 1e-4));
        sum +=
            clamp((4.0 - lod) / 2.5, 0.0, 1.0) * (textureLod(detail_map, at / sizes[i], max(lod, 0.0)).x * 2.0 - 1.0);
    }
    return sum;
}

void main()
{
    bool mirrored = view.air.w > 0.5;
    vec3 normal = dot(in_normal, in_normal) > 0.1 ? normalize(in_normal) : facing_normal();
    if (gl_FrontFacing == mirrored && dot(in_normal, in_normal) > 0.1) normal = -normal;
    vec3 linear = mix(in_color / 12.92, pow((in_color + 0.055) / 1.055, vec3(2.4)), step(0.04045, in_color));
    vec3 albedo = linear * clamp(1.0 + 0.3 * grain_at(in_position, normal), 0.4, 1.6);
    float sun = mirrored ? in_light.x : in_light.x * mesh_sun(in_position, normal);
    vec3 color = lit(albedo, normal, sun, in_light.y);
    if (mirrored) color = haze(color, normalize(in_position), length(in_position));
    out_color = vec4(color, mirrored ? 1.0 : sun);
}
